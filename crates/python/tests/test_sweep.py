"""Studies, with the results of the command."""

import json
import os
import subprocess
import sys

import pytest

import makespan


def test_a_study_is_that_of_the_command_byte_for_byte(plan, equal, tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    subprocess.run([os.environ["MAKESPAN"], "sweep", path, "--out", theirs], check=True, capture_output=True)
    told = []
    table = makespan.sweep(path, out=ours, progress=lambda done, total: told.append((done, total)))
    equal(theirs, ours)
    assert table.num_rows == 60 and told[-1] == (60, 60)
    assert makespan.sweep(plan) == table
    assert table.schema.field("processors").metadata[b"title"]


def test_pandas_and_polars_take_a_table_as_it_is(plan):
    table = makespan.sweep(plan, table="runs")
    pandas = pytest.importorskip("pandas")
    runs = table.to_pandas()
    assert isinstance(runs, pandas.DataFrame) and set(runs["run"]) == {1, 2, 3, 4, 5}
    polars = pytest.importorskip("polars")
    same = polars.from_arrow(table)
    assert same.columns == list(runs.columns) and same.to_dicts() == table.to_pylist()


def test_all_tables_of_a_study_can_be_had_and_others_are_refused(plan):
    assert set(makespan.sweep(plan, table="runs").column("run").to_pylist()) == {1, 2, 3, 4, 5}
    assert makespan.sweep(plan, table="table-strategies").num_rows > 0
    with pytest.raises(makespan.NotAllowed) as caught:
        makespan.sweep(plan, table="none")
    assert caught.value.allowed == "points, runs, table-strategies"


@pytest.mark.parametrize("threads", [0, -1, 70_000])
def test_a_number_of_threads_that_no_machine_has_is_refused(plan, threads):
    pytest.importorskip("pyarrow")
    with pytest.raises(makespan.NotAllowed, match=f"threads is {threads}; allowed: a whole number from 1 to 65535"):
        makespan.sweep(plan, threads=threads)


def test_a_bad_plan_is_refused_by_place_value_and_range(plan):
    bad = {**plan, "axes": [{"parameter": "copies", "values": [1, 9999]}]}
    with pytest.raises(makespan.NotAllowed) as caught:
        makespan.sweep(bad)
    assert caught.value.place.startswith("axes[0]") and "9999" in str(caught.value)
    with pytest.raises(makespan.NotAllowed, match="line 1"):
        makespan.sweep("plan = [")
    with pytest.raises(makespan.NotAllowed, match="a path of pathlib"):
        makespan.sweep("plan.toml")


def test_without_pyarrow_a_sweep_says_what_to_install():
    script = """
import sys
sys.modules["pyarrow"] = None
import makespan
try:
    makespan.sweep({"plan": 1, "preset": "bursts-replicate"})
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert "pip install pyarrow" in done.stdout
