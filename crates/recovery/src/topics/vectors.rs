//! The worst load of 1, 2, 3, … crashes under several schemes, beside its lower bound.

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
    /// The bound with which the loads are compared: of all schemes the same.
    yardstick: Bound,
    /// Its values.
    scale: Vec<usize>,
    /// The number of crashes up to which certainly no load is above the scale.
    tight: usize,
}

impl Side {
    fn new(built: Built, observer: &mut dyn Observer) -> Result<Self, laboratory::Error> {
        let most = built.computers().saturating_sub(1);
        let vector = worst::vector(&built, most, observer)?;
        let yardstick = worst::yardstick(&built);
        let scale = worst::bounds(&built, yardstick);
        let kept = |(load, scale): &(&Load, &usize)| {
            usize::try_from(load.most).is_ok_and(|most| most <= **scale)
        };
        Ok(Self {
            tight: vector.loads.iter().zip(&scale).take_while(kept).count(),
            bound: worst::bound(&built),
            least: worst::least(&built),
            yardstick,
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

    /// Whether no load can be below the scale; lists that are not turned may have less than the bound of turned ones.
    fn is_bounded(&self) -> bool {
        self.yardstick == self.bound
    }

    /// The greatest excess over the scale: `of` chooses the lower or the upper bound of a load.
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
                word!("Number of crashes with no load above the lower bound"),
                Unit::Count,
                vec![tight as f64],
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// The bound with which all schemes are compared.
    fn yardstick(&self) -> Bound {
        let first = self.sides.first();
        first.map_or(Bound::Turned, |side| side.yardstick)
    }

    /// The bounds of the schemes, each once: its name and its values.
    fn bounds(&self) -> Vec<(&'static str, Vec<f64>)> {
        let Some(first) = self.sides.first() else {
            return Vec::new();
        };
        let any = self.sides.iter().find(|side| side.bound == Bound::Any);
        let turned = (first.yardstick == Bound::Turned).then_some((Bound::Turned, &first.scale));
        let any = any.map(|side| (Bound::Any, &side.least));
        let units = |least: &usize| first.built.units(*least as u32);
        let bounds = turned.into_iter().chain(any);
        bounds
            .map(|(bound, values)| (bound.short(), values.iter().map(units).collect()))
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
        let bound = side.yardstick.called();
        let meets = match side.is_bounded() {
            true => word!("meets"),
            false => word!("does not exceed"),
        };
        if side.always() {
            return say!("{name} {meets} {bound} for every number of crashes of {n}");
        }
        let up_to = match side.tight_is_exact() {
            true => word!("up to"),
            false => word!("at least up to"),
        };
        let crashes = count(side.tight, word!("crash"), word!("crashes"));
        match side.tight {
            // At n - 1 crashes every scheme meets the bound again.
            0 if side.tight_is_exact() => {
                say!("{name} exceeds {bound} after a single crash of {n}")
            }
            0 => say!("{name} is not proved to meet {bound} after a single crash of {n}"),
            _ => say!("{name} {meets} {bound} for {up_to} {crashes} of {n}"),
        }
    }

    fn why(&self) -> String {
        let beyond = self.sides.first().and_then(Self::beyond);
        let mut sentences: Vec<String> = beyond.into_iter().chain(self.rivals()).collect();
        if sentences.is_empty() {
            let none = match self.sides.first().map(|side| side.yardstick) {
                Some(Bound::Any) => word!("No lists have a lower load."),
                _ => word!("No list that is turned for each process has a lower load."),
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
        let (bound, least) = (
            side.yardstick.called(),
            number(side.built.units(*scale as u32)),
        );
        Some(say!(
            "{crashes}{set} {give} it a load of {load}; {bound} is {least}."
        ))
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
        let meet = match (best.iter().all(|side| side.is_bounded()), one) {
            (true, true) => word!("meets it"),
            (true, false) => word!("meet it"),
            (false, true) => word!("does not exceed it"),
            (false, false) => word!("do not exceed it"),
        };
        let exact = best.iter().all(|side| side.tight_is_exact());
        Some(match (best.iter().all(|side| side.always()), exact) {
            (true, _) => say!("{names} {meet} for every number of crashes."),
            (_, true) => say!("{names} {meet} for up to {further}."),
            _ => say!("{names} {meet} for at least up to {further}."),
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
        let tight = word!("Crashes with no load above the lower bound");
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
        let above = Figure::number(
            "excess",
            word!("Largest load above the lower bound"),
            side.built.units(least),
        );
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
            &say!(
                "How far above {} is each scheme?",
                self.yardstick().called()
            ),
            Axis::number(word!("crashed computers")),
            Axis::number(word!("scheme")),
            vec![Series::heat(
                Axis::number(word!("load above the lower bound")),
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
            &say!(
                "Up to how many crashes is no load above {}?",
                self.yardstick().called()
            ),
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
                word!("Lower bound"),
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
        if self.sides.iter().all(|side| side.bound == Bound::Turned) {
            notes.push(word!("No list that is turned for each process is below the lower bound; for some numbers of crashes, none meets it.").to_owned());
        } else {
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
