//! The Stern–Brocot tree around the path of Algorithm 1.

use bounds_model::rational::{Rational, ratio, to_f64};
use bounds_model::stern_brocot::Split;
use num_traits::One as _;
use report::Chart;
use report::chart::{Axis, Node, Series};
use words::{say, word};

use super::Findings;

/// The most steps of the path that are drawn.
const MOST_LEVELS: usize = 12;

impl Findings<'_> {
    /// The fractions that Algorithm 1 passes, and beside each the one that it leaves. Twice the fraction where it ends is the bound.
    pub(super) fn tree(&self) -> Option<Chart> {
        let half = &self.gain / ratio(2, 1);
        let mut nodes: Vec<Node> = Vec::new();
        let mut above: Option<(usize, &Split)> = None;
        let shown = self.path.iter().take(MOST_LEVELS);
        for (level, split) in shown.enumerate() {
            let mediant = split.mediant();
            // The last fraction is passed by where its lower neighbour is the answer.
            let taken = level + 1 < self.path.len() || fraction(mediant) == half;
            let own = node(mediant, &half).of_kind(u32::from(!taken));
            let Some((parent, before)) = above else {
                nodes.push(own);
                above = Some((0, split));
                continue;
            };
            let child = |node: Node| node.below(Some(parent));
            let between = |(a, b): (u64, u64), (c, d): (u64, u64)| (a + c, b + d);
            // Where the lower neighbour stayed, the path went down to the left.
            let place = if split.left == before.left {
                let other = between(before.mediant(), before.right);
                let at = nodes.len();
                nodes.extend([child(own), child(node(other, &half).of_kind(1))]);
                at
            } else {
                let other = between(before.left, before.mediant());
                nodes.extend([child(node(other, &half).of_kind(1)), child(own)]);
                nodes.len() - 1
            };
            above = Some((place, split));
        }
        let more = self.path.len().saturating_sub(MOST_LEVELS);
        if let (Some((last, _)), true) = (above, more > 0)
            && let Some(last) = nodes.get_mut(last)
        {
            last.detail = match more {
                1 => word!("1 more step follows").into(),
                more => say!("{more} more steps follow"),
            };
        }
        (nodes.len() > 1).then(|| {
            Chart::new(
                "tree",
                word!("Which path through the Stern–Brocot tree finds the bound?"),
                Axis::number(word!("fraction")),
                Axis::number(word!("processors for each job")),
                vec![Series::tree(
                    [
                        say!("path of Algorithm 1 to half of the bound, {half}").as_str(),
                        word!("not taken"),
                    ],
                    nodes,
                )],
            )
        })
    }
}

fn fraction((over, under): (u64, u64)) -> Rational {
    ratio(over, under.max(1))
}

/// A fraction; half of the bound says so.
fn node(of: (u64, u64), half: &Rational) -> Node {
    let value = fraction(of);
    let node = Node::new(format!("{}/{}", of.0, of.1), to_f64(&value));
    match value == *half && !half.is_one() {
        true => node.saying(word!("half of the bound")),
        false => node,
    }
}
