//! The model of the laboratory of adaptation: divide-and-conquer programs on a grid that changes while they run, and the strategies that
//! add and remove nodes.
//!
//! It is a crate of its own because a profile optimises whole crates: this one for speed, the laboratory's words for size.
//!
//! Sources: C. Rossow, "Self-Adaptation in Divide-And-Conquer Systems", master's thesis, VU Amsterdam, 2009 ("the thesis",
//! "Rossow 2009"); G. Wrzesinska, J. Maassen and H. E. Bal, "Self-adaptive applications on the Grid", PPoPP 2007 ("the Grid
//! paper", "Wrzesinska, Maassen and Bal 2007"). Choices that both leave open are marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`metrics`] | speed, productivity, WAE, overheads, badness, blocks, accelerator, work and span |
//! | [`generator`] | random numbers, defined to the bit |
//! | [`application`] | iterations, phases and trees of jobs |
//! | [`platform`] | clusters, nodes and links |
//! | [`benchmark`] | the speed benchmark and its schedule |
//! | [`iteration_time`] | the time of an iteration on n nodes |
//! | [`scenario`] | platform, application and disturbances |
//! | [`engine`] | the discrete-event simulation of a scenario with a strategy |
//! | [`record`] | the activities of each node over time |
//! | [`outcome`] | the end of a run, its runtime, counters and decisions |
//! | [`strategy`] | strategies of adaptation: reports in, actions out |
//! | [`study`] | runs with and without a picture |
//! | [`hindsight`] | the best constant set of nodes |
//! | [`landscape`] | runs on an imposed productivity, without jobs |

pub mod application;
pub mod benchmark;
pub mod engine;
pub mod generator;
pub mod hindsight;
pub mod iteration_time;
pub mod landscape;
pub mod metrics;
pub mod outcome;
pub mod platform;
pub mod record;
pub mod scenario;
pub mod strategy;
pub mod study;

mod error;

pub use application::Application;
pub use error::{Error, Place};
pub use outcome::Outcome;
pub use platform::{Cluster, Links};
pub use scenario::{Disturbance, Event, Nodes, Scenario};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
