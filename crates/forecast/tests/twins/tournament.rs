//! The slow twin of the weather service.

use super::twin::{first_least, last, mean, median, smoothed, trend};

fn trimmed(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let out = sorted.len() * 3 / 10;
    mean(&sorted[out..sorted.len() - out])
}

fn adaptive_median(past: &[f64], [start, low, high, step]: [usize; 4]) -> f64 {
    let mut window = start;
    for t in high..past.len() {
        let error = |w: usize| (past[t] - median(last(&past[..t], w))).abs();
        let less = |one: usize, other: usize| error(one) < error(other) - 1e-9 * past[t].abs();
        let (smaller, larger) = (low.max(window - step), high.min(window + step));
        if less(smaller, window) && !less(larger, smaller) {
            window = smaller;
        } else if less(larger, window) {
            window = larger;
        }
    }
    median(last(past, window))
}

/// The forecasts of the 23.
pub(crate) fn bank(past: &[f64]) -> Vec<f64> {
    let mut out = vec![past[past.len() - 1], mean(past)];
    for gain in [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 0.9] {
        out.push(smoothed(past, |_, _| gain));
    }
    out.extend([31, 5].map(|w| median(last(past, w))));
    out.extend([31, 5].map(|w| mean(last(past, w))));
    out.extend([31, 51].map(|w| trimmed(last(past, w))));
    out.push(adaptive_median(past, [10, 5, 21, 1]));
    out.push(adaptive_median(past, [30, 21, 51, 5]));
    out.extend([0.3, 0.2, 0.15, 0.1].map(|gain| trend(past, gain, 1.0)));
    out
}

/// For each of y₁ … yₜ, the next forecast and the index of the forecaster that was chosen for it.
pub(crate) fn weather_service(past: &[f64]) -> Vec<(f64, usize)> {
    let banks: Vec<Vec<f64>> = (1..=past.len()).map(|t| bank(&past[..t])).collect();
    // Of each forecaster, for the second value and those after it.
    let squares: Vec<Vec<f64>> = (1..past.len())
        .map(|t| {
            let square = |forecast: &f64| (past[t] - forecast) * (past[t] - forecast);
            banks[t - 1].iter().map(square).collect()
        })
        .collect();
    let picks = |scored: &[Vec<f64>]| {
        [Some(10), Some(20), Some(50), Some(100), None].map(|window: Option<usize>| {
            let sum = |i: usize| -> f64 {
                let of = |row: &Vec<f64>| row[i];
                // Newest first over a window, oldest first over all: the order in which sums are rounded.
                match window {
                    Some(window) => scored.iter().rev().take(window).map(of).sum(),
                    None => scored.iter().map(of).sum(),
                }
            };
            first_least(&(0..23).map(sum).collect::<Vec<_>>())
        })
    };
    let mut tournament = [0.0; 5];
    (0..past.len())
        .map(|t| {
            let picked = picks(&squares[..t]);
            let chosen = picked[first_least(&tournament)];
            if let Some(squares) = squares.get(t) {
                for (sum, pick) in tournament.iter_mut().zip(picked) {
                    *sum += squares[pick];
                }
            }
            (banks[t][chosen], chosen)
        })
        .collect()
}
