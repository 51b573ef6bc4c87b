"""Lessons as files: read from what people write, completed where that can be done, and written so that they diff well.

A form of file is one module here that turns text into fields; `fields` alone decides what a lesson may hold.
"""
