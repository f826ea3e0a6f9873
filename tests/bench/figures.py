"""Records for `cargo xtask bench` (see crates/gauge): what a peer in Python took, beside our figure of the same name.

$FIGURES names the file of records; where QUICK is set, one run is enough.
"""

import json
import os
import pathlib
import statistics
import time

FILE = pathlib.Path(os.environ["FIGURES"])
QUICK = bool(os.environ.get("QUICK"))
RUNS = 1 if QUICK else 5
# Programs that take longer than this in all, s, are measured three times, and once where one run takes longer.
LONG = 12


def _named(name):
    records = map(json.loads, FILE.read_text().splitlines())
    return next((record for record in records if record.get("name") == name), None)


def has(name):
    """Whether we have a figure of that name."""
    return _named(name) is not None


def ours(name):
    """Our figure of that name."""
    record = _named(name)
    if record is None:
        raise SystemExit(f"there is no figure “{name}” in {FILE}")
    return record


def _wanted(runs, seconds):
    """Whether what ran so often in so many seconds runs once more (see `wanted` in crates/gauge)."""
    if QUICK or (runs == 1 and seconds >= LONG):
        return False
    return runs < RUNS if seconds < LONG else runs < 3 or runs % 2 == 0


def timed(work):
    """The seconds of each run, and what the last one returned."""
    runs, began = [], time.perf_counter()
    while not runs or _wanted(len(runs), time.perf_counter() - began):
        begun = time.perf_counter()
        done = work()
        runs.append(time.perf_counter() - begun)
    return runs, done


def beside(name, peer, runs, least=None):
    """Keeps a peer's runs, in the unit of our figure of that name, and gives our median and the peer's.

    We have to be `least` times as fast.
    """
    own = ours(name)
    record = {**own, "peer": {"name": peer, "runs": runs}, "least": least}
    with FILE.open("a") as file:
        file.write(json.dumps(record) + "\n")
    return statistics.median(own["runs"]), statistics.median(runs)
