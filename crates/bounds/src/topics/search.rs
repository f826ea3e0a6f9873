//! Random search for the worst case: programs that come close to H, jobs that come close to G. Not of the thesis.

use bounds_model::climb::{self, Found, Rows, Step};
use bounds_model::preemption::gain;
use bounds_model::rational::{Rational, to_f64};
use bounds_model::reallocation::Machine;
use bounds_model::{Thick, thick};
use num_traits::One as _;
use parameters::Rejected;
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::count;
use report::{Chart, Figure, Findings as _, Layout, Observer, Report, Sample, Table, Worlds};
use schedule::Schedule;
use words::{say, word};

use super::preemption::preemptions;
use super::{jobs, program};
use crate::exact::{as_long, cell, failed, share, wide};
use crate::parameters::{Form, Surface};
use crate::topics::MOST_STEPS;
use crate::{Parameters, about};

/// The findings of a search.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    steps: Vec<Step<String>>,
    best: Step<String>,
    /// Whether the search goes on.
    early: bool,
    /// Whether an earlier run made some of the tries.
    resumed: bool,
    /// H or G.
    bound: Rational,
    /// The report of the found program or jobs, as if the user had typed them.
    found: Report,
    worlds: Option<Worlds>,
    schedule: Option<Schedule>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let tries = u64::from(parameters.tries);
    let seed = parameters.seed;
    let bound = bound(parameters)?;
    let (steps, best, mut found, resumed) = match parameters.search {
        Surface::Migration => {
            let (n, k, q) = (
                parameters.search_processes,
                parameters.search_computers,
                parameters.search_computers,
            );
            let machine = Machine::new(n, k, q).map_err(failed)?;
            let mut watch = |steps: &[Step<Rows>], observer: &mut dyn Observer| {
                observer.early(&|| Findings::early(parameters, steps, rows, &bound).report());
            };
            let climbed =
                climb::matrices(machine, seed, tries, observer, &mut watch).map_err(failed)?;
            let (steps, best) = written(&climbed, rows);
            let found = Parameters {
                form: Form::Phases,
                phases: best.candidate.clone(),
                signals: String::new(),
                own_computers: k,
                own_processors: q,
                own_delay: 0.0,
                ..parameters.clone()
            };
            let told = program::compute(&found, thick, &mut report::finishing(observer))?
                .told()
                .0;
            (steps, best, told, climbed.resumed)
        }
        Surface::Preemption => {
            let m = parameters.search_machines;
            let (i, j) = (parameters.search_fewer, parameters.search_more);
            let mut watch = |steps: &[Step<Vec<u64>>], observer: &mut dyn Observer| {
                observer.early(&|| {
                    Findings::early(parameters, steps, |jobs| lengths(jobs), &bound).report()
                });
            };
            let climbed =
                climb::job_sets(m, i, j, seed, tries, observer, &mut watch).map_err(failed)?;
            let (steps, best) = written(&climbed, |jobs| lengths(jobs));
            let found = Parameters {
                jobs: best.candidate.clone(),
                own_machines: m,
                own_fewer: i,
                own_more: j,
                ..parameters.clone()
            };
            (
                steps,
                best,
                jobs::compute(&found, &mut report::finishing(observer))?
                    .told()
                    .0,
                climbed.resumed,
            )
        }
    };
    Ok(Findings {
        parameters,
        bound,
        steps,
        best,
        early: false,
        resumed,
        worlds: found.worlds.take(),
        schedule: found.schedule.take(),
        found,
    })
}

/// H or G of the searched programs or jobs; parameters that do not go together are refused.
fn bound(parameters: &Parameters) -> Result<Rational, laboratory::Error> {
    match parameters.search {
        Surface::Migration => {
            let (n, k) = (parameters.search_processes, parameters.search_computers);
            thick::uniform(n, k, k).map_err(failed)
        }
        Surface::Preemption => {
            let m = parameters.search_machines;
            let (i, j) = (parameters.search_fewer, parameters.search_more);
            if let Some(reason) = about::search_more(parameters) {
                return Err(Rejected::one("search_more", j, reason).into());
            }
            Ok(wide(gain(m, i, j).map_err(failed)?))
        }
    }
}

/// A step whose candidate is a text.
fn as_text<T>(step: &Step<T>, text: fn(&T) -> String) -> Step<String> {
    Step {
        tries: step.tries,
        restarts: step.restarts,
        candidate: text(&step.candidate),
        score: step.score.clone(),
    }
}

/// The steps and the best one, with candidates as texts.
fn written<T>(found: &Found<T>, text: fn(&T) -> String) -> (Vec<Step<String>>, Step<String>) {
    let steps = found.steps.iter().map(|step| as_text(step, text));
    (steps.collect(), as_text(&found.best, text))
}

fn rows(rows: &Rows) -> String {
    let row = |row: &Vec<bool>| -> String {
        let digits = row.iter().map(|active| if *active { "1" } else { "0" });
        digits.collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn lengths(lengths: &[u64]) -> String {
    let words: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    words.join(" ")
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["climb"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds.clone(),
            charts: vec![self.climb()],
            tables: std::iter::once(self.table())
                .chain(self.found.tables.iter().cloned())
                .collect(),
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        // Shares of bounds on programs and on sets of jobs have different names, so that they are not compared.
        let name = match self.parameters.search {
            Surface::Migration => word!("Share of the bound H"),
            Surface::Preemption => word!("Share of the bound G"),
        };
        let score = vec![to_f64(&self.best.score)];
        vec![Sample::new("score", name, Unit::Share, score).more_is_better()]
    }

    fn schedule(self) -> Option<Schedule> {
        self.schedule
    }
}

impl<'a> Findings<'a> {
    /// The findings of a search that goes on, as if it ended with these steps.
    fn early<T>(
        parameters: &'a Parameters,
        steps: &[Step<T>],
        text: fn(&T) -> String,
        bound: &Rational,
    ) -> Self {
        let best = steps.iter().max_by(|a, b| {
            let earlier = b.tries.cmp(&a.tries);
            a.score.cmp(&b.score).then(earlier)
        });
        let none = Step {
            tries: 0,
            restarts: 0,
            candidate: String::new(),
            score: Rational::default(),
        };
        Self {
            parameters,
            steps: steps.iter().map(|step| as_text(step, text)).collect(),
            best: best.map_or(none, |best| as_text(best, text)),
            early: true,
            resumed: false,
            bound: bound.clone(),
            found: Report::default(),
            worlds: None,
            schedule: None,
        }
    }
}

impl Findings<'_> {
    fn what(&self) -> &'static str {
        match self.parameters.search {
            Surface::Migration => word!("program"),
            Surface::Preemption => word!("set of jobs"),
        }
    }

    fn headline(&self) -> String {
        let what = self.what();
        let tries = count(self.best.tries as usize, word!("try"), word!("tries"));
        let reached = share(&self.best.score);
        match (self.best.score.is_one(), self.best.tries) {
            (true, 0) => say!("The {what} that random search begins with reaches the bound"),
            (true, _) => say!("Random search finds a {what} that reaches the bound after {tries}"),
            (false, 0) if self.early => {
                say!("The {what} that random search begins with reaches {reached} of the bound")
            }
            (false, _) if self.early => {
                say!("After {tries}, the worst {what} so far reaches {reached} of the bound")
            }
            (false, _) => say!(
                "The worst {what} of {} reaches {reached} of the bound",
                count(self.parameters.tries as usize, word!("try"), word!("tries")),
            ),
        }
    }

    fn why(&self) -> String {
        let (change, beside) = match self.parameters.search {
            Surface::Migration => (
                word!("switches one process of a phase on or off, or adds or drops a phase"),
                word!("without migration as with it").to_owned(),
            ),
            Surface::Preemption => (
                word!("makes one job longer or shorter by 1, or adds or drops a job"),
                say!(
                    "with {} as with {}",
                    preemptions(self.parameters.search_fewer),
                    preemptions(self.parameters.search_more)
                ),
            ),
        };
        say!(
            "Each try {change}, and keeps the change if the ratio rises; after {} tries in vain it starts anew. The {} found takes {} {beside}.",
            climb::PATIENCE,
            self.what(),
            as_long(&(&self.best.score * &self.bound))
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let of = |key: &str| {
            let mut figures = self.found.figures.iter();
            figures.find(|figure| figure.key == key).cloned()
        };
        let mut figures = vec![
            Figure::share(
                "score",
                word!("Share of the bound"),
                to_f64(&self.best.score),
            ),
            Figure::count("tries", word!("Tries until then"), self.best.tries as f64),
            Figure::count(
                "restarts",
                word!("Restarts until then"),
                self.best.restarts as f64,
            ),
        ];
        figures.extend(["ratio", "bound"].into_iter().filter_map(of));
        figures
    }

    fn climb(&self) -> Chart {
        let all = || self.steps.iter();
        let mut most = Rational::default();
        let best = all().map(|step| {
            most = most.clone().max(step.score.clone());
            (step.tries as f64, to_f64(&most))
        });
        let best: Vec<(f64, f64)> = best.collect();
        let now = all().map(|step| (step.tries as f64, to_f64(&step.score)));
        Chart::new(
            "climb",
            word!("How does the search climb towards the bound?"),
            Axis::count(word!("tries")),
            Axis::share(word!("share of the bound")),
            vec![
                Series::steps(word!("now"), now, false),
                Series::steps(word!("best so far"), best, true),
            ],
        )
        .beside(Side::Y, 1.0, word!("bound"))
    }

    fn table(&self) -> Table {
        let rows = self.steps.iter().take(MOST_STEPS).map(|step| {
            [
                Cell::whole(step.tries as usize),
                Cell::whole(step.restarts as usize),
                cell(&step.score),
                Cell::words(step.candidate.replace(' ', "").replace('\n', " ")),
            ]
        });
        let rows: Vec<[Cell; 4]> = match self.parameters.search {
            Surface::Migration => rows.collect(),
            Surface::Preemption => {
                let jobs = self.steps.iter().map(|step| step.candidate.clone());
                rows.zip(jobs)
                    .map(|([tries, restarts, score, _], jobs)| {
                        [tries, restarts, score, Cell::words(jobs)]
                    })
                    .collect()
            }
        };
        Table::new(
            "steps",
            word!("The steps of the search"),
            [
                word!("Tries"),
                word!("Restarts"),
                word!("Share of the bound"),
                word!("Candidate"),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let topic = match self.parameters.search {
            Surface::Migration => word!("“Program of your own”, each row on a line of its own"),
            Surface::Preemption => word!("“Jobs of your own”"),
        };
        let mut notes = vec![say!(
            "Not of the thesis. The candidate can be copied into {topic}."
        )];
        if self.steps.len() > MOST_STEPS {
            notes.push(say!(
                "The table shows the first {MOST_STEPS} of {} steps.",
                fixed(self.steps.len() as f64, 0)
            ));
        }
        if self.resumed {
            notes.push(report::state::note());
        }
        notes
    }
}
