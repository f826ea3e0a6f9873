"""Reads the files of `crates/trace/examples/import.rs` with Python's own libraries, and pandas where it is there.

What they give is less than what Makespan gives: numbers, but no check of them and no places of what is wrong.
"""

import csv
import json
import os
import sys

import figures

folder = sys.argv[1]


def table(name, delimiter, decimal):
    series = {}
    with open(os.path.join(folder, name), newline="") as file:
        rows = csv.reader(file, delimiter=delimiter)
        header = next(rows)
        if header[0] == "node":
            for row in rows:
                series.setdefault(row[0], []).append(float(row[2]))
        else:
            for row in rows:
                for node, cell in zip(header[1:], row[1:]):
                    series.setdefault(node, []).append(float(cell.replace(",", ".") if decimal == "," else cell))
    return series


def log(name, group, comment):
    jobs = []
    with open(os.path.join(folder, name)) as file:
        for line in file:
            if line.startswith(comment):
                continue
            fields = line.split()
            if fields[10] in ("1", "-1") and float(fields[3]) > 0:
                jobs.append((float(fields[1]) + max(float(fields[2]), 0.0), fields[group], float(fields[3])))
    jobs.sort(key=lambda job: job[0])
    series = {}
    for _, key, runtime in jobs:
        series.setdefault(key, []).append(runtime)
    return series


def utilisation(name):
    with open(os.path.join(folder, name)) as file:
        return {"machine": [1000 / (1 - min(int(line), 99) / 100) for line in file]}


def events(name):
    series = {}
    with open(os.path.join(folder, name)) as file:
        for event in json.load(file)["traceEvents"]:
            if event.get("ph") == "X":
                series.setdefault((event["tid"], event["name"]), []).append((event["ts"], event["dur"]))
    return {key: [duration for _, duration in sorted(durations)] for key, durations in series.items()}


readers = [
    ("wide.csv", "csv", lambda name: table(name, ",", ".")),
    ("long.csv", "csv", lambda name: table(name, ",", ".")),
    ("rows.csv", "csv", lambda name: table(name, ",", ".")),
    ("decimal-comma.csv", "csv", lambda name: table(name, ";", ",")),
    ("log.swf", "str.split", lambda name: log(name, 14, ";")),
    ("grid.gwf", "str.split", lambda name: log(name, 17, "#")),
    ("planetlab", "int", utilisation),
    ("events.json", "json", events),
]
try:
    import pandas
except ImportError:
    pandas = None
if pandas:
    readers += [
        ("wide.csv", "pandas", lambda name: pandas.read_csv(os.path.join(folder, name)).to_dict("list")),
        ("long.csv", "pandas", lambda name: pandas.read_csv(os.path.join(folder, name)).groupby("node")["runtime (ms)"].apply(list).to_dict()),
        ("rows.csv", "pandas", lambda name: pandas.read_csv(os.path.join(folder, name)).groupby("node")["runtime (ms)"].apply(list).to_dict()),
    ]

print(f"\nPython {sys.version.split()[0]}" + ("" if pandas else ", without pandas"))
print("| file | by | MB | values | s | MB/s |\n|---|---|---|---|---|---|")
for name, by, read in readers:
    runs, series = figures.timed(lambda: read(name))
    peer = f"pandas {pandas.__version__}" if by == "pandas" else f"Python {sys.version.split()[0]}, {by}"
    _, took = figures.beside(name, peer, runs)
    size = os.path.getsize(os.path.join(folder, name)) / 1e6
    values = sum(len(values) for values in series.values())
    print(f"| {name} | {by} | {size:.0f} | {values} | {took:.2f} | {size / took:.0f} |", flush=True)
