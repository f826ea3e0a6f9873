//! The thesis' comparison of predictors on synthetic traces, against an independent program.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeMap;

use forecast::dynamic_smoothing::{DynamicSmoothing, Source};
use forecast::score::{delta, hindsight_rmse, scores};
use forecast::{Filing, Method, Predict, Residual, Settings, forecasts};
use serde::Deserialize;
use trace::random::Random;
use trace::synthetic::{Preset, population, series};

#[derive(Deserialize)]
struct Study {
    gains: Vec<Gains>,
    options: Options,
    falls_back: FallsBack,
}

#[derive(Deserialize)]
struct Gains {
    set: String,
    over: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Options {
    clip: f64,
    r#final: f64,
    literal: f64,
}

#[derive(Deserialize)]
struct FallsBack {
    share: f64,
}

fn study() -> Study {
    serde_json::from_str(include_str!("study.json")).unwrap()
}

fn traces(set: &str) -> Vec<Vec<f64>> {
    let of = |preset: Preset| {
        let one = |seed| series(&mut Random::new(seed), &preset.parameters(), 2_000, true);
        (1_000..1_010).map(one).collect()
    };
    match set {
        "peaks" => of(Preset::Peaks),
        "switches" => of(Preset::Switches),
        _ => {
            let nodes = population(2006, 45, 2_000);
            nodes
                .nodes()
                .iter()
                .map(|node| node.runtimes.clone())
                .collect()
        }
    }
}

fn rmse(settings: &Settings, series: &[f64]) -> f64 {
    scores(series, &forecasts(settings, series)).rmse
}

#[test]
fn des_gains_over_other_predictors_what_the_independent_program_found() {
    let study = study();
    assert_eq!(study.gains.len(), 3);
    for Gains { set, over } in study.gains {
        let traces = traces(&set);
        let hindsight: Vec<_> = traces.iter().map(|series| hindsight_rmse(series)).collect();
        let errors = |method| -> Vec<f64> {
            let settings = Settings::of(method);
            traces
                .iter()
                .map(|series| rmse(&settings, series))
                .collect()
        };
        let des = errors(Method::DynamicSmoothing);
        assert_eq!(over.len(), 7);
        for (method, expected) in over {
            let method: Method = parameters::field::read(&method.into()).unwrap();
            let other = errors(method);
            let gains = des.iter().zip(&other).zip(&hindsight);
            let sum: f64 = gains
                .map(|((a, b), hindsight)| delta(*a, *b, *hindsight))
                .sum();
            let gain = sum / traces.len() as f64;
            assert!(
                (gain - expected).abs() <= 0.051,
                "{set}, over {}: {gain} instead of {expected}",
                method.name()
            );
        }
    }
}

#[test]
fn the_options_of_des_cost_and_gain_what_the_independent_program_found() {
    let Study {
        options,
        falls_back,
        ..
    } = study();
    let traces = traces("population");
    let plain = Settings::of(Method::DynamicSmoothing);
    let ratio = |settings: &Settings| {
        let logarithms = traces
            .iter()
            .map(|series| libm::log(rmse(settings, series) / rmse(&plain, series)));
        libm::exp(logarithms.sum::<f64>() / traces.len() as f64)
    };
    let clip = ratio(&Settings {
        clip: true,
        ..plain.clone()
    });
    assert!((clip - options.clip).abs() <= 0.000_51, "{clip}");
    let last = ratio(&Settings {
        residual: Residual::Final,
        ..plain.clone()
    });
    assert!((last - options.r#final).abs() <= 0.000_51, "{last}");
    let literal = ratio(&Settings {
        filing: Filing::Literal,
        ..plain.clone()
    });
    assert!((literal - options.literal).abs() <= 0.005_1, "{literal}");

    let (mut steps, mut back) = (0.0, 0.0);
    for series in &traces {
        let mut des = DynamicSmoothing::new(&plain);
        for value in series {
            if des.forecast().is_some() {
                steps += 1.0;
                back += f64::from(u8::from(des.source() != Source::Smoothing));
            }
            des.observe(*value);
        }
    }
    assert!(
        (back / steps - falls_back.share).abs() <= 0.005_1,
        "{}",
        back / steps
    );
}
