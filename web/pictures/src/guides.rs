//! The guides of `docs` as pages of the site, so that each copy of the page has its documentation.

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::html::escaped;

/// The styles of the guides.
pub(crate) const STYLES: &str = include_str!("guides.css");

/// The guides by the name of their file.
const GUIDES: [(&str, &str); 9] = [
    ("benchmarks", include_str!("../../../docs/benchmarks.md")),
    ("challenges", include_str!("../../../docs/challenges.md")),
    ("embedding", include_str!("../../../docs/embedding.md")),
    ("laboratory", include_str!("../../../docs/laboratory.md")),
    ("lessons", include_str!("../../../docs/lessons.md")),
    ("links", include_str!("../../../docs/links.md")),
    ("module", include_str!("../../../docs/module.md")),
    ("strategies", include_str!("../../../docs/strategies.md")),
    ("traces", include_str!("../../../docs/traces.md")),
];

/// Each guide's name and page.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, String)> {
    GUIDES.into_iter().map(|(name, text)| (name, page(text)))
}

/// A guide as a page: its headings have anchors, and links to another guide lead to its page.
fn page(text: &str) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut title = String::new();
    let mut section = String::new();
    let mut tables = Vec::new();
    let words: Vec<String> = (0..events.len())
        .map(|place| heading(events.get(place..).unwrap_or_default()))
        .collect();
    for (event, words) in events.iter_mut().zip(words) {
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                *id = Some(slug(&words).into());
                if title.is_empty() {
                    title.clone_from(&words);
                }
                section = words;
            }
            Event::Start(Tag::Table(_)) => tables.push(section.clone()),
            Event::Start(Tag::Link { dest_url, .. }) => {
                if let Some(guide) = guide(dest_url) {
                    *dest_url = CowStr::from(guide);
                }
            }
            _ => {}
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    // A wide table moves within itself, by the keyboard too; no two have one name.
    let mut parts = body.split("<table>");
    let mut body = parts.next().unwrap_or_default().to_owned();
    for (place, (part, section)) in parts.zip(&tables).enumerate() {
        let name = escaped(&format!("Table {}, {section}", place + 1));
        let _ = write!(
            body,
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table>{part}"
        );
    }
    let body = body
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">");
    let safe = escaped(&title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{safe} – Makespan</title>\n<link rel=\"stylesheet\" href=\"guides.css\">\n</head>\n<body>\n\
         <nav><a href=\"../\">Makespan</a></nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// The words of the heading that begins here; nothing where none does.
fn heading(events: &[Event<'_>]) -> String {
    let Some((Event::Start(Tag::Heading { .. }), rest)) = events.split_first() else {
        return String::new();
    };
    let inside = rest
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// The anchor of a heading, as hosts of Markdown form it.
fn slug(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept
        .chars()
        .filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
    kept.collect::<String>().replace(' ', "-")
}

/// The page of a guide that a link between the files points to.
fn guide(link: &str) -> Option<String> {
    let (file, part) = link
        .split_once('#')
        .map_or((link, String::new()), |(file, part)| {
            (file, format!("#{part}"))
        });
    let name = file.strip_suffix(".md")?;
    let known = GUIDES.iter().any(|(known, _)| *known == name);
    known.then(|| format!("{name}.html{part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_a_page_whose_links_lead_somewhere() {
        let pages: Vec<_> = all().collect();
        for (name, page) in &pages {
            assert!(page.contains("<h1 id="), "{name}");
            assert!(
                !page.contains("<script") && !page.contains(".md\""),
                "{name}"
            );
            for link in page.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap_or_default();
                let (file, part) = link.split_once('#').unwrap_or((link, ""));
                let there = |file: &str| {
                    let name = if file.is_empty() {
                        Some(*name)
                    } else {
                        file.strip_suffix(".html")
                    };
                    pages.iter().find(|(one, _)| Some(*one) == name)
                };
                let outside = link.starts_with("http") || ["../", "guides.css"].contains(&link);
                let target = there(file);
                assert!(outside || target.is_some(), "{name}: {link}");
                if let (false, Some((_, page))) = (outside || part.is_empty(), target) {
                    assert!(page.contains(&format!("id=\"{part}\"")), "{name}: {link}");
                }
            }
        }
    }

    #[test]
    fn a_heading_is_pointed_to_by_its_words() {
        let page =
            page("# A `guide`\n\n[there](#two-words), [other](links.md#keys)\n\n## Two words!\n");
        for part in [
            "<h1 id=\"a-guide\">",
            "<h2 id=\"two-words\">",
            "href=\"links.html#keys\"",
            "<title>A guide – Makespan</title>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn no_two_tables_have_one_name() {
        let page = page("# A\n\n|a|\n|-|\n|1|\n\n## `B<`\n\n|b|\n|-|\n|2|\n");
        let mut names = page.split("aria-label=\"").skip(1);
        let mut name = || names.next().and_then(|rest| rest.split('"').next());
        assert_eq!(name(), Some("Table 1, A"));
        assert_eq!(name(), Some("Table 2, B&lt;"));
        assert!(page.contains("<td>1</td>") && page.contains("<td>2</td>"));
    }
}
