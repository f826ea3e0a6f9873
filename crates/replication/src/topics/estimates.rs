//! The topic of what the formulas need to know: α, β and γ of the traces, beside what was printed.

use parameters::Rejected;
use report::chart::{Axis, Bins, Point, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Observer, Report, Sample, Table};
use trace::statistics::{mean, mean_and_half_width, sd};

use super::curves::{beside, chart, line, times_of};
use super::setting;
use crate::Error;
use crate::model::estimates::{Estimates, measure, standardised};
use crate::model::fits::{Agreement, Triangle};
use crate::model::measured::{
    self, COLUMNS, DEPENDENCE, EXCESS, EXCESSES, INDEPENDENCES, SPREAD, SPREADS,
};
use crate::model::power;
use crate::parameters::{Parameters, Picture};

/// How many bins the histograms have.
const BINS: usize = 30;

/// Measures the traces and says what came out.
pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let set = setting::load(parameters)?;
    let columns = setting::columns(parameters, &set)?;
    let nodes: Vec<_> = columns
        .iter()
        .filter_map(|column| standardised(column))
        .collect();
    if nodes.len() < 2 {
        let allowed = "allowed: at least 2, to take the longer of";
        let found = times_of(nodes.len() as f64, "node that varies", "nodes that vary");
        return Err(Rejected::one("traces", found, allowed).into());
    }
    let most = (nodes.len().ilog2()).min(COLUMNS);
    let estimates = measure(&nodes, most, parameters.runs, parameters.seed, observer)?;
    let samples = samples(&estimates);
    let constant = columns.len() - nodes.len();
    let mut notes = notes(parameters, nodes.len(), most);
    if constant > 0 {
        notes.push(format!(
            "{constant} nodes whose runtimes never vary are left out."
        ));
    }
    let report = Report {
        headline: headline(&estimates),
        why: why(&estimates),
        figures: figures(&estimates),
        charts: charts(&estimates, parameters.picture),
        tables: tables(&estimates),
        notes,
        schedule: None,
        claims: Vec::new(),
        offers: Vec::new(),
        traces: Some(setting::traces(&set)),
    };
    Ok((report, samples))
}

fn first(estimates: &Estimates) -> [Vec<f64>; 2] {
    [
        estimates.first.iter().map(|pair| pair.excess).collect(),
        estimates.first.iter().map(|pair| pair.spread).collect(),
    ]
}

/// The mean of γ over the numbers of steps.
fn dependence(estimates: &Estimates) -> f64 {
    let all: Vec<f64> = estimates.dependence.iter().map(|(mean, _)| *mean).collect();
    mean(&all)
}

fn headline(estimates: &Estimates) -> String {
    let [excess, spread] = first(estimates);
    format!(
        "The longer of two runtimes is {} standard deviations above the mean and varies {} times as much; sums of R steps vary as \
         R to the power {}",
        fixed(mean(&excess), 2),
        fixed(mean(&spread), 2),
        fixed(dependence(estimates), 2),
    )
}

fn why(estimates: &Estimates) -> String {
    let [excess, spread] = first(estimates);
    let kind = if mean(&spread) > 1.0 {
        "long tails make the longer of two vary more than one"
    } else {
        "short tails make the longer of two vary less than one"
    };
    format!(
        "Exponential runtimes have 0.50 and 1.12, normal ones 0.56 and 0.83: {kind}. Between draws α spreads by {}, β by {}. γ is 0.5 for \
         steps that do not know of each other and 1 for equal ones.",
        fixed(sd(&excess), 2),
        fixed(sd(&spread), 2)
    )
}

fn figures(estimates: &Estimates) -> Vec<Figure> {
    let [excess, spread] = first(estimates);
    let of = |key: &str, name: &str, values: &[f64], printed: &str| {
        let (mean, half) = mean_and_half_width(values);
        Figure::new(key, name, mean, Unit::One)
            .within(half)
            .beside(printed)
    };
    let plain = |key: &str, name: &str, value, printed: &str| {
        Figure::new(key, name, value, Unit::One).beside(printed)
    };
    vec![
        of("excess", "α of two runtimes", &excess, "printed 0.51"),
        plain(
            "excess_spread",
            "Spread of α over draws",
            sd(&excess),
            "printed 0.05",
        ),
        of("spread", "β of two runtimes", &spread, "printed 1.05"),
        plain(
            "spread_spread",
            "Spread of β over draws",
            sd(&spread),
            "printed 0.10",
        ),
        plain(
            "dependence",
            "γ, mean over R",
            dependence(estimates),
            "fitted 0.81",
        ),
    ]
}

fn charts(estimates: &Estimates, picture: Picture) -> Vec<Chart> {
    let [excess, spread] = first(estimates);
    let mut charts = vec![
        (
            Picture::Excess,
            histogram(
                "excess",
                "How far is the longer of two above the mean?",
                "α(0, 1)",
                &excess,
                0.51,
            ),
        ),
        (
            Picture::Spread,
            histogram(
                "spread",
                "How much does the longer of two vary?",
                "β(0, 1)",
                &spread,
                1.05,
            ),
        ),
        (Picture::Dependence, dependence_chart(estimates)),
        (
            Picture::Processors,
            rows(
                "excess_by_p",
                "Does α stay?",
                "α",
                &estimates.excess,
                |_, _| EXCESS,
            ),
        ),
        (
            Picture::Copies,
            rows(
                "spread_by_p",
                "Does the fit of β hold?",
                "β",
                &estimates.spread,
                measured::fitted_spread,
            ),
        ),
    ];
    schedule::sort::by(&mut charts, |a, b| (a.0 != picture).cmp(&(b.0 != picture)));
    charts.into_iter().map(|(_, chart)| chart).collect()
}

fn histogram(key: &str, title: &str, label: &str, values: &[f64], printed: f64) -> Chart {
    let bins = Bins::over(BINS, values.iter().copied());
    let mut chart = chart(
        key,
        title,
        Axis::new(label, Unit::One),
        Axis::new("draws", Unit::Count),
        vec![Series::Histogram {
            name: label.into(),
            from: bins.from,
            width: bins.width,
            counts: bins.count(values.iter().copied()),
            main: true,
        }],
    );
    chart
        .references
        .push(beside(Side::X, printed, "printed mean"));
    chart
}

fn dependence_chart(estimates: &Estimates) -> Chart {
    let at = |(r, (mean, half)): (u32, &(f64, f64))| Point::new(power(r), *mean).within(*half);
    let printed = (1..)
        .zip(INDEPENDENCES)
        .map(|(r, one)| Point::new(power(r), 1.0 - one));
    let mut chart = chart(
        "dependence",
        "How do the steps of an iteration hang together?",
        Axis::new("steps summed, R", Unit::Count).logarithmic(),
        Axis::new("γ", Unit::One),
        vec![
            line(
                "these traces",
                (1..).zip(&estimates.dependence).map(at),
                true,
            ),
            line("1 - table 5.3", printed.collect::<Vec<_>>(), false),
        ],
    );
    for (value, label) in [(0.5, "independent"), (1.0, "equal"), (DEPENDENCE, "fitted")] {
        chart.references.push(beside(Side::Y, value, label));
    }
    chart
}

/// A line for each r, with the fit of the first.
fn rows(
    key: &str,
    title: &str,
    label: &str,
    [means, halves]: &[Triangle; 2],
    fit: fn(u32, u32) -> f64,
) -> Chart {
    let lines = (0..).zip(&means.0).map(|(r, row)| {
        let points = (r + 1..).zip(row).map(|(p, value)| {
            Point::new(f64::from(p), *value).within(halves.at(r, p).unwrap_or(f64::NAN))
        });
        line(&format!("r = {r}"), points.collect::<Vec<_>>(), r == 0)
    });
    let fitted = (1..=means.columns()).map(|p| Point::new(f64::from(p), fit(0, p)));
    let lines = lines.chain([line("fit, r = 0", fitted, false)]);
    chart(
        key,
        title,
        Axis::new("p, of 2^p processors", Unit::One),
        Axis::new(label, Unit::One),
        lines.collect(),
    )
}

fn tables(estimates: &Estimates) -> Vec<Table> {
    let (excess, spread) = (Triangle::of(&EXCESSES), Triangle::of(&SPREADS));
    vec![
        matrix("excess", "α (table 5.1)", &estimates.excess, &excess),
        matrix("spread", "β (table 5.2)", &estimates.spread, &spread),
        dependences(estimates),
        trends(estimates, &excess, &spread),
        fits(estimates, &excess, &spread),
        chosen(estimates),
    ]
}

/// The measured rows, each followed by the printed one.
fn matrix(key: &str, title: &str, [means, halves]: &[Triangle; 2], printed: &Triangle) -> Table {
    let columns = 1..=COLUMNS;
    let row = |r: u32| {
        let own = columns
            .clone()
            .map(|p| match (means.at(r, p), halves.at(r, p)) {
                (Some(value), Some(half)) => {
                    Cell::Figure(Figure::new(key, key, value, Unit::One).within(half))
                }
                _ => Cell::Text(String::new()),
            });
        let theirs = columns.clone().map(|p| match printed.at(r, p) {
            Some(value) => Cell::Number(value),
            None => Cell::Text(String::new()),
        });
        let named = |name: String| [Cell::Text(name)].into_iter();
        [
            named(format!("r = {r}")).chain(own).collect(),
            named(format!("r = {r}, printed")).chain(theirs).collect(),
        ]
    };
    Table {
        key: key.into(),
        title: title.into(),
        columns: ["Copies".to_owned()]
            .into_iter()
            .chain(columns.clone().map(|p| format!("p = {p}")))
            .collect(),
        rows: (0..COLUMNS).flat_map(row).collect(),
    }
}

fn dependences(estimates: &Estimates) -> Table {
    let row = |(r, (value, half)): (u32, &(f64, f64))| {
        let printed = INDEPENDENCES
            .get(r as usize - 1)
            .copied()
            .unwrap_or(f64::NAN);
        vec![
            Cell::Text(format!("r = {r}")),
            Cell::Figure(Figure::new("dependence", "γ", *value, Unit::One).within(*half)),
            Cell::Number(1.0 - value),
            Cell::Number(printed),
        ]
    };
    Table {
        key: "dependence".into(),
        title: "γ (table 5.3)".into(),
        columns: ["Steps", "γ", "1 - γ", "Printed as γ, is 1 - γ"]
            .map(str::to_owned)
            .to_vec(),
        rows: (1..).zip(&estimates.dependence).map(row).collect(),
    }
}

/// A row of a name, our number, the number of the printed tables, and what was printed.
fn compared(name: &str, own: f64, of_tables: f64, printed: f64) -> Vec<Cell> {
    let numbers = [own, of_tables, printed].map(Cell::Number);
    [Cell::Text(name.into())]
        .into_iter()
        .chain(numbers)
        .collect()
}

fn comparison(key: &str, title: &str, rows: Vec<Vec<Cell>>) -> Table {
    Table {
        key: key.into(),
        title: title.into(),
        columns: [
            "Number",
            "These traces",
            "From the printed tables",
            "Printed",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows,
    }
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
        "What the numbers hang on (tables 5.4 and 5.5)",
        vec![
            compared(
                "correlation of α and r",
                own_excess.correlation_with_r(),
                excess.correlation_with_r(),
                -0.31,
            ),
            compared(
                "correlation of α and p",
                own_excess.correlation_with_p(),
                excess.correlation_with_p(),
                -0.70,
            ),
            compared(
                "correlation of β and r",
                own_spread.correlation_with_r(),
                spread.correlation_with_r(),
                -0.94,
            ),
            compared(
                "correlation of β and p",
                own_spread.correlation_with_p(),
                spread.correlation_with_p(),
                0.65,
            ),
            compared(
                "correlation of 1 - γ and r",
                trace::statistics::pearson(&own, &steps),
                trace::statistics::pearson(&INDEPENDENCES, &r),
                0.13,
            ),
            compared(
                "slope of α over p",
                own_excess.slope_over_p(),
                excess.slope_over_p(),
                -0.009,
            ),
            compared(
                "slope of α over r",
                own_excess.slope_over_r(),
                excess.slope_over_r(),
                -0.008,
            ),
        ],
    )
}

/// Table 5.6.
fn fits(estimates: &Estimates, excess: &Triangle, spread: &Triangle) -> Table {
    let dependences: Vec<f64> = estimates.dependence.iter().map(|(mean, _)| *mean).collect();
    let printed = INDEPENDENCES.map(|one| 1.0 - one);
    let rows = [
        (
            "α against 0.50",
            Agreement::of_excess(&estimates.excess[0]),
            Agreement::of_excess(excess),
            [0.06, 0.06],
        ),
        (
            "β against (1.54 - 0.14 r)(0.63 + 0.02 p)",
            Agreement::of_spread(&estimates.spread[0]),
            Agreement::of_spread(spread),
            [0.04, 0.07],
        ),
        (
            "γ against 0.81",
            Agreement::of_dependence(&dependences),
            Agreement::of_dependence(&printed),
            [0.02, 0.02],
        ),
    ];
    let both = |(name, own, tables, printed): (&str, Agreement, Agreement, [f64; 2])| {
        [
            compared(
                &format!("{name}, mean absolute error"),
                own.absolute,
                tables.absolute,
                printed[0],
            ),
            compared(
                &format!("{name}, root mean square error"),
                own.square,
                tables.square,
                printed[1],
            ),
        ]
    };
    comparison(
        "fits",
        "How well the fits hold (table 5.6)",
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
        "Numbers for the models (tables 5.7 and 5.8)",
        vec![
            compared(
                "α, models 1.2, 1.3, 2.2, 2.3",
                excess,
                of(&Triangle::of(&EXCESSES)),
                EXCESS,
            ),
            compared(
                "β of maxima, models 1.2 and 2.2",
                spread,
                of(&Triangle::of(&SPREADS)),
                SPREAD,
            ),
            compared(
                "β of minima, models 1.2 and 2.2",
                shorter(excess, spread),
                shorter(of(&Triangle::of(&EXCESSES)), of(&Triangle::of(&SPREADS))),
                0.77,
            ),
            compared(
                "γ, models 2.x",
                dependence,
                Agreement::of_dependence(&INDEPENDENCES.map(|one| 1.0 - one)).mean,
                DEPENDENCE,
            ),
        ],
    )
}

fn notes(parameters: &Parameters, nodes: usize, most: u32) -> Vec<String> {
    vec![
        format!(
            "Every series is rescaled to mean 0 and standard deviation 1. {} draws of {} of the {nodes} nodes; values of a draw are over {} \
             iterations. Intervals are over draws, and those of γ over nodes: they say nothing of other nodes.",
            parameters.runs,
            power(most),
            parameters.iterations,
        ),
        "α(r, p) and β(r, p) compare maxima of the first and the second half of 2^p nodes, each over groups of 2^r nodes of which the \
         shortest counts; how single values are formed is our reading of section 5.3.1."
            .into(),
        "Table 5.3 prints 1 - γ: its mean is 0.18, and the fit that is said to be its own is 0.81. Tables 5.4 and 5.6 cannot all be had from \
         tables 5.1 to 5.3; what can is in the column beside."
            .into(),
    ]
}

fn samples(estimates: &Estimates) -> Vec<Sample> {
    let [excess, spread] = first(estimates);
    let sample = |key, name, values| Sample {
        key,
        name,
        less_is_better: true,
        unit: Unit::One,
        values,
    };
    vec![
        sample("excess", "α of two runtimes", excess),
        sample("spread", "β of two runtimes", spread),
    ]
}
