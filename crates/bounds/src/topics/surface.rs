//! Both bounds as surfaces: H over processes and computers, G over both numbers of preemptions.

use bounds_model::preemption::{braun_schmidt, gain};
use bounds_model::rational::{Rational, ratio, to_f64, typed};
use bounds_model::reallocation::{self, Machine, Search};
use bounds_model::{Thick, thick};
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{count, percent};
use report::{Cancelled, Chart, Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use super::preemption::preemptions;
use crate::Parameters;
use crate::exact::{failed, figure, number, wide};
use crate::parameters::Surface;

/// The most rows and columns of a surface that is drawn.
const MOST_SHADES: u32 = 60;
/// The most plateaus in a table.
const MOST_PLATEAUS: u32 = 12;

/// A surface.
pub(super) enum Findings<'a> {
    Migration(Migration<'a>),
    Preemption(Preemption<'a>),
}

/// H(n, k, k) for all n and k up to a size.
pub(super) struct Migration<'a> {
    parameters: &'a Parameters,
    /// Row by row of k, from 1.
    values: Vec<Vec<f64>>,
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
    let product = typed(parameters.product).unwrap_or_default();
    let mut values = Vec::new();
    for k in 1..=size {
        if observer.progress((k - 1).into(), size.into()).is_break() {
            return Err(Cancelled.into());
        }
        let of = |n: u32| {
            let machine = Machine::new(n, k, k)?;
            let weight = to_f64(&parameters.counted.counted().weight(machine, &product)?);
            let found = reallocation::rough(
                machine,
                weight,
                Search::default(),
                thick,
                &mut report::Silent,
            )?;
            Ok(found.value)
        };
        let row: Result<Vec<f64>, bounds_model::Error> = (1..=size).map(of).collect();
        values.push(row.map_err(failed)?);
    }
    Ok(Migration { parameters, values })
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
        let value = match self {
            Self::Migration(migration) => migration.largest().2,
            Self::Preemption(preemption) => to_f64(&preemption.largest),
        };
        vec![Sample::new(
            "largest",
            word!("Largest bound"),
            Unit::One,
            vec![value],
        )]
    }
}

impl Migration<'_> {
    /// n, k and H where H is largest; the fewest processes and computers of several.
    fn largest(&self) -> (u32, u32, f64) {
        let mut best = (1, 1, f64::NEG_INFINITY);
        for (k, row) in (1..).zip(&self.values) {
            for (n, value) in (1..).zip(row) {
                // What differs by rounding alone is equal.
                if *value > best.2 * (1.0 + 1e-12) || best.2 < 0.0 {
                    best = (n, k, *value);
                }
            }
        }
        best
    }

    fn report(&self) -> Report {
        let (n, k, value) = self.largest();
        let size = self.parameters.size;
        let product = self.parameters.product;
        let signals = match product == 0.0 {
            true => word!("Without signal costs").to_owned(),
            false => say!("With t·z = {product}"),
        };
        let rows = self.values.iter().enumerate().rev();
        let rows = rows.map(|(place, row)| ((place + 1).to_string(), row.clone()));
        let heat = Chart::new(
            "surface",
            word!("How much can forbidding migration cost?"),
            Axis::number(word!("processes, n")),
            Axis::number(word!("computers and processors, k = q")),
            vec![Series::heat(
                Axis::number(word!("bound H")),
                (1..=size).map(|n| n.to_string()),
                rows,
                None,
            )],
        );
        let diagonal = |take: &dyn Fn(u32) -> u32| -> Vec<(f64, f64)> {
            (1..)
                .zip(&self.values)
                .filter_map(|(k, row): (u32, &Vec<f64>)| {
                    let value = row.get(take(k).checked_sub(1)? as usize)?;
                    Some((f64::from(k), *value))
                })
                .collect()
        };
        let slices = Chart::new(
            "slices",
            word!("How does the bound depend on the number of computers?"),
            Axis::count(word!("computers and processors, k = q")),
            Axis::number(word!("bound H")),
            vec![
                Series::line(&say!("{size} processes"), diagonal(&|_| size), true),
                Series::line(
                    word!("twice as many processes as computers"),
                    diagonal(&|k| 2 * k),
                    false,
                ),
            ],
        );
        Report {
            headline: say!(
                "{signals}, forbidding migration costs most for {} on {}: up to {} times as long",
                count(n as usize, word!("process"), word!("processes")),
                count(k as usize, word!("computer"), word!("computers")),
                rounded(value)
            ),
            why: match product == 0.0 {
                true => word!("Up to as many processes as computers, each has a computer of its own and nothing is lost; beyond, processes that could run at once share a computer.").into(),
                false => word!("Up to as many processes as computers, only signals cost time; beyond, processes that could run at once share a computer as well.").into(),
            },
            figures: vec![
                Figure::number("largest", word!("Largest bound"), value),
                Figure::count("processes", word!("Processes there"), f64::from(n)),
                Figure::count("computers", word!("Computers there"), f64::from(k)),
            ],
            charts: vec![heat, slices],
            notes: vec![say!(
                "The values are doubles, off by at most {:.0e} of themselves; one computer has one processor to compare with.",
                thick::error(size, size)
            )],
            layout: Layout::charts(&["surface"]),
            ..Report::default()
        }
    }
}

/// A number of a sentence: whole, or with two decimals.
fn rounded(value: f64) -> String {
    let whole = (value - value.round()).abs() <= 1e-9 * value;
    fixed(value, if whole { 0 } else { 2 })
}

impl Preemption<'_> {
    fn report(&self) -> Report {
        let m = self.parameters.surface_machines;
        let processors = count(m as usize, word!("processor"), word!("processors"));
        let pairs = u64::from(m) * u64::from(m - 1) / 2;
        let share = self.flat as f64 / pairs as f64;
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
            Axis::number(word!("more preemptions, j")),
            Axis::number(word!("fewer preemptions, i")),
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
                "The surface shows one in {} numbers of preemptions, and the last.",
                m.div_ceil(MOST_SHADES)
            ));
        }
        notes.push(word!("The thesis prints the range of a plateau as k(i+1) ≤ j ≤ k(2(i+1)−1); that is right for k = 1 only.").into());
        Report {
            headline: say!(
                "On {processors}, jobs without preemption take up to {} times as long as with {}",
                number(&self.largest),
                preemptions(m - 1)
            ),
            why: say!(
                "For {} of all pairs i < j there are i + j + 1 processors or more: there the bound is flat and depends on ⌊j/(i+1)⌋ only. Beyond, it follows the Stern–Brocot tree.",
                percent(share, 1)
            ),
            figures: vec![
                figure("largest", word!("Largest bound"), &self.largest),
                Figure::share("flat", word!("Pairs on plateaus"), share),
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
