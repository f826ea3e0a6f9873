//! The runs beside the models, number by number.

use report::table::Cell;
use report::{Figure, Table};
use words::{say, word};

use super::super::formulas::number;
use super::super::setting::{speedup, time};
use super::{COUNTED, Findings};
use crate::model::power;
use crate::model::runs::summary;

impl Findings<'_> {
    /// Every number of copies on every number of processors.
    pub(super) fn all(&self) -> Table {
        let setting = &self.setting;
        let errors = self.errors_of(setting.parameters.model, setting.p);
        let row = |(r, p): (u32, u32)| {
            let error = errors.iter().find(|error| (error.0, error.1) == (r, p));
            let runs = Figure::number("runs", word!("runs"), speedup(&self.runs.times, r, p));
            vec![
                Cell::words(format!("R = {}, P = {}", power(r), power(p))),
                Cell::Number(time(&self.runs.times, r, p)),
                Cell::Number(time(&setting.model, r, p)),
                Cell::Number(time(&setting.exact, r, p)),
                Cell::Figure(runs.within(time(&self.runs.half_widths, r, p))),
                number(speedup(&setting.model, r, p)),
                number(speedup(&setting.exact, r, p)),
                Cell::Number(error.map_or(f64::NAN, |error| error.2)),
            ]
        };
        Table::new(
            "errors",
            word!("Runs, model and exact times, in mean runtimes"),
            [
                word!("Copies and processors"),
                word!("Time of runs"),
                word!("Time by model"),
                word!("Exact time"),
                word!("Speedup of runs"),
                word!("Speedup by model"),
                word!("Exact speedup"),
                word!("Log error of model"),
            ],
            (1..=setting.p)
                .flat_map(|p| (1..=p).map(move |r| (r, p)))
                .map(row),
        )
    }

    /// The distance of each model from the runs.
    pub(super) fn models_table(&self) -> Table {
        let p = self.setting.p;
        let row = |label: String, few: Vec<(u32, u32, f64)>, all: Vec<(u32, u32, f64)>| {
            let ((rms, mean), (rms_all, mean_all)) = (summary(&few), summary(&all));
            let numbers = [rms, mean, rms_all, mean_all].map(Cell::Number);
            [Cell::words(label)]
                .into_iter()
                .chain(numbers)
                .collect::<Vec<_>>()
        };
        let mut rows: Vec<_> = self
            .comparable()
            .map(|model| {
                let name = say!("model {}", model.name());
                row(
                    name,
                    self.errors_of(model, COUNTED),
                    self.errors_of(model, p),
                )
            })
            .collect();
        rows.push(row(
            word!("exact").into(),
            self.exact_errors(COUNTED),
            self.exact_errors(p),
        ));
        Table::new(
            "models",
            word!("Errors of the models: logarithms of the ratio of speedups, held at 5"),
            [
                word!("Model"),
                word!("Root mean square, R ≤ 8"),
                word!("Mean, R ≤ 8"),
                word!("Root mean square, all R"),
                word!("Mean, all R"),
            ],
            rows,
        )
    }
}
