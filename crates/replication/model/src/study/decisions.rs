//! The times of balancing and replication in every block of every run, and of the choices between them.

use report::{Cancelled, Observer};

use super::draw::drawing;
use super::{Measured, Method, Results, Scratch, Study};
use crate::Error;
use crate::adaptive::Block;
use crate::parameters::Strategy;
use crate::synchronisation::Drawing;

/// The most blocks that are kept, but for those of the first run.
const KEPT: usize = 500_000;

/// The blocks of all runs, and the outcomes of the methods that matter for choosing.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// The blocks of each run: all of the first; of the others some, evenly, where there are more than half a million.
    pub blocks: Vec<Vec<Block>>,
    /// The methods, with the first run of the one that is shown.
    pub results: Results,
}

impl Study {
    /// Runs equal shares, balancing, replication and the choice between them on the resources of every run.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so; as [`Study::run`].
    pub fn decide(mut self, observer: &mut dyn Observer) -> Result<(Self, Decisions), Error> {
        let runs = u64::from(self.parameters.runs);
        let copies = Method::Replicate(self.parameters.copies);
        let mut measured: Vec<_> = [
            Method::Equal,
            Method::Dynamic,
            copies,
            Method::Adaptive,
            Method::Hindsight,
        ]
        .into_iter()
        .map(Measured::none)
        .collect();
        // Only all of them show which number of copies is best.
        if self.parameters.strategy == Strategy::ReplicateBest {
            let all = self.copies_tried().into_iter().map(Method::Replicate);
            measured.extend(all.filter(|one| *one != copies).map(Measured::none));
        }
        let methods: Vec<_> = measured.iter().map(|measured| measured.method).collect();
        let mut blocks = Vec::new();
        let mut scratch = Scratch::default();
        for run in 0..runs {
            let steps = self.steps();
            let draw = self.draw(run, Drawing(&mut drawing(observer, run, runs, steps)))?;
            let columns = self.columns(&draw);
            let mut all = measured.iter_mut();
            let add = |_, outcome| all.by_ref().take(1).for_each(|one| one.add(&outcome));
            self.compare(methods.iter().copied(), &columns.run(), &mut scratch, add)?;
            let mut log = std::mem::take(&mut scratch.log);
            if run > 0 {
                let all = log.len() * self.parameters.runs as usize;
                log = log.into_iter().step_by(all.div_ceil(KEPT).max(1)).collect();
            }
            blocks.push(log);
            if observer
                .progress((run + 1) * steps, runs * steps)
                .is_break()
            {
                return Err(Cancelled.into());
            }
        }
        let results = self.results(measured)?;
        Ok((self, Decisions { blocks, results }))
    }
}
