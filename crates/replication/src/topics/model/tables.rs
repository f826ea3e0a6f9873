//! The runs beside the models, number by number.

use report::table::Cell;
use report::{Figure, Table};

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
            let runs = Figure::number("runs", "runs", speedup(&self.runs.times, r, p));
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
            "Runs, model and exact times, in mean runtimes",
            [
                "Copies and processors",
                "Time of runs",
                "Time by model",
                "Exact time",
                "Speedup of runs",
                "Speedup by model",
                "Exact speedup",
                "Log error of model",
            ],
            (1..=setting.p)
                .flat_map(|p| (1..=p).map(move |r| (r, p)))
                .map(row),
        )
    }

    /// How far each model is from the runs.
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
                let name = format!("model {}", model.name());
                row(
                    name,
                    self.errors_of(model, COUNTED),
                    self.errors_of(model, p),
                )
            })
            .collect();
        rows.push(row(
            "exact".into(),
            self.exact_errors(COUNTED),
            self.exact_errors(p),
        ));
        Table::new(
            "models",
            "Errors of the models: logarithms of the ratio of speedups, held at 5",
            [
                "Model",
                "Root mean square, R ≤ 8",
                "Mean, R ≤ 8",
                "Root mean square, all R",
                "Mean, all R",
            ],
            rows,
        )
    }
}
