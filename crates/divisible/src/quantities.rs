//! The pure formulas by name.

mod efficiency;
mod feeding;
mod rounds;

use report::quantity::{Kept, Quantity, Registry};

/// All quantities of this laboratory.
#[must_use]
pub fn all() -> Vec<Quantity> {
    let mut kept = Kept::new(include_str!("../quantities.json"));
    each(&mut kept);
    kept.quantities
}

/// Enters each formula.
pub fn each(registry: &mut impl Registry) {
    rounds::each(registry);
    feeding::each(registry);
    efficiency::each(registry);
}
