//! The laboratory of anomalies: list scheduling of tasks with precedence constraints on identical processors.
//!
//! The example of `docs/laboratory.md`: tests build and run it, the page does not contain it.
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`tasks`] | tasks as text |
//! | [`model`] | list schedules, and Graham's bound |
//! | `report` | two schedules as a report |

pub mod model;
pub mod parameters;
mod report;
pub mod tasks;

use ::parameters::{AnyName, Parameter, Parameters as _, Table, names};
use ::report::{Findings as _, Observer};
use laboratory::{About, Axis, Error, Face, Formula, Laboratory, Need, Outcome, Picture, Rule};

pub use self::parameters::Parameters;
use self::parameters::{Change, ParametersNames};

const NAMES: ParametersNames = Parameters::NAMES;

/// The laboratory of anomalies.
#[derive(Clone, Copy, Debug)]
pub struct Anomalies;

const BOUND: Formula = Formula {
    name: "anomalies.bound",
    help: "How many times as long list scheduling takes at most: 1 + (m − 1)/m′, with as many processors 2 − 1/m",
    unit: "",
    source: "Graham 1969",
    table: Table::of(
        "",
        &[
            Parameter::whole("before", 1, 1_000, "m: the processors before the change.")
                .symbol("m"),
            Parameter::whole("after", 1, 1_000, "m′: the processors after it.").symbol("m′"),
        ],
    ),
    value: |of| model::bound(of.whole("before"), of.whole("after")),
};

impl Laboratory for Anomalies {
    type Parameters = Parameters;
    type Cache = ();

    const ABOUT: About = About {
        name: "anomalies",
        title: "Anomalies",
        question: "How much longer can tasks take with one processor more, another list, shorter tasks or no constraints?",
        picture: Picture::Schedule,
        table: Parameters::TABLE,
        words: words::catalogue!(),
        presets: include_str!("../presets.json"),
        traces: None,
        face: Face::of::<Self>(),
    };

    const FORMULAS: &'static [Formula] = &[BOUND];

    const PRINTED: &'static str = include_str!("../printed.json");

    const RULES: &'static [Rule<Parameters>] = &[Rule::of(&NAMES.shorter, report::too_short)];

    fn need(_parameters: &Parameters) -> Need {
        Need::default()
    }

    fn suggestion(_parameters: &Parameters) -> [Axis; 2] {
        let changes = [Change::Processor, Change::Reversed, Change::Unconstrained];
        [
            Axis::of(&NAMES.change, changes),
            Axis::of(&NAMES.processors, [2, 3, 4, 5, 6]),
        ]
    }

    fn keys(_parameters: &Parameters) -> &'static [AnyName] {
        names!(Parameters: change, processors, shorter)
    }

    fn run(
        parameters: &Parameters,
        (): &mut (),
        _observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        Ok(report::compute(parameters)?.told())
    }
}
