"""The commands, one module per noun; `cli` registers each by its path, so that only the one that runs is loaded."""
