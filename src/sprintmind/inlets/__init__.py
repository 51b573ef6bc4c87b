"""Other systems, read over the network: one package each, which yields what it found as deliveries.

An inlet asks, pages, waits and remembers where it was; it never reads what a payload means (sources do) and never
touches the ledger. To add one, write its package with an `open_inlets` and name it in `bootstrap`.
"""
