"""The stars of `cargo xtask bench divisible`, simulated with SimPy: processes for masters and workers.

Usage: python3 with_simpy.py FOLDER, where FOLDER has the output of the native benchmark: platform.csv, a
worker a line with its cluster, delay, F, f, B^D, b^D, B^R, b^R. $FIGURES names the file of our figures.

AS4DR in a ring, one port, results pulled, estimates exact, half of each chunk in either subchunk. What comes out is held
against ours, so that both simulate the same.
"""

import csv
import pathlib
import sys
import time

import figures
import simpy
from simpy.util import start_delayed

folder = pathlib.Path(sys.argv[1])
NAME = "AS4DR, ring"
same = figures.ours(NAME)["same"]
TARGET = 3.0
HORIZON = same["horizon"]


class Worker:
    def __init__(self, env, row):
        self.delay, self.F, self.f, self.BD, self.bD, self.BR, self.bR = map(float, row)
        self.env = env
        self.size = self.F * TARGET
        self.before = None
        self.took = 0.0
        self.done = 0.0
        self.rounds = 0
        self.inbox = simpy.Store(env)
        self.results = simpy.Store(env)
        env.process(self.compute())

    def compute(self):
        while True:
            first, part = yield self.inbox.get()
            lasts = part / self.F + self.f
            yield self.env.timeout(lasts)
            self.done += part
            if first:
                self.took = lasts
                yield self.results.put(self.env.now)

    def send(self):
        """The chunk goes out in two subchunks, which arrive one after the other."""
        half = self.size / 2
        for first in (True, False):
            yield self.env.timeout(half / self.BD + self.bD)
            yield self.inbox.put((first, half))


def master(env, workers):
    out_free = in_free = last = 0.0

    def post(worker):
        nonlocal out_free, last
        last = max(env.now, out_free)
        out_free = last + worker.size / worker.BD + 2 * worker.bD
        return start_delayed(env, worker.send(), last - env.now) if last > env.now else env.process(worker.send())

    for place, worker in enumerate(workers):
        if place:
            yield env.timeout(max(0.0, last + worker.delay - env.now))
        post(worker)
    while True:
        for worker in workers:
            yield worker.results.get()
            back = worker.size / 2 / worker.BR + worker.bR
            slot = max(env.now, last + worker.delay - back, in_free)
            rest = 0.0 if worker.before is None else worker.before / 2 / worker.BR + worker.bR
            in_free = slot + back + rest
            yield env.timeout(slot + back - env.now)
            sigma = (worker.took - worker.f) * 2 + 2 * worker.f
            worker.before, worker.size = worker.size, worker.size * TARGET / sigma
            worker.rounds += 1
            post(worker)


def simulate():
    """All workers at the horizon, and the seconds that it took."""
    clusters = {}
    env = simpy.Environment()
    with open(folder / "platform.csv", newline="") as file:
        for cluster, *row in csv.reader(file):
            clusters.setdefault(cluster, []).append(Worker(env, row))
    for workers in clusters.values():
        env.process(master(env, workers))
    begun = time.perf_counter()
    env.run(until=HORIZON)
    return [worker for workers in clusters.values() for worker in workers], time.perf_counter() - begun


runs = []
for _ in range(figures.RUNS):
    everyone, took = simulate()
    rounds = sum(worker.rounds for worker in everyone)
    runs.append(6e-6 * rounds / took)
throughput = sum(worker.done for worker in everyone) / HORIZON
ours, rate = figures.beside(NAME, f"SimPy {simpy.__version__}", runs)
print(f"\nSimPy {simpy.__version__}, the same stars for {HORIZON:g} s: {rounds} rounds, {rate:.3f} million events/s (six a round, as ours)")
print(f"ours is {ours / rate:.0f} times as fast; rounds: ours {same['rounds']}, SimPy {rounds}; load per second: ours "
      f"{same['throughput']:.1f}, SimPy {throughput:.1f} (it counts a subchunk when it ends)")
