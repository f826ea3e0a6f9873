//! Slow twins, written straight from the definitions: each forecast anew from the whole past. `past` is y₁ … yₜ₋₁, never
//! empty; the result is ŷₜ.

use forecast::transition::Weighting;
use forecast::{Class, Filing, Method, Residual, Settings};

use super::tournament::weather_service;

pub(crate) fn forecast(settings: &Settings, past: &[f64]) -> f64 {
    let expected = expected(settings, past);
    let Some(q) = settings.quantile else {
        return expected;
    };
    let errors: Vec<f64> = (1..past.len())
        .map(|t| past[t] - self::expected(settings, &past[..t]))
        .collect();
    let mut last = errors[errors.len().saturating_sub(100)..].to_vec();
    last.sort_by(f64::total_cmp);
    if last.is_empty() {
        return expected;
    }
    let position = q * (last.len() - 1) as f64;
    let below = position as usize;
    let above = (below + 1).min(last.len() - 1);
    expected + last[below] + (position - below as f64) * (last[above] - last[below])
}

fn expected(settings: &Settings, past: &[f64]) -> f64 {
    match settings.method {
        Method::LastValue => past[past.len() - 1],
        Method::ExponentialSmoothing if settings.smoothing == 1.0 => past[past.len() - 1],
        Method::ExponentialSmoothing => smoothed(past, |_, _| settings.smoothing),
        Method::RunningMean => mean(past),
        Method::SlidingMean => mean(last(past, settings.window)),
        Method::SlidingMedian => median(last(past, settings.window)),
        Method::WeatherService => weather_service(past)[past.len() - 1].0,
        Method::Autoregression => autoregression(settings, past),
        Method::TriggLeach => smoothed(past, |_, errors| trigg_leach(settings.adaptation, errors)),
        Method::Whybark => smoothed(past, |_, errors| whybark(errors)),
        Method::Mentzer => smoothed(past, |values, errors| {
            let (value, error) = (values[values.len() - 1], errors[errors.len() - 1]);
            if value == 0.0 {
                f64::from(u8::from(error != 0.0))
            } else {
                (error / value).abs().min(1.0)
            }
        }),
        Method::PantazopoulosPappis => smoothed(past, |values, errors| {
            let weight = |t: usize| {
                let forecast = values[t - 1] - errors[t - 1];
                (values[t] - forecast) / (values[t - 1] - forecast)
            };
            (1..values.len())
                .rev()
                .find(|t| errors[t - 1] != 0.0)
                .map_or(0.5, |t| weight(t).clamp(0.0, 1.0))
        }),
        Method::TransitionError
        | Method::TransitionErrorFalling
        | Method::TransitionSquare
        | Method::TransitionWhybark => transition(settings, past),
        Method::DynamicSmoothing => dynamic(settings, past),
        Method::DampedTrend => trend(past, settings.smoothing, settings.damping),
        Method::LocalLevel => local_level(past),
    }
}

pub(crate) fn last(values: &[f64], window: usize) -> &[f64] {
    &values[values.len().saturating_sub(window)..]
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    if n % 2 == 1 {
        sorted[n / 2]
    } else {
        (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0
    }
}

/// The sample standard deviation; nothing for fewer than two values.
fn deviation(values: &[f64]) -> Option<f64> {
    let middle = mean(values);
    let equal = values.windows(2).all(|pair| pair[0] == pair[1]);
    let square = |v: &f64| {
        if equal {
            0.0
        } else {
            (v - middle) * (v - middle)
        }
    };
    let squares: f64 = values.iter().map(square).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// ŷₜ₊₁ = αₜ yₜ + (1 − αₜ) ŷₜ with αₜ from y₁ … yₜ and e₁ … eₜ; e₁ = 0.
pub(crate) fn smoothed(past: &[f64], weight: impl Fn(&[f64], &[f64]) -> f64) -> f64 {
    let mut errors = vec![0.0];
    let mut forecast = past[0];
    for t in 1..past.len() {
        errors.push(past[t] - forecast);
        let alpha = weight(&past[..=t], &errors);
        // The whole weight leaves nothing of the last forecast.
        forecast = match alpha == 1.0 {
            true => past[t],
            false => forecast + alpha * (past[t] - forecast),
        };
    }
    forecast
}

fn trigg_leach(phi: f64, errors: &[f64]) -> f64 {
    let (mut a, mut m, mut alpha) = (0.0, 0.0, phi);
    for error in &errors[1..] {
        a = phi * error + (1.0 - phi) * a;
        m = phi * error.abs() + (1.0 - phi) * m;
        if m != 0.0 {
            alpha = f64::abs(a / m);
        }
    }
    alpha
}

/// Whybark's weight after e₁ … eₜ.
fn whybark(errors: &[f64]) -> f64 {
    let delta = |t: usize| {
        // e₂ … eₜ₋₁, counted from 1.
        let Some(s) = errors
            .get(1..t)
            .and_then(|known| (known.len() > 1).then(|| deviation(known).unwrap()))
        else {
            return false;
        };
        let (e, before) = (errors[t], errors[t - 1]);
        e.abs() > 4.0 * s || (e.abs() > 1.2 * s && before.abs() > 1.2 * s && e * before > 0.0)
    };
    let t = errors.len() - 1;
    if t > 0 && delta(t) {
        0.8
    } else if t > 1 && delta(t - 1) {
        0.4
    } else {
        0.2
    }
}

pub(crate) fn trend(past: &[f64], gain: f64, damping: f64) -> f64 {
    let (mut level, mut slope) = (past[0], 0.0);
    for value in &past[1..] {
        let before = level + damping * slope;
        let next = before + gain * (value - before);
        slope = damping * slope + 0.1 * (next - level - damping * slope);
        level = next;
    }
    level + damping * slope
}

/// The index of the least value, the first of those that are equal to rounding.
pub(crate) fn first_least(values: &[f64]) -> usize {
    let less = |i: usize, best: usize| values[i] < values[best] - 1e-9 * values[best];
    (0..values.len()).fold(0, |best, i| if less(i, best) { i } else { best })
}

/// γ(0) … γ(p).
pub(crate) fn autocovariances(values: &[f64], order: usize) -> Vec<f64> {
    let (n, mu) = (values.len(), mean(values));
    (0..=order)
        .map(|h| {
            let products = (h..n).map(|t| (values[t] - mu) * (values[t - h] - mu));
            products.sum::<f64>() / n as f64
        })
        .collect()
}

/// The Yule–Walker equations by Gaussian elimination.
pub(crate) fn solve(covariances: &[f64]) -> Vec<f64> {
    let p = covariances.len() - 1;
    if covariances[0] == 0.0 {
        return vec![0.0; p];
    }
    let mut rows: Vec<Vec<f64>> = (0..p)
        .map(|i| {
            let mut row: Vec<f64> = (0..p).map(|j| covariances[i.abs_diff(j)]).collect();
            row.push(covariances[i + 1]);
            row
        })
        .collect();
    for i in 0..p {
        let pivot = (i..p)
            .max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()))
            .unwrap();
        rows.swap(i, pivot);
        let pivot = rows[i].clone();
        for row in &mut rows[i + 1..] {
            let factor = row[i] / pivot[i];
            for (cell, above) in row.iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
        }
    }
    let mut out = vec![0.0; p];
    for i in (0..p).rev() {
        let known: f64 = (i + 1..p).map(|j| rows[i][j] * out[j]).sum();
        out[i] = (rows[i][p] - known) / rows[i][i];
    }
    out
}

fn autoregression(settings: &Settings, past: &[f64]) -> f64 {
    let least = settings.least.max(settings.order + 1);
    if past.len() < least {
        return mean(past);
    }
    let fitted = past.len() - (past.len() - least) % settings.refit;
    let mu = mean(&past[..fitted]);
    let coefficients = solve(&autocovariances(&past[..fitted], settings.order));
    let newest = past.iter().rev();
    mu + coefficients
        .iter()
        .zip(newest)
        .map(|(a, y)| a * (y - mu))
        .sum::<f64>()
}

fn weight(settings: &Settings, beta: f64, gamma: f64, errors: &[f64]) -> f64 {
    let error = errors[errors.len() - 1];
    let v = match settings.method {
        Method::TransitionSquare => error * error,
        Method::TransitionWhybark => whybark(errors),
        _ => error.abs(),
    };
    // The same bits: which of two weightings is the better one may hang on the last of them.
    let weighting = Weighting {
        offset: beta,
        slope: gamma,
    };
    weighting.weight(v)
}

/// Σ e² of the recursion restarted on `values`.
fn squares(settings: &Settings, beta: f64, gamma: f64, values: &[f64]) -> f64 {
    let forecast = |t: usize| {
        smoothed(&values[..t], |_, errors| {
            weight(settings, beta, gamma, errors)
        })
    };
    (1..values.len())
        .map(|t| (values[t] - forecast(t)) * (values[t] - forecast(t)))
        .sum()
}

pub(crate) fn fit(settings: &Settings, values: &[f64]) -> (f64, f64) {
    let Some(sd) = deviation(values).filter(|sd| values.len() > 2 && *sd > 0.0) else {
        return (0.0, 0.0);
    };
    let scale = match settings.method {
        Method::TransitionSquare => 1.0 / (sd * sd),
        Method::TransitionWhybark => 1.0,
        _ => 1.0 / sd,
    };
    let falling = settings.method == Method::TransitionErrorFalling;
    let mut best = (0.0, 0.0, f64::INFINITY);
    let consider = |beta: f64, gamma: f64, best: &mut (f64, f64, f64)| {
        let sum = squares(settings, beta, gamma * scale, values);
        if sum < best.2 * (1.0 - 1e-12) && (gamma < 0.0 || !falling) {
            *best = (beta, gamma, sum);
        }
    };
    let grid = [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0];
    for beta in grid {
        for gamma in grid {
            consider(beta, gamma, &mut best);
        }
    }
    for step in [1.0, 0.5, 0.25, 0.125, 0.0625] {
        let (beta, gamma, _) = best;
        for i in [-step, 0.0, step] {
            for j in [-step, 0.0, step] {
                consider(beta + i, gamma + j, &mut best);
            }
        }
    }
    (best.0, best.1 * scale)
}

/// The recursion that began with the last fit.
fn transition(settings: &Settings, past: &[f64]) -> f64 {
    let n = past.len();
    let fitted = if n <= settings.refit {
        n
    } else {
        n - n % settings.refit
    };
    let from = fitted.saturating_sub(settings.fit_window.unwrap_or(usize::MAX).max(3));
    let (beta, gamma) = fit(settings, &past[from..fitted]);
    smoothed(&past[from..], |_, errors| {
        weight(settings, beta, gamma, errors)
    })
}

/// Everything that DES does up to the last value of `past`, step by step with whole lists.
fn dynamic(settings: &Settings, past: &[f64]) -> f64 {
    let mut component = vec![past[0]];
    let mut forecast = vec![past[0]];
    let mut classes = vec![Class::Base];
    let mut alpha = 0.5;
    let mut filed: Vec<(Class, f64, f64)> = Vec::new();
    for t in 1..=past.len() {
        component.push(component[t - 1] + alpha * (past[t - 1] - component[t - 1]));
        let known = &past[..t];
        let candidate = |i: usize, t: usize| match i {
            0 => component[t],
            1 => mean(&past[..t]),
            _ => median(last(&past[..t], settings.median_window)),
        };
        let kappa = |i: usize| -> f64 {
            (1..t)
                .map(|t| (past[t] - candidate(i, t)) * (past[t] - candidate(i, t)))
                .sum()
        };
        let kappas = [kappa(0), kappa(1), kappa(2)];
        forecast.push(candidate(first_least(&kappas), t));
        if t == past.len() {
            break;
        }
        let of = match settings.residual {
            Residual::Component => &component,
            Residual::Final => &forecast,
        };
        let (e, before) = (past[t] - of[t], past[t - 1] - of[t - 1]);
        let s = deviation(last(known, settings.deviation_window)).unwrap_or(f64::INFINITY);
        let [peak, jump, movement] = settings.thresholds.map(|limit| limit * s);
        let class = if e.abs() > peak {
            Class::Peak
        } else if e > jump {
            Class::Up
        } else if e < -jump {
            Class::Down
        } else if e.abs() > movement && before.abs() > movement && e * before > 0.0 {
            Class::Movement
        } else {
            Class::Base
        };
        let under = match settings.filing {
            Filing::Previous => classes[t - 1],
            Filing::Literal => class,
        };
        filed.push((under, before * before, (past[t] - of[t - 1]) * before));
        classes.push(class);
        let own: Vec<_> = filed.iter().filter(|(of, ..)| *of == class).collect();
        let own = &own[own.len().saturating_sub(settings.memory)..];
        let w: f64 = own.iter().map(|(_, w, _)| w).sum();
        let x: f64 = own.iter().map(|(_, _, x)| x).sum();
        alpha = if w == 0.0 { 0.5 } else { x / w };
        if settings.clip {
            alpha = alpha.clamp(0.0, 1.0);
        }
    }
    forecast[past.len()]
}

fn local_level(past: &[f64]) -> f64 {
    let differences: Vec<f64> = past.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (mut level, mut p) = (past[0], 0.0);
    for t in 1..past.len() {
        let known = &differences[..t];
        let variance = known.iter().map(|d| d * d).sum::<f64>() / t as f64;
        let covariance = known.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / t as f64;
        let noise = f64::max(0.0, -covariance);
        let movement = f64::max(0.0, variance - 2.0 * noise);
        let gain = if p + movement + noise > 0.0 {
            (p + movement) / (p + movement + noise)
        } else {
            1.0
        };
        level += gain * (past[t] - level);
        p = (1.0 - gain) * (p + movement);
    }
    level
}
