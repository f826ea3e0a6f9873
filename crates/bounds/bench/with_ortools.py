"""Shortest schedules without preemption (P||Cmax) by CP-SAT, on the instances that `cargo xtask bench bounds` drew.

Usage: python3 with_ortools.py FOLDER, where FOLDER has the output of the native benchmark: `instances.json` with the number of
processors, the lengths of the jobs, and what our search came to. $FIGURES names the file of our figures.

CP-SAT uses one thread, as our search does. Of processors that are alike, the first ones take the first jobs, which spares it
equal solutions.
"""

import json
import pathlib
import sys

import figures
import ortools
from ortools.sat.python import cp_model

groups = json.loads((pathlib.Path(sys.argv[1]) / "instances.json").read_text())


def shortest(jobs, processors):
    """The least makespan, proved."""
    model = cp_model.CpModel()
    least, most = max(max(jobs), -(-sum(jobs) // processors)), sum(jobs)
    makespan = model.new_int_var(least, most, "")
    loads = [[] for _ in range(processors)]
    for place, length in enumerate(jobs):
        # Longest first: the first job is on the first processor, the next one on one of the first two.
        here = [model.new_bool_var("") for _ in range(min(place + 1, processors))]
        model.add_exactly_one(here)
        for load, chosen in zip(loads, here):
            load.append(length * chosen)
    for load in loads:
        model.add(sum(load) <= makespan)
    model.minimize(makespan)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        sys.exit("CP-SAT proves no optimum")
    return round(solver.objective_value)


print(f"\nPython {sys.version.split()[0]}, OR-Tools {ortools.__version__}, one thread\n")
print(f"{'':<36} {'CP-SAT, ms':>11} {'ours, ms':>9} {'ratio':>7}")
for group in groups:
    took, found = figures.timed(lambda: [shortest(sorted(jobs, reverse=True), group["processors"]) for jobs in group["jobs"]])
    if found != group["makespans"]:
        sys.exit(f"CP-SAT comes to other makespans: {found}, not {group['makespans']}")
    runs = [1e3 * seconds for seconds in took]
    ours, theirs = figures.beside(group["name"], f"OR-Tools {ortools.__version__}, CP-SAT", runs)
    print(f"{group['name']:<36} {theirs:>11.0f} {ours:>9.2f} {theirs / ours:>7.0f}")
