"""Studies on a Dask cluster."""

from __future__ import annotations

import os
import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Dict, Optional
from uuid import uuid4

from . import _native
from ._sweep import PlanLike, folder, reader

if TYPE_CHECKING:
    import pyarrow
    from distributed import Client

# So many shards a thread: a thread that is slow or lost holds up little.
_EACH = 4


def sweep(
    plan: PlanLike,
    client: Client,
    *,
    shards: Optional[int] = None,
    out: Optional[PathLike[str]] = None,
    table: str = "points",
    progress: Optional[Callable[[int, int], object]] = None,
) -> pyarrow.Table:
    """Run a plan on the workers of a ``distributed.Client`` and return one of its tables as a ``pyarrow.Table``.

    Each of ``shards`` tasks computes a share of the points; the tables are put together here, and are those of
    ``makespan.sweep``, byte for byte. A task whose worker is lost runs on another one. With a folder ``out`` the shards stay in
    its folder ``shards``, and a sweep that was ended goes on with those that are missing.
    """
    from distributed import as_completed

    checked = _native.Plan(plan)
    read = reader(checked, table)
    if shards is None:
        threads = sum(client.nthreads().values())
        shards = min(checked.points, _EACH * max(threads, 1))
    with folder(out) as place:
        names = {f"{at + 1}/{shards}": place / "shards" / f"{at + 1}-of-{shards}" for at in range(shards)}
        tasks = {}
        # A key of its own: the scheduler may still know the tasks of a sweep that was ended.
        own_sweep = uuid4().hex[:8]
        for shard, own in names.items():
            if not checked.is_done(own, shard):
                key = f"makespan-{own_sweep}-{shard}"
                tasks[client.submit(_shard, checked.json(), shard, key=key)] = own
        done = shards - len(tasks)
        try:
            for task, files in as_completed(list(tasks), with_results=True):
                _keep(tasks[task], files)
                task.release()
                done += 1
                if progress is not None:
                    progress(done, shards)
        finally:
            # Of a sweep that fails or is ended, nothing goes on; of one that is done, nothing is left.
            client.cancel(list(tasks))
        _native.merge(list(names.values()), place)
        return read(place)


def _shard(plan: str, shard: str) -> Dict[str, bytes]:
    """On a worker: the files of a shard, which need no disk that machines share."""
    with tempfile.TemporaryDirectory(prefix="makespan-") as place:
        _native.Plan(plan).work(Path(place), shard, 1, None)
        return {path.name: path.read_bytes() for path in Path(place).iterdir()}


def _keep(place: Path, files: Dict[str, bytes]) -> None:
    place.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        part = place / f"{name}.part"
        part.write_bytes(content)
        os.replace(part, place / name)
