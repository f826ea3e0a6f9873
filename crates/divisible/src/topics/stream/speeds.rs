//! The speeds of the workers, and dots that bend their speeds.

use parameters::Field as _;
use report::Chart;
use report::chart::{Axis, Grip, Series};
use report::number::ms;
use words::{say, word};

use super::super::load_unit;
use super::workers;
use crate::parameters::{Variation, Varied, Whose};
use crate::speeds::Steps;
use crate::study::stream::Streamed;
use crate::{Parameters, Worker};

/// The most workers with a dot.
const DOTS: usize = 4;
/// The least and the greatest factor to which a dot bends a speed, and about as many stops between them.
const FACTORS: (f64, f64) = (0.05, 1.5);
const STOPS: u32 = 30;
/// The most points of a readable line.
const POINTS: usize = 4_000;

/// The speed of computing of each displayed worker; nothing where there are too many changes to see.
pub(super) fn chart(parameters: &Parameters, streamed: &Streamed) -> Option<Chart> {
    let first = streamed.frame.workers.start;
    let shown = || {
        let all = workers(streamed).enumerate().skip(first);
        all.take(streamed.own.course.workers.len())
    };
    let points: usize = shown()
        .map(|(_, worker)| worker.profile.compute.iter().len())
        .sum();
    let drawn: Vec<Series> = shown()
        .map(|(_, worker)| line(worker, parameters.horizon))
        .collect();
    let dots = shown().take(DOTS).enumerate();
    let dots = dots.flat_map(|(row, (place, worker))| grips(parameters, row, place, worker));
    (!drawn.is_empty() && points <= POINTS).then(|| {
        let time = Axis::time(word!("time"));
        let speed = Axis::number(&say!("speed, {}/s", load_unit(parameters)));
        Chart::new(
            "speeds",
            word!("How fast is each worker?"),
            time,
            speed,
            drawn,
        )
        .gripped(dots)
    })
}

/// A worker's speed from the beginning to the end.
fn line(worker: &Worker, until: f64) -> Series {
    let steps = &worker.profile.compute;
    let within = steps.iter().map(|(date, _)| date);
    let within = within.filter(|date| *date > 0.0 && *date < until);
    let dates = std::iter::once(0.0).chain(within).chain([until]);
    let points = dates.map(|date| (ms(date), worker.speed * steps.at(date)));
    Series::steps(&worker.name, points, true)
}

/// Whether dots bend speeds: they do where nothing else changes speeds.
fn bends(parameters: &Parameters) -> bool {
    let own = match parameters.variation {
        Variation::Constant => true,
        Variation::Steps => matches!(parameters.varied, Varied::Compute | Varied::All),
        _ => false,
    };
    own && parameters.clusters == 1
}

/// The dots on the line of a worker, whose place among all and row among the displayed ones are counted from 0: one for each step of
/// its speed, or one that begins the first step where no speed has any. If all workers have the same steps, the first has the dots.
fn grips(parameters: &Parameters, row: usize, place: usize, worker: &Worker) -> Vec<Grip> {
    if !bends(parameters) {
        return Vec::new();
    }
    let names = Parameters::NAMES;
    // Constant speeds have no pattern to delay.
    let shift = match parameters.variation {
        Variation::Constant => 0.0,
        _ => parameters.shift,
    };
    let one = |steps: &[(f64, f64)], step: usize| {
        let (date, factor) = *steps.get(step)?;
        let mut stops = Grip::round(FACTORS.0, FACTORS.1, STOPS);
        if !stops.contains(&factor) {
            stops.push(factor);
            stops.sort_unstable_by(f64::total_cmp);
        }
        let from = date + shift;
        let all = parameters.variation == Variation::Steps && parameters.whose == Whose::All;
        let title = match all {
            true => say!("Speed of all workers from {from} s on"),
            false => say!("Speed of {} from {from} s on", worker.name),
        };
        let name = names.steps.any().text();
        let text = |part: Option<&[(f64, f64)]>, one: fn((f64, f64)) -> String| {
            let part = part.unwrap_or_default();
            part.iter().map(|step| one(*step)).collect::<String>()
        };
        let before = text(steps.get(..step), |(date, factor)| {
            format!("{date}:{factor}, ")
        });
        let after = text(steps.get(step + 1..), |(date, factor)| {
            format!(", {date}:{factor}")
        });
        let grip = Grip::new(&title, name, ms(from), stops, factor);
        let grip = grip.within(format!("{before}{date}:"), after);
        let grip = match all {
            true => grip,
            false => grip.labelled(&worker.name),
        };
        Some(grip.scaled(worker.speed))
    };
    let number = place as u32 + 1;
    match parameters.variation {
        Variation::Steps => {
            let own = match parameters.whose {
                Whose::All => row == 0,
                Whose::One => parameters.varied_worker == number,
            };
            let steps = Steps::parse(&parameters.steps).unwrap_or_default();
            let steps: Vec<_> = steps.iter().filter(|_| own).collect();
            let within = |step: &usize| {
                steps
                    .get(*step)
                    .is_some_and(|(date, _)| date + shift < parameters.horizon)
            };
            let places = (0..steps.len()).filter(within);
            places.filter_map(|step| one(&steps, step)).collect()
        }
        _ => {
            // Each dot has a date of its own, so that no dot covers another.
            let share = (row + 1) as f64 / (DOTS + 2) as f64;
            let date = (parameters.horizon * share).round();
            let begun = one(&[(date, 1.0)], 0).map(|grip| {
                grip.with([
                    (names.variation.any().text(), Variation::Steps.to_value()),
                    (names.varied.any().text(), Varied::Compute.to_value()),
                    (names.shift.any().text(), shift.into()),
                    (names.whose.any().text(), Whose::One.to_value()),
                    (names.varied_worker.any().text(), number.into()),
                ])
            });
            begun.into_iter().collect()
        }
    }
}
