"""What a plan or a lesson says in the shared vocabulary: a lexicon as data, and the rules of how it is read.

A condition is a table in `lexicon/*.toml`; adding one is that table and its line in `tests/conditions/said/`. A kind of
plan is one file in `plans/`, which yields a plan's words, conditions and subjects and nothing else.
"""
