//! The distance of the best lists from the lower bound MV, for each number of computers and of crashes (Klonowska 2007, Paper VI, figures
//! 7 to 10).

use parameters::Rejected;
use recovery_model::schemes::{modulo, optimal};
use recovery_model::worst_case::{self, Budget};
use recovery_model::{List, lower_bounds};
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{capital, count, list as listed, percent};
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use words::{say, word};

use crate::cluster::{damaged, failed};
use crate::parameters::Optimum;
use crate::{Parameters, about};

/// The smallest cluster of Paper VI's lists.
const LEAST: usize = 4;

/// The worst loads of the lists beside the bound.
pub(super) struct Findings {
    optimum: Optimum,
    rows: Vec<Row>,
}

/// The results for a number of computers.
struct Row {
    list: List,
    /// The load of the fullest computer after the worst 1, 2, … crashes.
    loads: Vec<usize>,
    /// The lower bound MV.
    least: Vec<usize>,
}

impl Row {
    fn computers(&self) -> usize {
        self.list.computers()
    }

    /// The excess of the loads over the bound.
    fn above(&self) -> impl Iterator<Item = usize> {
        let pairs = self.loads.iter().zip(&self.least);
        pairs.map(|(load, least)| load.saturating_sub(*least))
    }

    /// The numbers of crashes for which the loads exceed the bound.
    fn missed(&self) -> impl Iterator<Item = usize> {
        let all = (1..).zip(self.above());
        all.filter_map(|(crashes, above)| (above > 0).then_some(crashes))
    }

    /// The number of crashes up to which the loads meet the bound.
    fn tight(&self) -> usize {
        lower_bounds::tight(self.loads.iter().copied(), &self.least)
    }
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let optimum = parameters.optimum;
    let most = parameters.most_listed as usize;
    if let Some(allowed) = about::unlisted(parameters) {
        return Err(Rejected::one("most_listed", most, allowed).into());
    }
    // Unions of routes double with two or three computers more.
    let work = |n: usize| 1_u64 << (n / 2);
    let mut passes = Passes::new(observer, (LEAST..=most).map(work).sum());
    let row = |n: usize| {
        let list = match optimum {
            Optimum::Published => optimal::published(n),
            Optimum::Recomputed => optimal::recomputed(n),
        };
        let list = list.map_err(failed)?.list;
        let mut pass = passes.next(work(n));
        let vector =
            worst_case::of_list(&list, n - 1, Budget::default(), &mut pass).map_err(failed)?;
        // The loads are exact for so few computers.
        let loads = vector.loads.iter().map(|load| load.least as usize);
        Ok(Row {
            loads: loads.collect(),
            least: lower_bounds::least_loads(n),
            list,
        })
    };
    Ok(Findings {
        optimum,
        rows: (LEAST..=most)
            .map(row)
            .collect::<Result<_, laboratory::Error>>()?,
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["gap", "met"]).folding(&["bounds", "loads"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![self.gap(), self.met(), self.loads(), self.bounds()],
            tables: vec![self.table()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let (met, all) = self.pairs();
        vec![
            Sample::new(
                "met",
                word!("Share of pairs that meet the bound"),
                Unit::Share,
                vec![met as f64 / all as f64],
            )
            .more_is_better(),
        ]
    }
}

impl Findings {
    fn names(&self) -> &'static str {
        match self.optimum {
            Optimum::Published => word!("the published lists"),
            Optimum::Recomputed => word!("the best lists"),
        }
    }

    fn most(&self) -> usize {
        self.rows.last().map_or(LEAST, Row::computers)
    }

    /// The number of pairs of computers and crashes in which the load meets the bound, and of all pairs.
    fn pairs(&self) -> (usize, usize) {
        let all = self.rows.iter().map(|row| row.loads.len()).sum();
        let missed: usize = self.rows.iter().map(|row| row.missed().count()).sum();
        (all - missed, all)
    }

    /// The first cluster whose list does not meet the bound everywhere.
    fn first(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.missed().next().is_some())
    }

    fn headline(&self) -> String {
        let names = self.names();
        match self.first() {
            None => say!(
                "Up to {} computers, {names} meet the lower bound MV for every number of crashes",
                self.most()
            ),
            Some(row) => say!(
                "Up to {} computers, {names} meet the lower bound MV for every number of crashes; with {} they meet it for up to {}",
                row.computers() - 1,
                row.computers(),
                count(row.tight(), word!("crash"), word!("crashes"))
            ),
        }
    }

    fn why(&self) -> String {
        let (met, all) = self.pairs();
        let most = self.rows.iter().flat_map(Row::above).max().unwrap_or(0);
        if most == 0 {
            return say!(
                "All {all} pairs of a number of computers and a number of crashes meet the lower bound MV."
            );
        }
        let share = percent(met as f64 / all as f64, 0);
        let reaching = self
            .rows
            .iter()
            .filter(|row| row.above().any(|above| above == most));
        let reaching: Vec<String> = reaching.map(|row| row.computers().to_string()).collect();
        say!(
            "Of {all} pairs of a number of computers and a number of crashes, {met} ({share}) meet the lower bound MV. Elsewhere the load is at most {} above it, with {} computers.",
            count(most, word!("process"), word!("processes")),
            listed(&reaching)
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let (met, all) = self.pairs();
        let most = self.rows.iter().flat_map(Row::above).max().unwrap_or(0);
        let everywhere = self.first().map_or(self.most(), |row| row.computers() - 1);
        vec![
            Figure::share(
                "met",
                word!("Pairs in which the bound is met"),
                met as f64 / all as f64,
            )
            .beside(say!("{met} of {all}")),
            Figure::count(
                "everywhere",
                word!("Computers up to which it is always met"),
                everywhere as f64,
            ),
            Figure::count("excess", word!("Largest load above the bound"), most as f64),
        ]
    }

    /// A shade for each number of computers, from the largest down, and of crashes.
    fn map(&self, of: impl Fn(&Row) -> Vec<usize>, label: &str) -> Series {
        let most = self.most() - 1;
        let rows = self.rows.iter().rev().map(|row| {
            let values = of(row).into_iter().map(|value| value as f64);
            let values = values.chain(std::iter::repeat(f64::NAN)).take(most);
            (row.computers().to_string(), values.collect())
        });
        Series::heat(
            Axis::number(label),
            (1..=most).map(|crashes| crashes.to_string()),
            rows,
            None,
        )
    }

    fn over_pairs(key: &str, title: &str, series: Series) -> Chart {
        Chart::new(
            key,
            title,
            Axis::number(word!("crashed computers")),
            Axis::number(word!("computers")),
            vec![series],
        )
    }

    fn gap(&self) -> Chart {
        let series = self.map(
            |row| row.above().collect(),
            word!("load above the lower bound MV"),
        );
        let title = word!("How far above the lower bound MV are the lists?");
        Self::over_pairs("gap", title, series)
    }

    fn loads(&self) -> Chart {
        let series = self.map(
            |row| row.loads.clone(),
            word!("load of the fullest computer"),
        );
        let title = word!("How full is the fullest computer in the worst case?");
        Self::over_pairs("loads", title, series)
    }

    fn bounds(&self) -> Chart {
        let series = self.map(|row| row.least.clone(), word!("lower bound MV"));
        let title = word!("How full is the fullest computer at least?");
        Self::over_pairs("bounds", title, series)
    }

    /// The number of crashes up to which the loads meet the bound, beside the thesis's claim for modulo sequences.
    fn met(&self) -> Chart {
        let line = |of: &dyn Fn(&Row) -> Option<usize>| -> Vec<(f64, f64)> {
            let points = self
                .rows
                .iter()
                .filter_map(|row| Some((row.computers() as f64, of(row)? as f64)));
            points.collect()
        };
        Chart::new(
            "met",
            word!("Up to how many crashes is the bound met?"),
            Axis::count(word!("computers")),
            Axis::count(word!("crashes")),
            vec![
                Series::steps(
                    word!("all but one computer"),
                    line(&|row| Some(row.computers() - 1)),
                    false,
                ),
                Series::steps(
                    word!("reused modulo, claimed"),
                    line(&|row| modulo::claim(row.computers())),
                    false,
                ),
                Series::steps(self.names(), line(&|row| Some(row.tight())), true),
            ],
        )
    }

    fn table(&self) -> Table {
        let rows = self.rows.iter().map(|row| {
            let missed: Vec<String> = row.missed().map(|crashes| crashes.to_string()).collect();
            let entries = row.list.entries().iter();
            let entries: Vec<String> = entries.map(ToString::to_string).collect();
            [
                Cell::whole(row.computers()),
                Cell::whole(row.tight()),
                match missed.is_empty() {
                    true => Cell::none(),
                    false => Cell::words(missed.join(", ")),
                },
                Cell::whole(row.above().max().unwrap_or(0)),
                Cell::words(entries.join(", ")),
            ]
        });
        Table::new(
            "met",
            &say!("Where {} meet the bound", self.names()),
            [
                word!("Computers"),
                word!("Met up to so many crashes"),
                word!("Missed for so many crashes"),
                word!("Largest load above it"),
                word!("List of process 0"),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            match self.optimum {
                Optimum::Recomputed => word!("The lists are optimal by complete search: no other has a lower worst load of 1 crash, none of these a lower one of 2 crashes, and so on. Their loads are the thesis’s vectors SV."),
                Optimum::Published => word!("Paper VI calls these lists, of 4 to 21 computers, optimal and their loads SV; from 10 computers on, our complete search finds better ones."),
            }
            .to_owned(),
            say!("{} are turned by one computer for each process.", capital(self.names())),
        ];
        if self.optimum == Optimum::Published {
            notes.extend(self.rows.iter().filter_map(|row| damaged(row.computers())));
        }
        notes
    }
}
