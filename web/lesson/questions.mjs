// The kinds of questions. Each is an element with the fields, and `judge(answers)`, which returns the guess, whether it is right, and
// words about it; a judgement asks the live figure where the answer is a number.
import { button, make } from "./element.mjs";
import { RIGHT, apart, bars, decimals, digitsOf, distances, evaluate, nameOf, reached, scenariosOf, told, typed, unitOf, written } from "./numbers.mjs";

/** Bars that are dragged, or moved by arrow keys, to a guess of the run's numbers. */
function predict(task, stage) {
  const { bars: all, max, start, step } = task;
  const rows = all.map(({ label, value, unit: own }) => {
    const unit = unitOf({ value, unit: own });
    const output = make("output", { className: "bar-told" });
    const fill = make("div", { className: "bar-fill" });
    const came = make("div", { className: "bar-came", hidden: true });
    const range = make("input", { type: "range", min: 0, max, step, value: start, attributes: { "aria-label": label } });
    const draw = () => {
      output.textContent = told(Number(range.value), unit, decimals(step));
      range.setAttribute("aria-valuetext", output.textContent);
      fill.style.width = `${(100 * range.value) / max}%`;
    };
    range.addEventListener("input", draw);
    draw();
    const distance = make("p", { className: "bar-came-told", hidden: true });
    const track = make("div", { className: "bar-track" }, [fill, came, range]);
    const element = make("div", { className: "bar" }, [make("span", { className: "bar-label", textContent: label }), output, track, distance]);
    return { element, range, came, told: distance, value, unit, label };
  });
  return {
    element: make("div", { className: "bars" }, rows.map(({ element }) => element)),
    words: "Run it",
    once: true,
    async judge({ says }) {
      for (const { range } of rows) range.disabled = true;
      const result = await stage.results(all.flatMap(({ value }) => scenariosOf(value)));
      const guess = rows.map(({ range }) => Number(range.value));
      const offs = distances(all, guess, result);
      for (const [place, row] of rows.entries()) {
        const [number, off] = [written(evaluate(row.value, result), row.unit), offs[place]];
        row.came.style.width = `${Math.min(100, (100 * number) / max)}%`;
        row.came.hidden = row.told.hidden = false;
        const digits = digitsOf(number, step);
        row.told.textContent = `Computed: ${told(number, row.unit, digits)}. Your guess is ${Math.abs(off) < step / 2 ? "as near as the bar allows" : apart(off, row.unit, digits)}.`;
      }
      const worst = offs.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
      const right = RIGHT.predict(task, guess, { result });
      return { guess, right, title: right ? "Well guessed." : "The run says otherwise.", html: right ? "" : worst < 0 ? says.low : says.high };
    },
  };
}

/** A number that is typed. */
function number(task, stage) {
  const { value } = task;
  const unit = unitOf(task);
  const field = make("input", { type: "text", inputMode: "decimal", className: "field", attributes: { "aria-label": "Your number" } });
  return {
    element: make("p", { className: "number" }, [field, make("span", { textContent: nameOf(unit).trim() })]),
    words: "Check",
    field,
    async judge({ says }) {
      const { number: guess, asks } = typed(field.value, unit);
      if (asks) return { asks };
      const result = await stage.results(scenariosOf(value));
      const came = written(evaluate(value, result), unit);
      const right = RIGHT.number(task, guess, { result });
      return { guess, right, title: right ? `Right: it is ${told(came, unit)}.` : guess < came ? "Too low." : "Too high.", html: right ? "" : guess < came ? says.low : says.high };
    },
  };
}

/** Radio buttons. */
function radios(texts, label) {
  const name = `choice-${Math.random().toString(36).slice(2)}`;
  const inputs = texts.map((_, place) => make("input", { type: "radio", name, value: place }));
  const element = make("fieldset", { className: "choices" }, [
    make("legend", { className: "unseen", textContent: label }),
    ...texts.map((html, place) => make("label", {}, [inputs[place], make("span", { html })])),
  ]);
  return { element, inputs, chosen: () => inputs.findIndex((input) => input.checked) };
}

function choice(task) {
  const { element, chosen } = radios(task.choices, "Choose one");
  return {
    element,
    words: "Check",
    async judge(answer) {
      const guess = chosen();
      if (guess < 0) return { asks: "Choose one of the answers." };
      const right = RIGHT.choice(task, guess, answer);
      return { guess, right, title: right ? "Right." : "Not quite.", html: answer.says[guess] };
    },
  };
}

/** Items that buttons move up and down. */
function order(task) {
  const { items } = task;
  let places = items.map((_, place) => place);
  const list = make("ol", { className: "order" });
  const said = make("p", { className: "unseen", attributes: { role: "status" } });
  const plain = items.map((html) => make("span", { html }).textContent);
  const draw = (focus) => {
    list.replaceChildren(
      ...places.map((item, place) => {
        const move = (words, by) => {
          const to = place + by;
          const one = button(words, () => {
            [places[place], places[to]] = [places[to], places[place]];
            draw([to, words]);
            said.textContent = `${plain[item]}: now ${to + 1} of ${places.length}`;
          }, { disabled: to < 0 || to >= places.length });
          one.setAttribute("aria-label", `${words}: ${plain[item]}`);
          one.dataset.words = words;
          return one;
        };
        return make("li", {}, [make("span", { html: items[item] }), make("span", { className: "moves" }, [move("Up", -1), move("Down", 1)])]);
      }),
    );
    if (!focus) return;
    const [place, words] = focus;
    const moves = [...list.children[place].querySelectorAll("button")];
    (moves.find((one) => one.dataset.words === words && !one.disabled) ?? moves.find((one) => !one.disabled))?.focus();
  };
  draw();
  return {
    element: make("div", {}, [list, said]),
    words: "Check",
    async judge(answer) {
      const guess = [...places];
      const right = RIGHT.order(task, guess, answer);
      return { guess, right, title: right ? "Right." : "Not in this order.", html: right ? "" : answer.says };
    },
  };
}

/** One bar of the schedule, pressed there or chosen from the list of lanes. */
function mark(task, stage) {
  const holder = make("div", {}, [make("p", { textContent: "The schedule is computed …" })]);
  let found = null;
  let list = null;
  let schedule = null;
  const ready = stage.schedule(task.of).then((csv) => {
    schedule = csv;
    found = bars(csv, task);
    list = radios(found.bars.map(({ lane }) => lane.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)), "Choose a row of the schedule");
    holder.replaceChildren(list.element);
  });
  ready.catch(() => (holder.firstChild.textContent = "The schedule could not be computed. Load the page again."));
  return {
    element: holder,
    words: "Check",
    hear({ press }) {
      if (!press || !found) return;
      const place = found.bars.findIndex(({ lane, start }) => lane === press.lane && press.phase === task.phase && Math.abs(start - press.start) < 1e-6 * (1 + press.start));
      if (place >= 0) list.inputs[place].checked = true;
      return place >= 0 ? `${press.lane} is chosen.` : "This bar is not one of those in question.";
    },
    async judge({ says }) {
      await ready;
      const place = list.chosen();
      if (place < 0) return { asks: "Press a bar in the schedule, or choose a row here." };
      const guess = found.bars[place].lane;
      const right = RIGHT.mark(task, guess, { csv: schedule });
      return { guess, right, title: right ? "Right." : `Not ${guess}.`, html: right ? "" : says };
    },
  };
}

/** A scenario that reaches goals, found by setting parameters in the figure. */
function find(task, stage) {
  const { goals, of } = task;
  const marks = goals.map(({ text }) => {
    const state = make("span", { className: "goal-state", textContent: "not yet" });
    return { state, element: make("li", {}, [make("span", { textContent: text }), state]) };
  });
  let figures = null;
  let guess = null;
  const draw = () => {
    const all = reached(goals, figures ?? []);
    for (const [place, { state }] of marks.entries()) {
      state.textContent = all[place] ? "reached" : "not yet";
      state.classList.toggle("good", all[place]);
    }
  };
  // The figure shows the scenario of this screen already.
  stage.results([of]).then((result) => {
    figures ??= result(of).figures;
    guess ??= result(of).link;
    draw();
  }, () => {});
  return {
    element: make("ul", { className: "goals" }, marks.map(({ element }) => element)),
    words: "Check",
    hear({ result }) {
      if (!result) return;
      [figures, guess] = [result.figures, result.link];
      draw();
    },
    async judge() {
      const right = RIGHT.find(task, guess, { figures: figures ?? [] });
      return { guess, right, stays: true, title: right ? "Found." : "Not all goals are reached yet.", html: right ? "" : "<p>Change the parameters in the figure, and watch the figures of merit.</p>" };
    },
  };
}

export const KINDS = { predict, number, choice, order, mark, find };
