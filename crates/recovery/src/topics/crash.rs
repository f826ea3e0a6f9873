//! Crashes: which process runs where then, under two schemes.

use parameters::Rejected;
use recovery_model::placement::place;
use recovery_model::worst_case::{Load, one_by_one};
use recovery_model::{Crashed, list, timeline, typed};
use report::chart::{Axis, Bar, Edge, Place, Series, Side as Where};
use report::evidence::factor;
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, list as listed};
use report::{Chart, Figure, Layout, Observer, Offer, Report, Sample, Table, Worlds};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::cluster::{Built, build, called, number, refused, short};
use crate::parameters::{Against, Crashes};
use crate::rounds::{self, Round, name, told};
use crate::worst::{self, Bound};

/// The most routes and triangles that are drawn.
const MOST_ROUTES: usize = 40;

/// What crashes come to under two schemes.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// The other scheme, and the scheme.
    sides: [Side; 2],
    /// How sure it is that the crash set is the worst of its size; nothing where it was not searched.
    worst_known: Option<bool>,
    /// The computers whose lanes are drawn.
    drawn: Vec<usize>,
    schedules: [Schedule; 2],
}

/// A scheme under the crashes.
struct Side {
    built: Built,
    rounds: Vec<Round>,
    /// The worst that as many crashes can do; nothing without crashes.
    worst: Option<Load>,
    /// MV.
    least: usize,
}

impl Side {
    /// The last round, which is the only one without a script.
    fn last(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The round with the fullest computer.
    fn peak(&self) -> Option<&Round> {
        let mut peak: Option<&Round> = None;
        for round in &self.rounds {
            if peak.is_none_or(|peak| round.load() > peak.load()) {
                peak = Some(round);
            }
        }
        peak
    }

    fn load(&self) -> u32 {
        self.peak().map_or(0, Round::load)
    }

    /// How long all rounds take.
    fn time(&self) -> f64 {
        let ends = rounds::ends(&self.rounds, |load| self.built.units(load));
        ends.last().copied().unwrap_or(0.0)
    }
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let scheme = build(parameters, parameters.scheme, "scheme", observer)?;
    let other = build(parameters, parameters.other, "other", observer)?;
    let mut worst_known = None;
    let (mut both, mut down) = ([Vec::new(), Vec::new()], Vec::new());
    if parameters.set == Crashes::Script {
        let n = parameters.computers as usize;
        let events = typed::events(n, &parameters.script).map_err(refused("script", parameters))?;
        for (rounds, built) in both.iter_mut().zip([&other, &scheme]) {
            let steps = timeline::run(&built.scheme, &events);
            *rounds = Round::script(steps.map_err(refused("script", parameters))?);
        }
        if let Some(last) = both.iter().find_map(|rounds| rounds.last()) {
            down.clone_from(&last.down);
        }
    } else {
        let crashed = match parameters.set {
            Crashes::Chosen => chosen(parameters)?,
            _ => {
                let (crashed, known) = searched(parameters, [&other, &scheme], observer)?;
                worst_known = known;
                crashed
            }
        };
        for (rounds, built) in both.iter_mut().zip([&other, &scheme]) {
            *rounds = vec![Round::of(&built.scheme, &crashed)];
        }
        down = crashed.computers();
    }
    let [before, after] = both;
    let mut side = |built: Built, rounds: Vec<Round>| {
        let crashes = down.len();
        let worst = match crashes {
            0 => None,
            crashes => {
                let vector = worst::vector(&built, crashes, observer)?;
                vector.loads.into_iter().nth(crashes - 1)
            }
        };
        let least = crashes
            .checked_sub(1)
            .and_then(|at| worst::least(&built).get(at).copied())
            .unwrap_or(built.processes as usize);
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
    let draw = |side: &Side| {
        rounds::schedule(&side.built.scheme, &side.rounds, &drawn, |load| {
            side.built.units(load)
        })
        .map_err(|error| laboratory::Error::Other(error.to_string()))
    };
    let schedules = [draw(one)?, draw(two)?];
    Ok(Findings {
        parameters,
        sides,
        worst_known,
        drawn,
        schedules,
    })
}

/// The crash set that the user chose.
fn chosen(parameters: &Parameters) -> Result<Crashed, laboratory::Error> {
    let n = parameters.computers as usize;
    let words = parameters
        .crashed
        .split(|sign: char| sign.is_whitespace() || ",;".contains(sign))
        .filter(|word| !word.is_empty());
    let computer = |(place, word): (usize, &str)| {
        let computer = word.parse().ok().filter(|computer| *computer < n);
        computer.ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let allowed = say!(
                "computer {place} is {word:?}; it must be from 0 to {}",
                n - 1
            );
            laboratory::Error::from(Rejected::one("crashed", "", allowed))
        })
    };
    let computers: Vec<usize> = (1..).zip(words).map(computer).collect::<Result<_, _>>()?;
    Crashed::new(n, &computers).map_err(refused("crashed", parameters))
}

/// The crash set that an adversary chooses, and whether it is proved to be the worst.
fn searched(
    parameters: &Parameters,
    [other, scheme]: [&Built; 2],
    observer: &mut dyn Observer,
) -> Result<(Crashed, Option<bool>), laboratory::Error> {
    let n = parameters.computers as usize;
    let crashes = parameters.crashes as usize;
    if crashes >= n {
        let allowed = say!("at most {}, so that a computer of {n} stays up", n - 1);
        return Err(Rejected::one("crashes", crashes, allowed).into());
    }
    let victim = match parameters.against {
        Against::Scheme => scheme,
        Against::Other => other,
    };
    let refuse = refused("crashes", parameters);
    let (mut set, known) = match parameters.set {
        Crashes::OneByOne => {
            let sequence = one_by_one::crashes(&victim.scheme, observer).map_err(&refuse)?;
            let computers = sequence.iter().take(crashes).map(|crash| crash.computer);
            (computers.collect(), None)
        }
        _ => {
            let vector = worst::vector(victim, crashes, observer)?;
            let mut loads = vector.loads.into_iter().take(crashes).rev();
            let first = loads.next();
            let exact = first.as_ref().is_some_and(Load::is_exact);
            // A theorem may say more than any set that was found: then the worst known set of fewer crashes stands.
            let found = first
                .into_iter()
                .chain(loads)
                .find(|load| !load.crashed.is_empty());
            let own = found
                .as_ref()
                .is_some_and(|load| load.crashed.len() == crashes);
            let computers = found.map(|load| load.crashed).unwrap_or_default();
            (computers, Some(exact && own))
        }
    };
    // One by one ends with one computer up; a smaller set is filled up from the last computer on.
    let spare: Vec<usize> = (0..n).rev().filter(|one| !set.contains(one)).collect();
    set.extend(spare.into_iter().take(crashes.saturating_sub(set.len())));
    Ok((Crashed::new(n, &set).map_err(&refuse)?, known))
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
            worlds: Some(self.worlds()),
            charts,
            tables: self.tables(),
            notes: self.notes(),
            offers: self.opponent().into_iter().collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let [_, side] = &self.sides;
        vec![Sample::new(
            "load",
            word!("Processes on the fullest computer"),
            Unit::One,
            vec![side.built.units(side.load())],
        )]
    }

    fn schedule(self) -> Option<Schedule> {
        let [_, schedule] = self.schedules;
        Some(schedule)
    }
}

impl Findings<'_> {
    fn script(&self) -> bool {
        self.parameters.set == Crashes::Script
    }

    /// How many computers are down at the end.
    fn crashes(&self) -> usize {
        let [_, side] = &self.sides;
        side.last().map_or(0, |round| round.down.len())
    }

    fn crashes_words(&self) -> String {
        let crashes = self.crashes();
        let digits = count(crashes, word!("crash"), word!("crashes"));
        match crashes {
            1..=10 => {
                let number = report::words::number(crashes as u32);
                format!(
                    "{number} {}",
                    report::words::plural(crashes as f64, word!("crash"), word!("crashes"))
                )
            }
            _ => digits,
        }
    }

    fn headline(&self) -> String {
        let [other, side] = &self.sides;
        let (worse, load) = (other.load(), side.load());
        let (with, without) = (called(side.built.kind), called(other.built.kind));
        if self.script() {
            return match worse == load {
                true => say!(
                    "During the script, up to {} run on one computer with {without} as with {with}",
                    side.built.words(load)
                ),
                false => say!(
                    "During the script, up to {} run on one computer with {without}, and up to {} with {with}",
                    other.built.words(worse),
                    side.built.words(load)
                ),
            };
        }
        if self.crashes() == 0 {
            return word!("No computer is crashed: every process runs at home").to_owned();
        }
        let crashes = self.crashes_words();
        let (make, put) = match self.crashes() {
            1 => (word!("makes"), word!("puts")),
            _ => (word!("make"), word!("put")),
        };
        if worse == load {
            return say!(
                "{crashes} {put} {} on the fullest computer with {without} as with {with}",
                side.built.words(load)
            );
        }
        let (fuller, other_one) = match worse > load {
            true => (without, with),
            false => (with, without),
        };
        let (most, least) = (worse.max(load), worse.min(load));
        let times = factor(f64::from(most) / f64::from(least));
        say!(
            "{crashes} {make} the fullest computer {times} times as full with {fuller} as with {other_one}: {} instead of {}",
            side.built.words(most),
            number(side.built.units(least))
        )
    }

    /// The processes that a computer took over, in words.
    fn landed(side: &Side, round: &Round) -> String {
        /// The most that are named.
        const NAMED: usize = 8;
        let computer = round.fullest();
        let taken: Vec<usize> = round
            .on(computer)
            .filter(|process| {
                let process = side.built.scheme.processes().get(*process);
                process.is_some_and(|process| process.home != computer)
            })
            .collect();
        let mut names: Vec<String> = taken
            .iter()
            .take(NAMED)
            .map(|process| name(&side.built.scheme, *process))
            .collect();
        let scheme = called(side.built.kind);
        if taken.len() > NAMED {
            names.truncate(NAMED - 1);
            names.push(say!("{} others", taken.len() + 1 - NAMED));
        }
        match taken.len() {
            0 => String::new(),
            1 => say!(
                "With {scheme}, computer {computer} takes over process {}",
                listed(&names)
            ),
            _ => say!(
                "With {scheme}, computer {computer} takes over processes {}",
                listed(&names)
            ),
        }
    }

    fn why(&self) -> String {
        let landed: Vec<String> = self
            .sides
            .iter()
            .filter_map(|side| Some(Self::landed(side, side.peak()?)))
            .filter(|text| !text.is_empty())
            .map(|text| format!("{text}."))
            .collect();
        let [_, side] = &self.sides;
        let worst = side.worst.as_ref().filter(|_| !self.script()).map(|worst| {
            let least = number(side.built.units(side.least as u32));
            let worst = worst::between(&side.built, worst);
            match self.crashes() {
                1 => say!(
                    "The worst crash gives {} a load of {worst}; at least {least} cannot be avoided.",
                    called(side.built.kind)
                ),
                crashes => say!(
                    "The worst {crashes} crashes give {} a load of {worst}; at least {least} cannot be avoided.",
                    called(side.built.kind)
                ),
            }
        });
        let none = match landed.is_empty() && worst.is_none() {
            true => {
                word!("The load is the number of processes on a computer, so all loads are normal.")
            }
            false => "",
        };
        report::words::sentences(
            landed
                .into_iter()
                .chain(worst)
                .chain(std::iter::once(none.to_owned())),
        )
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
            Figure::number(
                "ratio",
                word!("Ratio of both loads"),
                other.time() / side.time(),
            ),
        ];
        if let Some(worst) = side.worst.as_ref().filter(|_| !self.script()) {
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
            word!("Computers up"),
            (side.built.computers() - self.crashes()) as f64,
        ));
        figures
    }

    fn worlds(&self) -> Worlds {
        let [other, side] = &self.sides;
        let [before, after] = &self.schedules;
        let counted = match side.built.plain {
            true => (word!("process"), word!("processes")),
            false => (word!("unit of load"), word!("units of load")),
        };
        rounds::worlds(
            [other, side].map(|side| called(side.built.kind)),
            counted,
            [&other.rounds, &side.rounds],
            &self.drawn,
            [before.clone(), after.clone()],
            |load| side.built.units(load),
            |load| side.built.words(load),
        )
    }

    /// The computers as a ring with an arrow for each process that runs elsewhere; pressing a computer crashes or repairs it.
    fn ring(&self, key: &str, side: Option<&Side>) -> Option<Chart> {
        let side = side?;
        // A script is pressed on at its end, whatever its fullest moment was.
        let round = side.last()?;
        let normal = side.built.processes;
        let places = round
            .placement
            .loads
            .iter()
            .enumerate()
            .map(|(computer, load)| {
                let down = round.down.contains(&computer);
                let kind = match (down, *load == round.load() && *load > normal) {
                    (true, _) => 2,
                    (_, true) => 0,
                    _ => 1,
                };
                let names: Vec<String> = round
                    .on(computer)
                    .map(|process| name(&side.built.scheme, process))
                    .collect();
                let detail = match (down, names.len()) {
                    (true, _) => word!("down").to_owned(),
                    (_, 1) => say!("runs process {}", listed(&names)),
                    _ => say!("runs processes {}", listed(&names)),
                };
                let place = Place::new(computer.to_string(), side.built.units(*load))
                    .of_kind(kind)
                    .saying(detail);
                match self.press(round, computer) {
                    Some(offer) => place.offering(offer),
                    None => place,
                }
            });
        let processes = side
            .built
            .scheme
            .processes()
            .iter()
            .zip(&round.placement.hosts);
        let edges = processes.filter(|(process, host)| process.home != **host);
        let full = |host: usize| round.placement.loads.get(host) == Some(&round.load());
        let edges = edges
            .map(|(process, host)| Edge::new(process.home, *host).of_kind(u32::from(!full(*host))));
        Some(Chart::new(
            key,
            &say!(
                "Where do the processes go with {}?",
                called(side.built.kind)
            ),
            Axis::number(word!("computer")),
            Axis::number(word!("load")),
            vec![Series::graph(
                [word!("fullest"), word!("up"), word!("down")],
                places,
                edges,
            )],
        ))
    }

    /// What pressing a computer of the ring does: the set with or without it, or one more event. The last computer up stays so.
    fn press(&self, round: &Round, computer: usize) -> Option<Offer> {
        let down = round.down.contains(&computer);
        let title = match down {
            true => say!("Repair computer {computer}"),
            false => say!("Crash computer {computer}"),
        };
        if !down && round.down.len() + 1 >= round.placement.loads.len() {
            return None;
        }
        if self.script() {
            // As it is typed, whatever the language.
            let verb = if down { "repair" } else { "crash" };
            let event = [verb, &computer.to_string()].join(" ");
            let before = self.parameters.script.trim().trim_end_matches([',', ';']);
            let script = match before.is_empty() {
                true => event,
                false => format!("{before}, {event}"),
            };
            return Some(Offer::new(&title, [("script", script.into())]));
        }
        let mut set = round.down.clone();
        match down {
            true => set.retain(|one| *one != computer),
            false => set.push(computer),
        }
        set.sort_unstable();
        let set: Vec<String> = set.iter().map(ToString::to_string).collect();
        Some(Offer::new(
            &title,
            [("set", "chosen".into()), ("crashed", set.join(", ").into())],
        ))
    }

    /// The move of an opponent: the next crash that makes the fullest computer of the scheme as full as can be, the first of equals.
    fn opponent(&self) -> Option<Offer> {
        let side = self.sides.get(1)?;
        let round = side.last()?;
        let scheme = &side.built.scheme;
        let load = |computer: usize| {
            let mut down = round.down.clone();
            down.push(computer);
            let crashed = Crashed::new(scheme.computers(), &down).ok()?;
            Some((place(scheme, &crashed).load(), computer))
        };
        let up = (0..scheme.computers()).filter(|computer| !round.down.contains(computer));
        let worst = up
            .filter_map(load)
            .fold(None, |most: Option<(u32, usize)>, one| {
                Some(most.filter(|most| most.0 >= one.0).unwrap_or(one))
            });
        let (_, computer) = worst?;
        let press = self.press(round, computer)?;
        Some(Offer {
            title: say!("Let an opponent crash the next computer"),
            ..press
        })
    }

    /// The load of each computer, beside the least that the fullest must have in the worst case.
    fn loads(&self, which: usize) -> Chart {
        let Some(side) = self.sides.get(which) else {
            return Chart::new("loads", "", Axis::number(""), Axis::number(""), Vec::new());
        };
        let (key, title) = match which {
            0 => (
                "other_loads",
                say!(
                    "Which computer has which load with {}?",
                    called(side.built.kind)
                ),
            ),
            _ => (
                "loads",
                say!(
                    "Which computer has which load with {}?",
                    called(side.built.kind)
                ),
            ),
        };
        let peak = side.peak();
        let bars = peak.into_iter().flat_map(|round| {
            let loads = round.placement.loads.iter().enumerate();
            let shown = loads.filter(|(computer, _)| self.drawn.contains(computer));
            shown.map(|(computer, load)| {
                let down = round.down.contains(&computer);
                let label = match down {
                    true => say!("{computer} (down)"),
                    false => computer.to_string(),
                };
                Bar::new(label, side.built.units(*load), *load == round.load())
            })
        });
        let chart = Chart::new(
            key,
            &title,
            Axis::number(word!("computer")),
            Axis::number(word!("load")),
            vec![Series::bars(bars)],
        );
        let least =
            (self.crashes() > 0 && !self.script()).then(|| side.built.units(side.least as u32));
        let label = match (side.built.plain, worst::bound(&side.built)) {
            (true, Bound::Turned) => word!("least worst case MV"),
            _ => word!("least worst case"),
        };
        chart.beside_any(Where::Y, least, label)
    }

    /// The load of the fullest computer after each event.
    fn over_events(&self) -> Chart {
        let line = |side: &Side, main| {
            let points = (0_u32..).zip(&side.rounds);
            let points: Vec<(f64, f64)> = points
                .map(|(event, round)| (f64::from(event), side.built.units(round.load())))
                .collect();
            Series::steps(short(side.built.kind), points, main)
        };
        let [other, side] = &self.sides;
        Chart::new(
            "events",
            word!("How full is the fullest computer after each event?"),
            Axis::count(word!("event")),
            Axis::number(word!("load of the fullest computer")),
            vec![line(other, false), line(side, true)],
        )
    }

    /// The crash routes to the fullest computer: which computers must be down for each process to come.
    fn routes(&self) -> Option<Chart> {
        let [_, side] = &self.sides;
        let round = side.peak()?;
        let n = side.built.computers();
        if n > MOST_ROUTES + 1 {
            return None;
        }
        let target = round.fullest();
        let regular = side.built.list().is_some();
        let mut routes: Vec<(usize, Vec<usize>)> = (0..side.built.scheme.processes().len())
            .filter_map(|process| Some((process, side.built.scheme.needs(process, target)?)))
            .collect();
        routes.sort_by_key(|(process, needs)| (needs.len(), *process));
        // Distances behind the target where all lists are turned, else the computers themselves.
        let offset = |computer: usize| match regular {
            true => (target + n - computer) % n,
            false => computer,
        };
        let columns: Vec<usize> = (0..n).filter(|one| *one != offset(target)).collect();
        let rows = routes.iter().take(MOST_ROUTES).map(|(process, needs)| {
            let needs: Vec<(usize, bool)> = needs
                .iter()
                .map(|computer| (offset(*computer), round.down.contains(computer)))
                .collect();
            let shade = |column: &usize| {
                let found = needs.iter().find(|(offset, _)| offset == column);
                found.map_or(f64::NAN, |(_, down)| if *down { 2.0 } else { 1.0 })
            };
            let label = match regular {
                true => say!("C{} (process {process})", needs.len()),
                false => say!("process {}", name(&side.built.scheme, *process)),
            };
            (label, columns.iter().map(shade).collect())
        });
        let axis = match regular {
            true => say!("computers behind computer {target}"),
            false => word!("computer").to_owned(),
        };
        Some(Chart::new(
            "routes",
            &say!("Which crashes bring which process to computer {target}?"),
            Axis::number(&axis),
            Axis::number(word!("crash route")),
            vec![Series::heat(
                Axis::number(word!("1 needed but up, 2 needed and down")),
                columns.iter().map(ToString::to_string),
                rows,
                None,
            )],
        ))
    }

    /// The differences of the marks that the scheme prescribes.
    fn triangle(&self) -> Option<Chart> {
        let [_, side] = &self.sides;
        let base = side.built.base.as_ref()?;
        let marks = base.list.entries().get(..base.prescribed)?;
        if !(2..=MOST_ROUTES).contains(&marks.len()) {
            return None;
        }
        let n = side.built.computers();
        let rows = list::triangle(marks, Some(n));
        let most = rows.len();
        let rows = (1..).zip(&rows).map(|(apart, row): (usize, &Vec<usize>)| {
            let values = row.iter().map(|difference| *difference as f64);
            let none = std::iter::repeat(f64::NAN);
            (apart.to_string(), values.chain(none).take(most).collect())
        });
        Some(Chart::new(
            "triangle",
            word!("Which differences do the marks have?"),
            Axis::number(word!("from mark")),
            Axis::number(word!("to the mark so many places on")),
            vec![Series::heat(
                Axis::number(word!("difference")),
                std::iter::once(0)
                    .chain(marks.iter().copied())
                    .take(most)
                    .map(|mark| mark.to_string()),
                rows,
                None,
            )],
        ))
    }

    fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::new();
        if self.script() {
            tables.push(self.events());
        }
        tables.push(self.hosts());
        let [_, side] = &self.sides;
        if self.drawn.len() < side.built.computers() {
            // The table of hosts has only those that are displaced.
            tables.push(side.built.lists());
        }
        tables
    }

    /// Where each process runs at the end, and which list led there.
    fn hosts(&self) -> Table {
        let [other, side] = &self.sides;
        let processes = side.built.scheme.processes().iter().enumerate();
        let displaced = |side: &Side, process: usize, home: usize| {
            let hosts = side.last().map(|round| &round.placement.hosts);
            hosts.and_then(|hosts| hosts.get(process)) != Some(&home)
        };
        // Of a large cluster, those that run elsewhere.
        let all = self.drawn.len() == side.built.computers();
        let processes = processes.filter(|(number, process)| {
            all || displaced(side, *number, process.home) || displaced(other, *number, process.home)
        });
        let host = |side: &Side, process: usize| {
            let hosts = side.last().map(|round| &round.placement.hosts);
            hosts
                .and_then(|hosts| hosts.get(process))
                .map_or_else(Cell::none, |host| Cell::whole(*host))
        };
        let rows = processes.map(|(number, process)| {
            let list: Vec<String> = process.list().iter().map(ToString::to_string).collect();
            [
                Cell::words(name(&side.built.scheme, number)),
                host(other, number),
                host(side, number),
                Cell::words(list.join(", ")),
            ]
        });
        Table::new(
            "hosts",
            match all {
                true => word!("Where each process runs"),
                false => word!("Where the displaced processes run"),
            },
            [
                word!("Process").to_owned(),
                say!("With {}", called(other.built.kind)),
                say!("With {}", called(side.built.kind)),
                say!("List of {}", called(side.built.kind)),
            ],
            rows,
        )
    }

    /// What each event does.
    fn events(&self) -> Table {
        let [other, side] = &self.sides;
        let pairs = side.rounds.iter().zip(&other.rounds);
        let names = |processes: &[usize]| {
            let names: Vec<String> = processes
                .iter()
                .map(|process| name(&side.built.scheme, *process))
                .collect();
            match names.is_empty() {
                true => Cell::none(),
                false => Cell::words(names.join(", ")),
            }
        };
        let rows = pairs.enumerate().map(|(number, (round, before))| {
            let down: Vec<String> = round.down.iter().map(ToString::to_string).collect();
            [
                Cell::whole(number),
                round
                    .event
                    .map_or_else(Cell::none, |event| Cell::words(told(event))),
                match down.is_empty() {
                    true => Cell::none(),
                    false => Cell::words(down.join(", ")),
                },
                Cell::words(number_of(&other.built, before)),
                Cell::words(number_of(&side.built, round)),
                names(&round.moved),
            ]
        });
        Table::new(
            "script",
            word!("The script, event by event"),
            [
                word!("Event").to_owned(),
                word!("What happens").to_owned(),
                word!("Computers down").to_owned(),
                say!("Load with {}", called(other.built.kind)),
                say!("Load with {}", called(side.built.kind)),
                say!("Moved with {}", called(side.built.kind)),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match (self.parameters.set, self.worst_known) {
            (Crashes::Worst, Some(true)) => {
                notes.push(
                    word!("The crash set is proved to be a worst one; others may be as bad.")
                        .to_owned(),
                );
            }
            (Crashes::Worst, _) => {
                notes.push(word!("The crash set is the worst that a beam search found; a worse one may exist.").to_owned());
            }
            (Crashes::OneByOne, _) => {
                notes.push(word!("Worst sets need not grow out of each other: one by one can end with a set that is not the worst of its size.").to_owned());
            }
            _ => {}
        }
        notes.push(match self.script() {
            true => word!("Loads and routes are those after the event with the fullest computer. The thesis’s model has no time: a round is our way to show a load as a length.").to_owned(),
            false => word!("The thesis’s model has no time: the schedule shows every process doing its work once, so that a load is a length.").to_owned(),
        });
        let [other, side] = &self.sides;
        if [other, side]
            .iter()
            .any(|side| worst::bound(&side.built) == Bound::Any)
        {
            notes.push(word!("MV is proved to be the least worst case for schemes that turn one list, with equal weights. For others the bound is the larger of the mean load of the survivors, rounded up, and the fullest computer before any crash; it can be out of reach.").to_owned());
        }
        for side in [side, other] {
            notes.extend(side.built.remark().filter(|text| !notes.contains(text)));
        }
        if self.drawn.len() < side.built.computers() {
            notes.push(word!("Only computers that are down or take over are drawn; all others run their own processes alone.").to_owned());
        }
        if side.built.computers() > MOST_ROUTES + 1 {
            notes.push(say!(
                "Crash routes are drawn for up to {} computers.",
                MOST_ROUTES + 1
            ));
        }
        if self.parameters.several == crate::parameters::Several::Plain && side.built.processes > 1
        {
            notes.push(word!("The thesis’s tables list the own computer among those that take a process over; it is deleted here, and the missing one appended.").to_owned());
        }
        notes
    }
}

/// The load of a round in a cell.
fn number_of(built: &Built, round: &Round) -> String {
    number(built.units(round.load()))
}
