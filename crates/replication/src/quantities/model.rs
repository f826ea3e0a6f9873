//! Formulas for the time of an iteration with copies, and rules for their number.

use laboratory::{Arguments, Formula};
use parameters::{Constant, Field, Parameter, Rejected, Table};
use words::{say, word};

use crate::exact::{self, Law, law};
use crate::model::best::shortest;
use crate::model::numbers::{self, Numbers};
use crate::model::{constant, dependent, exponential, measured};
use crate::parameters::{Family, Model};

const P: Parameter = Parameter::whole("p", 0, 100, "p: there are 2^p processors.");

/// c, from this value on.
const fn variation(least: f64) -> Parameter {
    Parameter::number(
        "variation",
        least,
        1.0,
        "c: the coefficient of variation of a runtime.",
    )
    .symbol("c")
}

/// α; 0.5 by default.
const fn excess(least: f64, help: &'static str) -> Parameter {
    Parameter::number("excess", least, 0.99, help)
        .symbol("α")
        .or_else(Constant::Number(measured::EXCESS))
}

/// β of maxima; 0.95 by default.
const fn spread(help: &'static str) -> Parameter {
    Parameter::number("spread", 0.0, 1.4, help)
        .symbol("β")
        .or_else(Constant::Number(measured::SPREAD))
}

/// A rounded r rather than a real one.
const ROUNDED: Parameter = Parameter::flag(
    "rounded",
    true,
    "Whether to round the place of the minimum to a whole number from 0 to p.",
);

/// A model at a point.
const POINT: Table = Table {
    help: "",
    parameters: &[
        Parameter {
            default: Model::DEFAULT,
            ..Parameter::new("model", Model::KIND, "The model.")
        },
        Parameter::whole("r", 0, 100, "r: each job has 2^r copies."),
        P,
        variation(0.0),
        excess(0.01, "α of models 1.2, 1.3, 2.2 and 2.3."),
        spread("β of maxima in models 1.2 and 2.2."),
        Parameter::number("dependence", 0.5, 1.0, "γ of models 2.x.")
            .symbol("γ")
            .or_else(Constant::Number(measured::DEPENDENCE)),
    ],
    together: Some(|values| {
        let of = Arguments::from(values.clone());
        let model = of.choice("model");
        all([r_at_most_p(&of), within(&of, model), beside(&of, model)])
    }),
};

/// The complaints of several checks.
fn all(checks: impl IntoIterator<Item = Result<(), Rejected>>) -> Result<(), Rejected> {
    let refused = checks.into_iter().filter_map(Result::err);
    let problems: Vec<_> = refused.flat_map(|refused| refused.problems).collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Rejected { problems })
    }
}

fn r_at_most_p(of: &Arguments) -> Result<(), Rejected> {
    let (r, p) = (of.whole("r"), of.whole("p"));
    if r <= p {
        Ok(())
    } else {
        Err(Rejected::one("r", r, say!("allowed: 0 to p, {p}")))
    }
}

/// α goes together with the β that a model brings.
fn within(of: &Arguments, model: Model) -> Result<(), Rejected> {
    let excess = of.number("excess");
    let checked = Numbers::with(model, excess, 0.0, 1.0).check(100);
    checked.map_err(|invalid| {
        let most = invalid.most_excess();
        Rejected::one(
            "excess",
            excess,
            say!("allowed: 0.01 to sqrt(1 - β² / 2), {most}"),
        )
    })
}

/// β goes together with α, where a model uses it.
fn beside(of: &Arguments, model: Model) -> Result<(), Rejected> {
    let spread = of.number("spread");
    let most = numbers::most_spread(of.number("excess"));
    if !matches!(model, Model::OneTwo | Model::TwoTwo) || spread <= most {
        Ok(())
    } else {
        let expected = say!("allowed: 0 to sqrt(2 - 2 α²), {most}");
        Err(Rejected::one("spread", spread, expected))
    }
}

/// The model's numbers, r, p and c.
fn point(of: &Arguments) -> (Numbers, u32, u32, f64) {
    let numbers = Numbers::with(
        of.choice("model"),
        of.number("excess"),
        of.number("spread"),
        of.number("dependence"),
    );
    (
        numbers,
        of.whole("r"),
        of.whole("p"),
        of.number("variation"),
    )
}

pub(super) const ITERATION_TIME: Formula = Formula {
    name: "replication.iteration_time",
    help: "Mean time of an iteration with 2^r copies on 2^p processors, in mean runtimes of an equal share",
    unit: "",
    source: "Dobber 2006, equations 5.32, 5.43, 5.52, 5.70, 5.75 and 5.80, in one form",
    table: POINT,
    value: |of| {
        let (numbers, r, p, c) = point(of);
        numbers.iteration_time(r, p, c)
    },
};

pub(super) const MODEL_SPEEDUP: Formula = Formula {
    name: "replication.model_speedup",
    help: "Time of an iteration without copies over that with 2^r, on 2^p processors; infinite where the formula makes it 0 or less",
    unit: "",
    source: "Dobber 2006, section 5.4",
    table: POINT,
    value: |of| {
        let (numbers, r, p, c) = point(of);
        numbers.speedup(r, p, c)
    },
};

pub(super) const SPEEDUP_OVER_ONE: Formula = Formula {
    name: "replication.speedup_over_one",
    help: "Time of the whole load on one processor over that with 2^r copies on 2^p: 2^p / time of an iteration",
    unit: "",
    source: "Dobber 2006, figure 5.8",
    table: POINT,
    value: |of| {
        let (numbers, r, p, c) = point(of);
        numbers.speedup_over_one(r, p, c)
    },
};

pub(super) const BEST_DOUBLINGS: Formula = Formula {
    name: "replication.best_doublings",
    help: "The r from the given one up to p with the shortest iteration, found by trying all",
    unit: "",
    source: "Dobber 2006, equation 2.32, over whole numbers",
    table: POINT,
    value: |of| {
        let (numbers, r, p, c) = point(of);
        f64::from(r + shortest((r..=p).map(|r| numbers.iteration_time(r, p, c))))
    },
};

/// p, c, and whether r is rounded.
const RULE: Table = Table::of("", &[P, variation(0.001), ROUNDED]);

pub(super) const BEST_DOUBLINGS_EXPONENTIAL: Formula = Formula {
    name: "replication.best_doublings_exponential",
    help: "Best r in model 1.1 by the rule: 1.4427 ln(c / (1 - c)) - 0.4712, rounded",
    unit: "",
    source: "Dobber 2006, equation 5.38, constant corrected",
    table: RULE,
    value: |of| {
        let c = of.number("variation");
        if of.flag("rounded") {
            f64::from(exponential::rule(of.whole("p"), c))
        } else {
            exponential::real(c)
        }
    },
};

pub(super) const BEST_DOUBLINGS_CONSTANT: Formula = Formula {
    name: "replication.best_doublings_constant",
    help: "Best r in model 1.2 with β = ½ for minima, by the rule",
    unit: "",
    source: "Dobber 2006, equations 5.47 and 5.48",
    table: Table::of(
        "",
        &[
            Parameter::number(
                "excess",
                0.01,
                0.93,
                "α; β of maxima is then sqrt(7/4 - 2 α²).",
            )
            .symbol("α"),
            P,
            variation(0.001),
            ROUNDED,
        ],
    ),
    value: |of| {
        let (excess, p, c) = (of.number("excess"), of.whole("p"), of.number("variation"));
        if of.flag("rounded") {
            f64::from(constant::rule(excess, p, c))
        } else {
            constant::real(excess, p, c)
        }
    },
};

pub(super) const BEST_DOUBLINGS_DEPENDENT: Formula = Formula {
    name: "replication.best_doublings_dependent",
    help: "Best r in model 2.1 with γ = ½ by the rule with Lambert's W",
    unit: "",
    source: "Dobber 2006, equation 5.74",
    table: RULE,
    value: |of| {
        let (p, c) = (of.whole("p"), of.number("variation"));
        if of.flag("rounded") {
            f64::from(dependent::rule(p, c))
        } else {
            dependent::real(p, c)
        }
    },
};

pub(super) const BEST_SPEEDUP_EXPONENTIAL: Formula = Formula {
    name: "replication.best_speedup_exponential",
    help: "Speedup of model 1.1 with the best number of copies; rounded: with the best whole r",
    unit: "",
    source: "Dobber 2006, equations 5.40 to 5.42",
    table: RULE,
    value: |of| {
        let (p, c) = (of.whole("p"), of.number("variation"));
        if of.flag("rounded") {
            let numbers = Numbers::exponential(1.0);
            numbers.speedup(numbers.best(p, c), p, c)
        } else {
            exponential::best_speedup(p, c)
        }
    },
};

pub(super) const BEST_SPEEDUP_CONSTANT: Formula = Formula {
    name: "replication.best_speedup_constant",
    help: "Speedup of model 1.2 with the best number of copies, not rounded, for α = √6 / 4",
    unit: "",
    source: "Dobber 2006, equation 5.50",
    table: Table::of("", &[P, variation(0.001)]),
    value: |of| constant::best_speedup(of.whole("p"), of.number("variation")),
};

pub(super) const SHORTEST_OF_TWO: Formula = Formula {
    name: "replication.shortest_of_two",
    help: "Mean of the shorter of two runtimes: mean - α · standard deviation",
    unit: "",
    source: "Dobber 2006, approximation 5.3.6",
    table: Table::of(
        "",
        &[
            Parameter::number("mean", 0.0, 1e12, "The mean of one runtime."),
            Parameter::number(
                "deviation",
                0.0,
                1e12,
                "The standard deviation of one runtime.",
            ),
            excess(0.0, "α."),
        ],
    ),
    value: |of| of.number("mean") - of.number("excess") * of.number("deviation"),
};

pub(super) const SHORTEST_DEVIATION: Formula = Formula {
    name: "replication.shortest_deviation",
    help: "Standard deviation of the shorter of two over that of one: sqrt(2 - 2 α² - β²)",
    unit: "",
    source: "Dobber 2006, equation 5.16 and definition 5.3.8",
    table: Table {
        help: "",
        parameters: &[
            excess(0.0, "α."),
            spread("β(i - 1, i): the standard deviation of the longer of two over that of one."),
        ],
        together: Some(|values| beside(&Arguments::from(values.clone()), Model::OneTwo)),
    },
    value: |of| numbers::shorter(of.number("excess"), of.number("spread")),
};

pub(super) const EXACT_ITERATION_TIME: Formula = Formula {
    name: "replication.exact_iteration_time",
    help: "Mean time of an iteration of independent runtimes by order statistics, in mean runtimes of an equal share",
    unit: "",
    source: "own derivation",
    table: Table {
        help: "",
        parameters: &[
            Parameter::new(
                "family",
                Family::KIND,
                "The distribution of a runtime; any but the one of traces.",
            ),
            variation(0.0),
            Parameter::whole("r", 0, 10, "r: each job has 2^r copies."),
            Parameter::whole("p", 0, 10, "p: there are 2^p processors."),
            Parameter::flag(
                "dependent",
                false,
                "Whether all steps of an iteration take the same runtimes.",
            ),
        ],
        together: Some(|values| {
            let of = Arguments::from(values.clone());
            let family = of.choice("family");
            all([named(family), had_by(&of, family), r_at_most_p(&of)])
        }),
    },
    value: |of| {
        Law::of(of.choice("family"), of.number("variation")).map_or(f64::NAN, |law| {
            exact::iteration_time(&law, of.whole("r"), of.whole("p"), of.flag("dependent")).value
        })
    },
};

/// The family has a name of its own.
fn named(family: Family) -> Result<(), Rejected> {
    if family == Family::Empirical {
        Err(Rejected::one(
            "family",
            family.to_value(),
            word!("allowed: exponential, weibull, lognormal, pareto, uniform"),
        ))
    } else {
        Ok(())
    }
}

/// The family can have that coefficient of variation.
fn had_by(of: &Arguments, family: Family) -> Result<(), Rejected> {
    let variation = of.number("variation");
    let most = law::most_variation(family);
    if variation <= most {
        Ok(())
    } else {
        let expected = say!("allowed: 0 to {most} for this family");
        Err(Rejected::one("variation", variation, expected))
    }
}
