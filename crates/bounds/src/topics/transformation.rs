//! How the thesis transforms a program into its worst case, step by step, for a program of the user.

mod steps;

use std::collections::BTreeSet;

use bounds_model::program::exact::{self, Budget};
use bounds_model::program::{Program, text};
use bounds_model::rational::{Rational, ratio, to_f64, typed};
use bounds_model::transformation::{self, Split, Theorem3};
use bounds_model::{Error as Model, Thick, thick};
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::count;
use report::{Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::exact::{cell, figure_within, refused};
use crate::worlds::Side as World;

/// The most placements that are compared.
const MOST_PLACEMENTS: usize = 60;
/// The most placements whose curves are drawn.
const MOST_CURVES: usize = 8;
/// The most slots in a chart.
const MOST_SLOTS: usize = 60;
/// The greatest stretch of the curves, in quarters.
const QUARTERS: u32 = 12;

/// The findings about the transformations of a program.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    names: Vec<String>,
    /// Each placement with the length of its longest path by stretch, and theorem 3's comparison.
    placements: Vec<Placement>,
    /// How many placements there are.
    all: usize,
    /// T_d.
    shared: Rational,
    /// No schedule on shared processors is shorter.
    least_shared: Rational,
    /// Who is active in each slot of the schedule on shared processors.
    slots: Vec<Vec<bool>>,
    /// How often each row with so many ones occurs after all permutations.
    permuted: Vec<(usize, String)>,
    /// Numbers of copies, each with the programs they are split into.
    splits: Vec<(u64, Split)>,
    /// Signals of each process with those before it, in the order of the text and with its last two exchanged.
    vectors: [Vec<Vec<u32>>; 2],
    schedule: Schedule,
}

/// A placement of the processes.
struct Placement {
    name: String,
    lengths: Vec<(Rational, Rational)>,
    theorem: Theorem3,
}

impl Placement {
    fn proved(&self) -> bool {
        let theorem = &self.theorem;
        theorem.none.proved() && theorem.single.proved() && theorem.double.proved()
    }
}

/// The report of the topic: all steps together, or one of them.
pub(super) fn told(
    parameters: &Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    use report::Findings as _;
    Ok(match steps::stage(parameters.step) {
        None => compute(parameters, observer)?.told(),
        Some(stage) => steps::compute(parameters, stage, thick, observer)?.told(),
    })
}

fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let program = text::read(&parameters.program)
        .map_err(Model::from)
        .map_err(refused("program"))?;
    let found = transformed(parameters, &program, observer);
    found.map_err(refused("program"))
}

fn transformed<'a>(
    parameters: &'a Parameters,
    program: &Program,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Model> {
    let delay = typed(parameters.own_delay).unwrap_or_default();
    let names: Vec<String> = program
        .processes()
        .iter()
        .map(|process| process.name.clone())
        .collect();
    let number = names.len();
    let mut budget = Budget::default();
    let all = exact::placements(number as u32, parameters.own_computers)?;
    let told = all.len().min(MOST_PLACEMENTS);
    // The shared machine, and the placements.
    let mut passes = Passes::new(observer, 1 + told as u64);
    let processors = parameters.own_processors;
    let shared = exact::shared(program, processors, &mut budget, &mut passes.next(1))?;
    let placements = all.iter().take(told).map(|owners| {
        let mut pass = passes.next(1);
        Ok(Placement {
            name: named(&names, owners),
            lengths: lengths(program, owners, &delay),
            theorem: transformation::theorem_3(program, owners, &delay, &mut budget, &mut pass)?,
        })
    });
    let placements: Vec<Placement> = placements.collect::<Result<_, Model>>()?;
    let slots = transformation::slots(&shared.plan, number)?;
    let ends = (1..=slots.len()).map(|slot| &shared.plan.makespan * ratio(slot, slots.len()));
    let ends: Vec<Rational> = ends.collect();
    let permuted = transformation::permuted(&slots).into_iter();
    let splits = (1..=6).map(|doublings| Ok((1 << doublings, transformation::split(doublings)?)));
    let order: Vec<usize> = (0..number).collect();
    let mut exchanged = order.clone();
    if number >= 2 {
        exchanged.swap(number - 2, number - 1);
    }
    let signals = transformation::signals(program);
    let vectors = [&order, &exchanged];
    Ok(Findings {
        parameters,
        all: all.len(),
        placements,
        permuted: permuted
            .map(|(ones, times)| (ones, times.to_string()))
            .collect(),
        splits: splits.collect::<Result<_, Model>>()?,
        vectors: vectors.map(|order| transformation::communication_vectors(&signals, order)),
        schedule: World::of(&shared.plan, word!("processor"), &names, &ends)?.schedule,
        least_shared: shared.least,
        shared: shared.most,
        slots,
        names,
    })
}

/// The processes of each computer: (P1, P2) (P3).
fn named(names: &[String], owners: &[usize]) -> String {
    let computers = owners.iter().max().map_or(0, |last| last + 1);
    let of = |computer: usize| {
        let own = names.iter().zip(owners);
        let own = own.filter(|(_, owner)| **owner == computer);
        let own: Vec<&str> = own.map(|(name, _)| name.as_str()).collect();
        format!("({})", own.join(", "))
    };
    (0..computers).map(of).collect::<Vec<_>>().join(" ")
}

/// The length of the longest path at each stretch, from 0.
fn lengths(program: &Program, owners: &[usize], delay: &Rational) -> Vec<(Rational, Rational)> {
    let paths = transformation::paths(program, owners);
    (0..=QUARTERS)
        .map(|quarters| {
            let stretch = ratio(quarters, 4);
            let longest = transformation::critical(&paths, &stretch, delay);
            let length = longest.map(|path| path.length(&stretch, delay));
            (stretch, length.unwrap_or_default())
        })
        .collect()
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["prolongation", "slots"]),
            headline: self.headline(),
            why: word!("When all work is doubled, the longest path has at most as many signals as before. So four copies of the program take no longer than two with doubled work and, apart from them, twice the signals one after another.").into(),
            figures: self.figures(),
            charts: vec![self.prolongation(), self.rows()],
            tables: self.tables(),
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let placed = self.placements.iter();
        let placed = placed.map(|placement| &placement.theorem.single.most).min();
        vec![
            Sample::new(
                "static",
                word!("Time without migration, best compared placement"),
                Unit::One,
                placed.into_iter().map(to_f64).collect(),
            ),
            Sample::new(
                "dynamic",
                word!("Time with migration"),
                Unit::One,
                vec![to_f64(&self.shared)],
            )
            .of_schedule(),
        ]
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.schedule)
    }
}

impl Findings<'_> {
    /// The number of compared placements that prove the theorem, by their shortest schedules or by lower bounds of them.
    fn proving(&self) -> usize {
        let proves = |placement: &&Placement| placement.theorem.is_proved();
        self.placements.iter().filter(proves).count()
    }

    fn equal(&self) -> usize {
        let equal = |placement: &&Placement| placement.theorem.is_equal();
        self.placements.iter().filter(equal).count()
    }

    fn headline(&self) -> String {
        let (proving, placements) = (self.proving(), self.placements.len());
        let equal = match self.equal() {
            0 => String::new(),
            equal => say!(", with equality for {equal}"),
        };
        let all = match placements == self.all {
            true => count(placements, word!("placement"), word!("placements")),
            false => say!("{placements} of {} placements", self.all),
        };
        match proving == placements {
            true => say!(
                "Separating work from signals never makes the program faster: theorem 3 holds for {all}{equal}"
            ),
            false => say!(
                "Theorem 3 is checked for {all}: the schedules found prove it for {proving}{equal}, and leave the others open"
            ),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        vec![
            Figure::count(
                "placements",
                word!("Placements"),
                self.placements.len() as f64,
            ),
            Figure::count(
                "holds",
                word!("Theorem 3 holds for certain"),
                self.proving() as f64,
            ),
            Figure::count(
                "equal",
                word!("Theorem 3 with equality"),
                self.equal() as f64,
            ),
            figure_within(
                "dynamic",
                word!("Time with migration"),
                [&self.least_shared, &self.shared],
            ),
            Figure::count("slots", word!("Slots"), self.slots.len() as f64),
        ]
    }

    fn prolongation(&self) -> Chart {
        let series = self.placements.iter().take(MOST_CURVES).map(|placement| {
            let points = placement.lengths.iter();
            let points = points.map(|(stretch, length)| (to_f64(stretch), to_f64(length)));
            Series::curve(&placement.name, points, true)
        });
        Chart::new(
            "prolongation",
            word!("How does the longest path grow when all work is stretched?"),
            Axis::number(word!("stretch of all work")),
            Axis::number(word!("length of the longest path")),
            series.collect(),
        )
        .beside(Side::X, 1.0, word!("the program"))
    }

    /// The schedule on shared processors as rows of zeros and ones.
    fn rows(&self) -> Chart {
        let rows = (1..).zip(self.slots.iter().take(MOST_SLOTS));
        let rows = rows.map(|(slot, row): (usize, &Vec<bool>)| {
            let active = row.iter().map(|active| f64::from(u8::from(*active)));
            (slot.to_string(), active.collect())
        });
        Chart::new(
            "slots",
            word!("Which processes are active in each slot?"),
            Axis::number(word!("process")),
            Axis::number(word!("slot")),
            vec![Series::heat(
                Axis::number(word!("active")),
                self.names.iter().cloned(),
                rows,
                None,
            )],
        )
    }

    fn tables(&self) -> Vec<Table> {
        let rows = self.placements.iter().map(|placement| {
            let (copies, separated) = placement.theorem.sides();
            let theorem = &placement.theorem;
            [
                Cell::words(placement.name.as_str()),
                cell(&theorem.none.most),
                cell(&theorem.single.most),
                cell(&theorem.double.most),
                cell(&theorem.signals),
                cell(&copies),
                cell(&separated),
            ]
        });
        let theorem = Table::new(
            "theorem_3",
            word!("Theorem 3: four copies, and their work apart from their signals"),
            [
                word!("Placement"),
                word!("No work"),
                word!("As it is"),
                word!("Doubled work"),
                word!("Signals alone, twice"),
                word!("Four copies"),
                word!("Signals and two of doubled work"),
            ],
            rows,
        );
        let rows = self.permuted.iter().map(|(ones, times)| {
            let choices = thick::choices(self.names.len() as u32, *ones as u32);
            [
                Cell::whole(*ones),
                Cell::words(choices.to_string()),
                Cell::words(times.as_str()),
            ]
        });
        let permuted = Table::new(
            "permuted",
            word!("All permutations of the processes, one after another"),
            [
                word!("Active processes"),
                word!("Different rows"),
                word!("Times that each occurs"),
            ],
            rows,
        );
        let rows = self.splits.iter().map(|(copies, split)| {
            [*copies, split.thick, split.times, split.thin].map(|cell| Cell::whole(cell as usize))
        });
        let copies = Table::new(
            "copies",
            word!("Copies of a program, separated into thick and thin programs"),
            [
                word!("Copies"),
                word!("Thick programs"),
                word!("Work of each, in programs"),
                word!("Thin programs"),
            ],
            rows,
        );
        let [text, exchanged] = &self.vectors;
        let words = |vector: &Vec<u32>| {
            let words: Vec<String> = vector.iter().map(ToString::to_string).collect();
            format!("({})", words.join(", "))
        };
        let rows = text
            .iter()
            .zip(exchanged)
            .map(|(text, exchanged)| [Cell::words(words(text)), Cell::words(words(exchanged))]);
        let vectors = Table::new(
            "vectors",
            word!("Signals of each process with those before it, the last process first"),
            [
                word!("In the order of the text"),
                word!("With the last two exchanged"),
            ],
            rows,
        );
        let mut tables = vec![theorem, permuted, copies, vectors];
        tables.extend(self.exchanges());
        tables
    }

    /// Figure 13: each row of the schedule and its partners in the proof of theorem 4, by which a more even placement costs no more.
    fn exchanges(&self) -> Option<Table> {
        let number = Some(self.names.len()).filter(|number| *number >= 3)?;
        let first = (number - 1) / 2;
        let second = number - first;
        let digits = |row: &[bool]| -> String {
            row.iter()
                .map(|active| if *active { '1' } else { '0' })
                .collect()
        };
        // One computer has the first processes, another one the rest: how many are active on the busier one.
        let busiest = |row: &[bool], first: usize| {
            let all = row.iter().filter(|active| **active).count();
            let one = row.iter().take(first).filter(|active| **active).count();
            one.max(all - one)
        };
        let rows: BTreeSet<&Vec<bool>> = self.slots.iter().collect();
        let rows = rows.into_iter().rev().map(|row| {
            let partner = transformation::exchanged(row, first, second);
            let both = |first| busiest(row, first) + busiest(&partner, first);
            [
                Cell::words(digits(row)),
                Cell::words(digits(&partner)),
                Cell::words(digits(&transformation::exchanged(row, first, second - 1))),
                Cell::whole(both(first)),
                Cell::whole(both(first + 1)),
            ]
        });
        Some(Table::new(
            "exchanges",
            word!("Rows of slots, each with the row that makes up for it (theorem 4, figure 13)"),
            [
                word!("Row").to_owned(),
                say!("Its ({first}, {second})-permutation"),
                say!("Its ({first}, {})-permutation", second - 1),
                say!(
                    "Time of the first two, with {} on a computer",
                    count(first, word!("process"), word!("processes"))
                ),
                say!("The same with {}", first + 1),
            ],
            rows,
        ))
    }

    /// All permutations of the slots are the complete matrix only if as many processes as can be are active in every slot.
    fn permutations(&self) -> String {
        let active = self
            .names
            .len()
            .min(self.parameters.own_processors as usize);
        match self.permuted.iter().all(|(ones, _)| *ones == active) {
            true => word!("With barriers between slots, the program is a matrix; all permutations of its columns, one after another, make the complete matrix of the bound.").to_owned(),
            false => say!("With barriers between slots, the program is a matrix. All permutations of its columns, one after another, do not make the complete matrix of the bound: that has {active} active processes in every slot, and some slots here have fewer, so the ratio can stay below the bound."),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!(
                "The curves are convex: more work never makes the longest path have more signals."
            )
            .to_owned(),
            self.permutations(),
        ];
        if self.placements.len() < self.all {
            notes.push(say!(
                "The first {MOST_PLACEMENTS} of {} placements are compared.",
                self.all
            ));
        }
        if self.placements.len() > MOST_CURVES {
            notes.push(say!("The chart shows the first {MOST_CURVES} placements."));
        }
        if self.slots.len() > MOST_SLOTS {
            notes.push(say!(
                "The chart shows the first {MOST_SLOTS} of {} slots.",
                self.slots.len()
            ));
        }
        if !self.placements.iter().all(Placement::proved) {
            notes.push(
                word!(
                    "Not all times are proved to be the shortest: the searches of all placements share a limit."
                )
                .to_owned(),
            );
        }
        let none = self
            .vectors
            .iter()
            .flatten()
            .flatten()
            .all(|signals| *signals == 0);
        if self.equal() == self.placements.len() {
            notes.extend(match (none, self.parameters.own_delay == 0.0) {
                (true, _) => Some(
                    word!("There are no signals between processes, so both sides of theorem 3 are equal.").to_owned(),
                ),
                (false, true) => Some(
                    word!("Signals take no time here, so both sides of theorem 3 are equal.").to_owned(),
                ),
                (false, false) => None,
            });
        }
        notes
    }
}
