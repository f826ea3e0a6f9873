//! Crashes: the computer of each process after them, under two schemes.

mod charts;
mod ring;
mod sentences;
mod set;
mod tables;

use recovery_model::worst_case::Load;
use recovery_model::{timeline, typed};
use report::evidence::{factor, same};
use report::figure::Unit;
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Winner, Worlds};
use schedule::Schedule;
use words::{say, word};

use crate::cluster::{Built, build, called, number, refused};
use crate::parameters::Crashes;
use crate::rounds::{self, Fullest, Round};
use crate::{Parameters, worst};

use set::{chosen, searched};

/// The most crash routes of a chart, and the most marks of a triangle.
const MOST_ROUTES: usize = 40;

/// The outcome of crashes under two schemes.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// The other scheme, and the scheme.
    sides: [Side; 2],
    /// Whether the crash set is proved to be the worst of its size; nothing where it was not searched.
    worst_known: Option<bool>,
    /// The computers with drawn lanes.
    drawn: Vec<usize>,
    /// The number of the drawn round of each scheme, its fullest.
    moments: [usize; 2],
    /// The schedules of these rounds.
    fullest: [Schedule; 2],
    /// The schedule of all rounds of the scheme.
    schedule: Schedule,
}

/// A scheme under the crashes.
struct Side {
    built: Built,
    rounds: Vec<Round>,
    /// The worst load of as many crashes; nothing without crashes and for a script.
    worst: Option<Load>,
    /// The lower bound of the worst load of as many crashes; for a script, of none.
    least: usize,
}

impl Side {
    /// The last round, the only one without a script.
    fn last(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The round with the fullest computer.
    fn peak(&self) -> Option<&Round> {
        let most = self.load();
        self.rounds.iter().find(|round| round.load() == most)
    }

    fn load(&self) -> u32 {
        self.rounds.iter().map(Round::load).max().unwrap_or(0)
    }

    /// The number of crash routes to a computer: one for each process of the others.
    fn routes(&self) -> usize {
        self.built.scheme.processes().len() - self.built.processes as usize
    }

    /// The duration of all rounds.
    fn time(&self) -> f64 {
        let ends = rounds::ends(&self.rounds, |load| self.built.units(load));
        ends.last().copied().unwrap_or(0.0)
    }
}

/// The number of the fullest round under each scheme: the first round that is the fullest under both, else the first of each.
fn fullest([one, other]: [&Side; 2]) -> [usize; 2] {
    let is_fullest = |side: &Side, round: &Round| round.load() == side.load();
    let mut pairs = one.rounds.iter().zip(&other.rounds);
    let shared =
        pairs.position(|(first, second)| is_fullest(one, first) && is_fullest(other, second));
    if let Some(shared) = shared {
        return [shared; 2];
    }
    let first = |side: &Side| side.rounds.iter().position(|round| is_fullest(side, round));
    [one, other].map(|side| first(side).unwrap_or(0))
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let scheme = build(parameters, parameters.scheme, "scheme")?;
    let other = build(parameters, parameters.other, "other")?;
    // The search of the set, and the worst load of each scheme.
    let mut passes = Passes::new(observer, 3);
    let mut worst_known = None;
    let (mut both, mut crashes) = ([Vec::new(), Vec::new()], 0);
    if parameters.set == Crashes::Script {
        let n = parameters.computers as usize;
        let events = typed::events(n, &parameters.script).map_err(refused("script"))?;
        for (rounds, built) in both.iter_mut().zip([&other, &scheme]) {
            let steps = timeline::run(&built.scheme, &events);
            *rounds = Round::script(steps.map_err(refused("script"))?);
        }
    } else {
        let crashed = match parameters.set {
            Crashes::Chosen => chosen(parameters)?,
            _ => {
                let (crashed, known) =
                    searched(parameters, [&other, &scheme], &mut passes.next(1))?;
                worst_known = known;
                crashed
            }
        };
        for (rounds, built) in both.iter_mut().zip([&other, &scheme]) {
            *rounds = vec![Round::of(&built.scheme, &crashed)];
        }
        crashes = crashed.len();
    }
    let [before, after] = both;
    let mut side = |built: Built, rounds: Vec<Round>| {
        let worst = match crashes {
            0 => None,
            crashes => {
                let vector = worst::vector(&built, crashes, &mut passes.next(1))?;
                let found = vector.loads.into_iter().nth(crashes - 1);
                found.map(|found| worst::at_least(found, rounds.last()))
            }
        };
        let least = crashes
            .checked_sub(1)
            .and_then(|at| worst::least(&built).get(at).copied())
            .unwrap_or_else(|| worst::heaviest(&built));
        Ok::<Side, laboratory::Error>(Side {
            built,
            rounds,
            worst,
            least,
        })
    };
    let sides = [side(other, before)?, side(scheme, after)?];
    let [one, two] = &sides;
    let drawn = rounds::drawn(&two.built.scheme, [&one.rounds, &two.rounds]);
    let draw = |side: &Side, rounds: &[Round]| {
        rounds::schedule(&side.built.scheme, rounds, &drawn, |load| {
            side.built.units(load)
        })
        .map_err(|error| laboratory::Error::Other(error.to_string()))
    };
    let moments = fullest([one, two]);
    let draw_round = |side: &Side, number: usize| {
        let round = side.rounds.get(number);
        draw(side, round.map_or(&[], std::slice::from_ref))
    };
    let [first, second] = moments;
    let fullest = [draw_round(one, first)?, draw_round(two, second)?];
    let schedule = draw(two, &two.rounds)?;
    Ok(Findings {
        parameters,
        sides,
        worst_known,
        drawn,
        moments,
        fullest,
        schedule,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let mut charts: Vec<Chart> = self
            .ring("ring", self.sides.get(1))
            .into_iter()
            .chain(self.ring("other_ring", self.sides.first()))
            .collect();
        charts.extend([self.loads(1), self.loads(0)]);
        if self.script() {
            charts.insert(0, self.over_events());
        }
        charts.extend(self.routes());
        charts.extend(self.triangle());
        let first: &[&str] = match self.script() {
            true => &["events"],
            false => &["loads", "other_loads"],
        };
        Report {
            layout: Layout::charts(first).opening(&["other_ring", "ring"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            winner: Some(self.winner()),
            charts,
            tables: self.tables(),
            notes: self.notes(),
            scene: self.scene(),
            offers: self.opponent().into_iter().collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let [_, side] = &self.sides;
        vec![Sample {
            // A round lasts as long as its fullest computer needs.
            of_schedule: side.rounds.len() == 1,
            ..Sample::new(
                "load",
                word!("Load of the fullest computer"),
                Unit::One,
                vec![side.built.units(side.load())],
            )
        }]
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.schedule)
    }
}

impl Findings<'_> {
    fn script(&self) -> bool {
        self.parameters.set == Crashes::Script
    }

    /// The number of computers that are down at the end.
    fn crashes(&self) -> usize {
        let [_, side] = &self.sides;
        side.last().map_or(0, |round| round.down.len())
    }

    fn figures(&self) -> Vec<Figure> {
        let [other, side] = &self.sides;
        let units = |side: &Side| side.built.units(side.load());
        let least = number(side.built.units(side.least as u32));
        // Plain loads are whole numbers.
        let figure = |key: &str, name: &str, value| match side.built.plain {
            true => Figure::count(key, name, value),
            false => Figure::number(key, name, value),
        };
        let load = figure("load", word!("Load of the fullest computer"), units(side));
        let mut figures = vec![
            match self.script() {
                true => load,
                false => load.beside(say!("worst case at least {least}")),
            },
            figure(
                "other",
                &say!("The same with {}", called(other.built.kind)),
                units(other),
            ),
            self.ratio(),
        ];
        if let Some(worst) = &side.worst {
            let exact = match worst.is_exact() {
                true => word!("exact").to_owned(),
                false => say!("at most {}", number(side.built.units(worst.most))),
            };
            figures.push(
                figure(
                    "worst",
                    word!("Worst case of as many crashes"),
                    side.built.units(worst.least),
                )
                .beside(exact),
            );
        }
        let moved: usize = side.rounds.iter().map(|round| round.moved.len()).sum();
        figures.push(Figure::count(
            "moved",
            word!("Processes moved"),
            moved as f64,
        ));
        figures.push(Figure::count(
            "survivors",
            match self.script() {
                true => word!("Computers up at the end"),
                false => word!("Computers up"),
            },
            (side.built.computers() - self.crashes()) as f64,
        ));
        figures
    }

    /// The figure of the ratio. Where its three digits would be those of one, more of them stand beside it.
    fn ratio(&self) -> Figure {
        let [other, side] = &self.sides;
        let ratio = other.time() / side.time();
        let name = match self.script() {
            // Not of the loads above, which are the greatest of any round.
            true => word!("Ratio of the lengths of all rounds"),
            false => word!("Ratio of both loads"),
        };
        let of = |value| Figure::number("ratio", name, value);
        match of(ratio).text() == of(1.0).text() && !same(ratio, 1.0) {
            true => of(ratio).beside(say!("more exactly {}", factor(ratio))),
            false => of(ratio),
        }
    }

    /// The scheme with the lower load on the fullest computer.
    fn winner(&self) -> Winner {
        let sides = self.sides.each_ref();
        Winner::exact(
            sides.map(Side::load),
            sides.map(|side| called(side.built.kind)),
        )
    }

    fn worlds(&self) -> Option<Worlds> {
        let ([other, side], [first, second]) = (&self.sides, self.moments);
        let counted = match side.built.plain {
            true => (word!("process"), word!("processes")),
            false => (word!("unit of load"), word!("units of load")),
        };
        let fullest = Fullest {
            names: [other, side].map(|side| called(side.built.kind)),
            counted,
            rounds: [other.rounds.get(first)?, side.rounds.get(second)?],
            numbers: (side.rounds.len() > 1).then_some(self.moments),
            computers: &self.drawn,
            built: &side.built,
        };
        Some(fullest.worlds(self.fullest.clone()))
    }
}
