//! The worst case by choosing routes one after another, without a table: a second opinion where the first routes are nearly
//! disjoint.

use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use words::word;

use crate::error::{Error, within};
use crate::scheme::{Route, Scheme};

use super::MOST_EXACT;

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// L(n, 1), L(n, 2), …, exactly.
    pub loads: Vec<u32>,
    /// How many sets of routes it looked at.
    pub nodes: u64,
}

/// The worst case for 1 to `most` crashes; `None` where more than `nodes` sets of routes were looked at.
///
/// # Errors
/// [`Error::Range`] for more than 128 computers, or `most` outside 1 to n-1; [`Error::Cancelled`].
pub fn search(
    scheme: &Scheme,
    most: usize,
    nodes: u64,
    observer: &mut dyn Observer,
) -> Result<Option<Found>, Error> {
    let n = within(
        word!("number of computers"),
        scheme.computers(),
        2,
        MOST_EXACT,
    )?;
    within(word!("number of crashes"), most, 1, n - 1)?;
    let mut search = Search {
        most: most as u32,
        best: vec![0; most + 1],
        nodes: 0,
        limit: nodes,
        observer,
    };
    for target in scheme.targets() {
        let routes = scheme.routes_to(target);
        match search.extend(&routes, 0, scheme.normal_load(target)) {
            Ok(()) => {}
            Err(Stop::Limit) => return Ok(None),
            Err(Stop::Cancelled) => return Err(Cancelled.into()),
        }
    }
    let mut before = 0;
    let loads = search.best.into_iter().map(|load| {
        before = load.max(before);
        before
    });
    Ok(Some(Found {
        loads: loads.skip(1).collect(),
        nodes: search.nodes,
    }))
}

/// Why a search stops early.
enum Stop {
    Limit,
    Cancelled,
}

struct Search<'a> {
    most: u32,
    /// The greatest load with unions of each size.
    best: Vec<u32>,
    nodes: u64,
    limit: u64,
    observer: &'a mut dyn Observer,
}

impl Search<'_> {
    fn extend(&mut self, routes: &[Route], down: u128, load: u32) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stop::Limit);
        }
        if self.nodes.is_multiple_of(1 << 16)
            && self.observer.progress(self.nodes, self.limit) == ControlFlow::Break(())
        {
            return Err(Stop::Cancelled);
        }
        if let Some(best) = self.best.get_mut(down.count_ones() as usize) {
            *best = load.max(*best);
        }
        let mut rest = routes;
        while let [route, after @ ..] = rest {
            let union = down | route.needs;
            if union.count_ones() <= self.most {
                self.extend(after, union, load + route.weight)?;
            }
            rest = after;
        }
        Ok(())
    }
}
