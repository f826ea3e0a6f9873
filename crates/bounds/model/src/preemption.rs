//! G: how much longer a schedule can take with i preemptions than with j. Klonowska 2007, Paper II.

use words::word;

use crate::error::{Error, within};
use crate::stern_brocot::{self, Small};

/// G(m, i, j) = 2·floor_c(m, m+i+1) with c = m−j, which equals Theorem 1 with its three minima. From 1 to below 2; 1 where
/// i ≥ j, and j above m−1 counts as m−1.
///
/// # Errors
/// [`Error::Range`] for no or more than 400,000 processors.
///
/// ```
/// use bounds_model::{preemption::gain, stern_brocot::Small};
/// assert_eq!(gain(5, 2, 3)?, Small::new(6, 5));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn gain(processors: u32, fewer: u32, more: u32) -> Result<Small, Error> {
    within(word!("number of processors"), processors, 1, 400_000)?;
    let [m, i, j] = [processors, fewer, more.min(processors - 1)].map(u64::from);
    Ok(match i < j {
        true => stern_brocot::fast(m, m + i + 1, m - j) * 2,
        false => 1.into(),
    })
}

/// The value for m ≥ i+j+1, independent of m: 2(f+1)/(f+2) with f = ⌊j/(i+1)⌋ (Lemma 3). None for fewer processors, and where
/// i ≥ j.
#[must_use]
pub fn plateau(processors: u32, fewer: u32, more: u32) -> Option<Small> {
    let flat = fewer < more && u64::from(processors) > u64::from(fewer) + u64::from(more);
    let steps = u64::from(more) / (u64::from(fewer) + 1);
    flat.then(|| Small::new(2 * (steps + 1), steps + 2))
}

/// Braun and Schmidt 2003: with i preemptions at most 2m/(m+i+1) times as long as with any number of them. Equals G(m, i, m−1).
#[must_use]
pub fn braun_schmidt(processors: u32, preemptions: u32) -> Small {
    let m = u64::from(processors.max(1));
    Small::new(2 * m, m + u64::from(preemptions).min(m - 1) + 1)
}

/// Graham 1966: list scheduling takes at most 2 − 1/m times as long as the best schedule.
#[must_use]
pub fn list_scheduling(processors: u32) -> Small {
    let m = u64::from(processors.max(1));
    Small::new(2 * m - 1, m)
}

/// Graham 1969: the longest job first takes at most 4/3 − 1/(3m) times as long as the best schedule.
#[must_use]
pub fn longest_first(processors: u32) -> Small {
    let m = u64::from(processors.max(1));
    Small::new(4 * m - 1, 3 * m)
}

/// Yue 1990: MULTIFIT takes at most 13/11 + 2^−b times as long as the best schedule after b bisections.
///
/// # Errors
/// [`Error::Range`] for more than 40 bisections.
pub fn multifit(bisections: u32) -> Result<Small, Error> {
    within(word!("number of bisections"), bisections, 0, 40)?;
    Ok(Small::new(13, 11) + Small::new(1, 1 << bisections))
}
