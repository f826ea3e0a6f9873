//! Studies: one scenario at thousands of points.
//!
//! A [`Plan`] states the scenario, the parameters that vary and the number of runs a point. Its points are numbered, and
//! [`Plan::run`] runs one of them, so that any number of threads and machines can share them: the result of a point depends on
//! plan and number alone.
//!
//! | module | content |
//! |---|---|
//! | [`plan`] | a plan, read from JSON and checked |
//! | [`axis`] | a parameter that varies, and its values |
//! | [`design`] | the points: combinations of values |
//! | [`point`] | the result of a point |
//! | [`columns`] | the tables of all points |
//! | [`reader`] | reads a plan's keys and refuses wrong ones |

pub mod axis;
pub mod columns;
pub mod design;
pub mod plan;
pub mod point;
mod reader;

pub use axis::Axis;
pub use columns::{Column, Columns, Type};
pub use design::Design;
pub use plan::{Keep, Plan};
pub use point::Ran;
