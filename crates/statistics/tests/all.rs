//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod estimators;
mod hurst;
mod student;
