// The editor of strategies: colours, completion with the values that are handed, and faults underlined at their place. It takes the
// place of a text area, which keeps the text: the page reads and writes the area alone.
import { autocompletion, closeBrackets, closeBracketsKeymap, completeAnyWord, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { rust } from "@codemirror/legacy-modes/mode/rust";
import { setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import functions from "../../crates/language/functions.json";

/** Marks a change that the page made: the page need not hear of it. */
const told = Annotation.define();

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--good)" },
  { tag: tags.string, color: "var(--bad)" },
  { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.variableName)], fontWeight: "600" },
]);

const LOOK = EditorView.theme({
  "&": { border: "1px solid var(--edge)", borderRadius: "var(--r-2)", background: "var(--card)", color: "var(--ink)" },
  // The editor itself says a moment later that it has the focus.
  "&.cm-focused, &:focus-within": { outline: "2px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "12px", lineHeight: "1.5" },
  ".cm-content": { minHeight: "9em", caretColor: "var(--ink)" },
  ".cm-gutters": { background: "transparent", border: "none", color: "var(--ink-3)" },
  // Half as strong as a line, so that each colour of a word has contrast on it.
  ".cm-activeLine": { background: "color-mix(in srgb, var(--line-2) 50%, transparent)" },
  ".cm-activeLineGutter": { background: "transparent", color: "var(--ink)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--accent-bg)" },
  ".cm-tooltip": { border: "1px solid var(--edge)", borderRadius: "var(--r-2)", background: "var(--card)", color: "var(--ink)" },
  ".cm-tooltip .cm-completionInfo": { maxWidth: "min(280px, 80vw)", padding: "4px 8px", fontFamily: "var(--sans)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--bad)", padding: "4px 8px", fontFamily: "var(--sans)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
});

/** The words of the language. */
const WORDS = ["fn", "let", "const", "if", "else", "for", "in", "while", "loop", "return", "break", "continue", "throw", "this", "true", "false"];

/** The completions of functions: after a point, and elsewhere. */
const option = ({ name, form, says }) => ({ label: name, detail: form.slice(name.length), info: says, type: "function", apply: form.endsWith("()") ? form : form.includes("(") ? `${name}(` : name });
const METHODS = functions.filter(({ on }) => on !== "number").map(option);
const FREE = functions.filter(({ on }) => on === "number").map(option);

/** The completions at a place: after a point its parts or functions; else the handed values with their units, functions and words. */
const complete = (handed) => {
  const told = ([, label, unit, info]) => ({ label, detail: unit, info, type: "variable", boost: 2 });
  const partsOf = (owner) => handed.filter(([of]) => of === owner).map(told);
  const words = WORDS.map((label) => ({ label, type: "keyword" }));
  const free = [...partsOf(""), ...FREE, ...words];
  return (context) => {
    const inText = /^\s*\/\//.test(context.state.doc.lineAt(context.pos).text);
    if (inText) return null;
    const point = context.matchBefore(/[\w)\]]\.\w*/);
    if (point) {
      const owner = context.matchBefore(/[A-Za-z_]\w*\.\w*/)?.text.split(".")[0];
      const own = owner ? partsOf(owner) : [];
      return { from: point.from + 2, options: own.length > 0 ? own : METHODS, validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!word && !context.explicit) return null;
    return { from: word?.from ?? context.pos, options: free, validFor: /^\w*$/ };
  };
};

/** The other words of the text, such as its variables. */
const otherWords = (handed) => {
  const known = new Set([...handed.map(([, name]) => name), ...WORDS, ...functions.map(({ name }) => name)]);
  return (context) => {
    const found = completeAnyWord(context);
    return found && { ...found, options: found.options.filter(({ label }) => !known.has(label)) };
  };
};

/**
 * Puts the editor in the place of a text area. `handed` lists for each value its owner, or nothing, its name, unit and sentence. The
 * returned object shows another text or fault, and ends the editor.
 */
export function edit(area, handed) {
  const title = area.labels[0]?.textContent.trim() ?? "";
  const attributes = new Compartment();
  /** Typed texts that the page has not shown yet: it may show an earlier one while a later one is on its way. */
  let unanswered = [];
  const described = () => {
    const wrong = area.getAttribute("aria-invalid");
    return EditorView.contentAttributes.of({ "aria-label": title, "aria-describedby": area.getAttribute("aria-describedby") ?? "", ...(wrong ? { "aria-invalid": wrong } : {}) });
  };
  const typed = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (!docChanged || transactions.every((one) => one.annotation(told))) return;
    area.value = state.doc.toString();
    unanswered.push(area.value);
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  const left = EditorView.domEventHandlers({ blur: () => void area.dispatchEvent(new FocusEvent("blur")) });
  const state = EditorState.create({
    doc: area.value,
    extensions: [
      lineNumbers(),
      history(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      // Long lines wrap: otherwise a mouse would have to move them.
      EditorView.lineWrapping,
      EditorState.tabSize.of(4),
      StreamLanguage.define(rust),
      syntaxHighlighting(COLOURS),
      autocompletion({ override: [complete(handed), otherWords(handed)], icons: false }),
      // The tabulator leads to the next control, as everywhere.
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
      attributes.of(described()),
      typed,
      left,
      LOOK,
    ],
  });
  const view = new EditorView({ state });
  const focused = document.activeElement === area;
  area.after(view.dom);
  area.hidden = true;
  const toEditor = () => view.focus();
  area.labels[0]?.addEventListener("click", toEditor);
  if (focused) {
    view.dispatch({ selection: { anchor: area.selectionStart, head: area.selectionEnd } });
    view.focus();
  }
  return {
    /** Shows the page's text and its fault: at a line, from 1, and a place in it, from 1, or 0 for the whole line. */
    show(text, line, column, message) {
      const now = view.state.doc.toString();
      const answered = unanswered.lastIndexOf(text);
      unanswered = unanswered.slice(answered + 1);
      if (text !== now && answered < 0) {
        unanswered = [];
        view.dispatch({ changes: { from: 0, to: now.length, insert: text }, annotations: told.of(true) });
      }
      view.dispatch({ effects: attributes.reconfigure(described()) }, setDiagnostics(view.state, faults(view.state.doc, line, column, message)));
    },
    end() {
      area.labels[0]?.removeEventListener("click", toEditor);
      area.hidden = false;
      view.destroy();
    },
  };
}

/** The range of a fault: from its place to the end of its word, or the words of its line. */
function faults(doc, line, column, message) {
  if (!line) return [];
  const { from, to, text } = doc.line(Math.min(line, doc.lines));
  const at = column > 0 ? Math.min(from + column - 1, to) : from + text.search(/\S|$/);
  const word = /^\w+|^./.exec(text.slice(at - from))?.[0] ?? "";
  const end = column > 0 ? at + word.length : to;
  return [{ from: at < end ? at : Math.max(from, at - 1), to: Math.max(end, at), severity: "error", message }];
}
