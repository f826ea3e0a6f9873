//! The trees of jobs: how they change from iteration to iteration, and irregular ones (own choices).

use super::Application;
use crate::generator;

/// The course of the trees' depth, and thus of the number of ready jobs, over the iterations. The work stays the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallelism {
    /// All trees have the largest depth.
    #[default]
    Constant,
    /// From the least depth to the largest.
    Rising,
    /// From the largest depth to the least.
    Falling,
    /// From the largest depth to the least and back.
    Wave,
}

/// The shape of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Every job above the leaves has k children, and all leaves have the same level.
    #[default]
    Complete,
    /// Numbers of children are drawn from 2 to k, and so are the shares of the work that children get; a job with less work than the
    /// mean leaf of the complete tree is not split.
    Irregular,
}

/// The irregular tree of one phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Irregular {
    hash: u64,
    branching: u64,
    jitter: f64,
    whole: f64,
}

impl Irregular {
    /// The number of children of a job that is split: from 2 to k.
    #[must_use]
    pub fn children(&self, path: u64) -> u64 {
        /// The bit that separates these draws from those of shares: no path is so large.
        const COUNTS: u64 = 1 << 62;
        let more = self.branching.saturating_sub(1);
        2 + ((generator::unit(self.hash, path | COUNTS) * more as f64) as u64).min(more - 1)
    }

    /// The work of the leaves below a job; of a leaf, its own.
    #[must_use]
    pub fn work(&self, path: u64) -> f64 {
        let (mut work, mut path) = (self.whole, path);
        while path > 0 {
            let parent = (path - 1) / self.branching;
            let first = parent * self.branching + 1;
            let siblings = first..first + self.children(parent);
            let sum = siblings.fold(0.0, |sum, one| sum + self.weight(one));
            work *= self.weight(path) / sum;
            path = parent;
        }
        work
    }

    /// The weight of a job among its siblings in the division of their parent's work.
    fn weight(&self, path: u64) -> f64 {
        1.0 + self.jitter * (2.0 * generator::unit(self.hash, path) - 1.0)
    }
}

impl Application {
    /// The level of the leaves in phase `phase`, from 0; of an irregular tree, of the deepest.
    ///
    /// ```
    /// use adaptation_model::Application;
    /// use adaptation_model::application::Parallelism;
    ///
    /// let application = Application { iterations: 5, phases: 1, parallelism: Parallelism::Wave, narrowest: 2, ..Application::default() };
    /// let levels: Vec<u32> = (0..5).map(|phase| application.leaf_level(phase)).collect();
    /// assert_eq!(levels, [4, 3, 2, 3, 4]);
    /// ```
    #[must_use]
    pub fn leaf_level(&self, phase: u64) -> u32 {
        let steps = self.depth - self.narrowest.clamp(1, self.depth.max(1)).min(self.depth);
        let iteration = phase / u64::from(self.phases.max(1));
        // The current part of the run, out of `of` equal parts.
        let part = |of: u32| {
            let part = iteration * u64::from(of) / u64::from(self.iterations.max(1));
            u32::try_from(part).unwrap_or(u32::MAX).min(of - 1)
        };
        self.depth
            - match self.parallelism {
                Parallelism::Constant => 0,
                Parallelism::Rising => steps - part(steps + 1),
                Parallelism::Falling => part(steps + 1),
                Parallelism::Wave => {
                    let part = part(2 * steps + 1);
                    part.min(2 * steps - part)
                }
            }
    }

    /// The mean work of a leaf of the complete tree of a phase: trees that are less deep have larger leaves.
    #[must_use]
    pub fn grain(&self, phase: u64) -> f64 {
        let above = self.depth - self.leaf_level(phase);
        self.leaf * self.power(above).unwrap_or(u64::MAX) as f64
    }

    /// The tree of a phase, where it is irregular.
    #[must_use]
    pub fn irregular(&self, seed: u64, phase: u64) -> Option<Irregular> {
        (self.shape == Shape::Irregular).then(|| Irregular {
            hash: generator::hash_of_phase(seed, phase),
            branching: u64::from(self.branching),
            jitter: self.jitter,
            whole: self.leaf * self.leaves().unwrap_or(u64::MAX) as f64,
        })
    }

    /// Visits the leaves of a phase with their level and work; returns the number of split jobs.
    pub fn each_leaf(&self, seed: u64, phase: u64, mut each: impl FnMut(u32, f64)) -> u64 {
        let level = self.leaf_level(phase);
        let Some(tree) = self.irregular(seed, phase) else {
            let (first, leaves) = (self.above(level), self.power(level));
            let first = first.unwrap_or(0);
            let (hash, grain) = (generator::hash_of_phase(seed, phase), self.grain(phase));
            for path in first..first.saturating_add(leaves.unwrap_or(0)) {
                let uniform = generator::unit(hash, path);
                each(level, self.leaf_work(grain, uniform));
            }
            return first;
        };
        let (mut split, grain) = (0, self.grain(phase));
        let mut open = vec![(0_u64, 0_u32)];
        while let Some((path, depth)) = open.pop() {
            let work = tree.work(path);
            if depth > 0 && (depth >= level || work < grain) {
                each(depth, work);
                continue;
            }
            split += 1;
            let children = 0..tree.children(path) as u32;
            open.extend(children.map(|place| (self.child(path, place), depth + 1)));
        }
        split
    }

    /// The number of leaves of a phase.
    #[must_use]
    pub fn leaves_of(&self, seed: u64, phase: u64) -> u64 {
        match self.shape {
            Shape::Complete => self.power(self.leaf_level(phase)).unwrap_or(u64::MAX),
            Shape::Irregular => {
                let mut leaves = 0;
                self.each_leaf(seed, phase, |_, _| leaves += 1);
                leaves
            }
        }
    }

    /// k to a power; none where that overflows.
    pub(super) fn power(&self, level: u32) -> Option<u64> {
        u64::from(self.branching).checked_pow(level)
    }

    /// Jobs of a complete tree above a level; none where they cannot be counted.
    pub(crate) fn above(&self, level: u32) -> Option<u64> {
        (0..level).try_fold(0_u64, |sum, level| sum.checked_add(self.power(level)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_of_trees_goes_from_end_to_end_in_equal_parts() {
        let levels = |parallelism, iterations, narrowest| {
            let application = Application {
                parallelism,
                iterations,
                narrowest,
                phases: 1,
                ..Application::default()
            };
            (0..u64::from(iterations))
                .map(|phase| application.leaf_level(phase))
                .collect::<Vec<_>>()
        };
        use Parallelism::{Constant, Falling, Rising, Wave};
        assert_eq!(levels(Constant, 3, 1), [4, 4, 4]);
        assert_eq!(levels(Rising, 6, 2), [2, 2, 3, 3, 4, 4]);
        assert_eq!(levels(Falling, 6, 2), [4, 4, 3, 3, 2, 2]);
        assert_eq!(levels(Wave, 10, 2), [4, 4, 3, 3, 2, 2, 3, 3, 4, 4]);
        // No tree is deeper than the largest depth, and a run may be too short for all depths.
        assert_eq!(levels(Wave, 3, 9), [4, 4, 4]);
        assert_eq!(levels(Falling, 1, 1), [4]);
    }

    #[test]
    fn an_irregular_tree_shares_all_work_among_leaves_of_different_sizes_and_depths() {
        let application = Application {
            shape: Shape::Irregular,
            jitter: 0.9,
            ..Application::default()
        };
        let (mut sum, mut sizes, mut depths) = (0.0, Vec::new(), Vec::new());
        let split = application.each_leaf(1, 0, |depth, work| {
            sum += work;
            sizes.push(work);
            depths.push(depth);
        });
        assert!((sum - 450.0).abs() < 1e-9, "{sum}");
        assert_eq!(sizes.len() as u64, application.leaves_of(1, 0));
        depths.sort_unstable();
        depths.dedup();
        assert!(depths.len() > 1 && depths.last() == Some(&4), "{depths:?}");
        let most = sizes.iter().copied().fold(0.0, f64::max);
        let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(most > 10.0 * least, "{least} to {most}");
        assert!(split < sizes.len() as u64);
    }
}
