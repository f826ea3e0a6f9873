//! The papers behind each laboratory: its explanation names them, `papers.bib` has their entries.

use std::fs;
use std::path::Path;

#[test]
fn every_paper_that_an_explanation_names_has_an_entry_and_no_other() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for laboratory in playground::laboratories() {
        let folder = crates.join(laboratory.name);
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let explanation = read("explanation.html");
        let (_, source) = explanation
            .rsplit_once("<p class=\"source\">")
            .unwrap_or_else(|| panic!("{} names no source", laboratory.name));
        let named: Vec<_> = source
            .split("<cite>")
            .skip(1)
            .filter_map(|rest| rest.split("</cite>").next())
            .collect();
        let papers = read("papers.bib");
        let entries: Vec<_> = papers
            .lines()
            .filter_map(|line| line.strip_prefix("  title = {")?.strip_suffix("},"))
            .collect();
        assert_eq!(named, entries, "{}", laboratory.name);
    }
}
