//! The crashes for which each scheme meets the lower bound of the load: guaranteed and exact, for clusters of any size.

use recovery_model::list::List;
use recovery_model::schemes::fill::Fill;
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Error, lower_bounds};
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, list as listed, sentences};
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::cluster::{called, constructed, failed, promised, short};
use crate::parameters::Kind;

/// The schemes with a promise, and the lists without a promise that come close to the best.
const KINDS: [Kind; 7] = [
    Kind::Log,
    Kind::Greedy,
    Kind::Golomb,
    Kind::Modulo,
    Kind::Trapezium,
    Kind::Published,
    Kind::Recomputed,
];

/// The smallest cluster.
const LEAST: usize = 3;

/// The promises of the schemes, and the crashes that they tolerate.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// For each scheme, the values from the smallest cluster on; nothing where the scheme has no list.
    schemes: Vec<(Kind, Vec<Option<Value>>)>,
}

/// The values of a scheme for a number of computers.
#[derive(Clone, Copy)]
struct Value {
    /// The thesis's guarantee or claim; nothing where its curve ends, or for a list of a table.
    promised: Option<usize>,
    /// The number of crashes up to which the load certainly meets its lower bound.
    tight: usize,
    /// Whether that number is exact rather than a lower bound.
    exact: bool,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let most = parameters.most_computers as usize;
    let mut schemes: Vec<(Kind, Vec<Option<Value>>)> =
        KINDS.iter().map(|kind| (*kind, Vec::new())).collect();
    // Work grows with the cube of the size.
    let work = |n: usize| (n * n * n) as u64;
    let each: u64 = (LEAST..=most).map(work).sum();
    let mut passes = Passes::new(observer, each * KINDS.len() as u64);
    for n in LEAST..=most {
        for (kind, values) in &mut schemes {
            values.push(value(*kind, n, &mut passes.next(work(n)))?);
        }
    }
    Ok(Findings {
        parameters,
        schemes,
    })
}

/// A scheme for a number of computers.
fn value(
    kind: Kind,
    n: usize,
    observer: &mut dyn Observer,
) -> Result<Option<Value>, laboratory::Error> {
    let made = match constructed(kind, n, Fill::Ascending) {
        Ok(Some(made)) => made,
        Ok(None) | Err(Error::Table { .. }) => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let (tight, exact) = tight(&made.list, observer)?;
    Ok(Some(Value {
        promised: promised(kind, &made),
        tight,
        exact,
    }))
}

/// The number of crashes up to which a list meets the lower bound of the load, and whether that is exact. The search tries only as many
/// crashes as it needs to see the list fail.
fn tight(list: &List, observer: &mut dyn Observer) -> Result<(usize, bool), laboratory::Error> {
    let n = list.computers();
    let least = lower_bounds::least_loads(n);
    let mut most = (list.certificate() + 2).min(n - 1);
    loop {
        // The number of searches is not known in advance.
        let mut go_on = |_: u64, _: u64| observer.progress(0, 0);
        let vector =
            worst_case::of_list(list, most, Budget::default(), &mut go_on).map_err(failed)?;
        let tight = vector.tight(&least);
        if tight < most || most == n - 1 {
            let beyond = vector.loads.get(tight).zip(least.get(tight));
            let exact = beyond.is_none_or(|(load, least)| load.least as usize > *least);
            return Ok((tight, exact));
        }
        most = (most + most / 2 + 1).min(n - 1);
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["exact", "promised"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![self.exact(), self.promised(), self.both()],
            tables: vec![self.table()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "tolerated",
                word!("Number of tolerated crashes"),
                Unit::Count,
                vec![
                    self.last(self.main())
                        .map_or(0.0, |value| value.tight as f64),
                ],
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// The scheme that the headline is about.
    fn main(&self) -> Kind {
        self.parameters.promising.kind()
    }

    fn most(&self) -> usize {
        self.parameters.most_computers as usize
    }

    /// The value of a scheme for the largest cluster.
    fn last(&self, kind: Kind) -> Option<Value> {
        let (_, values) = self.schemes.iter().find(|(one, _)| *one == kind)?;
        values.last().copied().flatten()
    }

    /// The schemes that tolerate most crashes in the largest cluster, and their number of crashes.
    fn best(&self) -> (Vec<String>, usize) {
        let last = |kind: &Kind| self.last(*kind).map_or(0, |value| value.tight);
        let most = KINDS.iter().map(last).max().unwrap_or(0);
        let names = KINDS.iter().filter(|kind| last(kind) == most);
        (names.map(|kind| called(*kind).to_owned()).collect(), most)
    }

    fn headline(&self) -> String {
        let n = self.most();
        let Some(value) = self.last(self.main()) else {
            return String::new();
        };
        let scheme = called(self.main());
        let crashes = |number: usize| count(number, word!("crash"), word!("crashes"));
        let tight = match (value.exact, value.promised) {
            (true, Some(promised)) if promised == value.tight => word!("no more").to_owned(),
            (true, _) => value.tight.to_string(),
            (false, _) => say!("at least {}", value.tight),
        };
        match (value.promised, self.main()) {
            (None, _) if value.exact => {
                say!(
                    "With {n} computers, {scheme} tolerates {}",
                    crashes(value.tight)
                )
            }
            (None, _) => {
                say!(
                    "With {n} computers, {scheme} tolerates at least {}",
                    crashes(value.tight)
                )
            }
            (Some(claimed), Kind::Modulo) if claimed > value.tight && value.exact => say!(
                "With {n} computers, {scheme} is claimed to tolerate {}, but tolerates {tight}",
                crashes(claimed)
            ),
            (Some(claimed), Kind::Modulo) => say!(
                "With {n} computers, {scheme} is claimed to tolerate {}, and tolerates {tight}",
                crashes(claimed)
            ),
            (Some(promised), _) => say!(
                "With {n} computers, {scheme} guarantees to meet the lower bound for {}, and tolerates {tight}",
                crashes(promised)
            ),
        }
    }

    fn why(&self) -> String {
        let counted = match self.main() {
            Kind::Trapezium => word!(
                "The guarantee counts first routes that share no computer, and later ones with enough computers of their own; the tolerated crashes depend on all routes."
            ),
            Kind::Modulo => word!(
                "The claim counts the marks of the sequence, whose routes may share computers."
            ),
            _ => word!(
                "A guarantee counts only routes that share no computer; the tolerated crashes depend on all routes."
            ),
        };
        sentences([counted.to_owned(), self.most_tolerated()])
    }

    /// The schemes that tolerate most crashes in the largest cluster, in a sentence.
    fn most_tolerated(&self) -> String {
        let (names, most) = self.best();
        let mut last = KINDS.iter().filter_map(|kind| self.last(*kind));
        if last.any(|value| !value.exact) {
            return say!(
                "With {} computers, the most crashes are proved to be tolerated by {}: {most}.",
                self.most(),
                listed(&names)
            );
        }
        let all = KINDS.iter().filter(|kind| self.last(**kind).is_some());
        if names.len() == all.count() {
            return say!(
                "With {} computers, all schemes tolerate as many crashes: {most}.",
                self.most()
            );
        }
        say!(
            "With {} computers, the most crashes are tolerated by {}: {most}.",
            self.most(),
            listed(&names)
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |kind: &Kind| {
            let value = self.last(*kind)?;
            let key = match kind {
                Kind::Log => "log",
                Kind::Greedy => "greedy",
                Kind::Golomb => "golomb",
                Kind::Modulo => "modulo",
                Kind::Published => "published",
                Kind::Recomputed => "recomputed",
                _ => "trapezium",
            };
            let figure = Figure::count(
                key,
                &report::words::capital(short(*kind)),
                value.tight as f64,
            );
            let promised = match (value.promised, *kind) {
                (None, Kind::Modulo) => word!("nothing claimed").to_owned(),
                (None, _) => word!("nothing guaranteed").to_owned(),
                (Some(promised), Kind::Modulo) => say!("claimed: {promised}"),
                (Some(promised), _) => say!("guaranteed: {promised}"),
            };
            Some(figure.beside(promised))
        };
        KINDS.iter().filter_map(figure).collect()
    }

    /// The values of a scheme by numbers of computers.
    fn values(&self, kind: Kind) -> impl Iterator<Item = (usize, Value)> {
        let found = self.schemes.iter().filter(move |(one, _)| *one == kind);
        let values = found.flat_map(|(_, values)| (LEAST..).zip(values));
        values.filter_map(|(n, value)| Some((n, (*value)?)))
    }

    fn lines(
        &self,
        name: impl Fn(Kind) -> String,
        of: impl Fn(Value) -> Option<usize>,
    ) -> Vec<Series> {
        let line = |kind: &Kind| {
            let points = self
                .values(*kind)
                .filter_map(|(n, value)| Some((n as f64, of(value)? as f64)));
            Series::steps(&name(*kind), points, *kind == self.main())
        };
        let lines = KINDS.iter().map(line);
        lines.filter(|line| !line.is_empty()).collect()
    }

    fn exact(&self) -> Chart {
        Chart::new(
            "exact",
            word!("Up to how many crashes does each scheme meet the lower bound?"),
            Axis::count(word!("computers")),
            Axis::count(word!("tolerated crashes")),
            self.lines(|kind| short(kind).to_owned(), |value| Some(value.tight)),
        )
    }

    fn promised(&self) -> Chart {
        let name = |kind| match kind {
            Kind::Modulo => say!("{}, claimed", short(kind)),
            kind => short(kind).to_owned(),
        };
        let mut series = self.lines(name, |value| value.promised);
        let absolute =
            (LEAST..=self.most()).map(|n| (n as f64, lower_bounds::most_disjoint(n) as f64));
        series.push(Series::steps(
            word!("most disjoint routes"),
            absolute,
            false,
        ));
        Chart::new(
            "promised",
            word!("How many crashes does each scheme guarantee?"),
            Axis::count(word!("computers")),
            Axis::count(word!("guaranteed crashes")),
            series,
        )
    }

    /// The promise of the main scheme and the crashes that it tolerates.
    fn both(&self) -> Chart {
        let exact = self
            .values(self.main())
            .map(|(n, value)| (n as f64, value.tight as f64));
        let promised = self
            .values(self.main())
            .filter_map(|(n, value)| Some((n as f64, value.promised? as f64)));
        let scheme = called(self.main());
        // A claim does not always hold.
        let (title, name) = match self.main() {
            Kind::Modulo => (
                say!("Does {scheme} tolerate as many crashes as claimed?"),
                word!("claimed"),
            ),
            _ => (
                say!("How much more than guaranteed does {scheme} tolerate?"),
                word!("guaranteed"),
            ),
        };
        Chart::new(
            "both",
            &title,
            Axis::count(word!("computers")),
            Axis::count(word!("crashes")),
            vec![
                Series::steps(name, promised, false),
                Series::steps(word!("exact"), exact, true),
            ],
        )
    }

    fn table(&self) -> Table {
        // Lists of tables promise nothing.
        let promises = |kind: Kind| !matches!(kind, Kind::Published | Kind::Recomputed);
        let columns = KINDS.iter().flat_map(|kind| {
            let name = report::words::capital(short(*kind));
            let promised = match kind {
                Kind::Modulo => say!("{name}, claimed"),
                _ => say!("{name}, guaranteed"),
            };
            let exact = say!("{name}, exact");
            [promises(*kind).then_some(promised), Some(exact)]
                .into_iter()
                .flatten()
        });
        let columns: Vec<String> = std::iter::once(word!("Computers").to_owned())
            .chain(columns)
            .collect();
        let rows = (LEAST..=self.most()).map(|n| {
            let cells = self.schemes.iter().flat_map(|(kind, values)| {
                let value = values.get(n - LEAST).copied().flatten();
                let promised = value.and_then(|value| value.promised);
                let promised = promised.map_or_else(Cell::none, Cell::whole);
                let exact = value.map_or_else(Cell::none, |value| match value.exact {
                    true => Cell::whole(value.tight),
                    false => Cell::words(say!("at least {}", value.tight)),
                });
                [promises(*kind).then_some(promised), Some(exact)]
                    .into_iter()
                    .flatten()
            });
            std::iter::once(Cell::whole(n))
                .chain(cells)
                .collect::<Vec<_>>()
        });
        Table::new("tolerated", word!("Guaranteed and exact"), columns, rows)
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("A scheme tolerates p crashes if, for each number of crashes up to p, the worst load meets the lower bound MV.").to_owned(),
            word!("Of the trapezium scheme, the guarantee is that of Paper V’s table 1; its theorem 1 adds the order less 1, which needs routes that nothing controls.").to_owned(),
        ];
        let broken = self.values(Kind::Modulo);
        let broken = broken.filter_map(|(n, value)| {
            let claimed = value
                .promised
                .filter(|claimed| value.exact && value.tight < *claimed)?;
            Some(say!(
                "{n} computers (claimed {claimed}, exact {})",
                value.tight
            ))
        });
        let broken: Vec<String> = broken.collect();
        if !broken.is_empty() {
            notes.push(say!(
                "The thesis’s claim about reused modulo sequences fails at {}.",
                listed(&broken)
            ));
        } else {
            notes.push(word!("The thesis’s claim about reused modulo sequences is proved only where as many first routes are disjoint, as where the modulus is the number of computers; it fails at 59 and 103.").to_owned());
        }
        let mut values = KINDS.iter().flat_map(|kind| self.values(*kind));
        if values.any(|(_, value)| !value.exact) {
            notes.push(word!("Some values are lower bounds, as the table says: the search kept as many unions of routes as it may.").to_owned());
        }
        notes
    }
}
