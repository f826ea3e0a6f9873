//! The pages that set the documents' figures, tables and theorems beside the computed numbers: all entries, and the misprints.
//! Without scripts they are whole; a script filters the entries.

mod curves;
mod machines;
mod thumbnail;

use figures::document::{Document, Entry, Finding};
use figures::kept::{self, Outcome, Shown};
use figures::verdict::Verdict;

use crate::html::escaped;
pub(crate) use thumbnail::thumbnail;

/// The styles of the pages: the page's own colours and sizes, and rules of theirs.
pub(crate) const STYLES: &str = concat!(
    include_str!("../../styles/tokens.css"),
    include_str!("../../styles/charts.css"),
    include_str!("reproduce/reproduce.css")
);

/// The script that filters the entries.
pub(crate) const SCRIPT: &str = include_str!("reproduce/reproduce.js");

/// Tables of so many numbers or more are folded.
const FOLDED: usize = 7;

/// The pages, by the names of their files.
pub(crate) fn pages() -> Result<[(&'static str, String); 2], figures::Error> {
    let all = kept::all()?;
    let documents = figures::all()?;
    Ok([
        (
            "index.html",
            page("Printed and computed", &entries(documents, &all)),
        ),
        (
            "found.html",
            page("What we found in the documents", &found(documents)),
        ),
    ])
}

/// The scenarios of all entries, each once.
pub(crate) fn links() -> Result<Vec<&'static str>, figures::Error> {
    let all = figures::all()?
        .iter()
        .flat_map(|document| &document.entries);
    let mut links: Vec<&str> = all.filter_map(|entry| entry.run.as_deref()).collect();
    links.sort_unstable();
    links.dedup();
    Ok(links)
}

/// Data for the script: drawings of curves, and runs on a reader's machine.
#[derive(serde::Serialize)]
pub(crate) struct Entries {
    curves: std::collections::BTreeMap<String, curves::Drawing>,
    machines: std::collections::BTreeMap<String, machines::Machine>,
}

/// The script's data for all entries.
pub(crate) fn scripted() -> Result<Entries, figures::Error> {
    Ok(Entries {
        curves: curves::drawings()?,
        machines: machines::all()?,
    })
}

/// The file of a scenario's thumbnail. A link with a text in it, such as a strategy, is longer than names of files may be.
pub(crate) fn file(link: &str) -> String {
    /// So many characters tell links without texts apart.
    const LONGEST: usize = 120;
    let slug = slug(link);
    match slug.get(..LONGEST) {
        Some(beginning) => format!("{beginning}-{:.12}.svg", lesson::sealed::digest(link)),
        None => format!("{slug}.svg"),
    }
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"system\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src 'self'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} – Makespan</title>\n\
         <link rel=\"icon\" href=\"../icons/icon.svg\">\n<link rel=\"stylesheet\" href=\"reproduce.css\">\n<script src=\"reproduce.js\" defer></script>\n</head>\n<body>\n\
         <nav aria-label=\"Pages\"><a href=\"../\">Makespan</a> <a href=\"../lesson/\">Lessons</a> <a href=\"index.html\">Printed and computed</a> \
         <a href=\"found.html\">What we found</a></nav>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn entries(documents: &[Document], all: &[Shown]) -> String {
    let mut out = format!(
        "<p class=\"lead\">{} figures, tables, theorems and scenarios of five documents: what was printed, what Makespan computes, and \
         why the two differ where they do. Runs and formulas decide every verdict; nobody types it.</p>\n",
        all.len()
    );
    out += &counts(all);
    out += &filter(documents, all);
    for document in documents {
        out += &format!(
            "<section id=\"{0}\" data-section aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n<p class=\"note\">{2}</p>\n",
            document.key,
            escaped(&document.title),
            escaped(&document.note)
        );
        let own = all
            .iter()
            .filter(|shown| shown.document.key == document.key);
        out.extend(own.map(article));
        out += "</section>\n";
    }
    out
}

/// The number of entries for each verdict.
fn counts(all: &[Shown]) -> String {
    let rows = Verdict::ALL.into_iter().map(|verdict| {
        let count = all
            .iter()
            .filter(|shown| shown.computed.verdict == verdict)
            .count();
        format!(
            "<li>{}<span class=\"count\">{count}</span></li>\n",
            badge(verdict)
        )
    });
    format!(
        "<ul class=\"counts\" aria-label=\"Entries by verdict\">\n{}</ul>\n",
        rows.collect::<String>()
    )
}

fn filter(documents: &[Document], all: &[Shown]) -> String {
    let option = |key: &str, name: &str| {
        format!(
            "<option value=\"{}\">{}</option>",
            escaped(key),
            escaped(name)
        )
    };
    let of_documents = documents.iter().map(|one| option(&one.key, &one.short));
    let verdicts = Verdict::ALL
        .into_iter()
        .map(|one| option(one.key(), one.words()));
    let used = |name: &str| {
        all.iter()
            .any(|shown| shown.entry.laboratory() == Some(name))
    };
    let laboratories = playground::laboratories().iter();
    let laboratories = laboratories
        .filter(|one| used(one.name))
        .map(|one| option(one.name, one.title));
    format!(
        "<form class=\"filter\" role=\"search\" hidden>\n\
         <label>Search<input type=\"search\" name=\"q\" placeholder=\"fig. 6.2, copies\"></label>\n\
         <label>Document<select name=\"document\"><option value=\"\">All</option>{}</select></label>\n\
         <label>Verdict<select name=\"verdict\"><option value=\"\">All</option>{}</select></label>\n\
         <label>Laboratory<select name=\"laboratory\"><option value=\"\">All</option>{}</select></label>\n\
         <output>{} entries</output>\n</form>\n",
        of_documents.collect::<String>(),
        verdicts.collect::<String>(),
        laboratories.collect::<String>(),
        all.len(),
    )
}

fn article(shown: &Shown) -> String {
    let (document, entry, computed) = (shown.document, shown.entry, shown.computed);
    let verdict = computed.verdict;
    let mut out = format!(
        "<article id=\"{}\" data-document=\"{}\" data-verdict=\"{}\" data-laboratory=\"{}\">\n",
        id(document, &entry.label),
        document.key,
        verdict.key(),
        entry.laboratory().unwrap_or_default()
    );
    if let Some(link) = &entry.run {
        out += &format!(
            "<img src=\"thumbnails/{}\" alt=\"\" width=\"240\" height=\"72\" loading=\"lazy\">\n",
            file(link)
        );
    }
    out += &format!(
        "<div class=\"what\"><h3>{}</h3><p>{}</p><p class=\"place\">{}, {}</p></div>\n",
        escaped(&capital(&entry.label)),
        escaped(&entry.title),
        escaped(&entry.place),
        entry.read.words(),
    );
    out += &format!(
        "<p class=\"verdict\">{}{}</p>\n",
        badge(verdict),
        open(entry)
    );
    let own = id(document, &entry.label);
    out += &curves::figures(&own, &computed.curves);
    out += &values(&entry.label, &computed.outcomes);
    out += &machines::offer(shown);
    if let Some(reason) = computed.why.as_ref().or(entry.missing.as_ref()) {
        out += &format!("<p class=\"why\">{}</p>\n", escaped(reason));
    }
    out + "</article>\n"
}

fn open(entry: &Entry) -> String {
    let Some(link) = &entry.run else {
        return String::new();
    };
    let label = escaped(&entry.label);
    format!(
        " <a href=\"../{}\">Open<span class=\"apart\"> {label}</span></a>",
        escaped(link)
    )
}

/// The printed numbers beside the computed ones; many are folded.
fn values(label: &str, outcomes: &[Outcome]) -> String {
    if outcomes.is_empty() {
        return String::new();
    }
    let row = |outcome: &Outcome| {
        let apart = outcome.deviation();
        let apart = apart.map(|apart| [apart.difference, apart.relative]);
        let cells = [outcome.printed.clone(), Some(outcome.computed.clone())];
        let cells = cells
            .into_iter()
            .chain(apart.map_or([None, None], |apart| apart.map(Some)));
        let cells: String = cells
            .map(|cell| {
                format!(
                    "<td>{}</td>",
                    cell.map_or_else(|| "–".into(), |cell| escaped(&cell))
                )
            })
            .collect();
        format!(
            "<tr><th scope=\"row\">{}</th>{cells}<td>{}</td></tr>\n",
            escaped(&outcome.what),
            outcome_badge(outcome)
        )
    };
    let rows: String = outcomes.iter().map(row).collect();
    let table = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Numbers of {}\"><table>\n<thead><tr><th scope=\"col\">Number \
         or claim</th><th scope=\"col\">Printed</th><th scope=\"col\">Computed</th><th scope=\"col\">Difference</th>\
         <th scope=\"col\">Relative</th><th scope=\"col\">Verdict</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n",
        escaped(label)
    );
    if outcomes.len() < FOLDED {
        return table;
    }
    let mut parts: Vec<(String, usize)> = Vec::new();
    for words in outcomes.iter().map(Outcome::words) {
        match parts.iter_mut().find(|(other, _)| *other == words) {
            Some((_, count)) => *count += 1,
            None => parts.push((words, 1)),
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|(words, count)| format!("{words}: {count}"))
        .collect();
    format!(
        "<details><summary>{} numbers and claims. {}</summary>\n{table}</details>\n",
        outcomes.len(),
        parts.join(", ")
    )
}

/// The agreement of a number, claim or list with print, by colour, sign and word.
fn outcome_badge(outcome: &Outcome) -> String {
    match outcome.agreement {
        Some(agreement) => curves::badge(agreement),
        None => badge(outcome.verdict),
    }
}

/// A verdict by colour, sign and word.
fn badge(verdict: Verdict) -> String {
    let sign = match verdict {
        Verdict::SameDigits | Verdict::ClaimHolds => "✓",
        Verdict::WithinReading | Verdict::WithinInterval => "≈",
        Verdict::Differs => "≠",
        Verdict::NotComputable => "–",
    };
    format!(
        "<span class=\"badge {}\"><span aria-hidden=\"true\">{sign}</span> {}</span>",
        verdict.key(),
        verdict.words()
    )
}

fn found(documents: &[Document]) -> String {
    let count: usize = documents
        .iter()
        .map(|document| document.findings.len())
        .sum();
    let mut out = format!(
        "<p class=\"lead\">{count} misprints, slips and formulas that had to be corrected, and the entries that show them. Where Makespan \
         computes a corrected formula, it says so beside the result.</p>\n"
    );
    for document in documents {
        out += &format!("<section>\n<h2>{}</h2>\n", escaped(&document.title));
        out.extend(
            document
                .findings
                .iter()
                .map(|finding| finding_of(document, finding)),
        );
        out += "</section>\n";
    }
    out
}

fn finding_of(document: &Document, finding: &Finding) -> String {
    let shown = finding.shown.iter().map(|label| {
        let verdict = kept_verdict(document, label).map_or_else(String::new, badge);
        format!(
            "<li><a href=\"index.html#{}\">{}</a> {verdict}</li>",
            id(document, label),
            escaped(&capital(label))
        )
    });
    let shown: String = shown.collect();
    let shown = if shown.is_empty() {
        String::new()
    } else {
        format!("<ul class=\"shown\">{shown}</ul>\n")
    };
    format!(
        "<article class=\"finding\">\n<h3>{}</h3>\n<dl><dt>Printed</dt><dd>{}</dd><dt>Meant</dt><dd>{}</dd></dl>\n{shown}</article>\n",
        escaped(&capital(&finding.place)),
        escaped(&finding.printed),
        escaped(&finding.meant)
    )
}

fn kept_verdict(document: &Document, label: &str) -> Option<Verdict> {
    let all = kept::all().ok()?;
    let own = |shown: &&Shown| shown.document.key == document.key && shown.entry.label == label;
    all.iter().find(own).map(|shown| shown.computed.verdict)
}

fn capital(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The anchor of an entry.
fn id(document: &Document, label: &str) -> String {
    format!("{}-{}", document.key, slug(label))
}

/// A text as a part of an address: letters and digits, and a hyphen for all between them.
fn slug(words: &str) -> String {
    let mut slug = String::new();
    for letter in words.chars() {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_entry_is_on_the_page_once_and_opens_its_scenario() {
        let [(_, index), _] = pages().unwrap();
        let ids: Vec<&str> = index
            .split("<article id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let all = kept::all().unwrap();
        assert_eq!(ids.len(), all.len());
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        for shown in &all {
            if let Some(link) = &shown.entry.run {
                let open = format!("href=\"../{}\"", escaped(link));
                assert!(index.contains(&open), "{link}");
            }
        }
    }

    #[test]
    fn every_finding_points_to_entries_of_the_page() {
        let [(_, index), (_, found)] = pages().unwrap();
        let links: Vec<&str> = found
            .split("index.html#")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(links.len() > 50, "{}", links.len());
        for link in links {
            assert!(index.contains(&format!("id=\"{link}\"")), "{link}");
        }
    }

    #[test]
    fn each_scenario_has_a_thumbnail_file_of_its_own_that_every_system_can_name() {
        let links = links().unwrap();
        let files: BTreeSet<String> = links.iter().map(|link| file(link)).collect();
        assert_eq!(files.len(), links.len());
        // Some file systems refuse longer names, and archives cut them.
        let longest = files.iter().map(String::len).max();
        assert!(longest.is_some_and(|longest| longest < 150), "{longest:?}");
    }

    #[test]
    fn an_entry_that_runs_on_traces_can_be_put_on_a_machine_and_no_other() {
        let machines = serde_json::to_value(scripted().unwrap()).unwrap();
        let machines = machines["machines"].as_object().unwrap();
        let [(_, index), _] = pages().unwrap();
        let articles = index.split("<article id=\"").skip(1);
        for article in articles {
            let own = article.split('"').next().unwrap();
            let offered = article.contains("class=\"machine\"");
            assert_eq!(machines.contains_key(own), offered, "{own}");
        }
        for document in figures::all().unwrap() {
            for entry in &document.entries {
                let Some(machine) = machines.get(&id(document, &entry.label)) else {
                    continue;
                };
                assert!(entry.run.is_some(), "{}", entry.label);
                let numbers = machine["numbers"].as_array().unwrap();
                assert_eq!(numbers.len(), entry.printed().len(), "{}", entry.label);
                assert!(machine["read"]["read"]["scenario"]["makespan"] == 1);
            }
        }
        assert!(machines.len() > 15, "{}", machines.len());
    }

    #[test]
    fn a_link_names_its_file() {
        assert_eq!(slug("#p=one&runs=1"), "p-one-runs-1");
    }
}
