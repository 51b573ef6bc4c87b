"""One file per transcript format, each from text or bytes to turns of speech."""
