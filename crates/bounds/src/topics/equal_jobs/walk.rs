//! The walk of Algorithm 2 from m/n back to the root of the Stern–Brocot tree.

use bounds_model::rational::{Rational, to_f64};
use bounds_model::stern_brocot::Step;
use num_traits::One as _;
use report::chart::{Axis, Series};
use report::table::Cell;
use report::{Chart, Table};
use words::{say, word};

use super::Findings;
use crate::exact::{cell, wide};
use crate::topics::MOST_STEPS;

impl Findings<'_> {
    /// The ratios that Algorithm 2 passes, floors and others.
    pub(super) fn walk(&self) -> Option<Chart> {
        let dots = |below: bool| {
            let steps = (1_u32..).zip(self.steps.iter().take(MOST_STEPS));
            let steps = steps.filter(move |(_, step)| step.below == below);
            steps.map(|(place, step)| (f64::from(place), to_f64(&wide(step.ratio))))
        };
        (self.steps.len() > 1).then(|| {
            Chart::new(
                "walk",
                word!("Which ratios does Algorithm 2 pass on its way back from m/n?"),
                Axis::count(word!("step")),
                Axis::number(word!("processors for each job")),
                vec![
                    Series::dots(word!("a floor"), dots(true), true),
                    Series::dots(word!("above m/n"), dots(false), false),
                ],
            )
        })
    }

    /// Each step, and which schedules have its ratio as their floor.
    pub(super) fn table(&self) -> Table {
        let mut before = 0;
        let rows = (1..).zip(self.steps.iter().take(MOST_STEPS));
        let rows = rows.map(|(place, step): (usize, &Step)| {
            let first = before + 1;
            before += step.ratios;
            let [lefts, rights] = step.copies;
            let range = |from: usize, to: usize| match from == to {
                true => Cell::whole(from),
                false => Cell::words(say!("{from} to {to}")),
            };
            // c ratios are the groups of processors with m − c preemptions.
            let m = self.machines() as usize;
            let scheduled = step.below && self.jobs() as usize > m && first <= m;
            let (ratios, allowed, makespan) = match step.below {
                false => (Cell::none(), Cell::none(), Cell::none()),
                true if scheduled => (
                    range(first, before),
                    range(m - before.min(m), m - first),
                    cell(&(Rational::one() / wide(step.ratio))),
                ),
                true => (range(first, before), Cell::none(), Cell::none()),
            };
            [
                Cell::whole(place),
                cell(&wide(step.ratio)),
                Cell::whole(step.generation),
                Cell::whole(lefts),
                Cell::whole(rights),
                ratios,
                allowed,
                makespan,
            ]
        });
        Table::new(
            "walk",
            word!("The walk of Algorithm 2 from m/n back to the root of the Stern–Brocot tree"),
            [
                word!("Step"),
                word!("Ratio"),
                word!("Generation"),
                word!("Copies below, u"),
                word!("Copies above, v"),
                word!("Floor of so many ratios"),
                word!("Preemptions"),
                word!("Makespan"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }
}
