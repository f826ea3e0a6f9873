//! The chart, the tables and the two worlds of a step.

use ::parameters::Field as _;
use bounds_model::rational::{Rational, to_f64};
use bounds_model::transformation::stages::{Stage, Staged};
use num_traits::Zero as _;
use report::chart::{Axis, Bar, Series};
use report::table::Cell;
use report::words::count;
use report::worlds::Reason;
use report::{Chart, Offer, Table, Worlds};
use words::{say, word};

use super::{Findings, figures, label, step};
use crate::Parameters;
use crate::exact::{cell, number, units};
use crate::topics::transformation::named;
use crate::worlds;

impl Findings<'_> {
    /// The ratio of every step, which a press opens.
    pub(super) fn ratios(&self) -> Chart {
        let bars = self.stages.iter().enumerate().map(|(at, staged)| {
            let bar = Bar::new(label(staged.stage), to_f64(&staged.ratio()), at == self.at);
            match at == self.at {
                true => bar,
                false => bar.offering(Offer::new(
                    &say!("Show step {}, {}", at + 1, label(staged.stage)),
                    [(
                        Parameters::NAMES.step.any().text(),
                        step(staged.stage).to_value(),
                    )],
                )),
            }
        });
        let bound = Bar::new(word!("bound H"), to_f64(&self.bound), false).bounding(true);
        Chart::new(
            "ratios",
            word!("How does the ratio grow from step to step?"),
            Axis::number(word!("step")),
            Axis::number(word!("time without migration by that with it")),
            vec![Series::bars(bars.chain([bound]))],
        )
    }

    pub(super) fn table(&self) -> Table {
        let rows = self.stages.iter().map(|staged| {
            [
                Cell::words(label(staged.stage)),
                Cell::words(figures(staged.stage)),
                Cell::whole(staged.copies as usize),
                cell(&staged.shared.0.makespan),
                cell(&staged.placed.0.makespan),
                cell(&staged.ratio()),
                Cell::words(named(&self.names, &staged.owners)),
            ]
        });
        Table::new(
            "steps",
            word!("Each step, from the program to its permutations"),
            [
                word!("Step"),
                word!("Figures"),
                word!("Copies"),
                word!("With migration"),
                word!("Without"),
                word!("Ratio"),
                word!("Placement"),
            ],
            rows,
        )
    }

    /// The longest path where all work is stretched.
    pub(super) fn stretched(&self) -> Table {
        let mut before: Option<&Rational> = None;
        let rows = (1..).zip(&self.longest);
        let rows = rows.map(|(stretch, (length, signals)): (usize, _)| {
            let grown = before.map(|before| cell(&(length - before)));
            before = Some(length);
            [
                Cell::whole(stretch),
                cell(length),
                grown.unwrap_or_else(Cell::none),
                Cell::whole(*signals as usize),
            ]
        });
        Table::new(
            "stretched",
            match self.stages.first().is_some_and(Staged::proved) {
                true => word!("The longest path of the best placement where all work is stretched"),
                false => word!(
                    "The longest path of the best placement found where all work is stretched"
                ),
            },
            [
                word!("Stretch"),
                word!("Length, L"),
                word!("Growth, ΔL"),
                word!("Signals, arr"),
            ],
            rows.collect::<Vec<_>>(),
        )
    }

    /// Where a part takes longer without migration.
    fn reasons(&self) -> Vec<Reason> {
        let staged = self.staged();
        let [placed, shared] = [&staged.placed, &staged.shared].map(|(_, ends)| {
            let starts = std::iter::once(Rational::zero()).chain(ends.iter().cloned());
            let long = starts.zip(ends).map(|(start, end)| end - start);
            long.collect::<Vec<Rational>>()
        });
        let all = (0..).zip(&staged.placed.1).zip(placed.iter().zip(&shared));
        let longer = all.filter(|(_, (long, short))| long > short);
        let reason =
            |((unit, end), (long, short)): ((u32, &Rational), (&Rational, &Rational))| Reason {
                unit,
                with: false,
                lane: 0,
                at: to_f64(end),
                text: say!(
                    "This part takes {} instead of {}.",
                    units(long),
                    number(short)
                ),
            };
        longer.map(reason).collect()
    }

    pub(super) fn worlds(&self) -> Option<Worlds> {
        let staged = self.staged();
        let caption = say!(
            "{} without migration, {} with it.",
            units(&staged.placed.0.makespan),
            number(&staged.shared.0.makespan)
        );
        let unit = match self.stage() {
            Stage::Program | Stage::Copies | Stage::Longer | Stage::Apart => {
                (word!("run of the program"), word!("runs of the program"))
            }
            Stage::Slots | Stage::Permuted => (word!("phase"), word!("phases")),
        };
        let computers = count(
            self.parameters.own_computers as usize,
            word!("computer"),
            word!("computers"),
        );
        let processors = count(
            self.parameters.own_processors as usize,
            word!("processor"),
            word!("processors"),
        );
        worlds::of(
            word!("The same program without and with migration"),
            [
                say!("Without migration, on {computers}"),
                say!("With migration, on {processors}"),
            ],
            unit,
            &self.sides,
            caption,
            self.reasons(),
        )
    }
}
