//! What is computed for the laboratory of adaptation: divide-and-conquer runs on a grid that changes under them, and the
//! strategies that add and remove nodes.
//!
//! It is a crate of its own, below the laboratory, because it has to be fast where the laboratory's words have to be
//! small, and a profile optimises whole crates.
//!
//! Sources: C. Rossow, "Self-Adaptation in Divide-And-Conquer Systems", master's thesis, VU Amsterdam, 2009 ("the thesis",
//! "Rossow 2009"); G. Wrzesinska, J. Maassen and H. E. Bal, "Self-adaptive applications on the Grid", PPoPP 2007 ("the Grid
//! paper", "Wrzesinska, Maassen and Bal 2007"). What both leave open is marked "own choice". Sections with numbers are those
//! of the laboratory's specification, unless a source stands before them.
//!
//! | module | idea |
//! |---|---|
//! | [`metrics`] | speed, productivity, WAE, overheads, badness, blocks, accelerator, work and span |
//! | [`generator`] | random numbers, defined to the bit |
//! | [`application`] | iterations, phases and trees of jobs |
//! | [`platform`] | clusters, nodes and links |
//! | [`benchmark`] | the speed benchmark and its schedule |
//! | [`iteration_time`] | how long an iteration takes on n nodes |
//! | [`scenario`] | platform, application and disturbances |

pub mod application;
pub mod benchmark;
pub mod generator;
pub mod iteration_time;
pub mod metrics;
pub mod platform;
pub mod scenario;

mod error;

pub use application::Application;
pub use error::Error;
pub use platform::{Cluster, Links};
pub use scenario::{Disturbance, Event, Nodes, Scenario};
