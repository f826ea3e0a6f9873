//! Balancing, copies and the adaptive choice on one, two, four … processors (Dobber 2006, sections 4.3, 5.6, 6.2 and 6.3.2,
//! figures 4.1, 5.18, 5.19, 6.1, 6.2 and 6.5, table 5.10).

use report::chart::{Axis, Point, Series};
use report::evidence::{Evidence, Verdict, same};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{capital, list, milliseconds, percent, sentences};
use report::{Chart, Figure, Layout, Report, Sample, Table};
use schedule::Schedule;
use words::{say, word};

use super::curves::processors_axis;
use super::outcomes::{self, Outcome, Outcomes};
use super::strategies::{copies, copies_of_each};
use super::{communication, notes, numbers};
use crate::parameters::Replication;
use crate::speedup::Speedup;
use crate::study::{Machines, Method, Results, Study};

/// One number of processors.
struct Machine {
    processors: u32,
    /// The number of copies that the choice has beside balancing.
    copies: u32,
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
            Self::BestCopies => word!("best R").into(),
        }
    }

    /// Whether the subject of the curve is a plural.
    fn several(self) -> bool {
        matches!(self, Self::Method(Method::Replicate(2..)))
    }

    fn of(self, machine: &Machine) -> Option<&Outcome> {
        match self {
            Self::Method(method) => machine.outcomes.find(method),
            Self::BestCopies => machine.outcomes.best_replicated(),
        }
    }
}

/// The outcomes of all strategies, by the number of processors.
pub(super) struct Findings<'a> {
    /// The study on all processors.
    study: &'a Study,
    smaller: Vec<Machine>,
    whole: Machine,
}

/// The findings on the results of studies, which programs run in parts.
pub(super) fn compute(machines: Machines<'_>) -> Findings<'_> {
    let machine = |(study, results): (&Study, Results)| Machine {
        processors: study.parameters().processors,
        copies: study.parameters().copies,
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
        let mode = study.parameters().replication;
        let mut notes = vec![
            word!("Run times are the times of all iterations; speedups are ratios of mean run times, over equal shares on as many \
             processors; intervals are 95 % intervals by Student’s t.")
                .into(),
        ];
        let copies = study.parameters().copies;
        let fewer: Vec<u32> = smaller.iter().map(|machine| machine.processors).collect();
        let fewer: Vec<u32> = fewer
            .into_iter()
            .filter(|number| *number > 1 && !number.is_multiple_of(copies))
            .collect();
        if !fewer.is_empty() {
            notes.push(say!(
                "{copies} does not divide {}: there, choosing is between balancing and the most copies that do.",
                list(&fewer.iter().map(u32::to_string).collect::<Vec<_>>())
            ));
        }
        notes.extend(notes::notes(study, &whole.outcomes));
        let (headline, why) = notes::of_runs(
            study.parameters(),
            true,
            headline(&found, shown, mode),
            why(&found, shown, mode),
        );
        let report = Report {
            layout: Layout::charts(&["speedup_by_processors", "time_by_processors"]),
            headline,
            why,
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
            asked: self.whole.outcomes.told.asked.clone(),
            traces: Some(study.traces().clone()),
            ..Report::default()
        };
        communication::heads(report, study, &whole.outcomes)
    }

    fn samples(&self) -> Vec<Sample> {
        numbers::samples(self.study, &self.whole.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.whole.outcomes.schedule)
    }
}

/// The curve that the parameters ask for.
fn shown(study: &Study) -> Curve {
    use crate::parameters::Strategy;
    match study.parameters().strategy {
        Strategy::ReplicateBest => Curve::BestCopies,
        _ => Curve::Method(study.shown(&[])),
    }
}

/// The curves, in order.
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
        word!("How fast is an iteration on more processors?"),
        processors_axis(),
        Axis::time(word!("iteration time")).logarithmic(),
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
        word!("Which strategy gains most over equal shares?"),
        processors_axis(),
        Axis::number(word!("speedup over equal shares")),
        series.filter(|one| !one.is_empty()).collect(),
    )
}

fn mean(outcome: &Outcome) -> f64 {
    outcome.measured.totals.iter().sum::<f64>() / outcome.measured.totals.len() as f64
}

/// The number of processors on which a curve is lowest, and its value there.
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

fn subject(curve: Curve) -> String {
    let words = match curve {
        Curve::BestCopies => word!("The best number of copies"),
        Curve::Method(Method::Equal) => word!("A program with equal shares"),
        Curve::Method(Method::Static) => word!("A program with shares set once"),
        Curve::Method(Method::StaticHindsight) => word!("Static balancing in hindsight"),
        Curve::Method(Method::Dynamic) => word!("Dynamic balancing"),
        Curve::Method(Method::DynamicHindsight) => word!("Dynamic balancing in hindsight"),
        Curve::Method(Method::Replicate(number)) => return copies_of_each(number),
        Curve::Method(Method::Speculate) => word!("Speculation"),
        Curve::Method(Method::Own) => word!("Your own strategy"),
        Curve::Method(Method::Adaptive) => word!("The adaptive choice"),
        Curve::Method(Method::Hindsight) => word!("The best choice"),
    };
    words.into()
}

fn on(processors: u32) -> String {
    match processors {
        1 => word!("one processor").into(),
        more => say!("{more} processors"),
    }
}

/// "2, 4 and 8 processors".
fn on_all(numbers: &[u32]) -> String {
    match numbers {
        [one] => on(*one),
        _ => {
            let all: Vec<_> = numbers.iter().map(u32::to_string).collect();
            say!("{} processors", list(&all))
        }
    }
}

/// The baseline of a curve: one copy without messages for copies without messages, equal shares for all else.
fn baseline(mode: Replication, curve: Curve) -> (Method, &'static str) {
    let copies = matches!(
        curve,
        Curve::BestCopies | Curve::Method(Method::Replicate(_))
    );
    match mode {
        Replication::Dependent if copies => (Method::Replicate(1), word!("one copy")),
        _ => (Method::Equal, word!("equal shares")),
    }
}

/// A curve on one number of processors: its times, and their evidence against the baseline.
struct Held<'m> {
    processors: u32,
    baseline: &'m [f64],
    times: &'m [f64],
    evidence: Evidence,
}

impl Held<'_> {
    /// The times in units of the baseline’s mean: of two numbers of processors, the smaller one gains more.
    fn relative(&self) -> Vec<f64> {
        let mean = self.baseline.iter().sum::<f64>() / self.baseline.len() as f64;
        self.times.iter().map(|time| time / mean).collect()
    }
}

fn held<'m>(found: &[&'m Machine], curve: Curve, baseline: Method) -> Vec<Held<'m>> {
    let held = |machine: &&'m Machine| {
        let baseline = machine.outcomes.times(baseline)?;
        let times = curve.of(machine)?.measured.totals.as_slice();
        Some(Held {
            processors: machine.processors,
            baseline,
            times,
            evidence: Evidence::of_means(baseline, times)?,
        })
    };
    found.iter().filter_map(held).collect()
}

/// The numbers of processors with no clear difference from the one at `first`.
fn level(held: &[Held<'_>], first: usize, ways: &[&[f64]]) -> Vec<u32> {
    let level = outcomes::level(ways, first, Evidence::of_means).into_iter();
    level
        .filter_map(|at| Some(held.get(at)?.processors))
        .collect()
}

fn headline(found: &[&Machine], shown: Curve, mode: Replication) -> String {
    let (baseline, name) = baseline(mode, shown);
    let held = held(found, shown, baseline);
    let subject = subject(shown);
    if found.len() < 2 {
        return word!("One processor has nothing to balance and nothing to copy").into();
    }
    let speedup = |held: &Held<'_>| held.evidence.speedup;
    let gains = held.iter().enumerate();
    let gains = gains.filter(|(_, held)| held.evidence.verdict() == Verdict::Faster);
    let most = gains.reduce(|a, b| if speedup(b.1) > speedup(a.1) { b } else { a });
    let mean = |held: &Held<'_>| held.times.iter().sum::<f64>();
    let first = held.iter().enumerate();
    let first = first.reduce(|a, b| if mean(b.1) < mean(a.1) { b } else { a });
    let Some((place, least)) = first else {
        return String::new();
    };
    let times: Vec<&[f64]> = held.iter().map(|held| held.times).collect();
    let ties = level(&held, place, &times);
    let only = match least.evidence.runs {
        1 => word!(" in the only run"),
        _ => "",
    };
    let fastest = match ties.is_empty() {
        true => say!("fastest on {}{only}", on(least.processors)),
        false => say!(
            "fastest on {}{only}, with no clear difference from {}",
            on(least.processors),
            on_all(&ties)
        ),
    };
    let several = shown.several();
    let take = if several { "take" } else { "takes" };
    // The strategy ran on one number of processors alone.
    if let [only] = held.as_slice() {
        let pace = only.evidence.pace(take);
        return say!("{subject} {pace} {name} on {}", on(only.processors));
    }
    if let Some(choice) = choice(found, mode).filter(|_| shown == Curve::Method(Method::Adaptive)) {
        return say!("{subject} {choice}; it is {fastest}");
    }
    let Some((place, most)) = most else {
        return match shown {
            Curve::Method(Method::Equal) => say!("{subject} is {fastest}"),
            _ if several => {
                say!("{subject} are nowhere clearly faster than {name}, and {fastest}")
            }
            _ => say!("{subject} is nowhere clearly faster than {name}, and {fastest}"),
        };
    };
    let relative: Vec<Vec<f64>> = held.iter().map(Held::relative).collect();
    let relative: Vec<&[f64]> = relative.iter().map(Vec::as_slice).collect();
    let (many, pace) = (on(most.processors), most.evidence.pace(take));
    match (level(&held, place, &relative).is_empty(), several) {
        (true, true) => {
            say!("{subject} gain most on {many}, where they {pace} {name}, and are {fastest}")
        }
        (true, false) => {
            say!("{subject} gains most on {many}, where it {pace} {name}, and is {fastest}")
        }
        (false, true) => say!("{subject} {pace} {name} on {many}; they are {fastest}"),
        (false, false) => say!("{subject} {pace} {name} on {many}; it is {fastest}"),
    }
}

/// The largest loss with which a choice still is as good as another strategy.
const LOSS: f64 = 0.02;

/// Whether the runs show that a strategy is as good as another one: that it loses at most [`LOSS`].
fn as_good(evidence: &Evidence) -> bool {
    let low = evidence.interval.map(|interval| interval.low);
    evidence.verdict() == Verdict::Equal || low.is_some_and(|low| low >= 1.0 - LOSS)
}

/// The adaptive choice against both strategies that it chooses between, on all numbers of processors where it has a choice: where
/// one of these is clearly faster, the choice is not as good as both; where the runs do not exclude a loss, they leave it open.
fn choice(found: &[&Machine], mode: Replication) -> Option<String> {
    let (mut good, mut slower, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for machine in found.iter().filter(|machine| machine.processors > 1) {
        let times = |method| machine.outcomes.times(method);
        let both = [Method::Dynamic, Method::Replicate(machine.copies)];
        let own = times(Method::Adaptive)?;
        let beside = |other| Evidence::of_means(times(other)?, own);
        let both: Option<Vec<Evidence>> = both.into_iter().map(beside).collect();
        let both = both?;
        match &both {
            both if both.iter().any(|one| one.verdict() == Verdict::Slower) => &mut slower,
            both if both.iter().all(as_good) => &mut good,
            _ => &mut open,
        }
        .push(*machine);
    }
    let than = |machines: &[&Machine]| alternatives(machines, mode);
    Some(
        match (good.as_slice(), slower.as_slice(), open.as_slice()) {
            ([], [], []) => return None,
            (all, [], []) => say!(
                "is, to {}, as good as the better {}",
                percent(LOSS, 0),
                than(all)
            ),
            (_, [], open) => {
                say!("shows no clear difference from the better {}", than(open))
            }
            (_, slower, _) => say!("is not as good as the better {}", than(slower)),
        },
    )
}

/// "of balancing and two copies on 2 processors and of balancing and four copies on 4 and 8 processors".
fn alternatives(machines: &[&Machine], mode: Replication) -> String {
    let alike = machines.chunk_by(|a, b| a.copies == b.copies);
    let all: Vec<String> = alike
        .map(|machines| {
            let numbers: Vec<u32> = machines.iter().map(|one| one.processors).collect();
            let copied = machines.first().map_or(1, |one| one.copies);
            let other = match (copied, mode) {
                (1, Replication::Dependent) => word!("one copy").into(),
                (1, _) => word!("equal shares").into(),
                (several, _) => copies(several).to_lowercase(),
            };
            say!("of balancing and {other} on {}", on_all(&numbers))
        })
        .collect();
    list(&all)
}

/// The numbers of processors on which copies that the adaptive choice does not have are clearly faster than it, in a sentence.
fn better_copies(found: &[&Machine]) -> Option<String> {
    let faster = |machine: &&&Machine| {
        let best = machine.outcomes.best_copies();
        let best = best.filter(|best| best.method.copies() != machine.copies)?;
        let adaptive = machine.outcomes.times(Method::Adaptive)?;
        let evidence = Evidence::of_means(adaptive, &best.measured.totals)?;
        Some(evidence.verdict() == Verdict::Faster)
    };
    let faster = found.iter().filter(|machine| faster(machine) == Some(true));
    let numbers: Vec<u32> = faster.map(|machine| machine.processors).collect();
    (!numbers.is_empty()).then(|| {
        say!(
            "On {}, another number of copies is clearly faster than the adaptive choice.",
            on_all(&numbers)
        )
    })
}

/// The strategy that wins on a number of processors, where both dynamic balancing and copies were run.
#[derive(Clone, Copy, PartialEq)]
enum Wins {
    Copies,
    Balancing,
    Neither,
    /// Equal shares, which are one copy of each job, are clearly faster than both.
    Equal,
}

impl Machine {
    fn wins(&self) -> Option<Wins> {
        let copies = &self.outcomes.best_copies()?.measured.totals;
        let dynamic = self.outcomes.times(Method::Dynamic)?;
        let verdict = |before, after| {
            let evidence = Evidence::of_means(before, after)?;
            Some(evidence.in_the_only_run().unwrap_or(evidence.verdict()))
        };
        let equal = self.outcomes.times(Method::Equal)?;
        let loses = |one| verdict(one, equal) == Some(Verdict::Faster);
        Some(match verdict(dynamic, copies)? {
            _ if loses(dynamic) && loses(copies) => Wins::Equal,
            Verdict::Faster => Wins::Copies,
            Verdict::Slower => Wins::Balancing,
            Verdict::Equal | Verdict::Unclear => Wins::Neither,
        })
    }
}

/// The winners by the numbers of processors, in a sentence; empty where no several copies were tried.
fn winners(found: &[&Machine]) -> String {
    let of = |wins: Wins| -> Vec<u32> {
        let several = found.iter().filter(|machine| machine.processors > 1);
        let own = several.filter(|machine| machine.wins() == Some(wins));
        own.map(|machine| machine.processors).collect()
    };
    let compared = [
        (word!("Copies beat dynamic balancing on"), Wins::Copies),
        (
            word!("dynamic balancing beats two or more copies on"),
            Wins::Balancing,
        ),
        (
            word!("neither dynamic balancing nor copies are clearly faster on"),
            Wins::Neither,
        ),
        (
            word!("equal shares beat dynamic balancing and copies on"),
            Wins::Equal,
        ),
    ];
    let runs = found
        .first()
        .and_then(|machine| machine.outcomes.times(Method::Equal));
    let only = match runs {
        Some([_]) => word!(" in the only run"),
        _ => "",
    };
    let said = compared.into_iter().filter_map(|(words, wins)| {
        let numbers = of(wins);
        (!numbers.is_empty()).then(|| format!("{words} {}{only}", on_all(&numbers)))
    });
    capital(&said.collect::<Vec<_>>().join("; "))
}

/// The numbers of processors on which balancing or the best number of copies wins.
fn why(found: &[&Machine], shown: Curve, mode: Replication) -> String {
    let said = winners(found);
    let compared = match mode {
        _ if found.len() < 2 => {
            return word!(
                "Without a second processor there is nothing to balance or to replicate."
            )
            .into();
        }
        Replication::Dependent => word!(
            "Copies without messages are not compared with dynamic balancing, which pays for them."
        )
        .into(),
        _ if said.is_empty() => word!("No number of copies above 1 was tried.").into(),
        _ => format!("{said}."),
    };
    let adaptive = shown == Curve::Method(Method::Adaptive) && mode != Replication::Dependent;
    let better = adaptive.then(|| better_copies(found)).flatten();
    let several = super_linear(found, mode).map(|(processors, factor, name)| {
        say!(
            "With {name}, {} are {} times as fast as one, more than as many: a single processor can be a slow node.",
            on(processors),
            more_than(factor, f64::from(processors))
        )
    });
    sentences([
        compared,
        better.unwrap_or_default(),
        several.unwrap_or_default(),
    ])
}

/// A number with enough digits to show that it is more than another one.
fn more_than(number: f64, other: f64) -> String {
    let apart = |digits: &usize| fixed(number, *digits) != fixed(other, *digits);
    fixed(number, (2..9).find(apart).unwrap_or(9))
}

/// The widest margin of a strategy that is clearly faster than one processor by more than the number of processors.
fn super_linear(found: &[&Machine], mode: Replication) -> Option<(u32, f64, &'static str)> {
    let one = found.iter().find(|machine| machine.processors == 1)?;
    let one = one.outcomes.times(Method::Equal)?;
    let mut widest: Option<(u32, f64, &'static str)> = None;
    for machine in found.iter().filter(|machine| machine.processors > 1) {
        let comparable = mode != Replication::Dependent;
        let copies = machine.outcomes.best_copies().filter(|_| comparable);
        for (outcome, name) in [
            (
                machine.outcomes.find(Method::Dynamic),
                word!("dynamic balancing"),
            ),
            (copies, word!("the best number of copies")),
        ] {
            let Some(outcome) = outcome else { continue };
            let Some(evidence) = Evidence::of_means(one, &outcome.measured.totals) else {
                continue;
            };
            // A single run shows no order.
            let Some(sure) = evidence.interval.map(|interval| interval.low) else {
                continue;
            };
            let processors = f64::from(machine.processors);
            let margin = evidence.speedup / processors;
            let wider =
                widest.is_none_or(|(number, widest, _)| margin > widest / f64::from(number));
            if sure > processors && !same(sure, processors) && wider {
                widest = Some((machine.processors, evidence.speedup, name));
            }
        }
    }
    widest
}

fn figures(found: &[&Machine], shown: Curve, iterations: u32) -> Vec<Figure> {
    let mut out = Vec::new();
    // The speedup of the number of copies asked for, which need not be the best number in the table.
    let (speedup, fast) = match shown {
        Curve::Method(Method::Replicate(number)) => {
            let copies = copies(number).to_lowercase();
            (
                say!("Highest speedup with {copies}"),
                say!("Fastest with {copies} on"),
            )
        }
        _ => (word!("Highest speedup").into(), word!("Fastest on").into()),
    };
    if let Some((processors, outcome)) = highest(found, shown) {
        let Speedup {
            ratio_of_means,
            ratio_half_width,
            ..
        } = outcome.speedup;
        out.push(
            Figure::number("speedup", &speedup, ratio_of_means)
                .within(ratio_half_width)
                .beside(say!("on {}", on(processors))),
        );
    }
    if let Some((processors, total)) = fastest(found, shown) {
        out.push(
            Figure::count("fastest", &fast, f64::from(processors)).beside(say!(
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
            word!("Best number of copies"),
            f64::from(best.method.copies()),
        );
        out.push(
            copies.beside(
                found
                    .last()
                    .map_or_else(String::new, |last| say!("on {}", on(last.processors))),
            ),
        );
    }
    let second = found.iter().find(|machine| machine.processors == 2);
    if let Some((first, second)) = found.first().zip(second)
        && let (Some(one), Some(two)) = (shown.of(first), shown.of(second))
    {
        let gain = Figure::number(
            "second",
            word!("Gain of the second processor"),
            mean(one) / mean(two),
        );
        out.push(gain.beside(word!("above 2 is more than a processor’s worth")));
    }
    out
}

/// The rows of table 5.10 and of figures 4.1, 6.1 and 6.2.
fn table(found: &[&Machine], iterations: u32) -> Table {
    let columns = [
        word!("Processors"),
        word!("Equal shares"),
        word!("Dynamic balancing"),
        word!("Best number of copies"),
        word!("Copies, best number"),
        word!("Adaptive"),
        word!("Speedup of dynamic balancing"),
        word!("Speedup of copies"),
        word!("Speedup of the adaptive choice"),
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
        word!("The time of an iteration and the speedup, by the number of processors"),
        columns,
        found.iter().map(row),
    )
}
