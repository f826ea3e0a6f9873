//! Studies: one scenario at thousands of points.
//!
//! A [`Plan`] states the scenario, the parameters that vary and how often each point is repeated. Its points are numbered, and
//! [`Plan::run`] makes one of them, so that any number of threads and machines can share them: what a point comes to depends on
//! plan and number alone.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | a plan, read from JSON and checked |
//! | [`axis`] | a parameter that varies, and its values |
//! | [`design`] | which combinations of values are points |
//! | [`point`] | what a point came to |
//! | [`columns`] | the tables that all points make |
//! | [`reader`] | reading a plan's keys, each with its complaint |

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
