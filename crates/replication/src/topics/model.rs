//! The topic of formulas against runs: model, exact times and simulation on the same axes.

mod tables;

use parameters::Rejected;
use report::chart::{Axis, Bar, Series};
use report::evidence::{Evidence, factor};
use report::figure::Unit;
use report::number::fixed;
use report::words::{count, list, percent, sentences};
use report::{Chart, Figure, Layout, Observer, Report, Sample};
use statistics::autocorrelation::autocorrelation;
use statistics::mean_and_half_width;
use words::{say, word};

use super::curves::{self, Curve};
use super::formulas::{common_notes, copies, table};
use super::outcomes::level;
use super::setting::{self, Setting, best, speedup, time};
use crate::Error;
use crate::model::runs::{Runs, errors, runs, summary};
use crate::model::{CAP, Numbers, power};
use crate::parameters::{Family, Model, Parameters, Picture};

/// Whether two errors are equal, to rounding.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

/// A root mean square log error and the mean error in words: a factor from twice on, and else a share of the runs' speedups, as far below
/// them or above as the mean says; nothing where there is no error.
fn missed((error, mean): (f64, f64)) -> Option<String> {
    if near(error, 0.0) {
        return None;
    }
    let size = match libm::exp(error) {
        twice if twice >= 2.0 => say!("a factor of {}", factor(twice)),
        less if mean < 0.0 => percent(1.0 - 1.0 / less, 1),
        more => percent(more - 1.0, 1),
    };
    let direction = match mean {
        mean if near(mean, 0.0) => "",
        mean if mean < 0.0 => word!(", on average too low"),
        _ => word!(", on average too high"),
    };
    Some(format!("{size}{direction}"))
}

/// Errors count up to this r in the figure: beyond, the document's own figures leave the models' range.
const COUNTED: u32 = 3;

/// A setting and the runs to compare it with.
pub(super) struct Findings<'a> {
    setting: Setting<'a>,
    runs: Runs,
    nodes: usize,
    /// The autocorrelation of a node's runtimes from job to job: its mean over the nodes, and the half width of its
    /// interval.
    memory: (f64, f64),
}

/// Runs all numbers of copies on identical nodes, to compare the formulas with them.
pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let mut setting = Setting::new(parameters)?;
    setting.drawn = setting.p;
    let set = parameters.trace_set()?;
    let mut nodes = setting::columns(parameters, &set)?;
    let processors = 1_usize << setting.p;
    if processors > nodes.len() {
        let allowed = say!(
            "allowed: 1 to {}, the number of nodes in these traces",
            nodes.len()
        );
        return Err(Rejected::one("processors", parameters.processors, allowed).into());
    }
    if (parameters.iterations as usize) < processors {
        let allowed = say!("allowed: {processors} or more, one for each copy of a job");
        return Err(Rejected::one("iterations", parameters.iterations, allowed).into());
    }
    setting.alike = Some(setting::made_alike(parameters, &mut nodes)?);
    setting.traces = Some(setting::traces(&set));
    let runs = runs(
        &nodes,
        setting.p,
        parameters.runs,
        parameters.seed,
        parameters.model.dependent(),
        observer,
    )?;
    let memory: Vec<f64> = nodes
        .iter()
        .filter_map(|node| autocorrelation(node, 1).first().copied())
        .collect();
    Ok(Findings {
        setting,
        runs,
        nodes: nodes.len(),
        memory: mean_and_half_width(&memory),
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let setting = &self.setting;
        let name = setting.parameters.model.name();
        let charts = self.charts();
        Report {
            layout: Layout::led_by(&charts),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts,
            tables: vec![
                self.all(),
                self.models_table(),
                table(
                    setting,
                    "model",
                    &say!("Speedups by model {name}"),
                    &setting.model,
                ),
                table(
                    setting,
                    "runs",
                    word!("Speedups of the runs"),
                    &self.runs.times,
                ),
                table(
                    setting,
                    "exact",
                    &say!("Exact speedups for {}", setting.exact_for()),
                    &setting.exact,
                ),
            ],
            notes: self.notes(),
            traces: setting.traces.clone(),
            ..Report::default()
        }
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
            // The question is how near the formulas come to the runs.
            Sample::new(
                "run_error",
                word!("Root mean square log error of a run, R ≤ 8"),
                Unit::One,
                self.errors_by_run(),
            ),
            Sample::new(
                "iteration_time",
                word!("Iteration time in mean runtimes"),
                Unit::One,
                times.clone(),
            ),
            Sample::new(
                "speedup",
                word!("Speedup over no copies, mean of the runs"),
                Unit::One,
                alone
                    .iter()
                    .zip(&times)
                    .map(|(alone, time)| alone / time)
                    .collect(),
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// The errors of a model with the scenario's α, β and γ.
    fn errors_of(&self, model: Model, most_r: u32) -> Vec<(u32, u32, f64)> {
        let (numbers, variation) = (self.numbers(model), self.setting.variation());
        errors(
            |r, p| numbers.speedup(r, p, variation),
            &self.runs.times,
            most_r,
        )
    }

    /// The numbers of a model with the scenario's α, β and γ.
    fn numbers(&self, model: Model) -> Numbers {
        let own = self.setting.parameters;
        Numbers::with(model, own.excess, own.spread, own.dependence)
    }

    /// The root mean square log error of the scenario's model in each run.
    fn errors_by_run(&self) -> Vec<f64> {
        let model = &self.setting.model;
        let of = |run: usize| {
            let one = |times: &Vec<f64>| times.get(run).copied().unwrap_or(f64::NAN);
            let row = |row: &Vec<Vec<f64>>| row.iter().map(one).collect();
            let times: Vec<Vec<f64>> = self.runs.of_runs.iter().map(row).collect();
            summary(&errors(|r, p| speedup(model, r, p), &times, COUNTED)).0
        };
        let runs = self.setting.parameters.runs as usize;
        (0..runs).map(of).collect()
    }

    fn exact_errors(&self, most_r: u32) -> Vec<(u32, u32, f64)> {
        let exact = &self.setting.exact;
        errors(|r, p| speedup(exact, r, p), &self.runs.times, most_r)
    }

    /// The models with the same steps as the scenario's: the runs do not apply to the others. First those whose α and β go together,
    /// the scenario's own among them, then those that have no speedup.
    fn models_of_steps(&self) -> (Vec<Model>, Vec<Model>) {
        let dependent = self.setting.parameters.model.dependent();
        let all = Model::ALL.into_iter();
        let all = all.filter(|model| model.dependent() == dependent);
        all.partition(|model| self.numbers(*model).check(self.setting.p).is_ok())
    }

    /// The models whose speedups the runs can be compared with.
    fn comparable(&self) -> impl Iterator<Item = Model> {
        self.models_of_steps().0.into_iter()
    }

    /// The largest number of copies that errors count up to.
    fn most(&self) -> f64 {
        power(COUNTED.min(self.setting.p))
    }

    fn headline(&self) -> String {
        let model = self.setting.parameters.model;
        let (rms, mean) = summary(&self.errors_of(model, COUNTED));
        if rms.is_nan() {
            return word!("One processor has nothing to copy: formulas and runs need two").into();
        }
        let error = |model: &Model| summary(&self.errors_of(*model, COUNTED)).0;
        let nearer = |a: f64, b: f64| a < b && !near(a, b);
        let least = self
            .comparable()
            .map(|model| error(&model))
            .fold(rms, f64::min);
        let nearest: Vec<String> = self
            .comparable()
            .filter(|other| *other != model && near(error(other), least))
            .map(|other| other.name().to_owned())
            .collect();
        let rank = match (nearer(least, rms), nearest.as_slice()) {
            (true, [one]) => say!("; model {one} comes nearest"),
            (true, several) => say!("; models {} come nearest, equally", list(several)),
            (false, []) => match model.dependent() {
                true => word!("; no other model 1.x comes nearer").into(),
                false => word!("; no other model 2.x comes nearer").into(),
            },
            (false, [one]) => say!("; model {one} comes equally near"),
            (false, several) => say!("; models {} come equally near", list(several)),
        };
        let (name, most) = (model.name(), self.most());
        match missed((rms, mean)) {
            Some(missed) => {
                say!("Model {name} misses the speedups of up to {most} copies by {missed}{rank}")
            }
            None => say!("Model {name} gives the speedups of up to {most} copies exactly{rank}"),
        }
    }

    fn why(&self) -> String {
        let setting = &self.setting;
        let exact = summary(&self.exact_errors(COUNTED));
        if exact.0.is_nan() {
            return word!("Without a second processor there is nothing to copy.").into();
        }
        let (runtimes, missed) = (setting.exact_for(), missed(exact));
        sentences([
            match &missed {
                Some(missed) => say!("Exact times for {runtimes}, miss the same runs by {missed}."),
                None => say!("Exact times for {runtimes}, agree with the runs."),
            },
            missed.map_or_else(String::new, |_| self.rest()),
            self.fastest(),
        ])
    }

    /// Where exact times and runs can differ. Where all steps are equal, no iteration meets two runtimes of a node, and they need
    /// not depend on each other.
    fn rest(&self) -> String {
        let (memory, half) = self.memory;
        let parameters = self.setting.parameters;
        let from = match parameters.family {
            Family::Empirical => word!(
                "differences between nodes, from nodes that are slow at the same time, and from chance"
            ),
            _ => word!(
                "the family, which the traces need not follow, from nodes that are slow at the same time, and from chance"
            ),
        };
        if parameters.model.dependent() {
            return say!("The error can come from {from}.");
        }
        // A single node has no interval, and nothing speaks against its number.
        let half = if half.is_finite() { half } else { 0.0 };
        let number = fixed(memory, 2);
        match memory.abs() {
            strong if strong >= 0.05 && strong > half => say!(
                "Runtimes of a node depend on the one before (autocorrelation {number}), which the exact times leave out; the rest of the error can come from {from}."
            ),
            strong if strong >= 0.05 => say!(
                "Whether runtimes of a node depend on the one before is not clear (autocorrelation {number}); the rest of the error can come from {from}."
            ),
            _ => say!(
                "Runtimes of a node do not depend on the one before (autocorrelation {number}): the error can come from {from}."
            ),
        }
    }

    /// The number of copies with which the runs are fastest, beside the model.
    fn fastest(&self) -> String {
        let setting = &self.setting;
        let p = setting.p;
        let of = |r: u32| self.runs.of_runs.get(r as usize)?.get((p - r) as usize);
        let ways: Vec<&[f64]> = (0..=p).filter_map(of).map(Vec::as_slice).collect();
        let first = best(&self.runs.times, p);
        let level = level(&ways, first as usize, Evidence::of_means);
        let level: Vec<String> = level.into_iter().map(|r| copies(r as u32)).collect();
        let runs = match setting.parameters.runs {
            1 => word!("the only run is"),
            _ => word!("the runs are"),
        };
        let ties = match level.is_empty() {
            true => String::new(),
            false => say!(", with no clear difference from {}", list(&level)),
        };
        say!(
            "On {} {runs} fastest with {}{ties}; the model says {}.",
            curves::times_of(power(p), word!("processor"), word!("processors")),
            copies(first),
            list(
                &setting::all_best(&setting.model, p)
                    .into_iter()
                    .map(copies)
                    .collect::<Vec<_>>()
            ),
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let setting = &self.setting;
        let (r, p) = (setting.r, setting.p);
        let own = self.errors_of(setting.parameters.model, COUNTED);
        let (rms, mean) = summary(&own);
        let worst = own.iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
        let (exact, _) = summary(&self.exact_errors(COUNTED));
        let mut worst_figure = Figure::number(
            "worst_error",
            word!("Worst log error"),
            worst.map_or(f64::NAN, |worst| worst.2),
        );
        if let Some((r, p, _)) = worst {
            worst_figure = worst_figure.beside(format!("R = {}, P = {}", power(*r), power(*p)));
        }
        vec![
            Figure::number("error", word!("Root mean square log error, R ≤ 8"), rms)
                .beside(say!("exact times {}", fixed(exact, 3))),
            Figure::number("bias", word!("Mean log error, R ≤ 8"), mean),
            worst_figure,
            Figure::number(
                "speedup",
                &say!("Speedup with {}", copies(r)),
                speedup(&self.runs.times, r, p),
            )
            .within(time(&self.runs.half_widths, r, p))
            .beside(match speedup(&setting.model, r, p) {
                speedup if speedup.is_infinite() => say!("model more than {CAP}"),
                speedup => say!("model {}", fixed(speedup, 2)),
            }),
            Figure::count(
                "best_copies",
                word!("Best number of copies"),
                power(best(&self.runs.times, p)),
            )
            .beside(say!("model {}", power(best(&setting.model, p)))),
        ]
    }

    fn charts(&self) -> Vec<Chart> {
        let setting = &self.setting;
        let (r, p, capped) = (setting.r, setting.p, setting.unreliable());
        let curves = |drawn: &[u32]| {
            [
                (
                    word!("runs"),
                    &self.runs.times,
                    Some(&self.runs.half_widths),
                ),
                (word!("model"), &setting.model, None),
                (word!("exact"), &setting.exact, None),
            ]
            .map(|(name, times, half_widths)| Curve {
                name,
                times,
                half_widths,
                drawn: drawn.to_vec(),
                main: half_widths.is_some(),
            })
        };
        let charts = [
            (
                Picture::Processors,
                curves::by_processors(&curves(&[r]), p, r, capped),
            ),
            (Picture::Copies, curves::by_copies(&curves(&[p]), p, capped)),
            (Picture::Map, self.map()),
            (Picture::Models, self.models()),
        ];
        curves::in_order(charts, setting.parameters.picture)
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
        let row = |p: u32| {
            (
                fixed(power(p), 0),
                (1..=setting.p).map(|r| error(r, p)).collect(),
            )
        };
        Chart::new(
            "errors",
            word!("Where is the model wrong?"),
            Axis::count(word!("copies of each job")),
            Axis::count(word!("processors")),
            vec![Series::heat(
                Axis::number(word!("ln(speedup of model / of runs)")),
                (1..=p).map(|r| fixed(power(r), 0)),
                (1..=p).rev().map(row),
                Some(0.0),
            )],
        )
    }

    fn models(&self) -> Chart {
        let own = self.setting.parameters.model;
        let bar = |label: String, errors: &[(u32, u32, f64)], main| {
            Bar::new(label, summary(errors).0, main)
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
        bars.push(bar(
            word!("exact").into(),
            &self.exact_errors(COUNTED),
            false,
        ));
        Chart::new(
            "models",
            word!("Which model comes nearest?"),
            Axis::number(word!("model")),
            Axis::number(word!("root mean square log error, R ≤ 8")),
            vec![Series::bars(bars)],
        )
    }

    fn notes(&self) -> Vec<String> {
        let parameters = self.setting.parameters;
        let mut notes = vec![say!(
            "{} of {}; each draws {} of {}, made alike, and meets them with every number of copies. Messages and synchronisation \
             take no time; {}.",
            count(parameters.runs as usize, word!("run"), word!("runs")),
            count(
                parameters.iterations as usize,
                word!("iteration"),
                word!("iterations")
            ),
            power(self.setting.p),
            count(self.nodes, word!("node"), word!("nodes")),
            if parameters.model.dependent() {
                word!("all steps of an iteration meet the same runtimes, as models 1.x assume")
            } else {
                word!("every step meets the next runtime of a node, as models 2.x assume")
            }
        )];
        notes.extend(common_notes(&self.setting));
        let (_, left_out) = self.models_of_steps();
        let left_out: Vec<String> = left_out.iter().map(|one| one.name().to_owned()).collect();
        let excess = parameters.excess;
        notes.extend(match left_out.as_slice() {
            [] => None,
            [one] => Some(say!(
                "Model {one} is left out: no runtimes have its β with an α of {excess}."
            )),
            several => Some(say!(
                "Models {} are left out: no runtimes have their β with an α of {excess}.",
                list(several)
            )),
        });
        if self.setting.alike.is_some_and(|alike| alike.clipped > 0.01) {
            notes.push(word!("With so many runtimes held, the runs’ variation is a little below the one asked for.").into());
        }
        notes
    }
}
