//! The worked examples, as data.

use forecast::{Method, Predictor, score};
use serde::Deserialize;

#[derive(Deserialize)]
struct Examples {
    series: Vec<f64>,
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    method: Method,
    smoothing: f64,
    forecasts: Vec<f64>,
    rmse: f64,
}

fn close(value: f64, printed: f64) -> bool {
    (value - printed).abs() <= 5e-6 * printed.abs().max(1.0)
}

#[test]
fn predictors_reproduce_the_worked_examples() {
    let Examples { series, examples } =
        serde_json::from_str(include_str!("examples.json")).unwrap();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let mut predictor = Predictor::new(example.method, example.smoothing);
        for (value, printed) in series.iter().zip(&example.forecasts) {
            let forecast = predictor.forecast().unwrap_or(*value);
            assert!(
                close(forecast, *printed),
                "{}: {forecast} instead of {printed}",
                example.name
            );
            predictor.observe(*value);
        }
        let rmse = score::rmse(Predictor::new(example.method, example.smoothing), &series);
        assert!(
            close(rmse, example.rmse),
            "{}: {rmse} instead of {}",
            example.name,
            example.rmse
        );
    }
}
