//! The worst case by choosing routes one after another, without a table: a second opinion.

use recovery_model::Scheme;

/// A route: the computers that must be down, as bits, and the weight of its process.
type Route = (u128, u32);

/// The worst loads of these computers for 1 to `most` crashes, of 128 computers at most.
pub(crate) fn loads(
    scheme: &Scheme,
    computers: impl IntoIterator<Item = usize>,
    most: usize,
) -> Vec<u32> {
    let mut best = vec![0; most + 1];
    for computer in computers {
        let (mut here, mut routes) = (0, Vec::new());
        for (number, process) in scheme.processes().iter().enumerate() {
            if process.home == computer {
                here += process.weight;
            } else if let Some(needs) = scheme.needs(number, computer) {
                let bits = needs.iter().fold(0, |set, other| set | 1 << other);
                routes.push((bits, process.weight));
            }
        }
        extend(&mut best, &routes, 0, here);
    }
    // More crashes cause at least the load of fewer.
    for crashes in 1..=most {
        best[crashes] = best[crashes].max(best[crashes - 1]);
    }
    best.split_off(1)
}

fn extend(best: &mut [u32], routes: &[Route], down: u128, load: u32) {
    let crashes = down.count_ones() as usize;
    best[crashes] = best[crashes].max(load);
    for (place, (needs, weight)) in routes.iter().enumerate() {
        let union = down | needs;
        if (union.count_ones() as usize) < best.len() {
            extend(best, &routes[place + 1..], union, load + weight);
        }
    }
}
