//! Scenarios worth starting from.

mod campaigns;
mod divisible;
mod formulas;
mod prediction;
mod strategies;

use std::sync::LazyLock;

use replication::Parameters as Replication;
use replication::parameters::Strategy;
use serde_json::Value;
use trace::source::Source;

use crate::Scenario;
use crate::printed::Printed;

/// A scenario with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in short links.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it shows.
    pub help: &'static str,
    /// What the document printed of what it shows.
    pub printed: &'static [Printed],
    make: fn() -> Scenario,
}

impl Preset {
    const fn new(
        name: &'static str,
        title: &'static str,
        help: &'static str,
        printed: &'static [Printed],
        make: fn() -> Scenario,
    ) -> Self {
        Self {
            name,
            title,
            help,
            printed,
            make,
        }
    }

    /// The scenario itself.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        (self.make)()
    }
}

/// All presets; the first is what the page opens with.
#[must_use]
pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        let replication = REPLICATION
            .into_iter()
            .chain(strategies::PRESETS)
            .chain(formulas::PRESETS);
        replication
            .chain(divisible::PRESETS)
            .chain(campaigns::PRESETS)
            .chain(prediction::PRESETS)
            .collect()
    });
    &ALL
}

/// What the page opens with.
#[must_use]
pub fn first() -> &'static Preset {
    &FIRST
}

/// A preset by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    all().iter().find(|preset| preset.name == name)
}

/// The preset that differs from a scenario in the fewest parameters, and which those are, by name, in the form's
/// order. Of several, the first.
#[must_use]
pub fn nearest(scenario: &Scenario) -> (&'static Preset, Vec<String>) {
    let parameters = scenario.parameters();
    let values = scenario.values();
    let changes = |preset: &Preset| -> Vec<String> {
        let from = preset.scenario().values();
        let changed = |name: &str| {
            from.get(name).unwrap_or(&Value::Null) != values.get(name).unwrap_or(&Value::Null)
        };
        parameters
            .iter()
            .filter(|parameter| changed(&parameter.name))
            .map(|parameter| parameter.name.clone())
            .collect()
    };
    all()
        .iter()
        .filter(|preset| preset.scenario().laboratory() == scenario.laboratory())
        .map(|preset| (preset, changes(preset)))
        .min_by_key(|(_, changes)| changes.len())
        .unwrap_or((&FIRST, Vec::new()))
}

const FIRST: Preset = Preset {
    name: "bursts-replicate",
    title: "Bursts of load, every job twice",
    help: "Measured while bursts of other programs came and went: nobody can predict them, but a second copy can dodge them.",
    printed: &[],
    make: || replication(Source::Bursts, |_| {}),
};

const REPLICATION: [Preset; 7] = [
    FIRST,
    Preset {
        name: "shared-dynamic",
        title: "Shared cores, rebalanced",
        help: "Measured while other programs stayed for seconds: what lasts can be predicted, so shares that follow the speed pay.",
        printed: &[],
        make: || {
            replication(Source::Shared, |parameters| {
                parameters.strategy = Strategy::Dynamic;
                parameters.processors = 4;
            })
        },
    },
    Preset {
        name: "quiet-equal",
        title: "A quiet machine",
        help: "Measured on idle cores: there is little to gain.",
        printed: &[],
        make: || {
            replication(Source::Quiet, |parameters| {
                parameters.strategy = Strategy::Equal;
                parameters.processors = 4;
            })
        },
    },
    Preset {
        name: "set-one-dynamic",
        title: "Set one: levels that last",
        help: "Synthetic nodes whose speed stays for long; rebalancing about doubles the speed (Dobber 2006, figure 6.1).",
        printed: &[],
        make: || reference(Source::SetOne, Strategy::Dynamic),
    },
    Preset {
        name: "set-two-replicate",
        title: "Set two: unequal and bursty",
        help: "Synthetic nodes of the world; with few processors copies win (Dobber 2006, figure 6.2).",
        printed: &[],
        make: || reference(Source::SetTwo, Strategy::Replicate),
    },
    Preset {
        name: "peaks-replicate",
        title: "Isolated peaks",
        help: "Nodes that are slow for one job at a time: prediction cannot help, copies can.",
        printed: &[],
        make: || replication(Source::Peaks, |_| {}),
    },
    Preset {
        name: "switches-dynamic",
        title: "Level switches",
        help: "Nodes that change their speed for some dozen jobs: prediction can help.",
        printed: &[],
        make: || {
            replication(Source::Switches, |parameters| {
                parameters.strategy = Strategy::Dynamic
            })
        },
    },
];

fn replication(traces: Source, change: impl FnOnce(&mut Replication)) -> Scenario {
    let mut parameters = Replication {
        traces,
        ..Replication::default()
    };
    change(&mut parameters);
    Scenario::Replication(parameters)
}

/// The reference sets are not rescaled and have 2 000 jobs.
fn reference(traces: Source, strategy: Strategy) -> Scenario {
    replication(traces, |parameters| {
        parameters.strategy = strategy;
        parameters.trace_mean = None;
        parameters.iterations = 2_000;
        parameters.processors = 4;
        parameters.copies = 4;
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

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
            let small = preset.scenario().miniature();
            let report = crate::run(&small, &mut report::Silent).unwrap();
            let spans = report.schedule.as_ref().map_or(0, schedule::Schedule::len);
            assert!(spans < 6_000, "{}: {spans} spans", preset.name);
            // Without a schedule the first chart is drawn: its lines, or its histogram.
            let drawn = report
                .charts
                .first()
                .into_iter()
                .flat_map(|chart| &chart.series);
            let points: Vec<_> = drawn
                .filter_map(|series| match series {
                    report::chart::Series::Line { points, .. } => Some(points.len()),
                    report::chart::Series::Histogram { counts, .. } => Some(counts.len()),
                    _ => None,
                })
                .collect();
            assert!(
                spans > 0
                    || points
                        .iter()
                        .max()
                        .is_some_and(|points| (5..200).contains(points)),
                "{}: {spans} spans, {points:?} points",
                preset.name
            );
        }
    }

    #[test]
    fn every_laboratory_has_a_preset_and_every_preset_a_laboratory() {
        let named: std::collections::BTreeSet<_> = crate::laboratory::all()
            .iter()
            .map(|laboratory| laboratory.name)
            .collect();
        let used = all()
            .iter()
            .map(|preset| preset.scenario().laboratory())
            .collect();
        assert_eq!(named, used);
    }

    #[test]
    fn a_changed_preset_is_known_again_by_what_was_changed() {
        for preset in all() {
            let changed = preset.scenario().with("seed", "77").unwrap();
            let number = match changed.laboratory() {
                "divisible" => "workers",
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
