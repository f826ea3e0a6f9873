//! A bad crash set for every number of crashes by a beam: of the sets of each size, it extends the ones that complete the
//! most routes. Its load is never above the worst case, and rarely below it.

use report::Cancelled;

use super::PARTS;
use crate::scheme::Route;

/// For 1, 2, …, `most` crashes a possible gain, and the computers that must be down for it.
pub(crate) fn search(
    routes: &[Route],
    most: usize,
    width: usize,
    part: &mut dyn FnMut(u64) -> Result<(), Cancelled>,
) -> Result<Vec<(u32, u128)>, Cancelled> {
    let mut buckets: Vec<Vec<u128>> = vec![Vec::new(); most + 1];
    if let Some(first) = buckets.first_mut() {
        first.push(0);
    }
    let gain = |set: u128| -> u32 {
        routes
            .iter()
            .filter(|route| route.needs & !set == 0)
            .map(|route| route.weight)
            .sum()
    };
    let mut best = Vec::with_capacity(most);
    let mut before = (0, 0);
    for size in 0..=most {
        part(size as u64 * PARTS / (most as u64 + 1))?;
        let mut sets = buckets
            .get_mut(size)
            .map(std::mem::take)
            .unwrap_or_default();
        sets.sort_unstable();
        sets.dedup();
        let mut rated: Vec<(u32, u128)> = sets.into_iter().map(|set| (gain(set), set)).collect();
        rated.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        rated.truncate(width.max(1));
        for (_, set) in &rated {
            for route in routes {
                let union = set | route.needs;
                if union != *set
                    && let Some(bucket) = buckets.get_mut(union.count_ones() as usize)
                {
                    bucket.push(union);
                }
            }
        }
        if let Some(first) = rated.first().filter(|first| first.0 > before.0) {
            before = *first;
        }
        if size > 0 {
            best.push(before);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::search;
    use crate::scheme::Route;

    #[test]
    fn ties_go_to_the_smaller_set_and_a_set_stays_until_a_better_one()
    -> Result<(), report::Cancelled> {
        let route = |needs| Route { needs, weight: 1 };
        let routes = [route(0b10), route(0b01), route(0b110), route(0b1110)];
        let best = search(&routes, 4, 1, &mut |_| Ok(()))?;
        assert_eq!(best, [(1, 0b01), (2, 0b11), (3, 0b111), (4, 0b1111)]);
        let best = search(&[route(0b1), route(0b1110)], 4, 2, &mut |_| Ok(()))?;
        assert_eq!(best, [(1, 0b1), (1, 0b1), (1, 0b1), (2, 0b1111)]);
        Ok(())
    }
}
