//! The schedule of the first run.

use parameters::Rejected;
use schedule::{Bound, Group, Recording, Schedule, Unit};

use super::draw::Columns;
use super::window::Window;
use super::{Measured, Method, Study, results};
use crate::Error;
use crate::bound::perfect_balance;
use crate::copies::rows_each;
use crate::iterations::{links, marks, phases};
use crate::parameters::{Parameters, Strategy};

impl Study {
    /// What the schedule shows: the strategy that the parameters name, with the best number of copies where they ask for
    /// it.
    #[must_use]
    pub fn shown(&self, measured: &[Measured]) -> Method {
        match self.parameters.strategy {
            Strategy::Equal => Method::Equal,
            Strategy::Static => Method::Static,
            Strategy::StaticHindsight => Method::StaticHindsight,
            Strategy::Dynamic => Method::Dynamic,
            Strategy::DynamicHindsight => Method::DynamicHindsight,
            Strategy::Replicate => Method::Replicate(self.parameters.copies),
            Strategy::ReplicateBest => Method::Replicate(results::best_copies(measured)),
            Strategy::Speculate => Method::Speculate,
            Strategy::Adaptive => Method::Adaptive,
        }
    }

    /// What a method is to be seen beside: the same work with one copy of each job where it runs several, with equal shares
    /// where it sets shares. Nothing beside these themselves, on a single processor, and where two schedules would take too
    /// much memory.
    #[must_use]
    pub fn without(&self, shown: Method) -> Option<Method> {
        /// The most spans of compute time that are kept for it.
        const LARGEST: u32 = 100_000;
        let Parameters {
            processors,
            iterations,
            shown: window,
            ..
        } = self.parameters;
        let small = processors.saturating_mul(iterations.min(window)) <= LARGEST;
        if processors == 1 || !small {
            return None;
        }
        match shown {
            Method::Equal | Method::Replicate(1) | Method::Hindsight => None,
            Method::Replicate(_) => Some(Method::Replicate(1)),
            _ => Some(Method::Equal),
        }
    }

    /// Runs the method once more, and keeps the iterations that the parameters want to see.
    ///
    /// # Errors
    /// Where the run has fewer iterations than come before the first one shown.
    pub(super) fn record(&self, method: Method, columns: &Columns<'_>) -> Result<Schedule, Error> {
        let run = columns.run();
        let copies = method.copies();
        let first = self.parameters.first_shown - 1;
        let after = first + self.parameters.shown;
        let rows = rows_each(copies as usize, self.parameters.replication);
        let row = |iteration: u32| (iteration as usize * rows).min(run.times.iterations());
        let bound = || Bound {
            name: "perfect balance".into(),
            time: perfect_balance(
                &run.times.rows(row(first), row(after)).times(),
                copies as usize,
                self.parameters.replication,
            ),
        };
        // The adaptive strategy’s iterations are of two kinds, and so is what they consume.
        let bounds = match method {
            Method::Adaptive => Vec::new(),
            _ => vec![bound()],
        };
        let neighbours = match method {
            Method::Speculate | Method::Adaptive => self.parameters.copies,
            _ => copies,
        };
        let lanes = self.pool.of(columns.chain()).map(|node| node.name.clone());
        let recording = Recording::new(Unit::Milliseconds, lanes.collect(), phases())
            .with_marks(marks())
            .with_links(links())
            .with_groups(groups(self.parameters.processors, neighbours))
            .with_bounds(bounds);
        let mut window = Window::new(recording, first, after);
        self.simulate(method, &run, &mut Vec::new(), &mut window);
        let iterations = window.iterations();
        if first >= iterations {
            let allowed =
                format!("allowed: 1 to {iterations}, the number of iterations in the schedule");
            return Err(Rejected::one("first_shown", first + 1, allowed).into());
        }
        Ok(window.finish()?)
    }
}

/// The groups of a run: those of R neighbours who run copies of the same job. One alone is no group.
fn groups(processors: u32, copies: u32) -> Vec<Group> {
    if copies < 2 || copies >= processors {
        return Vec::new();
    }
    let group = |(number, first)| Group {
        name: format!("group {number}"),
        first,
        lanes: copies,
    };
    (1..)
        .zip((0..processors).step_by(copies as usize))
        .map(group)
        .collect()
}
