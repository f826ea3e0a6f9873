//! The thick part of the bound: the expected number of active processes on the busiest computer. Equation 1.
//!
//! Instead of enumerating index vectors, choices of q* active processes are counted by how many the busiest computer has at
//! most: the coefficient of x^q* in a product of truncated binomials.

use num_bigint::BigUint;
use num_traits::{Num, Pow as _, Zero as _};
use rustc_hash::FxHashMap;
use words::word;

use crate::allocation::{Allocation, MOST_PROCESSES};
use crate::error::{Error, within};
use crate::rational::{Rational, ratio, to_f64, whole};

/// The most processes for which the bound is an exact fraction: all counts of choices fit into 128 bits.
pub const MOST_EXACT: u32 = 130;

/// The most processes whose counts fit into 64 bits.
const MOST_WORDS: u32 = 67;

/// How many sums a cache keeps before it begins anew: bounds its memory.
const MOST_CACHED: usize = 1 << 17;

/// Rows of Pascal's triangle, made when needed. Sums only, so that a double is off by at most its row's number of roundings.
#[derive(Clone, Debug, Default)]
struct Pascal<C>(Vec<Vec<C>>);

impl<C: Copy + Num> Pascal<C> {
    fn grow(&mut self, rows: u32) {
        while self.0.len() <= rows as usize {
            let mut row = vec![C::one()];
            if let Some(last) = self.0.last() {
                row.extend(last.iter().zip(last.iter().skip(1)).map(|(a, b)| *a + *b));
                row.push(C::one());
            }
            self.0.push(row);
        }
    }

    fn row(&self, number: u32) -> &[C] {
        self.0.get(number as usize).map_or(&[], Vec::as_slice)
    }
}

/// Counts choices of active processes. Keeps its tables from call to call.
#[derive(Clone, Debug, Default)]
struct Counter<C> {
    pascal: Pascal<C>,
    product: Vec<C>,
    next: Vec<C>,
}

impl<C: Copy + Num> Counter<C> {
    /// In how many ways `active` of the processes can be chosen with at most `most` on each computer.
    ///
    /// `parts` are not increasing, and `pascal` has their rows.
    fn within(&mut self, parts: &[u32], active: u32, most: u32) -> C {
        let (active, mut rest) = (active as usize, 0_usize);
        rest += parts
            .iter()
            .map(|part| (*part).min(most) as usize)
            .sum::<usize>();
        if rest < active {
            return C::zero();
        }
        let Some((first, others)) = parts.split_last() else {
            return if active == 0 { C::one() } else { C::zero() };
        };
        // The parts are multiplied from the smallest to the largest; the last factor gives one coefficient only.
        self.product.clear();
        let row = self.pascal.row(*first);
        self.product
            .extend(row.iter().take(most as usize + 1).take(active + 1));
        rest -= (*first).min(most) as usize;
        for (place, part) in others.iter().enumerate().rev() {
            let row = self.pascal.row(*part);
            let factor = row.get(..row.len().min(most as usize + 1)).unwrap_or(row);
            if place == 0 {
                let from = active.saturating_sub(factor.len() - 1);
                let product = self.product.get(from..).unwrap_or(&[]);
                // Degree `from + i` of the product meets degree `active − from − i` of the factor.
                let matching = factor.iter().take(active + 1 - from).rev();
                let mut sum = C::zero();
                for (one, other) in product.iter().zip(matching) {
                    sum = sum + *one * *other;
                }
                return sum;
            }
            let degree = (self.product.len() + factor.len() - 2).min(active);
            rest -= factor.len() - 1;
            // Lower degrees could never reach `active` with the remaining factors.
            let least = active.saturating_sub(rest);
            self.next.clear();
            self.next.resize(degree + 1, C::zero());
            for (exponent, times) in factor.iter().enumerate() {
                let start = least.max(exponent);
                let Some(out) = self.next.get_mut(start..) else {
                    break;
                };
                let Some(from) = self.product.get(start - exponent..) else {
                    continue;
                };
                for (out, one) in out.iter_mut().zip(from) {
                    *out = *out + *one * *times;
                }
            }
            std::mem::swap(&mut self.product, &mut self.next);
        }
        self.product.get(active).copied().unwrap_or_else(C::zero)
    }

    /// Σ over l of the choices with more than l on the busiest computer, each told to `add` as (all, at most l).
    fn excess(&mut self, parts: &[u32], active: u32, mut add: impl FnMut(C, C)) {
        let largest = parts.first().copied().unwrap_or(0);
        self.pascal.grow(largest);
        let all = self.within(parts, active, active);
        for most in 0..active.min(largest) {
            let fewer = self.within(parts, active, most);
            add(all, fewer);
        }
    }
}

/// The thick parts of many allocations, each computed once. One cache serves all k and all weights.
#[derive(Clone, Debug, Default)]
pub struct Thick {
    words: Counter<u64>,
    wide: Counter<u128>,
    doubles: Counter<f64>,
    exact: FxHashMap<(Vec<u32>, u32), BigUint>,
    rough: FxHashMap<(Vec<u32>, u32), f64>,
}

impl Thick {
    /// The numerator of g over the denominator C(n, q*): Σ over all choices of the most active processes on a computer.
    ///
    /// `parts` are not increasing, without zeros, of at most 130 processes; `active` is q* ≤ n.
    pub(crate) fn count(&mut self, parts: &[u32], active: u32) -> BigUint {
        let key = (parts.to_vec(), active);
        if let Some(known) = self.exact.get(&key) {
            return known.clone();
        }
        let mut sum = BigUint::zero();
        if parts.iter().sum::<u32>() <= MOST_WORDS {
            let mut words = 0_u128;
            self.words
                .excess(parts, active, |all, fewer| words += u128::from(all - fewer));
            sum += words;
        } else {
            self.wide
                .excess(parts, active, |all, fewer| sum += all - fewer);
        }
        if self.exact.len() >= MOST_CACHED {
            self.exact.clear();
        }
        self.exact.insert(key, sum.clone());
        sum
    }

    /// g in doubles, off by at most [`error`] of itself. As for [`count`](Self::count), but of at most 1000 processes.
    pub(crate) fn rough(&mut self, parts: &[u32], active: u32) -> f64 {
        if parts.first().is_none_or(|largest| *largest <= 1) || active <= 1 {
            return 1.0;
        }
        let key = (parts.to_vec(), active);
        if let Some(known) = self.rough.get(&key) {
            return *known;
        }
        let mut sum = 0.0;
        self.doubles
            .excess(parts, active, |all, fewer| sum += 1.0 - fewer / all);
        if self.rough.len() >= MOST_CACHED {
            self.rough.clear();
        }
        self.rough.insert(key, sum);
        sum
    }
}

/// C(n, k), exactly.
#[must_use]
pub fn choices(of: u32, chosen: u32) -> BigUint {
    let mut row = BigUint::from(u32::from(chosen <= of));
    for place in 1..=chosen.min(of.saturating_sub(chosen)) {
        row = row * (of + 1 - place) / place;
    }
    row
}

/// q* = min(n, q), the processes that are active at once in the worst case.
#[must_use]
pub fn active(processes: u32, processors: u32) -> u32 {
    processes.min(processors)
}

/// g(A, n, k, q), the time that a slot of the worst case takes on average where each process stays on its computer: from 1 to
/// min(n, q). Equation 1, summed over all index vectors.
///
/// # Errors
/// [`Error::Range`] for more than 130 processes, whose counts no longer fit; then see [`rough`]. And for no processor.
///
/// ```
/// use bounds_model::{allocation::Allocation, rational::ratio, thick};
/// assert_eq!(thick::exact(&Allocation::new([1, 2])?, 2)?, ratio(4, 3));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn exact(allocation: &Allocation, processors: u32) -> Result<Rational, Error> {
    within(word!("number of processors"), processors, 1, u32::MAX)?;
    let processes = within(
        word!("number of processes"),
        allocation.processes(),
        1,
        MOST_EXACT,
    )?;
    let active = active(processes, processors);
    let count = Thick::default().count(allocation.parts(), active);
    Ok(ratio(count, choices(processes, active)))
}

/// The same in doubles, for up to 1000 processes; see [`error`].
///
/// # Errors
/// [`Error::Range`] for no processor.
pub fn rough(allocation: &Allocation, processors: u32) -> Result<f64, Error> {
    within(word!("number of processors"), processors, 1, u32::MAX)?;
    let processes = within(
        word!("number of processes"),
        allocation.processes(),
        1,
        MOST_PROCESSES,
    )?;
    Ok(Thick::default().rough(allocation.parts(), active(processes, processors)))
}

/// The greatest relative error of a bound in doubles: 8·n·q*·2^−53.
///
/// A binomial of row a comes from a − 1 sums, and a factor of row a adds at most a + 1 roundings to a product, so that a count is
/// off by fewer than 2n roundings; q* quotients of two such counts are subtracted from 1 and summed, and g is at least 1.
#[must_use]
pub fn error(processes: u32, processors: u32) -> f64 {
    4.0 * f64::from(processes) * f64::from(active(processes, processors)) * f64::EPSILON
}

/// lim g(n, k, q) for n → ∞ with the most even allocation: the expected maximum load of k bins into which q balls are thrown.
///
/// # Errors
/// [`Error::Range`] for no or more than 1000 computers, or no or more than 130 processors.
///
/// ```
/// use bounds_model::{rational::ratio, thick};
/// assert_eq!(thick::limit(4, 4)?, ratio(17, 8));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn limit(computers: u32, processors: u32) -> Result<Rational, Error> {
    within(word!("number of computers"), computers, 1, MOST_PROCESSES)?;
    within(word!("number of processors"), processors, 1, MOST_EXACT)?;
    let mut pascal = Pascal::<u128>::default();
    pascal.grow(processors);
    let all: BigUint = BigUint::from(computers).pow(processors);
    let mut sum = BigUint::zero();
    for most in 0..processors {
        sum += &all - thrown(&pascal, computers, processors, most);
    }
    Ok(ratio(sum, all))
}

/// The same as a double.
///
/// # Errors
/// As for [`limit`].
pub fn limit_f64(computers: u32, processors: u32) -> Result<f64, Error> {
    limit(computers, processors).map(|limit| to_f64(&limit))
}

/// In how many ways `balls` balls can be thrown into `bins` bins with at most `most` in each: powers by squaring, since bins
/// are alike. Item s of a table counts the ways for s balls.
fn thrown(pascal: &Pascal<u128>, bins: u32, balls: u32, most: u32) -> BigUint {
    let size = balls as usize + 1;
    let both = |one: &[BigUint], other: &[BigUint]| -> Vec<BigUint> {
        (0..balls + 1)
            .map(|sum| {
                let row = pascal.row(sum).iter().zip(one);
                let rest = other.get(..=sum as usize).unwrap_or(&[]).iter().rev();
                row.zip(rest)
                    .filter(|((_, a), b)| !a.is_zero() && !b.is_zero())
                    .fold(BigUint::zero(), |all, ((times, a), b)| all + a * b * *times)
            })
            .collect()
    };
    let mut power: Vec<BigUint> = (0..size)
        .map(|balls| u32::from(balls <= most as usize).into())
        .collect();
    let mut product: Vec<BigUint> = (0..size)
        .map(|balls| u32::from(balls == 0).into())
        .collect();
    let mut left = bins;
    while left > 0 {
        if left % 2 == 1 {
            product = both(&product, &power);
        }
        left /= 2;
        if left > 0 {
            power = both(&power, &power);
        }
    }
    product.pop().unwrap_or_default()
}

/// g of the most even allocation, g(n, k, q).
///
/// # Errors
/// As for [`exact`], and [`Error::Range`] for no computer.
pub fn uniform(processes: u32, computers: u32, processors: u32) -> Result<Rational, Error> {
    within(word!("number of processes"), processes, 1, MOST_EXACT)?;
    within(word!("number of computers"), computers, 1, u32::MAX)?;
    if processes <= computers {
        return Ok(whole(1));
    }
    exact(&Allocation::even(processes, computers), processors)
}
