//! Loads, crash routes and differences of marks.

use report::Chart;
use report::chart::{Axis, Bar, Series, Side as Where};
use words::{say, word};

use super::{Findings, MOST_ROUTES, Side};
use crate::cluster::{called, short};
use crate::rounds::name;
use crate::topics::triangle;
use crate::worst;

impl Findings<'_> {
    /// The load of each computer, beside the lower bound of the fullest in the worst case.
    pub(super) fn loads(&self, which: usize) -> Chart {
        let Some(side) = self.sides.get(which) else {
            return Chart::new("loads", "", Axis::number(""), Axis::number(""), Vec::new());
        };
        let key = match which {
            0 => "other_loads",
            _ => "loads",
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
            &say!(
                "Which computer has which load with {}?",
                called(side.built.kind)
            ),
            Axis::number(word!("computer")),
            Axis::number(word!("load")),
            vec![Series::bars(bars)],
        );
        let least =
            (self.crashes() > 0 && !self.script()).then(|| side.built.units(side.least as u32));
        chart.beside_any(Where::Y, least, worst::bound(&side.built).short())
    }

    /// The load of the fullest computer after each event.
    pub(super) fn over_events(&self) -> Chart {
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

    /// The crash routes to the fullest computer: the computers that must be down for each process to reach it.
    pub(super) fn routes(&self) -> Option<Chart> {
        let [_, side] = &self.sides;
        let round = side.peak()?;
        let n = side.built.computers();
        if side.routes() > MOST_ROUTES {
            return None;
        }
        let target = round.fullest();
        let regular = side.built.list().is_some();
        let mut routes: Vec<(usize, Vec<usize>)> = (0..side.built.scheme.processes().len())
            .filter_map(|process| Some((process, side.built.scheme.needs(process, target)?)))
            .collect();
        routes.sort_by_key(|(process, needs)| (needs.len(), *process));
        // Distances behind the target where all lists are rotations of one, else the computers themselves.
        let offset = |computer: usize| match regular {
            true => (target + n - computer) % n,
            false => computer,
        };
        let columns: Vec<usize> = (0..n).filter(|one| *one != offset(target)).collect();
        let rows = routes.iter().map(|(process, needs)| {
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

    /// The differences of the scheme's prescribed marks.
    pub(super) fn triangle(&self) -> Option<Chart> {
        let [_, side] = &self.sides;
        let base = side.built.base.as_ref()?;
        let marks = base.list.entries().get(..base.prescribed)?;
        if !(2..=MOST_ROUTES).contains(&marks.len()) {
            return None;
        }
        Some(triangle::chart(marks, Some(side.built.computers())))
    }
}
