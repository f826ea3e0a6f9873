//! A bad crash set by completing, again and again, the route that needs the fewest more crashes. Too low in a quarter of the
//! tried cases; it shows the effect of a hasty adversary.
use words::word;

use super::MOST_EXACT;
use crate::error::{Error, within};
use crate::scheme::Scheme;

/// For 1, 2, …, n-1 crashes, a load that they can cause: a lower bound of the worst-case load.
///
/// # Errors
/// [`Error::Range`] for more than 128 computers.
pub fn loads(scheme: &Scheme) -> Result<Vec<u32>, Error> {
    let n = within(
        word!("number of computers"),
        scheme.computers(),
        2,
        MOST_EXACT,
    )?;
    let mut loads = vec![0; n - 1];
    for target in scheme.targets() {
        let mut open = scheme.routes_to(target);
        let mut down = 0_u128;
        let mut load = scheme.normal_load(target);
        loop {
            open.retain(|route| {
                let complete = route.needs & !down == 0;
                load += if complete { route.weight } else { 0 };
                !complete
            });
            let from = (down.count_ones() as usize).saturating_sub(1);
            for known in loads.iter_mut().skip(from) {
                *known = load.max(*known);
            }
            let Some(next) = open
                .iter()
                .min_by_key(|route| (route.needs & !down).count_ones())
            else {
                break;
            };
            down |= next.needs;
        }
    }
    Ok(loads)
}
