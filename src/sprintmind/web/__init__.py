"""The web app: pages for people, an API for programs, addresses for webhooks.

To add a page, write `pages/<noun>.py` with a `PAGE` and a `router`, and `templates/<noun>.html`; it is found there.
"""
