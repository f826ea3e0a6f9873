//! Parameters: each described once, in a table that is known when the program is compiled.
//!
//! A struct derives [`Parameters`], an enum of names derives [`Field`]; name, symbol, unit, range, default, help, group and when a
//! parameter has an effect stand at the field. Everything else follows from that table: the default, the checks at the door
//! ([`Table::check`]), the JSON Schema ([`Table::schema`]), flags, forms and short links.
//!
//! ```
//! use parameters::{Field, Parameters};
//! use serde_json::json;
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Field)]
//! enum Colour {
//!     /// Like the sky.
//!     #[default]
//!     #[choice(title = "Sky blue")]
//!     Blue,
//!     /// Like the wood.
//!     DarkGreen,
//! }
//!
//! /// A machine.
//! #[derive(Debug, PartialEq, Parameters)]
//! struct Machine {
//!     /// P: how many there are.
//!     #[parameter(title = "Processors", symbol = "P", range = 1..=64, default = 4)]
//!     processors: u32,
//!     /// The colour of each.
//!     #[parameter(title = "Colour", when(processors_shown = true))]
//!     colour: Colour,
//!     /// Draw them.
//!     #[parameter(title = "Draw", default = true)]
//!     processors_shown: bool,
//! }
//!
//! let values = Machine::TABLE.check(&json!({"processors": 8}))?;
//! assert_eq!(Machine::from_values(&values).processors, 8);
//! assert_eq!(Machine::default().colour, Colour::Blue);
//! assert_eq!(Machine::NAMES.colour.any().text(), "colour");
//!
//! let wrong = Machine::TABLE.check(&json!({"processors": 65})).unwrap_err();
//! assert_eq!(wrong.to_string(), "processors is 65; allowed: a whole number from 1 to 64");
//! # Ok::<(), parameters::Rejected>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`table`] | one parameter, its kind, and tables of them |
//! | [`field`] | the fields of a struct of parameters, and their types |
//! | [`name`] | names of fields that the compiler checks |
//! | [`check`] | values from outside become checked values |
//! | [`alike`] | suggestions for a name that does not exist |
//! | [`schema`] | a table as JSON Schema |
//! | [`person`] | values as a person types them, and allowed values, in words |
//! | [`said`] | tables in another language |
//! | [`problem`] | complaints: place, value and allowed values |
//! | [`sheet`] | tables as text, as people paste them |
//! | [`matrix`] | matrices of numbers as text |
//! | [`events`] | events in time as text |

/// The example of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub mod alike;
pub mod check;
pub mod events;
pub mod field;
pub mod matrix;
pub mod name;
pub mod person;
pub mod problem;
pub mod said;
pub mod schema;
pub mod sheet;
pub mod table;

pub use field::{Field, Held, Parameters};
pub use name::{AnyName, Name, Put};
pub use parameters_derive::{Field, Parameters};
pub use person::typed;
pub use problem::{Problem, Rejected, Spot};
pub use serde_json::Value;
pub use table::{Choice, Constant, Editor, Holds, Is, Kind, Parameter, Table, Values, When};
