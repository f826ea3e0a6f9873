"""Equal shares, dynamic balancing and four copies of each job with numpy, over what `cargo xtask bench replication` drew.

Usage: python3 with_numpy.py FOLDER, where FOLDER has the output of the native benchmark: the runtimes and
forecasts of the nodes, the send and finalize times of their pairs, and for each run the chain of nodes, the rescheduling
times and what our strategies came to. $FIGURES names the file of our figures.

Whole runs at once would need more memory than there is: numpy goes through them one by one, each as whole arrays.
"""

import pathlib
import sys

import figures
import numpy

folder = pathlib.Path(sys.argv[1])
NODES, PROCESSORS, ITERATIONS, EVERY, COPIES = 90, 64, 2000, 10, 4
PAIRS = NODES * (NODES - 1) // 2
runtimes = numpy.fromfile(folder / "runtimes.f64").reshape(NODES, ITERATIONS)
forecasts = numpy.fromfile(folder / "forecasts.f64").reshape(NODES, -1)
send = numpy.fromfile(folder / "send.f32", dtype="f4").reshape(PAIRS, ITERATIONS)
finalize = numpy.fromfile(folder / "finalize.f32", dtype="f4").reshape(PAIRS, ITERATIONS)
chains = numpy.fromfile(folder / "chains.u32", dtype="u4").reshape(-1, PROCESSORS).astype(int)
rescheduling = numpy.fromfile(folder / "rescheduling.f64").reshape(len(chains), -1)
# numpy needs a second for ten runs or so: a part of the runs gives the time of all.
RUNS = 10 if figures.QUICK else 100

# The place of each pair's series: (1,0), (2,0), (2,1), (3,0), …
low, high = numpy.minimum, numpy.maximum
place = lambda a, b: high(a, b) * (high(a, b) - 1) // 2 + low(a, b)
above = numpy.tril_indices(PROCESSORS, -1)
# For every iteration: each node's runtime with the share that it would have had by itself, and its prediction.
inverse = numpy.ones((NODES, ITERATIONS // EVERY))
inverse[:, 1:] = 1 / forecasts
relative = runtimes * numpy.repeat(inverse, EVERY, axis=1)


def synchronisation(chain):
    return send[place(chain[above[0]], chain[above[1]])].max(axis=0).astype(float)


def equal(run):
    chain = chains[run]
    return (runtimes[chain].max(axis=0) + synchronisation(chain)).sum()


def dynamic(run):
    chain = chains[run]
    scale = PROCESSORS / inverse[chain].sum(axis=0)
    longest = relative[chain].max(axis=0) * numpy.repeat(scale, EVERY)
    return (longest + synchronisation(chain)).sum() + rescheduling[run].sum()


def replicate(run):
    chain = chains[run]
    groups = chain.reshape(-1, COPIES)
    times = runtimes[groups]
    winner = times.argmin(axis=1)
    soonest = times.min(axis=1)
    first = numpy.take_along_axis(groups, winner, axis=1)
    k = numpy.arange(ITERATIONS)
    ends = numpy.empty_like(times)
    for member in range(COPIES):
        other = groups[:, member, None]
        message = finalize[place(high(first, other), low(first, other)) * (first != other), k]
        ends[:, member] = soonest + numpy.where(first != other, message.astype(float), 0.0)
    steps = ends.reshape(-1, COPIES, ITERATIONS // COPIES, COPIES).sum(axis=3)
    return (steps.max(axis=(0, 1)) + synchronisation(chain)[::COPIES]).sum() * COPIES


print(f"\nPython {sys.version.split()[0]}, numpy {numpy.__version__}, {RUNS} of {len(chains)} runs\n")
print(f"{'':<18} {'all runs, s':>12} {'ours, s':>9} {'ratio':>6}  differs by")
for name, key, run in [("equal shares", "equal", equal), ("dynamic balancing", "dynamic", dynamic), ("four copies", "replicate", replicate)]:
    took, totals = figures.timed(lambda: numpy.array([run(number) for number in range(RUNS)]))
    own = numpy.fromfile(folder / f"{key}.f64")[:RUNS]
    differs = numpy.max(numpy.abs(totals - own) / own)
    all_runs = [seconds * len(chains) / RUNS for seconds in took]
    ours, theirs = figures.beside(name, f"numpy {numpy.__version__}", all_runs)
    print(f"{name:<18} {theirs:>12.2f} {ours:>9.3f} {theirs / ours:>6.0f}  {differs:.0e}")
    if not differs < 1e-12:
        sys.exit(f"numpy comes to other run times under {name}: they differ by up to {differs:.0e}")
