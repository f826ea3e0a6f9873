"""Studies: one scenario at thousands of points."""

from __future__ import annotations

import contextlib
import os
import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Union

from . import _native
from .errors import NotAllowed

if TYPE_CHECKING:
    import pyarrow

#: A dictionary, text in TOML or JSON, or a path.
PlanLike = Union[str, Dict[str, Any], "PathLike[str]"]


def sweep(
    plan: PlanLike,
    *,
    out: Optional[PathLike[str]] = None,
    table: str = "points",
    threads: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> pyarrow.Table:
    """Run a plan on all cores and return one of its tables as a ``pyarrow.Table``.

    ``plan`` is a dictionary, text in TOML or JSON, or a path. ``table`` is ``"points"``, ``"runs"`` or ``"table-KEY"`` for a
    table that the plan keeps. With a folder ``out`` a sweep that was ended goes on where it stood, and all tables stay there as
    Parquet and CSV. ``progress`` is called with the points that are done and all points.
    """
    checked = _native.Plan(plan)
    read = reader(checked, table)
    with folder(out) as place:
        checked.work(place, "1/1", threads, progress)
        return read(place)


def reader(plan: _native.Plan, table: str) -> Callable[[Path], pyarrow.Table]:
    """What reads a table of a study from its folder; complains before anything is run."""
    if table not in plan.tables:
        allowed = ", ".join(plan.tables)
        raise NotAllowed(f"table is {table}; allowed: {allowed}", [("table", str(table), allowed)])
    try:
        from pyarrow import parquet
    except ImportError as error:
        said = "a sweep returns a pyarrow Table: pip install pyarrow (or use the command “makespan sweep”)"
        raise ImportError(said, name="pyarrow") from error
    return lambda place: parquet.read_table(place / f"{table}.parquet", memory_map=False)


@contextlib.contextmanager
def folder(out: Optional[PathLike[str]]) -> Iterator[Path]:
    """The folder of a study: the user's, or one that goes afterwards."""
    if out is None:
        with tempfile.TemporaryDirectory(prefix="makespan-") as place:
            yield Path(place)
    else:
        yield Path(os.fspath(out))
