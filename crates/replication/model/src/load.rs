//! Shares of the load that finish together.

/// Writes the relative loads that make all processors finish together into `loads`, and returns the time they
/// take together, in the unit of the forecasts (Dobber 2006, equations 2.3, 2.4 and 2.19).
///
/// `forecasts` are the predicted runtimes of an equal share, above zero; with S = Σ 1/forecast, processor i gets
/// P / (forecastᵢ · S), so that the loads sum to P; the time is P / S. `loads` must be as long as `forecasts`.
pub fn balance(forecasts: &[f64], loads: &mut [f64]) -> f64 {
    let mut inverse_sum = 0.0;
    for forecast in forecasts {
        inverse_sum += 1.0 / forecast;
    }
    let processors = forecasts.len() as f64;
    for (load, forecast) in loads.iter_mut().zip(forecasts) {
        *load = processors / (forecast * inverse_sum);
    }
    processors / inverse_sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn balanced_processors_finish_together(forecasts in prop::collection::vec(0.1..1e6, 1..64)) {
            let mut loads = vec![0.0; forecasts.len()];
            let time = balance(&forecasts, &mut loads);
            let sum: f64 = loads.iter().sum();
            prop_assert!((sum - forecasts.len() as f64).abs() < 1e-9 * sum);
            for (load, forecast) in loads.iter().zip(&forecasts) {
                prop_assert!((load * forecast - time).abs() < 1e-9 * time);
            }
        }
    }
}
