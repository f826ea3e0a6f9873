// <makespan-figure>: a live figure of Makespan in somebody else's page. It makes the frame when the figure comes near, sizes
// the frame, and exchanges messages with it; docs/embedding.md is its guide.
//
//   <script src="https://example.org/makespan/makespan-figure.js"></script>
//   <makespan-figure preset="bursts-replicate" params="copies,processors"><img src="fallback.svg" alt="…"></makespan-figure>

/** The version of the messages. */
const VERSION = 1;

/** Attributes that go into the frame's address as they are. */
const ASKED = ["show", "params", "run", "tools", "theme", "lang"];

/** The attributes of the frame itself, and those of its scenario. */
const FRAME = [...ASKED, "src", "sandbox"];
const SCENARIO = ["preset", "values", "link"];

/** The distance at which a figure loads, its height before it reports one, and its greatest height, px. */
const NEAR = "400px";
const PLACE = 320;
const HIGHEST = 20000;

/** After so many seconds of silence, waiting calls fail; the attribute `timeout` overrides the number. */
const PATIENCE = 60;

/** The error of calls that wait for a removed figure. */
const GONE = ["gone", "the figure was removed from the page"];

/** The folder of this script. */
const home = document.currentScript?.src;

const STYLE = `
:host { display: grid; }
:host([hidden]) { display: none; }
slot, iframe { display: block; grid-area: 1 / 1; min-width: 0; }
iframe { width: 100%; border: 0; visibility: hidden; }
:host([loaded]) iframe { visibility: visible; }
:host([loaded]) slot { display: none; }
slot img { width: 100%; }
`;

// A Content Security Policy permits a constructed style sheet, unlike a style element.
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

class MakespanFigure extends HTMLElement {
  static observedAttributes = [...FRAME, ...SCENARIO, "height", "label"];

  #frame = null;
  #port = null;
  #waiting = new Map();
  #asked = 0;
  #near = null;
  #silence = 0;
  #hear = (event) => this.#heard(event);
  #ready = resolvers();
  #result = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("slot"));
  }

  connectedCallback() {
    const [slot, fallback] = [this.shadowRoot.querySelector("slot"), this.getAttribute("fallback")];
    if (fallback && !slot.firstChild) {
      const image = document.createElement("img");
      Object.assign(image, { src: fallback, alt: this.#label });
      slot.append(image);
    }
    if (this.getAttribute("loading") === "eager") return this.#load();
    this.#near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && this.#load(), { rootMargin: NEAR });
    this.#near.observe(this);
  }

  disconnectedCallback() {
    // Calls that wait for the figure to listen fail, as do calls that wait for an answer.
    if (!this.#port) {
      this.#ready.reject(trouble(...GONE));
      this.#ready = resolvers();
    }
    this.#unload(...GONE);
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.#frame) return;
    if (name === "height") return this.#size();
    if (name === "label") return void (this.#frame.title = this.#label);
    if (SCENARIO.includes(name) && this.#port) return void this.load(this.#scenario()).catch(() => {});
    this.#unload("superseded", "the figure is loaded anew");
    this.#load();
  }

  /** The last result, or null. */
  get result() {
    return this.#result;
  }

  /** The promise that is kept when the figure listens. */
  get ready() {
    return this.#ready.promise;
  }

  /** Shows another scenario: `{link}`, `{preset}` or `{scenario}`. */
  load(what) {
    return this.#ask("load", what);
  }

  /** Changes parameters, all at once. */
  set(values) {
    return this.#ask("set", { values });
  }

  /** Runs once more, or for the first time. */
  run() {
    return this.#ask("run");
  }

  /** Ends the run in flight. */
  cancel() {
    return this.#ask("cancel");
  }

  /** Sets the time cursor, in ms; null takes it away. */
  seek(time) {
    return this.#ask("seek", { time });
  }

  /** Shows other parts, or lets the reader change other parameters: `{show, params}`. */
  show(what) {
    return this.#ask("show", what);
  }

  /** A file: `svg`, `csv`, `trace-events`, `scenario`, `report`; `chart` and `table` with a key. */
  export(what, key) {
    return this.#ask("export", key === undefined ? { what } : { what, key });
  }

  get #label() {
    return this.getAttribute("label") ?? "A live figure of Makespan";
  }

  /** The address of the page in the frame. */
  get #page() {
    return new URL(this.getAttribute("src") ?? ".", this.hasAttribute("src") ? document.baseURI : (home ?? document.baseURI));
  }

  /** The fragment: a link, or a preset and its changes. */
  get #fragment() {
    const link = this.getAttribute("link") ?? this.#page.hash;
    if (link) return link.slice(link.indexOf("#") + 1);
    const preset = this.getAttribute("preset");
    const values = this.getAttribute("values");
    return preset ? `p=${encodeURIComponent(preset)}${values ? `&${values}` : ""}` : "";
  }

  #scenario() {
    return { link: `#${this.#fragment}` };
  }

  #load() {
    this.#near?.disconnect();
    if (this.#frame || !this.isConnected) return;
    const page = this.#page;
    // A frame runs `javascript:` in the page around it.
    if (!["http:", "https:", "file:"].includes(page.protocol)) {
      return this.#fail("src", `src begins with ${page.protocol}; allowed: http:, https: and file:`);
    }
    page.searchParams.set("embed", "1");
    for (const name of ASKED) if (this.hasAttribute(name)) page.searchParams.set(name, this.getAttribute(name));
    page.hash = this.#fragment;
    const frame = document.createElement("iframe");
    if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox"));
    Object.assign(frame, { title: this.#label, src: page, referrerPolicy: "no-referrer" });
    this.#frame = frame;
    this.#size();
    addEventListener("message", this.#hear);
    this.shadowRoot.append(frame);
    this.#listen();
  }

  /** The figure has `timeout` seconds to say something, and as many again after a question of our own. */
  #listen(asked = false) {
    clearTimeout(this.#silence);
    const seconds = Number(this.getAttribute("timeout"));
    this.#silence = setTimeout(() => this.#silent(asked), 1000 * (seconds > 0 ? seconds : PATIENCE));
  }

  #silent(asked) {
    if (!this.#port) {
      const page = this.#page.href;
      this.#unload("unreachable", `no figure answers at ${page}`);
      return this.#fail("unreachable", `no figure answers at ${page}`);
    }
    if (!this.#waiting.size) return;
    if (asked) return this.#forget("timeout", "the figure does not answer");
    // Long runs may be silent; a figure that is alive answers this at once.
    this.#port.postMessage({ makespan: VERSION, type: "ready", id: 0 });
    this.#listen(true);
  }

  /** Reports that there is no figure, and rejects the calls that wait for one. Another `src` is another try. */
  #fail(code, message) {
    this.#ready.reject(trouble(code, message));
    this.#ready = resolvers();
    this.#tell("error", { makespan: VERSION, type: "error", code, message });
  }

  #unload(code, message) {
    this.#near?.disconnect();
    clearTimeout(this.#silence);
    removeEventListener("message", this.#hear);
    this.#frame?.remove();
    this.#port?.close();
    if (this.#port) this.#ready = resolvers();
    this.#frame = this.#port = null;
    this.removeAttribute("loaded");
    this.#forget(code, message);
  }

  /** Rejects the calls that wait for an answer. */
  #forget(code, message) {
    for (const { reject } of this.#waiting.values()) reject(trouble(code, message));
    this.#waiting.clear();
  }

  /** Sets the height: that of the attribute, else the figure's own, else that of its place. */
  #size(own) {
    const height = Number(this.getAttribute("height"));
    if (height > 0) this.#frame.style.height = `${height}px`;
    else if (own > 0) this.#frame.style.height = `${Math.min(own, HIGHEST)}px`;
    else this.#frame.style.height ||= `${Math.max(this.clientHeight, PLACE)}px`;
  }

  /** Hears the frame's messages to the embedding page: that it is there, and its height. */
  #heard({ source, data }) {
    if (source !== this.#frame?.contentWindow || data?.makespan !== VERSION) return;
    this.#listen();
    if (data.type === "resize") this.#size(data.height);
    if (data.type !== "ready") return;
    // A frame that loaded itself anew has lost its requests.
    this.#port?.close();
    this.#forget("superseded", "the figure was loaded anew");
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#answered(data);
    // A sandboxed frame has no origin by which it could be named.
    const { origin } = this.#page;
    const sealed = this.hasAttribute("sandbox") && !this.#frame.sandbox.contains("allow-same-origin");
    this.#frame.contentWindow.postMessage({ makespan: VERSION, type: "ready" }, sealed || origin === "null" ? "*" : origin, [port2]);
    // The fallback stays until the figure shows more than grey places.
    if (!this.firstElementChild && !this.hasAttribute("fallback") || this.getAttribute("run") === "click") this.#show();
    this.#ready.resolve(data);
    this.#tell("ready", data);
  }

  #show() {
    this.setAttribute("loaded", "");
  }

  #answered(data) {
    const { type, id } = data;
    this.#listen();
    if (type === "result") {
      this.#result = data;
      this.#frame.title = data.headline;
    }
    if (type !== "progress" || data.done > 0) this.#show();
    if (["result", "progress", "press", "error"].includes(type)) this.#tell(type, data);
    const waits = type !== "progress" && this.#waiting.get(id);
    if (!waits) return;
    this.#waiting.delete(id);
    if (type === "error") waits.reject(trouble(data.code, data.message));
    else waits.resolve(data);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #ask(type, content = {}) {
    if (!this.isConnected) throw trouble("detached", "the figure is in no page yet");
    const { promise } = this.#ready;
    this.#load();
    await promise;
    // The figure was removed as soon as it listened.
    if (!this.#port) throw trouble(...GONE);
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      // The port refuses content that it cannot clone, before a call waits.
      this.#port.postMessage({ ...content, makespan: VERSION, type, id });
      this.#waiting.set(id, { resolve, reject });
      this.#listen();
    });
  }
}

/** An error with its code for programs. */
const trouble = (code, message) => Object.assign(new Error(message), { code });

function resolvers() {
  const all = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  // A rejection that nobody awaits is no error.
  all.promise.catch(() => {});
  return all;
}

if (!customElements.get("makespan-figure")) customElements.define("makespan-figure", MakespanFigure);
