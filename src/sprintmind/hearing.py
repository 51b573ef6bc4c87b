"""Texts that are read with a language model beside the rules, where the team has set one and it answers."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from sprintmind.care import Care
from sprintmind.domain.events import EventKey
from sprintmind.domain.people import Team
from sprintmind.domain.proposed import RULES, ReadBy
from sprintmind.domain.turns import TEXTS
from sprintmind.errors import ConfigError, DeliveryError, UnavailableError
from sprintmind.intake import Delivery, Version, parse, version
from sprintmind.llm.port import Model
from sprintmind.proposing.asking import PURPOSE
from sprintmind.proposing.modelled import Modelled, ModelReader, PartsWatch
from sprintmind.reading.statements import Statement

Reader = Callable[[Delivery, Team], Sequence[Statement]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What a text claims, and who read it."""

    statements: tuple[Statement, ...] = ()
    read_by: ReadBy = RULES


class Hearing(Care):
    """What `App` does with texts before they are recorded; a model is asked while no transaction is open."""

    _read: Reader
    _model_reader: ModelReader | None = None
    """None where no model ever reads."""
    _linked: Team | None = None
    """The team with what people had linked when something was recorded last; None before."""

    def _backlog(self) -> int:
        """Count what waits for memory."""
        with self._ledger.reading() as reading:
            return reading.backlog()

    @property
    def models_read(self) -> bool:
        """Tell whether a model reads texts beside the rules; it may still not answer."""
        return self._opened()[0] is not None

    def extract(self, delivery: Delivery) -> tuple[Statement, ...]:
        """Read a text and store nothing of it; statements that claim nothing are included, of kind none."""
        return self.read_text(delivery).statements

    def read_text(self, delivery: Delivery, *, watch: PartsWatch | None = None) -> Extracted:
        """Read a text as `extract` does, and tell who read it and what a model proposed that does not hold."""
        model, why = self._opened()
        if model is None:
            return Extracted(statements=tuple(self._read(delivery, self.team)), read_by=ReadBy(notes=why))
        read = self._modelled(delivery, self.team, model=model, watch=watch)
        return Extracted(statements=read.statements, read_by=read.read_by)

    def rivals(self, brought: Iterable[tuple[str, Delivery]]) -> Mapping[str, Sequence[str]]:
        """Find texts that come together and would be taken for versions of one, so that one takes back the others.

        Args:
            brought: What came, each with what it is called.

        Returns:
            By what each of these is called, the others. Texts that read alike are no rivals, nor are those that are
            known already: recording them changes nothing.
        """
        versions: dict[str, dict[EventKey, list[str]]] = defaultdict(lambda: defaultdict(list))
        for name, delivery in brought:
            if found := self._version(delivery):
                versions[found.document][found.key].append(name)
        together = [by_key for by_key in versions.values() if len(by_key) > 1 and not self._are_heard(by_key)]
        return {
            name: [other for rival, others in by_key.items() if rival != key for other in others]
            for by_key in together
            for key, names in by_key.items()
            for name in names
        }

    def _version(self, delivery: Delivery) -> Version | None:
        try:
            return version(delivery, self.team)
        except DeliveryError:  # recording it says so
            return None

    def _are_heard(self, keys: Iterable[EventKey]) -> bool:
        wanted = set(keys)
        with self._ledger.reading() as reading:
            return len(reading.heard_at(wanted)) == len(wanted)

    def _heard(
        self, given: Sequence[Delivery], *, watch: PartsWatch | None
    ) -> tuple[tuple[Delivery, ...], ReadBy | None]:
        """Let a model propose what texts claim that are not known yet; what held comes along with each from now on.

        Returns:
            The deliveries, and who read the texts among them; None if there is no text.
        """
        if not any(each.source in TEXTS for each in given):
            return tuple(given), None
        model, why = self._opened()
        if model is None:
            return tuple(given), ReadBy(notes=why)
        read_by, heard = RULES, list[Delivery]()
        for read in self._each(given, self.team, model=model, watch=watch):
            heard.append(read.delivery)
            read_by = read_by.also(read.read_by)
        return tuple(heard), read_by

    def _each(
        self, given: Sequence[Delivery], team: Team, *, model: Model, watch: PartsWatch | None
    ) -> Iterator[Modelled]:
        """Read one after the other; once the model is down, those that are left are read by the rules."""
        down = False
        for delivery in given:
            plain = Modelled(delivery=delivery, statements=(), read_by=RULES)
            if down or delivery.source not in TEXTS or self._is_known(delivery, team):
                yield plain
                continue
            try:
                read = self._modelled(delivery, team, model=model, watch=watch)
            except DeliveryError:  # recording it says so
                yield plain
                continue
            down = read.down
            yield read

    def _modelled(self, delivery: Delivery, team: Team, *, model: Model, watch: PartsWatch | None) -> Modelled:
        """Read a text with a model and count what it took."""
        if self._model_reader is None:
            raise TypeError("there is nothing that reads with a model")
        read = self._model_reader(delivery, team, model=model, stopwatch=perf_counter, watch=watch)
        self._ledger.asks.called(read.calls, purpose=PURPOSE, at=self.now())
        return read

    def _opened(self) -> tuple[Model | None, tuple[str, ...]]:
        """Open the model that reads; where that fails, say why."""
        if self._model_reader is None:
            return None, ()
        try:
            return self._adapters.model(), ()
        except (ConfigError, UnavailableError) as error:
            return None, (f"no model reads beside them: {error}",)

    def _is_known(self, delivery: Delivery, team: Team) -> bool:
        """Tell whether a text was recorded before, so that reading it again would change nothing."""
        try:
            keys = [event.key for event in parse(delivery, team)]
        except DeliveryError:
            return True
        return bool(keys) and self._are_heard(keys)
