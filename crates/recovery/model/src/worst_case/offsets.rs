//! Worst loads of a regular scheme by unions of routes. Distances behind the fullest computer are bits, so that there may be at most
//! 129 computers.

use std::collections::HashMap;
use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use words::word;

use crate::error::{Error, within};
use crate::list::List;

/// The most computers: the n - 1 distances behind one are bits.
pub const MOST_COMPUTERS: usize = 129;

/// The worst loads of 1 to `most` crashes, without a limit of the unions kept.
///
/// # Errors
/// [`Error::Range`] for more than 129 computers; [`Error::Cancelled`].
pub fn loads(list: &List, most: usize, observer: &mut dyn Observer) -> Result<Vec<u32>, Error> {
    within(
        word!("number of computers"),
        list.computers(),
        2,
        MOST_COMPUTERS,
    )?;
    let routes = list.routes();
    let mut unions = HashMap::from([(0_u128, 0_u32)]);
    for (done, route) in routes.iter().enumerate() {
        if observer.progress(done as u64, routes.len() as u64) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        let bits = route.iter().filter_map(|offset| offset.checked_sub(1));
        let route = bits.fold(0, |set, bit| set | 1_u128 << bit);
        let before: Vec<(u128, u32)> = unions.iter().map(|(set, gain)| (*set, *gain)).collect();
        for (set, gain) in before {
            let union = set | route;
            if union.count_ones() as usize <= most {
                let known = unions.entry(union).or_default();
                *known = (gain + 1).max(*known);
            }
        }
    }
    // The greatest gain of unions of each size, then of up to so many computers.
    let mut loads = vec![1; most + 1];
    for (set, gain) in unions {
        if let Some(load) = loads.get_mut(set.count_ones() as usize) {
            *load = (gain + 1).max(*load);
        }
    }
    let mut greatest = 1;
    for load in &mut loads {
        greatest = greatest.max(*load);
        *load = greatest;
    }
    Ok(loads.into_iter().skip(1).collect())
}
