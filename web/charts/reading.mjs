// Reading a chart out: the mark under the pointer, or the mark that the arrow keys have reached.

/** The greatest distance of a pointer from a dot, px. */
const NEAR = 48;

export class Reading {
  #host;
  #places = [];
  #words = [];
  #free = false;
  #across = false;
  #listed = false;
  #now = null;
  #ring = make("chart-ring");
  #tip = make("chart-tip");
  #said = make("unseen");
  #end = new AbortController();

  constructor(host) {
    this.#host = host;
    this.#said.setAttribute("role", "status");
    this.#ring.hidden = this.#tip.hidden = true;
    this.#tip.setAttribute("aria-hidden", "true");
    host.append(this.#ring, this.#tip, this.#said);
    const on = (kind, act) => host.addEventListener(kind, act, { signal: this.#end.signal });
    on("pointermove", (event) => this.#point(event));
    on("pointerdown", (event) => this.#point(event));
    on("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.#go(null));
    on("keydown", (event) => this.#key(event));
    on("click", () => this.#choose());
    on("blur", () => this.#go(null));
  }

  /** Takes another drawing; the mark that is read stays, if it is still there. */
  show(places, { words, chart }, across) {
    this.#places = places;
    this.#words = words;
    this.#across = across;
    this.#free = ["scatter", "heat", "tree", "graph"].includes(chart.series[0]?.kind);
    this.#listed = chart.series[0]?.kind === "graph";
    const now = this.#now;
    this.#go(now && (places.find(({ series, index }) => series === now.series && index === now.index) ?? null));
    // The mark that the keys reached may have other words now.
    if (this.#now && this.#said.textContent) this.#said.textContent = this.#text(this.#now);
  }

  end() {
    this.#end.abort();
    for (const node of [this.#ring, this.#tip, this.#said]) node.remove();
  }

  #point({ clientX, clientY }) {
    const box = this.#host.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const [right, down] = this.#across ? [1, 4] : [4, 1];
    const far = ({ left, top }) => (this.#free ? Math.hypot(left - x, top - y) : right * Math.abs(left - x) + down * Math.abs(top - y));
    let best = null;
    let least = this.#free ? NEAR : Infinity;
    for (const place of this.#places) {
      const distance = far(place);
      if (distance < least) [best, least] = [place, distance];
    }
    this.#go(best);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") return this.#choose();
    if (event.key === " " && this.#now) {
      event.preventDefault();
      return this.#choose();
    }
    const step = this.#step(event.key);
    if (step === undefined) return;
    event.preventDefault();
    this.#go(step);
    this.#said.textContent = step ? this.#text(step) : "";
  }

  /** Tells the page that the mark that is read was chosen. */
  #choose() {
    const now = this.#now;
    if (now) this.#host.dispatchEvent(new CustomEvent("choose", { detail: `${now.series} ${now.index}` }));
  }

  /** The mark that a key leads to: left and right within a series, up and down to the nearest mark of another one. */
  #step(key) {
    const all = this.#places;
    if (key === "Escape") return this.#now ? null : undefined;
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) return undefined;
    const now = this.#now;
    if (!now) return all[0] ?? null;
    const own = all.filter(({ series }) => series === now.series);
    if (!this.#listed) own.sort((a, b) => (this.#across ? a.top - b.top : a.left - b.left || a.top - b.top));
    const at = own.indexOf(now);
    if (key === "Home") return own[0];
    if (key === "End") return own.at(-1);
    if (key === "ArrowLeft") return own[Math.max(at - 1, 0)];
    if (key === "ArrowRight") return own[Math.min(at + 1, own.length - 1)];
    const names = [...new Set(all.map(({ series }) => series))];
    const turn = key === "ArrowDown" ? 1 : -1;
    if (names.length === 1) return own[Math.min(Math.max(at + turn, 0), own.length - 1)];
    const series = names[(names.indexOf(now.series) + turn + names.length) % names.length];
    const others = all.filter((place) => place.series === series);
    return others.reduce((a, b) => (Math.abs(b.left - now.left) < Math.abs(a.left - now.left) ? b : a));
  }

  #text({ series, index }) {
    return this.#words[series]?.[index] ?? "";
  }

  #go(place) {
    this.#now = place;
    this.#ring.hidden = this.#tip.hidden = !place;
    if (!place) return;
    this.#tip.textContent = this.#text(place);
    this.#ring.style.translate = `${place.left}px ${place.top}px`;
    const { clientWidth } = this.#host;
    const half = this.#tip.offsetWidth / 2;
    const x = Math.min(Math.max(place.left, half), Math.max(clientWidth - half, half));
    // The tip leaves the mark itself free, because a reader may press the mark.
    const away = (place.radius ?? 4) + 10;
    const above = place.top - this.#tip.offsetHeight - away;
    this.#tip.style.translate = `${x - half}px ${above < 0 ? place.top + away : above}px`;
  }
}

function make(name) {
  const node = document.createElement("div");
  node.className = name;
  return node;
}
