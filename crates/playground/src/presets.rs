//! Scenarios worth starting from: data beside their laboratory, read when they are first asked for.
//!
//! A laboratory's presets are a list in JSON: `name`, `title`, `help` and `values` of each, as in a scenario; `keys`, the two or three
//! parameters to begin with, where these are not those of the topic ([`laboratory::About::keys`]); `starter`, for the one that the
//! laboratory offers to new visitors, the sentence that invites them. The numbers that documents print of them are in [`crate::printed`].

use std::sync::{LazyLock, OnceLock};

use laboratory::About;
use parameters::{Parameter, Values};
use report::words::{list, within};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::list::NOWHERE;
use crate::{Scenario, laboratories};

/// A scenario with a name.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its name in short links.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its description for people.
    pub help: &'static str,
    /// The sentence that invites a new visitor, where the preset is a starter.
    pub starter: Option<&'static str>,
    /// The parameters to begin with, where these are not those of its topic.
    keys: Vec<String>,
    laboratory: &'static About,
    /// The values that it gives, as in a scenario.
    given: Value,
    /// Its scenario with all values, computed at the first use: each change of a scenario asks for those of all presets of its
    /// laboratory, and a program never asks for most others that it knows.
    checked: OnceLock<(Scenario, Values)>,
}

/// A preset as it stands in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    title: String,
    help: String,
    values: Value,
    #[serde(default)]
    starter: Option<String>,
    #[serde(default)]
    keys: Vec<String>,
}

impl Entry {
    /// Puts a translation in the place of each text for people that has one.
    fn said(&mut self, find: &mut dyn FnMut(&str) -> Option<&'static str>) {
        let own = [&mut self.title, &mut self.help];
        for text in own.into_iter().chain(&mut self.starter) {
            if let Some(translation) = find(text) {
                *text = translation.into();
            }
        }
    }
}

/// All texts for people of a laboratory's presets, for its catalogue.
#[must_use]
pub fn texts(laboratory: &About) -> Vec<String> {
    let mut entries: Vec<Entry> = serde_json::from_str(laboratory.presets).unwrap_or_default();
    let mut texts = Vec::new();
    for entry in &mut entries {
        entry.said(&mut |text| {
            texts.push(text.to_owned());
            None
        });
    }
    texts
}

impl Preset {
    /// The scenario itself.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.checked().0.clone()
    }

    /// The name of its laboratory.
    #[must_use]
    pub fn laboratory(&self) -> &'static str {
        self.laboratory.name
    }

    /// Its entry in a list of presets, as JSON: name, title, help, and the whole scenario.
    #[must_use]
    pub fn told(&self) -> Value {
        json!({
            "name": self.name, "title": self.title, "help": self.help,
            "scenario": self.scenario().to_json(),
        })
    }

    /// Whether this is its scenario.
    #[must_use]
    pub fn is(&self, scenario: &Scenario) -> bool {
        self.laboratory() == scenario.laboratory() && self.checked().0 == *scenario
    }

    /// The parameters of a scenario that differ from the preset, by name, in the form's order.
    #[must_use]
    pub fn changes(&self, scenario: &Scenario) -> Vec<String> {
        let (_, from) = self.checked();
        let values = scenario.values();
        let changed = |name: &str| {
            from.get(name).unwrap_or(&Value::Null) != values.get(name).unwrap_or(&Value::Null)
        };
        let parameters = scenario.parameters();
        let changed = parameters.iter().filter(|one| changed(one.name));
        changed.map(|one| one.name.to_owned()).collect()
    }

    /// Its description, or the parameters in which a scenario differs from it: "“Isolated peaks” with changed iterations and runs."
    #[must_use]
    pub fn help_for(&self, scenario: &Scenario, changes: &[String]) -> String {
        /// The most parameters that are named.
        const NAMED: usize = 3;
        let parameters = scenario.parameters();
        let title = |name: &String| {
            let parameter = parameters.iter().find(|one| one.name == *name)?;
            let title = within(parameter.title);
            Some(title.trim_end_matches(", up to").to_owned())
        };
        let mut titles: Vec<String> = changes.iter().filter_map(title).collect();
        let more = titles.len().saturating_sub(NAMED);
        if titles.is_empty() {
            return self.help.to_owned();
        }
        if more > 1 {
            titles.truncate(NAMED);
            titles.push(format!("{more} more"));
        }
        format!("“{}” with changed {}.", self.title, list(&titles))
    }

    /// The scenario and its values. A refused preset would give the laboratory's defaults; a test rules that out.
    fn checked(&self) -> &(Scenario, Values) {
        self.checked.get_or_init(|| {
            let scenario = Scenario::new(self.laboratory, &self.given);
            let scenario = scenario.unwrap_or_else(|_| Scenario::usual(self.laboratory));
            let values = scenario.values();
            (scenario, values)
        })
    }
}

/// All presets of the laboratories that this program knows; the page opens with the first. They are read once and live as
/// long as the program.
#[must_use]
pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        let laboratories = laboratories().iter();
        laboratories
            .flat_map(|laboratory| {
                let entries: Vec<Entry> =
                    serde_json::from_str(laboratory.presets).unwrap_or_default();
                entries.into_iter().map(|mut entry| {
                    entry.said(&mut |text| laboratory.words.find(words::chosen(), text));
                    Preset {
                        name: entry.name.leak(),
                        title: entry.title.leak(),
                        help: entry.help.leak(),
                        starter: entry.starter.map(|text| &*text.leak()),
                        keys: entry.keys,
                        laboratory,
                        given: entry.values,
                        checked: OnceLock::new(),
                    }
                })
            })
            .collect()
    });
    &ALL
}

/// The preset that the page opens with; in a program without laboratories, a preset without a name.
#[must_use]
pub fn first() -> &'static Preset {
    static NONE: LazyLock<Preset> = LazyLock::new(|| Preset {
        name: "",
        title: "",
        help: "",
        starter: None,
        keys: Vec::new(),
        laboratory: &NOWHERE,
        given: Value::Null,
        checked: OnceLock::new(),
    });
    all().first().unwrap_or(&NONE)
}

/// A preset by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    all().iter().find(|preset| preset.name == name)
}

/// The presets that are offered to new visitors: one of each laboratory that has one.
pub fn starters() -> impl Iterator<Item = &'static Preset> {
    all().iter().filter(|preset| preset.starter.is_some())
}

/// The two or three parameters that decide most of the visible result of a scenario, the most telling first: the keys of its
/// nearest preset and then the keys of its topic, without parameters that have no effect now.
#[must_use]
pub fn keys(scenario: &Scenario) -> Vec<Parameter> {
    /// The most parameters that fit beside the picture.
    const MOST: usize = 3;
    let (preset, _) = nearest(scenario);
    let (parameters, values) = (scenario.parameters(), scenario.values());
    let of_topic = (scenario.about().face.keys)(&scenario.without_runtimes());
    let named = preset.keys.iter().map(String::as_str);
    let mut keys: Vec<Parameter> = Vec::new();
    for name in named.chain(of_topic.iter().map(|name| name.text())) {
        let known = parameters.iter().find(|parameter| parameter.name == name);
        let new = known.filter(|one| one.matters(&values) && !keys.contains(one));
        keys.extend(new.copied());
    }
    keys.truncate(MOST);
    keys
}

/// The values that the presets of a scenario's laboratory and topic have for a parameter.
#[must_use]
pub fn values_of(scenario: &Scenario, name: &str) -> Vec<Value> {
    let topic = scenario.get("topic");
    let value = |of: &Preset, name: &str| of.checked().1.get(name).cloned().unwrap_or_default();
    let own = all().iter();
    let own = own.filter(|other| other.laboratory() == scenario.laboratory());
    own.filter(|other| value(other, "topic") == topic)
        .map(|other| value(other, name))
        .collect()
}

/// The topic of a scenario, for people.
#[must_use]
pub fn topic(scenario: &Scenario) -> String {
    let value = scenario.get("topic");
    let parameters = scenario.parameters();
    let mut choices = parameters
        .iter()
        .filter(|parameter| parameter.name == "topic")
        .flat_map(|parameter| parameter.choices());
    let chosen = choices.find(|choice| value == *choice.value);
    chosen.map_or_else(String::new, |choice| choice.title.to_owned())
}

/// The preset that differs from a scenario in the fewest parameters, and these parameters by name, in the form's order. Of
/// several presets, the first.
#[must_use]
pub fn nearest(scenario: &Scenario) -> (&'static Preset, Vec<String>) {
    all()
        .iter()
        .filter(|preset| preset.laboratory() == scenario.laboratory())
        .map(|preset| (preset, preset.changes(scenario)))
        .min_by_key(|(_, changes)| changes.len())
        .unwrap_or_else(|| (first(), Vec::new()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn no_preset_is_refused() {
        for laboratory in laboratories() {
            let entries: Vec<Entry> = serde_json::from_str(laboratory.presets).unwrap();
            for entry in entries {
                Scenario::new(laboratory, &entry.values).unwrap();
                assert!(find(&entry.name).is_some(), "{}", entry.name);
            }
        }
    }

    #[test]
    fn each_preset_is_nearest_to_itself() {
        for preset in all() {
            let (found, changes) = nearest(&preset.scenario());
            assert_eq!((found.name, changes), (preset.name, Vec::new()));
        }
    }

    #[test]
    fn each_preset_has_a_miniature_that_a_stamp_can_show() {
        for preset in all() {
            let small = crate::miniature(&preset.scenario(), &mut crate::Cache::default()).unwrap();
            let report = crate::run(&small, &mut report::Silent).unwrap();
            let spans = report.schedule.as_ref().map_or(0, schedule::Schedule::len);
            assert!(spans < 6_000, "{}: {spans} spans", preset.name);
            // Without a schedule the first chart is drawn: its lines, its histogram, or its shades. Straight lines, such as those of
            // an envelope, have their ends alone.
            let drawn = report
                .charts
                .first()
                .into_iter()
                .flat_map(|chart| &chart.series);
            let points: Vec<_> = drawn
                .filter_map(|series| match series {
                    report::chart::Series::Line { points, .. } => Some(points.len()),
                    report::chart::Series::Histogram { counts, .. } => Some(counts.len()),
                    // Edges across and down.
                    report::chart::Series::Heat { columns, rows, .. } => {
                        Some(columns.len() + rows.len())
                    }
                    // Each has four corners.
                    report::chart::Series::Bars { bars } => Some(4 * bars.len()),
                    _ => None,
                })
                .collect();
            let short = points.iter().all(|points| *points < 200);
            assert!(
                spans > 0 || (short && points.iter().sum::<usize>() >= 5),
                "{}: {spans} spans, {points:?} points",
                preset.name
            );
        }
    }

    #[test]
    fn a_changed_preset_is_told_by_the_titles_of_what_was_changed() {
        let preset = find("recovery-several-broken").unwrap();
        let told = |changes: &[(&str, &str)]| {
            let changed = changes
                .iter()
                .fold(preset.scenario(), |one, (name, value)| {
                    one.with(name, value).unwrap()
                });
            let changes = preset.changes(&changed);
            preset.help_for(&changed, &changes)
        };
        assert_eq!(told(&[]), preset.help);
        let title = preset.title;
        assert_eq!(
            told(&[("most_listed", "9")]),
            format!("“{title}” with changed computers of lists.")
        );
        assert_eq!(
            told(&[("most_listed", "9"), ("seed", "5")]),
            format!("“{title}” with changed computers of lists and seed.")
        );
    }

    #[test]
    fn a_name_in_a_title_stays_as_it_is_in_a_list_of_changes() {
        let mut wrong = Vec::new();
        for preset in all() {
            let scenario = preset.scenario();
            let names = scenario.parameters();
            let names: Vec<String> = names.iter().map(|one| one.name.to_owned()).collect();
            for name in names {
                let told = preset.help_for(&scenario, &[name]);
                let (_, told) = told.rsplit_once(" with changed ").unwrap();
                if trial::fault_of(told).is_some() || told.contains(", ") {
                    wrong.push(format!("{}: {told}", preset.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_laboratory_has_a_preset_and_every_preset_a_laboratory() {
        let named: std::collections::BTreeSet<_> = laboratories()
            .iter()
            .map(|laboratory| laboratory.name)
            .collect();
        let used = all().iter().map(Preset::laboratory).collect();
        assert_eq!(named, used);
    }

    #[test]
    fn a_changed_preset_is_known_again_by_what_was_changed() {
        for preset in all() {
            let changed = preset.scenario().with("seed", "77").unwrap();
            let number = match changed.laboratory() {
                "divisible" => "workers",
                "recovery" => "virtual_nodes",
                "adaptation" => "iterations",
                _ => "processors",
            };
            let changed = changed.with(number, "7").unwrap();
            let (found, mut changes) = nearest(&changed);
            assert_eq!(found.name, preset.name);
            changes.sort();
            let mut expected = [number, "seed"];
            expected.sort_unstable();
            assert_eq!(changes, expected);
        }
    }
}
