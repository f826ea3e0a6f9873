//! Schedules of processors, span by span: the common vocabulary of every laboratory.
//!
//! A simulation reports the spans of each lane to a [`Recorder`]. [`Off`] forgets them at no cost,
//! so that the same simulation is the Monte Carlo kernel; [`Recording`] keeps them and becomes a
//! [`Schedule`], which is checked once and from then on sorted, free of overlaps and cheap to
//! search.
//!
//! | to | see |
//! |---|---|
//! | name a lane, a phase, a job, a mark, a link | [`LaneId`], [`PhaseId`], [`Job`], [`MarkId`], [`LinkId`]; [`Phase`], [`Role`], [`Relation`], [`Unit`] |
//! | record | [`Recorder`], [`Off`], [`Recording`] |
//! | read | [`Schedule`], [`Lane`], [`Span`], [`Mark`], [`Link`], [`Group`], [`Bound`] |
//! | cross a boundary | [`Header`], [`Columns`], [`OwnedColumns`], [`Error`] |
//! | measure | [`measures`], [`moment`] |
//! | draw and tell | [`palette`], [`axis`], [`number`], [`summary`], [`opening`] |
//! | list, sort, cut | [`order`], [`sort`], [`cut`] |
//! | set two beside each other | [`same_work`] |
//! | export | [`svg`], [`csv`], [`trace_events`], [`ascii`] |
//!
//! ```
//! use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
//!
//! let phases = vec![Phase::new("calc", Role::Compute), Phase::new("wait", Role::Wait)];
//! let (calc, wait) = (PhaseId(0), PhaseId(1));
//!
//! let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into(), "p2".into()], phases);
//! recording.span(LaneId(0), calc, 0.0, 100.0, Job(0));
//! recording.span(LaneId(0), wait, 100.0, 200.0, Job::NONE);
//! recording.span(LaneId(1), calc, 0.0, 200.0, Job(1));
//!
//! let schedule = recording.finish(200.0)?;
//! assert_eq!(schedule.len(), 3);
//! # Ok::<(), schedule::Error>(())
//! ```

pub mod ascii;
pub mod axis;
pub mod csv;
pub mod cut;
pub mod measures;
pub mod moment;
pub mod number;
pub mod opening;
pub mod order;
pub mod palette;
pub mod same_work;
pub mod sort;
pub mod summary;
pub mod svg;
pub mod trace_events;

mod columns;
mod error;
mod id;
mod lane;
mod link;
mod recorder;
mod recording;
mod role;
mod schedule;
mod unit;
mod validate;

pub use columns::{Columns, Header, Mark, OwnedColumns};
pub use error::{Error, Fault, Reason};
pub use id::{Job, LaneId, LinkId, MarkId, PhaseId};
pub use lane::{Lane, Span};
pub use link::{Bound, Group, Link, LinkKind, Links, Relation};
pub use recorder::{Off, Recorder};
pub use recording::Recording;
pub use role::{Phase, Role};
pub use schedule::Schedule;
pub use unit::Unit;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
