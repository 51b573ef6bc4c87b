"""A sample sprint, dated around today, and the story that it tells; everything in it is read and computed."""
