// A lesson on paper: all screens one after the other, with room for answers, or with the answers.
import "../figure/figure.mjs";
import { button, make } from "./element.mjs";
import { nameOf, unitOf } from "./numbers.mjs";

/** Lines to write on. */
const lines = (count) => Array.from({ length: count }, () => make("div", { className: "paper-line" }));

/** Room for the answer to a question. */
function room({ kind, ...task }) {
  if (kind === "predict") {
    return make("div", {}, task.bars.map((bar) => {
      const [label, end] = [bar.label, nameOf(unitOf(bar))];
      return make("div", { className: "paper-bar" }, [
        make("span", { textContent: label }),
        make("div", { className: "paper-scale" }, [make("span", { textContent: "0" }), make("span", { textContent: `${task.max}${end}` })]),
      ]);
    }));
  }
  if (kind === "choice") return make("ul", { className: "paper-choices" }, task.choices.map((html) => make("li", { html })));
  if (kind === "order") {
    return make("div", {}, [
      make("p", { className: "small", textContent: "Number these in the right order:" }),
      make("ul", { className: "paper-choices" }, task.items.map((html) => make("li", { html }))),
    ]);
  }
  if (kind === "find") return make("div", {}, [make("ul", {}, task.goals.map(({ text }) => make("li", { textContent: text }))), ...lines(2)]);
  return make("div", {}, lines(1));
}

/** Draws the schedules of scenarios one after the other, in a figure that nobody sees; `tell` gets the progress in words. */
async function draw(scenarios, names, holder, { put, tell }) {
  let figure = null;
  for (const [place, name] of names.entries()) {
    tell(`Drawing the schedules: ${place + 1} of ${names.length}`);
    const { link } = scenarios[name];
    try {
      if (figure) await figure.load({ link });
      else {
        figure = make("makespan-figure", { attributes: { src: "../", loading: "eager", link, show: "gantt", tools: "none", theme: "light" } });
        holder.append(figure);
        await new Promise((done, fail) => {
          figure.addEventListener("result", done, { once: true });
          figure.addEventListener("error", ({ detail }) => fail(new Error(detail.message)), { once: true });
        });
      }
      if (!holder.isConnected) return;
      put(name, (await figure.export("svg")).text);
    } catch (error) {
      tell(`The schedule of “${name}” could not be drawn: ${error.message}.`);
      return;
    }
  }
  holder.replaceChildren();
  tell("");
}

/** The handout of a lesson. */
export function handout(name, { lesson, answers }, solved) {
  const { front, screens } = lesson;
  const address = (place) => new URL(`#${name}/${place + 1}`, location.href).href;
  const question = ({ question }, place) => {
    const answer = answers[place];
    return make("div", { className: "paper-question" }, [
      make("div", { className: "ask", html: question.ask }),
      room(question.task),
      ...(solved ? [make("div", { className: "paper-answer" }, [make("p", { html: `<strong>Answer:</strong> ${answer.told}` }), make("div", { html: answer.explain })])] : lines(2)),
    ]);
  };
  const { scenarios } = lesson;
  // A scenario whose schedule is shown is drawn where it comes first.
  const pictures = new Map();
  const picture = ({ scenario, title }) => {
    const shown = scenario && !pictures.has(scenario) && scenarios[scenario].show.split(",").includes("gantt");
    if (!shown) return null;
    const image = make("img", { className: "paper-picture", alt: `Schedule: ${title}`, hidden: true });
    pictures.set(scenario, image);
    return image;
  };
  const holder = make("div", { className: "paper-stage", inert: true, attributes: { "aria-hidden": "true" } });
  const said = make("p", { className: "small paper-said", attributes: { role: "status" } });
  const put = (scenario, svg) => {
    const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const done = () => URL.revokeObjectURL(src);
    Object.assign(pictures.get(scenario), { onload: done, onerror: done, src, hidden: false });
  };
  const paper = make("article", { className: "paper" }, [
    make("div", { className: "row paper-tools" }, [
      button("Print", () => print(), { className: "button primary" }),
      make("a", { className: "button", href: `#handout/${name}${solved ? "" : "/answers"}`, textContent: solved ? "Without answers" : "With answers" }),
      said,
    ]),
    holder,
    make("h1", { textContent: front.title, tabIndex: -1 }),
    make("p", { textContent: front.idea }),
    ...(solved ? [] : [make("p", { className: "paper-name", textContent: "Name:" })]),
    ...screens.map((screen, place) =>
      make("section", { className: "paper-screen" }, [
        make("h2", { textContent: `${place + 1}. ${screen.title}` }),
        make("div", { className: "prose", html: screen.html }),
        picture(screen),
        screen.scenario ? make("p", { className: "small paper-address", textContent: `Live figure: ${address(place)}` }) : null,
        screen.question ? question(screen, place) : null,
      ])),
  ]);
  // The figure begins when the paper is in the page.
  requestAnimationFrame(() => draw(scenarios, [...pictures.keys()], holder, { put, tell: (words) => (said.textContent = words) }));
  return paper;
}
