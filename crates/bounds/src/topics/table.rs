//! Figure 16: the bound without signal costs as printed and computed, and the ratios of measured programs.

use bounds_model::rational::{Rational, decimal, to_f64};
use bounds_model::thick;
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::count;
use report::{Chart, Figure, Layout, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::exact::{failed, number};
use crate::parameters::Overlay;

/// The processes and computers of the figure.
const PROCESSES: std::ops::RangeInclusive<u32> = 3..=20;
const COMPUTERS: std::ops::RangeInclusive<u32> = 2..=8;

/// The table of bounds.
const PRINTED: &str = "printed";

/// The name and the title of each table of the figure, and the length of its slots; none for the bounds, which are always shown.
fn of_figure() -> [(&'static str, &'static str, Option<Overlay>); 4] {
    [
        (PRINTED, word!("printed bound"), None),
        ("100", word!("measured, w = 100"), Some(Overlay::Short)),
        ("1000", word!("measured, w = 1000"), Some(Overlay::Medium)),
        ("10000", word!("measured, w = 10 000"), Some(Overlay::Long)),
    ]
}

/// Printed and measured numbers; empty where the scan is not legible.
const FIGURE: &str = include_str!("../../figure_16.tsv");

/// The figure, computed.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// The bounds of each number of computers, from 3 processes on.
    bounds: Vec<(u32, Vec<Rational>)>,
    printed: Vec<Printed>,
}

/// A number of the figure.
struct Printed {
    table: &'static str,
    computers: u32,
    processes: u32,
    text: &'static str,
    value: f64,
}

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    let of = |k: u32| {
        let row: Result<Vec<Rational>, bounds_model::Error> =
            PROCESSES.map(|n| thick::uniform(n, k, k)).collect();
        Ok((k, row?))
    };
    Ok(Findings {
        parameters,
        bounds: COMPUTERS
            .map(of)
            .collect::<Result<_, bounds_model::Error>>()
            .map_err(failed)?,
        printed: printed(),
    })
}

fn printed() -> Vec<Printed> {
    let lines = FIGURE.lines().filter(|line| !line.starts_with('#'));
    let of = |line: &'static str| {
        let mut fields = line.split('\t');
        let (table, computers) = (fields.next()?, fields.next()?.parse().ok()?);
        let row = PROCESSES.zip(fields).filter_map(move |(processes, text)| {
            Some(Printed {
                table,
                computers,
                processes,
                text,
                value: text.parse().ok()?,
            })
        });
        Some(row)
    };
    lines.filter_map(of).flatten().collect()
}

impl Findings<'_> {
    fn bound(&self, computers: u32, processes: u32) -> Option<&Rational> {
        let (_, row) = self.bounds.iter().find(|(k, _)| *k == computers)?;
        row.get(processes.checked_sub(*PROCESSES.start())? as usize)
    }

    /// The number of printed bounds, and the number of them that the formula rounds to.
    fn agreement(&self) -> (usize, usize) {
        let printed = || self.printed.iter().filter(|one| one.table == PRINTED);
        let agrees = |one: &&Printed| {
            self.bound(one.computers, one.processes)
                .is_some_and(|bound| decimal(bound, 2) == one.text)
        };
        (printed().count(), printed().filter(agrees).count())
    }

    /// The measured ratios, and those above the rounded bound.
    fn measured(&self) -> (usize, Vec<&Printed>) {
        let measured = || self.printed.iter().filter(|one| one.table != PRINTED);
        let above = |one: &&Printed| {
            self.bound(one.computers, one.processes)
                .and_then(|bound| decimal(bound, 2).parse::<f64>().ok())
                .is_some_and(|bound| one.value > bound)
        };
        (measured().count(), measured().filter(above).collect())
    }

    fn row(&self) -> impl Iterator<Item = (u32, &Rational)> {
        let k = self.parameters.figure_row;
        PROCESSES.filter_map(move |n| Some((n, self.bound(k, n)?)))
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let k = self.parameters.figure_row;
        let (printed, agree) = self.agreement();
        let (measured, above) = self.measured();
        let all = match printed == agree {
            true => say!("All {printed} legible bounds of figure 16 agree with the formula"),
            false => {
                say!("{agree} of {printed} legible bounds of figure 16 agree with the formula")
            }
        };
        let last = self.row().last();
        let largest = last.map_or_else(String::new, |(n, bound)| {
            say!(
                "With {} and as many processors, a program of {n} processes takes up to {} times as long without migration. ",
                count(k as usize, word!("computer"), word!("computers")),
                number(bound)
            )
        });
        let exceeds: Vec<String> = above
            .iter()
            .map(|one| {
                say!(
                    "{} for k = {}, n = {}",
                    one.text,
                    one.computers,
                    one.processes
                )
            })
            .collect();
        let mut notes = vec![
            word!("Signals cost nothing here, so the most even allocation is best.").to_owned(),
            word!("The scan of the thesis leaves out numbers; of the measurements with w = 1000, only the rows up to k = 4 can be told apart.").to_owned(),
            word!("A slot of the measured programs is w iterations of about 0.1 ms on a Sun Enterprise 4000 with 8 processors.").to_owned(),
        ];
        if !exceeds.is_empty() {
            notes.push(say!(
                "Of {measured} measured ratios, {} above the rounded bound: {}. Measured times vary, and the scan may be wrong.",
                match above.len() {
                    1 => word!("one is").to_owned(),
                    many => say!("{many} are"),
                },
                report::words::list(&exceeds)
            ));
        }
        Report {
            headline: say!("{all} to both digits"),
            why: say!(
                "{largest}Measured programs come closer to the bound the longer their slots are."
            ),
            figures: vec![
                Figure::number(
                    "h",
                    word!("Bound at n = 20"),
                    self.row()
                        .last()
                        .map_or(f64::NAN, |(_, bound)| to_f64(bound)),
                ),
                Figure::count("agree", word!("Printed bounds that agree"), agree as f64)
                    .beside(say!("of {printed}")),
                Figure::count("measured", word!("Measured ratios"), measured as f64),
                Figure::count(
                    "above",
                    word!("Measured above the bound"),
                    above.len() as f64,
                ),
            ],
            charts: vec![self.lines(), self.heat()],
            tables: self.tables(),
            notes,
            layout: Layout::charts(&["row", "bounds"]),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let last = self.row().last();
        let value = last.map_or(f64::NAN, |(_, bound)| to_f64(bound));
        vec![Sample::new(
            "h",
            word!("Bound at n = 20"),
            Unit::One,
            vec![value],
        )]
    }
}

impl Findings<'_> {
    fn lines(&self) -> Chart {
        let bound = self.row().map(|(n, bound)| (f64::from(n), to_f64(bound)));
        let mut series = vec![Series::curve(word!("bound"), bound, true)];
        let overlay = self.parameters.overlay;
        for (table, title, slots) in of_figure() {
            let shown = slots.is_none_or(|slots| [Overlay::All, slots].contains(&overlay));
            let here = |one: &&Printed| {
                shown && one.table == table && one.computers == self.parameters.figure_row
            };
            let points: Vec<(f64, f64)> = self
                .printed
                .iter()
                .filter(here)
                .map(|one| (f64::from(one.processes), one.value))
                .collect();
            if !points.is_empty() {
                series.push(Series::dots(title, points, false));
            }
        }
        Chart::new(
            "row",
            word!("How close do measured programs come to the bound?"),
            Axis::count(word!("processes")),
            Axis::number(word!("time without migration over time with it")),
            series,
        )
    }

    fn heat(&self) -> Chart {
        let rows = self
            .bounds
            .iter()
            .map(|(k, row)| (k.to_string(), row.iter().map(to_f64).collect()));
        Chart::new(
            "bounds",
            word!("How does the bound grow with processes and computers?"),
            Axis::number(word!("processes")),
            Axis::number(word!("computers")),
            vec![Series::heat(
                Axis::number(word!("bound H")),
                PROCESSES.map(|n| n.to_string()),
                rows,
                None,
            )],
        )
    }

    fn tables(&self) -> Vec<Table> {
        let columns =
            || std::iter::once("k = q \\ n".to_owned()).chain(PROCESSES.map(|n| n.to_string()));
        let computed = self.bounds.iter().map(|(k, row)| {
            let cells = row.iter().map(|bound| Cell::words(decimal(bound, 2)));
            std::iter::once(Cell::whole(*k as usize))
                .chain(cells)
                .collect::<Vec<_>>()
        });
        let mut tables = vec![Table::new(
            "computed",
            word!("The bound, computed"),
            columns(),
            computed,
        )];
        for (table, title, _) in of_figure() {
            let row = |k: u32| {
                let cells = PROCESSES.map(|n| {
                    let mut all = self.printed.iter();
                    let one =
                        all.find(|one| (one.table, one.computers, one.processes) == (table, k, n));
                    one.map_or_else(Cell::none, |one| Cell::words(one.text))
                });
                std::iter::once(Cell::whole(k as usize))
                    .chain(cells)
                    .collect::<Vec<_>>()
            };
            tables.push(Table::new(
                &format!("figure_{table}"),
                &report::words::capital(title),
                columns(),
                COMPUTERS.map(row),
            ));
        }
        tables
    }
}
