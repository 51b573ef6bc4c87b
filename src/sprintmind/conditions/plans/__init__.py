"""Kinds of plans: each file turns one kind into a plan's words, conditions and subjects, and does nothing else.

A kind is a function `(text, file) -> Plan | None`, None for what is no such plan; `kinds.py` asks them in order.
"""
