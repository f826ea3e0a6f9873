//! Markdown becomes HTML. Only text, lists, tables, emphasis, code, formulas and safe links pass; HTML and pictures are refused, so
//! a lesson of somebody else cannot run a script, nor tell anybody who reads it.
//!
//! `{{speedup of copies}}` stands for a number of a run, `{{speedup of copies > 1}}` for nothing: it is a statement that
//! the check holds against the run. `[words](#show-copies)` is a button that shows a scenario.

use std::ops::RangeInclusive;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{RenderConfig, Storage, mathml};

use crate::expression::{Condition, Expression};
use crate::problem::Problem;

/// The beginning of the address of a link that shows a scenario.
const SHOW: &str = "#show-";

/// The characters that mark places of references: private ones, in no text that people write.
const MARKS: RangeInclusive<char> = '\u{E000}'..='\u{F8FF}';

/// A reference to a run in a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// A number that is written in its place.
    Number(Expression),
    /// A statement that has to hold; nothing is written.
    Holds(Condition),
}

/// A text with its references.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The line of the file where it begins.
    pub line: usize,
    /// HTML in which private characters mark the places of references.
    html: String,
    /// The references in their order, each with its line.
    pub references: Vec<(usize, Reference)>,
    /// The scenarios that buttons in it show, each with its line.
    pub shows: Vec<(usize, String)>,
    /// Numbers that look measured and come from no run, each with its line.
    pub typed: Vec<(usize, String)>,
}

impl Text {
    /// Renders Markdown whose first line is `line` of the file.
    ///
    /// # Errors
    /// All refused parts, by line.
    pub fn read(markdown: &str, line: usize) -> Result<Self, Vec<Problem>> {
        let (source, references, mut problems) = extract(markdown, line);
        let mut text = Self {
            line,
            references,
            ..Self::default()
        };
        let at = |offset: usize| line + source.get(..offset).map_or(0, newlines);
        let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
        let mut events = Vec::new();
        let mut links = Vec::new();
        for (event, range) in Parser::new_ext(&source, options).into_offset_iter() {
            let line = at(range.start);
            match event {
                Event::Html(found) | Event::InlineHtml(found) => problems.push(Problem::new(
                    line,
                    format!("“{}” is HTML; allowed: Markdown", short(&found)),
                )),
                Event::Start(Tag::Image { dest_url, .. }) => problems.push(Problem::new(
                    line,
                    format!(
                        "“{}” is a picture; allowed: text and formulas",
                        short(&dest_url)
                    ),
                )),
                Event::End(TagEnd::Image) => {}
                Event::Start(Tag::Link { ref dest_url, .. }) => {
                    let button = dest_url.strip_prefix(SHOW).map(str::to_owned);
                    if let Some(name) = &button {
                        text.shows.push((line, name.clone()));
                        let open = format!(
                            "<button type=\"button\" class=\"show\" data-scenario=\"{}\">",
                            escaped(name)
                        );
                        events.push(Event::InlineHtml(open.into()));
                    } else if is_safe(dest_url) {
                        events.push(event);
                    } else {
                        problems.push(Problem::new(line, format!(
                            "the link leads to “{}”; allowed: https:, http:, mailto:, and #show-SCENARIO", short(dest_url)
                        )));
                    }
                    links.push(button.is_some());
                }
                Event::End(TagEnd::Link) => match links.pop() {
                    Some(true) => events.push(Event::InlineHtml("</button>".into())),
                    _ => events.push(event),
                },
                Event::InlineMath(ref latex) => {
                    formula(latex, false, line, &mut events, &mut problems);
                }
                Event::DisplayMath(ref latex) => {
                    formula(latex, true, line, &mut events, &mut problems);
                }
                Event::Text(ref words) => {
                    text.typed.extend(typed(words).map(|number| (line, number)));
                    events.push(event);
                }
                event => events.push(event),
            }
        }
        html::push_html(&mut text.html, events.into_iter());
        // A wide table moves within itself, by the keyboard too.
        text.html = text
            .html
            .replace(
                "<table>",
                "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>",
            )
            .replace("</table>", "</table></div>");
        if problems.is_empty() {
            Ok(text)
        } else {
            Err(problems)
        }
    }

    /// The HTML, with each number as `write` gives it.
    pub fn html(&self, write: impl Fn(&Expression) -> String) -> String {
        let numbers = self.sentences().into_iter().flatten();
        self.filled(numbers.map(write))
    }

    /// The numbers of each sentence, in the order of the text.
    pub(crate) fn sentences(&self) -> Vec<Vec<&Expression>> {
        const ENDS: [&str; 6] = [". ", "? ", "! ", ".\n", "</p>", "</li>"];
        let marks = || self.references.iter().zip(MARKS);
        // A statement behind a full stop would part it from its space.
        let plain = marks().fold(
            self.html.clone(),
            |html, ((_, reference), mark)| match reference {
                Reference::Holds(_) => html.replace(mark, ""),
                Reference::Number(_) => html,
            },
        );
        let mut sentences = vec![Vec::new()];
        let mut rest = plain.as_str();
        for ((_, reference), mark) in marks() {
            let Reference::Number(expression) = reference else {
                continue;
            };
            let (before, behind) = rest.split_once(mark).unwrap_or(("", rest));
            rest = behind;
            if ENDS.iter().any(|end| before.contains(end)) {
                sentences.push(Vec::new());
            }
            if let Some(last) = sentences.last_mut() {
                last.push(expression);
            }
        }
        sentences
    }

    /// The HTML, with these texts in the places of its numbers.
    pub(crate) fn filled(&self, texts: impl IntoIterator<Item = String>) -> String {
        let mut html = self.html.clone();
        let mut texts = texts.into_iter();
        for (place, (_, reference)) in self.references.iter().enumerate() {
            let written = match reference {
                Reference::Number(_) => {
                    let text = texts.next().unwrap_or_default();
                    format!("<span class=\"computed\">{}</span>", escaped(&text))
                }
                Reference::Holds(_) => String::new(),
            };
            if let Some(mark) = marked(place) {
                html = html.replace(mark, &written);
            }
        }
        html.trim().to_owned()
    }

    /// The HTML of a text of one paragraph, without the paragraph.
    pub(crate) fn inline(&self, texts: impl IntoIterator<Item = String>) -> String {
        let html = self.filled(texts);
        let inner = html
            .strip_prefix("<p>")
            .and_then(|html| html.strip_suffix("</p>"));
        match inner {
            Some(inner) if !inner.contains("<p>") => inner.to_owned(),
            _ => html,
        }
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.html.trim().is_empty()
    }
}

/// The mark of the reference at this place, where there are marks enough.
fn marked(place: usize) -> Option<char> {
    MARKS.clone().nth(place)
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Puts marks in place of references, which Markdown would read in its own way; lines stay where they are.
fn extract(markdown: &str, line: usize) -> (String, Vec<(usize, Reference)>, Vec<Problem>) {
    let clean = markdown.replace(|letter| MARKS.contains(&letter), "");
    let (mut source, mut references, mut problems) = (String::new(), Vec::new(), Vec::new());
    let mut rest = clean.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        source.push_str(before);
        let here = line + newlines(&source);
        let Some((inside, behind)) = after.split_once("}}") else {
            problems.push(Problem::new(here, "“{{” has no “}}”"));
            rest = after;
            continue;
        };
        let words = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        let read = match words.contains(['<', '>']) {
            true => Condition::read(&words).map(Reference::Holds),
            false => Expression::read(&words).map(Reference::Number),
        };
        match read {
            Ok(reference) => {
                source.extend(marked(references.len()));
                references.push((here, reference));
            }
            Err(message) => problems.push(Problem::new(here, message)),
        }
        source.extend(std::iter::repeat_n('\n', newlines(inside)));
        rest = behind;
    }
    source.push_str(rest);
    (source, references, problems)
}

fn formula<'e>(
    latex: &str,
    display: bool,
    line: usize,
    events: &mut Vec<Event<'e>>,
    problems: &mut Vec<Problem>,
) {
    // The library stops the program at a backslash before some of the other characters.
    if let Some(letter) = latex.chars().find(|letter| !letter.is_ascii()) {
        problems.push(Problem::new(
            line,
            format!("“{letter}” in a formula; allowed: LaTeX, such as \\theta"),
        ));
        return;
    }
    let storage = Storage::new();
    let parsed: Vec<_> = pulldown_latex::Parser::new(latex, &storage).collect();
    if let Some(error) = parsed.iter().find_map(|event| event.as_ref().err()) {
        let error = error.to_string();
        let said = error.lines().next().unwrap_or_default();
        problems.push(Problem::new(
            line,
            format!("the formula “{}” cannot be read: {said}", short(latex)),
        ));
        return;
    }
    let config = RenderConfig {
        display_mode: match display {
            true => DisplayMode::Block,
            false => DisplayMode::Inline,
        },
        ..RenderConfig::default()
    };
    let mut math = String::new();
    match mathml::push_mathml(&mut math, parsed.into_iter(), config) {
        Ok(()) => events.push(Event::InlineHtml(CowStr::from(math))),
        Err(error) => problems.push(Problem::new(line, error.to_string())),
    }
}

fn is_safe(link: &str) -> bool {
    ["https://", "http://", "mailto:"]
        .iter()
        .any(|start| link.starts_with(start))
}

/// The beginning of an author's text, to be quoted.
pub(crate) fn short(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// A text within HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::new();
    html::push_html(&mut safe, [Event::Text(text.to_owned().into())].into_iter());
    safe.replace('"', "&quot;")
}

/// Numbers that look measured: with a decimal point, or before a unit.
fn typed(words: &str) -> impl Iterator<Item = String> + '_ {
    const UNITS: [&str; 5] = ["%", "s", "ms", "min", "times"];
    // The numbers of figures and sections are names.
    const NAMED: [&str; 6] = [
        "figure", "table", "section", "chapter", "equation", "lesson",
    ];
    let mut all = words.split_whitespace().peekable();
    let mut before = "";
    std::iter::from_fn(move || {
        while let Some(word) = all.next() {
            let is_name = NAMED.iter().any(|name| before.eq_ignore_ascii_case(name));
            before = word;
            let bare = word.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '%');
            let number = bare.trim_end_matches('%');
            let is_number = number.starts_with(|letter: char| letter.is_ascii_digit())
                && number.parse::<f64>().is_ok();
            let unit = all
                .peek()
                .map(|next| next.trim_end_matches(['.', ',', ';', ':', ')']));
            let measured = number.contains('.')
                || bare.ends_with('%')
                || unit.is_some_and(|unit| UNITS.contains(&unit));
            if is_number && measured && !is_name {
                return Some(bare.to_owned());
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(markdown: &str) -> Result<Text, Vec<Problem>> {
        Text::read(markdown, 10)
    }

    fn told(markdown: &str) -> String {
        let problems = read(markdown).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn references_are_written_where_they_stand() {
        let text =
            read("Copies are {{speedup of a}} times as fast.{{speedup of a > 1}}\n\nDone_it.")
                .unwrap();
        assert_eq!(
            text.html(|_| "1.18 < 2".into()),
            "<p>Copies are <span class=\"computed\">1.18 &lt; 2</span> times as fast.</p>\n<p>Done_it.</p>"
        );
        assert_eq!(text.references.len(), 2);
        assert_eq!(
            read("*one* {{a of b}}").unwrap().inline(["2".into()]),
            "<em>one</em> <span class=\"computed\">2</span>"
        );
    }

    #[test]
    fn the_numbers_of_a_sentence_are_known() {
        let text = read(
            "It is {{a of x}} and {{b of x}}.{{a of x > 1}} Then {{c of x}}, at 1.5 of\n{{d of x}}.\n\n- {{e of x}}\n- {{a of x}}",
        )
        .unwrap();
        let keys = text.sentences().into_iter().map(|sentence| {
            let keys = sentence.into_iter().flat_map(Expression::terms);
            keys.map(|term| match term {
                crate::expression::Term::Figure { key, .. }
                | crate::expression::Term::Value { key, .. } => key.as_str(),
            })
            .collect::<String>()
        });
        assert_eq!(keys.collect::<Vec<_>>(), ["ab", "cd", "e", "a"]);
    }

    #[test]
    fn what_could_run_or_load_something_is_refused_by_line() {
        for (markdown, part) in [
            (
                "a\n\n<script>alert(1)</script>",
                "line 12: “<script>alert(1)</script>” is HTML",
            ),
            ("a <b onclick=x>b</b>", "line 10: “<b onclick=x>” is HTML"),
            ("![x](https://example.org/x.png)", "is a picture"),
            (
                "[x](javascript:alert(1))",
                "the link leads to “javascript:alert(1)”; allowed:",
            ),
            ("[x](//example.org)", "the link leads to"),
            (
                "[x][1]\n\n[1]: data:text/html,x",
                "the link leads to “data:text/html,x”",
            ),
            (
                "{{speedup}}",
                "“speedup” is no number; allowed: FIGURE of SCENARIO",
            ),
            ("a\nb {{speedup of a", "line 11: “{{” has no “}}”"),
            ("$θ$", "line 10: “θ” in a formula; allowed: LaTeX"),
            (
                "$\\frac{1}$",
                "line 10: the formula “\\frac{1}” cannot be read",
            ),
        ] {
            assert!(
                told(markdown).contains(part),
                "{markdown}: {}",
                told(markdown)
            );
        }
    }

    #[test]
    fn formulas_become_mathml() {
        let html = read("$\\frac{T_1}{T_2}$").unwrap().html(|_| String::new());
        assert!(html.contains("<math") && html.contains("<mfrac>"), "{html}");
    }

    #[test]
    fn a_link_to_a_scenario_is_a_button() {
        let text = read("Watch [two copies](#show-copies).").unwrap();
        assert_eq!(text.shows, [(10, "copies".to_owned())]);
        assert!(text.html(|_| String::new()).contains(
            "<button type=\"button\" class=\"show\" data-scenario=\"copies\">two copies</button>"
        ));
    }

    #[test]
    fn numbers_that_look_measured_are_found() {
        let found = |text: &str| {
            read(text)
                .unwrap()
                .typed
                .into_iter()
                .map(|(_, number)| number)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found("It is 1.18 times as fast, waits 42 % and (10%) and takes 12 s."),
            ["1.18", "42", "10%", "12"]
        );
        assert_eq!(
            found("Eight nodes, 2 copies, node 13, figure 5.10, `1.5`, $1.5$."),
            Vec::<String>::new()
        );
    }
}
