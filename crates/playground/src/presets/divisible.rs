//! Figures and tables of Millot and Parrot 2016, and streams worth starting from.

use divisible::Parameters;
use divisible::parameters::Workers;
use divisible::platform::Signs;

use super::Preset;
use crate::Scenario;
use crate::printed::Printed;

pub(super) const PRESETS: [Preset; 4] = [
    preset(
        "stream-adapts",
        "Chunks that find the speeds",
        "Four workers of Table 1 whose speeds are misjudged by up to 90 %: chunks are right after a few rounds.",
        &[],
        || scenario(|_| {}),
    ),
    preset(
        "stream-convergence",
        "Ten times too fast",
        "All workers of Table 1 are believed to be ten times as fast as they are (Millot and Parrot 2016, figure 7): the one with the longest \
         latency needs most rounds.",
        &[],
        || {
            scenario(|parameters| {
                parameters.estimate_factor = 10.0;
                parameters.inaccuracy = 0.0;
                parameters.theta = Some(0.5);
                parameters.runs = 1;
                parameters.shown = 30;
            })
        },
    ),
    preset(
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
    preset(
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
];

/// The usual parameters with some changed.
fn scenario(change: fn(&mut Parameters)) -> Scenario {
    let mut parameters = Parameters::default();
    change(&mut parameters);
    Scenario::Divisible(parameters)
}

const fn preset(
    name: &'static str,
    title: &'static str,
    help: &'static str,
    printed: &'static [Printed],
    make: fn() -> Scenario,
) -> Preset {
    Preset {
        name,
        title,
        help,
        printed,
        make,
    }
}
