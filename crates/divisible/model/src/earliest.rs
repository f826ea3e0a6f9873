//! The first of several workers.

/// A tournament over the dates of a fixed number of workers: the earliest is at the root, the lower place where dates are
/// equal. To change a date costs the logarithm of the workers and no memory.
#[derive(Clone, Debug)]
pub(crate) struct Earliest {
    /// A complete binary tree, its root at 1, its leaves in the second half: date and place of the winner below.
    nodes: Vec<(f64, u32)>,
}

impl Earliest {
    /// `workers` workers, all without a date.
    pub(crate) fn new(workers: usize) -> Earliest {
        Earliest {
            nodes: vec![(f64::INFINITY, u32::MAX); 2 * workers.next_power_of_two()],
        }
    }

    /// The earliest date and its worker, if any worker has a date.
    #[inline]
    pub(crate) fn first(&self) -> Option<(f64, u32)> {
        self.nodes
            .get(1)
            .copied()
            .filter(|&(date, _)| date < f64::INFINITY)
    }

    /// Gives the worker at this place a date; infinity takes it away.
    #[inline]
    pub(crate) fn set(&mut self, place: u32, date: f64) {
        let mut node = self.nodes.len() / 2 + place as usize;
        if let Some(leaf) = self.nodes.get_mut(node) {
            *leaf = (date, place);
        }
        while node > 1 {
            node /= 2;
            let [Some(&left), Some(&right)] =
                [2 * node, 2 * node + 1].map(|child| self.nodes.get(child))
            else {
                return;
            };
            if let Some(parent) = self.nodes.get_mut(node) {
                *parent = if right.0 < left.0 { right } else { left };
            }
        }
    }
}
