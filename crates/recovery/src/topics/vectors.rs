//! The worst load of 1, 2, 3, … crashes under several schemes, beside the least possible one.

use recovery_model::worst_case::{Load, Vector};
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
    /// The lower bound that is proved for each load of this scheme.
    least: Vec<usize>,
    bound: Bound,
    /// The load with which each load is compared: of all schemes the same.
    scale: Vec<usize>,
    /// The number of crashes up to which no load certainly is above the scale.
    tight: usize,
}

/// A relation of a scheme to the loads with which all are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// They are the least of schemes that turn one list, as this one does.
    Least,
    /// They are those of another kind of scheme, which turns one list.
    Kept,
    /// They are a lower bound of any lists.
    Met,
}

impl Relation {
    /// The relation that holds for all of these.
    fn of<'s>(sides: impl IntoIterator<Item = &'s Side>) -> Self {
        let mut relations = sides.into_iter().map(Side::relation);
        let other = relations.find(|relation| *relation != Self::Least);
        other.unwrap_or(Self::Least)
    }
}

impl Side {
    fn new(built: Built, observer: &mut dyn Observer) -> Result<Self, laboratory::Error> {
        let most = built.computers().saturating_sub(1);
        let vector = worst::vector(&built, most, observer)?;
        let scale = worst::bounds(&built, worst::yardstick(&built));
        let kept = |(load, scale): &(&Load, &usize)| {
            usize::try_from(load.most).is_ok_and(|most| most <= **scale)
        };
        Ok(Self {
            tight: vector.loads.iter().zip(&scale).take_while(kept).count(),
            bound: worst::bound(&built),
            least: worst::least(&built),
            scale,
            built,
            vector,
        })
    }

    /// Whether the number of tolerated crashes is exact: the next load certainly is above the scale.
    fn tight_is_exact(&self) -> bool {
        match (
            self.vector.loads.get(self.tight),
            self.scale.get(self.tight),
        ) {
            (Some(load), Some(scale)) => load.least as usize > *scale,
            _ => true,
        }
    }

    /// Whether no number of crashes exceeds the scale.
    fn always(&self) -> bool {
        self.tight == self.vector.loads.len()
    }

    fn relation(&self) -> Relation {
        match (worst::yardstick(&self.built), self.bound) {
            (Bound::Any, _) => Relation::Met,
            (Bound::Turned, Bound::Turned) => Relation::Least,
            (Bound::Turned, Bound::Any) => Relation::Kept,
        }
    }

    /// The most that a load may be and is above the scale.
    fn excess(&self, of: impl Fn(&Load) -> u32) -> u32 {
        let gaps = self.vector.loads.iter().zip(&self.scale);
        let above = gaps.map(|(load, scale)| of(load).saturating_sub(*scale as u32));
        above.max().unwrap_or(0)
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
        sides.push(Side::new(built, &mut passes.next(1))?);
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
                match self.sides.first().map(Side::relation) {
                    Some(Relation::Met) => word!("Number of crashes that meet the lower bound"),
                    _ => word!("Number of crashes with the least load"),
                },
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
        let Some(first) = self.sides.first() else {
            return Vec::new();
        };
        let any = self.sides.iter().find(|side| side.bound == Bound::Any);
        let turned = worst::yardstick(&first.built) == Bound::Turned;
        let turned = turned.then_some((word!("least of turned lists"), &first.scale));
        let any = any.map(|side| (word!("least of any lists"), &side.least));
        let units = |least: &usize| first.built.units(*least as u32);
        let bounds = turned.into_iter().chain(any);
        bounds
            .map(|(name, values)| (name, values.iter().map(units).collect()))
            .collect()
    }

    fn headline(&self) -> String {
        let Some(side) = self.sides.first() else {
            return String::new();
        };
        let name = report::words::capital(called(side.built.kind));
        let n = count(
            side.built.computers(),
            word!("computer"),
            word!("computers"),
        );
        let has = match side.relation() {
            Relation::Least => word!("has the least possible load"),
            Relation::Kept => word!("keeps to the least load of turned lists"),
            Relation::Met => word!("meets the lower bound of the load"),
        };
        if side.always() {
            return say!("{name} {has} for every number of crashes of {n}");
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
            0 => say!(
                "{name} is not proved to meet the lower bound of the load after a single crash of {n}"
            ),
            _ => say!("{name} {has} for {up_to} {crashes} of {n}"),
        }
    }

    fn why(&self) -> String {
        let beyond = self.sides.first().and_then(Self::beyond);
        let mut sentences: Vec<String> = beyond.into_iter().chain(self.rivals()).collect();
        if sentences.is_empty() {
            let none = match self.sides.first().map(Side::relation) {
                Some(Relation::Kept) => {
                    word!("No list that is turned for each process does better.")
                }
                _ => word!("No list can do better: fewer processes per computer are impossible."),
            };
            sentences.push(none.to_owned());
        }
        report::words::sentences(sentences)
    }

    /// The first load above the scale, with an example.
    fn beyond(side: &Side) -> Option<String> {
        /// The most computers of an example.
        const LISTED: usize = 24;
        let load = side.vector.loads.get(side.tight)?;
        let scale = side.scale.get(side.tight)?;
        let crashed: Vec<String> = load.crashed.iter().map(ToString::to_string).collect();
        let set = match crashed.as_slice() {
            [] => String::new(),
            [one] => say!(", for example of computer {one},"),
            many if many.len() > LISTED => String::new(),
            many => say!(", for example of computers {},", listed(many)),
        };
        let crashes = count(side.tight + 1, word!("crash"), word!("crashes"));
        let give = match side.tight {
            0 => word!("gives"),
            _ => word!("give"),
        };
        let load = worst::between(&side.built, load);
        let least = number(side.built.units(*scale as u32));
        Some(match (side.relation(), side.tight_is_exact()) {
            (Relation::Least, true) => {
                say!("{crashes}{set} {give} it a load of {load} instead of {least}.")
            }
            (Relation::Kept, _) => say!(
                "{crashes}{set} {give} it a load of {load}; the least of turned lists is {least}."
            ),
            _ => say!(
                "{crashes}{set} {give} it a load of {load}; at least {least} cannot be avoided."
            ),
        })
    }

    /// The schemes that reach further than the first one.
    fn rivals(&self) -> Option<String> {
        let (own, others) = self.sides.split_first()?;
        let further = others.iter().map(|side| side.tight).max()?;
        if further <= own.tight {
            return Some(
                match others.iter().all(Side::tight_is_exact) {
                    true => word!("None of the other schemes reaches further."),
                    false => word!("None of the other schemes is proved to reach further."),
                }
                .to_owned(),
            );
        }
        let best: Vec<&Side> = others.iter().filter(|side| side.tight == further).collect();
        let names: Vec<String> = best
            .iter()
            .map(|side| called(side.built.kind).to_owned())
            .collect();
        let names = report::words::capital(&listed(&names));
        let one = best.len() == 1;
        let has = match (Relation::of(best.iter().copied()), one) {
            (Relation::Least, true) => word!("has the least load"),
            (Relation::Least, false) => word!("have the least load"),
            (Relation::Kept, true) => word!("keeps to the least load of turned lists"),
            (Relation::Kept, false) => word!("keep to the least load of turned lists"),
            (Relation::Met, true) => word!("meets the lower bound"),
            (Relation::Met, false) => word!("meet the lower bound"),
        };
        let exact = best.iter().all(|side| side.tight_is_exact());
        Some(match (best.iter().all(|side| side.always()), exact) {
            (true, _) => say!("{names} {has} for every number of crashes."),
            (_, true) => say!("{names} {has} for up to {further}."),
            _ => say!("{names} {has} for at least up to {further}."),
        })
    }

    fn figures(&self) -> Vec<Figure> {
        let Some(side) = self.sides.first() else {
            return Vec::new();
        };
        let exact = match side.tight_is_exact() {
            true => word!("exact"),
            false => word!("at least"),
        };
        let (tight, excess) = match side.relation() {
            Relation::Least => (
                word!("Crashes with the least load"),
                word!("Largest load above the least"),
            ),
            Relation::Kept => (
                word!("Crashes with the least load of turned lists"),
                word!("Largest load above the least of turned lists"),
            ),
            Relation::Met => (
                word!("Crashes that meet the lower bound"),
                word!("Largest load above the lower bound"),
            ),
        };
        let mut figures = vec![Figure::count("tight", tight, side.tight as f64).beside(exact)];
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
        let [least, most] = [
            side.excess(|load| load.least),
            side.excess(|load| load.most),
        ];
        let above = Figure::number("excess", excess, side.built.units(least));
        figures.push(match least == most {
            true => above,
            false => above.beside(say!("at most {}", number(side.built.units(most)))),
        });
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

    /// The excess of each scheme over the scale.
    fn excess(&self) -> Chart {
        let title = match Relation::of(&self.sides) {
            Relation::Least => word!("How far above the least possible load is each scheme?"),
            Relation::Kept => word!("How far above the least load of turned lists is each scheme?"),
            Relation::Met => word!("How far above the lower bound is each scheme?"),
        };
        let most = self.sides.first().map_or(0, |side| side.scale.len());
        let columns = (1..=most).map(|crashes| crashes.to_string());
        let rows = self.sides.iter().map(|side| {
            let loads = side.vector.loads.iter().zip(&side.scale);
            let values = loads
                .map(|(load, scale)| side.built.units(load.least.saturating_sub(*scale as u32)));
            (short(side.built.kind).to_owned(), values.collect())
        });
        Chart::new(
            "excess",
            title,
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
        let title = match Relation::of(&self.sides) {
            Relation::Least => word!("Up to how many crashes is the load the least possible?"),
            Relation::Kept => {
                word!("Up to how many crashes is no load above the least of turned lists?")
            }
            Relation::Met => word!("Up to how many crashes does the load meet the lower bound?"),
        };
        let bars = self.sides.iter().enumerate().map(|(place, side)| {
            report::chart::Bar::new(short(side.built.kind), side.tight as f64, place == 0)
        });
        Chart::new(
            "tolerated",
            title,
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
                match side.map(|side| side.bound) {
                    Some(Bound::Any) => word!("At least"),
                    _ => word!("Least possible"),
                },
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
            notes.push(word!("The thesis’s lower bound MV is proved for schemes that turn one list, with equal weights. For any lists the bound is the largest of three loads: the mean load of the survivors, rounded up; the fullest computer before any crash; and a process together with the own processes of another computer, which it joins when its home crashes. The bound can be out of reach. With equal weights all schemes are compared with MV, which lists that are not turned may get below; with other weights they are compared with the bound of any lists. Weights are not of the thesis.").to_owned());
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
