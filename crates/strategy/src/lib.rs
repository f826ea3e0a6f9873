//! Own strategies: the moments at which a laboratory asks one, what it is handed, and what may answer.
//!
//! | module | what it holds |
//! |---|---|
//! | [`hook`] | the moments, as data |
//! | [`value`] | what is handed and answered |
//! | [`budget`] | how much a strategy may do in a whole run |
//! | [`fault`] | what is wrong with a strategy, with its line |
//! | [`language`] | what a language can do, and the one that this program was given |
//! | [`wire`] | the same between two programs for the browser |

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
