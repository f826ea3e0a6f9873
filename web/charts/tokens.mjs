// Tokens on the places of a graph: stacks that grow, tokens that fly along their ways, and tokens that a hand moves.
import { node } from "./picture.mjs";

/** The width of a token on a circle and on a plane, and the greatest height of a token of size 1, px. */
const SLIM = 9;
const WIDE = 26;
const HIGH = 20;
/** The time of a token's flight from one place to the next, and of its whole way at most, ms. */
const HOP = 200;
const FLIGHT = 900;
const GAP = 1;
const LOOKS = [
  { fill: "var(--compute)" },
  { fill: "var(--compute)", "fill-opacity": 0.35 },
];
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The reach of tokens beyond the edge of a place, within the room for them. */
export const reach = (tokens, places, room) => Math.min(room, HIGH * highest(tokens, places));

/** The height of the highest stack, in the unit of its values. */
function highest(tokens, places) {
  const sums = places.map(() => 0);
  for (const { place, size } of tokens) sums[place] += size;
  return Math.max(1, ...sums);
}

/**
 * Draws stacks of tokens: outwards from the centre of a circle, upwards on a plane, `room` px at most. Returns the beginning of each
 * place's stack, its direction and its height.
 */
export function stacks(svg, { tokens, places }, { spots, radius, centre, room }) {
  const scale = Math.min(HIGH, room / highest(tokens, places));
  const wide = Math.min(centre ? SLIM : WIDE, 2 * radius);
  const pitch = spots.length > 1 ? Math.hypot(spots[1][0] - spots[0][0], spots[1][1] - spots[0][1]) : 2 * WIDE;
  const all = spots.map(([x, y]) => {
    const far = centre ? Math.hypot(x - centre[0], y - centre[1]) || 1 : 1;
    const [ux, uy] = centre ? [(x - centre[0]) / far, (y - centre[1]) / far] : [0, -1];
    return { x: x + ux * (radius + 3), y: y + uy * (radius + 3), ux, uy, wide, pitch, high: 0, tokens: 0, scale };
  });
  // Tokens that are at home lie below.
  const order = tokens.map((token, i) => [token, i]).sort(([{ kind: a = 0 }], [{ kind: b = 0 }]) => b - a);
  order.forEach(([{ place, size, kind = 0 }, i]) => {
    const stack = all[place];
    if (!stack) return;
    const turn = (Math.atan2(stack.uy, stack.ux) * 180) / Math.PI + 90;
    const long = Math.max(size * scale - GAP, 0.5);
    const [x, y] = [stack.x + stack.ux * stack.high, stack.y + stack.uy * stack.high];
    svg.append(node("rect", { x: x - wide / 2, y: y - long, width: wide, height: long, rx: Math.min(2, long / 2), transform: `rotate(${turn} ${x} ${y})`, "data-token": i, ...(LOOKS[kind] ?? LOOKS[1]) }));
    stack.high += size * scale;
    stack.tokens += 1;
  });
  return all;
}

/** Tokens that move: by themselves after a change, and by hand. */
export class Tokens {
  #host;
  #before;
  #chart;
  #hands = [];
  #stacks = [];
  /** The place of the words above the stacks, px from the top. */
  #line = 0;
  #hand = null;
  #ghost = null;
  #marks = [];

  constructor(host) {
    this.#host = host;
  }

  /** After a drawing: moved tokens fly to their places, and hands are where the stacks are. */
  show(svg, { chart, movable }, { stacks, spots, line }) {
    const [series] = chart.series;
    const same = this.#chart === chart;
    const tokens = series.tokens ?? [];
    // Tokens that hands move do not fly: they are alike, and were carried.
    if (!same && !series.moves && this.#before?.length === tokens.length) this.#fly(svg, tokens, this.#before, spots);
    this.#before = tokens;
    this.#chart = chart;
    this.#stacks = stacks;
    this.#line = line;
    if (this.#hand && !same && !this.#ghost && stacks[this.#hand.at]?.tokens === this.#hand.then) this.#hand = null;
    const moves = movable ? (series.moves ?? []) : [];
    this.#moves = moves;
    const to = moves.length > 0 ? series.places.length : 0;
    while (this.#hands.length > to) this.#hands.pop().remove();
    while (this.#hands.length < to) this.#hands.push(this.#make(this.#hands.length));
    this.#hands.forEach((element, place) => this.#put(element, place, series, chart));
    const held = this.#hands.findIndex((element) => element === document.activeElement);
    if (held >= 0) this.#lead(held);
  }

  #moves = [];

  end() {
    for (const element of this.#hands) element.remove();
    this.#unmark();
    this.#ghost?.remove();
  }

  /** Marks the best places of a held token: outlines where it would lie, and a sentence above. */
  #lead(place) {
    this.#unmark();
    const [from, moves] = this.#hand?.at === place || this.#hand?.element ? [this.#hand.from, this.#hand.moves] : [place, this.#moves];
    const best = moves.filter((move) => move.from === from && move.best);
    if (best.length === 0) return;
    const mark = (name, text, style) => {
      const element = document.createElement("div");
      element.className = name;
      element.textContent = text;
      Object.assign(element.style, style);
      this.#marks.push(element);
      this.#host.append(element);
    };
    const stays = best.some(({ to }) => to === from);
    for (const { to } of stays ? [] : best) {
      const { x, y, wide, high, scale, tokens } = this.#stacks[to];
      // The token may lie there already.
      const lies = this.#hand?.at === to && this.#hand.then === tokens;
      mark("chart-landing", "", { left: `${x - wide / 2}px`, top: `${y - high - (lies ? 0 : scale)}px`, width: `${wide}px`, height: `${scale - GAP}px` });
    }
    mark("chart-best", best[0].best, { top: `${this.#line}px` });
  }

  #unmark() {
    for (const gone of this.#marks.splice(0)) gone.remove();
  }

  #fly(svg, tokens, before, spots) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    tokens.forEach(({ place, way = [] }, i) => {
      const from = before[i].place;
      if (from === place || !spots[from] || !spots[place]) return;
      // A token flies along its way from its old place; back home, or after a way of its own, directly.
      const passed = way.slice(way.indexOf(from) + 1);
      const points = [from, ...(way.includes(from) ? passed : []), place].map((at) => spots[at]).filter(Boolean);
      const duration = Math.min(FLIGHT, HOP * (points.length - 1));
      const dot = document.createElement("i");
      dot.className = "chart-flight";
      dot.setAttribute("aria-hidden", "true");
      this.#host.append(dot);
      const flight = dot.animate(points.map(([x, y]) => ({ translate: `${x}px ${y}px` })), { duration, easing: "ease-in-out" });
      flight.onfinish = flight.oncancel = () => dot.remove();
      svg.querySelector(`[data-token="${i}"]`)?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], { duration });
    });
  }

  #put(element, place, series, chart) {
    const stack = this.#stacks[place];
    const held = this.#hand?.element === element;
    element.hidden = !(stack.tokens > 0 || held || this.#hand?.at === place);
    const high = Math.max(stack.high, 24);
    const wide = Math.min(stack.pitch, 44);
    Object.assign(element.style, { left: `${stack.x - wide / 2}px`, top: `${stack.y - high - 4}px`, width: `${wide}px`, height: `${high + 4}px` });
    const { label } = series.places[place];
    const name = `${chart.x.label} ${label}`;
    const told = { label: `Move one of ${chart.y.label} of ${name}`, valuemin: 1, valuemax: series.places.length, valuenow: place + 1, valuetext: [`${name}: ${stack.tokens}`, this.#moves.find((move) => move.from === place && move.best)?.best].filter(Boolean).join(". "), orientation: "horizontal" };
    for (const [key, text] of Object.entries(told)) element.setAttribute(`aria-${key}`, text);
    element.title = `${name}: drag one of ${chart.y.label} to another ${chart.x.label}`;
  }

  #make(place) {
    const element = document.createElement("div");
    element.className = "chart-token";
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.dataset.place = place;
    element.addEventListener("focus", () => this.#lead(place));
    element.addEventListener("blur", () => this.#unmark());
    element.addEventListener("pointerdown", (event) => this.#drag(event, element, place));
    element.addEventListener("keydown", (event) => this.#key(event, place));
    for (const kind of ["click", "pointermove"]) element.addEventListener(kind, (event) => event.stopPropagation());
    this.#host.append(element);
    return element;
  }

  #key(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? this.#stacks.length - 1 : place + step;
    if (Number.isNaN(to) || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Until the page has answered, a token in the hand is still that of the place from which it was taken.
    const hand = this.#hand?.at === place ? this.#hand : this.#take(place);
    if (this.#lay(hand, to)) {
      const next = this.#hands[to];
      next.hidden = false;
      next.focus();
      this.#tell("moved", hand.moves[0].parameter);
    }
  }

  #take(from) {
    return (this.#hand = { from, at: from, moves: this.#moves, counts: this.#stacks.map(({ tokens }) => tokens) });
  }

  /** Lays the token in the hand on a place; returns whether that is another place. */
  #lay(hand, to) {
    const move = hand.moves.find((move) => move.from === hand.from && move.to === to);
    if (!move || to === hand.at) return false;
    hand.at = to;
    hand.then = hand.counts[to] + (to === hand.from ? 0 : 1);
    this.#tell("move", `${move.parameter} ${move.text}`);
    return true;
  }

  #tell(kind, detail) {
    this.#host.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  #drag(event, element, place) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    element.focus();
    element.setPointerCapture(event.pointerId);
    const hand = this.#take(place);
    hand.element = element;
    const ghost = (this.#ghost = document.createElement("i"));
    ghost.className = "chart-ghost";
    ghost.setAttribute("aria-hidden", "true");
    this.#host.append(ghost);
    const move = ({ clientX, clientY }) => {
      const box = this.#host.getBoundingClientRect();
      const [x, y] = [clientX - box.left, clientY - box.top];
      ghost.style.translate = `${x}px ${y}px`;
      const far = this.#stacks.map((stack) => Math.hypot(stack.x - x, (stack.y - y) / 4));
      this.#lay(hand, far.indexOf(Math.min(...far)));
    };
    const end = new AbortController();
    const over = () => {
      if (end.signal.aborted) return;
      end.abort();
      ghost.remove();
      this.#ghost = null;
      this.#hand = null;
      const last = this.#hands[hand.at];
      if (last) {
        last.hidden = false;
        last.focus();
      }
      element.hidden = this.#stacks[place].tokens === 0 && hand.at !== place;
      if (hand.at !== place) this.#tell("moved", hand.moves[0].parameter);
    };
    move(event);
    element.addEventListener("pointermove", move, { signal: end.signal });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(kind, over, { signal: end.signal });
  }
}
