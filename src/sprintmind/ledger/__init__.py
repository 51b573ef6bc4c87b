"""The ledger: ports, one schema for every database, and what reads and writes it."""
