//! The time of the jobs on each node, and dots that make a node slower or faster.

use report::Chart;
use report::chart::{Axis, Grip, Series};
use words::{say, word};

use crate::node_factors;
use crate::parameters::Parameters;
use crate::study::First;

/// The factors to which a dot is dragged.
const FACTORS: [f64; 19] = [
    0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 5.0,
    6.0, 8.0,
];
/// The most nodes that have a dot each.
const MOST: usize = 16;

/// The mean runtime on each node of the first run; nothing for too many to touch.
pub(super) fn chart(parameters: &Parameters, first: &First) -> Option<Chart> {
    let factors = node_factors::of(parameters).ok()?;
    let lanes = || (1_u32..).zip(&first.means);
    let points = lanes().map(|(lane, mean)| (f64::from(lane), *mean));
    let grips = lanes().zip(first.places.iter().zip(&first.names));
    let grips =
        grips.map(|((lane, mean), (place, name))| grip(&factors, lane, *mean, *place, name));
    (1..=MOST).contains(&first.means.len()).then(|| {
        Chart::new(
            "nodes",
            word!("What if one node were slower?"),
            Axis::count(word!("processor of the first run")),
            // Each factor is equally long at all nodes, and the dots do not lie on the floor below the highest factor.
            Axis::time(word!("mean runtime")).logarithmic(),
            vec![Series::dots(word!("mean runtime"), points, true)],
        )
        .gripped(grips)
    })
}

/// The dot of a node: its factor, beside those of the others.
fn grip(factors: &[(usize, f64)], lane: u32, mean: f64, place: usize, name: &str) -> Grip {
    let own = factors.iter().find(|(node, _)| *node == place);
    let factor = own.map_or(1.0, |(_, factor)| *factor);
    let others = factors.iter().filter(|(node, _)| *node != place);
    let others = others.map(|(node, factor)| format!("{}:{factor}, ", node + 1));
    let mut stops = FACTORS.to_vec();
    if !stops.contains(&factor) {
        stops.push(factor);
        stops.sort_unstable_by(f64::total_cmp);
    }
    let title = say!("Mean runtime of {name}");
    let parameter = Parameters::NAMES.node_factors.any().text();
    let text = format!("{}{}:", others.collect::<String>(), place + 1);
    Grip::new(&title, parameter, f64::from(lane), stops, factor)
        .labelled(name)
        .within(text, String::new())
        .scaled(mean / factor)
}
