//! A load of known size.

use report::chart::{Axis, Bar, Series};
use report::evidence::Verdict;
use report::figure::Unit;
use report::number::{fixed, ms, short};
use report::table::Cell;
use report::words::{capital, list, seconds};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table, Winner, Worlds};
use schedule::Schedule;
use statistics::{mean, mean_and_half_width};
use words::{say, word};

use super::stream::hypotheses;
use super::{load_unit, rough, runs, window_note, worlds};
use crate::experiment::settings;
use crate::outcome::Account;
use crate::parameters::{Policy, Scheduler, Variation};
use crate::study::finite::{Entry, Finite, POINTS, done as ended, evidence, fastest, run};
use crate::theory::Theory;
use crate::{Error, Parameters};

/// The greatest share of the processors’ time for start and end where they hardly count.
const LITTLE: f64 = 0.02;

/// The least share of the processors’ time that starvation and latencies have to take before they are the reason.
const MUCH: f64 = 0.1;

/// The outcome of all policies.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    finite: Finite,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    Ok(Findings {
        parameters,
        finite: run(parameters, observer)?,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self { parameters, finite } = self;
        Report {
            layout: Layout::charts(&["times"]),
            headline: headline(parameters, finite),
            why: why(parameters, finite),
            figures: figures(parameters, finite),
            charts: vec![times(parameters, finite), sizes(parameters, finite)],
            worlds: beside(parameters, finite),
            winner: winner(parameters, finite),
            done: worlds::done(finite.done.as_ref(), load_unit(parameters)),
            tables: vec![table(parameters, finite)],
            notes: notes(parameters, finite),
            asked: finite.asked.clone(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        samples(self.parameters, &self.finite)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.finite.schedule)
    }
}

fn own(finite: &Finite) -> Option<&Entry> {
    let own = |entry: &&Entry| entry.policy == Policy::Scheduler;
    finite.entries.iter().find(own)
}

/// The policies whose runs all ended, the fastest first.
fn done(finite: &Finite) -> Vec<(&Entry, f64)> {
    ended(&finite.entries)
}

fn headline(parameters: &Parameters, finite: &Finite) -> String {
    let name = capital(parameters.scheduler.spoken());
    let load = format!("{} {}", short(parameters.load), load_unit(parameters));
    let own = own(finite).map(|own| (own, mean(&own.times)));
    let Some((own, time)) = own.filter(|(_, time)| time.is_finite()) else {
        return given_up(finite, &name, &load);
    };
    let first = fastest(&finite.entries);
    let against = first
        .first()
        .and_then(|best| Some((*best, evidence(best, own)?)));
    let said = say!("{name} processes {load} in {}", seconds(time));
    let Some((best, evidence)) = against else {
        return said;
    };
    let others = first.iter().skip(1);
    let others: Vec<String> = others
        .map(|entry| entry.policy.name(parameters.scheduler).to_owned())
        .collect();
    // The comparison names the only run, except where there is no order.
    let run = match evidence.in_the_only_run() {
        None => "",
        Some(Verdict::Equal) => word!(" in the only run"),
        Some(_) => word!(" in that run"),
    };
    let rank = match others.len() {
        0 => say!("the fastest other policy{run}"),
        1 => say!(
            "one of the two fastest others{run}; the second is {}",
            list(&others)
        ),
        _ => say!(
            "one of the fastest others{run}, together with {}",
            list(&others)
        ),
    };
    say!(
        "{said} and {} {} ({}), {rank}",
        evidence.pace("takes"),
        best.policy.name(parameters.scheduler),
        seconds(mean(&best.times))
    )
}

/// The runs in which the scheduler does not process the load before it is given up.
fn given_up(finite: &Finite, name: &str, load: &str) -> String {
    let times = own(finite).map_or(&[][..], |own| own.times.as_slice());
    let failed = times.iter().filter(|time| !time.is_finite()).count();
    match (failed, times.len()) {
        (_, 0 | 1) => say!(
            "{name} does not process {load} within {}",
            seconds(finite.outcome.elapsed)
        ),
        (failed, all) if failed == all => {
            say!("{name} does not process {load} in any of {all} runs before they are given up")
        }
        (failed, all) => say!(
            "{name} does not process {load} in {failed} of {all} runs before they are given up"
        ),
    }
}

/// The policy ahead of all others; nothing where the scheduler does not process the load.
fn winner(parameters: &Parameters, finite: &Finite) -> Option<Winner> {
    let own = own(finite).filter(|own| mean(&own.times).is_finite())?;
    let first = fastest(&finite.entries);
    let best = first.first()?;
    let evidence = evidence(best, own)?;
    let names = [
        best.policy.name(parameters.scheduler),
        parameters.scheduler.spoken(),
    ];
    let winner = Winner::of(&evidence, names);
    // Several other policies may share the first place.
    Some(
        match winner.ahead.as_deref() == Some(names[0]) && first.len() > 1 {
            true => Winner::by(Verdict::Unclear, names),
            false => winner,
        },
    )
}

/// The fastest other policy above the scheduler.
fn beside(parameters: &Parameters, finite: &Finite) -> Option<Worlds> {
    let (policy, found) = finite.worlds.as_ref()?;
    let scheduler = parameters.scheduler;
    let workers = finite.platform.workers().iter();
    let names: Vec<&str> = workers.map(|worker| worker.name.as_str()).collect();
    let [without, with] = &found.sides;
    let mut reasons = worlds::of_policy(without, &names);
    let (settings, load) = (settings(parameters, scheduler), load_unit(parameters));
    let own = (scheduler == Scheduler::Own).then_some(&finite.reasons);
    reasons.extend(worlds::of_stream(with, true, &names, &settings, load, own));
    let titles = [capital(policy.name(scheduler)), capital(scheduler.name())];
    worlds::of(found, titles, reasons, load)
}

/// The processors' waits at both ends of the first run, in a sentence, and as a share of the time of all.
fn waits(parameters: &Parameters, finite: &Finite) -> (String, f64) {
    let workers = &finite.outcome.workers;
    let idle = |one: &&Account| one.done == 0.0;
    let served = || workers.iter().filter(|one| !idle(one));
    let cleanup: f64 = served().map(|one| one.cleanup).sum();
    let startup: f64 = served().map(|one| one.startup).sum();
    let never = workers.iter().filter(idle).count();
    let elapsed = finite.outcome.elapsed;
    let time = elapsed * workers.len() as f64;
    let share = (startup + cleanup) / time + never as f64 / workers.len() as f64;
    let time = elapsed * served().count().max(1) as f64;
    let (first, last) = (rough(startup / time), rough(cleanup / time));
    let waits = match parameters.runs {
        1 => say!(
            "Processors wait {first} of the time for their first chunk and {last} after their last."
        ),
        _ => say!(
            "In the first run processors wait {first} of the time for their first chunk and {last} after their last."
        ),
    };
    let all = fixed(workers.len() as f64, 0);
    let said = match never {
        0 => waits,
        1 => say!("{waits} One worker of {all}, not counted here, gets no chunk."),
        some => say!(
            "{waits} {} workers of {all}, not counted here, get no chunk.",
            fixed(some as f64, 0)
        ),
    };
    (said, share)
}

/// The shares of the processors' time in the first run that they starve between start and end, and that they spend in latencies.
fn between(finite: &Finite) -> (f64, f64) {
    let workers = &finite.outcome.workers;
    let time = finite.outcome.elapsed * workers.len() as f64;
    let sum = |of: fn(&Account) -> f64| workers.iter().map(of).sum::<f64>() / time;
    (sum(|one| one.inter + one.intra), sum(|one| one.latency))
}

fn why(parameters: &Parameters, finite: &Finite) -> String {
    let (waits, share) = waits(parameters, finite);
    let ends = own(finite).is_some_and(|own| mean(&own.times).is_finite());
    if parameters.scheduler == Scheduler::Own {
        return say!("Your strategy sizes each chunk. {waits}");
    }
    let target = seconds(parameters.target);
    if !ends {
        return waits;
    }
    let settings = settings(parameters, parameters.scheduler);
    let theory = Theory::of(&settings, core::slice::from_ref(&finite.platform));
    let (starved, latencies) = between(finite);
    if let Some(failing) = hypotheses::failing(&theory, &settings, starved > 0.0) {
        return say!("{failing} {waits}");
    }
    if starved + latencies >= share.max(MUCH) {
        return say!(
            "Between start and end processors starve {} of the time and spend {} in latencies. {waits}",
            rough(starved),
            rough(latencies)
        );
    }
    match share < LITTLE {
        true => say!(
            "Rounds of {target} suit a stream that never ends, and this load is so large that its start and its end hardly count. {waits}"
        ),
        false => say!(
            "Rounds of {target} suit a stream that never ends: here the first chunks, sent on mere beliefs, and the last, after which workers have \
             nothing left, weigh more. {waits}"
        ),
    }
}

fn figures(parameters: &Parameters, finite: &Finite) -> Vec<Figure> {
    let Some(own) = own(finite) else {
        return Vec::new();
    };
    let best = done(finite)
        .into_iter()
        .find(|(entry, _)| entry.policy != Policy::Scheduler);
    let milliseconds: Vec<f64> = own.times.iter().map(|time| ms(*time)).collect();
    let (time, half) = mean_and_half_width(&milliseconds);
    let mut figure = Figure::time("time", word!("Time to the last result"), time).within(half);
    if let Some((entry, time)) = best {
        let name = entry.policy.name(parameters.scheduler);
        figure = figure.beside(format!("{name}: {}", seconds(time)));
    }
    let (share, share_half) = mean_and_half_width(&own.used);
    let rates: Vec<f64> = own
        .times
        .iter()
        .map(|time| parameters.load / time)
        .collect();
    let (rate, rate_half) = mean_and_half_width(&rates);
    let unit = load_unit(parameters);
    vec![
        figure,
        Figure::share("used", word!("Of the workers’ power used"), share).within(share_half),
        Figure::number("throughput", &say!("Throughput, {unit}/s"), rate).within(rate_half),
        Figure::count("chunks", word!("Chunks"), own.chunks as f64),
    ]
}

/// The outcomes of each run under the policy whose schedule is asked for; no numbers where it is refused.
fn samples(parameters: &Parameters, finite: &Finite) -> Vec<Sample> {
    let mut entries = finite.entries.iter();
    let Some(own) = entries.find(|entry| entry.policy == parameters.policy) else {
        return Vec::new();
    };
    vec![
        Sample::new(
            "time",
            word!("Time to the last result"),
            Unit::Milliseconds,
            own.times.iter().map(|time| ms(*time)).collect(),
        )
        .of_schedule(),
        Sample::new(
            "used",
            word!("Share of the workers’ power used"),
            Unit::Share,
            own.used.clone(),
        )
        .more_is_better(),
    ]
}

fn times(parameters: &Parameters, finite: &Finite) -> Chart {
    let bars = done(finite).into_iter().map(|(entry, _)| {
        let milliseconds: Vec<f64> = entry.times.iter().map(|time| ms(*time)).collect();
        let (value, half) = mean_and_half_width(&milliseconds);
        Bar::new(
            entry.policy.name(parameters.scheduler),
            value,
            entry.policy == Policy::Scheduler,
        )
        .within(half)
    });
    Chart::new(
        "times",
        word!("Which policy ends first?"),
        Axis::number(word!("policy")),
        Axis::time(word!("time")),
        vec![Series::bars(bars)],
    )
}

fn sizes(parameters: &Parameters, finite: &Finite) -> Chart {
    let lines = finite
        .entries
        .iter()
        .filter(|entry| !entry.sizes.is_empty());
    let lines = lines.map(|entry| {
        let points = (1_u32..)
            .zip(&entry.sizes)
            .map(|(number, size)| (f64::from(number), *size));
        Series::curve(
            entry.policy.name(parameters.scheduler),
            points,
            entry.policy == parameters.policy,
        )
    });
    let label = say!("chunk, {}", load_unit(parameters));
    Chart::new(
        "sizes",
        word!("How does each policy cut the load?"),
        Axis::count(word!("chunk in the order of sending")),
        Axis::number(&label).logarithmic(),
        lines.collect(),
    )
}

fn table(parameters: &Parameters, finite: &Finite) -> Table {
    let columns = [
        word!("Policy"),
        word!("Has to know"),
        word!("Time"),
        word!("Of the workers’ power used"),
        word!("Chunks"),
        word!("Remark"),
    ];
    let varying = parameters.variation != Variation::Constant;
    let rows = finite.entries.iter().map(|entry| {
        let figure = |unit, values: &[f64]| Cell::mean("", mean_and_half_width(values), unit);
        let milliseconds: Vec<f64> = entry.times.iter().map(|time| ms(*time)).collect();
        let remark = match (&entry.refused, entry.policy) {
            (Some(why), _) => why.clone(),
            (None, Policy::Scheduler) => word!("results are returned").into(),
            (None, _) => word!("results are not returned").into(),
        };
        vec![
            Cell::words(entry.policy.name(parameters.scheduler)),
            Cell::words(entry.policy.knows(varying)),
            figure(Unit::Milliseconds, &milliseconds),
            figure(Unit::Share, &entry.used),
            Cell::whole(entry.chunks),
            Cell::words(remark),
        ]
    });
    Table::new(
        "policies",
        word!("All policies on the same workers"),
        columns,
        rows,
    )
}

fn notes(parameters: &Parameters, finite: &Finite) -> Vec<String> {
    let origin = match parameters.scheduler {
        Scheduler::Own => word!(
            "All policies but your strategy come from the literature on finite loads, not from Millot and Parrot 2016, who compare none of \
         them: all but fixed chunks know the size of the load, plans know the true speeds and links, and results are not returned. Your strategy is \
         told the load that is left, not the true speeds, and its time includes the return of the last result."
        ),
        _ => word!(
            "All policies but the scheduler come from the literature on finite loads, not from Millot and Parrot 2016, who compare none of \
         them: all but fixed chunks know the size of the load, plans know the true speeds and links, and results are not returned. The scheduler \
         knows neither, and its time includes the return of the last result."
        ),
    };
    let mut notes = vec![origin.to_owned()];
    if parameters.variation != Variation::Constant {
        notes.push(
            word!("Plans take speeds and links as they are before they vary. The workers’ power is that of their varying speeds.").into(),
        );
    }
    notes.push(
        word!(
            "Guided self-scheduling and factoring round up to whole units of load, trapezoid self-scheduling rounds down."
        )
        .to_owned(),
    );
    let refused = finite
        .entries
        .iter()
        .filter(|entry| entry.policy == parameters.policy && entry.refused.is_some());
    for entry in refused {
        notes.push(say!(
            "The schedule shows {} in place of {}, for which there is none here.",
            parameters.scheduler.name(),
            entry.policy.name(parameters.scheduler)
        ));
    }
    if finite.entries.iter().any(|entry| entry.chunks > POINTS) {
        notes.push(say!("Of each policy the first {POINTS} chunks are drawn."));
    }
    let workers = finite.platform.workers().len();
    notes.extend(window_note(&finite.frame, workers, finite.end));
    notes.push(match parameters.runs {
        1 => word!("Figures, schedule and chunks are of one run.").into(),
        many => say!(
            "Figures are of {}; schedule and chunks are those of the first.",
            runs(many)
        ),
    });
    notes
}
