"""What a journey may ask of a way out."""

from typing import Protocol

from sprintmind.domain.posts import Post


class Outlet(Protocol):
    """Puts posts where people read them."""

    def put(self, post: Post) -> tuple[str, ...]:
        """Put a post, in place of one of the same name, and tell where it is now.

        Raises:
            UnavailableError: It cannot be put there; nothing half is left behind.
        """
