"""Makespan's scheduling models: run, compare and sweep scenarios.

The same scenario has the same numbers and the same fingerprint here, on the page and in the command ``makespan``.

>>> import makespan
>>> report = makespan.run("bursts-replicate", copies=4)
>>> report.headline, report.fingerprint
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Callable, Dict, Iterable, List, Optional, Union

from . import _native
from ._report import Figure, Live, Report
from ._sweep import sweep
from .errors import Error, Failed, FileNeeded, NotAllowed, Problem

__version__ = _native.VERSION

#: The name of a preset, a link, JSON text, a dictionary as in a scenario file, or the path of one.
Scenario = Union[str, Dict[str, Any], "PathLike[str]"]
#: A file of job runtimes, or nodes with their runtimes in ms.
Traces = Union[str, "PathLike[str]", Dict[str, Iterable[float]]]
#: Called with how much is done and how much there is to do.
Progress = Callable[[int, int], object]

__all__ = [
    "Error",
    "Failed",
    "Figure",
    "FileNeeded",
    "Live",
    "NotAllowed",
    "Problem",
    "Report",
    "compare",
    "describe",
    "eval",
    "link",
    "presets",
    "run",
    "schema",
    "sweep",
]


def run(
    scenario: Scenario,
    *,
    traces: Optional[Traces] = None,
    progress: Optional[Progress] = None,
    **changes: Any,
) -> Report:
    """Run a scenario, with changed parameters, and return its report.

    ``scenario`` is the name of a preset, a link, a dictionary or JSON text of a scenario file, or a path of one.
    ``traces`` are job runtimes: the path of a file, or a dictionary of nodes with their runtimes in ms.
    ``progress`` is called with how much is done and how much there is to do; what it raises ends the run.
    """
    return Report(_native.run(scenario, changes, None, traces, progress))


def compare(
    scenario: Scenario,
    variants: Iterable[Dict[str, Any]],
    *,
    traces: Optional[Traces] = None,
    progress: Optional[Progress] = None,
    **changes: Any,
) -> Report:
    """Run a scenario beside up to three variants of it, each a dictionary of changes, on the same random draws."""
    return Report(_native.run(scenario, changes, list(variants), traces, progress))


def describe(name: Optional[str] = None) -> Dict[str, Any]:
    """Tell all laboratories and formulas, or one of them with the JSON Schema of its parameters."""
    return _native.describe(name)


def presets() -> List[Dict[str, Any]]:
    """List the presets: name, laboratory, title, help and scenario of each."""
    return _native.presets()


def eval(name: str, **parameters: Any) -> float:  # the command's word for it
    """Evaluate a formula by its name; not a number (``nan``) where it is undefined."""
    return _native.evaluate(name, parameters)


def link(scenario: Scenario, page: str = "", **changes: Any) -> str:
    """Return the link of a scenario, behind the address of a page where one is given."""
    return page.rstrip("#") + _native.link(scenario, changes)


def schema() -> Dict[str, Any]:
    """Return the JSON Schema of a scenario."""
    return _native.schema()
