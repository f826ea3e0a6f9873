"""The package does what page and command do."""

import json
import math
import os
import pathlib
import pickle
import signal
import subprocess
import threading
import time

import pytest

import makespan


def command(*arguments):
    """What the command prints; the program is that of the same build."""
    done = subprocess.run([os.environ["MAKESPAN"], *arguments], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def one_preset_a_laboratory():
    first = {}
    for preset in makespan.presets():
        first.setdefault(preset["laboratory"], preset["name"])
    return sorted(first.values())


@pytest.mark.parametrize("preset", one_preset_a_laboratory())
def test_a_preset_of_each_laboratory_has_the_command_s_fingerprint_figures_and_link(preset):
    link = makespan.link(preset)
    theirs = command("run", link, "--json")
    report = makespan.run(preset)
    assert report.fingerprint == theirs["fingerprint"]
    assert report.digest == theirs["digest"]
    assert report.link == theirs["link"] == link
    assert report.scenario == theirs["scenario"]
    assert report.to_dict() == theirs["report"]


def test_changes_of_all_kinds_are_those_of_the_link():
    report = makespan.run("bursts-replicate", copies=4, iterations=50)
    assert report.fingerprint == makespan.run("#p=bursts-replicate&copies=4&iterations=50").fingerprint
    assert report.fingerprint == makespan.run(report.scenario).fingerprint
    assert report.fingerprint == makespan.run(json.dumps(report.scenario)).fingerprint
    assert makespan.link("bursts-replicate", "https://example.org/#", copies=4).startswith("https://example.org/#")


def test_a_scenario_file_is_read_by_its_path(tmp_path):
    report = makespan.run("bursts-replicate", iterations=50)
    path = tmp_path / "one.makespan.json"
    path.write_text(json.dumps(report.scenario))
    assert makespan.run(path).fingerprint == report.fingerprint
    with pytest.raises(makespan.Failed, match="could not be read"):
        makespan.run(tmp_path / "none.json")


def test_variants_are_compared_on_the_same_draws():
    report = makespan.compare("bursts-replicate", [{"copies": 1}, {"copies": 2}], iterations=50)
    theirs = command("run", "#p=bursts-replicate&iterations=50", "--compare", "copies=1", "--compare", "copies=2", "--json")
    assert report.fingerprint == theirs["fingerprint"]


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    ours = makespan.run("bursts-replicate", copies=numpy.int64(4), iterations=numpy.int32(50))
    assert ours.fingerprint == makespan.run("bursts-replicate", copies=4, iterations=50).fingerprint


def test_own_traces_are_those_of_their_file(tmp_path):
    rows = [[1000.0 + 37 * (at * at % 11), 1500.0 + 21 * (at * 7 % 13)] for at in range(400)]
    path = tmp_path / "traces.csv"
    path.write_text("a,b\n" + "".join(f"{one},{other}\n" for one, other in rows))
    by_path = makespan.run("bursts-replicate", traces=path, copies=1, processors=2, iterations=50)
    by_name = makespan.run("bursts-replicate", traces=str(path), copies=1, processors=2, iterations=50)
    assert by_name.fingerprint == by_path.fingerprint
    nodes = {"a": [one for one, _ in rows], "b": [other for _, other in rows]}
    by_values = makespan.run("bursts-replicate", traces=nodes, copies=1, processors=2, iterations=50)
    assert by_path.figures == by_values.figures
    theirs = command(
        "run", "#p=bursts-replicate&copies=1&processors=2&iterations=50", "--trace-file", str(path), "--json"
    )
    assert theirs["report"]["figures"] == by_path.to_dict()["figures"]


@pytest.mark.parametrize(
    ("call", "place", "allowed"),
    [
        (lambda: makespan.run("bursts-replicate", copies=9999), "copies", "1"),
        (lambda: makespan.run("bursts-replicate", noise=math.nan), "noise", "finite"),
        (lambda: makespan.run("bursts-replicate", copies=object()), "copies", "JSON"),
        (lambda: makespan.run("bursts-replicate", copies=2**70), "copies", "64 bits"),
        (lambda: makespan.run(3), "scenario", "link"),
        (lambda: makespan.run("mine/one.makespan.json"), "scenario", "a path of pathlib"),
        (lambda: makespan.run("bursts-replicate", traces=3), "traces", "path"),
        (lambda: makespan.compare("bursts-replicate", [3]), "variants[0]", "dictionary"),
        (lambda: makespan.eval("replication.sped"), "formula", "“replication.speedup”"),
        (lambda: makespan.describe("replicate"), "name", "“replication”"),
    ],
)
def test_a_refusal_has_place_value_and_allowed_values(call, place, allowed):
    with pytest.raises(makespan.NotAllowed) as caught:
        call()
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, makespan.Error)
    assert place in error.place and allowed in error.allowed, error.problems
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.problems) == (str(error), error.problems)


def test_an_unknown_parameter_is_named():
    with pytest.raises(makespan.NotAllowed, match="no parameter “nothing”"):
        makespan.run("bursts-replicate", nothing=1)


def test_an_unknown_preset_is_refused_with_a_suggestion():
    with pytest.raises(makespan.NotAllowed, match="bursts-replicate"):
        makespan.run("bursts-replicat")


def test_what_holds_itself_is_refused():
    itself = {}
    itself["copies"] = itself
    with pytest.raises(makespan.NotAllowed, match="too deep"):
        makespan.run("bursts-replicate", **itself)


def test_laboratories_and_formulas_are_described():
    all_ = makespan.describe()
    assert {one["name"] for one in all_["laboratories"]} >= {"replication", "divisible", "bounds"}
    copies = makespan.describe("replication")["parameters"]["properties"]["copies"]
    assert copies["minimum"] == 1
    formula = makespan.describe("bounds.h")
    assert formula["source"] and formula["parameters"]["properties"]
    assert makespan.schema()["$schema"]


def test_formulas_are_evaluated_as_by_the_command():
    for given in [
        {"processes": 8, "computers": 4, "processors": 4},
        {"processes": 130, "computers": 9, "processors": 7, "signal_delay": 0.5, "granularity": 2},
    ]:
        flags = [word for key, value in given.items() for word in (f"--{key.replace('_', '-')}", str(value))]
        theirs = command("eval", "bounds.h", *flags, "--json")["value"]
        assert makespan.eval("bounds.h", **given) == theirs


def test_a_table_has_a_row_for_each_of_its_rows_and_numbers_are_numbers():
    report = makespan.run("bursts-replicate", iterations=50)
    table = report.to_dict()["tables"][0]
    rows = report.table(table["key"])
    assert len(rows) == len(table["rows"])
    assert any(isinstance(cell, float) for cell in rows[0].values())
    with pytest.raises(KeyError, match=table["key"]):
        report.table("none")


def test_a_notebook_shows_headline_figures_and_schedule():
    report = makespan.run("bursts-replicate", iterations=50)
    html = report._repr_html_()
    assert report.headline in html.replace("&#x27;", "'").replace("&amp;", "&")
    assert all(figure.name in html for figure in report.figures.values())
    assert "<svg" in html and report.fingerprint[:16] in html
    svg = report.svg(400, theme="dark")
    assert svg.startswith("<svg") and 'width="400"' in svg
    with pytest.raises(ValueError, match="light"):
        report.svg(theme="blue")
    for refused in [{"width": 100}, {"width": -1}, {"millimetres": 5}, {"millimetres": 2**40}]:
        with pytest.raises(makespan.NotAllowed, match="allowed: a whole number from"):
            report.svg(**refused)
    assert 'width="85mm"' in report.svg(millimetres=85)


def test_a_live_figure_is_a_frame_of_the_page_that_is_asked_for():
    report = makespan.run("bursts-replicate", iterations=50)
    live = report.live("https://example.org/makespan/", show=["controls", "gantt"], params=["copies(1..8)"])
    assert live.address == (
        "https://example.org/makespan/?embed=1&show=controls,gantt&params=copies(1..8)" + report.link
    )
    assert live.address.replace("&", "&amp;") in live._repr_html_()


def test_other_threads_run_while_a_scenario_is_computed():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            stop.wait(0.005)

    ticking = threading.Thread(target=tick)
    ticking.start()
    start = time.monotonic()
    try:
        makespan.run("bursts-replicate", iterations=1000, runs=1000)
    finally:
        end = time.monotonic()
        stop.set()
        ticking.join()
    during = [at for at in ticks if start < at < end]
    assert end - start > 0.05 and len(during) > (end - start) / 0.1, (end - start, len(during))


def test_progress_is_told_and_what_it_raises_ends_the_run():
    told = []
    makespan.run("bursts-replicate", iterations=500, progress=lambda done, total: told.append((done, total)))
    assert told and all(0 <= done <= total for done, total in told)

    def enough(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        makespan.run("bursts-replicate", progress=enough)


@pytest.mark.parametrize("what", ["run", "sweep"])
def test_ctrl_c_ends_a_long_run_within_a_second(what, tmp_path):
    if what == "sweep":
        pytest.importorskip("pyarrow")
    # Twenty runs took 23 s, a single one 1.5 s.
    preset, runs = "strategies-ranked", 100
    at = []

    def interrupt():
        at.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        if what == "run":
            makespan.run(preset, runs=runs)
        else:
            makespan.sweep({"plan": 1, "preset": preset, "replications": runs}, out=tmp_path)
    timer.join()
    assert time.monotonic() - at[0] < 1


def test_the_package_is_typed():
    package = pathlib.Path(makespan.__file__).parent
    assert (package / "py.typed").is_file() and (package / "_native.pyi").is_file()
