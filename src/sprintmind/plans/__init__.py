"""A plan is checked: read, compared with what was learned, looked up in the ledger, advised on, and kept."""
