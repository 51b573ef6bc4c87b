"""A team's projects in Jira, read whole or from where reading them stood."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from sprintmind.errors import ConfigError
from sprintmind.inlets.http import Api
from sprintmind.inlets.jira.bodies import Bodies
from sprintmind.inlets.jira.gone import Gone
from sprintmind.inlets.jira.issues import REACHED, Issues
from sprintmind.inlets.jira.search import Search
from sprintmind.inlets.jira.server import Server, introduced, named_projects
from sprintmind.inlets.jira.sprints import Sprints
from sprintmind.inlets.passes import SINCE, Pass, begun
from sprintmind.inlets.port import Count, Cursors, Known, Step, Survey
from sprintmind.inlets.values import mapping, moment, rows, text

_KEYS = "keys"
"""The cursor that tells which projects were read."""
NO_SPRINTS = "no boards can be read, so sprints are known only as far as issues name them"


@dataclass(frozen=True, slots=True, kw_only=True)
class JiraInlet:
    """Reads projects.

    Args:
        api: Whom to ask.
        projects: Their keys.
        now: Tells when a delivery is received.
    """

    api: Api
    projects: tuple[str, ...]
    now: Callable[[], datetime]

    @property
    def system(self) -> str:
        """Name it by its address."""
        return f"jira:{self.api.service.address.partition('://')[2]}"

    def close(self) -> None:
        """Close its connections."""
        self.api.close()

    def survey(self, cursors: Cursors, *, since: datetime | None) -> Survey:
        """Count sprints and issues; see `port.Inlet`."""
        server = introduced(self.api)
        self._insist_on_projects()
        reading = self._pass(cursors, server, since)
        sprints = Sprints(self.api).current(self.projects)
        search = Search(api=self.api, cloud=server.cloud)
        issues = search.count(self._query(search, server, reading, whole=self._first(cursors, since)))
        counts = (
            Count(what="sprints", count=len(sprints or ())),
            Count(what=f"issues of {', '.join(self.projects)}", count=issues or 0, exact=not server.cloud),
        )
        return Survey(counts=counts, notes=() if sprints is not None else (NO_SPRINTS,))

    def read(self, cursors: Cursors, *, since: datetime | None, known: Known) -> Iterator[Step]:
        """Read sprints and issues; see `port.Inlet`."""
        server = introduced(self.api)
        self._insist_on_projects()
        reading = self._pass(cursors, server, since)
        search, bodies = Search(api=self.api, cloud=server.cloud), Bodies(self.now)
        yield Step(what="sprints", cursors={**reading.opening, **({} if reading.resumed else {REACHED: None})})
        yield self._sprints(bodies)
        issues = Issues(search=search, server=server, bodies=bodies)
        reached = moment(cursors.get(REACHED)) if reading.resumed else None
        query = self._query(search, server, reading, whole=self._first(cursors, since))
        yield from issues.steps(query, reached=reached)
        if server.cloud and not reached:
            yield from self._counted(issues, query)
        yield from issues.changed_meanwhile(named_projects(self.projects), reading.began)
        yield from Gone(search, bodies).steps(self.projects, known, read=issues.keys, at=server.at or self.now())
        done = reading.closing(cursors, outdated=(REACHED,))
        yield Step(what="issues", cursors={**done, _KEYS: ",".join(self.projects)})

    def _counted(self, issues: Issues, query: str) -> Iterator[Step]:
        """Compare with the cloud's count, as its pages tell no total; where fewer came, read once more."""
        count = issues.search.count(query) or 0
        if len(issues.read) < count:
            yield from issues.steps(query, reached=None)
        if len(issues.read) < count:
            yield Step(what="issues", notes=(f"Jira counts about {count} issues; {len(issues.read)} came",))

    def _sprints(self, bodies: Bodies) -> Step:
        sprints = Sprints(self.api).current(self.projects)
        notes = () if sprints is not None else (NO_SPRINTS,)
        return Step(what="sprints", deliveries=tuple(map(bodies.shown, sprints or ())), notes=notes)

    def _pass(self, cursors: Cursors, server: Server, since: datetime | None) -> Pass:
        """Begin a pass; a project that was not read before is read from its beginning, and the others with it."""
        covered = set(self.projects) <= set(cursors.get(_KEYS, "").split(","))
        kept = cursors if covered else {name: value for name, value in cursors.items() if name != SINCE}
        return begun(kept, at=server.at or self.now(), since=since)

    def _first(self, cursors: Cursors, since: datetime | None) -> bool:
        return since is None and (SINCE not in cursors or not set(self.projects) <= set(cursors[_KEYS].split(",")))

    def _query(self, search: Search, server: Server, reading: Pass, *, whole: bool) -> str:
        """Write the query: what changed, and at first all of the current sprints however long ago it changed."""
        project = named_projects(self.projects)
        changed = f'updated >= "{server.bound(reading.since)}"'
        sprints = f"{project} AND (sprint in openSprints() OR sprint in futureSprints() OR {changed})"
        # Without Jira's boards there is no field `sprint`, and the query is refused.
        return sprints if whole and search.count(sprints) is not None else f"{project} AND {changed}"

    def _insist_on_projects(self) -> None:
        if self.projects:
            return
        answer = self.api.get("/rest/api/2/project/search", parameters={"maxResults": 50}, missing=frozenset({404}))
        found = rows(answer.content, "values")
        if answer.status == 404:
            found = rows(mapping({"values": self.api.get("/rest/api/2/project").content}), "values")
        seen = ", ".join(f"{text(each, 'key')} ({text(each, 'name')})" for each in found) or "none"
        raise ConfigError(f'no project keys are set: add keys = ["…"] to [team]; this token sees: {seen}')
