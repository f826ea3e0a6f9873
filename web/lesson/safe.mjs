// The permitted markup of a lesson of somebody else: only the elements and attributes of this list pass.

const ELEMENTS = new Set("a abbr b blockquote br button code dd div dl dt em h3 h4 hr i li ol p pre s small span strong sub sup table tbody td th thead tr u ul".split(" "));
const MATHS = "http://www.w3.org/1998/Math/MathML";
const FORMULA = new Set("math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover".split(" "));
const MEASURES = ["accent", "columnalign", "columnspacing", "display", "displaystyle", "fence", "lspace", "mathvariant", "movablelimits", "rowspacing", "rspace", "scriptlevel", "stretchy"];
const ATTRIBUTES = { a: ["href"], button: ["class", "data-scenario"], div: ["class"], ol: ["start"], span: ["class"], td: ["align"], th: ["align"] };
const CLASSES = new Set(["computed", "show", "wide"]);
/** Elements whose words are no text. */
const PROGRAMS = new Set(["iframe", "noembed", "noframes", "noscript", "object", "plaintext", "script", "style", "svg", "template", "textarea", "title", "xmp"]);
const LINK = /^(https?:|mailto:)/;

/** Markup without all that is not on the list; the words of other elements stay as text, unless they are a program's or a style's. */
export function safe(markup) {
  // In a document of its own, markup neither runs nor loads anything.
  const { body } = new DOMParser().parseFromString(`<body>${markup}`, "text/html");
  clean(body, false);
  return body.innerHTML;
}

function clean(element, formula) {
  for (const child of [...element.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) continue;
    if (child.nodeType !== Node.ELEMENT_NODE) {
      child.remove();
      continue;
    }
    const name = child.localName;
    const maths = child.namespaceURI === MATHS;
    // Within a formula there are formulas alone.
    if (maths ? !FORMULA.has(name) : formula || !ELEMENTS.has(name)) {
      child.replaceWith(PROGRAMS.has(name) || formula ? "" : child.textContent);
      continue;
    }
    for (const { name: attribute, value } of [...child.attributes]) {
      const allowed = (maths ? MEASURES : (ATTRIBUTES[name] ?? [])).includes(attribute);
      if (!allowed || (attribute === "href" && !LINK.test(value)) || (attribute === "class" && !CLASSES.has(value))) child.removeAttribute(attribute);
    }
    if (name === "button") child.type = "button";
    clean(child, maths);
  }
}

/** The keys of a built lesson whose texts are markup. */
const MARKUP = new Set(["html", "ask", "hints", "choices", "items", "says", "told", "explain"]);

/** A built lesson, or its answers, with nothing but safe markup. */
function safeLesson(value, markup = false) {
  if (typeof value === "string") return markup ? safe(value) : value;
  if (Array.isArray(value)) return value.map((one) => safeLesson(one, markup));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safeLesson(one, markup || MARKUP.has(key))]));
  return value;
}

/** A built lesson of somebody else from the text of its file; throws the reason where it is none. */
export function read(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("this is not JSON: “makespan lesson build” makes a lesson’s file, NAME.lesson.json");
  }
  return checked(file);
}

/** A built lesson without all that is unsafe; throws the reason where it is none. */
export function checked(file) {
  if (file?.["makespan-lesson"] !== 1) throw new Error("this is no lesson, version 1: “makespan lesson build” makes one, NAME.lesson.json");
  const { lesson, answers } = safeLesson({ lesson: file.lesson, answers: file.answers });
  const texts = (all) => Array.isArray(all) && all.every((one) => typeof one === "string");
  const names = Object.keys(lesson?.scenarios ?? {});
  const good =
    typeof lesson?.front?.title === "string" &&
    Array.isArray(lesson.screens) &&
    lesson.screens.length > 0 &&
    Array.isArray(answers) &&
    answers.length === lesson.screens.length &&
    Object.values(lesson.scenarios ?? {}).every(({ link, show, params }) => texts([link, show, params])) &&
    lesson.screens.every(({ title, html, scenario, question }) => texts([title, html]) && (scenario === null || names.includes(scenario)) && (question === null || (texts([question.ask]) && texts(question.hints) && typeof question.task?.kind === "string")));
  if (!good) throw new Error("the lesson in this file is damaged: build it again with “makespan lesson build”");
  return { lesson, answers };
}
