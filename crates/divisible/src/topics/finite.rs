//! A load of known size.

use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::number::short;
use report::table::Cell;
use report::{Chart, Figure, Interval, Observer, Report, Sample, Table};
use trace::statistics::{mean, mean_and_half_width};

use super::{chart, draw, line, load_unit, percent, runs, window_note};
use crate::parameters::Policy;
use crate::study::finite::{Entry, Finite, POINTS, run};
use crate::{Error, Parameters};

pub(super) fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let finite = run(parameters, observer)?;
    let samples = samples(&finite);
    let report = Report {
        headline: headline(parameters, &finite),
        why: why(parameters, &finite),
        figures: figures(parameters, &finite),
        charts: vec![times(parameters, &finite), sizes(parameters, &finite)],
        tables: vec![table(parameters, &finite)],
        notes: notes(parameters, &finite),
        claims: Vec::new(),
        schedule: Some(finite.schedule),
        offers: Vec::new(),
        traces: None,
    };
    Ok((report, samples))
}

fn own(finite: &Finite) -> Option<&Entry> {
    let own = |entry: &&Entry| entry.policy == Policy::Scheduler;
    finite.entries.iter().find(own)
}

/// Those of which all runs came to an end, the fastest first.
fn done(finite: &Finite) -> Vec<(&Entry, f64)> {
    let mut done: Vec<_> = finite
        .entries
        .iter()
        .map(|entry| (entry, mean(&entry.times)))
        .filter(|(_, time)| time.is_finite())
        .collect();
    schedule::sort::by(&mut done, |a, b| a.1.total_cmp(&b.1));
    done
}

fn headline(parameters: &Parameters, finite: &Finite) -> String {
    let name = parameters.scheduler.name();
    let load = format!("{} {}", short(parameters.load), load_unit(parameters));
    let done = done(finite);
    let place = done
        .iter()
        .position(|(entry, _)| entry.policy == Policy::Scheduler);
    let best = done
        .iter()
        .find(|(entry, _)| entry.policy != Policy::Scheduler);
    match (place.and_then(|place| done.get(place)), place, best) {
        (Some((_, own)), Some(place), Some((other, time))) => {
            let against = if place == 0 {
                "the next is"
            } else {
                "fastest is"
            };
            format!(
                "{name} does {load} in {}; {against} {}, with {}",
                draw::time(*own),
                other.policy.name(parameters.scheduler),
                draw::time(*time)
            )
        }
        (Some((_, own)), ..) => format!("{name} does {load} in {}", draw::time(*own)),
        _ => format!(
            "{name} does not get {load} done within {}",
            draw::time(finite.outcome.elapsed)
        ),
    }
}

fn why(parameters: &Parameters, finite: &Finite) -> String {
    let cleanup: f64 = finite.outcome.workers.iter().map(|one| one.cleanup).sum();
    let startup: f64 = finite.outcome.workers.iter().map(|one| one.startup).sum();
    let time = finite.outcome.elapsed * finite.outcome.workers.len() as f64;
    format!(
        "Rounds of {} suit a stream that never ends: here the first chunks, sent on mere beliefs, and the last, after which workers have \
         nothing left, weigh more. In the first run processors wait {} of the time for their first chunk and {} after their last.",
        draw::time(parameters.target),
        percent(startup / time),
        percent(cleanup / time)
    )
}

fn figures(parameters: &Parameters, finite: &Finite) -> Vec<Figure> {
    let Some(own) = own(finite) else {
        return Vec::new();
    };
    let best = done(finite)
        .into_iter()
        .find(|(entry, _)| entry.policy != Policy::Scheduler);
    let milliseconds: Vec<f64> = own.times.iter().map(|time| 1000.0 * time).collect();
    let (time, half) = mean_and_half_width(&milliseconds);
    let mut figure =
        Figure::new("time", "Time to the last result", time, Unit::Milliseconds).within(half);
    if let Some((entry, time)) = best {
        let name = entry.policy.name(parameters.scheduler);
        figure = figure.beside(format!("{name}: {}", draw::time(time)));
    }
    let used: Vec<f64> = power(finite, own);
    let (share, share_half) = mean_and_half_width(&used);
    let rates: Vec<f64> = own
        .times
        .iter()
        .map(|time| parameters.load / time)
        .collect();
    let (rate, rate_half) = mean_and_half_width(&rates);
    let unit = load_unit(parameters);
    vec![
        figure,
        Figure::new("used", "Of the workers’ power used", share, Unit::Share).within(share_half),
        Figure::new(
            "throughput",
            &format!("Throughput, {unit}/s"),
            rate,
            Unit::One,
        )
        .within(rate_half),
        Figure::new("chunks", "Chunks", own.chunks as f64, Unit::Count),
    ]
}

/// The share of what the workers could have done in each run that was done.
fn power(finite: &Finite, entry: &Entry) -> Vec<f64> {
    let pairs = finite.bounds.iter().zip(&entry.times);
    pairs.map(|(bound, time)| bound / time).collect()
}

fn samples(finite: &Finite) -> Vec<Sample> {
    let Some(own) = own(finite) else {
        return Vec::new();
    };
    let sample = |key, name, less_is_better, unit, values| Sample {
        key,
        name,
        less_is_better,
        unit,
        values,
    };
    vec![
        sample(
            "time",
            "Time to the last result",
            true,
            Unit::Milliseconds,
            own.times.iter().map(|time| 1000.0 * time).collect(),
        ),
        sample(
            "used",
            "Of the workers’ power used",
            false,
            Unit::Share,
            power(finite, own),
        ),
    ]
}

fn times(parameters: &Parameters, finite: &Finite) -> Chart {
    let bars = done(finite).into_iter().map(|(entry, _)| {
        let milliseconds: Vec<f64> = entry.times.iter().map(|time| 1000.0 * time).collect();
        let (value, half) = mean_and_half_width(&milliseconds);
        Bar {
            label: entry.policy.name(parameters.scheduler).into(),
            value,
            interval: Interval::around(value, half),
            main: entry.policy == Policy::Scheduler,
        }
    });
    chart(
        "times",
        "Who is done first?",
        Axis::new("policy", Unit::One),
        Axis::new("time", Unit::Milliseconds),
        vec![Series::Bars {
            bars: bars.collect(),
        }],
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
        line(
            entry.policy.name(parameters.scheduler),
            points,
            entry.policy == parameters.policy,
        )
    });
    let label = format!("chunk, {}", load_unit(parameters));
    chart(
        "sizes",
        "How do they cut the load?",
        Axis::new("chunk in the order of sending", Unit::Count),
        Axis::new(&label, Unit::One).logarithmic(),
        lines.collect(),
    )
}

fn table(parameters: &Parameters, finite: &Finite) -> Table {
    let columns = [
        "Policy".to_owned(),
        "Has to know".to_owned(),
        "Time".to_owned(),
        "Of the workers’ power used".to_owned(),
        "Chunks".to_owned(),
        "Remark".to_owned(),
    ];
    let rows = finite.entries.iter().map(|entry| {
        let figure = |unit, values: &[f64]| {
            let (value, half) = mean_and_half_width(values);
            Cell::Figure(Figure::new("", "", value, unit).within(half))
        };
        let milliseconds: Vec<f64> = entry.times.iter().map(|time| 1000.0 * time).collect();
        let remark = match (&entry.refused, entry.policy) {
            (Some(why), _) => why.clone(),
            (None, Policy::Scheduler) => "results are returned".into(),
            (None, _) => "results are not returned".into(),
        };
        vec![
            Cell::Text(entry.policy.name(parameters.scheduler).into()),
            Cell::Text(entry.policy.knows().into()),
            figure(Unit::Milliseconds, &milliseconds),
            figure(Unit::Share, &power(finite, entry)),
            Cell::Number(entry.chunks as f64),
            Cell::Text(remark),
        ]
    });
    Table {
        key: "policies".into(),
        title: "All policies on the same workers".into(),
        columns: columns.to_vec(),
        rows: rows.collect(),
    }
}

fn notes(parameters: &Parameters, finite: &Finite) -> Vec<String> {
    let mut notes = vec![
        "All policies but the scheduler come from the literature on finite loads, not from Millot and Parrot 2016, who compare none of \
         them: they know the size of the load, plans know the true speeds and links, and results are not returned. The scheduler \
         knows neither, and its time includes the return of the last result."
            .to_owned(),
        "Rules for the next chunk round up to whole units of load.".to_owned(),
    ];
    let refused = finite
        .entries
        .iter()
        .filter(|entry| entry.policy == parameters.policy && entry.refused.is_some());
    for entry in refused {
        notes.push(format!(
            "The schedule shows {} in place of {}, for which there is none here.",
            parameters.scheduler.name(),
            entry.policy.name(parameters.scheduler)
        ));
    }
    if finite.entries.iter().any(|entry| entry.chunks > POINTS) {
        notes.push(format!(
            "Of each policy the first {POINTS} chunks are drawn."
        ));
    }
    let workers = finite.platform.workers().len();
    notes.extend(window_note(&finite.frame, workers, finite.outcome.elapsed));
    notes.push(format!(
        "Figures are of {}; schedule and chunks are those of the first.",
        runs(parameters)
    ));
    notes
}
