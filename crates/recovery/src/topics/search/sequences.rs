//! The longest modulo sequence for a number of computers by complete search, beside the one that the thesis reuses.

use certificate::Certificate;
use recovery_model::Error;
use recovery_model::list::differs;
use recovery_model::lower_bounds;
use recovery_model::search::MOST_NODES;
use recovery_model::search::known::{self, Marks};
use recovery_model::search::modulo::{First, ModuloSearch, Outcome, Saved};
use recovery_model::tables::MODULO;
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{count, sentences};
use report::{Chart, Figure, Findings as _, Layout, Observer, Report, Sample, Table};
use serde::{Deserialize, Serialize};
use words::{say, word};

use super::course::{self, Search, Worth};
use crate::Parameters;
use crate::cluster::failed;
use crate::topics::triangle;

/// Searches for 1, 2, 3, … marks, until no sequence exists.
struct Sequences {
    /// The present search, or the one that found that no sequence exists.
    search: ModuloSearch,
    /// The longest sequence found.
    best: Vec<usize>,
    /// The number of nodes for each length, from 1 on.
    found: Vec<u64>,
    done: bool,
}

/// The searches in saved form.
#[derive(Serialize, Deserialize)]
struct Kept {
    search: Saved,
    best: Vec<usize>,
    found: Vec<u64>,
}

impl Sequences {
    fn new(computers: usize) -> Result<Self, laboratory::Error> {
        Ok(Self {
            search: ModuloSearch::new(computers, 1, First::Divisors).map_err(failed)?,
            best: Vec::new(),
            found: Vec::new(),
            done: false,
        })
    }
}

impl Search for Sequences {
    type Saved = Kept;

    fn go(&mut self, nodes: u64) {
        match self.search.go(nodes) {
            Outcome::Running => {}
            Outcome::Refuted => self.done = true,
            Outcome::Found(marks) => {
                self.found.push(self.search.nodes());
                self.best = marks;
                let computers = self.search.save().computers;
                match ModuloSearch::new(computers, self.best.len() + 1, First::Divisors) {
                    Ok(longer) => self.search = longer,
                    // All computers are marks.
                    Err(_) => self.done = true,
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.done
    }

    fn work(&self) -> u64 {
        self.found.iter().sum::<u64>() + self.search.nodes()
    }

    fn save(&self) -> Kept {
        Kept {
            search: self.search.save(),
            best: self.best.clone(),
            found: self.found.clone(),
        }
    }

    fn resume(kept: Kept) -> Result<Self, Error> {
        let n = kept.search.computers;
        let fits = kept.search.first == First::Divisors
            && kept.search.length == kept.best.len() + 1
            && kept.found.len() == kept.best.len()
            && kept.best.iter().all(|mark| (1..n).contains(mark))
            && differs(&kept.best, n);
        let search = ModuloSearch::resume(&kept.search)?;
        // The report displays the sum of all nodes.
        let all = kept.found.iter().try_fold(search.nodes(), |all, nodes| {
            all.checked_add(*nodes).filter(|all| *all <= MOST_NODES)
        });
        if !fits || all.is_none() {
            return Err(Error::Saved(word!("its parts do not fit together")));
        }
        Ok(Self {
            search,
            best: kept.best,
            found: kept.found,
            done: kept.search.refuted,
        })
    }

    fn certificate(&self) -> Option<Certificate> {
        let computers = self.search.save().computers;
        Some(Certificate::sequence(computers, self.best.clone()))
    }

    fn agrees(&self) -> Option<bool> {
        let found = self.best.len();
        match known::sequence(self.search.save().computers)? {
            Marks::Exactly(known) => Some(match self.done {
                true => found == known,
                false => found <= known,
            }),
            // A sequence of more marks is not excluded.
            Marks::AtLeast(known) => (self.done && found < known).then_some(false),
        }
    }
}

/// The results of the search so far.
pub(super) struct Findings {
    computers: usize,
    /// Whether the search goes on.
    early: bool,
    best: Vec<usize>,
    /// The number of nodes for each length; the last one is the present length, or the one without a sequence.
    nodes: Vec<u64>,
    worth: Worth,
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let n = parameters.sought_modulus as usize;
    let (search, worth) = course::run(
        || Sequences::new(n),
        |kept| kept.search.save().computers == n,
        observer,
        &|search, worth| Findings::of(search, worth).report(),
    )?;
    Ok(Findings::of(&search, worth))
}

impl Findings {
    fn of(search: &Sequences, worth: Worth) -> Self {
        let last = (search.search.save().length > search.best.len()).then(|| search.search.nodes());
        Self {
            computers: search.search.save().computers,
            early: !search.done,
            best: search.best.clone(),
            nodes: search.found.iter().copied().chain(last).collect(),
            worth,
        }
    }

    /// The sequence that the thesis uses for so many computers: its modulus and its marks.
    fn published(&self) -> Option<(usize, &'static [u16])> {
        let fits = MODULO
            .iter()
            .take_while(|(modulus, _)| usize::from(*modulus) <= self.computers);
        let (modulus, marks) = fits.last()?;
        Some((usize::from(*modulus), marks))
    }

    fn marks(number: usize) -> String {
        count(number, word!("mark"), word!("marks"))
    }

    fn headline(&self) -> String {
        let (n, marks) = (self.computers, Self::marks(self.best.len()));
        match self.early {
            true => say!("The longest modulo sequence for {n} computers so far has {marks}"),
            false if self.worth.is_believed() => {
                say!(
                    "A resumed search found no modulo sequence for {n} computers with more than {marks}"
                )
            }
            false => say!("The longest modulo sequence for {n} computers has {marks}"),
        }
    }

    fn why(&self) -> String {
        let nodes: u64 = self.nodes.iter().sum();
        let nodes = count(nodes as usize, word!("node"), word!("nodes"));
        let next = Self::marks(self.best.len() + 1);
        let mut said = vec![match self.early {
            true => say!("The search for {next} is not finished: {nodes} so far."),
            false if self.worth.is_believed() => {
                say!("The resumed search found no sequence with {next}, after {nodes} in all.")
            }
            // A longer sequence fails by its number of marks alone.
            false if self.best.len() == lower_bounds::most_disjoint(self.computers) => {
                let longer = self.best.len() + 1;
                say!(
                    "No sequence has {next}: they have {} differences, and there are only {}. The search visited {nodes}.",
                    longer * (longer + 1) / 2,
                    self.computers - 1
                )
            }
            false => {
                say!("The complete search found no sequence with {next}, after {nodes} in all.")
            }
        }];
        if let Some((modulus, published)) = self.published() {
            said.push(match published.len() == self.best.len() {
                true if modulus == self.computers => say!("Paper IV prints one of as many marks."),
                true => {
                    say!("Paper IV reuses the sequence of {modulus} computers, with as many marks.")
                }
                false => say!(
                    "Paper IV reuses the sequence of {modulus} computers, with {}.",
                    Self::marks(published.len())
                ),
            });
        }
        sentences(said)
    }

    fn figures(&self) -> Vec<Figure> {
        let known = match self.early {
            true => word!("so far"),
            false if self.worth.is_believed() => word!("by a resumed search"),
            false if self.worth.is_verified() => word!("optimal, verified"),
            false => word!("optimal"),
        };
        let mut figures = vec![
            Figure::count("marks", word!("Marks"), self.best.len() as f64).beside(known),
            Figure::count(
                "bound",
                word!("Marks that the number of differences allows"),
                lower_bounds::most_disjoint(self.computers) as f64,
            ),
        ];
        if let Some((_, published)) = self.published() {
            figures.push(Figure::count(
                "published",
                word!("Marks of the reused sequence of Paper IV"),
                published.len() as f64,
            ));
        }
        let nodes: u64 = self.nodes.iter().sum();
        figures.push(Figure::count("nodes", word!("Nodes"), nodes as f64));
        figures
    }

    fn lengths(&self) -> Chart {
        let bars = (1_usize..).zip(&self.nodes).map(|(length, nodes)| {
            let last = length > self.best.len();
            Bar::new(Self::marks(length), *nodes as f64, last)
        });
        Chart::new(
            "lengths",
            word!("How many nodes does the search for each length visit?"),
            Axis::number(word!("length of the sequence")),
            Axis::count(word!("nodes")),
            vec![Series::bars(bars)],
        )
    }

    fn table(&self) -> Table {
        let rows = (1_usize..).zip(&self.nodes).map(|(length, nodes)| {
            let outcome = match (length <= self.best.len(), self.early) {
                (true, _) => word!("found"),
                (false, true) => word!("not finished"),
                (false, false) if self.worth.is_believed() => word!("not found"),
                (false, false) => word!("does not exist"),
            };
            [
                Cell::whole(length),
                Cell::words(fixed(*nodes as f64, 0)),
                Cell::words(outcome),
            ]
        });
        Table::new(
            "lengths",
            word!("The lengths that were sought"),
            [word!("Marks"), word!("Nodes"), word!("Outcome")],
            rows,
        )
    }

    fn sequence(&self) -> Table {
        let row = |name: String, modulus: usize, marks: Vec<String>| {
            [
                Cell::words(name),
                Cell::whole(modulus),
                Cell::words(marks.join(", ")),
            ]
        };
        let own = self.best.iter().map(ToString::to_string).collect();
        let name = match self.early {
            true => word!("found so far"),
            false => word!("found"),
        };
        let published = self.published().map(|(modulus, marks)| {
            let marks = marks.iter().map(ToString::to_string).collect();
            row(word!("Paper IV").to_owned(), modulus, marks)
        });
        let rows: Vec<[Cell; 3]> = std::iter::once(row(name.to_owned(), self.computers, own))
            .chain(published)
            .collect();
        Table::new(
            "sequence",
            word!("The sequences"),
            [word!("Sequence"), word!("Modulus"), word!("Marks")],
            rows,
        )
    }
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let mut charts = vec![self.lengths()];
        if !self.best.is_empty() {
            charts.push(triangle::chart(&self.best, Some(self.computers)));
        }
        Report {
            layout: Layout::charts(&["lengths", "triangle"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts,
            tables: vec![self.sequence(), self.table()],
            notes: [
                word!("The differences of the marks, later less earlier and modulo the number of computers, are all different. For as many crashes as there are marks, the load then meets the lower bound.").to_owned(),
                word!("The search tries only first marks that divide the number of computers: each other sequence is a multiple of one that begins so.").to_owned(),
            ]
            .into_iter()
            .chain(self.worth.notes())
            .collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "marks",
                word!("Number of marks"),
                Unit::Count,
                vec![self.best.len() as f64],
            )
            .more_is_better(),
        ]
    }
}
