"""From domain types to the JSON documents that scripts rely on: one module per noun, names and order as promised."""
