//! The worst case where few computers survive: the search for the other survivors that stop the fewest routes.

use crate::scheme::{Route, bit};

/// The number of choices of `number` out of `of`.
pub(crate) fn choices(of: usize, number: usize) -> u64 {
    (0..number).fold(1_u64, |product, at| {
        product.saturating_mul((of - at.min(of)) as u64) / (at as u64 + 1)
    })
}

/// The greatest gain of a target with so many other survivors, and the computers that are down.
pub(crate) fn search(
    computers: usize,
    target: usize,
    routes: &[Route],
    others: usize,
) -> (u32, u128) {
    let all = (0..computers)
        .filter(|computer| *computer != target)
        .fold(0, |all, computer| all | bit(computer));
    let mut best = Best {
        gain: None,
        down: all,
    };
    choose(0, others, all, routes, &mut best);
    (best.gain.unwrap_or(0), best.down)
}

struct Best {
    gain: Option<u32>,
    down: u128,
}

/// Chooses the remaining survivors from a computer on; no survivor has stopped `routes` yet.
fn choose(from: usize, left: usize, down: u128, routes: &[Route], best: &mut Best) {
    let gain: u32 = routes.iter().map(|route| route.weight).sum();
    if best.gain.is_some_and(|best| gain <= best) {
        return;
    }
    if left == 0 {
        *best = Best {
            gain: Some(gain),
            down,
        };
        return;
    }
    for survivor in from..u128::BITS as usize {
        if down & bit(survivor) != 0 {
            let open: Vec<Route> = routes
                .iter()
                .filter(|route| route.needs & bit(survivor) == 0)
                .copied()
                .collect();
            choose(survivor + 1, left - 1, down & !bit(survivor), &open, best);
        }
    }
}
