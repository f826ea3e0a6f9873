//! The worst load of 1, 2, 3, … crashes under several schemes, beside the least possible one.

use recovery_model::worst_case::Vector;
use report::chart::{Axis, Point, Series};
use report::figure::{Interval, Unit};
use report::table::Cell;
use report::words::{count, list as listed};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::cluster::{Built, all, called, number, short};
use crate::parameters::{Compared, Kind};
use crate::worst;

/// What the schemes come to.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// The scheme, and those that it is compared with.
    sides: Vec<Side>,
    /// The schemes that do not exist for this cluster.
    missing: Vec<Kind>,
}

/// A scheme and its worst loads.
struct Side {
    built: Built,
    vector: Vector,
    /// Up to how many crashes they certainly are the least possible ones.
    tight: usize,
}

impl Side {
    /// Whether the number of tolerated crashes is exact: the next load certainly is above the least one.
    fn tight_is_exact(&self, least: &[usize]) -> bool {
        match (self.vector.loads.get(self.tight), least.get(self.tight)) {
            (Some(load), Some(least)) => load.least as usize > *least,
            _ => true,
        }
    }
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let (built, missing) = all(parameters, observer)?;
    let number = built.len() as u64;
    let mut sides = Vec::new();
    for (done, built) in (0..).zip(built) {
        let most = built.computers().saturating_sub(1);
        let mut share = |part: u64, of: u64| {
            let within = part.min(of) as f64 / of.max(1) as f64;
            observer.progress(1_000 * done + (1_000.0 * within) as u64, 1_000 * number)
        };
        let vector = worst::vector(&built, most, &mut share)?;
        sides.push(Side {
            tight: worst::tight(&built, &vector),
            built,
            vector,
        });
    }
    Ok(Findings {
        parameters,
        sides,
        missing,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["loads", "excess"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![self.loads(), self.excess(), self.tolerated()],
            tables: vec![self.vectors(), self.sets()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let tight = self.sides.first().map_or(0, |side| side.tight);
        vec![
            Sample::new(
                "tight",
                word!("Crashes with the least load"),
                Unit::Count,
                vec![tight as f64],
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    fn least(&self) -> Vec<usize> {
        let first = self.sides.first();
        first.map_or_else(Vec::new, |side| worst::least(&side.built))
    }

    fn units(&self, load: usize) -> f64 {
        let first = self.sides.first();
        first.map_or(0.0, |side| side.built.units(load as u32))
    }

    fn headline(&self) -> String {
        let least = self.least();
        let Some(side) = self.sides.first() else {
            return String::new();
        };
        let most = side.vector.loads.len();
        let name = report::words::capital(called(side.built.kind));
        let n = count(
            side.built.computers(),
            word!("computer"),
            word!("computers"),
        );
        if side.tight == most {
            return say!("{name} has the least possible load for every number of crashes of {n}");
        }
        let up_to = match side.tight_is_exact(&least) {
            true => word!("up to"),
            false => word!("at least up to"),
        };
        let crashes = count(side.tight, word!("crash"), word!("crashes"));
        match side.tight {
            0 => say!("{name} never has the least possible load of crashes of {n}"),
            _ => say!("{name} has the least possible load for {up_to} {crashes} of {n}"),
        }
    }

    fn why(&self) -> String {
        let least = self.least();
        let mut sentences = Vec::new();
        if let Some(side) = self.sides.first() {
            let beyond = side.vector.loads.get(side.tight).zip(least.get(side.tight));
            if let Some((load, least)) = beyond {
                let crashed: Vec<String> = load.crashed.iter().map(ToString::to_string).collect();
                let load_words = worst::between(&side.built, load);
                let set = match crashed.is_empty() || crashed.len() > 24 {
                    true => String::new(),
                    false => say!(", for example of computers {},", listed(&crashed)),
                };
                let crashes = count(side.tight + 1, word!("crash"), word!("crashes"));
                let give = match side.tight {
                    0 => word!("gives"),
                    _ => word!("give"),
                };
                sentences.push(say!(
                    "{crashes}{set} {give} it a load of {load_words} instead of {}.",
                    number(self.units(*least))
                ));
            }
        }
        let best = self.sides.iter().skip(1).max_by_key(|side| side.tight);
        let own = self.sides.first().map_or(0, |side| side.tight);
        if let Some(best) = best.filter(|best| best.tight > own) {
            let name = report::words::capital(called(best.built.kind));
            sentences.push(match best.tight == best.vector.loads.len() {
                true => say!("{name} has the least load for every number of crashes."),
                false => say!("{name} has the least load for up to {}.", best.tight),
            });
        } else if self.sides.len() > 1 {
            sentences.push(word!("None of the other schemes reaches further.").to_owned());
        }
        if sentences.is_empty() {
            sentences.push(
                word!("No list can do better: fewer processes per computer are impossible.")
                    .to_owned(),
            );
        }
        report::words::sentences(sentences)
    }

    fn figures(&self) -> Vec<Figure> {
        let least = self.least();
        let Some(side) = self.sides.first() else {
            return Vec::new();
        };
        let exact = match side.tight_is_exact(&least) {
            true => word!("exact"),
            false => word!("at least"),
        };
        let mut figures = vec![
            Figure::count(
                "tight",
                word!("Crashes with the least load"),
                side.tight as f64,
            )
            .beside(exact),
        ];
        if let Some(list) = side.built.list() {
            figures.push(Figure::count(
                "certificate",
                word!("Certified in polynomial time"),
                list.certificate() as f64,
            ));
            figures.push(Figure::count(
                "disjoint",
                word!("Disjoint first routes"),
                list.disjoint_routes() as f64,
            ));
        }
        let promised = side.built.base.as_ref().and_then(|base| base.promised);
        if let Some(promised) = promised.filter(|_| side.built.plain) {
            let name = match side.built.kind {
                Kind::Modulo => word!("Claimed by the thesis"),
                _ => word!("Promised by the scheme"),
            };
            figures.push(Figure::count("promised", name, promised as f64));
        }
        let gaps = side.vector.loads.iter().zip(&least);
        let worst =
            gaps.map(|(load, least)| load.least as usize - (*least).min(load.least as usize));
        figures.push(Figure::number(
            "excess",
            word!("Largest load above the least"),
            self.units(worst.max().unwrap_or(0)),
        ));
        let exact = side.vector.loads.iter().filter(|load| load.is_exact());
        figures.push(
            Figure::count("exact", word!("Exact values"), exact.count() as f64)
                .beside(say!("of {}", side.vector.loads.len())),
        );
        figures
    }

    fn loads(&self) -> Chart {
        let least = self.least();
        let bound = (1_u32..).zip(&least);
        let bound: Vec<(f64, f64)> = bound
            .map(|(crashes, least)| (f64::from(crashes), self.units(*least)))
            .collect();
        let mut series = vec![Series::line(word!("least possible"), bound, false)];
        // The scheme is drawn last, above the others.
        for (place, side) in self.sides.iter().enumerate().rev() {
            let points = (1_u32..).zip(&side.vector.loads).map(|(crashes, load)| {
                let point = Point::new(f64::from(crashes), side.built.units(load.least));
                let interval = (!load.is_exact()).then(|| Interval {
                    low: side.built.units(load.least),
                    high: side.built.units(load.most),
                    level: 1.0,
                });
                Point { interval, ..point }
            });
            series.push(Series::line(short(side.built.kind), points, place == 0));
        }
        Chart::new(
            "loads",
            word!("How full is the fullest computer in the worst case?"),
            Axis::count(word!("crashed computers")),
            Axis::number(word!("load of the fullest computer")),
            series,
        )
    }

    /// How far each scheme is above the least possible load.
    fn excess(&self) -> Chart {
        let least = self.least();
        let columns = (1..=least.len()).map(|crashes| crashes.to_string());
        let rows = self.sides.iter().map(|side| {
            let loads = side.vector.loads.iter().zip(&least);
            let values =
                loads.map(|(load, least)| side.built.units(load.least) - self.units(*least));
            (short(side.built.kind).to_owned(), values.collect())
        });
        Chart::new(
            "excess",
            word!("How far above the least possible load is each scheme?"),
            Axis::number(word!("crashed computers")),
            Axis::number(word!("scheme")),
            vec![Series::heat(
                Axis::number(word!("load above the least")),
                columns,
                rows,
                None,
            )],
        )
    }

    fn tolerated(&self) -> Chart {
        let bars = self.sides.iter().enumerate().map(|(place, side)| {
            report::chart::Bar::new(short(side.built.kind), side.tight as f64, place == 0)
        });
        Chart::new(
            "tolerated",
            word!("Up to how many crashes is the load the least possible?"),
            Axis::number(word!("scheme")),
            Axis::count(word!("crashes")),
            vec![Series::bars(bars)],
        )
    }

    fn vectors(&self) -> Table {
        let least = self.least();
        let columns = std::iter::once(word!("Scheme").to_owned())
            .chain((1..=least.len()).map(|crashes| crashes.to_string()));
        let bound = least
            .iter()
            .map(|least| Cell::words(number(self.units(*least))));
        let bound: Vec<Cell> = std::iter::once(Cell::words(word!("least possible")))
            .chain(bound)
            .collect();
        let rows = self.sides.iter().map(|side| {
            let loads = side.vector.loads.iter();
            std::iter::once(Cell::words(short(side.built.kind)))
                .chain(loads.map(|load| Cell::words(worst::between(&side.built, load))))
                .collect::<Vec<Cell>>()
        });
        Table::new(
            "vectors",
            word!("Worst loads by number of crashes"),
            columns,
            std::iter::once(bound).chain(rows),
        )
    }

    /// The worst crash sets of the scheme.
    fn sets(&self) -> Table {
        let least = self.least();
        let side = self.sides.first();
        let rows = side.into_iter().flat_map(|side| {
            let loads = side.vector.loads.iter().zip(&least);
            (1..).zip(loads).map(|(crashes, (load, least))| {
                let set: Vec<String> = load.crashed.iter().map(ToString::to_string).collect();
                [
                    Cell::whole(crashes),
                    Cell::words(worst::between(&side.built, load)),
                    Cell::words(number(self.units(*least))),
                    Cell::words(match load.is_exact() {
                        true => word!("exact"),
                        false => word!("bounds"),
                    }),
                    match set.is_empty() {
                        true => Cell::none(),
                        false => Cell::words(set.join(", ")),
                    },
                ]
            })
        });
        Table::new(
            "sets",
            &say!(
                "Worst crash sets of {}",
                side.map_or("", |side| called(side.built.kind))
            ),
            [
                word!("Crashes"),
                word!("Load"),
                word!("Least possible"),
                word!("Known"),
                word!("A worst set"),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let bounded: Vec<String> = self
            .sides
            .iter()
            .filter(|side| side.vector.exact().is_none())
            .map(|side| short(side.built.kind).to_owned())
            .collect();
        notes.push(match bounded.is_empty() {
            true => word!("All values are exact.").to_owned(),
            false => say!(
                "Not all values of {} are exact: where two numbers stand, the load lies between them; curves and shades show the lower one, which some crash set or theorem proves.",
                listed(&bounded)
            ),
        });
        if self.sides.iter().any(|side| side.built.base.is_none()) {
            notes.push(word!("The least possible load is proved for schemes that turn one list; for others, only the mean load of the survivors is.").to_owned());
        }
        if self
            .sides
            .first()
            .is_some_and(|side| !side.built.plain && side.built.processes == 1)
        {
            notes.push(word!("With unequal weights, the least possible load is the mean load of the survivors, rounded up; it can be out of reach. Weights are not of the thesis.").to_owned());
        }
        if self.parameters.processes > 1 {
            notes.push(word!("The thesis claims that P processes per computer reach their bound for as many crashes as there are marks below n/P. That cannot hold beyond P + 2 crashes.").to_owned());
        }
        if !self.missing.is_empty() && self.parameters.compared != Compared::Nothing {
            let names: Vec<String> = self
                .missing
                .iter()
                .map(|kind| short(*kind).to_owned())
                .collect();
            notes.push(say!(
                "For this cluster there is no list of: {}.",
                names.join(", ")
            ));
        }
        if self
            .sides
            .iter()
            .any(|side| side.built.kind == Kind::Modulo)
        {
            notes.push(word!("The reused modulo scheme is claimed to tolerate as many crashes as its sequence is long; that is proved only where its first routes are disjoint.").to_owned());
        }
        notes
    }
}
