//! The number of nodes that a climber adds or removes at once (Rossow 2009, section 4.2, equations 4.1 and 4.2).

/// gain / total × β × N before rounding: `gain` is new − old productivity, `active` is N. The total is the new one (own
/// choice); 0 where it is not positive.
#[must_use]
pub fn raw_step(old: f64, new: f64, active: usize, factor: f64) -> f64 {
    if new > 0.0 {
        (new - old) / new * factor * active as f64
    } else {
        0.0
    }
}

/// The step rounded half up, at least 1; 1 where there is no earlier productivity or no gain.
///
/// ```
/// use adaptation_model::metrics::accelerator::step;
/// assert_eq!(step(Some(6667.0), 10000.0, 12, 2.0), 8);
/// assert_eq!(step(None, 10000.0, 12, 2.0), 1);
/// ```
#[must_use]
pub fn step(old: Option<f64>, new: f64, active: usize, factor: f64) -> usize {
    match old {
        Some(old) if new > old => {
            ((raw_step(old, new, active, factor) + 0.5).floor() as usize).max(1)
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_repeat_the_worked_examples() {
        // E8: old, new, N, β, raw, step.
        for (old, new, active, factor, raw, expected) in [
            (100.0, 200.0, 2, 2.0, 2.0, 2),
            (1000.0, 1900.0, 4, 2.0, 3.78947, 4),
            (6667.0, 10000.0, 12, 2.0, 7.9992, 8),
            (7000.0, 10000.0, 20, 2.0, 12.0, 12),
            (900.0, 950.0, 50, 1.5, 3.94737, 4),
            (950.0, 900.0, 20, 2.0, -2.22222, 1),
            (100.0, 130.0, 2, 2.0, 0.923077, 1),
            (0.0, 50.0, 1, 2.0, 2.0, 2),
        ] {
            assert!((raw_step(old, new, active, factor) - raw).abs() < 1e-5);
            assert_eq!(step(Some(old), new, active, factor), expected);
        }
    }
}
