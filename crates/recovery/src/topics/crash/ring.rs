//! The ring of computers, and the changes when the user presses one.

use recovery_model::Crashed;
use recovery_model::placement::place;
use recovery_model::scheme::Process;
use report::chart::{Axis, Edge, Place, Series, Token};
use report::words::count;
use report::words::list as listed;
use report::{Chart, Offer, Scene, Task};
use words::{say, word};

use super::{Findings, Side};
use crate::Parameters;
use crate::cluster::called;
use crate::parameters::{Against, Crashes};
use crate::rounds::{Round, name};
use crate::worst::{TO_SURVIVE, reachable};

/// A process on its host, with the computers of its list that it passed.
fn token(process: &Process, host: usize, size: f64) -> Token {
    let token = Token::new(host).high(size);
    match host == process.home {
        true => token.of_kind(1),
        false => {
            let passed = process.list().iter().copied();
            let passed = passed.take_while(|computer| *computer != host);
            token.by(std::iter::once(process.home).chain(passed))
        }
    }
}

impl Findings<'_> {
    /// The computers as a ring with an arrow for each process that runs elsewhere; pressing a computer crashes or repairs it.
    pub(super) fn ring(&self, key: &str, side: Option<&Side>) -> Option<Chart> {
        let side = side?;
        // A press continues a script at its end, not at its fullest moment.
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
        let all = side.built.scheme.processes().iter();
        let tokens = all
            .zip(&round.placement.hosts)
            .map(|(process, host)| token(process, *host, side.built.units(process.weight)));
        Some(Chart::new(
            key,
            &match self.script() {
                true => say!(
                    "Where do the processes run with {} after the last event?",
                    called(side.built.kind)
                ),
                false => say!(
                    "Where do the processes go with {}?",
                    called(side.built.kind)
                ),
            },
            Axis::number(word!("computer")),
            Axis::number(word!("load")),
            vec![
                Series::graph(
                    [word!("fullest"), word!("up"), word!("down")],
                    places,
                    edges,
                )
                .holding(tokens),
            ],
        ))
    }

    /// The scene above the rings: the machine, and a task.
    pub(super) fn scene(&self) -> Option<Scene> {
        let side = self.sides.get(1)?;
        let n = side.built.computers();
        let scene = Scene::new(say!(
            "{} each run {}; after a crash a process moves along its list.",
            count(n, word!("computer"), word!("computers")),
            count(
                side.built.processes as usize,
                word!("process"),
                word!("processes")
            )
        ));
        Some(match self.task(side) {
            Some(task) => scene.with(task),
            None => scene,
        })
    }

    /// The task: five crashes after which no computer has more than the least possible load of their worst case; nothing where so
    /// many crashes leave no choice, or where no scheme is known to have that load.
    fn task(&self, side: &Side) -> Option<Task> {
        let n = side.built.computers();
        if n <= TO_SURVIVE + 1 {
            return None;
        }
        let least = reachable(&side.built)? as u32;
        let round = side.last()?;
        let (down, load) = (round.down.len(), round.load());
        let limit = side.built.at_most(least);
        let scheme = called(side.built.kind);
        let state = match down == TO_SURVIVE {
            false if down == 1 => {
                say!("1 of {n} computers is down with {scheme}; the task asks for {TO_SURVIVE}.")
            }
            false => say!(
                "{down} of {n} computers are down with {scheme}; the task asks for {TO_SURVIVE}."
            ),
            true if load <= least => say!(
                "Reached with {scheme}: the fullest computer has {}.",
                side.built.words(load)
            ),
            true => say!(
                "Not reached with {scheme}: computer {} has {}. Choose another scheme or other computers.",
                round.fullest(),
                side.built.words(load)
            ),
        };
        let worst = Offer::new(
            word!("Crash the worst five"),
            [
                (Parameters::NAMES.set.any().text(), "worst".into()),
                (Parameters::NAMES.crashes.any().text(), TO_SURVIVE.into()),
                (Parameters::NAMES.against.any().text(), "scheme".into()),
            ],
        );
        Some(Task {
            goal: say!("Survive five crashes: each computer may have {limit}."),
            state,
            reached: down == TO_SURVIVE && load <= least,
            start: (self.parameters.set != Crashes::Worst
                || self.parameters.against != Against::Scheme
                || down != TO_SURVIVE)
                .then_some(worst),
        })
    }

    /// The change when the user presses a computer of the ring: the set with or without it, or one more event. The last
    /// computer up stays up.
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
            // The script's words are the same in every language.
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

    /// The move of an opponent: the next crash with the greatest load on the fullest computer of the scheme, the first of equals.
    pub(super) fn opponent(&self) -> Option<Offer> {
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
}
