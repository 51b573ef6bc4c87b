"""One file per source: bytes in, events out, no I/O. Add a file, a folder of samples and an eval case."""
