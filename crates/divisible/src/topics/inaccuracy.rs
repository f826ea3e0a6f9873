//! What misjudged speeds cost (Millot and Parrot 2016, section 3, table 2, figures 8 to 11).

use report::chart::{Axis, Point, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Observer, Report, Sample, Table};

use super::contest::{self, Contest, RIVALS};
use super::draw::{
    beside, cell, chart, line, ms, percent, share_axis, table, text, time, time_axis,
};
use crate::experiment::Experiment;
use crate::parameters::Scheduler;
use crate::platform::TABLE_2;
use crate::study::Progress;
use crate::study::campaign::{Cell as Runs, campaign};
use crate::study::course::{Turn, course};
use crate::{Error, Parameters};

/// How many rounds of one worker are shown.
const ROUNDS: usize = 30;

pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let mut experiment = |inaccuracy, scheduler, run| {
        let changed = Parameters {
            inaccuracy,
            ..parameters.clone()
        };
        Experiment::of(&changed, scheduler, run)
    };
    let curves = campaign(
        &TABLE_2,
        &RIVALS,
        parameters.runs,
        &mut experiment,
        observer,
    )?;
    let contest = Contest::of(curves);
    let [_, .., worst] = TABLE_2;
    let place = parameters.first_worker - 1;
    let mut turns = |scheduler: Scheduler| {
        let mut progress = Progress::new(observer, 1);
        course(
            &experiment(worst, scheduler, 0)?,
            place,
            ROUNDS,
            &mut progress,
        )
    };
    let courses = [turns(Scheduler::As4dr)?, turns(Scheduler::Baseline)?];
    let (Some(first), Some(last)) = (contest.pairs().next(), contest.last()) else {
        return Err(Error::Empty);
    };
    let mut charts = vec![
        efficiency(&contest),
        ratio(&contest),
        contest.sigma(
            "Do rounds last as long as they should?",
            Axis::new("inaccuracy ι", Unit::One),
        ),
        deviation(parameters, &contest),
    ];
    charts.extend(one_worker(parameters, &courses));
    let report = Report {
        headline: headline(first, last),
        why: why(parameters, last),
        figures: contest::figures(last.0, last.1, parameters.target),
        charts,
        tables: vec![numbers(&contest)],
        notes: notes(parameters),
        schedule: None,
        traces: None,
        offers: Vec::new(),
        claims: Vec::new(),
    };
    Ok((report, contest::samples(last.0, last.1)))
}

fn used(cell: &Runs) -> f64 {
    cell.mean(|ran| ran.efficiency).0
}

fn headline(first: (&Runs, &Runs), last: (&Runs, &Runs)) -> String {
    format!(
        "Speeds misjudged by {} cost AS4DR {} of the processors’ time and BS {}",
        percent(last.0.value, 0),
        percent(used(first.0) - used(last.0), 1),
        percent(used(first.1) - used(last.1), 1),
    )
}

fn why(parameters: &Parameters, last: (&Runs, &Runs)) -> String {
    let worst = 1.0 + last.0.value;
    format!(
        "AS4DR measures its first round and corrects the next chunk, so that a wrong belief costs one round. BS keeps its chunks: the ring turns \
         with its slowest worker, in {} instead of {}, and whoever was believed to be slow waits for the rest of it.",
        time(worst * parameters.target),
        time(parameters.target),
    )
}

fn efficiency(contest: &Contest) -> Chart {
    let mut chart = contest.efficiency(
        "How much do misjudged speeds cost?",
        Axis::new("inaccuracy ι", Unit::One),
    );
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, 1.0 / (1.0 + cell.value)));
    chart.series.push(line("1/(1 + ι)", theory, false));
    chart
}

fn ratio(contest: &Contest) -> Chart {
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, 1.0 + cell.value));
    chart(
        "ratio",
        "How many times better does AS4DR use the processors?",
        Axis::new("inaccuracy ι", Unit::One),
        Axis::new("AS4DR over BS", Unit::One),
        vec![contest.ratio(), line("1 + ι", theory, false)],
    )
}

fn deviation(parameters: &Parameters, contest: &Contest) -> Chart {
    let mut chart = contest.deviation(
        "How unlike are the rounds?",
        Axis::new("inaccuracy ι", Unit::One),
    );
    let theory = contest
        .adaptive
        .iter()
        .map(|cell| Point::new(cell.value, ms(cell.value * parameters.target)));
    chart.series.push(line("ι τ", theory, false));
    chart
}

fn one_worker(parameters: &Parameters, [adaptive, baseline]: &[Vec<Turn>; 2]) -> [Chart; 2] {
    let number = parameters.first_worker;
    let rounds = || Axis::new("round", Unit::Count);
    let points = |turns: &[Turn], of: fn(&Turn) -> f64| -> Vec<Point> {
        let numbered = (0_u32..).zip(turns);
        numbered
            .map(|(round, turn)| Point::new(round.into(), of(turn)))
            .collect()
    };
    let both = |of: fn(&Turn) -> f64| {
        vec![
            line("AS4DR", points(adaptive, of), true),
            line("BS", points(baseline, of), false),
        ]
    };
    let mut sigma = chart(
        "course_sigma",
        &format!("How long are the first rounds of worker {number}?"),
        rounds(),
        time_axis("σ"),
        both(|turn| ms(turn.sigma)),
    );
    sigma
        .references
        .push(beside(Side::Y, ms(parameters.target), "target τ"));
    let efficiency = chart(
        "course_efficiency",
        &format!("How busy is worker {number} in them?"),
        rounds(),
        share_axis("time spent computing"),
        both(|turn| turn.efficiency),
    );
    [sigma, efficiency]
}

fn numbers(contest: &Contest) -> Table {
    let rows = contest.pairs().map(|(adaptive, baseline)| {
        let deviations = adaptive.mean(|ran| ran.deviation).0;
        let ratio = if deviations > 0.0 {
            cell(
                "deviations",
                baseline.over(adaptive, |ran| ran.deviation),
                Unit::One,
            )
        } else {
            Cell::Number(f64::NAN)
        };
        let time = |of: (f64, f64)| cell("time", (ms(of.0), ms(of.1)), Unit::Milliseconds);
        [
            text(format!("ι = {}", fixed(adaptive.value, 2))),
            cell("as4dr", adaptive.mean(|ran| ran.efficiency), Unit::Share),
            cell("bs", baseline.mean(|ran| ran.efficiency), Unit::Share),
            cell(
                "ratio",
                adaptive.over(baseline, |ran| ran.efficiency),
                Unit::One,
            ),
            Cell::Number(1.0 + adaptive.value),
            time(adaptive.mean(|ran| ran.sigma)),
            time(baseline.mean(|ran| ran.sigma)),
            time(adaptive.mean(|ran| ran.deviation)),
            time(baseline.mean(|ran| ran.deviation)),
            ratio,
        ]
    });
    table(
        "inaccuracies",
        "All inaccuracies of table 2",
        [
            "Inaccuracy",
            "In use, AS4DR",
            "In use, BS",
            "AS4DR over BS",
            "1 + ι",
            "Mean σ, AS4DR",
            "Mean σ, BS",
            "Deviation of σ, AS4DR",
            "Deviation of σ, BS",
            "BS over AS4DR",
        ],
        rows,
    )
}

fn notes(parameters: &Parameters) -> Vec<String> {
    let mut notes = vec![
        format!(
            "Each of {} runs draws who is believed to be too fast and who too slow; AS4DR and BS meet the same draws. Intervals are at 95 %; ratios are \
             formed run by run.",
            parameters.runs
        ),
        "Processors in use (CPU_eff, equation 16) is all time but starvation and the latencies of computing; waiting for the first chunk counts as \
         starvation here."
            .into(),
        "1/(1 + ι) is what BS would have without latencies, with as many workers judged too fast as too slow: those at 1 − ι compute for the share \
         (1 − ι)/(1 + ι) of a turn, the others all the time (own derivation)."
            .into(),
    ];
    notes.extend(super::untested::INACCURACY.map(str::to_owned));
    notes
}
