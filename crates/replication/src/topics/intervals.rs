//! How often to set the shares (Dobber 2006, section 4.2, tables 4.1 and 4.2).

use report::chart::{Axis, Point, Reference, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Report, Table};

use super::charts::{chart, line};
use super::outcomes::Outcomes;
use super::{course, sentences};
use crate::iterations::Spent;
use crate::speedup::Speedup;
use crate::study::{Intervals, Measured, Method, Study};

/// Speedups of a method over equal shares: with all that it takes, and with computing and waiting alone.
struct Speedups {
    with: Speedup,
    without: Speedup,
}

impl Speedups {
    fn of(equal: &Measured, measured: &Measured) -> Self {
        let computing = |measured: &Measured| -> Vec<f64> {
            let time = |spent: &Spent| spent.computing + spent.discarded + spent.waiting;
            measured.spent_by_run.iter().map(time).collect()
        };
        Self {
            with: Speedup::of(&equal.totals, &measured.totals),
            without: Speedup::of(&computing(equal), &computing(measured)),
        }
    }
}

pub(super) fn report(study: &Study, intervals: Intervals) -> Report {
    let Intervals {
        once,
        again,
        results,
    } = intervals;
    let empty = Measured::none(Method::Equal);
    let equal = results.of(Method::Equal).unwrap_or(&empty);
    let rows = |measured: &[(u32, Measured)]| -> Vec<(u32, Speedups)> {
        let row = |(number, measured): &(u32, Measured)| (*number, Speedups::of(equal, measured));
        measured.iter().map(row).collect()
    };
    let (once, again) = (rows(&once), rows(&again));
    let hindsight = |method| {
        results
            .of(method)
            .map(|measured| Speedups::of(equal, measured))
    };
    let once_best = hindsight(Method::StaticHindsight);
    let again_best = hindsight(Method::DynamicHindsight);
    let outcomes = Outcomes::of(study, &results);
    let label = outcomes
        .main()
        .map(|main| main.label.clone())
        .unwrap_or_default();
    let mut charts = vec![
        speedups(
            "intervals",
            "How often should shares be set?",
            &once,
            &again,
            once_best.as_ref(),
            again_best.as_ref(),
            |one| one.with,
        ),
        speedups(
            "intervals_without_overhead",
            "And if setting and sending took no time?",
            &once,
            &again,
            once_best.as_ref(),
            again_best.as_ref(),
            |one| one.without,
        ),
    ];
    charts.extend(course::charts(&results.first, &label));
    let mut notes = vec![
        "Speedups are ratios of the mean run times, the thesis’ definition; their intervals are 1.96 standard errors of a \
         ratio estimate. Without overhead means that neither setting shares nor synchronising takes time, for equal shares \
         neither."
            .into(),
    ];
    notes.extend(sentences::notes(study, results.shown));
    Report {
        headline: headline(&again),
        why: why(&once, &again, once_best.as_ref(), again_best.as_ref()),
        figures: figures(&once, &again, once_best.as_ref(), again_best.as_ref()),
        charts,
        tables: vec![table(
            &once,
            &again,
            once_best.as_ref(),
            again_best.as_ref(),
        )],
        notes,
        schedule: Some(results.schedule),
        claims: Vec::new(),
        offers: Vec::new(),
        traces: Some(study.traces().clone()),
    }
}

/// The number after which shares are best set.
fn best(rows: &[(u32, Speedups)]) -> Option<&(u32, Speedups)> {
    let mut best: Option<&(u32, Speedups)> = None;
    for row in rows {
        let mean = row.1.with.ratio_of_means;
        if best.is_none_or(|best| mean > best.1.with.ratio_of_means) {
            best = Some(row);
        }
    }
    best
}

fn headline(again: &[(u32, Speedups)]) -> String {
    let Some((every, speedups)) = best(again) else {
        return "There are too few iterations to set shares between them".into();
    };
    format!(
        "Setting shares {} is best: {} times as fast as equal shares",
        sentences::every(*every),
        fixed(speedups.with.ratio_of_means, 2)
    )
}

fn why(
    once: &[(u32, Speedups)],
    again: &[(u32, Speedups)],
    once_best: Option<&Speedups>,
    again_best: Option<&Speedups>,
) -> String {
    let number = |speedup: &Speedup| fixed(speedup.ratio_of_means, 2);
    let mut out = Vec::new();
    if let (Some((first, fresh)), Some((last, stale))) = (again.first(), again.last()) {
        out.push(format!(
            "Old shares fit badly: with shares set {} the speedup without overhead is {}, {} it is {}. But setting them takes \
             time, which brings the first to {}.",
            sentences::every(*first),
            number(&fresh.without),
            sentences::every(*last),
            number(&stale.without),
            number(&fresh.with),
        ));
    }
    if let Some((cold, speedups)) = best(once) {
        let after = match cold {
            0 => "never setting them is best".to_owned(),
            1 => "after the first iteration is best".to_owned(),
            _ => format!("after {cold} iterations is best"),
        };
        out.push(format!(
            "Set only once, {after}, with {}.",
            number(&speedups.with)
        ));
    }
    if let (Some(once), Some(again)) = (once_best, again_best) {
        out.push(format!(
            "Hindsight would give {} with shares set once and {} with shares set in every iteration.",
            number(&once.with),
            number(&again.with)
        ));
    }
    out.join(" ")
}

fn figures(
    once: &[(u32, Speedups)],
    again: &[(u32, Speedups)],
    once_best: Option<&Speedups>,
    again_best: Option<&Speedups>,
) -> Vec<Figure> {
    let speedup = |key: &str, name: &str, speedup: &Speedup| {
        Figure::new(key, name, speedup.ratio_of_means, Unit::One).within(speedup.ratio_half_width)
    };
    let mut out = Vec::new();
    if let Some((every, speedups)) = best(again) {
        out.push(
            speedup("dynamic", "Best dynamic balancing", &speedups.with)
                .beside(sentences::every(*every)),
        );
    }
    if let Some((cold, speedups)) = best(once) {
        let beside = match cold {
            0 => "shares never set".into(),
            cold => format!("set after {cold}"),
        };
        out.push(speedup("static", "Best static balancing", &speedups.with).beside(beside));
    }
    if let Some(speedups) = again_best {
        out.push(speedup(
            "dynamic_hindsight",
            "Dynamic in hindsight",
            &speedups.with,
        ));
    }
    if let Some(speedups) = once_best {
        out.push(speedup(
            "static_hindsight",
            "Static in hindsight",
            &speedups.with,
        ));
    }
    out
}

fn speedups(
    key: &str,
    title: &str,
    once: &[(u32, Speedups)],
    again: &[(u32, Speedups)],
    once_best: Option<&Speedups>,
    again_best: Option<&Speedups>,
    of: fn(&Speedups) -> Speedup,
) -> Chart {
    let series = |name: &str, rows: &[(u32, Speedups)], main| -> Series {
        // The axis has no place for zero.
        let points = rows
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, speedups)| {
                let speedup = of(speedups);
                Point::new(f64::from(*number), speedup.ratio_of_means)
                    .within(speedup.ratio_half_width)
            });
        line(name, points.collect(), main)
    };
    let reference = |label: &str, speedups: &Speedups| Reference {
        on: Side::Y,
        value: of(speedups).ratio_of_means,
        label: label.into(),
    };
    Chart {
        references: [("S*", once_best), ("D*", again_best)]
            .into_iter()
            .filter_map(|(label, speedups)| speedups.map(|speedups| reference(label, speedups)))
            .collect(),
        ..chart(
            key,
            title,
            Axis::new("iterations before shares are set", Unit::Count).logarithmic(),
            Axis::new("speedup over equal shares", Unit::One),
            vec![
                series("set again and again", again, true),
                series("set once", once, false),
            ],
        )
    }
}

fn table(
    once: &[(u32, Speedups)],
    again: &[(u32, Speedups)],
    once_best: Option<&Speedups>,
    again_best: Option<&Speedups>,
) -> Table {
    let columns = [
        "Iterations",
        "Set once, without overhead",
        "Set once",
        "Set again and again, without overhead",
        "Set again and again",
    ];
    let cells = |speedups: Option<&Speedups>| -> [Cell; 2] {
        let cell = |speedup: &Speedup| {
            Cell::Figure(
                Figure::new("speedup", "speedup", speedup.ratio_of_means, Unit::One)
                    .within(speedup.ratio_half_width),
            )
        };
        match speedups {
            Some(speedups) => [cell(&speedups.without), cell(&speedups.with)],
            None => [Cell::Text("–".into()), Cell::Text("–".into())],
        }
    };
    let find = |rows: &'_ [(u32, Speedups)], number| -> Option<usize> {
        rows.iter().position(|(one, _)| *one == number)
    };
    let mut numbers: Vec<u32> = once
        .iter()
        .chain(again)
        .map(|(number, _)| *number)
        .collect();
    schedule::sort::by(&mut numbers, Ord::cmp);
    numbers.dedup();
    let row = |number: u32| {
        let once = find(once, number).and_then(|place| once.get(place));
        let again = find(again, number).and_then(|place| again.get(place));
        let mut row = vec![Cell::Text(number.to_string())];
        row.extend(cells(once.map(|row| &row.1)));
        row.extend(cells(again.map(|row| &row.1)));
        row
    };
    let mut rows: Vec<_> = numbers.into_iter().map(row).collect();
    let mut hindsight = vec![Cell::Text("in hindsight".into())];
    hindsight.extend(cells(once_best));
    hindsight.extend(cells(again_best));
    rows.push(hindsight);
    Table {
        key: "intervals".into(),
        title: "Speedup by the number of iterations after which shares are set".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows,
    }
}
