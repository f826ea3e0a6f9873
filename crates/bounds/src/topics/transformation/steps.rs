//! One step of the way from a program to its worst case: its change, its schedules, and that it takes no less without migration.
//! Klonowska 2007, Paper I, figures 4 to 12.

mod pictures;

use bounds_model::program::exact::{self, Budget};
use bounds_model::program::{Program, text};
use bounds_model::rational::{Rational, to_f64, typed, whole};
use bounds_model::reallocation::{self, Machine, Search};
use bounds_model::transformation::stages::{self, Stage, Staged};
use bounds_model::transformation::{critical, paths};
use bounds_model::{Error as Model, Thick};
use num_traits::{One as _, Zero as _};
use report::figure::Unit;
use report::words::{count, list};
use report::{Figure, Layout, Observer, Passes, Report, Sample, Winner};
use schedule::Schedule;
use words::{say, word};

use super::named;
use crate::Parameters;
use crate::exact::{and, apart, as_long, figure, figure_within, interval, number, refused, units};
use crate::parameters::{Granularity, Step};
use crate::worlds::Side as World;

/// A step of the way, and all others to compare it with.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    names: Vec<String>,
    /// How many signals the program has.
    signals: u32,
    stages: [Staged; 6],
    /// The place of the step among them.
    at: usize,
    /// H for as many processes and signals.
    bound: Rational,
    /// The longest path of the program’s best placement where all work is stretched 1, 2 and 3 times: its length and its signals.
    longest: Vec<(Rational, u32)>,
    /// No schedule of the program with migration takes less; equal to the time of the one found where that is proved to be the
    /// shortest.
    least_shared: Rational,
    /// Whether as many processes as can be are active all the time with migration.
    full: bool,
    sides: [World; 2],
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    stage: Stage,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let program = text::read(&parameters.program)
        .map_err(Model::from)
        .map_err(refused("program"))?;
    let found = found(parameters, stage, &program, thick, observer);
    found.map_err(refused("program"))
}

fn found<'a>(
    parameters: &'a Parameters,
    stage: Stage,
    program: &Program,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Model> {
    let delay = typed(parameters.own_delay).unwrap_or_default();
    let (computers, processors) = (parameters.own_computers, parameters.own_processors);
    let names = program.processes().iter();
    let names: Vec<String> = names.map(|process| process.name.clone()).collect();
    let mut budget = Budget::default();
    let mut passes = Passes::new(observer, 3);
    let shared = exact::shared(program, processors, &mut budget, &mut passes.next(1))?;
    let stages = stages::all(
        program,
        &shared,
        (computers, processors),
        &delay,
        &mut budget,
        &mut passes.next(1),
    )?;
    let machine = Machine::new(names.len() as u32, computers, processors)?;
    let weight = Granularity::Work
        .counted()
        .weight(machine, &(&delay * program.granularity()))?;
    let mut pass = passes.next(1);
    let bound = reallocation::exact(machine, &weight, Search::default(), thick, &mut pass)?;
    let at = Stage::ALL.iter().position(|one| *one == stage);
    let [first, ..] = &stages;
    let all = paths(program, &first.owners);
    let staged = stages.iter().find(|staged| staged.stage == stage);
    let staged = staged.unwrap_or(first);
    let side = |lane: &str, (plan, ends): &(bounds_model::Plan, Vec<Rational>)| {
        World::of(plan, lane, &names, ends)
    };
    let sides = [
        side(word!("computer"), &staged.placed)?,
        side(word!("processor"), &staged.shared)?,
    ];
    let longest = (1_u32..=3).map(|stretch| {
        let stretch = whole(stretch);
        let path = critical(&all, &stretch, &delay);
        path.map_or_else(Default::default, |path| {
            (path.length(&stretch, &delay), path.signals)
        })
    });
    Ok(Findings {
        parameters,
        longest: longest.collect(),
        bound: bound.value,
        full: program.works().iter().sum::<Rational>()
            == whole(machine.active()) * &shared.plan.makespan,
        least_shared: shared.least,
        names,
        signals: program.signals(),
        stages,
        at: at.unwrap_or_default(),
        sides,
    })
}

/// The stage of a step; nothing where all are told together.
pub(super) fn stage(step: Step) -> Option<Stage> {
    match step {
        Step::All => None,
        Step::Program => Some(Stage::Program),
        Step::Copies => Some(Stage::Copies),
        Step::Longer => Some(Stage::Longer),
        Step::Apart => Some(Stage::Apart),
        Step::Slots => Some(Stage::Slots),
        Step::Permuted => Some(Stage::Permuted),
    }
}

/// The choice of a step.
fn step(stage: Stage) -> Step {
    match stage {
        Stage::Program => Step::Program,
        Stage::Copies => Step::Copies,
        Stage::Longer => Step::Longer,
        Stage::Apart => Step::Apart,
        Stage::Slots => Step::Slots,
        Stage::Permuted => Step::Permuted,
    }
}

/// The name of a step at a bar or in a table.
fn label(stage: Stage) -> &'static str {
    match stage {
        Stage::Program => word!("program"),
        Stage::Copies => word!("copies"),
        Stage::Longer => word!("longer work"),
        Stage::Apart => word!("work apart"),
        Stage::Slots => word!("slots"),
        Stage::Permuted => word!("permutations"),
    }
}

/// Two ratios of a sentence, the second without words: numbers that differ read differently, and an open one is an interval.
fn ratios(now: &[Rational; 2], before: &[Rational; 2]) -> [String; 2] {
    let of = |[least, most]: &[Rational; 2], exact: String| match least == most {
        true => exact,
        false => {
            let [least, most] = interval(least, most);
            say!("{least} to {most}")
        }
    };
    let ([_, most], [_, before_most]) = (now, before);
    let [exact, was] = apart([most, before_most]);
    let long = match now.iter().all(Rational::is_one) {
        true => as_long(most),
        false => say!("{} times as long", of(now, exact)),
    };
    [long, of(before, was)]
}

/// The figures of the thesis that a step explains.
fn figures(stage: Stage) -> &'static str {
    match stage {
        Stage::Program => "2, 3",
        Stage::Copies => "4",
        Stage::Longer => "5, 6, 7",
        Stage::Apart => "8, 9, 10",
        Stage::Slots => "11",
        Stage::Permuted => "12",
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let mut tables = vec![self.table()];
        tables.extend((self.stage() == Stage::Longer).then(|| self.stretched()));
        Report {
            layout: Layout::schedule_then(&["ratios"]),
            winner: self.winner(),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts: vec![self.ratios()],
            tables,
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![Sample::new(
            "ratio",
            word!("Ratio of the times without and with migration"),
            Unit::One,
            vec![to_f64(&self.ratio())],
        )]
    }

    fn schedule(self) -> Option<Schedule> {
        let [placed, _] = self.sides;
        Some(placed.schedule)
    }
}

impl Findings<'_> {
    fn stage(&self) -> Stage {
        Stage::ALL.get(self.at).copied().unwrap_or(Stage::Program)
    }

    fn staged(&self) -> &Staged {
        let [first, ..] = &self.stages;
        self.stages.get(self.at).unwrap_or(first)
    }

    /// How much longer the step takes without migration.
    fn ratio(&self) -> Rational {
        self.staged().ratio()
    }

    /// No schedule of a step with migration takes less. Slots and permutations come from the schedule that was found.
    fn least_shared(&self, staged: &Staged) -> Rational {
        match staged.stage {
            Stage::Program | Stage::Copies | Stage::Longer | Stage::Apart => {
                &self.least_shared * whole(staged.copies)
            }
            Stage::Slots | Stage::Permuted => staged.shared.0.makespan.clone(),
        }
    }

    /// The ratio of the shortest schedules of a step lies between these, which are equal where both schedules are proved.
    fn ends(&self, staged: &Staged) -> [Rational; 2] {
        let (placed, shared) = (&staged.placed.0.makespan, &staged.shared.0.makespan);
        let least_shared = self.least_shared(staged);
        match least_shared.is_zero() {
            true => [staged.ratio(), staged.ratio()],
            false => [&staged.least / shared, placed / least_shared],
        }
    }

    /// The step before. Longer work is only half of a step: it counts as none.
    fn before(&self) -> Option<&Staged> {
        let mut before = self.stages.get(..self.at)?.iter().rev();
        before.find(|staged| staged.stage != Stage::Longer)
    }

    /// Whether the shortest schedules of the step are known, without and with migration.
    fn proved(&self) -> bool {
        let [least, most] = self.ends(self.staged());
        least == most
    }

    /// Whether the program is faster with or without migration; none where the ratio may be on either side of 1.
    fn winner(&self) -> Option<Winner> {
        let one = Rational::one();
        let [least, most] = self.ends(self.staged()).map(|end| end.cmp(&one));
        (least == most).then(|| {
            Winner::exact(
                [self.ratio(), one],
                [word!("no migration"), word!("migration")],
            )
        })
    }

    /// The processes of each computer.
    fn placement(&self) -> String {
        named(&self.names, &self.staged().owners)
    }

    fn headline(&self) -> String {
        let (place, all) = (self.at + 1, Stage::ALL.len());
        let now = self.ends(self.staged());
        let before = self.before().map(|staged| self.ends(staged));
        let [long, was] = ratios(&now, before.as_ref().unwrap_or(&now));
        let told = match self.stage() {
            Stage::Program => say!("the program takes {long} without migration as with it"),
            Stage::Copies => say!("four copies take {long} without migration as with it"),
            Stage::Longer => say!("with doubled work it takes {long} without migration as with it"),
            Stage::Apart => {
                say!("with work and signals apart it takes {long} without migration as with it")
            }
            Stage::Slots => {
                say!("with barriers between slots it takes {long} without migration as with it")
            }
            Stage::Permuted => {
                say!("with all permutations it takes {long} without migration as with it")
            }
        };
        let Some(before) = before else {
            return say!("Step {place} of {all}: {told}");
        };
        // An interval is neither up nor down from another one.
        let exact = [&now, &before].iter().all(|[least, most]| least == most);
        match now.cmp(&before) {
            std::cmp::Ordering::Equal => say!("Step {place} of {all}: {told}, no less than before"),
            _ if !exact => say!("Step {place} of {all}: {told}, after {was} times"),
            std::cmp::Ordering::Greater => say!("Step {place} of {all}: {told}, up from {was}"),
            std::cmp::Ordering::Less => say!("Step {place} of {all}: {told}, down from {was}"),
        }
    }

    fn why(&self) -> String {
        let staged = self.staged();
        let (placed, shared) = (
            units(&staged.placed.0.makespan),
            units(&staged.shared.0.makespan),
        );
        let best = match staged.proved() {
            true => word!("the best one"),
            false => word!("the best one found"),
        };
        match self.stage() {
            Stage::Program if !self.proved() => say!(
                "The shortest schedules found take {placed} with processes placed as {}, and {shared} with migration.",
                self.placement()
            ),
            Stage::Program => say!(
                "It takes {placed} with processes placed as {}, and {shared} with migration.",
                self.placement()
            ),
            Stage::Copies => word!("Each copy begins when the one before has ended, so both times are four times those of one copy, and the ratio stays.").into(),
            Stage::Longer => {
                let [one, two, three] = [0, 1, 2].map(|at| {
                    let longest = self.longest.get(at);
                    longest.map_or_else(Default::default, |(length, signals)| {
                        (length.clone(), *signals)
                    })
                });
                say!(
                    "More work never adds signals to the longest path: it has {}, then {} with doubled and {} with tripled work, and grows by {}, then by {}, which is no less.",
                    count(one.1 as usize, word!("crossing signal"), word!("crossing signals")),
                    two.1,
                    three.1,
                    number(&(&two.0 - &one.0)),
                    number(&(&three.0 - &two.0))
                )
            }
            Stage::Apart if self.signals == 0 => say!(
                "Four copies become two programs with doubled work, one after another. By theorem 3 no placement takes less; {best}, {}, takes {placed}.",
                self.placement()
            ),
            Stage::Apart => say!(
                "Four copies become two programs with doubled work, and before them twice the signals, one after another. By theorem 3 no placement takes less; {best}, {}, takes {placed}.",
                self.placement()
            ),
            // The step before was several copies.
            Stage::Slots if self.signals == 0 => say!(
                "With migration the slots take as long as the program, {shared}. Without it each slot waits for its busiest computer: {placed}."
            ),
            Stage::Slots => say!(
                "With migration the slots take as long as the program, {shared}. Without it each slot waits for its busiest computer, and then the signals follow: {placed}."
            ),
            Stage::Permuted => self.permuted(&placed, &shared),
        }
    }

    /// Why permutations take so long without and with migration, and why they stay below the bound where they do.
    fn permuted(&self, placed: &str, shared: &str) -> String {
        let copies = self.staged().copies as usize;
        let copies = count(copies, word!("copy"), word!("copies"));
        let all = say!(
            "All permutations of {copies}, with equal slots together: now all placements with as many processes on each computer are alike, so none suits the program. The best one takes {placed}, and migration {shared}."
        );
        let below = match self.full {
            true => word!(
                "The ratio stays below the bound, which also counts signals within a process."
            ),
            false => word!(
                "The ratio stays below the bound, because fewer processes than possible are active in some slots."
            ),
        };
        match self.ratio() < self.bound {
            true => format!("{all} {below}"),
            false => all,
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let staged = self.staged();
        let ratio = figure(
            "ratio",
            word!("Without migration, by the time with it"),
            &self.ratio(),
        );
        let mut figures = vec![
            match self.proved() {
                true => ratio,
                false => and(ratio, word!("of the schedules found")),
            },
            figure_within(
                "static",
                word!("Time without migration"),
                [&staged.least, &staged.placed.0.makespan],
            ),
            figure_within(
                "dynamic",
                word!("Time with migration"),
                [&self.least_shared(staged), &staged.shared.0.makespan],
            ),
            figure("bound", word!("Bound H"), &self.bound),
        ];
        if self.stage() == Stage::Longer {
            let mut lengths = self.longest.iter().zip(self.longest.iter().skip(1));
            let keys = [
                ("growth", word!("Growth of the longest path, ΔL")),
                ("next_growth", word!("Its next growth, ΔL′")),
            ];
            for (key, name) in keys {
                if let Some((before, after)) = lengths.next() {
                    figures.push(figure(key, name, &(&after.0 - &before.0)));
                }
            }
            let signals = self.longest.iter().take(2).map(|(_, signals)| *signals);
            let keys = [
                ("signals", word!("Signals of the longest path")),
                ("next_signals", word!("The same with doubled work")),
            ];
            for ((key, name), signals) in keys.into_iter().zip(signals) {
                figures.push(Figure::count(key, name, signals.into()));
            }
        }
        figures
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("Each step takes as long with migration as so many copies of the program, and, for each copy, no less without it than the step before. Longer work alone can take less, because signals weigh less: with the signals apart it is a step.").to_owned(),
        ];
        let open: Vec<String> = self
            .stages
            .iter()
            .filter(|staged| !staged.proved())
            .map(|staged| label(staged.stage).to_owned())
            .collect();
        let [first, ..] = &self.stages;
        if self.least_shared != first.shared.0.makespan {
            notes.push(
                word!("The schedule with migration is the shortest that was found; all steps follow from it.").into(),
            );
        }
        if !open.is_empty() {
            notes.push(say!(
                "Not proved to be the shortest without migration: {}.",
                list(&open)
            ));
        }
        if self.parameters.own_delay.is_zero() {
            notes.push(word!("Signals take no time here, so they cost nothing apart.").into());
        }
        notes
    }
}
