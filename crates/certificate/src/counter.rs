//! The number of beginnings that a check has tried, and their share of all.

use std::ops::ControlFlow;

use crate::Refused;

/// After how many beginnings the watch is asked: some milliseconds.
const PART: u64 = 1 << 16;

/// Told the number of tried beginnings and the finished share of the check, 0 to 1; answers whether to go on.
pub(crate) type Watch<'w> = dyn FnMut(u64, f64) -> ControlFlow<()> + 'w;

/// Counts the beginnings that a check tries.
#[derive(Default)]
pub struct Counter<'w> {
    tried: u64,
    share: f64,
    watch: Option<&'w mut Watch<'w>>,
}

/// A part of a check, as shares of all of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    from: f64,
    width: f64,
}

impl Part {
    /// One of several equal parts of the whole.
    pub(crate) fn of_all(at: usize, of: usize) -> Self {
        Self {
            from: 0.0,
            width: 1.0,
        }
        .one(at, of)
    }

    /// One of several equal parts of this one.
    pub(crate) fn one(self, at: usize, of: usize) -> Self {
        let width = self.width / of.max(1) as f64;
        Self {
            from: self.from + width * at as f64,
            width,
        }
    }

    /// A part from one share to another.
    pub(crate) fn between(from: f64, to: f64) -> Self {
        Self {
            from,
            width: to - from,
        }
    }
}

impl<'w> Counter<'w> {
    /// A counter that is watched.
    pub fn watched(watch: &'w mut Watch<'w>) -> Self {
        Self {
            watch: Some(watch),
            ..Self::default()
        }
    }

    /// How many beginnings were tried.
    #[must_use]
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// One beginning more, the first of this part.
    pub(crate) fn one(&mut self, part: Part) -> Result<(), Refused> {
        self.tried += 1;
        self.share = self.share.max(part.from);
        if self.tried.is_multiple_of(PART)
            && let Some(watch) = &mut self.watch
            && watch(self.tried, self.share) == ControlFlow::Break(())
        {
            return Err(Refused::Stopped);
        }
        Ok(())
    }
}
