//! The formulas as they were printed, beside the right ones, at the scenario's point.

use report::Table;
use report::table::Cell;
use words::word;

use super::super::setting::Setting;
use super::number;
use crate::model::{Numbers, constant, dependent, exponential, measured, misprints, numbers};
use crate::parameters::Model;

/// A formula in words, as it was printed and as it should be, the form of its values, and both values.
type Row<'r> = (&'r str, &'r str, &'r str, fn(f64) -> Cell, f64, f64);

/// The r up to which copies pay.
fn most(r: f64) -> Cell {
    match r {
        f64::INFINITY => Cell::words(word!("no limit")),
        f64::NEG_INFINITY => Cell::words(word!("none")),
        r => Cell::Number(r),
    }
}

/// The p from which on something holds.
fn from(p: f64) -> Cell {
    match p {
        f64::INFINITY => Cell::words(word!("never")),
        f64::NEG_INFINITY => Cell::words(word!("always")),
        p => Cell::Number(p),
    }
}

/// Each misprint with its value and the right one.
pub(super) fn table(setting: &Setting<'_>) -> Table {
    let (r, p, c) = (setting.r, setting.p, setting.variation());
    let figures = Numbers::in_figures;
    let (tabulated, constant_spread) = (figures(Model::OneThreeTable), figures(Model::TwoTwo));
    let (excess, spread) = (measured::EXCESS, measured::SPREAD);
    let right_variance = {
        let shorter = numbers::shorter(excess, spread);
        shorter * shorter
    };
    let rows: [Row<'_>; 9] = [
        (
            word!("Variance of the shorter of two over that of one (5.15)"),
            "2 (1 - α² - β²)",
            word!("2 - 2 α² - β²: the variances and twice the covariance, α², add to 2"),
            Cell::Number,
            misprints::shorter_squared(excess, spread),
            right_variance,
        ),
        (
            word!("Time of an iteration where every processor does every job (5.51–5.54)"),
            word!("1 + Σ from r + 1 to p - 1, which is 1 for r = p"),
            word!("Σ from r to p - 1, which is empty"),
            Cell::Number,
            misprints::iteration_time(&tabulated, p, p, c),
            tabulated.iteration_time(p, p, c),
        ),
        (
            word!("Best r of model 1.1 before it is limited (5.38)"),
            word!("⌊1.44 ln(c / (1 - c)) - 0.22⌋"),
            word!("⌊1.4427 ln(c / (1 - c)) + 0.0288⌋, as (5.39) confirms"),
            most,
            misprints::exponential_rule(c),
            (exponential::real(c) + 0.5).floor(),
        ),
        (
            word!("From which p on the best r of model 1.2 stays (5.49)"),
            word!("1.4427 ln(c / (1.1319 - 0.69 c))"),
            word!("1.4427 ln(c / (1.1319 - 1.3863 c))"),
            from,
            misprints::independent_from(c),
            constant::independent_from(c),
        ),
        (
            word!("Speedup of model 1.3b (5.54, 5.55, 5.82, 5.83)"),
            word!("its numerator keeps r"),
            word!("its numerator is the time without copies"),
            number,
            misprints::speedup(&tabulated, r, p, c),
            tabulated.speedup(r, p, c),
        ),
        (
            word!("c from which on all copies are best in model 2.1 (5.74)"),
            "1 / (1 + 1 / (1.4 · 2^(1 + 1.5 p)))",
            word!("ln 2 = 0.693 in place of 1.4"),
            Cell::Number,
            misprints::all_from(p),
            dependent::all_from(p),
        ),
        (
            word!("Time of an iteration of model 2.2 (5.75–5.78, 5.82)"),
            word!("β of minima to the power γ"),
            word!("to the power r"),
            Cell::Number,
            misprints::dependent_time(&constant_spread, r, p, c),
            constant_spread.iteration_time(r, p, c),
        ),
        (
            word!("γ of table 5.3, mean"),
            word!("the table’s numbers"),
            word!("1 minus the table’s numbers: the fit of 0.81 fits those"),
            Cell::Number,
            misprints::dependence(),
            1.0 - misprints::dependence(),
        ),
        (
            word!("α in the example of model 1.2"),
            word!("√6 / 4, where β of maxima is 1"),
            word!("no distribution has more than 1 / √3"),
            Cell::Number,
            constant::special(),
            1.0 / 3.0_f64.sqrt(),
        ),
    ];
    let row = |(what, printed, right, cell, wrong, value): Row<'_>| {
        vec![
            Cell::words(what),
            Cell::words(printed),
            cell(wrong),
            Cell::words(right),
            cell(value),
        ]
    };
    Table::new(
        "misprints",
        word!("As printed, and as it should be"),
        [
            word!("Formula"),
            word!("Printed"),
            word!("Printed gives"),
            word!("Right"),
            word!("Right gives"),
        ],
        rows.into_iter().map(row),
    )
}
