//! List scheduling where each migration costs time: between free migration and none. Not of the thesis.

use bounds_model::program::exact::{self, Budget};
use bounds_model::program::list_scheduling::{self, Listed};
use bounds_model::program::{Program, text};
use bounds_model::rational::{self, Rational, to_f64, whole};
use bounds_model::{Error as Model, Plan};
use num_traits::Zero as _;
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::worlds::Reason;
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table, Worlds};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::exact::{as_long, cell, failed, figure, number, refused, typed, units};
use crate::worlds::{self, Side as World};

/// The costs of a migration that the chart tries, in quarters of a unit of time.
const QUARTERS: [u32; 10] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24];

/// The findings of list scheduling.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    names: Vec<String>,
    /// κ.
    cost: Rational,
    /// Without migration, and at its cost.
    stay: Listed,
    move_: Listed,
    /// Cost, makespan and migrations, by rising cost.
    costs: Vec<(Rational, Rational, usize)>,
    /// The shortest schedules, with and without migration, where they are proved.
    shortest: [Option<Rational>; 2],
    sides: [World; 2],
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let program = text::read(&parameters.program)
        .map_err(Model::from)
        .map_err(refused("program"))?;
    let delay = rational::typed(parameters.own_delay).unwrap_or_default();
    let cost = rational::typed(parameters.move_cost).unwrap_or_default();
    let k = parameters.own_computers;
    let list = |cost: Option<&Rational>, observer: &mut dyn Observer| -> Result<Listed, Model> {
        let listed = list_scheduling::schedule(&program, k, cost, &delay, observer)?;
        listed.plan.check(&program.works())?;
        Ok(listed)
    };
    let mut tried: Vec<Rational> = QUARTERS
        .iter()
        .map(|quarters| whole(*quarters) / whole(4))
        .chain([cost.clone()])
        .collect();
    tried.sort();
    tried.dedup();
    // Staying and moving, each cost, and two for the shortest schedules.
    let mut passes = Passes::new(observer, tried.len() as u64 + 4);
    let stay = list(None, &mut passes.next(1)).map_err(refused("program"))?;
    let move_ = list(Some(&cost), &mut passes.next(1)).map_err(refused("program"))?;
    let mut costs = Vec::new();
    for cost in tried {
        match list(Some(&cost), &mut passes.next(1)) {
            Ok(listed) => costs.push((cost, listed.plan.makespan, listed.moves.len())),
            // The user did not ask for this cost: the chart goes without it.
            Err(Model::Unit { .. } | Model::TooLarge { .. }) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    let shortest = shortest(parameters, &program, &delay, &mut passes.next(2))?;
    let names: Vec<String> = program
        .processes()
        .iter()
        .map(|process| process.name.clone())
        .collect();
    let side = |plan: &Plan| {
        World::of(
            plan,
            word!("computer"),
            &names,
            std::slice::from_ref(&plan.makespan),
        )
    };
    let sides = [
        side(&stay.plan).map_err(failed)?,
        side(&move_.plan).map_err(failed)?,
    ];
    Ok(Findings {
        parameters,
        names,
        cost,
        stay,
        move_,
        costs,
        shortest,
        sides,
    })
}

/// The shortest schedules, where the program is small enough and they are proved.
fn shortest(
    parameters: &Parameters,
    program: &Program,
    delay: &Rational,
    observer: &mut dyn Observer,
) -> Result<[Option<Rational>; 2], laboratory::Error> {
    /// None where the program is too large for the search.
    fn solved<T>(found: Result<T, Model>) -> Result<Option<T>, laboratory::Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Model::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(_) => Ok(None),
        }
    }
    let k = parameters.own_computers;
    let mut budget = Budget::default();
    let mut passes = Passes::new(observer, 2);
    let found = exact::shared(program, k, &mut budget, &mut passes.next(1));
    let shared = solved(found)?;
    let found = exact::best_placed(program, k, delay, &mut budget, &mut passes.next(1));
    let placed = solved(found)?;
    let proved = |completion: exact::Completion| completion.proved().then_some(completion.most);
    Ok([
        shared.and_then(proved),
        placed.and_then(|placed| proved(placed.completion)),
    ])
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::schedule_then(&["costs"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts: vec![self.chart()],
            tables: self.tables(),
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let makespan = to_f64(&self.move_.plan.makespan);
        let makespan = Sample::new("makespan", word!("Makespan"), Unit::One, vec![makespan]);
        vec![makespan.of_schedule()]
    }

    fn schedule(self) -> Option<Schedule> {
        let [_, with] = self.sides;
        Some(with.schedule)
    }
}

impl Findings<'_> {
    fn ratio(&self) -> Rational {
        &self.stay.plan.makespan / &self.move_.plan.makespan
    }

    fn headline(&self) -> String {
        let cost = number(&self.cost);
        let (stay, go) = (&self.stay.plan.makespan, &self.move_.plan.makespan);
        let compared = match stay.cmp(go) {
            std::cmp::Ordering::Equal => say!(
                "list scheduling takes {} with migration and without",
                units(go)
            ),
            std::cmp::Ordering::Greater => say!(
                "list scheduling takes {} without migration as with it",
                as_long(&self.ratio())
            ),
            std::cmp::Ordering::Less => say!(
                "list scheduling takes {} with migration as without",
                as_long(&(go / stay))
            ),
        };
        say!("At a cost of {cost} for each migration, {compared}")
    }

    fn why(&self) -> String {
        let (go, stay) = (
            number(&self.move_.plan.makespan),
            number(&self.stay.plan.makespan),
        );
        if self.move_.moves.is_empty() {
            return say!(
                "No process migrates, and the program ends at {go}. If processes stay, it ends at {stay}."
            );
        }
        let moves = match self.move_.moves.len() {
            1 => word!("One process migrates once").to_owned(),
            many => {
                let process = self.move_.moves.first().map(|one| one.process);
                match self
                    .move_
                    .moves
                    .iter()
                    .all(|one| Some(one.process) == process)
                {
                    true => say!("One process migrates {many} times"),
                    false => say!("Processes migrate {many} times in all"),
                }
            }
        };
        let waits = match self.cost.is_zero() {
            true => word!("a ready process takes a free computer without waiting").to_owned(),
            false => say!(
                "a ready process takes a free computer, waits {} there if it ran elsewhere before",
                units(&self.cost)
            ),
        };
        say!(
            "{moves}: {waits}, and the program ends at {go}. If processes stay, it ends at {stay}."
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let mut figures = vec![
            figure(
                "makespan",
                word!("Makespan with migration"),
                &self.move_.plan.makespan,
            ),
            figure(
                "stay",
                word!("Makespan without migration"),
                &self.stay.plan.makespan,
            ),
            Figure::count(
                "migrations",
                word!("Migrations"),
                self.move_.moves.len() as f64,
            ),
        ];
        let [shared, placed] = &self.shortest;
        figures.extend(
            shared
                .as_ref()
                .map(|time| figure("dynamic", word!("Shortest, migration free"), time)),
        );
        figures.extend(
            placed
                .as_ref()
                .map(|time| figure("static", word!("Shortest with given computers"), time)),
        );
        figures
    }

    fn chart(&self) -> Chart {
        let with = self
            .costs
            .iter()
            .map(|(cost, makespan, _)| (to_f64(cost), to_f64(makespan)));
        let chart = Chart::new(
            "costs",
            word!("Up to which cost does migration pay?"),
            Axis::number(word!("cost of a migration, κ")),
            Axis::number(word!("makespan")),
            vec![Series::line(
                word!("list scheduling with migration"),
                with,
                true,
            )],
        )
        .beside(
            Side::Y,
            to_f64(&self.stay.plan.makespan),
            word!("list scheduling without migration"),
        );
        let [shared, placed] = &self.shortest;
        chart
            .beside_any(
                Side::Y,
                shared.as_ref().map(to_f64),
                word!("shortest, migration free"),
            )
            .beside_any(
                Side::Y,
                placed.as_ref().map(to_f64),
                word!("shortest with given computers"),
            )
    }

    fn tables(&self) -> Vec<Table> {
        let rows = self
            .costs
            .iter()
            .map(|(cost, makespan, moves)| [cell(cost), cell(makespan), Cell::whole(*moves)]);
        let costs = Table::new(
            "costs",
            word!("List scheduling at each cost"),
            [
                word!("Cost of a migration"),
                word!("Makespan"),
                word!("Migrations"),
            ],
            rows,
        );
        let rows = self.move_.moves.iter().take(200).map(|one| {
            [
                Cell::words(self.names.get(one.process).cloned().unwrap_or_default()),
                Cell::whole(one.from + 1),
                Cell::whole(one.to + 1),
                cell(&one.start),
                cell(&one.end),
            ]
        });
        let moves = Table::new(
            "migrations",
            word!("Migrations"),
            [
                word!("Process"),
                word!("From computer"),
                word!("To computer"),
                word!("Leaves"),
                word!("Can run"),
            ],
            rows,
        );
        vec![costs, moves]
    }

    fn worlds(&self) -> Option<Worlds> {
        let caption = say!(
            "The same program under list scheduling: {} without migration, {} with it.",
            units(&self.stay.plan.makespan),
            number(&self.move_.plan.makespan)
        );
        let reason = self.move_.moves.first().map(|first| Reason {
            unit: 0,
            with: true,
            lane: first.to as u32,
            at: to_f64(&first.end),
            text: say!(
                "{} leaves computer {} at {} and can run on computer {} from {}.",
                self.names
                    .get(first.process)
                    .map_or(word!("A process"), String::as_str),
                first.from + 1,
                number(&first.start),
                first.to + 1,
                number(&first.end)
            ),
        });
        worlds::of(
            word!("The same program without and with migration"),
            [
                word!("Processes stay").to_owned(),
                say!("Processes migrate at a cost of {}", number(&self.cost)),
            ],
            (word!("run of the program"), word!("runs of the program")),
            &self.sides,
            caption,
            reason.into_iter().collect(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("Not of the thesis: ready processes take free computers in the order of the text, in whole slots of time.").to_owned(),
            match self.parameters.own_computers {
                1 => word!("There is one computer, so no process can migrate.").to_owned(),
                computers => say!(
                    "There are {computers} computers; a signal between two of them takes {}.",
                    typed(self.parameters.own_delay)
                ),
            },
        ];
        let [_, placed] = &self.shortest;
        if placed
            .as_ref()
            .is_some_and(|time| *time > self.stay.plan.makespan)
        {
            notes.push(word!("The shortest schedule with given computers is longer than that of list scheduling without migration: in list scheduling a process has a computer only from its first work on, so signals that it sends before take no time.").into());
        }
        if self.shortest.iter().any(Option::is_none) {
            notes.push(word!("The chart has no line for a shortest schedule that is not known: exact searches take up to 6 processes, 2000 units of time and a limited number of states.").into());
        }
        let worse = self.costs.windows(2).any(|pair| match pair {
            [(_, first, _), (_, second, _)] => second < first,
            _ => false,
        });
        if worse {
            notes.push(word!("The makespan is not monotone in the cost: list scheduling is greedy, and a dearer migration can lead to a shorter schedule.").into());
        }
        notes
    }
}
