//! Own strategies: the moments at which a laboratory asks one, the handed values, and the allowed answers.
//!
//! | module | contents |
//! |---|---|
//! | [`hook`] | the moments, as data |
//! | [`value`] | handed values and answers |
//! | [`budget`] | the operations that a strategy may use in a whole run |
//! | [`fault`] | a fault of a strategy, with its line |
//! | [`language`] | the interface of a language, and the language of this program |
//! | [`wire`] | the interface between two programs for the browser |

pub mod budget;
pub mod fault;
pub mod hook;
pub mod language;
pub mod value;
pub mod wire;

pub use budget::Budget;
pub use fault::Fault;
pub use hook::{Handed, Hook};
pub use language::{Answered, Language, Machine, give, given};
pub use value::Value;
