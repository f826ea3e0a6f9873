"""What a run came to, and how a notebook shows it."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import Any, NamedTuple, Sequence
from urllib.parse import quote

from ._native import Ran

_LIGHT = "max-width: 100%; overflow-x: auto; background: #fff; color: #1b1b1b; padding: 0.5em"


class Figure(NamedTuple):
    """One number that says how good a run was."""

    key: str
    name: str
    value: float | None
    unit: str
    interval: tuple[float, float] | None
    beside: str | None
    text: str


class Report:
    """A report: headline, figures of merit, tables, charts and schedule."""

    __slots__ = ("_ran",)

    def __init__(self, ran: Ran) -> None:
        self._ran = ran

    @property
    def headline(self) -> str:
        """One sentence: the finding with its number."""
        return self._ran.headline

    @property
    def why(self) -> str:
        """One or two sentences: the cause."""
        return self._ran.why

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the whole report, as page and command state it."""
        return self._ran.fingerprint

    @property
    def digest(self) -> str:
        """Names what was run: SHA-256 over scenario and variants."""
        return self._ran.digest

    @property
    def link(self) -> str | None:
        """The link from its ``#`` on; ``None`` where it would be too long."""
        return self._ran.link

    @property
    def changes(self) -> list[str]:
        """What the traces changed of the scenario, in words."""
        return self._ran.changes

    @property
    def scenario(self) -> dict[str, Any]:
        """The whole scenario, as in a scenario file."""
        return self._ran.scenario()

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures of merit by their keys."""
        figures = {}
        for one in self._ran.figures:
            ends = one.pop("interval")
            figures[one["key"]] = Figure(**one, interval=ends and tuple(ends))
        return figures

    def table(self, key: str) -> list[dict[str, float | str]]:
        """A table as a list of rows, each a dictionary; numbers are floats, times in ms."""
        text = self._ran.csv(key)
        if text is None:
            known = ", ".join(table["key"] for table in self.to_dict()["tables"])
            raise KeyError(f"no table “{key}”; allowed: {known}")
        return [{name: _cell(cell) for name, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]

    def to_dict(self) -> dict[str, Any]:
        """The whole report, as ``makespan run --json`` prints it."""
        return self._ran.report()

    def svg(self, width: int = 960, *, millimetres: int | None = None, theme: str = "light") -> str | None:
        """The schedule as SVG text; ``None`` where the report has none."""
        if theme not in ("light", "dark"):
            raise ValueError(f"theme is {theme!r}; allowed: 'light', 'dark'")
        return self._ran.svg(width, millimetres, theme == "dark")

    def live(
        self,
        page: str,
        *,
        show: Sequence[str] = (),
        params: Sequence[str] = (),
        height: int = 620,
    ) -> Live:
        """The live figure in a frame of the page at this address, for a notebook.

        ``show`` and ``params`` list the visible parts and the parameters that readers may change.
        """
        if self.link is None:
            raise ValueError("the scenario is too long for a link, which a live figure needs")
        said = {"embed": "1", "show": ",".join(show), "params": ",".join(params)}
        query = "&".join(f"{key}={quote(value, safe=',():')}" for key, value in said.items() if value)
        address = page.split("#")[0].split("?")[0]
        return Live(f"{address}?{query}{self.link}", self.headline, height)

    def __repr__(self) -> str:
        return f"<makespan.Report {self.fingerprint[:16]}: {self.headline}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(one.name)}</td><td>{escape(one.text)}</td><td>{escape(one.beside or '')}</td></tr>"
            for one in self.figures.values()
        )
        return (
            f'<div style="{_LIGHT}"><p><strong>{escape(self.headline)}</strong><br>{escape(self.why)}</p>'
            f"<table>{rows}</table>{self.svg() or ''}</div>"
        )


class Live(NamedTuple):
    """A live figure: a frame of the page."""

    address: str
    title: str
    height: int

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{escape(self.title)}" src="{escape(self.address)}" width="100%" '
            f'height="{self.height:d}" style="border: 0"></iframe>'
        )


def _cell(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
