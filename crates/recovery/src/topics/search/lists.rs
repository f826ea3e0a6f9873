//! The optimal list for a number of computers by complete search, beside the published one.

use certificate::Certificate;
use recovery_model::schemes::optimal;
use recovery_model::search::known;
use recovery_model::search::optimal::{ListSearch, Refutation, Saved};
use recovery_model::search::stages;
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Error, lower_bounds};
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{count, list as listed, sentences};
use report::{Chart, Figure, Findings as _, Layout, Observer, Report, Sample, Silent, Table};
use words::{say, word};

use super::course::{self, Search, Worth};
use super::frontier;
use crate::Parameters;
use crate::cluster::{damaged, failed};
use crate::topics::triangle;

/// A list and its worst loads of 1, 2, … crashes.
#[derive(Clone)]
struct Side {
    entries: Vec<usize>,
    loads: Vec<usize>,
}

/// The results of the search so far.
pub(super) struct Findings {
    computers: usize,
    /// Whether the search goes on.
    early: bool,
    found: Side,
    refutations: Vec<Refutation>,
    nodes: u64,
    published: Option<Side>,
    /// The number of remaining lists before the first crash, after one, two, … where all can be tried.
    stages: Vec<usize>,
    worth: Worth,
}

/// The search, beside the loads known to be least.
struct Lists {
    search: ListSearch,
    known: Option<Vec<usize>>,
}

impl Lists {
    fn of(search: ListSearch) -> Self {
        Self {
            known: known::loads(search.computers()),
            search,
        }
    }
}

impl Search for Lists {
    type Saved = Saved;

    fn go(&mut self, nodes: u64) {
        self.search.go(nodes);
    }

    fn is_done(&self) -> bool {
        self.search.is_done()
    }

    fn work(&self) -> u64 {
        self.search.nodes()
    }

    fn save(&self) -> Saved {
        self.search.save()
    }

    fn resume(saved: Saved) -> Result<Self, Error> {
        ListSearch::resume(&saved).map(Self::of)
    }

    fn certificate(&self) -> Option<Certificate> {
        let list = self.search.list().ok()?;
        let loads = self.search.loads().to_vec();
        Some(Certificate::list(list.entries().to_vec(), loads))
    }

    fn agrees(&self) -> Option<bool> {
        let known = self.known.as_ref()?;
        let refuted = self.search.refutations();
        let less = |proof: &Refutation| {
            let load = known.get(proof.crashes.saturating_sub(1));
            load.is_some_and(|load| proof.load < *load)
        };
        Some(known.starts_with(self.search.loads()) && refuted.iter().all(less))
    }
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, laboratory::Error> {
    let n = parameters.sought_computers as usize;
    let published = match optimal::published(n) {
        Ok(published) => {
            let list = published.list;
            // The vector takes milliseconds, and is not part of the search's progress.
            let vector = worst_case::of_list(&list, n - 1, Budget::default(), &mut Silent)
                .map_err(failed)?;
            vector.exact().map(|loads| Side {
                entries: list.entries().to_vec(),
                loads: loads.into_iter().map(|load| load as usize).collect(),
            })
        }
        Err(_) => None,
    };
    let (search, worth) = course::run(
        || Ok(Lists::of(ListSearch::new(n).map_err(failed)?)),
        |search: &Lists| {
            let saved = search.search.save();
            saved.computers == n && saved.prefix.is_empty() && saved.stages == n - 1
        },
        observer,
        &|search: &Lists, worth| Findings::of(&search.search, worth, published.clone()).report(),
    )?;
    Ok(Findings::of(&search.search, worth, published))
}

/// The number of lists with the least load for up to 0, 1, 2, … crashes; nothing where there are too many to try.
fn left(computers: usize) -> Vec<usize> {
    let Ok(stages) = stages::stages(computers) else {
        return Vec::new();
    };
    let all = (1..computers).product();
    std::iter::once(all)
        .chain(stages.iter().map(|stage| stage.lists.len()))
        .collect()
}

impl Findings {
    fn of(search: &ListSearch, worth: Worth, published: Option<Side>) -> Self {
        let computers = search.computers();
        let list = search.list();
        Self {
            computers,
            early: !search.is_done(),
            found: Side {
                entries: list.map_or_else(|_| Vec::new(), |list| list.entries().to_vec()),
                loads: search.loads().to_vec(),
            },
            refutations: search.refutations().to_vec(),
            nodes: search.nodes(),
            published,
            stages: left(computers),
            worth,
        }
    }

    /// The lower bound MV.
    fn least(&self) -> Vec<usize> {
        lower_bounds::least_loads(self.computers)
    }

    /// The number of crashes up to which loads meet the lower bound.
    fn tight(&self, loads: &[usize]) -> usize {
        lower_bounds::tight(loads.iter().copied(), &self.least())
    }

    fn crashes(number: usize) -> String {
        count(number, word!("crash"), word!("crashes"))
    }

    fn headline(&self) -> String {
        let n = self.computers;
        let tight = self.tight(&self.found.loads);
        if tight == n - 1 {
            return say!(
                "A turned list for {n} computers meets the lower bound MV for every number of crashes"
            );
        }
        if tight < self.found.loads.len() && self.worth.is_believed() {
            return say!(
                "A resumed search found no turned list for {n} computers that meets the lower bound MV for every number of crashes up to {}",
                tight + 1
            );
        }
        if tight < self.found.loads.len() {
            return say!(
                "No turned list for {n} computers meets the lower bound MV for every number of crashes up to {}",
                tight + 1
            );
        }
        say!(
            "So far, a turned list for {n} computers meets the lower bound MV for up to {}",
            Self::crashes(tight)
        )
    }

    fn why(&self) -> String {
        let mut said = vec![say!(
            "The search tries lists entry by entry and gives up a beginning as soon as some crashes bring too many processes together: {} so far.",
            count(self.nodes as usize, word!("node"), word!("nodes"))
        )];
        if !self.early {
            said = vec![say!(
                "The search tried lists entry by entry and gave up a beginning as soon as some crashes brought too many processes together: {} in all.",
                count(self.nodes as usize, word!("node"), word!("nodes"))
            )];
        }
        said.extend(self.compared());
        sentences(said)
    }

    /// The published list beside the found one.
    fn compared(&self) -> Option<String> {
        let published = self.published.as_ref()?;
        let pairs = self.found.loads.iter().zip(&published.loads);
        let pairs = (1_usize..).zip(pairs);
        let first = pairs
            .clone()
            .find(|(_, (found, published))| found < published);
        let numbers = |wanted: fn(usize, usize) -> bool| -> Vec<String> {
            let wanted = pairs
                .clone()
                .filter(|(_, (found, published))| wanted(**found, **published));
            wanted.map(|(crashes, _)| crashes.to_string()).collect()
        };
        let worse = numbers(|found, published| found < published);
        let better = numbers(|found, published| found > published);
        let better = match better.is_empty() {
            true => String::new(),
            false if better == ["1"] => word!(" It is better for 1\u{a0}crash.").to_owned(),
            false => say!(" It is better for {} crashes.", listed(&better)),
        };
        Some(match first {
            Some((crashes, (found, published))) if worse.len() == 1 => say!(
                "The list of Paper VI is worse for {}: its load is {published}, not {found}.{better}",
                Self::crashes(crashes)
            ),
            Some((crashes, (found, published))) => say!(
                "The list of Paper VI is worse for {} crashes: for {crashes}, its load is {published}, not {found}.{better}",
                listed(&worse)
            ),
            None if self.early => word!("So far the list of Paper VI is as good.").to_owned(),
            None => word!("The list of Paper VI is as good.").to_owned(),
        })
    }

    fn figures(&self) -> Vec<Figure> {
        let tight = self.tight(&self.found.loads);
        let known = match self.early {
            true => word!("known so far"),
            false if self.worth.is_believed() => word!("by a resumed search"),
            false if self.worth.is_verified() => word!("of all lists, verified"),
            false => word!("of all lists"),
        };
        let mut figures = vec![
            Figure::count(
                "tight",
                word!("Crashes with no load above the lower bound"),
                tight as f64,
            )
            .beside(known),
        ];
        if let Some(published) = &self.published {
            figures.push(Figure::count(
                "published",
                word!("The same by the list of Paper VI"),
                self.tight(&published.loads) as f64,
            ));
        }
        figures.push(Figure::count(
            "refuted",
            match self.worth.is_believed() {
                true => word!("Loads found to be too low"),
                false => word!("Loads proved to be too low"),
            },
            self.refutations.len() as f64,
        ));
        figures.push(Figure::count("nodes", word!("Nodes"), self.nodes as f64));
        figures
    }

    fn loads(&self) -> Chart {
        let line = |name: &str, loads: &[usize], main: bool| {
            let points = (1_u32..).zip(loads);
            let points = points.map(|(crashes, load)| (f64::from(crashes), *load as f64));
            Series::line(name, points, main)
        };
        let mut series = vec![line(word!("lower bound MV"), &self.least(), false)];
        if let Some(published) = &self.published {
            series.push(line(word!("published"), &published.loads, false));
        }
        let name = match self.early {
            true => word!("found so far"),
            false if self.worth.is_believed() => word!("found"),
            false => word!("optimal"),
        };
        series.push(line(name, &self.found.loads, true));
        Chart::new(
            "loads",
            word!("How full is the fullest computer in the worst case?"),
            Axis::count(word!("crashed computers")),
            Axis::count(word!("processes on the fullest computer")),
            series,
        )
    }

    fn proofs(&self) -> Chart {
        let bars = self.refutations.iter().map(|proof| {
            let name = say!("{}, load {}", Self::crashes(proof.crashes), proof.load);
            Bar::new(name, proof.nodes as f64, false)
        });
        Chart::new(
            "proofs",
            word!("How many nodes prove that a load is too low?"),
            Axis::number(word!("load that no list has")),
            Axis::count(word!("nodes")),
            vec![Series::bars(bars)],
        )
    }

    /// The number of remaining lists when each stage keeps only the lists with the least load.
    fn stages(&self) -> Option<Chart> {
        let points = self.stages.iter().enumerate();
        let points = points.map(|(crashes, lists)| (crashes as f64, *lists as f64));
        (!self.stages.is_empty()).then(|| {
            Chart::new(
                "stages",
                word!("How many lists have the least load for up to so many crashes?"),
                Axis::count(word!("crashed computers")),
                Axis::count(word!("lists")).logarithmic(),
                vec![Series::steps(word!("lists"), points, true)],
            )
        })
    }

    fn list(&self) -> Table {
        let least = self.least();
        let cell = |value: Option<&usize>| value.map_or_else(Cell::none, |one| Cell::whole(*one));
        let rows = (0..self.computers - 1).map(|at| {
            let mut row = vec![
                Cell::whole(at + 1),
                cell(self.found.entries.get(at)),
                cell(self.found.loads.get(at)),
                cell(least.get(at)),
            ];
            if let Some(published) = &self.published {
                row.push(cell(published.entries.get(at)));
                row.push(cell(published.loads.get(at)));
            }
            row
        });
        let mut columns = vec![
            word!("Place, and number of crashes"),
            word!("Entry"),
            word!("Worst load"),
            word!("Lower bound MV"),
        ];
        if self.published.is_some() {
            columns.extend([word!("Entry of Paper VI"), word!("Worst load of Paper VI")]);
        }
        let title = match self.early {
            true => word!("The list found so far, and its worst loads"),
            false if self.worth.is_believed() => {
                word!("The list found, and its worst loads")
            }
            false => word!("The optimal list, and its worst loads"),
        };
        Table::new("list", title, columns, rows)
    }

    fn refuted(&self) -> Table {
        let rows = self.refutations.iter().map(|proof| {
            [
                Cell::whole(proof.crashes),
                Cell::whole(proof.load),
                Cell::words(fixed(proof.nodes as f64, 0)),
            ]
        });
        Table::new(
            "refuted",
            word!("Loads that no list has together with the least loads of fewer crashes"),
            [word!("Crashes"), word!("Load"), word!("Nodes of the proof")],
            rows,
        )
    }
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let mut charts = vec![self.loads()];
        if !self.refutations.is_empty() {
            charts.push(self.proofs());
        }
        charts.extend(self.stages());
        charts.push(triangle::chart(&self.found.entries, Some(self.computers)));
        Report {
            layout: Layout::charts(&["loads", "proofs"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts,
            tables: vec![self.list(), self.refuted(), frontier::table()],
            notes: [
                word!("Not of the thesis: a complete search among the lists that are turned from computer to computer. Optimal means: of all lists, those of the least load for 1 crash; of these, those of the least load for 2 crashes; and so on.").to_owned(),
                word!("The number of nodes depends on the program that searches; another one can prove the same with more or fewer.").to_owned(),
            ]
            .into_iter()
            .chain(damaged(self.computers))
            .chain(self.worth.notes())
            .collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "tight",
                word!("Number of crashes with no load above the lower bound"),
                Unit::Count,
                vec![self.tight(&self.found.loads) as f64],
            )
            .more_is_better(),
        ]
    }
}
