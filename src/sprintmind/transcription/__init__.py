"""Recordings become transcripts: the port, its adapters, and the one form in which what they heard is kept.

A new adapter is a file here and a line in `bootstrap`; it passes `tests/contract/test_transcription.py`.
"""
