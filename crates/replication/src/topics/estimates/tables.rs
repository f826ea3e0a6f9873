//! The measured numbers beside the printed ones (Dobber 2006, tables 5.1 to 5.8).

use report::figure::Unit;
use report::table::Cell;
use report::{Figure, Table};
use statistics::{mean_and_half_width, paired};
use words::{say, word};

use super::dependence;
use crate::model::estimates::Estimates;
use crate::model::fits::{Agreement, Triangle};
use crate::model::measured::{
    COLUMNS, DEPENDENCE, EXCESS, EXCESSES, INDEPENDENCES, SPREAD, SPREADS,
};

pub(super) fn tables(estimates: &Estimates) -> Vec<Table> {
    let (excess, spread) = (Triangle::of(&EXCESSES), Triangle::of(&SPREADS));
    vec![
        matrix("excess", word!("α (table 5.1)"), &estimates.excess, &excess),
        matrix("spread", word!("β (table 5.2)"), &estimates.spread, &spread),
        dependences(estimates),
        trends(estimates, &excess, &spread),
        tests(estimates),
        fits(estimates, &excess, &spread),
        chosen(estimates),
    ]
}

/// The measured rows, each followed by the printed one.
fn matrix(key: &str, title: &str, [means, halves]: &[Triangle; 2], printed: &Triangle) -> Table {
    let columns = 1..=COLUMNS;
    let row = |r: u32| -> [Vec<Cell>; 2] {
        let own = columns
            .clone()
            .map(|p| match (means.at(r, p), halves.at(r, p)) {
                (Some(value), Some(half)) => Cell::mean(key, (value, half), Unit::One),
                _ => Cell::words(String::new()),
            });
        let theirs = columns.clone().map(|p| match printed.at(r, p) {
            Some(value) => Cell::Number(value),
            None => Cell::words(String::new()),
        });
        let named = |name: String| [Cell::words(name)].into_iter();
        [
            named(format!("r = {r}")).chain(own).collect(),
            named(say!("r = {r}, printed")).chain(theirs).collect(),
        ]
    };
    Table::new(
        key,
        title,
        [word!("Copies").to_owned()]
            .into_iter()
            .chain(columns.clone().map(|p| format!("p = {p}"))),
        (0..COLUMNS).flat_map(row),
    )
}

fn dependences(estimates: &Estimates) -> Table {
    let row = |(r, (value, half)): (u32, &(f64, f64))| {
        let printed = INDEPENDENCES
            .get(r as usize - 1)
            .copied()
            .unwrap_or(f64::NAN);
        vec![
            Cell::words(format!("r = {r}")),
            Cell::Figure(Figure::mean("dependence", "γ", (*value, *half), Unit::One)),
            Cell::Number(1.0 - value),
            Cell::Number(printed),
        ]
    };
    Table::new(
        "dependence",
        word!("γ (table 5.3)"),
        [
            word!("Steps"),
            "γ",
            "1 - γ",
            word!("Printed as γ, is 1 - γ"),
        ],
        (1..).zip(&estimates.dependence).map(row),
    )
}

/// A row of a name, our number, the number of the printed tables, and the printed number.
fn compared(name: &str, own: f64, of_tables: f64, printed: f64) -> Vec<Cell> {
    let numbers = [own, of_tables, printed].map(Cell::Number);
    [Cell::words(name)].into_iter().chain(numbers).collect()
}

fn comparison(key: &str, title: &str, rows: Vec<Vec<Cell>>) -> Table {
    Table::new(
        key,
        title,
        [
            word!("Number"),
            word!("These traces"),
            word!("From the printed tables"),
            word!("Printed"),
        ],
        rows,
    )
}

/// Tables 5.4 and 5.5.
fn trends(estimates: &Estimates, excess: &Triangle, spread: &Triangle) -> Table {
    let (own_excess, own_spread) = (&estimates.excess[0], &estimates.spread[0]);
    let r: Vec<f64> = (1..=INDEPENDENCES.len() as u32).map(f64::from).collect();
    let own: Vec<f64> = estimates
        .dependence
        .iter()
        .map(|(mean, _)| 1.0 - mean)
        .collect();
    let steps: Vec<f64> = (1..=own.len() as u32).map(f64::from).collect();
    comparison(
        "trends",
        word!("Trends (tables 5.4 and 5.5)"),
        vec![
            compared(
                word!("correlation of α and r"),
                own_excess.correlation_with_r(),
                excess.correlation_with_r(),
                -0.31,
            ),
            compared(
                word!("correlation of α and p"),
                own_excess.correlation_with_p(),
                excess.correlation_with_p(),
                -0.70,
            ),
            compared(
                word!("correlation of β and r"),
                own_spread.correlation_with_r(),
                spread.correlation_with_r(),
                -0.94,
            ),
            compared(
                word!("correlation of β and p"),
                own_spread.correlation_with_p(),
                spread.correlation_with_p(),
                0.65,
            ),
            compared(
                word!("correlation of 1 - γ and r"),
                statistics::pearson(&own, &steps),
                statistics::pearson(&INDEPENDENCES, &r),
                0.13,
            ),
            compared(
                word!("slope of α over p"),
                own_excess.slope_over_p(),
                excess.slope_over_p(),
                -0.009,
            ),
            compared(
                word!("slope of α over r"),
                own_excess.slope_over_r(),
                excess.slope_over_r(),
                -0.008,
            ),
        ],
    )
}

/// The t-tests of section 5.3.2: pairs of one r and p each, of steps as they follow each other and of equal ones.
fn tests(estimates: &Estimates) -> Table {
    let [excess, spread] = &estimates.summed;
    let row = |name: &str, equal: &Triangle, summed: &Triangle, printed: [Cell; 2]| {
        let pairs = summed.entries().zip(equal.entries());
        let pairs = pairs.map(|((.., summed), (.., equal))| (summed, equal));
        let pairs: Vec<(f64, f64)> = pairs
            .filter(|(summed, equal)| (summed - equal).is_finite())
            .collect();
        let differences: Vec<f64> = pairs.iter().map(|(summed, equal)| summed - equal).collect();
        let ratios: Vec<f64> = pairs.iter().map(|(summed, equal)| summed / equal).collect();
        let test = paired(&differences);
        let [p, ratio] = printed;
        vec![
            Cell::words(name),
            Cell::Number(test.mean),
            Cell::Number(test.t),
            Cell::whole(test.degrees),
            Cell::Number(test.p),
            p,
            Cell::mean("ratio", mean_and_half_width(&ratios), Unit::One),
            ratio,
        ]
    };
    // Of β, no ratio is printed.
    let printed_excess = [Cell::Number(0.017), Cell::Number(-0.25)];
    let printed_spread = [Cell::Number(0.80), Cell::words(String::new())];
    Table::new(
        "tests",
        word!("Does γ change α and β? (t-tests of section 5.3.2)"),
        [
            word!("Number"),
            word!("Mean difference"),
            "t",
            word!("Degrees of freedom"),
            word!("p, both tails"),
            word!("Printed p"),
            word!("Mean ratio"),
            word!("Printed ratio"),
        ],
        [
            row("α", &estimates.excess[0], excess, printed_excess),
            row("β", &estimates.spread[0], spread, printed_spread),
        ],
    )
}

/// Table 5.6.
fn fits(estimates: &Estimates, excess: &Triangle, spread: &Triangle) -> Table {
    let dependences: Vec<f64> = estimates.dependence.iter().map(|(mean, _)| *mean).collect();
    let printed = INDEPENDENCES.map(|one| 1.0 - one);
    let rows = [
        (
            word!("α against 0.50"),
            Agreement::of_excess(&estimates.excess[0]),
            Agreement::of_excess(excess),
            [0.06, 0.06],
        ),
        (
            word!("β against (1.54 - 0.14 r)(0.63 + 0.02 p)"),
            Agreement::of_spread(&estimates.spread[0]),
            Agreement::of_spread(spread),
            [0.04, 0.07],
        ),
        (
            word!("γ against 0.81"),
            Agreement::of_dependence(&dependences),
            Agreement::of_dependence(&printed),
            [0.02, 0.02],
        ),
    ];
    let both = |(name, own, tables, printed): (&str, Agreement, Agreement, [f64; 2])| {
        [
            compared(
                &say!("{name}, mean absolute error"),
                own.absolute,
                tables.absolute,
                printed[0],
            ),
            compared(
                &say!("{name}, root mean square error"),
                own.square,
                tables.square,
                printed[1],
            ),
        ]
    };
    comparison(
        "fits",
        word!("How well the fits hold (table 5.6)"),
        rows.into_iter().flat_map(both).collect(),
    )
}

/// Tables 5.7 and 5.8.
fn chosen(estimates: &Estimates) -> Table {
    let of = |triangle: &Triangle| Agreement::of_excess(triangle).mean;
    let (excess, spread) = (of(&estimates.excess[0]), of(&estimates.spread[0]));
    let dependence = dependence(estimates);
    let shorter = crate::model::numbers::shorter;
    comparison(
        "numbers",
        word!("Numbers for the models (tables 5.7 and 5.8)"),
        vec![
            compared(
                word!("α, models 1.2, 1.3, 2.2, 2.3"),
                excess,
                of(&Triangle::of(&EXCESSES)),
                EXCESS,
            ),
            compared(
                word!("β of maxima, models 1.2 and 2.2"),
                spread,
                of(&Triangle::of(&SPREADS)),
                SPREAD,
            ),
            compared(
                word!("β of minima, models 1.2 and 2.2"),
                shorter(excess, spread),
                shorter(of(&Triangle::of(&EXCESSES)), of(&Triangle::of(&SPREADS))),
                0.77,
            ),
            compared(
                word!("γ, models 2.x"),
                dependence,
                Agreement::of_dependence(&INDEPENDENCES.map(|one| 1.0 - one)).mean,
                DEPENDENCE,
            ),
        ],
    )
}
