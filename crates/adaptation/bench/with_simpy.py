"""The small scenario of `cargo xtask bench adaptation`, simulated with SimPy: a process for each node.

Usage: python3 with_simpy.py FOLDER, where FOLDER has the output of the native benchmark: scenario.json, the clusters and the
program. $FIGURES names the file of our figures. Beside it, the hold model: processes that wait for exponential times.

Cluster-aware random work stealing: an idle node has one request to a node of another cluster under way, and meanwhile asks
nodes of its own cluster, with a wait that doubles after each refusal. Random numbers are Python's, so the runtime is not the same
to the digit; its mean over several seeds is held against ours.
"""

import collections
import json
import pathlib
import random
import sys
import time

import figures
import simpy

folder = pathlib.Path(sys.argv[1])
NAME = "8,191 jobs, 32 nodes"
HOLD = "hold model, 1,000 pending events"
same = figures.ours(NAME)["same"]
S = json.loads((folder / "scenario.json").read_text())
CONTROL = 100.0
SEEDS = figures.RUNS


class Job:
    __slots__ = ("level", "parent", "node", "pending")

    def __init__(self, level, parent, node):
        self.level, self.parent, self.node = level, parent, node
        self.pending = S["branching"]


class Node:
    def __init__(self, run, cluster):
        self.run, self.env, self.cluster = run, run.env, cluster
        self.jobs = collections.deque()
        self.ready = collections.deque()
        self.asked_remote = self.waiting = self.resting = False
        self.wait = S["first_wait"]
        self.woken = self.env.event()

    def wake(self):
        if not self.woken.triggered:
            self.woken.succeed()

    def live(self):
        env, run = self.env, self.run
        while True:
            if self.ready:
                job = self.ready.popleft()
                yield env.timeout(S["merge"])
                run.complete(self, job)
            elif self.jobs:
                job = self.jobs.pop()
                if job.level < S["depth"]:
                    yield env.timeout(S["split"])
                    self.jobs.extend(Job(job.level + 1, job, self) for _ in range(S["branching"]))
                else:
                    yield env.timeout(S["leaf"] * (1 + S["jitter"] * (2 * run.random.random() - 1)))
                    run.complete(self, job)
            else:
                if not self.waiting and not self.resting:
                    if not self.asked_remote:
                        self.asked_remote = True
                        env.process(self.ask(run.random.choice(run.others[self.cluster]), False))
                    self.waiting = True
                    victim = self
                    while victim is self:
                        victim = run.random.choice(run.own[self.cluster])
                    env.process(self.ask(victim, True))
                self.woken = env.event()
                yield self.woken

    def ask(self, victim, waits):
        env, run = self.env, self.run
        yield env.timeout(run.control(self, victim))
        if victim.jobs:
            job = victim.jobs.popleft()
            yield env.timeout(run.transfer(victim, self, S["job_bytes"][job.level]))
            job.node = self
            self.jobs.append(job)
            self.wait = S["first_wait"]
        else:
            yield env.timeout(run.control(victim, self))
        if not waits:
            self.asked_remote = False
        else:
            self.waiting = False
            if not self.jobs and not self.ready:
                self.resting = True
                wait, self.wait = self.wait, min(2 * self.wait, S["longest_wait"])
                yield env.timeout(wait)
                self.resting = False
        self.wake()


class Run:
    def __init__(self, seed):
        self.env = simpy.Environment()
        self.random = random.Random(seed)
        self.own = [[Node(self, cluster) for _ in range(S["nodes"])] for cluster in range(S["clusters"])]
        self.nodes = [node for nodes in self.own for node in nodes]
        self.others = [[node for node in self.nodes if node.cluster != own] for own in range(S["clusters"])]
        self.done = self.env.event()
        self.nodes[0].jobs.append(Job(0, None, self.nodes[0]))

    def control(self, a, b):
        if a.cluster == b.cluster:
            return S["lan_latency"] + CONTROL / S["lan_bandwidth"]
        return 2 * S["latency"] + CONTROL / S["bandwidth"]

    def transfer(self, a, b, size):
        if a.cluster == b.cluster:
            return S["lan_latency"] + size / S["lan_bandwidth"]
        return 2 * S["latency"] + 2 * size / S["bandwidth"]

    def complete(self, node, job):
        if job.parent is None:
            self.done.succeed()
        elif job.parent.node is node:
            self.deliver(job)
        else:
            self.env.process(self.send(node, job))

    def send(self, node, job):
        yield self.env.timeout(self.transfer(node, job.parent.node, S["result_bytes"][job.level]))
        self.deliver(job)

    def deliver(self, job):
        parent = job.parent
        parent.pending -= 1
        if parent.pending == 0:
            parent.node.ready.append(parent)
            parent.node.wake()

    def simulate(self):
        for node in self.nodes:
            self.env.process(node.live())
        self.env.run(until=self.done)
        return self.env.now


runs, runtimes = [], []
for seed in range(1, SEEDS + 1):
    run = Run(seed)
    begun = time.perf_counter()
    runtimes.append(run.simulate())
    runs.append(same["number"] / (time.perf_counter() - begun))
mean = sum(runtimes) / SEEDS
peer = f"SimPy {simpy.__version__}"
ours, theirs = figures.beside(NAME, peer, runs)
print(f"\n{peer}, the same {S['clusters']} clusters of {S['nodes']} nodes: {theirs:.3f} million of our events/s")
print(f"ours is {ours / theirs:.0f} times as fast; runtime simulated: ours {same['sum']:.3f} s, SimPy {mean:.3f} s on average")


def hold(pending, events):
    """Each process waits for exponential times, until so many waits are over in all."""
    env = simpy.Environment()
    draw = random.Random(2006).expovariate

    def waiting():
        while True:
            yield env.timeout(draw(1.0))

    for _ in range(pending):
        env.process(waiting())
    for _ in range(pending + events):
        env.step()


EVENTS = 200_000
took, _ = figures.timed(lambda: hold(figures.ours(HOLD)["same"]["pending"], EVENTS))
runs = [1e-6 * EVENTS / seconds for seconds in took]
for name, least in [(HOLD, None), (f"{HOLD}, WebAssembly in Node", 15), (f"{HOLD}, WebAssembly in Chromium", 15)]:
    if figures.has(name):
        ours, theirs = figures.beside(name, peer, runs, least)
        print(f"{name}: ours {ours:.1f}, {peer} {theirs:.2f} million events/s, {ours / theirs:.0f} times as fast")
