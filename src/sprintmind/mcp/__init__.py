"""The agents' way in: tools and resources over the Model Context Protocol, read-only, as one caller fixed at start."""
