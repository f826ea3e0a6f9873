//! All strategies on one, two, four … processors (Dobber 2006, sections 4.3, 5.6 and 6.1, figures 4.1, 5.18, 5.19, 6.1,
//! 6.2 and 6.5, table 5.10).

use report::chart::{Axis, Point, Series};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{list, milliseconds};
use report::{Chart, Figure, Report, Sample, Table};
use schedule::Schedule;

use super::curves::processors_axis;
use super::outcomes::{Outcome, Outcomes};
use super::{notes, numbers};
use crate::speedup::Speedup;
use crate::study::{Machines, Method, Results, Study};

/// One number of processors.
struct Machine {
    processors: u32,
    outcomes: Outcomes,
}

/// A line of the charts.
#[derive(Clone, Copy, PartialEq)]
enum Curve {
    Method(Method),
    /// The number of copies that is best for each number of processors.
    BestCopies,
}

impl Curve {
    fn name(self) -> String {
        match self {
            Self::Method(method) => super::outcomes::label(method),
            Self::BestCopies => "best R".into(),
        }
    }

    fn of(self, machine: &Machine) -> Option<&Outcome> {
        match self {
            Self::Method(method) => machine.outcomes.find(method),
            Self::BestCopies => machine.outcomes.best_replicated(),
        }
    }
}

/// What all strategies came to, by the number of processors.
pub(super) struct Findings<'a> {
    /// That on all processors.
    study: &'a Study,
    smaller: Vec<Machine>,
    whole: Machine,
}

/// From what was measured: whoever runs studies makes them in parts.
pub(super) fn compute(machines: Machines<'_>) -> Findings<'_> {
    let machine = |(study, results): (&Study, Results)| Machine {
        processors: study.parameters().processors,
        outcomes: Outcomes::of(study, results),
    };
    Findings {
        study: machines.whole.0,
        smaller: machines.smaller.into_iter().map(machine).collect(),
        whole: machine(machines.whole),
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            study,
            smaller,
            whole,
        } = self;
        let found: Vec<&Machine> = smaller.iter().chain([whole]).collect();
        let shown = shown(study);
        let curves = curves(study, shown);
        let iterations = study.parameters().iterations;
        let mut notes = vec![
            "Run times are the times of all iterations; speedups are ratios of mean run times, over equal shares on as many \
             processors; intervals are 1.96 standard errors. Where the number of copies asked for does not divide the number \
             of processors, choosing takes the most copies that do."
                .into(),
        ];
        notes.extend(notes::notes(study, whole.outcomes.shown));
        Report {
            headline: headline(&found, shown),
            why: why(&found),
            figures: figures(&found, shown, iterations),
            charts: vec![
                run_times(&found, &curves, shown, iterations),
                speedups(&found, &curves, shown),
            ],
            tables: vec![
                table(&found, iterations),
                numbers::table(study, &whole.outcomes),
            ],
            notes,
            traces: Some(study.traces().clone()),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        numbers::samples(self.study, &self.whole.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.whole.outcomes.schedule)
    }
}

/// What the parameters ask for.
fn shown(study: &Study) -> Curve {
    use crate::parameters::Strategy;
    match study.parameters().strategy {
        Strategy::ReplicateBest => Curve::BestCopies,
        _ => Curve::Method(study.shown(&[])),
    }
}

/// What is drawn, in order.
fn curves(study: &Study, shown: Curve) -> Vec<Curve> {
    let mut out = vec![Curve::Method(Method::Equal), Curve::Method(Method::Dynamic)];
    let copies = study
        .copies_tried()
        .into_iter()
        .filter(|copies| *copies > 1);
    out.extend(copies.map(|copies| Curve::Method(Method::Replicate(copies))));
    out.extend([Curve::BestCopies, Curve::Method(Method::Adaptive)]);
    if !out.contains(&shown) {
        out.push(shown);
    }
    out
}

fn line_of(
    found: &[&Machine],
    curve: Curve,
    main: bool,
    of: impl Fn(&Outcome) -> (f64, f64),
) -> Series {
    let points = found.iter().filter_map(|machine| {
        let (value, half) = of(curve.of(machine)?);
        Some(Point::new(f64::from(machine.processors), value).within(half))
    });
    Series::line(&curve.name(), points, main)
}

fn run_times(found: &[&Machine], curves: &[Curve], shown: Curve, iterations: u32) -> Chart {
    let of = |outcome: &Outcome| numbers::iteration_time(&outcome.measured, iterations);
    let series = curves
        .iter()
        .map(|curve| line_of(found, *curve, *curve == shown, of));
    Chart::new(
        "time_by_processors",
        "How fast is an iteration on more processors?",
        processors_axis(),
        Axis::time("iteration time").logarithmic(),
        series.filter(|one| !one.is_empty()).collect(),
    )
}

fn speedups(found: &[&Machine], curves: &[Curve], shown: Curve) -> Chart {
    let of = |outcome: &Outcome| {
        (
            outcome.speedup.ratio_of_means,
            outcome.speedup.ratio_half_width,
        )
    };
    let series = curves
        .iter()
        .map(|curve| line_of(found, *curve, *curve == shown, of));
    Chart::new(
        "speedup_by_processors",
        "Which strategy gains most over equal shares?",
        processors_axis(),
        Axis::number("speedup over equal shares"),
        series.filter(|one| !one.is_empty()).collect(),
    )
}

fn mean(outcome: &Outcome) -> f64 {
    outcome.measured.totals.iter().sum::<f64>() / outcome.measured.totals.len() as f64
}

/// The number of processors on which a curve is lowest, and how low.
fn fastest(found: &[&Machine], curve: Curve) -> Option<(u32, f64)> {
    let mut best: Option<(u32, f64)> = None;
    for machine in found {
        if let Some(outcome) = curve.of(machine) {
            let mean = mean(outcome);
            if best.is_none_or(|(_, least)| mean < least) {
                best = Some((machine.processors, mean));
            }
        }
    }
    best
}

/// The number of processors on which a curve gains most over equal shares.
fn highest<'m>(found: &[&'m Machine], curve: Curve) -> Option<(u32, &'m Outcome)> {
    let mut best: Option<(u32, &Outcome)> = None;
    for machine in found {
        if let Some(outcome) = curve.of(machine) {
            let gain = outcome.speedup.ratio_of_means;
            if best.is_none_or(|(_, best)| gain > best.speedup.ratio_of_means) {
                best = Some((machine.processors, outcome));
            }
        }
    }
    best
}

fn subject(curve: Curve) -> &'static str {
    match curve {
        Curve::BestCopies => "The best number of copies",
        Curve::Method(Method::Equal) => "A program with equal shares",
        Curve::Method(Method::Static) => "A program with shares set once",
        Curve::Method(Method::StaticHindsight) => "Static balancing in hindsight",
        Curve::Method(Method::Dynamic) => "Dynamic balancing",
        Curve::Method(Method::DynamicHindsight) => "Dynamic balancing in hindsight",
        Curve::Method(Method::Replicate(_)) => "Replication",
        Curve::Method(Method::Speculate) => "Speculation",
        Curve::Method(Method::Adaptive) => "The adaptive choice",
        Curve::Method(Method::Hindsight) => "The best choice",
    }
}

fn on(processors: u32) -> String {
    match processors {
        1 => "one processor".into(),
        more => format!("{more} processors"),
    }
}

fn headline(found: &[&Machine], shown: Curve) -> String {
    let fastest = fastest(found, shown).map_or(1, |(processors, _)| processors);
    match highest(found, shown) {
        Some((processors, outcome)) if outcome.speedup.ratio_of_means > 1.005 => format!(
            "{} gains most on {}, {} times as fast as equal shares, and is fastest on {}",
            subject(shown),
            on(processors),
            fixed(outcome.speedup.ratio_of_means, 2),
            on(fastest)
        ),
        _ => format!("{} is fastest on {}", subject(shown), on(fastest)),
    }
}

/// On which numbers of processors balancing or the best number of copies wins.
fn why(found: &[&Machine]) -> String {
    let (mut balanced, mut copied) = (Vec::new(), Vec::new());
    for machine in found.iter().filter(|machine| machine.processors > 1) {
        let dynamic = machine.outcomes.find(Method::Dynamic);
        let best = machine.outcomes.best_replicated();
        if let (Some(dynamic), Some(best)) = (dynamic, best) {
            if mean(dynamic) <= mean(best) {
                balanced.push(machine.processors.to_string());
            } else {
                copied.push(machine.processors.to_string());
            }
        }
    }
    let mut out = match (balanced.is_empty(), copied.is_empty()) {
        (true, true) => {
            return "Without a second processor there is nothing to balance or to replicate."
                .into();
        }
        (false, true) => {
            "Dynamic balancing beats every number of copies on every number of processors."
                .to_owned()
        }
        (true, false) => "Copies beat dynamic balancing on every number of processors.".to_owned(),
        (false, false) => format!(
            "Copies beat dynamic balancing on {} processors, dynamic balancing beats them on {}.",
            list(&copied),
            list(&balanced)
        ),
    };
    if let Some((processors, factor, name)) = super_linear(found) {
        out.push_str(&format!(
            " With {name}, {} are {} times as fast as one: more than as many, because shares or copies avoid slow nodes that \
             a single processor is stuck with.",
            on(processors),
            fixed(factor, 2)
        ));
    }
    out
}

/// Where a strategy is faster than one processor by more than the number of processors: the widest margin.
fn super_linear(found: &[&Machine]) -> Option<(u32, f64, &'static str)> {
    let one = found
        .iter()
        .find(|machine| machine.processors == 1)?
        .outcomes
        .find(Method::Equal)?;
    let mut widest: Option<(u32, f64, &'static str)> = None;
    for machine in found.iter().filter(|machine| machine.processors > 1) {
        for (curve, name) in [
            (Curve::Method(Method::Dynamic), "dynamic balancing"),
            (Curve::BestCopies, "the best number of copies"),
        ] {
            let Some(outcome) = curve.of(machine) else {
                continue;
            };
            let factor = mean(one) / mean(outcome);
            let margin = |processors: u32, factor: f64| factor / f64::from(processors);
            let wider = widest.is_none_or(|(processors, widest, _)| {
                margin(machine.processors, factor) > margin(processors, widest)
            });
            if margin(machine.processors, factor) > 1.0 && wider {
                widest = Some((machine.processors, factor, name));
            }
        }
    }
    widest
}

fn figures(found: &[&Machine], shown: Curve, iterations: u32) -> Vec<Figure> {
    let mut out = Vec::new();
    if let Some((processors, outcome)) = highest(found, shown) {
        let speedup = outcome.speedup;
        out.push(
            Figure::number("speedup", "Highest speedup", speedup.ratio_of_means)
                .within(speedup.ratio_half_width)
                .beside(format!("on {}", on(processors))),
        );
    }
    if let Some((processors, total)) = fastest(found, shown) {
        out.push(
            Figure::count("fastest", "Fastest on", f64::from(processors)).beside(format!(
                "{} an iteration",
                milliseconds(total / f64::from(iterations))
            )),
        );
    }
    if let Some(best) = found
        .last()
        .and_then(|machine| machine.outcomes.best_replicated())
    {
        let copies = Figure::count(
            "best_copies",
            "Best number of copies",
            f64::from(best.method.copies()),
        );
        out.push(
            copies.beside(
                found
                    .last()
                    .map_or_else(String::new, |last| format!("on {}", on(last.processors))),
            ),
        );
    }
    let second = found.iter().find(|machine| machine.processors == 2);
    if let Some((first, second)) = found.first().zip(second)
        && let (Some(one), Some(two)) = (shown.of(first), shown.of(second))
    {
        let gain = Figure::number(
            "second",
            "Gain of the second processor",
            mean(one) / mean(two),
        );
        out.push(gain.beside("above 2 is more than a processor’s worth"));
    }
    out
}

/// Row by row what table 5.10 and figures 4.1, 6.1 and 6.2 show.
fn table(found: &[&Machine], iterations: u32) -> Table {
    let columns = [
        "Processors",
        "Equal shares",
        "Dynamic balancing",
        "Best number of copies",
        "Copies, best number",
        "Adaptive",
        "Speedup of dynamic balancing",
        "Speedup of copies",
        "Speedup of the adaptive choice",
    ];
    let time = |outcome: Option<&Outcome>| {
        outcome.map_or_else(Cell::none, |outcome| {
            let time = numbers::iteration_time(&outcome.measured, iterations);
            Cell::mean("time", time, Unit::Milliseconds)
        })
    };
    let speedup = |outcome: Option<&Outcome>| {
        outcome.map_or_else(Cell::none, |outcome| {
            let Speedup {
                ratio_of_means,
                ratio_half_width,
                ..
            } = outcome.speedup;
            Cell::mean("speedup", (ratio_of_means, ratio_half_width), Unit::One)
        })
    };
    let row = |machine: &&Machine| {
        let find = |method| machine.outcomes.find(method);
        let best = machine.outcomes.best_replicated();
        vec![
            Cell::words(machine.processors.to_string()),
            time(find(Method::Equal)),
            time(find(Method::Dynamic)),
            best.map_or_else(Cell::none, |best| {
                let copies = f64::from(best.method.copies());
                Cell::figure("copies", copies, Unit::Count)
            }),
            time(best),
            time(find(Method::Adaptive)),
            speedup(find(Method::Dynamic)),
            speedup(best),
            speedup(find(Method::Adaptive)),
        ]
    };
    Table::new(
        "processors",
        "The time of an iteration and the speedup, by the number of processors",
        columns,
        found.iter().map(row),
    )
}
