"""Written documents, one file per format: Markdown, tables, HTML mail; lines in, utterances out."""
