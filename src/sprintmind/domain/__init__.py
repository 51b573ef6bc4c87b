"""The words of the domain: frozen dataclasses and pure functions, standard library only."""
