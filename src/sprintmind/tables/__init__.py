"""Tables for people: aligned, coloured by gravity, readable at 80 columns; one module per noun."""
