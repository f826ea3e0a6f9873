//! The distribution of a sum of R independent runtimes, each the shortest of R, on a grid.
//!
//! Each runtime's mass is shared between the two places of the grid next to it so that its mean stays; the error of a
//! result falls with the square of the grid's step, so that two grids make one result that is better than both
//! (Richardson). Sums are powers of the discrete Fourier transform.

use statistics::fourier::Fourier;

use super::Exact;
use super::law::Law;
use super::quadrature;
use crate::model::power;

/// The most that the mass beyond the grid may add to a mean.
const BEYOND: f64 = 1e-9;
/// The error, over the value, at which refining stops.
const ENOUGH: f64 = 1e-7;
/// The largest grid.
const LARGEST: usize = 1 << 17;

/// E max over 2^1, 2^2 … 2^`most` groups of the sum over 2^`r` steps of the shortest of 2^`r` runtimes.
#[must_use]
pub fn longest_sums(law: &Law, r: u32, most: u32) -> Vec<Exact> {
    let base = law.least() * power(r);
    if matches!(law, Law::Certain) {
        let exact = Exact {
            value: base,
            error: 0.0,
        };
        return vec![exact; most as usize];
    }
    let range = range(law, r, most);
    let mut number = 256;
    let mut coarse = Grid::of(law, r, range, number).longest(most);
    let mut better: Option<Vec<f64>> = None;
    loop {
        number *= 2;
        let fine = Grid::of(law, r, range, number).longest(most);
        // The part of the error that falls with the square of the step, taken away.
        let next: Vec<f64> = fine
            .iter()
            .zip(&coarse)
            .map(|(fine, coarse)| fine + (fine - coarse) / 3.0)
            .collect();
        if let Some(last) = better {
            let exact: Vec<Exact> = next
                .iter()
                .zip(&last)
                .map(|(next, last)| Exact {
                    value: base + next,
                    error: (next - last).abs() + BEYOND * base.max(1.0),
                })
                .collect();
            let good = |exact: &Exact| exact.error <= ENOUGH * exact.value;
            if exact.iter().all(good) || number >= LARGEST {
                return exact;
            }
        }
        better = Some(next);
        coarse = fine;
    }
}

/// The extent of the grid beyond the least sum: the mean, nine standard deviations, and one very long runtime.
fn range(law: &Law, r: u32, most: u32) -> f64 {
    let copies = power(r);
    let tail = |x: f64| law.survival(copies, x);
    let (mean, second, longest) = if let Law::Empirical(values) = law {
        let (mean, second) = moments(values, copies);
        (mean, second, law.most().unwrap_or(1.0) - law.least())
    } else {
        let end = law.most().map(|most| most - law.least());
        let integral = |f: &dyn Fn(f64) -> f64| match end {
            Some(end) => quadrature::up_to(end, f).value,
            None => quadrature::to_infinity(1.0 / copies, f).value,
        };
        let mean = integral(&tail);
        let second = 2.0 * integral(&|x| x * tail(x));
        // ∫ from x on of the tail, at most about x times the tail there; times all runtimes that could be this long.
        let many = copies * power(most);
        let mut longest = mean;
        while many * longest * tail(longest) > BEYOND {
            longest *= 1.1;
        }
        (mean, second, end.map_or(longest, |end| longest.min(end)))
    };
    let deviation = (second - mean * mean).max(0.0).sqrt();
    let all = law
        .most()
        .map_or(f64::INFINITY, |most| copies * (most - law.least()));
    (copies * mean + 9.0 * deviation * copies.sqrt() + longest).min(all)
}

/// Mean and mean square of the shortest of `copies` of these values, beyond the least of them.
fn moments(values: &[f64], copies: f64) -> (f64, f64) {
    let number = values.len() as f64;
    let least = values.first().copied().unwrap_or(0.0);
    let (mut mean, mut second) = (0.0, 0.0);
    for (longer, pair) in (1..values.len()).rev().zip(values.windows(2)) {
        let [low, high] = pair else { continue };
        let chance = libm::pow(longer as f64 / number, copies);
        let (low, high) = (low - least, high - least);
        mean += chance * (high - low);
        second += chance * (high * high - low * low);
    }
    (mean, second)
}

/// A distribution function on a grid.
struct Grid {
    step: f64,
    /// The chance of each place or less.
    below: Vec<f64>,
}

impl Grid {
    /// The distribution of the sum over 2^`r` steps, beyond the least sum.
    fn of(law: &Law, r: u32, range: f64, number: usize) -> Self {
        let step = range / (number - 1) as f64;
        let mut numbers: Vec<(f64, f64)> = masses(law, power(r), step, number)
            .into_iter()
            .map(|mass| (mass, 0.0))
            .collect();
        let fourier = Fourier::new(number);
        fourier.forward(&mut numbers);
        for number in &mut numbers {
            // To the power 2^r, and conjugate: the forward transform of that is the inverse one.
            let mut z = *number;
            for _ in 0..r {
                z = (z.0 * z.0 - z.1 * z.1, 2.0 * z.0 * z.1);
            }
            *number = (z.0, -z.1);
        }
        fourier.forward(&mut numbers);
        let mut sum = 0.0;
        let below = numbers
            .iter()
            .map(|(mass, _)| {
                sum += mass / number as f64;
                sum.clamp(0.0, 1.0)
            })
            .collect();
        Self { step, below }
    }

    /// E max of 2, 4 … 2^`most` sums.
    fn longest(&self, most: u32) -> Vec<f64> {
        let mut sums = vec![0.0; most as usize];
        for chance in &self.below {
            let mut all = *chance;
            for sum in &mut sums {
                all *= all;
                *sum += 1.0 - all;
            }
        }
        sums.iter().map(|sum| sum * self.step).collect()
    }
}

/// The mass at each place: E of the hat function around it, that is, the difference of the mean survival in the cells before
/// and after it.
fn masses(law: &Law, copies: f64, step: f64, number: usize) -> Vec<f64> {
    let mean_survival = match law {
        Law::Empirical(values) => cells_of_values(values, copies, step, number),
        _ => cells(law, copies, step, number),
    };
    let mut before = 1.0;
    mean_survival
        .into_iter()
        .map(|cell| {
            let mass = before - cell;
            before = cell;
            mass
        })
        .collect()
}

/// The mean survival within each cell, by Gauss and Legendre's rule of three places.
fn cells(law: &Law, copies: f64, step: f64, number: usize) -> Vec<f64> {
    let off = 0.6_f64.sqrt() / 2.0;
    (0..number)
        .map(|cell| {
            let middle = cell as f64 + 0.5;
            let at = |place: f64| law.survival(copies, step * place);
            (5.0 * at(middle - off) + 8.0 * at(middle) + 5.0 * at(middle + off)) / 18.0
        })
        .collect()
}

/// The mean survival within each cell for equally likely values, exactly.
fn cells_of_values(values: &[f64], copies: f64, step: f64, number: usize) -> Vec<f64> {
    let count = values.len() as f64;
    let least = values.first().copied().unwrap_or(0.0);
    let mut cells = vec![0.0; number];
    let mut longer = values.len();
    let mut survival = 1.0;
    let mut from = 0.0;
    // The survival is constant between neighbouring values: each stretch is shared out to the cells that it crosses.
    for value in values {
        let to = (value - least) / step;
        let mut at: f64 = from;
        while at < to {
            let cell = at.floor();
            let end = (cell + 1.0).min(to);
            if let Some(mean) = cells.get_mut(cell as usize) {
                *mean += survival * (end - at);
            } else {
                break;
            }
            at = end;
        }
        from = to;
        longer -= 1;
        survival = libm::pow(longer as f64 / count, copies);
    }
    cells
}
