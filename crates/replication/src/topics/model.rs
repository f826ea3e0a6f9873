//! The topic of formulas against runs: model, exact times and simulation on the same axes.

use parameters::Rejected;
use report::chart::{Axis, Bar, HeatRow, Series, Shade};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Observer, Report, Sample, Table};

use super::curves::{self, Curve, chart};
use super::formulas::{common_notes, copies, table};
use super::setting::{self, Setting, best, speedup, time};
use crate::Error;
use crate::homogeneous::alike;
use crate::model::runs::{Runs, errors, runs, summary};
use crate::model::{CAP, Numbers, power};
use crate::parameters::{Model, Parameters, Picture};

/// Errors count up to this r in the figure: beyond, the document's own figures leave the models' range.
const COUNTED: u32 = 3;

/// A setting and the runs that it is held against.
struct Held<'a> {
    setting: Setting<'a>,
    runs: Runs,
    clipped: f64,
    nodes: usize,
}

/// Runs all numbers of copies on nodes that are alike and holds the formulas against them.
pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let mut setting = Setting::new(parameters)?;
    setting.drawn = setting.p;
    let set = setting::load(parameters)?;
    let mut nodes = setting::columns(parameters, &set)?;
    let processors = 1_usize << setting.p;
    if processors > nodes.len() {
        let allowed = format!(
            "allowed: 1 to {}, the number of nodes in these traces",
            nodes.len()
        );
        return Err(Rejected::one("processors", parameters.processors, allowed).into());
    }
    if (parameters.iterations as usize) < processors {
        let allowed = format!("allowed: {processors} or more, one for each copy of a job");
        return Err(Rejected::one("iterations", parameters.iterations, allowed).into());
    }
    let clipped = alike(&mut nodes, 1.0, parameters.variation);
    setting.clipped = Some(clipped);
    setting.traces = Some(setting::traces(&set));
    let runs = runs(
        &nodes,
        setting.p,
        parameters.runs,
        parameters.seed,
        parameters.model.dependent(),
        observer,
    )?;
    let held = Held {
        setting,
        runs,
        clipped,
        nodes: nodes.len(),
    };
    Ok((held.report(), held.samples()))
}

impl Held<'_> {
    fn report(&self) -> Report {
        let setting = &self.setting;
        let name = setting.parameters.model.name();
        Report {
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: self.charts(),
            tables: vec![
                self.all(),
                self.models_table(),
                table(
                    setting,
                    "model",
                    &format!("Speedups by model {name}"),
                    &setting.model,
                ),
                table(setting, "runs", "Speedups of the runs", &self.runs.times),
                table(
                    setting,
                    "exact",
                    &format!("Exact speedups for {}", setting.exact_for()),
                    &setting.exact,
                ),
            ],
            notes: self.notes(),
            schedule: None,
            claims: Vec::new(),
            offers: Vec::new(),
            traces: setting.traces.clone(),
        }
    }

    /// The errors of a model with the scenario's α, β and γ.
    fn errors_of(&self, model: Model, most_r: u32) -> Vec<(u32, u32, f64)> {
        let Parameters {
            excess,
            spread,
            dependence,
            variation,
            ..
        } = *self.setting.parameters;
        let numbers = Numbers::with(model, excess, spread, dependence);
        errors(
            |r, p| numbers.speedup(r, p, variation),
            &self.runs.times,
            most_r,
        )
    }

    fn exact_errors(&self, most_r: u32) -> Vec<(u32, u32, f64)> {
        let exact = &self.setting.exact;
        errors(|r, p| speedup(exact, r, p), &self.runs.times, most_r)
    }

    /// The models with the same steps as the scenario's: the runs say nothing of the others.
    fn comparable(&self) -> impl Iterator<Item = Model> {
        let dependent = self.setting.parameters.model.dependent();
        Model::ALL
            .into_iter()
            .filter(move |model| model.dependent() == dependent)
    }

    fn headline(&self) -> String {
        let model = self.setting.parameters.model;
        let (rms, mean) = summary(&self.errors_of(model, COUNTED));
        if rms.is_nan() {
            return "One processor has nothing to copy: formulas and runs need two".into();
        }
        let direction = if mean < 0.0 { "too low" } else { "too high" };
        let best = self.comparable().min_by(|a, b| {
            let of = |model: &Model| summary(&self.errors_of(*model, COUNTED)).0;
            of(a).total_cmp(&of(b))
        });
        let rank = match best {
            Some(best) if best != model => format!("; model {} comes nearest", best.name()),
            _ => "; none of its kin comes nearer".into(),
        };
        format!(
            "Model {} misses the speedups of up to 8 copies by {}\u{a0}%, on average {direction}{rank}",
            model.name(),
            fixed(100.0 * (libm::exp(rms) - 1.0), 1),
        )
    }

    fn why(&self) -> String {
        let setting = &self.setting;
        let (exact, _) = summary(&self.exact_errors(COUNTED));
        let p = setting.p;
        format!(
            "Exact times for {} miss the same runs by {}\u{a0}%: what is left is that runtimes of a node hang together. On {} the runs \
             are fastest with {}, the model says {}.",
            setting.exact_for(),
            fixed(100.0 * (libm::exp(exact) - 1.0), 1),
            curves::times_of(power(p), "processor", "processors"),
            copies(best(&self.runs.times, p)),
            copies(best(&setting.model, p)),
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let setting = &self.setting;
        let (r, p) = (setting.r, setting.p);
        let own = self.errors_of(setting.parameters.model, COUNTED);
        let (rms, mean) = summary(&own);
        let worst = own.iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
        let (exact, _) = summary(&self.exact_errors(COUNTED));
        let mut worst_figure = Figure::new(
            "worst_error",
            "Worst log error",
            worst.map_or(f64::NAN, |worst| worst.2),
            Unit::One,
        );
        if let Some((r, p, _)) = worst {
            worst_figure = worst_figure.beside(format!("R = {}, P = {}", power(*r), power(*p)));
        }
        vec![
            Figure::new("error", "Root mean square log error, R ≤ 8", rms, Unit::One)
                .beside(format!("exact times {}", fixed(exact, 3))),
            Figure::new("bias", "Mean log error, R ≤ 8", mean, Unit::One),
            worst_figure,
            Figure::new(
                "speedup",
                &format!("Speedup with {}", copies(r)),
                speedup(&self.runs.times, r, p),
                Unit::One,
            )
            .within(time(&self.runs.half_widths, r, p))
            .beside(format!(
                "model {}",
                fixed(speedup(&setting.model, r, p).min(CAP), 2)
            )),
            Figure::new(
                "best_copies",
                "Best number of copies",
                power(best(&self.runs.times, p)),
                Unit::Count,
            )
            .beside(format!("model {}", power(best(&setting.model, p)))),
        ]
    }

    fn charts(&self) -> Vec<Chart> {
        let setting = &self.setting;
        let (r, p, capped) = (setting.r, setting.p, setting.unreliable());
        let curves = |drawn: &[u32]| {
            [
                ("runs", &self.runs.times, Some(&self.runs.half_widths)),
                ("model", &setting.model, None),
                ("exact", &setting.exact, None),
            ]
            .map(|(name, times, half_widths)| Curve {
                name,
                times,
                half_widths,
                drawn: drawn.to_vec(),
                main: half_widths.is_some(),
            })
        };
        let mut charts = vec![
            (
                Picture::Processors,
                curves::by_processors(&curves(&[r]), p, r, capped),
            ),
            (Picture::Copies, curves::by_copies(&curves(&[p]), p, capped)),
            (Picture::Map, self.map()),
            (Picture::Models, self.models()),
        ];
        let rest = |picture| picture != setting.parameters.picture;
        schedule::sort::by(&mut charts, |a, b| rest(a.0).cmp(&rest(b.0)));
        charts.into_iter().map(|(_, chart)| chart).collect()
    }

    fn map(&self) -> Chart {
        let setting = &self.setting;
        let p = setting.p;
        let all = self.errors_of(setting.parameters.model, p);
        let error = |r: u32, p: u32| {
            all.iter()
                .find(|error| (error.0, error.1) == (r, p))
                .map_or(f64::NAN, |error| error.2)
        };
        let row = |p: u32| HeatRow {
            label: fixed(power(p), 0),
            values: (1..=setting.p).map(|r| Shade(error(r, p))).collect(),
        };
        chart(
            "errors",
            "Where is the model wrong?",
            Axis::new("copies of each job", Unit::Count),
            Axis::new("processors", Unit::Count),
            vec![Series::Heat {
                value: Axis::new("ln(speedup of model / of runs)", Unit::One),
                centre: Some(0.0),
                columns: (1..=p).map(|r| fixed(power(r), 0)).collect(),
                rows: (1..=p).rev().map(row).collect(),
            }],
        )
    }

    fn models(&self) -> Chart {
        let own = self.setting.parameters.model;
        let bar = |label: String, errors: &[(u32, u32, f64)], main| Bar {
            label,
            value: summary(errors).0,
            interval: None,
            main,
        };
        let mut bars: Vec<_> = self
            .comparable()
            .map(|model| {
                bar(
                    model.name().into(),
                    &self.errors_of(model, COUNTED),
                    model == own,
                )
            })
            .collect();
        bars.push(bar("exact".into(), &self.exact_errors(COUNTED), false));
        chart(
            "models",
            "Which model comes nearest?",
            Axis::new("model", Unit::One),
            Axis::new("root mean square log error, R ≤ 8", Unit::One),
            vec![Series::Bars { bars }],
        )
    }

    /// Every number of copies on every number of processors.
    fn all(&self) -> Table {
        let setting = &self.setting;
        let errors = self.errors_of(setting.parameters.model, setting.p);
        let row = |(r, p): (u32, u32)| {
            let error = errors.iter().find(|error| (error.0, error.1) == (r, p));
            let number = |value: f64| {
                if value.is_finite() {
                    Cell::Number(value)
                } else {
                    Cell::Text(format!("> {CAP}"))
                }
            };
            let runs = Figure::new("runs", "runs", speedup(&self.runs.times, r, p), Unit::One);
            vec![
                Cell::Text(format!("R = {}, P = {}", power(r), power(p))),
                Cell::Number(time(&self.runs.times, r, p)),
                Cell::Number(time(&setting.model, r, p)),
                Cell::Number(time(&setting.exact, r, p)),
                Cell::Figure(runs.within(time(&self.runs.half_widths, r, p))),
                number(speedup(&setting.model, r, p)),
                number(speedup(&setting.exact, r, p)),
                Cell::Number(error.map_or(f64::NAN, |error| error.2)),
            ]
        };
        Table {
            key: "errors".into(),
            title: "Runs, model and exact times, in mean runtimes".into(),
            columns: [
                "Copies and processors",
                "Time of runs",
                "Time by model",
                "Exact time",
                "Speedup of runs",
                "Speedup by model",
                "Exact speedup",
                "Log error of model",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: (1..=setting.p)
                .flat_map(|p| (1..=p).map(move |r| (r, p)))
                .map(row)
                .collect(),
        }
    }

    /// How far each model is from the runs.
    fn models_table(&self) -> Table {
        let p = self.setting.p;
        let row = |label: String, few: Vec<(u32, u32, f64)>, all: Vec<(u32, u32, f64)>| {
            let ((rms, mean), (rms_all, mean_all)) = (summary(&few), summary(&all));
            [rms, mean, rms_all, mean_all]
                .into_iter()
                .map(Cell::Number)
                .fold(vec![Cell::Text(label)], |mut row, cell| {
                    row.push(cell);
                    row
                })
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
        Table {
            key: "models".into(),
            title: "Errors of the models: logarithms of the ratio of speedups, held at 5".into(),
            columns: [
                "Model",
                "Root mean square, R ≤ 8",
                "Mean, R ≤ 8",
                "Root mean square, all R",
                "Mean, all R",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows,
        }
    }

    fn notes(&self) -> Vec<String> {
        let parameters = self.setting.parameters;
        let mut notes = vec![format!(
            "{} runs of {} iterations; each draws {} of {} nodes, made alike, and meets them with every number of copies. Messages and \
             synchronisation take no time; {}.",
            parameters.runs,
            parameters.iterations,
            power(self.setting.p),
            self.nodes,
            if parameters.model.dependent() {
                "all steps of an iteration meet the same runtimes, as models 1.x assume"
            } else {
                "every step meets the next runtime of a node, as models 2.x assume"
            }
        )];
        notes.extend(common_notes(&self.setting));
        if self.clipped > 0.01 {
            notes.push("With so many runtimes held, the runs’ variation is a little below the one asked for.".into());
        }
        notes
    }

    fn samples(&self) -> Vec<Sample> {
        let (r, p) = (self.setting.r, self.setting.p);
        let of = |r: u32| {
            let row = self.runs.of_runs.get(r as usize);
            row.and_then(|row| row.get((p - r) as usize))
                .cloned()
                .unwrap_or_default()
        };
        let (alone, times) = (of(0), of(r));
        vec![
            Sample {
                key: "iteration_time",
                name: "Iteration, in mean runtimes",
                less_is_better: true,
                unit: Unit::One,
                values: times.clone(),
            },
            Sample {
                key: "speedup",
                name: "Speedup over no copies",
                less_is_better: false,
                unit: Unit::One,
                values: alone
                    .iter()
                    .zip(&times)
                    .map(|(alone, time)| alone / time)
                    .collect(),
            },
        ]
    }
}
