//! The worst load of 1, 2, 3, … crashes under several schemes, beside the least possible one.

use recovery_model::worst_case::Vector;
use report::chart::{Axis, Point, Series};
use report::figure::{Interval, Unit};
use report::table::Cell;
use report::words::{count, list as listed};
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::cluster::{Built, all, called, left_out, number, short};
use crate::parameters::{Compared, Kind};
use crate::worst::{self, Bound};

/// The outcome of the schemes.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// The scheme, and the schemes compared with it.
    sides: Vec<Side>,
    /// The schemes that do not exist for this cluster.
    missing: Vec<Kind>,
}

/// A scheme and its worst loads.
struct Side {
    built: Built,
    vector: Vector,
    /// The lower bound of each load.
    least: Vec<usize>,
    bound: Bound,
    /// The number of crashes up to which the loads certainly are the least possible ones.
    tight: usize,
}

impl Side {
    /// Whether the number of tolerated crashes is exact: the next load certainly is above the least one.
    fn tight_is_exact(&self) -> bool {
        match (
            self.vector.loads.get(self.tight),
            self.least.get(self.tight),
        ) {
            (Some(load), Some(least)) => load.least as usize > *least,
            _ => true,
        }
    }
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let (built, missing) = all(parameters)?;
    let mut passes = Passes::new(observer, built.len() as u64);
    let mut sides = Vec::new();
    for built in built {
        let most = built.computers().saturating_sub(1);
        let vector = worst::vector(&built, most, &mut passes.next(1))?;
        let least = worst::least(&built);
        sides.push(Side {
            tight: vector.tight(&least),
            bound: worst::bound(&built),
            least,
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
            tables: vec![self.vectors(), self.sets()]
                .into_iter()
                .chain(self.sides.first().map(|side| side.built.lists()))
                .collect(),
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let tight = self.sides.first().map_or(0, |side| side.tight);
        vec![
            Sample::new(
                "tight",
                word!("Number of crashes with the least load"),
                Unit::Count,
                vec![tight as f64],
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// The bounds of the schemes, each once: its name and its values.
    fn bounds(&self) -> Vec<(&'static str, Vec<f64>)> {
        let kinds = [
            (Bound::Turned, word!("least of turned lists")),
            (Bound::Any, word!("least of any lists")),
        ];
        let values = |(kind, name)| {
            let side = self.sides.iter().find(|side| side.bound == kind)?;
            let values = side.least.iter();
            Some((
                name,
                values
                    .map(|least| side.built.units(*least as u32))
                    .collect(),
            ))
        };
        kinds.into_iter().filter_map(values).collect()
    }

    fn headline(&self) -> String {
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
        let up_to = match side.tight_is_exact() {
            true => word!("up to"),
            false => word!("at least up to"),
        };
        let crashes = count(side.tight, word!("crash"), word!("crashes"));
        match side.tight {
            // At n - 1 crashes every scheme has the least load again.
            0 if side.tight_is_exact() => {
                say!("{name} exceeds the lower bound of the load after a single crash of {n}")
            }
            0 => say!("{name} is not proved to have the least possible load of a crash of {n}"),
            _ => say!("{name} has the least possible load for {up_to} {crashes} of {n}"),
        }
    }

    fn why(&self) -> String {
        let mut sentences = Vec::new();
        if let Some(side) = self.sides.first() {
            let beyond = side
                .vector
                .loads
                .get(side.tight)
                .zip(side.least.get(side.tight));
            if let Some((load, least)) = beyond {
                let crashed: Vec<String> = load.crashed.iter().map(ToString::to_string).collect();
                let load_words = worst::between(&side.built, load);
                let set = match crashed.as_slice() {
                    [] => String::new(),
                    [one] => say!(", for example of computer {one},"),
                    many if many.len() > 24 => String::new(),
                    many => say!(", for example of computers {},", listed(many)),
                };
                let crashes = count(side.tight + 1, word!("crash"), word!("crashes"));
                let give = match side.tight {
                    0 => word!("gives"),
                    _ => word!("give"),
                };
                let least_words = number(side.built.units(*least as u32));
                sentences.push(match side.tight_is_exact() && side.bound == Bound::Turned {
                    true => say!(
                        "{crashes}{set} {give} it a load of {load_words} instead of {least_words}."
                    ),
                    false => say!(
                        "{crashes}{set} {give} it a load of {load_words}; at least {least_words} cannot be avoided."
                    ),
                });
            }
        }
        // Reaches are compared where they are relative to the same bound.
        let own = self.sides.first();
        let (reach, bound) = own.map_or((0, Bound::Any), |side| (side.tight, side.bound));
        let others = self.sides.iter().skip(1).filter(|side| side.bound == bound);
        let unclear = others.clone().any(|side| !side.tight_is_exact());
        let further = others.clone().map(|side| side.tight).max();
        if let Some(further) = further.filter(|further| *further > reach) {
            let best: Vec<&Side> = others.filter(|side| side.tight == further).collect();
            let names: Vec<String> = best
                .iter()
                .map(|side| called(side.built.kind).to_owned())
                .collect();
            let names = report::words::capital(&listed(&names));
            let has = match best.len() {
                1 => word!("has"),
                _ => word!("have"),
            };
            let every = best
                .iter()
                .all(|side| side.tight == side.vector.loads.len());
            let exact = best.iter().all(|side| side.tight_is_exact());
            sentences.push(match (every, exact) {
                (true, _) => say!("{names} {has} the least load for every number of crashes."),
                (_, true) => say!("{names} {has} the least load for up to {further}."),
                _ => say!("{names} {has} the least load for at least up to {further}."),
            });
        } else if further.is_some() {
            sentences.push(
                match unclear {
                    true => word!("None of the other schemes is proved to reach further."),
                    false => word!("None of the other schemes reaches further."),
                }
                .to_owned(),
            );
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
        let Some(side) = self.sides.first() else {
            return Vec::new();
        };
        let exact = match side.tight_is_exact() {
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
        let promised = side.built.promised();
        if let Some(promised) = promised.filter(|_| side.built.plain) {
            let name = match side.built.kind {
                Kind::Modulo => word!("Claimed by the thesis"),
                _ => word!("Promised by the scheme"),
            };
            figures.push(Figure::count("promised", name, promised as f64));
        }
        let gaps = side.vector.loads.iter().zip(&side.least);
        let worst = gaps.map(|(load, least)| load.least.saturating_sub(*least as u32));
        figures.push(Figure::number(
            "excess",
            word!("Largest load above the least"),
            side.built.units(worst.max().unwrap_or(0)),
        ));
        let exact = side.vector.loads.iter().filter(|load| load.is_exact());
        figures.push(
            Figure::count("exact", word!("Exact values"), exact.count() as f64)
                .beside(say!("of {}", side.vector.loads.len())),
        );
        figures
    }

    fn loads(&self) -> Chart {
        let bounds = self.bounds().into_iter();
        let mut series: Vec<Series> = bounds
            .map(|(name, values)| {
                let points = (1_u32..).zip(values);
                let points: Vec<(f64, f64)> = points
                    .map(|(crashes, least)| (f64::from(crashes), least))
                    .collect();
                Series::line(name, points, false)
            })
            .collect();
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

    /// The excess of each scheme over its bound.
    fn excess(&self) -> Chart {
        let most = self.sides.first().map_or(0, |side| side.least.len());
        let columns = (1..=most).map(|crashes| crashes.to_string());
        let rows = self.sides.iter().map(|side| {
            let loads = side.vector.loads.iter().zip(&side.least);
            let values = loads
                .map(|(load, least)| side.built.units(load.least.saturating_sub(*least as u32)));
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
        let most = self.sides.first().map_or(0, |side| side.least.len());
        let columns = std::iter::once(word!("Scheme").to_owned())
            .chain((1..=most).map(|crashes| crashes.to_string()));
        let bounds = self.bounds().into_iter().map(|(name, values)| {
            let values = values.into_iter().map(|least| Cell::words(number(least)));
            std::iter::once(Cell::words(name))
                .chain(values)
                .collect::<Vec<Cell>>()
        });
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
            bounds.chain(rows),
        )
    }

    /// The worst crash sets of the scheme.
    fn sets(&self) -> Table {
        let side = self.sides.first();
        let rows = side.into_iter().flat_map(|side| {
            let loads = side.vector.loads.iter().zip(&side.least);
            (1..).zip(loads).map(|(crashes, (load, least))| {
                let set: Vec<String> = load.crashed.iter().map(ToString::to_string).collect();
                [
                    Cell::whole(crashes),
                    Cell::words(worst::between(&side.built, load)),
                    Cell::words(number(side.built.units(*least as u32))),
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
            .map(|side| called(side.built.kind).to_owned())
            .collect();
        notes.push(match bounded.is_empty() {
            true => word!("All values are exact.").to_owned(),
            false => say!(
                "Not all values of {} are exact: where two numbers stand, the load lies between them; curves and shades show the lower one, which some crash set or theorem proves.",
                listed(&bounded)
            ),
        });
        if self.sides.iter().any(|side| side.bound == Bound::Any) {
            notes.push(word!("The thesis’s lower bound MV is proved for schemes that turn one list, with equal weights. For others the bound is the larger of the mean load of the survivors, rounded up, and the fullest computer before any crash; it can be out of reach. Weights are not of the thesis.").to_owned());
        }
        if self.parameters.processes > 1 {
            notes.push(word!("The thesis claims that P processes per computer reach their bound for as many crashes as there are marks below n/P. That cannot hold beyond P + 2 crashes.").to_owned());
        }
        if !self.missing.is_empty() && self.parameters.compared != Compared::Nothing {
            notes.extend(left_out(&self.missing));
        }
        notes.extend(self.sides.iter().filter_map(|side| side.built.remark()));
        notes
    }
}
