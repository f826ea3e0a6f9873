//! The thesis's evaluation, R1 to R15 (Rossow 2009, section 5).

use super::{Course, Disturbance, Event, Landscape, Setting, Shape};
use crate::strategy::client::Settings;
use crate::strategy::hill_climbing;
use crate::strategy::outliers;
use crate::strategy::watchdog::Watchdog;

/// An experiment of the thesis that runs on a landscape. R3 and R4 are the accelerator alone ([`super::acceleration`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Experiment {
    /// R1, figure 5.2(a): from 1 node to an ideal of 17.
    FewAtStart,
    /// R2, figure 5.2(b): from 60 nodes to an ideal of 17.
    ManyAtStart,
    /// R5, figure 5.4: 50 nodes stay ideal.
    Constant,
    /// R6, figure 5.5: the ideal fluctuates slightly.
    Fluctuating,
    /// R7, figure 5.7: the ideal grows steadily.
    Growing,
    /// R8, figure 5.8: the ideal shrinks steadily.
    Shrinking,
    /// R9, figure 5.9: the ideal decays exponentially, with a heavy penalty.
    Decaying,
    /// R10, figure 5.10: the ideal is periodic.
    Periodic,
    /// R11, figure 5.11(a): one of ten nodes gets slow.
    OneOutlier,
    /// R12, figure 5.11(b): three of ten nodes get slow.
    ThreeOutliers,
    /// R13, figure 5.12(a): three of ten nodes fall silent for ever.
    SilentForEver,
    /// R14, figure 5.12(b): three of ten nodes fall silent for five intervals.
    SilentBriefly,
    /// R15, figure 5.13: all strategies together, 35 minutes.
    Everything,
}

impl Experiment {
    /// All experiments.
    pub const ALL: [Self; 13] = [
        Self::FewAtStart,
        Self::ManyAtStart,
        Self::Constant,
        Self::Fluctuating,
        Self::Growing,
        Self::Shrinking,
        Self::Decaying,
        Self::Periodic,
        Self::OneOutlier,
        Self::ThreeOutliers,
        Self::SilentForEver,
        Self::SilentBriefly,
        Self::Everything,
    ];

    /// Its name, R1 for the first.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FewAtStart => "R1",
            Self::ManyAtStart => "R2",
            Self::Constant => "R5",
            Self::Fluctuating => "R6",
            Self::Growing => "R7",
            Self::Shrinking => "R8",
            Self::Decaying => "R9",
            Self::Periodic => "R10",
            Self::OneOutlier => "R11",
            Self::ThreeOutliers => "R12",
            Self::SilentForEver => "R13",
            Self::SilentBriefly => "R14",
            Self::Everything => "R15",
        }
    }

    /// The setting with a seed.
    #[must_use]
    pub fn setting(self, seed: u64) -> Setting {
        let (pool, start, intervals) = self.sizes();
        Setting {
            landscape: self.landscape(),
            pool,
            start,
            intervals,
            qualities: self.qualities(),
            noise: 0.01,
            join_lag: 1,
            events: self.events(),
            seed,
        }
    }

    /// The strategies with which it runs.
    #[must_use]
    pub fn strategies(self) -> Settings {
        let none = Settings::none();
        match self {
            Self::OneOutlier | Self::ThreeOutliers => Settings {
                outliers: Some(outliers::Settings::default()),
                ..none
            },
            Self::SilentForEver | Self::SilentBriefly => Settings {
                toleration: Some(Watchdog::TOLERATION),
                ..none
            },
            Self::Everything => Settings::default(),
            _ => Settings {
                climbing: Some(hill_climbing::Settings::default()),
                toleration: Some(Watchdog::TOLERATION),
                ..none
            },
        }
    }

    /// The number of nodes, of nodes at the start, and of intervals.
    const fn sizes(self) -> (usize, usize, u64) {
        match self {
            Self::FewAtStart => (200, 1, 600),
            Self::ManyAtStart => (200, 60, 600),
            Self::Constant | Self::Fluctuating | Self::Periodic => (100, 50, 7000),
            Self::Growing => (100, 10, 7000),
            Self::Shrinking | Self::Decaying => (100, 100, 7000),
            Self::Everything => (40, 5, 2100),
            _ => (16, 10, 60),
        }
    }

    /// The landscape.
    fn landscape(self) -> Landscape {
        let constant = Course::Constant;
        let ramp = |from, to| Course::Linear(vec![(0.0, from), (7000.0, to)]);
        let per_node = Course::OfIdeal {
            fixed: 0.0,
            factor: 100.0,
        };
        let peak = |penalty| Shape::Peak {
            exponent: 0.8,
            penalty,
            floor: 0.02,
        };
        let (ideal, most, shape) = match self {
            Self::FewAtStart | Self::ManyAtStart => {
                (constant(17.0), constant(10_000.0), Shape::default())
            }
            Self::Constant => (constant(50.0), constant(5000.0), Shape::default()),
            Self::Fluctuating => (
                Course::Sine {
                    mean: 50.0,
                    amplitude: 0.02,
                    period: 70.0,
                },
                Course::Sine {
                    mean: 5000.0,
                    amplitude: 0.01,
                    period: 110.0,
                },
                Shape::default(),
            ),
            Self::Growing => (ramp(10.0, 90.0), per_node, peak(0.25)),
            Self::Shrinking => (ramp(100.0, 20.0), per_node, peak(0.25)),
            Self::Decaying => (
                Course::Exponential {
                    rest: 10.0,
                    excess: 90.0,
                    decay: 1500.0,
                },
                per_node,
                peak(2.0),
            ),
            Self::Periodic => (
                Course::Sine {
                    mean: 50.0,
                    amplitude: 0.4,
                    period: 2000.0,
                },
                per_node,
                peak(0.3),
            ),
            Self::Everything => (
                Course::Linear(vec![
                    (300.0, 18.0),
                    (900.0, 6.0),
                    (1200.0, 6.0),
                    (1800.0, 18.0),
                ]),
                Course::OfIdeal {
                    fixed: 900.0,
                    factor: 50.0,
                },
                Shape::Peak {
                    exponent: 0.8,
                    penalty: 0.3,
                    floor: 0.05,
                },
            ),
            _ => (
                constant(16.0),
                constant(1600.0),
                Shape::Peak {
                    exponent: 1.0,
                    penalty: 0.2,
                    floor: 0.05,
                },
            ),
        };
        Landscape { ideal, most, shape }
    }

    /// The quality of each node, where nodes differ.
    fn qualities(self) -> Vec<f64> {
        match self {
            Self::OneOutlier | Self::ThreeOutliers => vec![
                1.0, 0.98, 1.02, 0.99, 1.01, 1.0, 0.97, 1.03, 1.0, 0.99, 1.02, 1.0, 0.98, 1.01,
                1.05, 1.04,
            ],
            _ => Vec::new(),
        }
    }

    /// The disturbances and their times.
    fn events(self) -> Vec<Event> {
        let load = |time, nodes, factor| Event {
            time,
            disturbance: Disturbance::Load { nodes, factor },
        };
        let fail = |time, intervals| Event {
            time,
            disturbance: Disturbance::Fail {
                nodes: 3,
                intervals,
            },
        };
        match self {
            Self::OneOutlier => vec![load(28, 1, 1.0 / 0.7)],
            Self::ThreeOutliers => vec![load(28, 3, 1.0 / 0.7)],
            Self::SilentForEver => vec![fail(28, None)],
            Self::SilentBriefly => vec![fail(28, Some(5))],
            Self::Everything => vec![load(600, 3, 1.0 / 0.6), fail(1500, None)],
            _ => Vec::new(),
        }
    }
}
