//! The pure formulas by name.

mod efficiency;
mod feeding;
mod rounds;

use report::quantity::Quantity;

/// All quantities of this laboratory.
#[must_use]
pub fn all() -> Vec<Quantity> {
    [rounds::all(), feeding::all(), efficiency::all()].concat()
}
