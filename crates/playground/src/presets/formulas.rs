//! Figures 5.3 to 5.17 and tables 5.1 to 5.8 of Dobber 2006: the speedup formulas.

use replication::Parameters;
use replication::parameters::{Family, Model, Picture, Topic};
use trace::source::Source;
use trace::synthetic::Memoryless;

use super::Preset;
use crate::Scenario;
use crate::printed::Printed;

pub(super) const PRESETS: [Preset; 19] = [
    Preset::new(
        "where-copies-pay",
        "Where do copies pay?",
        "For every variation and number of processors the number of copies that the most accurate formula calls best, and the exact curve of the measured bursts beside it.",
        &[],
        || {
            formulas(Model::TwoThreeTable, 0.8, |parameters| {
                parameters.picture = Picture::BestCopies;
                parameters.family = Family::Empirical;
            })
        },
    ),
    Preset::new(
        "excess-of-two",
        "The longer of two: its mean",
        "How far the longer of two runtimes is above the mean, over draws of pairs (Dobber 2006, figure 5.3, tables 5.1 and 5.4 to 5.6).",
        EXCESSES,
        || estimates(Picture::Excess),
    ),
    Preset::new(
        "spread-of-two",
        "The longer of two: its spread",
        "How much the longer of two runtimes varies, and a fit for more of them (Dobber 2006, figure 5.4, tables 5.2, 5.7 and 5.8).",
        SPREADS,
        || estimates(Picture::Spread),
    ),
    Preset::new(
        "dependence-of-steps",
        "Do steps hang together?",
        "How much more a sum of steps varies than if they knew nothing of each other (Dobber 2006, table 5.3, which prints 1 - γ).",
        DEPENDENCES,
        || estimates(Picture::Dependence),
    ),
    Preset::new(
        "exponential-processors",
        "As much variation as mean, by processors",
        "Model 1.1 with c = 1: with a copy for every processor the gain grows with each doubling (Dobber 2006, figure 5.5).",
        &[figure(
            "Speedup with 64 copies on 64 processors, 1 + p / 2",
            "best_speedup",
            4.0,
        )],
        || formulas(Model::OneOne, 1.0, |_| {}),
    ),
    Preset::new(
        "exponential-copies",
        "As much variation as mean, by copies",
        "The same speedups against the number of copies (Dobber 2006, figure 5.6).",
        &[],
        || {
            formulas(Model::OneOne, 1.0, |parameters| {
                parameters.picture = Picture::Copies;
            })
        },
    ),
    Preset::new(
        "exponential-numbers",
        "The numbers of exponential runtimes",
        "α = ½ and β = √5 / 2, which exponential runtimes have, in the formula that the document calls exact for them: only the first maximum is, as the exact curve shows (Dobber 2006, figure 5.7).",
        &[],
        || {
            formulas(Model::OneTwo, 1.0, |parameters| {
                parameters.spread = 1.25_f64.sqrt();
            })
        },
    ),
    Preset::new(
        "over-one-processor",
        "Faster than one processor",
        "Model 1.1 with c = 1, over one processor that does all the work (Dobber 2006, figure 5.8).",
        &[],
        || {
            formulas(Model::OneOne, 1.0, |parameters| {
                parameters.picture = Picture::OneProcessor;
            })
        },
    ),
    Preset::new(
        "little-less-variation",
        "A little less variation",
        "Model 1.1 with c = 0.95: from 16 processors on 16 copies are best (Dobber 2006, figure 5.9).",
        &[
            best("Best r on 8 processors", "P = 8", 1, 3.0),
            best("Best r on 16 processors", "P = 16", 1, 4.0),
            best("Best r on 32 processors", "P = 32", 1, 4.0),
            best("Best r on 64 processors", "P = 64", 1, 4.0),
        ],
        || formulas(Model::OneOne, 0.95, |_| {}),
    ),
    Preset::new(
        "best-copies",
        "How many copies are best?",
        "Model 1.2 with ten doublings: a larger α lowers the best number for small variation and raises it for large (Dobber 2006, figure 5.10; its text lets the curves cross near 0.75, ours cross between 0.65 and 0.70).",
        &[best(
            "Best r on 1024 processors, α = 0.60, c = 0.70",
            "P = 1024",
            4,
            2.0,
        )],
        || {
            formulas(Model::OneTwo, 0.7, |parameters| {
                parameters.picture = Picture::BestCopies;
                parameters.excess = 0.6;
                parameters.spread = 1.01;
                parameters.doublings = 10;
            })
        },
    ),
    Preset::new(
        "best-speedup-processors",
        "The best speedup on more processors",
        "Model 1.2 with α = √6 / 4: below c = √6 / 3 the best speedup rises and falls again, there it is 1 + p / 2 (Dobber 2006, figure 5.11).",
        ASYMPTOTE,
        || asymptote(Picture::BestByProcessors),
    ),
    Preset::new(
        "best-speedup-variation",
        "The best speedup by variation",
        "Model 1.2 with α = √6 / 4: up to 0.65 hardly a gain, near 0.82 no limit (Dobber 2006, figure 5.12).",
        ASYMPTOTE,
        || asymptote(Picture::BestByVariation),
    ),
    Preset::new(
        "independent-steps",
        "Steps that know nothing of each other",
        "Model 2.1 with γ = ½ and c = 0.95: copies gain more than with equal steps (Dobber 2006, figure 5.13).",
        &[],
        || {
            formulas(Model::TwoOne, 0.95, |parameters| {
                parameters.dependence = 0.5;
            })
        },
    ),
    Preset::new(
        "best-copies-independent",
        "How many copies for independent steps?",
        "Model 2.1 with γ = ½: the best number of copies grows with the processors (Dobber 2006, figure 5.14). At c = 0.42 and 128 processors the rule says two copies, which lose by 0.04 %.",
        &[best(
            "Best r on 128 processors by the rule, c = 0.42",
            "P = 128",
            4,
            1.0,
        )],
        || {
            formulas(Model::TwoOne, 0.42, |parameters| {
                parameters.dependence = 0.5;
                parameters.picture = Picture::BestCopies;
            })
        },
    ),
    Preset::new(
        "best-speedup-independent",
        "The best speedup for independent steps",
        "Model 2.1 with γ = ½: with every doubling of the processors copies gain more (Dobber 2006, figure 5.15).",
        &[],
        || {
            formulas(Model::TwoOne, 0.85, |parameters| {
                parameters.dependence = 0.5;
                parameters.picture = Picture::BestByProcessors;
            })
        },
    ),
    Preset::new(
        "models-equal-steps",
        "Models against runs, equal steps",
        "Models 1.x held against runs on 130 synthetic nodes with c = 0.80 whose steps all meet the same runtimes (Dobber 2006, figure 5.16).",
        &[],
        || held(Model::OneThreeTable, 0.80, Picture::Copies),
    ),
    Preset::new(
        "models-next-steps",
        "Models against runs, one step after the other",
        "Models 2.x held against runs on 130 synthetic nodes with c = 0.57 (Dobber 2006, figure 5.17): up to eight copies the tabulated β comes nearest.",
        &[],
        || held(Model::TwoThreeTable, 0.57, Picture::Copies),
    ),
    Preset::new(
        "exact-times",
        "When runtimes have no memory",
        "Exponential runtimes drawn anew for every job: exact times hold, formulas made for them do not quite.",
        &[],
        || {
            scenario(Topic::Model, |parameters| {
                parameters.traces = Source::Memoryless(Memoryless::default());
                parameters.trace_mean = None;
                parameters.model = Model::TwoOne;
                parameters.dependence = 0.5;
                parameters.family = Family::Exponential;
                parameters.picture = Picture::Copies;
                parameters.processors = 16;
            })
        },
    ),
    Preset::new(
        "model-errors",
        "Where are the formulas wrong?",
        "The measured bursts, made alike, against formula and exact times: what an independent draw cannot know is that a burst stays.",
        &[],
        || {
            scenario(Topic::Model, |parameters| {
                parameters.variation = 0.57;
                parameters.picture = Picture::Copies;
                parameters.processors = 16;
            })
        },
    ),
];

fn scenario(topic: Topic, change: impl FnOnce(&mut Parameters)) -> Scenario {
    let mut parameters = Parameters {
        topic,
        processors: 64,
        copies: 4,
        ..Parameters::default()
    };
    change(&mut parameters);
    Scenario::Replication(parameters)
}

/// Formulas of a model, with exponential runtimes beside them.
fn formulas(model: Model, variation: f64, change: impl FnOnce(&mut Parameters)) -> Scenario {
    scenario(Topic::Formulas, |parameters| {
        parameters.model = model;
        parameters.variation = variation;
        parameters.family = Family::Exponential;
        change(parameters);
    })
}

/// Model 1.2 with the α for which the document solves it.
fn asymptote(picture: Picture) -> Scenario {
    formulas(Model::OneTwo, 0.7, |parameters| {
        parameters.picture = picture;
        parameters.excess = 6.0_f64.sqrt() / 4.0;
        parameters.spread = 1.0;
        parameters.doublings = 10;
    })
}

fn estimates(picture: Picture) -> Scenario {
    scenario(Topic::Estimates, |parameters| {
        parameters.traces = Source::Population;
        parameters.trace_mean = None;
        parameters.iterations = 2_000;
        parameters.runs = 200;
        parameters.picture = picture;
    })
}

/// Formulas held against runs on the population.
fn held(model: Model, variation: f64, picture: Picture) -> Scenario {
    scenario(Topic::Model, |parameters| {
        parameters.traces = Source::Population;
        parameters.trace_mean = None;
        parameters.model = model;
        parameters.variation = variation;
        parameters.picture = picture;
    })
}

const fn figure(what: &'static str, key: &'static str, value: f64) -> Printed {
    Printed::figure(what, key, value)
}

const fn best(what: &'static str, row: &'static str, column: usize, value: f64) -> Printed {
    Printed::cell(what, "best", row, column, value)
}

const ASYMPTOTE: &[Printed] = &[best(
    "Best speedup on 1024 processors, c = 0.70",
    "P = 1024",
    5,
    1.09,
)];

const ROWS: [&str; 7] = [
    "r = 0", "r = 1", "r = 2", "r = 3", "r = 4", "r = 5", "r = 6",
];

/// The printed numbers of a table, row by row; in each, one for each p from r + 1 to 7.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const fn triangle(
    table: &'static str,
    what: &'static [&'static str; 28],
    values: &[&[f64]; 7],
) -> [Printed; 28] {
    let mut out = [best("", "", 0, 0.0); 28];
    let (mut place, mut r) = (0, 0);
    while r < 7 {
        let mut column = 0;
        while column < values[r].len() {
            out[place] = Printed::cell(
                what[place],
                table,
                ROWS[r],
                r + 1 + column,
                values[r][column],
            );
            place += 1;
            column += 1;
        }
        r += 1;
    }
    out
}

const EXCESS_NAMES: [&str; 28] = [
    "α(0, 1)", "α(0, 2)", "α(0, 3)", "α(0, 4)", "α(0, 5)", "α(0, 6)", "α(0, 7)", "α(1, 2)",
    "α(1, 3)", "α(1, 4)", "α(1, 5)", "α(1, 6)", "α(1, 7)", "α(2, 3)", "α(2, 4)", "α(2, 5)",
    "α(2, 6)", "α(2, 7)", "α(3, 4)", "α(3, 5)", "α(3, 6)", "α(3, 7)", "α(4, 5)", "α(4, 6)",
    "α(4, 7)", "α(5, 6)", "α(5, 7)", "α(6, 7)",
];
const SPREAD_NAMES: [&str; 28] = [
    "β(0, 1)", "β(0, 2)", "β(0, 3)", "β(0, 4)", "β(0, 5)", "β(0, 6)", "β(0, 7)", "β(1, 2)",
    "β(1, 3)", "β(1, 4)", "β(1, 5)", "β(1, 6)", "β(1, 7)", "β(2, 3)", "β(2, 4)", "β(2, 5)",
    "β(2, 6)", "β(2, 7)", "β(3, 4)", "β(3, 5)", "β(3, 6)", "β(3, 7)", "β(4, 5)", "β(4, 6)",
    "β(4, 7)", "β(5, 6)", "β(5, 7)", "β(6, 7)",
];

/// Table 5.1, and the histogram of figure 5.3.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const EXCESSES: &[Printed] = &{
    let table = triangle(
        "excess",
        &EXCESS_NAMES,
        &replication::model::measured::EXCESSES,
    );
    let mut out = [figure("α of pairs, mean (figure 5.3)", "excess", 0.51); 30];
    out[1] = figure(
        "α of pairs, standard deviation (figure 5.3)",
        "excess_spread",
        0.05,
    );
    let mut place = 0;
    while place < 28 {
        out[place + 2] = table[place];
        place += 1;
    }
    out
};

/// Table 5.2, and the histogram of figure 5.4.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const SPREADS: &[Printed] = &{
    let table = triangle(
        "spread",
        &SPREAD_NAMES,
        &replication::model::measured::SPREADS,
    );
    let mut out = [figure("β of pairs, mean (figure 5.4)", "spread", 1.05); 30];
    out[1] = figure(
        "β of pairs, standard deviation (figure 5.4)",
        "spread_spread",
        0.10,
    );
    let mut place = 0;
    while place < 28 {
        out[place + 2] = table[place];
        place += 1;
    }
    out
};

/// Table 5.3 as what it is: 1 - γ.
const DEPENDENCES: &[Printed] = &[
    dependence("1 - γ of 2 steps", "r = 1", 0.20),
    dependence("1 - γ of 4 steps", "r = 2", 0.17),
    dependence("1 - γ of 8 steps", "r = 3", 0.18),
    dependence("1 - γ of 16 steps", "r = 4", 0.15),
    dependence("1 - γ of 32 steps", "r = 5", 0.18),
    dependence("1 - γ of 64 steps", "r = 6", 0.21),
    figure("γ, fitted", "dependence", 0.81),
];

const fn dependence(what: &'static str, row: &'static str, value: f64) -> Printed {
    Printed::cell(what, "dependence", row, 2, value)
}
