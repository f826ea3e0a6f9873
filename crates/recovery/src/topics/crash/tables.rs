//! The computers of processes, and the effect of each event.

use report::Table;
use report::table::Cell;
use words::{say, word};

use super::{Findings, Side};
use crate::cluster::{Built, called, number};
use crate::parameters::Kind;
use crate::rounds::{Round, name, told};

impl Findings<'_> {
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::new();
        if self.script() {
            tables.push(self.events());
        }
        tables.push(self.hosts());
        let [_, side] = &self.sides;
        if self.drawn.len() < side.built.computers() {
            // The table of hosts has only displaced processes.
            tables.push(side.built.lists());
        }
        tables
    }

    /// The computer of each process at the end, and the list that led it there.
    fn hosts(&self) -> Table {
        let [other, side] = &self.sides;
        let processes = side.built.scheme.processes().iter().enumerate();
        let displaced = |side: &Side, process: usize, home: usize| {
            let hosts = side.last().map(|round| &round.placement.hosts);
            hosts.and_then(|hosts| hosts.get(process)) != Some(&home)
        };
        // Of a large cluster, only the processes that run elsewhere.
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
            match (all, self.script()) {
                (true, false) => word!("Where each process runs"),
                (false, false) => word!("Where the displaced processes run"),
                (true, true) => word!("Where each process runs after the last event"),
                (false, true) => word!("Where the displaced processes run after the last event"),
            },
            [
                word!("Process").to_owned(),
                say!("With {}", called(other.built.kind)),
                say!("With {}", called(side.built.kind)),
                match side.built.kind {
                    Kind::Own => word!("Your own list, turned").to_owned(),
                    Kind::OwnLists => word!("Your own list").to_owned(),
                    kind => say!("List of {}", called(kind)),
                },
            ],
            rows,
        )
    }

    /// The effect of each event.
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
                word!("Crash or repair").to_owned(),
                word!("Computers down").to_owned(),
                say!("Load with {}", called(other.built.kind)),
                say!("Load with {}", called(side.built.kind)),
                say!("Moved with {}", called(side.built.kind)),
            ],
            rows,
        )
    }
}

/// The load of a round in a cell.
fn number_of(built: &Built, round: &Round) -> String {
    number(built.units(round.load()))
}
