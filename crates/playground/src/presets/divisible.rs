//! Figures and tables of Millot and Parrot 2016, and streams worth starting from.

use divisible::Parameters;
use divisible::parameters::{Policy, Spacing, Topic, Variation, Workers};
use divisible::platform::Signs;
use trace::source::Source;

use super::Preset;
use crate::Scenario;

pub(super) const PRESETS: [Preset; 9] = [
    Preset::new(
        "stream-adapts",
        "Chunks that find the speeds",
        "Four workers of Table 1 whose speeds are misjudged by up to 90 %: chunks are right after a few rounds.",
        &[],
        || scenario(|_| {}),
    ),
    Preset::new(
        "stream-convergence",
        "Ten times too fast",
        "All workers of Table 1 are believed to be ten times as fast as they are (Millot and Parrot 2016, figure 7): the one with the longest \
         latency needs most rounds. Spacings follow the chunks, lest those of the first rounds stay for ever (ours).",
        &[],
        || {
            scenario(|parameters| {
                parameters.estimate_factor = 10.0;
                parameters.spacing = Spacing::Current;
                parameters.inaccuracy = 0.0;
                parameters.theta = Some(0.5);
                parameters.runs = 1;
                parameters.shown = 30;
            })
        },
    ),
    Preset::new(
        "stream-ring",
        "The spacing of a ring",
        "Nothing is misjudged: the master serves one worker after the other, and the spacing keeps all transfers apart (Millot and Parrot 2016, \
         figure 6).",
        &[],
        || {
            scenario(|parameters| {
                parameters.inaccuracy = 0.0;
                parameters.runs = 1;
                parameters.shown = 4;
            })
        },
    ),
    Preset::new(
        "stream-thousand",
        "A thousand workers",
        "Table 3 in eleven clusters, with the same number of workers believed too fast as too slow.",
        &[],
        || {
            scenario(|parameters| {
                parameters.platform = Workers::Table3;
                parameters.target = 3.0;
                parameters.horizon = 2000.0;
                parameters.clusters = 11;
                parameters.signs = Signs::Balanced;
                parameters.theta = Some(0.5);
                parameters.runs = 1;
                parameters.seed = 1001;
            })
        },
    ),
    Preset::new(
        "stream-starves",
        "Too much in the first subchunk",
        "θ above its window: every σ tends to τ, yet the processors starve between all rounds (Millot and Parrot 2016, figure 4).",
        &[],
        || {
            scenario(|parameters| {
                parameters.inaccuracy = 0.0;
                parameters.theta = Some(0.95);
                parameters.runs = 1;
                parameters.shown = 5;
            })
        },
    ),
    Preset::new(
        "stream-drop",
        "A speed drops, and the neighbours starve",
        "The second of four workers of Table 3 loses 30 % of its speed five times for 200 s: not it, but the others wait (Millot and Parrot \
         2016, section 4).",
        &[],
        || {
            scenario(|parameters| {
                parameters.platform = Workers::Table3Four;
                parameters.target = 3.0;
                parameters.horizon = 2000.0;
                parameters.inaccuracy = 0.0;
                parameters.theta = Some(0.2);
                parameters.variation = Variation::Often;
                parameters.depth = 0.3;
                parameters.shown_from = 32;
                parameters.runs = 1;
            })
        },
    ),
    Preset::new(
        "stream-traces",
        "Speeds as they were measured",
        "Eight workers whose speeds follow job runtimes measured on shared cores: chunks run after them.",
        &[],
        || {
            scenario(|parameters| {
                parameters.platform = Workers::Drawn;
                parameters.workers = 8;
                parameters.target = 20.0;
                parameters.inaccuracy = 0.0;
                parameters.variation = Variation::Series;
                parameters.traces = Source::Shared;
                parameters.runs = 5;
            })
        },
    ),
    Preset::new(
        "finite-load",
        "What does it cost to know nothing?",
        "150 MB for four workers: AS4DR, which knows neither size nor speeds, beside what the field has for loads of known size.",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Finite;
                parameters.target = 30.0;
            })
        },
    ),
    Preset::new(
        "finite-alike",
        "A load for workers that are alike",
        "Eight workers alike: here multi-round plans exist, too; the schedule shows that of UMR, whose chunks grow.",
        &[],
        || {
            scenario(|parameters| {
                parameters.topic = Topic::Finite;
                parameters.policy = Policy::Umr;
                parameters.platform = Workers::Drawn;
                parameters.workers = 8;
                parameters.computing_spread = 0.0;
                parameters.communicating_spread = 0.0;
                parameters.send_bandwidth = 200.0;
                parameters.load = 5000.0;
                parameters.piece = 50.0;
                parameters.target = 10.0;
                parameters.shown = 20;
            })
        },
    ),
];

/// The usual parameters with some changed.
pub(super) fn scenario(change: impl FnOnce(&mut Parameters)) -> Scenario {
    let mut parameters = Parameters::default();
    change(&mut parameters);
    Scenario::Divisible(parameters)
}
