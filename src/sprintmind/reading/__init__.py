"""From English to claims: documents, sentences, cues and dates; pure, with a verbatim quote for every claim."""
