"""What was spoken or chatted, one file per format: subtitles, labelled text, IRC, chat, JSON, Word."""
