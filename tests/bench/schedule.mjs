// Synthetic schedules, the same at every run. This function runs in the page, too: it uses nothing from outside.

/**
 * Lanes of equally many spans that follow one another: computing, a message, waiting, synchronising, with idle time now
 * and then; groups of ten lanes; an arrow for every fiftieth span. Returns the worker's answer to the page: a header as JSON,
 * five columns of spans and five of links.
 */
export function synthetic(spans, lanes) {
  // Mulberry32: 32 bits of state are enough for lengths.
  let state = 2006;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const phases = [
    { name: "compute", role: "compute", length: 20 },
    { name: "killed copy", role: "cancelled", length: 14 },
    { name: "message", role: "message", length: 2 },
    { name: "wait", role: "wait", length: 8 },
    { name: "synchronise", role: "synchronise", length: 3 },
  ];
  const cycle = [0, 2, 1, 2, 0, 3, 4];
  const each = Math.floor(spans / lanes);
  const total = each * lanes;
  const [offsets, start, end] = [new Uint32Array(lanes + 1), new Float64Array(total), new Float64Array(total)];
  const [phase, job] = [new Uint8Array(total), new Uint32Array(total)];
  let makespan = 0;
  for (let lane = 0; lane < lanes; lane++) {
    offsets[lane + 1] = (lane + 1) * each;
    let now = 0;
    for (let span = 0; span < each; span++) {
      const row = lane * each + span;
      const kind = cycle[(span + lane) % cycle.length];
      if (random() < 0.05) now += 5 * random();
      start[row] = now;
      now += phases[kind].length * (0.25 + 1.5 * random());
      end[row] = now;
      phase[row] = kind;
      job[row] = kind < 2 ? row : 4294967295;
    }
    makespan = Math.max(makespan, now);
  }
  const arrows = Math.floor(total / 50);
  const [kind, from, to] = [new Uint8Array(arrows), new Uint32Array(arrows), new Uint32Array(arrows)];
  const [sent, received] = [new Float64Array(arrows), new Float64Array(arrows)];
  for (let arrow = 0; arrow < arrows; arrow++) {
    sent[arrow] = (makespan * arrow) / arrows;
    received[arrow] = Math.min(makespan, sent[arrow] + 4 * random());
    from[arrow] = Math.floor(lanes * random());
    to[arrow] = (from[arrow] + 1) % lanes;
  }
  const header = {
    lanes: Array.from({ length: lanes }, (_, lane) => `node ${lane + 1}`),
    phases: phases.map(({ name, role }) => ({ name, role })),
    unit: "ms",
    makespan,
    marks: [],
    groups: Array.from({ length: lanes / 10 }, (_, group) => ({ name: `rack ${group + 1}`, first: 10 * group, lanes: 10 })),
    bounds: [{ name: "perfect balance", time: 0.8 * makespan }],
    link_kinds: [{ name: "message", relation: "message" }],
  };
  return [JSON.stringify(header), offsets, start, end, phase, job, kind, from, sent, to, received];
}
