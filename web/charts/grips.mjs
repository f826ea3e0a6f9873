// Dots that set a number: each is dragged up and down, or moved by arrow keys, from one of its stops to the next.

import { LETTER } from "./marks.mjs";

/** The distance between names of dots, px. */
const APART = 6;
/** The number of stops that the Page keys move. */
const FAR = 5;
const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: FAR, PageDown: -FAR, Home: -Infinity, End: Infinity };

/** The dots of a chart: elements over its plot, which stay from drawing to drawing, so that a hand or the focus stays on them. */
export class Grips {
  #host;
  #all = new Map();

  constructor(host) {
    this.#host = host;
  }

  /** After a drawing: each dot is where its number is. */
  show(svg, { chart, units, grips = [] }) {
    const names = new Set(grips.map(({ name }) => name));
    for (const [name, { element, turns }] of this.#all) {
      if (names.has(name)) continue;
      for (const gone of [element, ...turns]) gone.remove();
      this.#all.delete(name);
    }
    for (const { index, name, said, turns } of grips) {
      const grip = { ...chart.grips[index], index, name, said };
      const [x, y] = ["x", "y"].map((side, i) => (value) => svg.scale(side).apply(value / units[i][0]));
      const own = this.#all.get(grip.name) ?? this.#make(grip);
      // A dot that is moved, or waits to be given, stays where the hand left it; the page's value does not move it.
      const moved = (own.held || grip.once) && own.grip?.title === grip.title;
      Object.assign(own, { grip, at: moved ? own.at : grip.at, left: x(grip.x), places: grip.stops.map((stop) => y(stop * grip.scale)) });
      this.#all.set(grip.name, own);
      this.#put(own);
      this.#turn(own, turns.map(([low, high]) => (y(low * grip.scale) + y(high * grip.scale)) / 2));
    }
    this.#name();
  }

  /** The names of the dots: above them, by turns above and below where they would touch, and none where they touch even so. */
  #name() {
    const all = [...this.#all.values()].toSorted((a, b) => a.left - b.left);
    const wide = Math.max(0, ...all.map(({ grip }) => (grip.label ?? "").length)) * LETTER + APART;
    const apart = (step) => Math.min(...all.slice(step).map(({ left }, i) => left - all[i].left));
    const [one, two] = [apart(1), apart(2)];
    for (const [place, { element, grip }] of all.entries()) {
      element.dataset.label = two < wide ? "" : (grip.label ?? "");
      element.classList.toggle("named-below", one < wide && place % 2 === 1);
    }
  }

  end() {
    for (const { element, turns } of this.#all.values()) for (const gone of [element, ...turns]) gone.remove();
  }

  /** Short lines where another way takes the lead, as wide as the dot. */
  #turn(own, places) {
    for (const gone of own.turns.splice(0)) gone.remove();
    for (const at of places) {
      const line = document.createElement("div");
      line.className = "chart-turn";
      line.dataset.on = "y";
      line.style.translate = `calc(${own.left}px - 50%) ${at}px`;
      line.style.width = "44px";
      own.turns.push(line);
    }
    own.element.before(...own.turns);
  }

  #put({ element, grip, at, left, places }) {
    const [low, high] = [places[0], places.at(-1)];
    element.style.translate = `${left}px ${grip.once ? high : places[at]}px`;
    element.style.height = grip.once ? `${low - high}px` : "";
    element.style.setProperty("--knob", grip.once ? `${places[at] - high}px` : "50%");
    const told = { label: grip.title, valuemin: 0, valuemax: places.length - 1, valuenow: at, valuetext: grip.said[at], orientation: "vertical" };
    for (const [name, text] of Object.entries(told)) element.setAttribute(`aria-${name}`, text);
    element.title = `${grip.title}: ${grip.said[at]}. Drag it${grip.once ? ", or press Enter" : ""}.`;
  }

  #make({ name, once }) {
    const element = document.createElement("div");
    element.className = "chart-grip";
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.dataset.name = name;
    if (once) element.dataset.once = "";
    const own = { element, turns: [], held: false };
    element.addEventListener("focus", () => this.#host.dispatchEvent(new CustomEvent("grasp", { detail: `${own.grip.index}` })));
    element.addEventListener("pointerdown", (event) => this.#drag(event, own));
    element.addEventListener("keydown", (event) => this.#key(event, own));
    // A press on a dot neither reads out nor chooses a mark below it.
    for (const kind of ["click", "pointermove"]) element.addEventListener(kind, (event) => event.stopPropagation());
    this.#host.append(element);
    return own;
  }

  #key(event, own) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const gives = own.grip.once && event.key === "Enter";
    const step = STEPS[event.key];
    if (!gives && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (gives) this.#give(own);
    else this.#move(own, own.at + step);
  }

  /** Drags a dot along the first places of its stops: a scale that follows the value would run away under the hand. */
  #drag(event, own) {
    event.preventDefault();
    event.stopPropagation();
    const { element, places, grip } = own;
    element.focus();
    element.setPointerCapture(event.pointerId);
    own.held = true;
    const move = ({ clientY }) => {
      const here = clientY - this.#host.getBoundingClientRect().top;
      const far = places.map((place) => Math.abs(place - here));
      this.#move(own, far.indexOf(Math.min(...far)));
    };
    const end = new AbortController();
    const leave = (given) => () => {
      if (!own.held) return;
      end.abort();
      own.held = false;
      if (given && grip.once) this.#give(own);
    };
    element.addEventListener("pointermove", move, { signal: end.signal });
    element.addEventListener("pointerup", leave(true), { signal: end.signal });
    for (const kind of ["pointercancel", "lostpointercapture"]) element.addEventListener(kind, leave(false), { signal: end.signal });
    // A number that is given once starts at the pressed place.
    if (grip.once) move(event);
  }

  #move(own, to) {
    const at = Math.min(Math.max(to, 0), own.grip.stops.length - 1);
    if (at === own.at) return;
    own.at = at;
    this.#put(own);
    if (!own.grip.once) this.#give(own);
  }

  #give({ grip, at }) {
    this.#host.dispatchEvent(new CustomEvent("grip", { detail: `${grip.index} ${at}` }));
  }
}
