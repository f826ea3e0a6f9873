//! The accelerator alone on a landscape without noise (Rossow 2009, figure 4.2).

use super::Landscape;
use crate::metrics::accelerator;

/// The sizes while nodes are added by accelerated steps until productivity falls, or `most` nodes or steps are reached.
#[must_use]
pub fn climb(landscape: &Landscape, start: usize, factor: f64, most: usize) -> Vec<usize> {
    walk(landscape, start, factor, most, |nodes, step| {
        let step = step.min(most.saturating_sub(nodes));
        (step > 0).then_some(nodes + step)
    })
}

/// The sizes while nodes are removed by accelerated steps until productivity falls or one node is left.
#[must_use]
pub fn descend(landscape: &Landscape, start: usize, factor: f64) -> Vec<usize> {
    walk(landscape, start, factor, start, |nodes, step| {
        let step = step.min(nodes.saturating_sub(1));
        (step > 0).then_some(nodes - step)
    })
}

/// Walks until productivity falls, there is no next size, or so many steps were made.
fn walk(
    landscape: &Landscape,
    start: usize,
    factor: f64,
    most: usize,
    next: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<usize> {
    let mut sizes = vec![start];
    let (mut nodes, mut before) = (start, None);
    while sizes.len() <= most {
        let productivity = landscape.productivity(nodes, 0.0);
        if before.is_some_and(|before| productivity < before) {
            break;
        }
        let step = accelerator::step(before, productivity, nodes, factor);
        before = Some(productivity);
        let Some(following) = next(nodes, step) else {
            break;
        };
        nodes = following;
        sizes.push(nodes);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::{Course, Shape};

    fn landscape(ideal: f64, shape: Shape) -> Landscape {
        Landscape {
            ideal: Course::Constant(ideal),
            most: Course::Constant(10_000.0),
            shape,
        }
    }

    fn hump() -> Shape {
        Shape::Peak {
            exponent: 0.8,
            penalty: 0.5,
            floor: 0.05,
        }
    }

    #[test]
    fn from_one_node_the_accelerator_climbs_as_specified() {
        // R3.
        assert_eq!(
            climb(&landscape(50.0, hump()), 1, 2.0, 200),
            [1, 2, 4, 7, 12, 20, 33, 55, 82]
        );
        let saturating = climb(
            &landscape(50.0, Shape::Saturating { scale: 25.0 }),
            1,
            2.0,
            200,
        );
        assert_eq!(saturating[..11], [1, 2, 4, 8, 15, 27, 44, 62, 74, 79, 81]);
        assert!(saturating[10..].windows(2).all(|two| two[1] - two[0] == 1));
    }

    #[test]
    fn from_two_hundred_nodes_the_accelerator_descends_in_seven_phases() {
        // R4.
        assert_eq!(
            descend(&landscape(100.0, hump()), 200, 1.5),
            [200, 199, 196, 188, 168, 130, 86, 81]
        );
    }
}
