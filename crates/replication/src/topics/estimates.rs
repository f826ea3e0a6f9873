//! The topic of the formulas' numbers: α, β and γ of the traces, beside the printed ones.

mod tables;

use parameters::Rejected;
use report::chart::{Axis, Bins, Point, Series, Side};
use report::evidence::{factor, same};
use report::figure::Unit;
use report::number::fixed;
use report::words::{capital, count, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Traces};
use statistics::{mean, mean_and_half_width, sd};
use words::{say, word};

use super::curves::{self, times_of};
use super::setting;
use crate::Error;
use crate::model::estimates::{Estimates, measure, standardised};
use crate::model::fits::Triangle;
use crate::model::measured::{self, COLUMNS, DEPENDENCE, EXCESS, INDEPENDENCES};
use crate::model::power;
use crate::parameters::{Parameters, Picture};

/// The number of bins of the histograms.
const BINS: usize = 30;

/// Rounding leaves a spread below this share where nothing varies.
const NOTHING: f64 = 1e-12;

/// The findings on the formulas' numbers of the traces.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    traces: Traces,
    /// The number of nodes that vary, and of those that do not and are left out.
    nodes: usize,
    constant: usize,
    /// The largest r and p, of 2^r copies and 2^p processors.
    most: u32,
    estimates: Estimates,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let set = parameters.trace_set()?;
    let columns = setting::columns(parameters, &set)?;
    if parameters.iterations == 1 {
        let allowed = word!("allowed: 2 or more, because a single iteration has no variation");
        return Err(Rejected::one("iterations", parameters.iterations, allowed).into());
    }
    let nodes: Vec<_> = columns
        .iter()
        .filter_map(|column| standardised(column))
        .collect();
    if nodes.len() < 2 {
        let allowed = word!("allowed: at least 2 nodes that vary, to take the longer of");
        let found = times_of(
            nodes.len() as f64,
            word!("node that varies"),
            word!("nodes that vary"),
        );
        return Err(Rejected::one("traces", found, allowed).into());
    }
    let most = (nodes.len().ilog2()).min(COLUMNS);
    Ok(Findings {
        parameters,
        traces: setting::traces(&set),
        nodes: nodes.len(),
        constant: columns.len() - nodes.len(),
        most,
        estimates: measure(&nodes, most, parameters.runs, parameters.seed, observer)?,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let estimates = &self.estimates;
        let charts = charts(estimates, self.parameters.picture);
        Report {
            layout: Layout::led_by(&charts),
            headline: headline(estimates, self.parameters.picture),
            why: why(estimates),
            figures: figures(estimates),
            charts,
            tables: tables::tables(estimates),
            notes: notes(self),
            traces: Some(self.traces.clone()),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let [excess, spread] = first(&self.estimates);
        vec![
            Sample::new("excess", word!("α of two runtimes"), Unit::One, excess),
            Sample::new("spread", word!("β of two runtimes"), Unit::One, spread),
        ]
    }
}

fn first(estimates: &Estimates) -> [Vec<f64>; 2] {
    [
        estimates.first.iter().map(|pair| pair.excess).collect(),
        estimates.first.iter().map(|pair| pair.spread).collect(),
    ]
}

/// The mean of γ over the numbers of steps; not a number where some sums do not vary, or jobs are too few for two sums.
fn dependence(estimates: &Estimates) -> f64 {
    let all: Vec<f64> = estimates.dependence.iter().map(|(mean, _)| *mean).collect();
    let mean = mean(&all);
    if mean.is_finite() { mean } else { f64::NAN }
}

/// The finding of the picture that comes first; of the others all three.
fn headline(estimates: &Estimates, picture: Picture) -> String {
    let [excess, spread] = first(estimates).map(|values| mean(&values));
    let excess = fixed(excess, 2);
    let spread = match spread {
        none if none < NOTHING => word!("0 times as much").to_owned(),
        spread if same(spread, 1.0) => word!("as much").into(),
        spread => say!("{} times as much", factor(spread)),
    };
    let sums = || match dependence(estimates) {
        _ if estimates.dependence.is_empty() => {
            word!("there are too few iterations for two sums of steps").into()
        }
        power if power.is_nan() => word!("some sums of R steps do not vary at all").into(),
        power => say!("sums of R steps vary as R to the power {}", fixed(power, 2)),
    };
    match picture {
        Picture::Excess => say!(
            "The longer of two runtimes is {excess} standard deviations above the mean: 0.50 if they were exponential, 0.56 if normal"
        ),
        Picture::Spread => say!(
            "The longer of two runtimes varies {spread} as one: 1.12 times if they were exponential, 0.83 if normal"
        ),
        Picture::Dependence => match dependence(estimates) {
            power if power.is_nan() => capital(&sums()),
            _ => say!(
                "Steps {}: {}, independent ones to the power 0.50, equal ones to the power 1",
                dependent(dependence(estimates)),
                sums()
            ),
        },
        _ => say!(
            "The longer of two runtimes is {excess} standard deviations above the mean and varies {spread}; {}",
            sums()
        ),
    }
}

/// The dependence of steps on each other, by γ, in words.
fn dependent(power: f64) -> &'static str {
    match power {
        power if power < 0.25 => word!("make up for each other strongly"),
        power if power < 0.45 => word!("make up for each other a little"),
        power if power < 0.55 => word!("hardly depend on each other"),
        power if power < 0.75 => word!("depend on each other a little"),
        power if power < 0.95 => word!("depend on each other strongly"),
        _ => word!("are almost equal"),
    }
}

fn why(estimates: &Estimates) -> String {
    let [excess, spread] = first(estimates);
    let (mean, half) = mean_and_half_width(&spread);
    // A single draw has no interval, and nothing speaks against its number.
    let half = if half.is_finite() { half } else { 0.0 };
    let kind = match mean - 1.0 {
        above if above > half => word!("the longer of two varies more than one"),
        above if above < -half => word!("the longer of two varies less than one"),
        _ => word!("the longer of two varies neither clearly more nor clearly less than one"),
    };
    let spreads = match excess.len() {
        0 | 1 => String::new(),
        _ => say!(
            "The standard deviation over draws is {} for α and {} for β.",
            fixed(sd(&excess), 2),
            fixed(sd(&spread), 2)
        ),
    };
    sentences([
        &say!(
            "Exponential runtimes have α = 0.50 and β = 1.12, normal ones 0.56 and 0.83; here, {kind}."
        ),
        &spreads,
        word!("γ is 0.5 for independent steps and 1 for equal ones."),
    ])
}

fn figures(estimates: &Estimates) -> Vec<Figure> {
    let [excess, spread] = first(estimates);
    let of = |key: &str, name: &str, values: &[f64], printed: &str| {
        let (mean, half) = mean_and_half_width(values);
        Figure::number(key, name, mean).within(half).beside(printed)
    };
    let plain = |key: &str, name: &str, value, printed: &str| {
        Figure::number(key, name, value).beside(printed)
    };
    vec![
        of(
            "excess",
            word!("α of two runtimes"),
            &excess,
            word!("printed 0.51"),
        ),
        plain(
            "excess_spread",
            word!("Spread of α over draws"),
            sd(&excess),
            word!("printed 0.05"),
        ),
        of(
            "spread",
            word!("β of two runtimes"),
            &spread,
            word!("printed 1.05"),
        ),
        plain(
            "spread_spread",
            word!("Spread of β over draws"),
            sd(&spread),
            word!("printed 0.10"),
        ),
        plain(
            "dependence",
            word!("γ, mean over R"),
            dependence(estimates),
            word!("fitted 0.81"),
        ),
    ]
}

fn charts(estimates: &Estimates, picture: Picture) -> Vec<Chart> {
    let [excess, spread] = first(estimates);
    let charts = [
        (
            Picture::Excess,
            histogram(
                "excess",
                word!("How far is the longer of two above the mean?"),
                "α(0, 1)",
                &excess,
                0.51,
            ),
        ),
        (
            Picture::Spread,
            histogram(
                "spread",
                word!("How much does the longer of two vary?"),
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
                word!("Is α constant?"),
                "α",
                &estimates.excess,
                |_, _| EXCESS,
            ),
        ),
        (
            Picture::Copies,
            rows(
                "spread_by_p",
                word!("Does the fit of β hold?"),
                "β",
                &estimates.spread,
                measured::fitted_spread,
            ),
        ),
    ];
    curves::in_order(charts, picture)
}

fn histogram(key: &str, title: &str, label: &str, values: &[f64], printed: f64) -> Chart {
    let bins = Bins::over(BINS, values.iter().copied());
    Chart::new(
        key,
        title,
        Axis::number(label),
        Axis::count(word!("draws")),
        vec![Series::histogram(label, &bins, values, true)],
    )
    .beside(Side::X, printed, word!("printed mean"))
}

fn dependence_chart(estimates: &Estimates) -> Chart {
    let at = |(r, (mean, half)): (u32, &(f64, f64))| Point::new(power(r), *mean).within(*half);
    let printed = (1..)
        .zip(INDEPENDENCES)
        .map(|(r, one)| Point::new(power(r), 1.0 - one));
    Chart::new(
        "dependence",
        word!("How much do the steps of an iteration depend on each other?"),
        Axis::count(word!("steps summed, R")).logarithmic(),
        Axis::number("γ"),
        vec![
            Series::line(
                word!("these traces"),
                (1..).zip(&estimates.dependence).map(at),
                true,
            ),
            Series::line(word!("1 - table 5.3"), printed, false),
        ],
    )
    .beside(Side::Y, 0.5, word!("independent"))
    .beside(Side::Y, 1.0, word!("equal"))
    .beside(Side::Y, DEPENDENCE, word!("fitted"))
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
            Point::new(power(p), *value).within(halves.at(r, p).unwrap_or(f64::NAN))
        });
        Series::line(&format!("R = {}", power(r)), points, r == 0)
    });
    let fitted = (1..=means.columns()).map(|p| Point::new(power(p), fit(0, p)));
    let lines = lines.chain([Series::line(word!("fit, R = 1"), fitted, false)]);
    Chart::new(
        key,
        title,
        Axis::count(word!("processors")).logarithmic(),
        Axis::number(label),
        lines.collect(),
    )
}

fn notes(found: &Findings<'_>) -> Vec<String> {
    let Findings {
        parameters,
        nodes,
        constant,
        most,
        ..
    } = found;
    let mut notes = vec![
        say!(
            "Every series is rescaled to mean 0 and standard deviation 1. {} of {} of the {nodes} nodes; values of a draw are over {}. \
             Intervals are over draws, and those of γ over nodes: they say nothing of other nodes.",
            count(parameters.runs as usize, word!("draw"), word!("draws")),
            power(*most),
            count(parameters.iterations as usize, word!("iteration"), word!("iterations")),
        ),
        word!("α(r, p) and β(r, p) compare maxima of the first and the second half of 2^p nodes, each over groups of 2^r nodes of which the \
         shortest counts; how single values are formed is our reading of section 5.3.2.")
            .into(),
        word!("The t-tests compare α and β of sums of successive steps, whose γ is that of these traces, with those of equal steps (γ = 1), one pair for each \
         r and p; with r = 0 there is one step, and both are the same. How the printed pairs of γ = 0.81 and 1 were made is not said. All pairs come from \
         the same draws, so a test takes them for more than they are.")
            .into(),
        word!("Table 5.3 prints 1 - γ: its mean is 0.18, and the fit that is said to be its own is 0.81. Tables 5.4 and 5.6 cannot all be had from \
         tables 5.1 to 5.3; what can is in the column beside.")
            .into(),
    ];
    if *constant > 0 {
        notes.push(match *constant {
            1 => word!("One node is left out: its runtimes never vary.").into(),
            more => say!("{more}\u{a0}nodes are left out: their runtimes never vary."),
        });
    }
    notes
}
