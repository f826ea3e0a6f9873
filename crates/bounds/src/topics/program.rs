//! A program of the user: its shortest schedules with and without migration, beside the bound and the bound of its own.

mod notes;
mod worlds;

use bounds_model::program::exact::{self, Budget};
use bounds_model::program::phases::Phases;
use bounds_model::program::{Program, check, text};
use bounds_model::rational::{Rational, to_f64, typed, unmarked, whole};
use bounds_model::reallocation::{self, Machine, Search};
use bounds_model::{Error as Model, Plan, Thick};
use num_traits::One as _;
use parameters::Rejected;
use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, list};
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::exact::{
    and, apart, as_long, cell, failed, figure, figure_within, interval, number, refused,
    refused_text, units,
};
use crate::parameters::{Form, Granularity};
use crate::worlds::{Side as World, names};

/// The findings about a program.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    read: Read,
    /// H for its numbers of processes and signals.
    bound: Rational,
    /// The longest that it can take by its own activity and signals.
    own_bound: Rational,
    shared: Time,
    placed: Time,
    owners: Vec<usize>,
    sides: [World; 2],
}

/// The facts read from a program.
struct Read {
    names: Vec<String>,
    works: Vec<Rational>,
    signals: usize,
    granularity: Rational,
    phases: usize,
    unused: Vec<String>,
}

/// A completion time, or an interval where the optimum is not proved.
#[derive(Clone)]
struct Time {
    least: Rational,
    most: Rational,
}

impl Time {
    fn known(value: Rational) -> Self {
        Self {
            least: value.clone(),
            most: value,
        }
    }

    fn proved(&self) -> bool {
        self.least == self.most
    }

    /// The program's time, as the end of a sentence.
    fn takes(&self) -> String {
        match self.proved() {
            true => say!("takes {}", number(&self.most)),
            false => {
                let [least, most] = interval(&self.least, &self.most);
                say!("takes {least} to {most}")
            }
        }
    }
}

/// A solved program: both schedules with the ends of their units of work, and how long each number of processes is active.
struct Solved {
    read: Read,
    shared: (Time, Plan, Vec<Rational>),
    placed: (Time, Plan, Vec<Rational>),
    owners: Vec<usize>,
    activity: Vec<(u32, Rational)>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let delay = typed(parameters.own_delay).unwrap_or_default();
    // Both schedules, and both bounds.
    let mut passes = Passes::new(observer, 4);
    let solved = match parameters.form {
        Form::Phases => {
            let phases = Phases::read(&parameters.phases)
                .map_err(refused_text("phases", &parameters.phases))?;
            let signals = signals(&parameters.signals, phases.processes())?;
            let phases = phases.with_signals(signals).map_err(refused("signals"))?;
            of_phases(parameters, &phases, &delay, &mut passes.next(2))
                .map_err(refused("phases"))?
        }
        Form::Text => {
            let program = text::read(&parameters.program)
                .map_err(Model::from)
                .map_err(refused("program"))?;
            of_text(parameters, &program, &delay, &mut passes.next(2))
                .map_err(refused("program"))?
        }
    };
    let machine = Machine::new(
        solved.read.names.len() as u32,
        parameters.own_computers,
        parameters.own_processors,
    )
    .map_err(failed)?;
    let mut bound = |observer: &mut dyn Observer| {
        let product = &delay * &solved.read.granularity;
        let weight = Granularity::Work.counted().weight(machine, &product)?;
        reallocation::exact(machine, &weight, Search::default(), thick, observer)
    };
    let bound = bound(&mut passes.next(1)).map_err(failed)?.value;
    let cost = &delay * whole(solved.read.signals);
    let activity = &solved.activity;
    let own_bound = reallocation::of_program(machine, activity, &cost, thick, &mut passes.next(1));
    let own_bound = own_bound.map_err(failed)?.value;
    let (shared, shared_plan, shared_ends) = solved.shared;
    let (placed, placed_plan, placed_ends) = solved.placed;
    let names = &solved.read.names;
    let sides = [
        World::of(&placed_plan, word!("computer"), names, &placed_ends).map_err(failed)?,
        World::of(&shared_plan, word!("processor"), names, &shared_ends).map_err(failed)?,
    ];
    Ok(Findings {
        parameters,
        bound,
        own_bound,
        shared,
        placed,
        owners: solved.owners,
        sides,
        read: solved.read,
    })
}

/// Signals as pairs of so many processes, from 1: `1-2 2-3`.
fn signals(text: &str, processes: usize) -> Result<Vec<(usize, usize)>, laboratory::Error> {
    let words = unmarked(text)
        .split(|sign: char| sign.is_whitespace() || ",;".contains(sign))
        .filter(|word| !word.is_empty());
    let pair = |word: &str| {
        let (from, to) = word.split_once(['-', '>', '→'])?;
        let process = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
        Some((process(from)?, process(to)?))
    };
    (1..)
        .zip(words)
        .map(|(place, word)| {
            pair(word).ok_or_else(|| {
                let word: String = word.chars().take(20).collect();
                let allowed = say!(
                    "signal {place}: {word:?} must be a pair of the processes 1 to {processes}, as in 1-2"
                );
                Rejected::one("signals", "", allowed).into()
            })
        })
        .collect()
}

fn of_phases(
    parameters: &Parameters,
    phases: &Phases,
    delay: &Rational,
    observer: &mut dyn Observer,
) -> Result<Solved, Model> {
    let processors = parameters.own_processors;
    let (time, owners) = phases.best_placed(parameters.own_computers, delay, observer)?;
    let placed = phases.placed_schedule(&owners, delay)?;
    placed.ends_at(&time)?;
    let shared = phases.shared_schedule(processors)?;
    shared.ends_at(&phases.shared(processors)?)?;
    let chain = !phases.signals().is_empty();
    // The signals are a step of their own; on the shared machine they take no time.
    let ends = |mut ends: Vec<Rational>, makespan: &Rational| {
        ends.extend(chain.then(|| makespan.clone()));
        ends
    };
    let rows = phases.rows();
    let works =
        (0..phases.processes()).map(|process| rows.iter().filter_map(|row| row.get(process)).sum());
    Ok(Solved {
        read: Read {
            names: names("P", phases.processes()),
            works: works.collect(),
            signals: phases.signals().len(),
            granularity: phases.granularity(),
            phases: rows.len(),
            unused: Vec::new(),
        },
        activity: phases.activity(processors)?,
        shared: (
            Time::known(shared.makespan.clone()),
            shared.clone(),
            ends(phases.shared_ends(processors)?, &shared.makespan),
        ),
        placed: (
            Time::known(time),
            placed.clone(),
            ends(phases.placed_ends(&owners), &placed.makespan),
        ),
        owners,
    })
}

fn of_text(
    parameters: &Parameters,
    program: &Program,
    delay: &Rational,
    observer: &mut dyn Observer,
) -> Result<Solved, Model> {
    let mut budget = Budget::default();
    let mut passes = Passes::new(observer, 2);
    let processors = parameters.own_processors;
    let shared = exact::shared(program, processors, &mut budget, &mut passes.next(1))?;
    let computers = parameters.own_computers;
    let mut pass = passes.next(1);
    let placed = exact::best_placed(program, computers, delay, &mut budget, &mut pass)?;
    // Both schedules keep the program's order, and end when they claim.
    let nothing = Rational::default();
    check::completion(program, &shared.plan, None, &nothing)?;
    check::completion(
        program,
        &placed.completion.plan,
        Some(&placed.owners),
        delay,
    )?;
    let time = |completion: &exact::Completion| Time {
        least: completion.least.clone(),
        most: completion.most.clone(),
    };
    let names = program.processes().iter();
    Ok(Solved {
        read: Read {
            names: names.map(|process| process.name.clone()).collect(),
            works: program.works(),
            signals: program.signals() as usize,
            granularity: program.granularity(),
            phases: 0,
            unused: program.unused().map(str::to_owned).collect(),
        },
        activity: shared.plan.activity(),
        shared: (
            time(&shared),
            shared.plan.clone(),
            vec![shared.plan.makespan.clone()],
        ),
        placed: (
            time(&placed.completion),
            placed.completion.plan.clone(),
            vec![placed.completion.plan.makespan.clone()],
        ),
        owners: placed.owners,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::schedule_then(&["times"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts: vec![self.times()],
            tables: vec![self.processes()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "static",
                word!("Time without migration"),
                Unit::One,
                vec![to_f64(&self.placed.most)],
            )
            .of_schedule(),
            Sample::new(
                "score",
                word!("Share of the bound"),
                Unit::Share,
                vec![to_f64(&self.score())],
            )
            .more_is_better(),
        ]
    }

    fn schedule(self) -> Option<Schedule> {
        let [placed, _] = self.sides;
        Some(placed.schedule)
    }
}

impl Findings<'_> {
    /// T_s / T_d of the schedules that were found.
    fn ratio(&self) -> Rational {
        &self.placed.most / &self.shared.most
    }

    /// (T_s/T_d)/H: 1 where the program reaches the bound.
    fn score(&self) -> Rational {
        self.ratio() / &self.bound
    }

    fn proved(&self) -> bool {
        self.shared.proved() && self.placed.proved()
    }

    fn computers(&self) -> String {
        let computers = self.parameters.own_computers as usize;
        count(computers, word!("computer"), word!("computers"))
    }

    fn processors(&self) -> String {
        let processors = self.parameters.own_processors as usize;
        count(
            processors,
            word!("shared processor"),
            word!("shared processors"),
        )
    }

    fn headline(&self) -> String {
        let (computers, processors) = (self.computers(), self.processors());
        if !self.proved() {
            let least = &self.placed.least / &self.shared.most;
            let most = &self.placed.most / &self.shared.least;
            if least == most {
                return say!(
                    "Your program takes {} on {computers} without migration as on {processors}",
                    as_long(&most)
                );
            }
            let [least, most] = interval(&least, &most);
            return say!(
                "Your program takes {least} to {most} times as long on {computers} without migration as on {processors}"
            );
        }
        let ratio = self.ratio();
        if self.score().is_one() && !ratio.is_one() {
            return say!(
                "Your program reaches the bound: it takes {} on {computers} without migration as on {processors}",
                as_long(&ratio)
            );
        }
        if ratio.is_one() {
            return say!(
                "Your program takes {} on {computers} without migration, as on {processors}",
                units(&self.placed.most)
            );
        }
        if ratio < whole(1) {
            return say!(
                "Your program takes {} on {computers} without migration, and {} on {processors}",
                units(&self.placed.most),
                number(&self.shared.most)
            );
        }
        let [ratio, bound] = apart([&ratio, &self.bound]);
        say!(
            "Your program takes {ratio} times as long on {computers} without migration as on {processors}; the bound is {bound}"
        )
    }

    /// The processes of each computer in words.
    fn together(&self) -> Vec<Vec<&str>> {
        let computers = self.owners.iter().max().map_or(0, |last| last + 1);
        let mut together = vec![Vec::new(); computers];
        for (name, owner) in self.read.names.iter().zip(&self.owners) {
            if let Some(computer) = together.get_mut(*owner) {
                computer.push(name.as_str());
            }
        }
        together
    }

    fn why(&self) -> String {
        let together = self.together();
        let proved = self.placed.proved();
        let share = match together.as_slice() {
            [all] if all.len() == 1 => word!("The program has one process only").to_owned(),
            [_] if proved => {
                word!("Without migration no placement is better than all processes on one computer")
                    .to_owned()
            }
            [_] => word!(
                "Without migration the best placement found has all processes on one computer"
            )
            .to_owned(),
            computers => {
                let words = |computer: &Vec<&str>| {
                    let names: Vec<String> =
                        computer.iter().map(|name| (*name).to_owned()).collect();
                    format!("({})", names.join(", "))
                };
                let groups: Vec<String> = computers.iter().map(words).collect();
                match proved {
                    true => say!(
                        "Without migration no placement is better than {}",
                        list(&groups)
                    ),
                    false => say!(
                        "Without migration the best placement found is {}",
                        list(&groups)
                    ),
                }
            }
        };
        let placed = match proved {
            true => say!("it takes {}", number(&self.placed.most)),
            false => {
                let [least, most] = interval(&self.placed.least, &self.placed.most);
                say!("it takes {most}, and no placement takes less than {least}")
            }
        };
        say!(
            "{share}: {placed}. With migration the program {}.",
            self.shared.takes()
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let time = |key, name, time: &Time| figure_within(key, name, [&time.least, &time.most]);
        let found = |figure: Figure| match self.proved() {
            true => figure,
            false => and(figure, word!("of the schedules found")),
        };
        vec![
            time("static", word!("Time without migration"), &self.placed),
            time("dynamic", word!("Time with migration"), &self.shared),
            found(figure("ratio", word!("Ratio of both"), &self.ratio())),
            figure("bound", word!("Bound H"), &self.bound),
            figure(
                "own_bound",
                word!("Most time by its own activity"),
                &self.own_bound,
            ),
            found(Figure::share(
                "score",
                word!("Share of the bound"),
                to_f64(&self.score()),
            )),
        ]
    }

    fn times(&self) -> Chart {
        let bars = [
            Bar::new(word!("with migration"), to_f64(&self.shared.most), false),
            Bar::new(word!("without migration"), to_f64(&self.placed.most), true),
            Bar::new(word!("own bound"), to_f64(&self.own_bound), false).bounding(true),
            Bar::new(
                word!("bound H"),
                to_f64(&(&self.bound * &self.shared.most)),
                false,
            )
            .bounding(true),
        ];
        Chart::new(
            "times",
            word!("How close does the program come to its bounds?"),
            Axis::number(word!("schedule")),
            Axis::number(word!("completion time")),
            vec![Series::bars(bars)],
        )
    }

    fn processes(&self) -> Table {
        let each = self.read.names.iter().zip(&self.owners);
        let rows = each
            .zip(&self.read.works)
            .map(|((name, owner), work)| [Cell::words(name), Cell::whole(owner + 1), cell(work)]);
        Table::new(
            "processes",
            word!("Where each process runs without migration"),
            [word!("Process"), word!("Computer"), word!("Work")],
            rows,
        )
    }
}
