//! The figures of all presets: they are XML, their legends are complete, and nothing runs out of them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeSet;

use playground::{Setup, imprint, presets};
use report::{Report, Silent};
use roxmltree::{Document, Node};
use schedule::same_work::Same;
use schedule::svg::{Options, World, pair, render};
use schedule::{Schedule, cut, opening};

/// The widths of a screen, of a column and of a page.
fn sizes(note: &str) -> [Options; 3] {
    [None, Some(85), Some(170)].map(|millimetres| Options {
        millimetres,
        note: note.to_owned(),
        ..Options::default()
    })
}

/// Both schedules of a report, cut to the part that is seen first.
fn worlds(report: &Report) -> Option<(String, String, [Schedule; 2])> {
    let worlds = report.worlds.as_ref()?;
    let [without, with] = worlds.schedules.as_deref()?;
    let same = Same::of(&[without, with]);
    let times = same.times(worlds.first as usize, worlds.count as usize)?;
    let part = |schedule: &Schedule, (from, to): (f64, f64)| cut::part(schedule, from, to).ok();
    let [before, after] = times[..] else {
        return None;
    };
    let both = [part(without, before)?, part(with, after)?];
    Some((worlds.without.clone(), worlds.with.clone(), both))
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The nearest value of an attribute that holds for a node.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

/// Checks the rules that every figure keeps.
fn check(figure: &str, what: &str, schedules: &[&Schedule], note: &str) {
    let document = Document::parse(figure).unwrap_or_else(|error| panic!("{what}: {error}"));
    let root = document.root_element();
    let frame: Vec<f64> = root
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|part| part.parse().unwrap())
        .collect();
    let [_, _, width, height] = frame.as_slice() else {
        panic!("{what}: a frame of four numbers");
    };
    let points = root.attribute("width").unwrap().ends_with("mm");

    // Text stays within the frame, as wide as letters usually are, and is read on paper.
    for text in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let words = text.text().unwrap();
        let size: f64 = inherited(text, "font-size").unwrap().parse().unwrap();
        if points {
            assert!(size * 0.75 >= 7.0, "{what}: “{words}” has {size} pixels");
        }
        if text.has_attribute("transform") {
            continue;
        }
        let wide = words.chars().count() as f64 * size * 0.5;
        let x = number(text, "x");
        let left = match inherited(text, "text-anchor") {
            Some("middle") => x - wide / 2.0,
            Some("end") => x - wide,
            _ => x,
        };
        let y = number(text, "y");
        assert!(
            left >= 0.0 && left + wide <= *width && y > 0.0 && y < *height,
            "{what}: “{words}” from {left} to {} of {width}, at {y} of {height}",
            left + wide
        );
    }

    // The legend names everything that is drawn.
    let legend = root
        .children()
        .find(|node| node.attribute("class") == Some("legend"));
    let texts = |class: &str| {
        let part = root
            .children()
            .find(|node| node.attribute("class") == Some(class));
        let texts = part.into_iter().flat_map(|part| part.children());
        let texts = texts
            .filter(|node| node.has_tag_name("text"))
            .map(|node| node.text().unwrap());
        texts.collect::<Vec<_>>().join(" ")
    };
    let samples: BTreeSet<&str> = legend
        .iter()
        .flat_map(|legend| legend.children())
        .filter(|node| node.has_tag_name("rect"))
        .map(|node| node.attribute("fill").unwrap())
        .collect();
    let bars = root
        .children()
        .filter(|node| node.has_tag_name("g") && node.has_attribute("stroke"));
    let fills: BTreeSet<&str> = bars.map(|node| node.attribute("fill").unwrap()).collect();
    assert!(
        fills.is_subset(&samples),
        "{what}: {fills:?} of {samples:?}"
    );
    let named = texts("legend").replace(' ', "");
    for link in root.children().filter(|node| {
        let last = node.last_element_child();
        node.has_tag_name("g") && last.is_some_and(|last| last.has_tag_name("path"))
    }) {
        let title = link.children().find(|node| node.has_tag_name("title"));
        if let Some(title) = title.and_then(|title| title.text()) {
            let is_group = schedules
                .iter()
                .any(|one| one.groups().iter().any(|group| group.name == title));
            assert!(
                is_group || named.contains(&title.replace(' ', "")),
                "{what}: {title}"
            );
        }
    }
    let marked = root
        .children()
        .any(|node| node.attribute("stroke-dasharray") == Some("2 3"));
    let marks: Vec<&str> = schedules
        .iter()
        .flat_map(|schedule| schedule.marks())
        .map(|mark| mark.text.as_str())
        .collect();
    if marked {
        assert!(
            marks
                .iter()
                .any(|mark| named.contains(&mark.replace(' ', ""))),
            "{what}: {named}"
        );
    }

    // The figure states its origin.
    assert_eq!(
        texts("note").replace(' ', ""),
        note.replace(' ', ""),
        "{what}"
    );
}

#[test]
fn every_figure_of_every_preset_is_xml_with_a_complete_legend_and_stays_within_its_frame() {
    let mut pairs = 0;
    for preset in presets::all() {
        let scenario = preset.scenario();
        let report = playground::run(&scenario, &mut Silent).unwrap();
        let setup = Setup::from(scenario);
        let note = imprint::line("1.2.3", &imprint::scenario(&setup), &report.fingerprint());
        assert!(note.contains(&format!("#p={} ", preset.name)), "{note}");
        for options in sizes(&note) {
            let what = format!("{} at {:?} mm", preset.name, options.millimetres);
            if let Some(schedule) = &report.schedule {
                check(&render(schedule, &options), &what, &[schedule], &note);
                let window = Some(opening::window(schedule));
                let part = Options {
                    window,
                    ..options.clone()
                };
                check(&render(schedule, &part), &what, &[schedule], &note);
            }
            if let Some((one, other, [without, with])) = worlds(&report) {
                let both = [
                    World {
                        title: &one,
                        schedule: &without,
                    },
                    World {
                        title: &other,
                        schedule: &with,
                    },
                ];
                check(&pair(both, &options), &what, &[&without, &with], &note);
                pairs += 1;
            }
        }
    }
    assert!(pairs >= 3 * 8, "{pairs} figures of two worlds");
}
