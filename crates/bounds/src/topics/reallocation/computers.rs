//! The computers with their processes, which a hand moves from one to another.

use bounds_model::rational::unmarked;
use report::chart::{Axis, Move, Place, Series, Token};
use report::words::count;
use report::{Chart, Offer, Scene};
use words::{say, word};

use super::Findings;
use crate::Parameters;
use crate::exact::number;

/// The most computers between which processes are moved by hand: more would touch each other.
const MOST_HELD: usize = 16;

impl Findings<'_> {
    /// What the machine is.
    pub(super) fn scene(&self) -> Scene {
        Scene::new(say!(
            "{} stay on {}; up to {} are active at a time.",
            count(
                self.machine.processes() as usize,
                word!("process"),
                word!("processes")
            ),
            count(
                self.parameters.computers as usize,
                word!("computer"),
                word!("computers")
            ),
            self.machine.active()
        ))
    }

    /// The way back from an allocation of one's own.
    pub(super) fn back(&self) -> Option<Offer> {
        let own = !self.parameters.allocation.trim().is_empty();
        own.then(|| {
            Offer::new(
                word!("Take the best allocation"),
                [(Parameters::NAMES.allocation.any().text(), "".into())],
            )
        })
    }

    /// How many processes each computer has that is drawn: all of few computers, else those with processes and the next one.
    fn drawn_parts(&self) -> Vec<u32> {
        let all = self.parameters.computers.min(self.parameters.processes) as usize;
        let last = self.own.parts.iter().rposition(|part| *part > 0);
        let some = (last.unwrap_or(0) + 2).max(MOST_HELD).min(all);
        let parts = self.own.parts.iter().copied();
        parts.chain(std::iter::repeat(0)).take(some).collect()
    }

    /// The computers in a row, their processes on them.
    pub(super) fn sizes(&self) -> Chart {
        let parts = self.drawn_parts();
        let most = self.own.parts.iter().copied().max().unwrap_or(0);
        let row = (parts.len() - 1).max(1) as f64;
        let places = parts.iter().enumerate().map(|(computer, part)| {
            let kind = match *part {
                0 => 2,
                part if part == most => 0,
                _ => 1,
            };
            let across = match parts.len() {
                1 => 0.5,
                _ => computer as f64 / row,
            };
            Place::new((computer + 1).to_string(), f64::from(*part))
                .of_kind(kind)
                .at(across, 1.0)
        });
        let tokens = self.own.owners().into_iter().map(Token::new);
        let graph = Series::graph(
            [word!("fullest"), word!("has processes"), word!("empty")],
            places,
            [],
        );
        let series = graph.holding(tokens).moving(self.moves(&parts));
        Chart::new(
            "sizes",
            &say!(
                "What do processes on these computers cost? g {}, ρ {}, H {}",
                number(&self.own.thick),
                number(&self.own.thin),
                number(&self.own.value)
            ),
            Axis::number(word!("computer")),
            Axis::count(word!("processes")),
            vec![series],
        )
    }

    /// The allocation after each move of a process; none between computers that are too many to be told apart.
    fn moves(&self, parts: &[u32]) -> Vec<Move> {
        if parts.len() > MOST_HELD {
            return Vec::new();
        }
        let after = |from: usize, to: usize| {
            if from == to {
                return Some(unmarked(&self.parameters.allocation).to_owned());
            }
            let mut parts = parts.to_vec();
            *parts.get_mut(from)? -= 1;
            *parts.get_mut(to)? += 1;
            while parts.last() == Some(&0) {
                parts.pop();
            }
            let text: Vec<String> = parts.iter().map(u32::to_string).collect();
            Some(text.join(" "))
        };
        let all = 0..parts.len();
        let full = all.clone().filter(|from| parts.get(*from) > Some(&0));
        full.flat_map(|from| all.clone().map(move |to| (from, to)))
            .filter_map(|(from, to)| {
                let name = Parameters::NAMES.allocation.any().text();
                Some(Move::new(from, to, name, after(from, to)?))
            })
            .collect()
    }
}
