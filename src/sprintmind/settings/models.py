"""The settings as the file spells them, and the domain types that they become.

The template, the reference page and the check for unknown keys are all made from these fields: a new setting is
a field here, with its description and its variable, and a line in `template.toml`.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import PersonId, digest
from sprintmind.domain.freezes import Freeze
from sprintmind.domain.people import Absence, Customer, Person, Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.schedule import Schedule
from sprintmind.settings.chosen import Chosen
from sprintmind.settings.environment import FromEnvironment, pairs, rows, words
from sprintmind.settings.log import LogTable
from sprintmind.settings.table import Table
from sprintmind.settings.transcription import TranscriptionTable
from sprintmind.settings.values import (
    DAYS,
    DatabaseAddress,
    ExtraRule,
    HolidayCode,
    Identifier,
    ProjectKey,
    RepositoryName,
    StatusWord,
    TimeOfDay,
    TimeZone,
    WebAddress,
    Weekday,
    end_of_day,
)

Words = tuple[str, ...]


class TeamTable(Table):
    """The team and its calendar."""

    name: Annotated[str, FromEnvironment("SPRINTMIND_TEAM")] = Field(default="", description="The team's name")
    timezone: Annotated[TimeZone, FromEnvironment("SPRINTMIND_TIMEZONE")] = Field(
        default="UTC", description="The time zone of its days, as the IANA database names it"
    )
    keys: Annotated[tuple[ProjectKey, ...], FromEnvironment("SPRINTMIND_KEYS", words)] = Field(
        default=(), description="Project keys: the only things that are tickets"
    )
    working_days: Annotated[tuple[Weekday, ...], FromEnvironment("SPRINTMIND_WORKING_DAYS", words)] = Field(
        default=DAYS[:5], min_length=1, description="The days that count as business days"
    )
    holidays: Annotated[HolidayCode, FromEnvironment("SPRINTMIND_HOLIDAYS")] = Field(
        default="", description="Country, or country-subdivision, whose public holidays are free; empty: none"
    )


class PersonTable(Table):
    """One of the team, or a customer's own person."""

    id: Identifier = Field(description="Short and lasting; claims and promises name the person by it")
    name: str = Field(default="", description="As people write it; the id where it is left out")
    aliases: Words = Field(default=(), description="Other names that mean this person")
    github: Words = Field(default=(), description="Logins; noreply addresses are understood")
    jira: Words = Field(default=(), description="Account ids or user names")
    email: Words = Field(default=(), description="Addresses")
    role: Literal["engineer", "manager"] = Field(default="engineer", description="A manager sees what is for managers")
    customer: str | None = Field(default=None, description="Only for a customer's own people: the customer's name")

    def person(self) -> Person:
        """Give the person that this describes."""
        return Person(**{**dict(self), "id": PersonId(self.id), "name": self.name or self.id})


class CustomerTable(Table):
    """Whom the team promises things to."""

    name: str = Field(min_length=1, description="As commitments name it")
    aliases: Words = Field(default=(), description="Other names that mean it")


class GithubTable(Table):
    """How GitHub is read."""

    secret_env: Annotated[str, FromEnvironment("SPRINTMIND_GITHUB_SECRET_ENV")] = Field(
        default="SPRINTMIND_GITHUB_SECRET", description="The variable that holds the webhook's secret"
    )
    merged_means: Annotated[Literal["done", "in_qa"], FromEnvironment("SPRINTMIND_GITHUB_MERGED_MEANS")] = Field(
        default="done", description="Status of a ticket whose pull requests are merged"
    )
    bots: Annotated[Words, FromEnvironment("SPRINTMIND_GITHUB_BOTS", words)] = Field(
        default=(), description="Logins that are bots, beside those that GitHub itself marks"
    )
    repositories: Annotated[tuple[RepositoryName, ...], FromEnvironment("SPRINTMIND_GITHUB_REPOSITORIES", words)] = (
        Field(default=(), description="Repositories that `connect` and `sync` read: owner/name")
    )
    api: Annotated[str, FromEnvironment("SPRINTMIND_GITHUB_API")] = Field(
        default="https://api.github.com",
        description="Address of the REST interface; of an Enterprise Server https://HOST/api/v3",
    )


class JiraTable(Table):
    """How Jira is read."""

    secret_env: Annotated[str, FromEnvironment("SPRINTMIND_JIRA_SECRET_ENV")] = Field(
        default="SPRINTMIND_JIRA_SECRET", description="The variable that holds the webhook's secret"
    )
    status_map: Annotated[Mapping[str, StatusWord], FromEnvironment("SPRINTMIND_JIRA_STATUS_MAP", pairs)] = Field(
        default={}, description="Status names of yours, each with the status that it means"
    )
    url: Annotated[str, FromEnvironment("SPRINTMIND_JIRA_URL")] = Field(
        default="", description="Address that `connect` and `sync` read: https://northwind.atlassian.net"
    )


class SourcesTable(Table):
    """Where facts come from."""

    github: GithubTable = GithubTable()
    jira: JiraTable = JiraTable()


class PolicyTable(Table):
    """Numbers of the policy that a team may choose."""

    conflict_window_days: Annotated[int, FromEnvironment("SPRINTMIND_CONFLICT_WINDOW_DAYS")] = Field(
        default=3, ge=0, le=365, description="How long a more trusted source protects a value, in days of 24 hours"
    )
    rules_on: Annotated[tuple[ExtraRule, ...], FromEnvironment("SPRINTMIND_RULES_ON", words)] = Field(
        default=(), description="Rules to turn on beside the nine that always run"
    )
    thresholds: Annotated[Mapping[str, int], FromEnvironment("SPRINTMIND_THRESHOLDS", pairs)] = Field(
        default={}, description="Numbers, most of them business days, named per rule in its page"
    )


class FreezeTable(Table):
    """A time in which nothing is deployed."""

    name: str = Field(min_length=1, description="What it is called")
    start: datetime = Field(alias="from", description="When it begins; without an offset in the team's time zone")
    end: Annotated[datetime, BeforeValidator(end_of_day)] = Field(
        alias="to", description="When it ends, or its last day; without an offset in the team's time zone"
    )
    services: Words = Field(default=(), description="The services it is for; left out: all")

    def freeze(self, zone: ZoneInfo) -> Freeze:
        """Give the freeze that this describes; a time without an offset is the team's."""
        start, end = (at if at.tzinfo else at.replace(tzinfo=zone) for at in (self.start, self.end))
        return Freeze(name=self.name, start=start, end=end, services=frozenset(self.services))


class AbsenceTable(Table):
    """Days on which one person is away."""

    person: str = Field(description="The person's id")
    start: date = Field(alias="from", description="The first day away")
    end: date = Field(alias="to", description="The last day away")

    def absence(self) -> Absence:
        """Give the absence that this describes."""
        return Absence(person=PersonId(self.person), start=self.start, end=self.end)


class LedgerTable(Table):
    """Where the ledger is."""

    database: Annotated[DatabaseAddress, FromEnvironment("SPRINTMIND_DATABASE")] = Field(
        default="", repr=False, description="Empty: SQLite in the home; or postgresql://user@host:5432/database"
    )


class MemoryTable(Table):
    """Where memory is."""

    backend: Annotated[Literal["embedded", "hindsight"], FromEnvironment("SPRINTMIND_MEMORY")] = Field(
        default="embedded", description="embedded or hindsight"
    )
    url: Annotated[str, FromEnvironment("SPRINTMIND_HINDSIGHT_URL")] = Field(
        default="", description="Address of the Hindsight server"
    )
    embeddings: Annotated[str, FromEnvironment("SPRINTMIND_EMBEDDINGS")] = Field(
        default="",
        description="What turns texts into vectors. Empty: the model that comes with SprintMind; none: words alone; a "
        "folder with model.onnx and tokenizer.json; or https://…/v1 of a server that embeds as OpenAI's does, whose "
        "key is in SPRINTMIND_EMBEDDINGS_KEY",
    )
    embeddings_model: Annotated[str, FromEnvironment("SPRINTMIND_EMBEDDINGS_MODEL")] = Field(
        default="", description="Which model of that server, as it calls it"
    )
    probe_seconds: Annotated[int, FromEnvironment("SPRINTMIND_MEMORY_PROBE_SECONDS")] = Field(
        default=60,
        ge=1,
        le=3600,
        description="How long a page looks, after an import, until memory finds what it was told",
    )
    bank: Annotated[str, FromEnvironment("SPRINTMIND_HINDSIGHT_BANK")] = Field(
        default="", description="The server's bank for this team; empty: sprintmind- and the workspace's name"
    )


class ModelTable(Table):
    """Which language model writes prose and proposes what texts claim."""

    name: Annotated[str, FromEnvironment("SPRINTMIND_MODEL")] = Field(
        default="", description="Empty: none; else a pydantic-ai name such as groq:openai/gpt-oss-120b"
    )
    base_url: Annotated[str, FromEnvironment("SPRINTMIND_MODEL_URL")] = Field(
        default="", description="For servers that speak as OpenAI's does"
    )
    timeout_seconds: Annotated[int, FromEnvironment("SPRINTMIND_MODEL_TIMEOUT")] = Field(
        default=60, ge=1, le=3600, description="How long one answer of the model is waited for"
    )


class DigestTable(Table):
    """The team's digest, which `tick` posts when it is due."""

    folder: Annotated[str, FromEnvironment("SPRINTMIND_DIGEST_FOLDER")] = Field(
        default="", description="Where it goes, as Markdown and plain text, from the home on; empty: nowhere"
    )
    at: Annotated[TimeOfDay, FromEnvironment("SPRINTMIND_DIGEST_AT")] = Field(
        default="09:00", description="When it is due, in the team's time zone"
    )
    days: Annotated[tuple[Weekday, ...], FromEnvironment("SPRINTMIND_DIGEST_DAYS", words)] = Field(
        default=(), description="On which of the working days; empty: on all"
    )


class OpenIdTable(Table):
    """Signing in with an account elsewhere, by OpenID Connect."""

    issuer: Annotated[str, FromEnvironment("SPRINTMIND_OPENID_ISSUER")] = Field(
        default="", description="Address of the provider; empty: people sign in with accounts of this server"
    )
    client_id: Annotated[str, FromEnvironment("SPRINTMIND_OPENID_CLIENT")] = Field(
        default="", description="The name under which the provider knows this server"
    )
    secret_env: Annotated[str, FromEnvironment("SPRINTMIND_OPENID_SECRET_ENV")] = Field(
        default="SPRINTMIND_OPENID_SECRET", description="The variable that holds the secret shared with the provider"
    )


class WebTable(Table):
    """How the pages are reached."""

    address: Annotated[WebAddress, FromEnvironment("SPRINTMIND_WEB_ADDRESS")] = Field(
        default="", description="Where people find the pages, behind a proxy: https://sprintmind.northwind.example"
    )
    openid: OpenIdTable = OpenIdTable()


class Settings(Table):
    """Everything that `sprintmind.toml` may hold."""

    team_table: TeamTable = Field(default=TeamTable(), alias="team")
    people: Annotated[tuple[PersonTable, ...], FromEnvironment("SPRINTMIND_PEOPLE", rows)] = ()
    customers: Annotated[tuple[CustomerTable, ...], FromEnvironment("SPRINTMIND_CUSTOMERS", rows)] = ()
    sources: SourcesTable = SourcesTable()
    policy_table: PolicyTable = Field(default=PolicyTable(), alias="policy")
    freezes: Annotated[tuple[FreezeTable, ...], FromEnvironment("SPRINTMIND_FREEZES", rows)] = ()
    absences: Annotated[tuple[AbsenceTable, ...], FromEnvironment("SPRINTMIND_ABSENCES", rows)] = ()
    ledger: LedgerTable = LedgerTable()
    memory: MemoryTable = MemoryTable()
    model: ModelTable = ModelTable()
    transcription: TranscriptionTable = TranscriptionTable()
    digest: DigestTable = DigestTable()
    web: WebTable = WebTable()
    log: LogTable = LogTable()

    @property
    def database(self) -> str:
        """Give the address of the ledger's database; empty: a file in the home."""
        return self.ledger.database

    @property
    def memory_backend(self) -> str:
        """Give which memory is meant."""
        return self.memory.backend

    @property
    def embeddings(self) -> str:
        """Give what turns texts into vectors; empty: the model that comes with SprintMind."""
        return self.memory.embeddings

    @property
    def embeddings_model(self) -> str:
        """Give which model of an embeddings server is meant."""
        return self.memory.embeddings_model

    @property
    def memory_url(self) -> str:
        """Give the address of the Hindsight server."""
        return self.memory.url

    @property
    def memory_bank(self) -> str:
        """Give the server's bank; empty: named after the workspace."""
        return self.memory.bank

    @property
    def model_name(self) -> str:
        """Give which language model is meant; empty: none."""
        return self.model.name

    @property
    def model_url(self) -> str:
        """Give the address of the model's server; empty: the provider's own."""
        return self.model.base_url

    @property
    def model_timeout(self) -> timedelta:
        """Give how long one answer of the model is waited for."""
        return timedelta(seconds=self.model.timeout_seconds)

    @property
    def transcription_model(self) -> str:
        """Give which model turns recordings into words on this machine; empty: none."""
        return self.transcription.model

    @property
    def transcription_url(self) -> str:
        """Give which server does; empty: none."""
        return self.transcription.url

    @property
    def transcription_name(self) -> str:
        """Give which model of that server is meant."""
        return self.transcription.name

    @property
    def transcription_language(self) -> str:
        """Give which language is spoken; empty: as the model hears it."""
        return self.transcription.language

    @property
    def digest_folder(self) -> str:
        """Give where the team's digest goes, from the home on; empty: nowhere."""
        return self.digest.folder

    def schedule(self) -> Schedule:
        """Give when the team's digest is due."""
        days = frozenset(DAYS.index(day) for day in self.digest.days)
        return Schedule(at=time.fromisoformat(self.digest.at), weekdays=days)

    def fingerprint(self) -> str:
        """Give a text that changes with everything that the reading or the fold of an event depends on."""
        tables = (self.team_table, self.sources, *self.people, *self.customers)
        return digest(self.policy_table.conflict_window_days, *(table.model_dump_json() for table in tables))

    def policy(self) -> Policy:
        """Give what the team set about how its work is judged."""
        table = self.policy_table
        return Policy(
            conflict_window_days=table.conflict_window_days,
            rules_on=frozenset(table.rules_on),
            thresholds=dict(table.thresholds),
            freezes=tuple(each.freeze(ZoneInfo(self.team_table.timezone)) for each in self.freezes),
        )

    def chosen(self) -> Chosen:
        """Give what a question to the ledger needs of all this."""
        table = self.team_table
        return Chosen(
            name=table.name,
            keys=table.keys,
            timezone=table.timezone,
            working_days=frozenset(DAYS.index(day) for day in table.working_days),
            holidays=table.holidays,
            absences=tuple(each.absence() for each in self.absences),
            people=tuple(person.person() for person in self.people),
            customers=tuple(Customer(name=each.name, aliases=each.aliases) for each in self.customers),
            merged_means=self.sources.github.merged_means,
            bots=frozenset(bot.casefold() for bot in self.sources.github.bots),
            status_map={name.casefold(): word for name, word in self.sources.jira.status_map.items()},
            policy=self.policy(),
            fingerprint=self.fingerprint(),
        )

    def calendar(self) -> Calendar:
        """Give the team's days; its public holidays are looked up when the first day is asked for."""
        return self.chosen().calendar()

    def team(self) -> Team:
        """Give what a reading may know of the team."""
        return self.chosen().team()
