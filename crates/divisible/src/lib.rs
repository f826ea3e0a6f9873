//! Divisible loads on a star: adaptive chunks whose sizes find the speeds of the workers, and what contends and starves.
//!
//! A master sends chunks of a stream to workers whose speeds it knows badly. How big should each chunk be, when should it
//! be sent, and what happens when the guesses are wrong or the speeds change?
//!
//! The model and the algorithm are those of D. Millot and C. Parrot, "Optimization of the Processing of Data Streams on
//! Roughly Characterized Distributed Resources", IEEE TPDS, 2016, cited as "Millot and Parrot 2016"; what it leaves open
//! is marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`platform`] | workers, their links and what is believed of them; the paper's tables; tables that users paste |
//! | [`speeds`] | speeds that vary in time: when an activity ends |

pub mod platform;
pub mod speeds;

mod error;

pub use error::Error;
pub use platform::{Platform, Worker};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
