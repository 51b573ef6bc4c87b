"""SprintMind: a software team's memory of its own delivery."""
