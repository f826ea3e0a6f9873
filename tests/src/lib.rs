//! Tests across crates. `across/` holds the native half, `browser/` the page in a real browser; `links.txt` and `fingerprints.txt`
//! belong to both. `toy/` and `guide/` test laboratories that only tests know against everything that follows from the list.

pub mod catalogue;
pub mod toy;

use anomalies::Anomalies;
use laboratory::{Laboratory, Model, Models};
use playground::Installed;
use playground::list::{FORMULAS, LABORATORIES, MODELS};
use toy::Toy;

/// Installs all laboratories, and the two that only tests know: the example of `docs/laboratory.md`, and the toy.
pub fn install() {
    let laboratories = LABORATORIES
        .into_iter()
        .chain([&Anomalies::ABOUT, &Toy::ABOUT]);
    let models = [Model::of::<Anomalies>(), Model::of::<Toy>()];
    let models = MODELS.into_iter().chain(models.map(Some));
    let formulas = FORMULAS
        .into_iter()
        .chain([Anomalies::FORMULAS, Toy::FORMULAS]);
    // As long as the program.
    playground::install(Installed {
        laboratories: laboratories.collect::<Vec<_>>().leak(),
        models: Models(models.collect::<Vec<_>>().leak()),
        formulas: formulas.collect::<Vec<_>>().leak(),
    });
}
