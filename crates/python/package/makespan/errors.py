"""Exceptions: each says what to do; those about values have place, value and allowed values."""

from __future__ import annotations

from typing import Iterable, NamedTuple, Tuple


class Problem(NamedTuple):
    """A complaint about one value."""

    place: str
    value: str
    allowed: str


class Error(Exception):
    """All exceptions of this package."""


class NotAllowed(Error, ValueError):
    """A value that is not allowed; ``place``, ``value`` and ``allowed`` are those of the first of ``problems``."""

    def __init__(self, message: str, problems: Iterable[Tuple[str, str, str]]) -> None:
        self.message = message
        self.problems = tuple(Problem(*problem) for problem in problems)
        super().__init__(message, self.problems)
        self.place, self.value, self.allowed = self.problems[0]

    def __str__(self) -> str:
        return self.message


class FileNeeded(Error):
    """The scenario needs a file of traces: give it as ``traces``."""

    def __init__(self, message: str, name: str, digest: str, nodes: int, jobs: int) -> None:
        super().__init__(message, name, digest, nodes, jobs)
        self.message = message
        self.name, self.digest, self.nodes, self.jobs = name, digest, nodes, jobs

    def __str__(self) -> str:
        return self.message


class Failed(Error, RuntimeError):
    """Something could not be read, written or run."""
