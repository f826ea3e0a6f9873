//! The model of the laboratory of recovery: the computers that take over the work of several crashed ones.
//!
//! It is a crate of its own, below the laboratory, because it has to be fast where the laboratory's texts have to be
//! small, and a profile optimises whole crates.
//!
//! The model is taken from K. Klonowska, "Theoretical Aspects on Performance Bounds and Fault Tolerance in Parallel
//! Computing", PhD thesis, Blekinge Institute of Technology, 2007, Papers III to VI. Our decisions where the thesis leaves
//! a question open are marked "own choice" or "our reading"; additions to the thesis, "not of the thesis".
//!
//! | module | idea |
//! |---|---|
//! | [`list`] | recovery lists of regular schemes, their steps and crash routes |
//! | [`schemes`] | the rules of the published schemes for their list |
//! | [`tables`] | rulers, sequences and lists of the thesis, and recomputed ones |
//! | [`scheme`] | the lists of all processes: regular or not, several processes a computer, weights |
//! | [`typed`] | lists and events as text from users |
//! | [`lower_bounds`] | BV, MV, and the bound for P processes a computer |
//! | [`placement`] | the computer of every process while some computers are down |
//! | [`timeline`] | crashes and repairs step by step |
//! | [`worst_case`] | the worst crash sets: exact, or between two bounds |
//! | [`search`] | long searches that can be saved: rulers, modulo sequences, optimal lists |
//! | [`availability`] | the availability of one computer |
//! | [`faults`] | crashes and repairs at random |
//! | [`hashing`] | consistent hashing, rendezvous hashing |

pub mod availability;
pub mod faults;
pub mod hashing;
pub mod list;
pub mod lower_bounds;
pub mod placement;
pub mod scheme;
pub mod schemes;
pub mod search;
pub mod tables;
pub mod timeline;
pub mod typed;
pub mod worst_case;

mod error;

pub use error::{Error, Whose};
pub use list::List;
pub use placement::Crashed;
pub use scheme::Scheme;
pub use timeline::Event;
pub use worst_case::MOST_EXACT;
