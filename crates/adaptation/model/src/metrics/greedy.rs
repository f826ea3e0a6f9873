//! Work and span of an application, and the bound of a greedy schedule (own choice).

use crate::application::Application;
use crate::error::Error;

/// T1 and T∞ of all phases, in s at speed 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkSpan {
    /// T1, all work.
    pub work: f64,
    /// T∞, the longest chain of work.
    pub span: f64,
}

impl WorkSpan {
    /// T1 and T∞ of the application with that seed. It visits every leaf.
    ///
    /// # Errors
    /// An application with too many jobs or numbers outside their ranges.
    pub fn of(application: &Application, seed: u64) -> Result<Self, Error> {
        application.check()?;
        let serial = application.serial / f64::from(application.phases);
        let job = application.split + application.merge;
        let mut both = Self {
            work: 0.0,
            span: 0.0,
        };
        for phase in 0..application.all_phases() {
            let (mut sum, mut longest) = (0.0, serial);
            let split = application.each_leaf(seed, phase, |level, work| {
                sum += work;
                longest = longest.max(serial + f64::from(level) * job + work);
            });
            both.work += serial + split as f64 * job + sum;
            both.span += longest;
        }
        Ok(both)
    }

    /// T1/P + c·T∞, s. c = 1 is the bound of a greedy schedule without communication; a larger c is a fit.
    #[must_use]
    pub fn bound(&self, processors: u32, factor: f64) -> f64 {
        self.work / f64::from(processors) + factor * self.span
    }

    /// The speedup that the bound promises on so many processors of speed 1.
    #[must_use]
    pub fn speedup(&self, processors: u32, factor: f64) -> f64 {
        self.work / self.bound(processors, factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_and_span_of_a_tree_of_two_leaves_are_sums_by_hand() {
        let application = Application {
            iterations: 1,
            phases: 2,
            serial: 4.0,
            branching: 2,
            depth: 1,
            leaf: 3.0,
            jitter: 0.0,
            split: 0.5,
            merge: 0.25,
            ..Application::default()
        };
        let both = WorkSpan::of(&application, 1).unwrap();
        assert_eq!(both.work, 2.0 * (2.0 + 0.75 + 6.0));
        assert_eq!(both.span, 2.0 * (2.0 + 0.75 + 3.0));
        assert_eq!(both.bound(2, 1.0), 8.75 + 11.5);
    }
}
