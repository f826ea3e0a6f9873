//! Lessons: what is refused, by line; and all lessons of the project, whose every number is held against a run.

mod lessons;
mod refusals;
