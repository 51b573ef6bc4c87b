"""Cases that say what is guaranteed, one guarantee a file, and what runs them against the whole application.

A case's short forms (`pull:`, `jira:`, `said:`) become the bytes that the outside would send, so that what runs here is
what runs in earnest. How to write one is in CONTRIBUTING.md.
"""
