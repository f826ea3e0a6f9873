//! The application: iterations of phases, each a sequential part and a tree of jobs.

mod tree;

use crate::error::{Error, Place, between};
use report::figure::Unit;
use report::number::with_unit;
use words::word;

pub use tree::{Irregular, Parallelism, Shape};

/// The most jobs of a run: 2·10^7.
pub const MOST_JOBS: u64 = 20_000_000;

/// A divide-and-conquer application. Work is in seconds on a node of speed 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// Iterations, such as time steps of a simulation.
    pub iterations: u32,
    /// Identical phases of an iteration.
    pub phases: u32,
    /// Sequential work of an iteration, on the master.
    pub serial: f64,
    /// k, the number of children of a job; in irregular trees, the largest number.
    pub branching: u32,
    /// The level of the deepest leaves; the root is level 0.
    pub depth: u32,
    /// Mean work of a leaf in the deepest trees.
    pub leaf: f64,
    /// The variation of the work of leaves, leaf·(1 ± jitter), or of the weights of siblings in irregular trees: from 0 to 1.
    pub jitter: f64,
    /// Work of splitting a job.
    pub split: f64,
    /// Work of merging the results of its children.
    pub merge: f64,
    /// Bytes of each message without its leaves.
    pub base_bytes: f64,
    /// Bytes of a stolen job for each leaf below it.
    pub input_bytes: f64,
    /// Bytes of a result for each leaf below it.
    pub output_bytes: f64,
    /// The course of the trees' depth.
    pub parallelism: Parallelism,
    /// The least depth, where it changes.
    pub narrowest: u32,
    /// The shape of the trees.
    pub shape: Shape,
}

impl Default for Application {
    /// Like the Barnes-Hut program of the Grid paper: calibrated to its iteration times.
    fn default() -> Self {
        Self {
            iterations: 15,
            phases: 4,
            serial: 38.0,
            branching: 4,
            depth: 4,
            leaf: 1800.0 / 1024.0,
            jitter: 0.5,
            split: 0.002,
            merge: 0.010,
            base_bytes: 1000.0,
            input_bytes: 30e3,
            output_bytes: 30e3,
            parallelism: Parallelism::Constant,
            narrowest: 2,
            shape: Shape::Complete,
        }
    }
}

impl Application {
    /// Leaves of a phase, or the most that one can have: k^depth; none where that overflows.
    #[must_use]
    pub fn leaves(&self) -> Option<u64> {
        self.power(self.depth)
    }

    /// Jobs of a phase that spawn, or the most; none where they cannot be counted.
    #[must_use]
    pub fn inner_jobs(&self) -> Option<u64> {
        self.above(self.depth)
    }

    /// Jobs of all phases, or the most; none where they cannot be counted.
    #[must_use]
    pub fn jobs(&self) -> Option<u64> {
        self.leaves()?
            .checked_add(self.inner_jobs()?)?
            .checked_mul(self.all_phases())
    }

    /// Phases of all iterations.
    #[must_use]
    pub fn all_phases(&self) -> u64 {
        u64::from(self.iterations).saturating_mul(u64::from(self.phases))
    }

    /// The path of a job's child `place`, from 0; the root's path is 0.
    #[inline]
    #[must_use]
    pub fn child(&self, path: u64, place: u32) -> u64 {
        path.wrapping_mul(u64::from(self.branching))
            .wrapping_add(u64::from(place))
            .wrapping_add(1)
    }

    /// Work of a leaf of a complete tree. Its draw in [0, 1) is fixed for seed, phase and path, so that every schedule of a seed has the
    /// same work.
    #[inline]
    pub(crate) fn leaf_work(&self, grain: f64, uniform: f64) -> f64 {
        grain * (1.0 + self.jitter * (2.0 * uniform - 1.0))
    }

    /// Bytes of a stolen job of that level in a complete tree.
    #[must_use]
    pub fn job_bytes(&self, level: u32) -> f64 {
        self.base_bytes + self.input_bytes * self.leaves_below(level)
    }

    /// Bytes of the result of a job of that level in a complete tree.
    #[must_use]
    pub fn result_bytes(&self, level: u32) -> f64 {
        self.base_bytes + self.output_bytes * self.leaves_below(level)
    }

    /// L, the leaves below a job of that level.
    fn leaves_below(&self, level: u32) -> f64 {
        self.power(self.depth.saturating_sub(level))
            .unwrap_or(u64::MAX) as f64
    }

    /// Checks every number, and that a run has at most [`MOST_JOBS`] jobs.
    ///
    /// # Errors
    /// [`Error::Number`] and [`Error::Jobs`].
    pub fn check(&self) -> Result<(), Error> {
        let place = Place::Application;
        let wholes = [
            (
                word!("the number of iterations"),
                self.iterations,
                1,
                10_000,
            ),
            (word!("the number of phases"), self.phases, 1, 1_000),
            (word!("the number of children"), self.branching, 2, 16),
            (word!("the depth of the tree"), self.depth, 1, 24),
            (word!("the least depth of a tree"), self.narrowest, 1, 24),
        ];
        for (quantity, value, least, most) in wholes {
            between(
                place,
                quantity,
                f64::from(value),
                f64::from(least),
                f64::from(most),
            )?;
        }
        let works = [
            (word!("the sequential work"), self.serial),
            (word!("the work of a leaf"), self.leaf),
            (word!("the work of a split"), self.split),
            (word!("the work of a merge"), self.merge),
        ];
        for (quantity, value) in works {
            between(place, quantity, value, 0.0, 1e6)?;
        }
        between(place, word!("the jitter"), self.jitter, 0.0, 1.0)?;
        let bytes = [
            (word!("the bytes of a message"), self.base_bytes),
            (word!("the bytes of a job for each leaf"), self.input_bytes),
            (
                word!("the bytes of a result for each leaf"),
                self.output_bytes,
            ),
        ];
        for (quantity, value) in bytes {
            between(place, quantity, value, 0.0, 1e12)?;
        }
        match self.jobs() {
            Some(jobs) if jobs <= MOST_JOBS => Ok(()),
            jobs => Err(Error::Jobs {
                jobs: jobs.map_or_else(
                    || String::from(word!("more than 2^64")),
                    |jobs| with_unit(jobs as f64, Unit::Count, None),
                ),
                most: MOST_JOBS,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_leaves_repeat_the_worked_examples() {
        // E12.
        let application = Application::default();
        let bytes: Vec<f64> = (0..=4).map(|level| application.job_bytes(level)).collect();
        assert_eq!(
            bytes,
            [7_681_000.0, 1_921_000.0, 481_000.0, 121_000.0, 31_000.0]
        );
        for (seed, phase, path, work) in [
            (1, 0, 85, 2.0303),
            (1, 0, 86, 2.00875),
            (7, 3, 340, 1.56498),
        ] {
            let uniform = crate::generator::hash(seed, phase, path);
            let found = application.leaf_work(application.grain(phase), uniform);
            assert!((found - work).abs() < 1e-5);
        }
        assert_eq!(application.leaves(), Some(256));
        assert_eq!(application.jobs(), Some(15 * 4 * 341));
    }

    #[test]
    fn a_tree_above_twenty_million_jobs_is_refused() {
        let tree = |branching, depth| Application {
            iterations: 1,
            phases: 1,
            branching,
            depth,
            ..Application::default()
        };
        assert_eq!(tree(10, 7).jobs(), Some(11_111_111));
        assert_eq!(tree(10, 7).check(), Ok(()));
        let told = tree(2, 24).check().unwrap_err().to_string();
        assert!(
            told.contains("33\u{202f}554\u{202f}431") && told.contains("20\u{202f}000\u{202f}000"),
            "{told}"
        );
        assert!(
            tree(16, 24)
                .check()
                .unwrap_err()
                .to_string()
                .contains("2^64")
        );
    }
}
