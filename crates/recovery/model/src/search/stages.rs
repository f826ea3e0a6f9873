//! The lists that survive each stage of consecutive balancing: R(n, p) keeps the lists of R(n, p-1) with the least load for p
//! crashes. All (n-1)! lists are tried. Paper VI.
use words::word;

use crate::error::{Error, within};

/// The most computers: 5,040 lists.
pub const MOST_COMPUTERS: usize = 8;

/// A stage of the filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The least load for this number of crashes.
    pub load: usize,
    /// The lists that attain it, in order of their entries.
    pub lists: Vec<Vec<usize>>,
}

/// R(n, 1), …, R(n, n-1).
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 8 computers.
pub fn stages(computers: usize) -> Result<Vec<Stage>, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let mut lists: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    permutations(computers, &mut Vec::new(), &mut |list| {
        lists.push((list.to_vec(), loads(computers, list)))
    });
    let mut stages = Vec::new();
    for at in 0..computers - 1 {
        let load_of = |loads: &Vec<usize>| loads.get(at).copied().unwrap_or(0);
        let load = lists
            .iter()
            .map(|(_, loads)| load_of(loads))
            .min()
            .unwrap_or(0);
        lists.retain(|(_, loads)| load_of(loads) == load);
        stages.push(Stage {
            load,
            lists: lists.iter().map(|(list, _)| list.clone()).collect(),
        });
    }
    Ok(stages)
}

/// All orders of 1 to n-1, ascending.
fn permutations(computers: usize, list: &mut Vec<usize>, found: &mut dyn FnMut(&[usize])) {
    if list.len() + 1 == computers {
        found(list);
        return;
    }
    for entry in 1..computers {
        if !list.contains(&entry) {
            list.push(entry);
            permutations(computers, list, found);
            list.pop();
        }
    }
}

/// L(n, 1), …, L(n, n-1) by all sets of routes: 128 for eight computers.
fn loads(computers: usize, list: &[usize]) -> Vec<usize> {
    let mut best = vec![0; computers];
    let mut routes: Vec<u32> = Vec::new();
    for (k, entry) in list.iter().enumerate() {
        let before = list.iter().take(k).copied().chain([0]);
        routes.push(before.fold(0, |route, earlier| {
            route | 1 << ((entry + computers - earlier) % computers)
        }));
    }
    for chosen in 0_u32..1 << routes.len() {
        let union = (0..)
            .zip(&routes)
            .filter(|(k, _)| chosen >> k & 1 == 1)
            .fold(0, |union, (_, route)| union | route);
        if let Some(best) = best.get_mut(union.count_ones() as usize) {
            *best = (*best).max(chosen.count_ones() as usize);
        }
    }
    let mut most = 0;
    let risen = best.into_iter().skip(1).map(|gain| {
        most = gain.max(most);
        1 + most
    });
    risen.collect()
}
