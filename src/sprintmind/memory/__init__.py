"""What was said, learned and promised, found again by meaning, words and tags; the ledger wins where they disagree."""
