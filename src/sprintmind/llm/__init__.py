"""Language models: they read text into proposals and write prose, and everything they say is checked."""
