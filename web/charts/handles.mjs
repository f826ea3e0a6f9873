// Lines that set a parameter: each has a handle that is dragged, or moved by arrow keys, from one of its stops to the next.

/** The number of stops that the Page keys move. */
const FAR = 5;
const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: FAR, PageDown: -FAR, Home: -Infinity, End: Infinity };

/** The handles of a chart: elements over its plot, which stay from drawing to drawing, so that a hand or the focus stays on them. */
export class Handles {
  #host;
  #all = new Map();

  constructor(host) {
    this.#host = host;
  }

  /** After a drawing: each handle is where its line is. `across` tells whether values of the vertical axis lie along the horizontal one. */
  show(svg, { chart, units, handles = [] }, across) {
    const keys = new Set(handles.map(({ key }) => key));
    for (const [key, { element, turns }] of this.#all) {
      if (keys.has(key)) continue;
      for (const gone of [element, ...turns]) gone.remove();
      this.#all.delete(key);
    }
    for (const handle of handles) {
      const { on, value } = chart.references[handle.reference];
      const side = across ? "x" : on;
      const by = units[on === "x" ? 0 : 1][0];
      const scale = svg.scale(side);
      const place = (number) => scale.apply(number / by);
      const own = this.#all.get(handle.key) ?? this.#make(handle);
      Object.assign(own, { handle, side, places: handle.stops.map(place) });
      this.#all.set(handle.key, own);
      this.#put(own, place(value), svg);
      this.#turn(own, handle.turns.map(([low, high]) => (place(low) + place(high)) / 2), svg);
    }
  }

  end() {
    for (const { element, turns } of this.#all.values()) for (const gone of [element, ...turns]) gone.remove();
  }

  #put({ element, handle, side }, at, svg) {
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
    element.dataset.on = side;
    element.style.translate = side === "x" ? `${at}px 0` : `0 ${at}px`;
    element.style[side === "x" ? "height" : "width"] = `${side === "x" ? height : width}px`;
    element.style[side === "x" ? "width" : "height"] = "";
    const told = { label: handle.title, valuemin: 0, valuemax: handle.stops.length - 1, valuenow: handle.at, valuetext: handle.said, orientation: side === "x" ? "horizontal" : "vertical" };
    for (const [name, text] of Object.entries(told)) element.setAttribute(`aria-${name}`, text);
    element.title = `${handle.title}: ${handle.said}. Drag it.`;
  }

  /** Thin lines where another way takes the lead. */
  #turn(own, places, svg) {
    for (const gone of own.turns.splice(0)) gone.remove();
    for (const at of places) {
      const line = document.createElement("div");
      line.className = "chart-turn";
      line.dataset.on = own.side;
      line.style.translate = own.side === "x" ? `${at}px 0` : `0 ${at}px`;
      line.style[own.side === "x" ? "height" : "width"] = `${svg.getAttribute(own.side === "x" ? "height" : "width")}px`;
      own.turns.push(line);
    }
    own.element.before(...own.turns);
  }

  #make({ key, name }) {
    const element = document.createElement("div");
    element.className = "chart-handle";
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.dataset.name = name;
    const own = { element, turns: [] };
    element.addEventListener("focus", () => this.#host.dispatchEvent(new CustomEvent("hold", { detail: key })));
    element.addEventListener("pointerdown", (event) => this.#drag(event, own));
    element.addEventListener("keydown", (event) => this.#key(event, own));
    // A press on a handle neither reads out nor chooses a mark below it.
    for (const kind of ["click", "pointermove"]) element.addEventListener(kind, (event) => event.stopPropagation());
    this.#host.append(element);
    return own;
  }

  #key(event, own) {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(own, own.handle.at + step, own.handle);
  }

  /** Drags a handle along the first places of its stops: a scale that follows the value would run away under the hand. */
  #drag(event, own) {
    event.preventDefault();
    event.stopPropagation();
    const { element, side, places, handle } = own;
    element.focus();
    element.setPointerCapture(event.pointerId);
    const move = ({ clientX, clientY }) => {
      const box = this.#host.getBoundingClientRect();
      const here = side === "x" ? clientX - box.left : clientY - box.top;
      const far = places.map((place) => Math.abs(place - here));
      this.#set(own, far.indexOf(Math.min(...far)), handle);
    };
    const end = new AbortController();
    end.signal.addEventListener("abort", () => handle.texts.length > 0 && this.#host.dispatchEvent(new CustomEvent("moved", { detail: handle.name })));
    element.addEventListener("pointermove", move, { signal: end.signal });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(kind, () => end.abort(), { signal: end.signal });
  }

  /** `handle` is the handle as it was taken up: the hand sees its stops. */
  #set(own, to, handle) {
    const at = Math.min(Math.max(to, 0), handle.stops.length - 1);
    if (at === handle.at) return;
    // The page's later answer has the same stop, or the page's own choice.
    handle.at = own.handle.at = at;
    const text = handle.texts[at];
    const [kind, detail] = text === undefined ? ["set", at] : ["move", text];
    this.#host.dispatchEvent(new CustomEvent(kind, { detail: `${handle.name} ${detail}` }));
  }
}
