//! All predictors over the synthetic population of 130 series with 2,000 values each.
//!
//! `cargo xtask bench forecast` runs this program with a folder for the series and the forecasts: other programs are measured
//! with the same series. As WebAssembly it exports [`measure`].
#![allow(clippy::print_stdout, reason = "this is a program that prints a table")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use std::cell::RefCell;
#[cfg(not(target_arch = "wasm32"))]
use std::error::Error;
#[cfg(not(target_arch = "wasm32"))]
use std::fs;
use std::hint::black_box;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;

#[cfg(not(target_arch = "wasm32"))]
use forecast::score::{hindsight_rmse, scores};
use forecast::{Method, Settings, forecasts};
use trace::TraceSet;
use trace::synthetic::population;

const SERIES: usize = 130;
const VALUES: usize = 2_000;
/// The number of series for a method that takes a thousand times as long as others.
const FEW: usize = 5;

/// The number of series that a method forecasts: fewer where it fits its parameters to all values of each.
fn series(method: Method) -> usize {
    match method {
        Method::TransitionError
        | Method::TransitionErrorFalling
        | Method::TransitionSquare
        | Method::TransitionWhybark => FEW,
        _ => SERIES,
    }
}

thread_local! {
    static NODES: RefCell<Option<TraceSet>> = const { RefCell::new(None) };
}

/// The forecasts of a method for all series; nothing where no method has that number.
fn forecast(part: u32) -> Option<Vec<Vec<f64>>> {
    let method = Method::all().get(part as usize)?;
    let settings = Settings::of(*method);
    NODES.with_borrow_mut(|nodes| {
        let nodes = nodes.get_or_insert_with(|| population(2006, SERIES, VALUES));
        let all = nodes.nodes().iter().take(series(*method));
        Some(
            all.map(|node| forecasts(black_box(&settings), &node.runtimes))
                .collect(),
        )
    })
}

/// The sum of the last forecasts of a method.
#[unsafe(no_mangle)]
pub extern "C" fn measure(part: u32) -> f64 {
    let made = forecast(part).unwrap_or_default();
    made.iter().filter_map(|series| series.last()).sum()
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn Error>> {
    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    let folder = gauge::folder();
    let nodes = population(2006, SERIES, VALUES);
    let all: Vec<&[f64]> = nodes
        .nodes()
        .iter()
        .map(|node| node.runtimes.as_slice())
        .collect();
    println!(
        "{SERIES} series of {VALUES} values, {FEW} for smooth transitions; medians, on one core\n"
    );
    println!(
        "{:<16} {:>10} {:>12} {:>12}",
        "method", "all, ms", "a value, ns", "mean RMSE"
    );
    for (part, method) in (0..).zip(Method::all()) {
        let scale = 1e9 / (series(*method) * VALUES) as f64;
        let (seconds, sum) = gauge.time(|| measure(black_box(part)));
        let made = forecast(part).unwrap_or_default();
        let errors = all.iter().zip(&made);
        let errors = errors.map(|(series, made)| scores(series, made).rmse);
        let error = errors.sum::<f64>() / made.len() as f64;
        let runs = seconds.map(|seconds| scale * seconds);
        println!(
            "{:<16} {:>10.1} {:>12.1} {error:>12.2}",
            method.name(),
            1e3 * seconds.median(),
            runs.median()
        );
        gauge.record(&gauge::Record {
            name: method.key(),
            unit: "ns a value",
            runs,
            reach: None,
            same: serde_json::json!({ "part": part, "sum": sum, "scale": scale }),
        })?;
        if let Some(folder) = &folder {
            write(folder, method.key(), made.concat())?;
        }
    }
    let hindsight: f64 = all.iter().map(|series| hindsight_rmse(series)).sum();
    println!(
        "{:<16} {:>10} {:>12} {:>12.2}",
        "RMSE*",
        "",
        "",
        hindsight / SERIES as f64
    );
    if let Some(folder) = &folder {
        write(folder, "series", all.concat())?;
    }
    Ok(())
}

/// Writes numbers of 8 bytes, little-endian as in the memory of most machines.
#[cfg(not(target_arch = "wasm32"))]
fn write(folder: &Path, name: &str, values: Vec<f64>) -> std::io::Result<()> {
    let bytes: Vec<u8> = values.into_iter().flat_map(f64::to_le_bytes).collect();
    fs::write(folder.join(format!("{name}.f64")), bytes)
}
