"""Studies on several worker processes, with the results of one."""

import os
import signal
import tempfile

import pytest

import makespan

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

from makespan import dask as on_dask  # noqa: E402


@pytest.fixture
def client(tmp_path):
    kept = {"distributed.scheduler.allowed-failures": 10, "temporary-directory": str(tmp_path / "dask")}
    import dask

    with dask.config.set(kept):
        cluster = distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        )
        with cluster, distributed.Client(cluster) as client:
            yield client


def pids(client):
    return set(client.run(os.getpid).values())


def test_a_killed_and_a_slow_worker_change_nothing(plan, equal, client, tmp_path):
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    table = makespan.sweep(plan, out=alone)
    slow, lost, other = sorted(pids(client))
    killed = []

    def progress(done, total):
        assert total == 20
        # A worker that stands still for most of the sweep is a slow one.
        if done == 1:
            os.kill(slow, signal.SIGSTOP)
        if done == 3 and not killed:
            os.kill(lost, signal.SIGKILL)
            killed.append(done)
        if done == 8:
            os.kill(slow, signal.SIGCONT)

    again = on_dask.sweep(plan, client, shards=20, out=shared, progress=progress)
    assert killed and lost not in pids(client)
    assert again == table
    equal(alone, shared)


def test_a_sweep_that_was_ended_goes_on_with_what_is_missing(plan, equal, client, tmp_path):
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    makespan.sweep(plan, out=alone)

    def enough(done, total):
        if done == 4:
            raise LookupError("enough")

    with pytest.raises(LookupError):
        on_dask.sweep(plan, client, shards=10, out=shared, progress=enough)
    told = []
    on_dask.sweep(plan, client, shards=10, out=shared, progress=lambda done, total: told.append(done))
    assert told == [5, 6, 7, 8, 9, 10]
    equal(alone, shared)


def test_a_refusal_on_a_worker_arrives_with_its_place(client):
    future = client.submit(makespan.run, "bursts-replicate", copies=9999)
    with pytest.raises(makespan.NotAllowed) as caught:
        future.result()
    assert "copies" in caught.value.place


def test_without_a_folder_nothing_stays(plan, client, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    told = []
    table = on_dask.sweep(plan, client, progress=lambda done, total: told.append((done, total)))
    assert table.num_rows == 60 and told[-1] == (12, 12)
    assert not list(tmp_path.glob("makespan-*"))
