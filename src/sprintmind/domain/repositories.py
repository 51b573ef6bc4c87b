"""Repositories and what is deployed from them, as GitHub shows them."""

from dataclasses import dataclass

from sprintmind.domain.events import Name, Observation, named


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositorySeen(Observation):
    """What a repository is called; its id stays."""

    repository_id: int
    name: str
    """`owner/name`."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The repository."""
        return (repository_name(self.repository_id),)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentSeen(Observation):
    """A commit on its way to an environment."""

    repository_id: int
    deployment: int
    """GitHub's id of it."""
    sha: str
    ref: str
    environment: str
    state: str
    """created, then GitHub's word: queued, in_progress, success, failure, error, inactive, …"""

    @property
    def names(self) -> tuple[Name, ...]:
        """The deployment and its commit."""
        return (named("deployment", str(self.deployment)), named("commit", self.sha))


def repository_name(repository_id: int) -> Name:
    """Name a repository by its id.

    >>> repository_name(42)
    'repository:42'
    """
    return named("repository", str(repository_id))
