"""A person asks: a question becomes an inquiry, evidence is gathered for it, an author writes, the checker reads."""
