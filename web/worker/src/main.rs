//! A worker's program. It is built once for each laboratory, which the variable `MAKESPAN_LABORATORY` names, and once without:
//! the file worker, which reads and writes files, keeps traces, and measures the device.

use laboratory::{About, Model, Models};
use playground::list::{laboratory_of, models_of};
use playground::{Installed, install};

/// The laboratory whose models this program runs.
const LABORATORY: Option<&str> = option_env!("MAKESPAN_LABORATORY");
const ABOUT: [&About; 1] = laboratory_of(LABORATORY);
const MODELS: [Option<Model>; 1] = models_of(LABORATORY);

fn main() {
    if LABORATORY.is_some() {
        install(Installed {
            laboratories: &ABOUT,
            models: Models(&MODELS),
            formulas: &[],
        });
        worker::models();
    } else {
        install(Installed::WITHOUT_MODELS);
        worker::files();
    }
}
