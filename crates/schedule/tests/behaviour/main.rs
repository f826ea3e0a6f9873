//! The promises of a schedule, as seen from outside.
//!
//! Run with `UPDATE_EXPECT=1` to rewrite the snapshots.

#[cfg(test)]
mod axis;
#[cfg(test)]
mod boundary;
#[cfg(test)]
mod exports;
mod fluid;
#[cfg(test)]
mod links;
#[cfg(test)]
mod measures;
#[cfg(test)]
mod memory;
#[cfg(test)]
mod moment;
#[cfg(test)]
mod order;
#[cfg(test)]
mod palette;
#[cfg(test)]
mod recording;
mod same_work;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod search;
#[cfg(test)]
mod summary;
#[cfg(test)]
mod svg;
#[cfg(test)]
mod validation;
#[cfg(test)]
mod window;
