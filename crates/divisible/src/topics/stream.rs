//! A stream under one scheduler, beside another.

pub(super) mod hypotheses;
mod speeds;
mod tables;

use report::chart::{Axis, Series, Side};
use report::evidence::{Evidence, Verdict, factor, same};
use report::figure::Unit;
use report::number::{fixed, ms, short};
use report::words::{capital, count, plural, seconds};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Scene, Winner, Worlds};
use schedule::Schedule;
use statistics::{mean, mean_and_half_width};
use words::{say, word};

use super::{all_but, by_unit, is_ring, load_unit, rough, runs, window_note, worlds};
use crate::experiment::settings;
use crate::formulas::efficiency::{efficiency_limit, platform_throughput};
use crate::outcome::End;
use crate::parameters::Scheduler;
use crate::study::stream::{Ran, Sized, Spent, Streamed, run};
use crate::theory::Theory;
use crate::{Error, Parameters, Platform, Worker};

/// The factor between sizes from which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// The greatest deviation of a right round from the target, and of a right belief from the true speed, as a share of it.
const NEAR: f64 = 0.01;
/// The share of the time that a sentence leaves out.
const NEGLIGIBLE: f64 = 0.01;

/// The outcome of a stream under its scheduler and under another one.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    streamed: Streamed,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    Ok(Findings {
        parameters,
        streamed: run(parameters, observer)?,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            streamed,
        } = self;
        let mut charts: Vec<Chart> = speeds::chart(parameters, streamed).into_iter().collect();
        charts.extend(rounds(streamed));
        charts.extend(sizes(parameters, streamed));
        charts.push(efficiency(streamed));
        charts.push(throughput(parameters, streamed));
        Report {
            layout: Layout::schedule_then(&["efficiency"])
                .opening(&["speeds", "sigma"])
                .folding(&["throughput"]),
            headline: headline(parameters, streamed),
            why: why(parameters, streamed),
            figures: figures(parameters, streamed),
            charts,
            worlds: beside(parameters, streamed),
            winner: winner(streamed),
            done: worlds::done(streamed.done.as_ref(), load_unit(parameters)),
            tables: vec![
                tables::schedulers(parameters, streamed),
                tables::workers_table(parameters, streamed),
            ],
            notes: notes(parameters, streamed),
            alone: of_pictures(parameters, streamed),
            scene: Some(scene(streamed)),
            asked: streamed.asked.clone(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        samples(self.parameters, &self.streamed.own)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.streamed.schedule)
    }
}

/// The machine in a sentence.
fn scene(streamed: &Streamed) -> Scene {
    let number = workers(streamed).count();
    let all = count(number, word!("worker"), word!("workers"));
    Scene::new(match (streamed.experiment.clusters.len(), number) {
        (_, 1) => say!("A master sends chunks of a stream to {all}, which returns results."),
        (0 | 1, _) => say!("A master sends chunks of a stream to {all}, which return results."),
        (masters, _) => say!(
            "{masters} masters send chunks of {masters} streams to {all}, which return results."
        ),
    })
}

fn workers(streamed: &Streamed) -> impl Iterator<Item = &Worker> {
    streamed
        .experiment
        .clusters
        .iter()
        .flat_map(Platform::workers)
}

fn headline(parameters: &Parameters, streamed: &Streamed) -> String {
    let Streamed { own, rival, .. } = streamed;
    let [scheduler, other] = [own, rival].map(|ran| ran.scheduler.spoken());
    if vanished(own) {
        return say!(
            "Under {scheduler} the chunks vanish: rounds take no more than their latencies, and nothing is processed"
        );
    }
    if let Some(found) = found_out(parameters, streamed) {
        return found;
    }
    let shares = say!("its processors compute {}", computing(streamed));
    match Evidence::of(&rival.unit_times(), &own.unit_times()) {
        Some(evidence) => say!(
            "{} {} {other} per unit of load: {shares}",
            capital(scheduler),
            evidence.pace("takes")
        ),
        None => {
            let horizon = seconds(parameters.horizon);
            let nothing = |ran: &Ran| ran.throughput.iter().all(|one| *one == 0.0);
            match nothing(own) && nothing(rival) {
                true => say!(
                    "No result comes back within {horizon}, so {scheduler} and {other} cannot be compared"
                ),
                false => say!(
                    "{} and {other} cannot be compared, since one of them has a run without a result within {horizon}",
                    capital(scheduler)
                ),
            }
        }
    }
}

/// The scheduler that is ahead; nothing where one of them processes nothing.
fn winner(streamed: &Streamed) -> Option<Winner> {
    let Streamed { own, rival, .. } = streamed;
    let evidence = Evidence::of(&rival.unit_times(), &own.unit_times())?;
    Some(Winner::of(
        &evidence,
        [rival, own].map(|ran| ran.scheduler.spoken()),
    ))
}

/// The mean over the runs of a share of the processors' time.
fn spent(ran: &Ran, of: impl Fn(&Spent) -> f64) -> f64 {
    mean(&ran.spent.iter().map(of).collect::<Vec<f64>>())
}

/// The share of the time that the processors of both compute: "97 % of the time, those of BS 100 %". CPU_eff counts the wait for the
/// first chunk, in which none computes.
fn computing(streamed: &Streamed) -> String {
    let Streamed { own, rival, .. } = streamed;
    let [share, other] =
        [own, rival].map(|ran| all_but(mean(&ran.efficiency) - spent(ran, |spent| spent.startup)));
    let rival = rival.scheduler.name();
    say!("{share} of the time, those of {rival} {other}")
}

/// The number of rounds that correct the speeds believed wrong by a factor; none where they are not corrected, not wrong, or where
/// rounds still last longer or shorter than they should.
fn found_out(parameters: &Parameters, streamed: &Streamed) -> Option<String> {
    let own = &streamed.own;
    let kept = mean(&own.kept);
    let adapts = matches!(
        own.scheduler,
        Scheduler::As4dr | Scheduler::Olmr | Scheduler::Own
    );
    // Chunks may be estimated to take τ while their rounds wait, or while the estimates are wrong.
    let lasts = |turn: &f64| (turn / parameters.target - 1.0).abs() <= NEAR;
    let turns = own.turn.iter().chain(&own.least_turn);
    let found =
        is_constant(streamed) && kept.is_finite() && turns.copied().all(|turn| lasts(&turn));
    // Where the first round is right, nothing is found out.
    let found = found && kept > 1.0;
    if !adapts || vanished(own) || !found || parameters.estimate_factor == 1.0 {
        return None;
    }
    let wrong = misjudged(parameters, streamed)?;
    let rounds = rounds_before(kept);
    let rounds = match own.kept.len() {
        1 => rounds,
        _ => say!("{rounds} on average"),
    };
    // Each run draws its own errors.
    let when = if own.kept.len() > 1 && parameters.inaccuracy > 0.0 {
        word!("in the first run ")
    } else {
        ""
    };
    Some(say!(
        "{} brings the rounds of every worker within 1\u{a0}% of {} after {rounds}, though {when}speeds are believed {wrong} times as high as \
         they are",
        capital(own.scheduler.spoken()),
        seconds(parameters.target)
    ))
}

/// The ratio of believed to true speed of all workers: none where the beliefs are right to 1 %. A table of workers and the inaccuracy
/// make it differ from the factor of the scenario, and from worker to worker.
fn misjudged(parameters: &Parameters, streamed: &Streamed) -> Option<String> {
    let believed = workers(streamed).map(|worker| worker.estimated_speed / worker.speed);
    let (low, high) = believed.fold((f64::INFINITY, 0.0_f64), |(low, high), one| {
        (low.min(one), high.max(one))
    });
    let right = |one: f64| (one - 1.0).abs() <= NEAR;
    if right(low) && right(high) {
        return None;
    }
    let factor = parameters.estimate_factor;
    if same(low, high) && same(low, factor) {
        return Some(factor.to_string());
    }
    let (low, high) = (short(low), short(high));
    // Equal numbers at the displayed digits are displayed once, and right ones not at all.
    Some(match low == high {
        true => low,
        false if high.parse() == Ok(1.0) => say!("as little as {low}"),
        false => say!("{low} to {high}"),
    })
}

/// The other scheduler above AS4DR.
fn beside(parameters: &Parameters, streamed: &Streamed) -> Option<Worlds> {
    let (own, rival) = (streamed.own.scheduler, streamed.rival.scheduler);
    let schedulers = match own {
        Scheduler::As4dr | Scheduler::Own => [rival, own],
        _ => [own, rival],
    };
    let names: Vec<&str> = workers(streamed)
        .map(|worker| worker.name.as_str())
        .collect();
    let found = streamed.worlds.as_ref()?;
    let unit = load_unit(parameters);
    let sides = found.sides.iter().zip([false, true]).zip(schedulers);
    let reasons = sides.flat_map(|((part, with), scheduler)| {
        let reasons = (scheduler == Scheduler::Own).then_some(&streamed.reasons);
        let settings = settings(parameters, scheduler);
        worlds::of_stream(part, with, &names, &settings, unit, reasons)
    });
    let titles = schedulers.map(|scheduler| capital(scheduler.name()));
    worlds::of(found, titles, reasons.collect(), unit)
}

fn vanished(ran: &Ran) -> bool {
    ran.first
        .clusters
        .iter()
        .any(|cluster| cluster.end == End::Vanished)
}

/// The mean number of rounds before the first right one, by the mean number of that one, counted from 1.
fn rounds_before(right: f64) -> String {
    let before = right - 1.0;
    if before < 1.0 {
        return word!("less than one round").into();
    }
    let rounds = fixed(before, if before == before.round() { 0 } else { 1 });
    format!(
        "{rounds} {}",
        plural(before, word!("round"), word!("rounds"))
    )
}

/// The time of the first right round, by its mean number, counted from 1: "after 2 rounds".
fn since(right: f64) -> String {
    match right > 1.0 {
        true => say!("after {}", rounds_before(right)),
        false => word!("in the first round").into(),
    }
}

/// The rule by which AS4DR and OLMR size a chunk.
fn scaled(parameters: &Parameters) -> String {
    let duration = match parameters.smoothing {
        1.0 => word!("the duration of the round before"),
        _ => word!("the duration of a round at the smoothed speed"),
    };
    match parameters.relaxation {
        1.0 => say!("Each chunk is scaled by τ over {duration}"),
        power => say!(
            "Each chunk is scaled by τ over {duration}, to the power {}",
            short(power)
        ),
    }
}

/// How near to the target computing a chunk comes.
fn near(parameters: &Parameters, streamed: &Streamed) -> String {
    let own = &streamed.own;
    let target = seconds(parameters.target);
    let (kept, settled) = (mean(&own.kept), mean(&own.settled));
    match is_constant(streamed) {
        true if kept == 1.0 => say!(
            "computing a chunk is estimated to take every worker {target}, to 1\u{a0}%, from the first round on"
        ),
        true if kept.is_finite() => say!(
            "computing a chunk is estimated to take every worker {target}, to 1\u{a0}%, {}",
            since(kept)
        ),
        true if settled.is_finite() => say!(
            "every worker’s estimate comes within 1\u{a0}% of {target}, the last {}, but not all stay there",
            since(settled)
        ),
        false if settled.is_finite() => say!(
            "every worker’s estimate comes within 1\u{a0}% of {target}, the last for the first time {}",
            since(settled)
        ),
        _ => say!("not every worker’s estimate gets within 1\u{a0}% of {target}"),
    }
}

/// Whether no speed varies.
fn is_constant(streamed: &Streamed) -> bool {
    let experiment = &streamed.experiment;
    Theory::of(&experiment.settings, &experiment.clusters).is_constant()
}

/// The share of the time that the processors starve.
fn starved(ran: &Ran) -> f64 {
    spent(ran, |spent| spent.inter + spent.intra)
}

fn why(parameters: &Parameters, streamed: &Streamed) -> String {
    let own = &streamed.own;
    let near = near(parameters, streamed);
    let scaled = scaled(parameters);
    let first = match own.scheduler {
        Scheduler::Baseline if !is_ring(parameters, workers(streamed).count()) => word!("BS keeps its first chunks, as large as the estimated speeds say: rounds of a worker that is slower than estimated take longer than they should, \
             those of a faster one less.")
            .to_owned(),
        Scheduler::Baseline => word!("BS keeps its first chunks, as large as the estimated speeds say: in a ring a worker that is slower than estimated makes the \
             others wait, and one that is faster waits for them.")
            .to_owned(),
        Scheduler::Da1 => word!("DA1 measures the whole turnaround and sends one chunk a round: while chunk and result travel, the processor waits.")
            .to_owned(),
        Scheduler::As4dr | Scheduler::Olmr => say!("{scaled}: {near}."),
        Scheduler::Own => say!("Your strategy sizes each chunk: {near}."),
    };
    let startup = spent(own, |spent| spent.startup);
    let latency = spent(own, |spent| spent.latency);
    let (starved, latency) = (rough(starved(own)), rough(latency));
    let starved = match startup < NEGLIGIBLE {
        true => say!(
            "{first} Processors starve {starved} of the time and spend {latency} in latencies."
        ),
        false => say!(
            "{first} Processors starve {starved} of the time, spend {latency} in latencies and wait {} for their first chunks.",
            rough(startup)
        ),
    };
    match found_out(parameters, streamed) {
        Some(_) => say!("{starved} They compute {}.", computing(streamed)),
        None => starved,
    }
}

fn figures(parameters: &Parameters, streamed: &Streamed) -> Vec<Figure> {
    let Streamed { own, rival, .. } = streamed;
    let name = rival.scheduler.name();
    let unit = load_unit(parameters);
    let figure = |key, title: &str, unit, of: &dyn Fn(&Ran) -> Vec<f64>| {
        let (mean_of_own, half) = mean_and_half_width(&of(own));
        let figure = Figure::new(key, title, mean_of_own, unit).within(half);
        let other = Figure::new(key, title, mean(&of(rival)), unit).text();
        figure.beside(format!("{name}: {other}"))
    };
    let spent =
        |of: fn(&Spent) -> f64| move |ran: &Ran| ran.spent.iter().map(of).collect::<Vec<f64>>();
    vec![
        figure(
            "efficiency",
            word!("Time without starvation and latencies (CPU_eff)"),
            Unit::Share,
            &|ran| ran.efficiency.clone(),
        ),
        figure(
            "throughput",
            &say!("Throughput, {unit}/s"),
            Unit::One,
            &|ran| ran.throughput.clone(),
        ),
        figure(
            "inter",
            word!("Starved between rounds"),
            Unit::Share,
            &spent(|spent| spent.inter),
        ),
        figure(
            "intra",
            word!("Starved within rounds"),
            Unit::Share,
            &spent(|spent| spent.intra),
        ),
        figure(
            "contention",
            word!("Transfers that waited for a port"),
            Unit::One,
            &|ran| ran.contention.clone(),
        ),
        figure(
            "settled",
            word!("First round within 1\u{a0}% of τ, counted from 1"),
            Unit::One,
            &|ran| ran.settled.clone(),
        ),
    ]
}

/// The outcomes of each run under the scheduler of the scenario: first the time per unit of load.
fn samples(parameters: &Parameters, own: &Ran) -> Vec<Sample> {
    let spent = |of: fn(&Spent) -> f64| own.spent.iter().map(of).collect();
    vec![
        Sample::new(
            "unit_time",
            by_unit(
                parameters,
                [
                    word!("Time per MB"),
                    word!("Time per byte"),
                    word!("Time per unit of load"),
                ],
            ),
            Unit::Milliseconds,
            own.unit_times(),
        )
        .of_schedule(),
        Sample::new(
            "efficiency",
            word!("Time without starvation and latencies (CPU_eff)"),
            Unit::Share,
            own.efficiency.clone(),
        )
        .more_is_better(),
        Sample::new(
            "throughput",
            by_unit(
                parameters,
                [
                    word!("Throughput in MB/s"),
                    word!("Throughput in bytes/s"),
                    word!("Throughput in units/s"),
                ],
            ),
            Unit::One,
            own.throughput.clone(),
        )
        .more_is_better(),
        Sample::new(
            "inter",
            word!("Starved between rounds"),
            Unit::Share,
            spent(|spent| spent.inter),
        ),
        Sample::new(
            "intra",
            word!("Starved within rounds"),
            Unit::Share,
            spent(|spent| spent.intra),
        ),
        Sample::new(
            "contention",
            word!("Transfers that waited for a port"),
            Unit::One,
            own.contention.clone(),
        ),
    ]
}

/// The courses of the workers that have one, with their names.
fn courses(streamed: &Streamed) -> impl Iterator<Item = (&str, &[Sized])> {
    workers(streamed)
        .skip(streamed.frame.workers.start)
        .zip(&streamed.own.course.workers)
        .map(|(worker, course)| (worker.name.as_str(), course.as_slice()))
}

/// One line for each worker, of one quantity of each of its rounds.
fn lines(streamed: &Streamed, of: fn(&Sized) -> f64) -> Vec<Series> {
    courses(streamed)
        .filter(|(_, course)| !course.is_empty())
        .map(|(name, course)| {
            let points = course.iter().map(|round| (ms(round.date), of(round)));
            Series::curve(name, points, true)
        })
        .collect()
}

fn rounds(streamed: &Streamed) -> Option<Chart> {
    let drawn = lines(streamed, |round| ms(round.sigma));
    let target = streamed.experiment.settings.target;
    let title = match streamed.own.scheduler {
        Scheduler::Baseline => word!("How long do rounds take?"),
        _ => word!("Do rounds find their duration?"),
    };
    (!drawn.is_empty()).then(|| {
        Chart::new(
            "sigma",
            title,
            Axis::time(word!("time")),
            Axis::time(word!("computing a round, σ")),
            drawn,
        )
        .held(
            Side::Y,
            ms(target),
            "τ",
            Parameters::NAMES.target.any().text(),
            ms(1.0),
        )
    })
}

fn sizes(parameters: &Parameters, streamed: &Streamed) -> Option<Chart> {
    let drawn = lines(streamed, |round| round.size);
    let all = || courses(streamed).flat_map(|(_, course)| course.iter().map(|round| round.size));
    let most = all().fold(0.0, f64::max);
    let least = all().fold(f64::INFINITY, f64::min);
    let axis = Axis::number(&say!("chunk, {}", load_unit(parameters)));
    let axis = if most > WIDE * least {
        axis.logarithmic()
    } else {
        axis
    };
    let title = word!("How large are the chunks?");
    (!drawn.is_empty()).then(|| Chart::new("chunks", title, Axis::time(word!("time")), axis, drawn))
}

fn both<'s>(streamed: &'s Streamed, of: impl Fn(&'s Ran) -> Vec<(f64, f64)>) -> Vec<Series> {
    let one = |ran: &'s Ran, main| {
        let points = of(ran).into_iter().map(|(date, value)| (ms(date), value));
        Series::curve(ran.scheduler.name(), points, main)
    };
    vec![one(&streamed.own, true), one(&streamed.rival, false)]
}

fn efficiency(streamed: &Streamed) -> Chart {
    let latencies: Vec<f64> = workers(streamed).map(|worker| worker.latency).collect();
    let limit = efficiency_limit(&latencies, streamed.experiment.settings.target);
    Chart::new(
        "efficiency",
        word!("What share of the time do the processors compute?"),
        Axis::time(word!("time")),
        Axis::share(word!("computing")),
        both(streamed, |ran| ran.course.computed.efficiency().collect()),
    )
    .beside_any(
        Side::Y,
        aims(streamed).then_some(limit),
        word!("all but the latencies, 1 − 2f/τ"),
    )
}

/// Whether rounds are to last τ, two latencies included.
fn aims(streamed: &Streamed) -> bool {
    let right = |worker: &Worker| worker.estimated_latency == worker.latency;
    streamed.experiment.settings.split && workers(streamed).all(right)
}

fn throughput(parameters: &Parameters, streamed: &Streamed) -> Chart {
    let each: Vec<(f64, f64)> = workers(streamed)
        .map(|worker| (worker.speed, worker.latency))
        .collect();
    let limit = platform_throughput(&each, streamed.experiment.settings.target);
    let label = say!("throughput, {}/s", load_unit(parameters));
    Chart::new(
        "throughput",
        word!("How much is processed per second?"),
        Axis::time(word!("time")),
        Axis::number(&label),
        both(streamed, |ran| ran.course.computed.throughput().collect()),
    )
    .beside_any(Side::Y, aims(streamed).then_some(limit), "Σ (1 − 2f/τ) F")
}

/// The difference of the factor between both schedulers from the ratio of their mean throughputs; nothing where both read the
/// same.
fn averaged(streamed: &Streamed) -> Option<String> {
    let Streamed { own, rival, .. } = streamed;
    let evidence = Evidence::of(&rival.unit_times(), &own.unit_times())?;
    let ratios = [
        evidence.speedup,
        mean(&own.throughput) / mean(&rival.throughput),
    ];
    let [by_run, of_means] = match evidence.verdict() {
        Verdict::Faster => ratios.map(factor),
        Verdict::Slower => ratios.map(|ratio| factor(1.0 / ratio)),
        Verdict::Equal | Verdict::Unclear => return None,
    };
    (by_run != of_means).then(|| {
        say!(
            "The factor {by_run} is an average of the runs’ own ratios; the ratio of the mean throughputs is {of_means}."
        )
    })
}

fn notes(parameters: &Parameters, streamed: &Streamed) -> Vec<String> {
    let mut notes = hypotheses::notes(streamed, starved(&streamed.own) > 0.0);
    let implausible: u64 = streamed
        .own
        .first
        .clusters
        .iter()
        .map(|one| one.implausible)
        .sum();
    if implausible > 0 {
        notes.push(say!(
            "{} a first subchunk took less than the latency that the worker is believed to have, which says nothing of \
             its speed: a tiny duration was taken instead.",
            count(implausible as usize, word!("time"), word!("times"))
        ));
    }
    notes.extend(of_pictures(parameters, streamed));
    notes.extend(averaged(streamed));
    notes.push(
        word!("CPU_eff (equation 16) is all time but starvation and latencies, so that it counts the wait for the first chunk; the table of schedulers also has the share \
         without it.").into(),
    );
    notes
}

/// The notes on schedule and charts.
fn of_pictures(parameters: &Parameters, streamed: &Streamed) -> Vec<String> {
    let frame = &streamed.frame;
    let mut notes: Vec<String> = Vec::new();
    notes.extend(window_note(
        frame,
        workers(streamed).count(),
        parameters.horizon,
    ));
    let asked = f64::from(parameters.shown) * parameters.target;
    if frame.until < parameters.horizon.min(frame.from + asked) {
        notes.push(
            word!("The schedule is shorter than asked for: more would be too much to draw.").into(),
        );
    }
    if streamed.unmarked {
        notes.push(
            word!("So many transfers wait for a port that the schedule does not mark them; the workers’ lanes show who starves for it.")
                .into(),
        );
    }
    notes.push(match parameters.runs {
        1 => word!("Figures, schedule and charts are of one run.").into(),
        many => say!(
            "Figures are of {}; schedule and charts show the first.",
            runs(many)
        ),
    });
    notes
}
