"""One file per risk rule, each a pure function of one view. Add a file and an eval case."""
