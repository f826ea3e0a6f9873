//! Both bounds as surfaces: H over processes and computers, G over both numbers of preemptions. H with signal costs stands beside H
//! without, and with half of them (Klonowska 2007, Paper I, figure 17: 0, 0.025 and 0.05).

use bounds_model::preemption::{braun_schmidt, gain};
use bounds_model::rational::{self, Rational, ratio, to_f64};
use bounds_model::reallocation::{self, Machine, Search};
use bounds_model::{Allocation, Thick, thick, thin};
use num_traits::{One as _, Zero as _};
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::number::power;
use report::table::Cell;
use report::words::count;
use report::{Cancelled, Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use words::{say, word};

use super::preemption::preemptions;
use crate::Parameters;
use crate::exact::{as_long, failed, figure, named, number, share, typed, wide};
use crate::parameters::Surface;

/// The most rows and columns of a surface that is drawn.
const MOST_SHADES: u32 = 60;
/// The most plateaus in a table, and one more: they begin with p = 2.
const MOST_PLATEAUS: u32 = 12;

/// A surface.
pub(super) enum Findings<'a> {
    Migration(Migration<'a>),
    Preemption(Preemption<'a>),
}

/// H(n, k, k) for all n and k up to a size.
pub(super) struct Migration<'a> {
    parameters: &'a Parameters,
    /// Without signal costs and with half of them, where there are any: the costs, and row by row of k, from 1.
    cheaper: Vec<(f64, Vec<Vec<f64>>)>,
    /// With all signal costs.
    values: Vec<Vec<f64>>,
    /// The best allocation where the bound is largest, with g and τ·ρ.
    largest: (Allocation, Rational, Rational),
}

/// G(m, i, j) for some i and j.
pub(super) struct Preemption<'a> {
    parameters: &'a Parameters,
    /// The numbers of preemptions that are drawn.
    drawn: Vec<u32>,
    values: Vec<Vec<f64>>,
    /// G(m, 0, m−1).
    largest: Rational,
    /// How many pairs i < j have i + j + 1 ≤ m.
    flat: u64,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    Ok(match parameters.surface {
        Surface::Migration => Findings::Migration(migration(parameters, thick, observer)?),
        Surface::Preemption => Findings::Preemption(preemption(parameters)?),
    })
}

fn migration<'a>(
    parameters: &'a Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Migration<'a>, laboratory::Error> {
    let size = parameters.size;
    let product = rational::typed(parameters.product).unwrap_or_default();
    let costs = match parameters.product == 0.0 {
        true => vec![product.clone()],
        false => vec![Rational::zero(), &product * ratio(1, 2), product.clone()],
    };
    // The rows, and the largest value once more.
    let mut passes = Passes::new(observer, costs.len() as u64 * u64::from(size) + 1);
    let mut surface = |cost: &Rational| {
        let row = |k: u32| {
            let mut pass = passes.next(1);
            let of = |n: u32| {
                if pass.progress((n - 1).into(), size.into()).is_break() {
                    return Err(Cancelled.into());
                }
                let machine = Machine::new(n, k, k)?;
                let weight = to_f64(&parameters.counted.counted().weight(machine, cost)?);
                let found = reallocation::rough(
                    machine,
                    weight,
                    Search::default(),
                    thick,
                    &mut report::Silent,
                )?;
                Ok(found.value)
            };
            (1..=size).map(of).collect()
        };
        let rows: Result<Vec<Vec<f64>>, bounds_model::Error> = (1..=size).map(row).collect();
        Ok((to_f64(cost), rows.map_err(failed)?))
    };
    let surfaces: Result<Vec<_>, laboratory::Error> = costs.iter().map(&mut surface).collect();
    let mut cheaper = surfaces?;
    let (_, values) = cheaper.pop().unwrap_or_default();
    let (n, k, _) = largest(&values, !product.is_zero());
    let mut there = || {
        let machine = Machine::new(n, k, k)?;
        let weight = parameters.counted.counted().weight(machine, &product)?;
        let mut pass = passes.next(1);
        let best = reallocation::exact(machine, &weight, Search::default(), thick, &mut pass)?;
        let active = thick::exact(&best.allocation, machine.active())?;
        let signals = weight * thin::crossing_share(&best.allocation);
        Ok((best.allocation, active, signals))
    };
    Ok(Migration {
        parameters,
        largest: there().map_err(failed)?,
        cheaper,
        values,
    })
}

/// Values that differ by rounding alone are equal.
fn is_more(one: f64, other: f64) -> bool {
    one > other * (1.0 + 1e-12)
}

/// n, k and H where H is largest; the fewest computers, then processes, of several. Signals that cost something make H of two processes
/// on two computers more than 1, even where rounding hides it.
fn largest(values: &[Vec<f64>], costly: bool) -> (u32, u32, f64) {
    let two = values.get(1).and_then(|row| row.get(1));
    let mut best = match two.filter(|_| costly) {
        Some(value) => (2, 2, *value),
        None => (1, 1, 1.0),
    };
    for (k, row) in (1..).zip(values) {
        for (n, value) in (1..).zip(row) {
            if is_more(*value, best.2) {
                best = (n, k, *value);
            }
        }
    }
    best
}

fn preemption(parameters: &Parameters) -> Result<Preemption<'_>, laboratory::Error> {
    let m = parameters.surface_machines;
    let step = m.div_ceil(MOST_SHADES).max(1);
    // The last column is the edge j = m − 1.
    let mut drawn: Vec<u32> = (0..m).step_by(step as usize).collect();
    if drawn.last() != Some(&(m - 1)) {
        drawn.push(m - 1);
    }
    let values = drawn.iter().map(|i| {
        let of = |j: &u32| Ok(to_f64(&wide(gain(m, *i, *j)?)));
        drawn.iter().map(of).collect()
    });
    // For each i, j goes from i + 1 to m − i − 1.
    let flat = (0..u64::from(m))
        .map(|i| u64::from(m).saturating_sub(2 * i + 1))
        .sum();
    Ok(Preemption {
        parameters,
        values: values
            .collect::<Result<_, bounds_model::Error>>()
            .map_err(failed)?,
        drawn,
        largest: wide(gain(m, 0, m - 1).map_err(failed)?),
        flat,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        match self {
            Self::Migration(migration) => migration.report(),
            Self::Preemption(preemption) => preemption.report(),
        }
    }

    fn samples(&self) -> Vec<Sample> {
        // Bounds on programs and on sets of jobs have different names, so that they are not compared.
        let (name, value) = match self {
            Self::Migration(migration) => {
                (word!("Bound H at its largest point"), migration.there().2)
            }
            Self::Preemption(preemption) => (
                word!("Bound G at its largest point"),
                to_f64(&preemption.largest),
            ),
        };
        vec![Sample::new("largest", name, Unit::One, vec![value])]
    }
}

impl Migration<'_> {
    /// n, k and H where H is largest.
    fn there(&self) -> (u32, u32, f64) {
        largest(&self.values, self.parameters.product > 0.0)
    }

    /// H there, exactly.
    fn exact(&self) -> Rational {
        let (_, thick, signals) = &self.largest;
        thick + signals
    }

    fn headline(&self) -> String {
        let (n, k, value) = self.there();
        let size = self.parameters.size;
        let signals = match self.parameters.product == 0.0 {
            true => word!("Without signal costs").to_owned(),
            false => say!("With t·z = {}", typed(self.parameters.product)),
        };
        if self.exact().is_one() {
            return say!(
                "{signals}, forbidding migration costs nothing with up to {size} processes on up to {size} computers"
            );
        }
        // One process, or one computer with one processor, takes as long on both.
        let all = self
            .values
            .iter()
            .skip(1)
            .flat_map(|row| row.iter().skip(1));
        let (processes, computers) = (
            count(n as usize, word!("process"), word!("processes")),
            count(k as usize, word!("computer"), word!("computers")),
        );
        match all.filter(|other| !is_more(value, **other)).count() {
            1 => say!(
                "{signals}, forbidding migration costs most for {processes} on {computers}: up to {} times as long",
                number(&self.exact())
            ),
            equals => say!(
                "{signals}, forbidding migration costs most for {processes} on {computers}, and as much in {}: up to {} times as long",
                count(equals - 1, word!("other case"), word!("other cases")),
                number(&self.exact())
            ),
        }
    }

    fn why(&self) -> String {
        let (n, k, _) = self.there();
        if self.exact().is_one() {
            return word!("Each process has a computer of its own, or all of them share the only processor there is to compare with.").into();
        }
        let (allocation, thick, signals) = &self.largest;
        let active = n.min(k);
        let there = say!(
            "There no allocation is better than {}: in the worst case {active} of {} are active at a time, and the busiest computer has {} of them on average",
            named(allocation),
            count(n as usize, word!("process"), word!("processes")),
            number(thick)
        );
        match (self.parameters.product == 0.0, signals.is_zero()) {
            (true, _) => say!("{there}."),
            (false, true) => say!("{there}; within one computer, signals cost nothing."),
            (false, false) => say!("{there}; signals add {}.", number(signals)),
        }
    }

    fn report(&self) -> Report {
        let (n, k, value) = self.there();
        let size = self.parameters.size;
        let heat = |key: &str, title: &str, values: &[Vec<f64>]| {
            let rows = values.iter().enumerate().rev();
            let rows = rows.map(|(place, row)| ((place + 1).to_string(), row.clone()));
            Chart::new(
                key,
                title,
                Axis::number(word!("processes, n")),
                Axis::number(word!("computers and processors, k = q")),
                vec![Series::heat(
                    Axis::number(word!("bound H")),
                    (1..=size).map(|n| n.to_string()),
                    rows,
                    None,
                )],
            )
        };
        let diagonal = |values: &[Vec<f64>], take: &dyn Fn(u32) -> u32| -> Vec<(f64, f64)> {
            (1..)
                .zip(values)
                .filter_map(|(k, row): (u32, &Vec<f64>)| {
                    let value = row.get(take(k).checked_sub(1)? as usize)?;
                    Some((f64::from(k), *value))
                })
                .collect()
        };
        let mut lines = vec![
            Series::line(
                &say!("{size} processes"),
                diagonal(&self.values, &|_| size),
                true,
            ),
            Series::line(
                word!("twice as many processes as computers"),
                diagonal(&self.values, &|k| 2 * k),
                false,
            ),
        ];
        lines.extend(self.cheaper.iter().map(|(cost, values)| {
            let name = say!("{size} processes, t·z = {}", typed(*cost));
            Series::line(&name, diagonal(values, &|_| size), false)
        }));
        let slices = Chart::new(
            "slices",
            word!("How does the bound depend on the number of computers?"),
            Axis::count(word!("computers and processors, k = q")),
            Axis::number(word!("bound H")),
            lines,
        );
        let mut charts = vec![
            heat(
                "surface",
                word!("How much can forbidding migration cost?"),
                &self.values,
            ),
            slices,
        ];
        for (key, (cost, values)) in ["without", "half"].into_iter().zip(&self.cheaper) {
            let title = say!(
                "How much can it cost with signal costs t·z = {}?",
                typed(*cost)
            );
            charts.push(heat(key, &title, values));
        }
        Report {
            headline: self.headline(),
            why: self.why(),
            figures: vec![
                Figure {
                    value,
                    ..figure("largest", word!("Largest bound"), &self.exact())
                },
                Figure::count("processes", word!("Processes there"), f64::from(n)),
                Figure::count("computers", word!("Computers there"), f64::from(k)),
            ],
            charts,
            notes: vec![say!(
                "The values are doubles, off by at most {} of themselves; one computer has one processor to compare with.",
                power(thick::error(size, size), 0)
            )],
            layout: Layout::charts(&["surface"]),
            ..Report::default()
        }
    }
}

/// "second", "7th".
fn nth(number: u32) -> String {
    match number {
        2 => word!("second").to_owned(),
        3 => word!("third").to_owned(),
        number => say!("{number}th"),
    }
}

impl Preemption<'_> {
    fn report(&self) -> Report {
        let m = self.parameters.surface_machines;
        let processors = count(m as usize, word!("processor"), word!("processors"));
        let pairs = u64::from(m) * u64::from(m - 1) / 2;
        let flat_share = ratio(self.flat, pairs);
        let rows = self
            .drawn
            .iter()
            .zip(&self.values)
            .map(|(i, row)| (i.to_string(), row.clone()))
            .rev();
        // Left of the line, plateaus: i + j + 1 processors or more.
        let before = |i: &u32| self.drawn.iter().filter(|j| i + **j < m).count() as u32;
        let flat: Vec<u32> = self.drawn.iter().rev().map(before).collect();
        let heat = Chart::new(
            "surface",
            word!("How much can fewer preemptions cost?"),
            Axis::number(word!("preemptions of the second schedule, j")),
            Axis::number(word!("preemptions of the first schedule, i")),
            vec![
                Series::heat(
                    Axis::number(word!("bound G")),
                    self.drawn.iter().map(ToString::to_string),
                    rows,
                    None,
                )
                .parted(word!("m = i + j + 1"), flat),
            ],
        );
        let edge = (0..m).map(|i| (f64::from(i), to_f64(&wide(braun_schmidt(m, i)))));
        let edge = Chart::new(
            "edge",
            word!("How much do a few preemptions cost beside any number of them?"),
            Axis::count(word!("preemptions, i")),
            Axis::number(word!("bound G")),
            vec![Series::curve("2m/(m+i+1)", edge, true)],
        );
        let mut notes = vec![word!("Where i is not less than j the bound is 1.").to_owned()];
        if self.drawn.len() < m as usize {
            notes.push(say!(
                "The surface shows every {} number of preemptions, and the last.",
                nth(m.div_ceil(MOST_SHADES))
            ));
        }
        notes.push(word!("The thesis prints the range of a plateau as k(i+1) ≤ j ≤ k(2(i+1)−1); that is right for k = 1 only.").into());
        if m > MOST_PLATEAUS {
            notes.push(say!(
                "The table shows the first {} of {} plateaus.",
                MOST_PLATEAUS - 1,
                m - 1
            ));
        }
        Report {
            headline: say!(
                "On {processors}, jobs without preemption take up to {} as with {}",
                as_long(&self.largest),
                preemptions(m - 1)
            ),
            why: match (self.flat, pairs) {
                (1, 1) => word!("For the only pair i < j there are i + j + 1 processors or more: there the bound is flat and depends on ⌊j/(i+1)⌋ only.").into(),
                (flat, pairs) if flat == pairs => say!("For each of the {pairs} pairs i < j there are i + j + 1 processors or more: there the bound is flat and depends on ⌊j/(i+1)⌋ only."),
                _ => say!(
                    "For {} of all pairs i < j there are i + j + 1 processors or more: there the bound is flat and depends on ⌊j/(i+1)⌋ only. Beyond, it follows the Stern–Brocot tree.",
                    share(&flat_share)
                ),
            },
            figures: vec![
                figure("largest", word!("Largest bound"), &self.largest),
                Figure::share("flat", word!("Pairs on plateaus"), to_f64(&flat_share)),
            ],
            charts: vec![heat, edge],
            tables: vec![self.plateaus()],
            notes,
            layout: Layout::charts(&["surface", "edge"]),
            ..Report::default()
        }
    }

    /// The plateaus of the smallest numbers of preemptions: the value p/(p+1) doubled, from (p−1)(i+1) to p(i+1)−1.
    fn plateaus(&self) -> Table {
        let m = self.parameters.surface_machines;
        let rows = (2..=MOST_PLATEAUS.min(m)).map(|p| {
            let value = ratio(2 * p, p + 1);
            [
                Cell::words(value.to_string()),
                Cell::Number(to_f64(&value)),
                Cell::words(match p {
                    2 => "i + 1 ≤ j ≤ 2(i + 1) − 1".to_owned(),
                    p => format!("{}(i + 1) ≤ j ≤ {p}(i + 1) − 1", p - 1),
                }),
            ]
        });
        Table::new(
            "plateaus",
            word!("Plateaus, for i + j + 1 processors or more"),
            [word!("Bound"), word!("Decimal"), word!("Range")],
            rows,
        )
    }
}
