"""Ways out: each takes a post and puts it where people read it; an outlet is a file here and a line in `bootstrap`."""
