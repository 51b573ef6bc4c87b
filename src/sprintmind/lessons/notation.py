"""YAML as people write lessons in it: nothing is repeated by reference, and no name stands twice."""

import yaml

from sprintmind.errors import InputError


def yaml_documents(text: str, *, place: str) -> list[object]:
    """Read every document of a YAML text; empty ones are None.

    Raises:
        InputError: It is no YAML, or holds a value that there is not, such as the 45th of a month.
    """
    try:
        return list(yaml.load_all(text, Loader=_Plain))
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(f"{place}: {_where(error)}") from error


class _Plain(yaml.SafeLoader):
    """Reads no aliases, with which ten lines can stand for more than memory holds, and no name twice."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # PyYAML's types leave it out
            raise yaml.MarkedYAMLError(problem="an alias is not read", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:  # noqa: FBT001, FBT002 -- as PyYAML calls it
        names = set[str]()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in names:
                raise yaml.MarkedYAMLError(problem=f"{key.value!r} stands twice", problem_mark=key.start_mark)
            names.add(str(key.value))
        return super().construct_mapping(node, deep=deep)


def _where(error: Exception) -> str:
    """Say in one line what was found, and where."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"{error.problem} in line {error.problem_mark.line + 1}"
    return " ".join(str(error).split())[:200]
