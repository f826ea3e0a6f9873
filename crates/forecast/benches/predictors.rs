//! All predictors over the synthetic population of 130 series with 2,000 values each.
//!
//! `cargo xtask bench forecast` runs it, and hands it a folder for the series, the forecasts and the figures: others are
//! measured with the same ones.
#![allow(clippy::print_stdout, reason = "this is a program that prints a table")]

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

use forecast::score::{hindsight_rmse, scores};
use forecast::{Method, Settings, forecasts};
use trace::synthetic::population;

const SERIES: usize = 130;
const VALUES: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds a flag of its own.
    let folder = env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let nodes = population(2006, SERIES, VALUES);
    let series: Vec<&[f64]> = nodes
        .nodes()
        .iter()
        .map(|node| node.runtimes.as_slice())
        .collect();
    println!(
        "{SERIES} series of {VALUES} values; times are the best of several rounds, on one core\n"
    );
    println!(
        "{:<16} {:>10} {:>12} {:>12}",
        "method", "all, ms", "a value, ns", "mean RMSE"
    );
    let mut figures = serde_json::Map::new();
    for method in Method::all() {
        let settings = Settings::of(*method);
        // What takes long varies little.
        let mut best = f64::INFINITY;
        let mut rounds = 0;
        let mut made = Vec::new();
        let began = Instant::now();
        while rounds == 0 || (rounds < 20 && began.elapsed().as_secs_f64() < 1.0) {
            let start = Instant::now();
            made = series
                .iter()
                .map(|one| forecasts(black_box(&settings), one))
                .collect();
            best = best.min(start.elapsed().as_secs_f64());
            rounds += 1;
        }
        let errors = series
            .iter()
            .zip(&made)
            .map(|(series, made)| scores(series, made).rmse);
        let error = errors.sum::<f64>() / SERIES as f64;
        let each = best * 1e9 / (SERIES * VALUES) as f64;
        println!(
            "{:<16} {:>10.1} {each:>12.1} {error:>12.2}",
            method.name(),
            best * 1e3
        );
        figures.insert(method.key().to_owned(), each.into());
        if let Some(folder) = &folder {
            write(Path::new(folder), method.key(), made.concat())?;
        }
    }
    let hindsight: f64 = series.iter().map(|series| hindsight_rmse(series)).sum();
    println!(
        "{:<16} {:>10} {:>12} {:>12.2}",
        "RMSE*",
        "",
        "",
        hindsight / SERIES as f64
    );
    if let Some(folder) = &folder {
        let folder = Path::new(folder);
        write(folder, "series", series.concat())?;
        fs::write(
            folder.join("figures.json"),
            serde_json::to_string(&figures)?,
        )?;
    }
    Ok(())
}

/// Numbers as they are in memory of most machines: 8 bytes each, the least significant first.
fn write(folder: &Path, name: &str, values: Vec<f64>) -> std::io::Result<()> {
    let bytes: Vec<u8> = values.into_iter().flat_map(f64::to_le_bytes).collect();
    fs::write(folder.join(format!("{name}.f64")), bytes)
}
