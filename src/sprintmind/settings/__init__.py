"""What a team sets: the file `sprintmind.toml` and the environment, turned into domain types at once."""
