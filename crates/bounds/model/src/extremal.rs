//! Programs and sets of jobs that attain the bounds.

pub mod jobs;
pub mod program;
