"""Shortest schedules without preemption (P||Cmax) by HiGHS as a mixed-integer program, on the instances that `cargo xtask bench
bounds` drew.

Usage: python3 with_highs.py FOLDER, where FOLDER has the output of the native benchmark: `instances.json` with the number of
processors, the lengths of the jobs, and what our search came to. $FIGURES names the file of our figures.

HiGHS uses one thread, as our search does, and is spared equal solutions as CP-SAT is. It takes long: a part of the sets tells what
all would take.
"""

import json
import pathlib
import sys

import figures
import highspy

groups = json.loads((pathlib.Path(sys.argv[1]) / "instances.json").read_text())
SETS = 1 if figures.QUICK else 3


def shortest(jobs, processors):
    """The least makespan, proved."""
    model = highspy.Highs()
    model.silent()
    model.setOptionValue("threads", 1)
    model.setOptionValue("mip_rel_gap", 0.0)
    least = max(max(jobs), -(-sum(jobs) // processors))
    makespan = model.addIntegral(lb=least, ub=sum(jobs))
    loads = [0] * processors
    for place, length in enumerate(jobs):
        # Longest first: the first job is on the first processor, the next one on one of the first two.
        here = [model.addBinary() for _ in range(min(place + 1, processors))]
        model.addConstr(sum(here[1:], here[0] + 0) == 1)
        for processor, chosen in enumerate(here):
            loads[processor] += length * chosen
    for load in loads:
        if not isinstance(load, int):
            model.addConstr(load <= makespan)
    model.minimize(makespan)
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        sys.exit("HiGHS proves no optimum")
    return round(model.getInfo().objective_function_value)


version = highspy.Highs().version()
print(f"\nPython {sys.version.split()[0]}, HiGHS {version}, one thread, {SETS} of the sets of each group\n")
print(f"{'':<36} {'HiGHS, ms':>11} {'ours, ms':>9} {'ratio':>7}")
for group in groups:
    took, found = figures.timed(lambda: [shortest(sorted(jobs, reverse=True), group["processors"]) for jobs in group["jobs"][:SETS]])
    if found != group["makespans"][:SETS]:
        sys.exit(f"HiGHS comes to other makespans: {found}, not {group['makespans'][:SETS]}")
    runs = [1e3 * seconds * len(group["jobs"]) / SETS for seconds in took]
    ours, theirs = figures.beside(group["name"], f"HiGHS {version}", runs)
    print(f"{group['name']:<36} {theirs:>11.0f} {ours:>9.2f} {theirs / ours:>7.0f}", flush=True)
