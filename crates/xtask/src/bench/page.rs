//! The kept figures as a page, and the table of peers in the README.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::figures::{Benchmark, Figure, Measured, more_is_better};
use crate::block;
use crate::workshop::Workshop;

/// The kept figures.
pub(super) const KEPT: &str = "docs/benchmarks.json";

/// The page of the kept figures.
const PAGE: &str = "docs/benchmarks.md";

/// The document with the table of peers.
const README: &str = "README.md";

/// The table's name there.
const BLOCK: &str = "figures";

/// The peer's name of our own program outside the browser; the README leaves it out.
const NATIVE: &str = "native";

/// Keeps figures and writes page and table.
pub(super) fn keep(workshop: &Workshop, measured: &Measured) -> Result<()> {
    measured.write(&workshop.root.join(KEPT))?;
    draw(workshop, measured)
}

/// Writes page and table anew.
fn draw(workshop: &Workshop, measured: &Measured) -> Result<()> {
    let put = |name: &str, text: String| {
        fs::write(workshop.root.join(name), text).with_context(|| format!("cannot write {name}"))
    };
    put(PAGE, page(measured))?;
    put(
        README,
        block::with(&read(workshop, README)?, BLOCK, &peers(measured))?,
    )
}

fn read(workshop: &Workshop, name: &str) -> Result<String> {
    fs::read_to_string(workshop.root.join(name)).with_context(|| format!("cannot read {name}"))
}

/// All figures.
fn page(measured: &Measured) -> String {
    let mut out = String::from("# Measurements\n\n");
    let _ = writeln!(
        out,
        "`cargo xtask bench --page` writes this page. Each figure is the median of five runs, of three where they take more than twelve\n\
         seconds, one run where it alone does, on one machine: {}.\n\
         More is better where a unit ends with “/s”, less elsewhere; “times as fast” compares our figure with the peer's, and “native” is the\n\
         same program outside the browser. WebAssembly runs for a second before it is measured, because engines compile quickly first, and\n\
         frequent functions once more. The load is the system's load average at the end of each benchmark: a quiet machine has less than\n\
         two, a browser's programs included.\n",
        measured.told()
    );
    let _ = writeln!(out, "{}", verdict(measured));
    for benchmark in &measured.benchmarks {
        let _ = write!(
            out,
            "\n## {}\n\n{}. Measured on {} in {} s with building, load {:.1}.\n\n",
            benchmark.name, benchmark.about, benchmark.date, benchmark.seconds, benchmark.load
        );
        out += &table(benchmark);
        for missing in &benchmark.missing {
            let _ = write!(out, "\nNot measured: {missing}\n");
        }
    }
    out
}

/// The sentence on the number of figures that reach their target.
fn verdict(measured: &Measured) -> String {
    let figures = measured.benchmarks.iter().flat_map(|one| &one.figures);
    let (mut reached, mut all) = (0, 0);
    for judgement in figures.filter_map(Figure::reached) {
        all += 1;
        reached += u32::from(judgement);
    }
    format!("{reached} of {all} figures reach their target.")
}

fn table(benchmark: &Benchmark) -> String {
    let mut out = String::from(
        "| measurement | unit | Makespan | target | peer | its figure | times as fast | target | reached |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for figure in &benchmark.figures {
        let own = figure.reach.map_or(String::new(), |reach| {
            let sign = if more_is_better(&figure.unit) {
                "≥"
            } else {
                "≤"
            };
            format!("{sign} {}", number(reach))
        });
        let (name, theirs, ratio, least) = match &figure.peer {
            None => Default::default(),
            Some(peer) => (
                cell(&peer.name),
                number(peer.theirs),
                number(peer.ratio),
                peer.least
                    .map_or(String::new(), |least| format!("≥ {}", number(least))),
            ),
        };
        let reached = match figure.reached() {
            None => "",
            Some(true) => "yes",
            Some(false) => "**no**",
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {own} | {name} | {theirs} | {ratio} | {least} | {reached} |",
            cell(&figure.name),
            cell(&figure.unit),
            number(figure.ours)
        );
    }
    out
}

/// The table of all figures beside somebody else's program.
fn peers(measured: &Measured) -> String {
    let mut out = String::from(
        "| measurement | unit | Makespan | peer | its figure | times as fast |\n|---|---|---|---|---|---|\n",
    );
    let figures = measured.benchmarks.iter().flat_map(|one| &one.figures);
    for figure in figures {
        let Some(peer) = figure.peer.as_ref().filter(|peer| peer.name != NATIVE) else {
            continue;
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            cell(&figure.name),
            cell(&figure.unit),
            number(figure.ours),
            cell(&peer.name),
            number(peer.theirs),
            number(peer.ratio)
        );
    }
    let _ = writeln!(out, "\nOn {}. {}", measured.told(), verdict(measured));
    out
}

/// A text within a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A number with three digits, and thousands apart.
fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        let whole = format!("{value:.0}");
        let digits: Vec<char> = whole.chars().rev().collect();
        let groups: Vec<String> = digits
            .chunks(3)
            .map(|group| group.iter().collect())
            .collect();
        return groups.join(",").chars().rev().collect();
    }
    let places = match size {
        _ if value.fract() == 0.0 => 0,
        _ if size >= 100.0 => 0,
        _ if size >= 10.0 => 1,
        _ if size >= 1.0 => 2,
        _ if size >= 0.1 => 3,
        _ if size >= 0.01 => 4,
        _ => return format!("{value:.2e}"),
    };
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn page_and_readme_have_the_kept_figures() {
        let workshop = Workshop::find().unwrap();
        let measured = Measured::read(&workshop.root.join(KEPT)).unwrap();
        if env::var_os("UPDATE_EXPECT").is_some() {
            draw(&workshop, &measured).unwrap();
        }
        assert_eq!(read(&workshop, PAGE).unwrap(), page(&measured), "{PAGE}");
        let readme = read(&workshop, README).unwrap();
        assert!(
            readme == block::with(&readme, BLOCK, &peers(&measured)).unwrap(),
            "the table of peers in {README}"
        );
        assert!(
            measured.benchmarks.iter().all(|one| !one.quick),
            "a quick benchmark is kept"
        );
    }

    #[test]
    fn a_table_has_figures_targets_and_peers() {
        let lines = r#"{"name":"a|b","unit":"s","runs":[1234.6],"reach":2000}
{"name":"c","unit":"events/s","runs":[0.5],"peer":{"name":"native","runs":[0.6]},"least":0.667}
{"name":"d","unit":"ms","runs":[2],"peer":{"name":"other","runs":[25]}}
{"missing":"nobody"}"#;
        let benchmark =
            Benchmark::new("x", "About", std::time::Duration::ZERO, false, lines).unwrap();
        let rows = table(&benchmark);
        assert!(
            rows.contains("| a\\|b | s | 1,235 | ≤ 2,000 |  |  |  |  | yes |"),
            "{rows}"
        );
        assert!(
            rows.contains("| c | events/s | 0.500 |  | native | 0.600 | 0.833 | ≥ 0.667 | yes |"),
            "{rows}"
        );
        let mut measured = Measured::default();
        measured.put(benchmark, &[("x".to_owned(), String::new())]);
        let page = page(&measured);
        assert!(
            page.contains("2 of 2 figures reach") && page.contains("Not measured: nobody"),
            "{page}"
        );
        let peers = peers(&measured);
        assert!(
            peers.contains("| d | ms | 2 | other | 25 | 12.5 |") && !peers.contains("native"),
            "{peers}"
        );
    }
}
