// A handout of a run for paper: one page, no controls, light colours.
import { make } from "./element.mjs";
import { inLight } from "./light.mjs";
import { qr } from "./qr.mjs";

/** The widths of the schedule and of a chart on paper, mm. */
const WIDE = 180;
const HALF = 88;
/** The number of charts beside each other. */
const CHARTS = 2;
/** More parameters than these are not printed: the link has them all. */
const PARAMETERS = 14;
/** The most characters of a link in one line: nobody types a link over several lines without a mistake. */
const PRINTED = 120;

/** Prints the run. `draw` promises its schedule as a file of so many millimetres. */
export async function print(run, draw, link) {
  const pictures = [];
  const image = (source, alt, className) => {
    const url = URL.createObjectURL(typeof source === "string" ? new Blob([source], { type: "image/svg+xml" }) : source);
    const image = make("img", { src: url, alt, className });
    pictures.push([url, image]);
    return image;
  };
  const schedule = await draw(WIDE).catch(() => null);
  const charts = drawn().map(([title, svg]) => image(svg, title, "handout-chart"));
  const code = qr(link);
  const told = run.parameters.filter(({ changed, key }) => changed || key);
  const rest = told.length - PARAMETERS;
  const pair = ([title, value]) => make("div", {}, [make("dt", { textContent: title }), make("dd", { textContent: value })]);
  const handout = make("section", { className: "handout", ariaLabel: "Handout" }, [
    make("div", { className: "handout-head" }, [
      make("div", {}, [
        make("p", { className: "handout-place", textContent: `Makespan ${run.version} · ${run.laboratory}` }),
        make("h1", { textContent: run.headline }),
        make("p", { textContent: run.why }),
      ]),
      make("div", { className: "handout-link" }, [
        ...(code ? [image(code, "QR code of the link", "handout-code")] : []),
      ]),
    ]),
    make("p", { className: "handout-address", textContent: link.length <= PRINTED ? link : code ? "The link is too long for a line: the code has it." : "The link is too long to print: open the scenario file." }),
    make("dl", { className: "handout-figures" }, run.figures.map(([name, value, around, beside]) =>
      make("div", {}, [make("dt", { textContent: name }), make("dd", {}, [make("b", { textContent: value }), ` ${[around, beside].filter(Boolean).map(unbroken).join("\u00a0· ")}`])]))),
    ...(schedule ? [image(schedule, "Schedule", "handout-schedule")] : []),
    ...(charts.length ? [make("div", { className: "handout-charts" }, charts)] : []),
    make("h2", { textContent: "Key parameters, and parameters that differ from their defaults" }),
    make("dl", { className: "handout-parameters" }, [
      ...told.slice(0, PARAMETERS).map(({ title, value, unit }) => pair([title, [short(value), unit].filter(Boolean).join("\u202f")])),
      ...(rest > 0 ? [pair([`and ${rest} more, in the link`, ""])] : []),
    ]),
    make("p", { className: "handout-imprint", textContent: `Makespan ${run.version} · seed ${run.seed} · fingerprint ${run.fingerprint}` }),
  ]);
  document.querySelector(".handout")?.remove();
  document.body.append(handout);
  // The browser prints no picture that it has not decoded.
  await Promise.all(pictures.map(([, image]) => image.decode().catch(() => {})));
  const end = () => {
    handout.remove();
    for (const [url] of pictures) URL.revokeObjectURL(url);
  };
  addEventListener("afterprint", end, { once: true });
  globalThis.print();
}

/** A short text without breaks: a number is not parted from its interval's sign. */
const unbroken = (text) => (text.length < 14 ? text.replaceAll(" ", "\u00a0") : text);

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** The first charts of the page with their titles, as figures. */
function drawn() {
  const hosts = [...document.querySelectorAll(".chart .plot")].filter(({ picture }) => picture);
  const charts = inLight(() => hosts.slice(0, CHARTS).map((host) => [host.closest(".chart").querySelector("h2")?.textContent ?? "Chart", host.picture("", String(HALF))]));
  return charts.filter(([, svg]) => svg);
}
