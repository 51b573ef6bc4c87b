"""What one reader needs before the next thing: a person's day, a call with a customer, the end of a sprint."""
