//! The worst case of forbidding migration: H, the allocation that has it, and a program that attains it.

mod branches;
mod chain;
mod notes;
mod worlds;

use bounds_model::envelope::{self, Piece};
use bounds_model::extremal::program;
use bounds_model::rational::{Rational, ratio, to_f64, typed, unmarked, whole};
use bounds_model::reallocation::{self, Bound, Granularity, Machine, Node, Search};
use bounds_model::{Allocation, Error as Model, Thick, thick, thin};
use num_traits::{One as _, Zero as _};
use parameters::Rejected;
use report::chart::{Axis, Bar, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::count;
use report::{Chart, Figure, Layout, Observer, Offer, Report, Sample, Table};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::exact::{as_long, cell, failed, figure, named, number, refused, share};
use crate::worlds::{Side as World, names};

/// The most slots whose ends are marked: more lines would hide what is between them. So many are drawn of a larger program.
const MOST_SEEN: u32 = 24;
/// The most rows of the complete matrix that is drawn.
const MOST_DRAWN: u32 = 126;
/// The most processes whose chain of signals is drawn, and whose search is shown node by node.
const MOST_CHAINED: u32 = 20;
/// The most nodes in a table.
const MOST_NODES: usize = 200;
/// The most allocations of equal value that are named.
const MOST_TIES: usize = 6;

/// What a question about migration comes to.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    machine: Machine,
    /// τ: what the share of crossing signals is multiplied by.
    weight: Rational,
    /// t·z.
    product: Rational,
    best: Bound<Rational>,
    /// Allocations as good as the best one, and whether these are all.
    ties: (Vec<Allocation>, bool),
    /// The allocation that is spoken of, its bound, g and ρ: the best one, or the user's own.
    own: Placed,
    /// H with the other reading of the granularity.
    other: Rational,
    pieces: Vec<Piece>,
    /// The nodes of the search, where they are few.
    tree: Vec<Node<Rational>>,
    drawn: Drawn,
}

/// An allocation with its bound.
struct Placed {
    allocation: Allocation,
    value: Rational,
    thick: Rational,
    thin: Rational,
}

/// The complete program on both machines, or slots of it.
struct Drawn {
    /// Whether these are all slots, with the chain of signals.
    whole: bool,
    /// How many slots it has, without the chain of signals, and when each ends on the computers.
    slots: usize,
    slot_ends: Vec<f64>,
    /// The chain of signals: from which process to which.
    signals: Vec<(usize, usize)>,
    shared: Rational,
    placed: Rational,
    sides: [World; 2],
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let machine = Machine::new(
        parameters.processes,
        parameters.computers,
        parameters.shared(),
    )
    .map_err(failed)?;
    let delay = typed(parameters.signal_delay).unwrap_or_default();
    let granularity = typed(parameters.granularity).unwrap_or_default();
    let product = &delay * &granularity;
    let counted = parameters.counted.counted();
    let mut bound = |counted: Granularity, observer: &mut dyn Observer| {
        let weight = counted.weight(machine, &product)?;
        reallocation::exact(machine, &weight, Search::default(), thick, observer)
    };
    let best = bound(counted, observer).map_err(failed)?;
    let other = match counted {
        Granularity::Work => Granularity::SharedTime,
        Granularity::SharedTime => Granularity::Work,
    };
    let other = bound(other, observer).map_err(failed)?.value;
    let weight = counted.weight(machine, &product).map_err(failed)?;
    let ties = match best.proved() {
        true => reallocation::as_good(machine, &weight, &best.value, MOST_TIES + 1, thick)
            .map_err(failed)?,
        false => (Vec::new(), false),
    };
    let own = match read(&parameters.allocation)? {
        None => best.allocation.clone(),
        Some(parts) => {
            // Told in words of the allocation, also where it places nothing or too many to be counted.
            let refusal = Model::Allocation {
                placed: parts.iter().map(|part| u64::from(*part)).sum(),
                computers: parts.iter().filter(|part| **part > 0).count() as u32,
                processes: machine.processes(),
                most: machine.computers(),
            };
            Allocation::new(parts).map_err(|_| refused("allocation")(refusal))?
        }
    };
    let own = Placed::of(machine, own, &weight).map_err(refused("allocation"))?;
    let pieces = envelope::pieces(machine, thick, observer).map_err(failed)?;
    let tree = if machine.processes() <= MOST_CHAINED {
        reallocation::exact(machine, &weight, Search::drawn(), thick, observer)
            .map_err(failed)?
            .tree
    } else {
        Vec::new()
    };
    let drawn = draw(machine, &granularity, counted, &delay, &own).map_err(failed)?;
    Ok(Findings {
        parameters,
        machine,
        weight,
        product,
        best,
        ties,
        own,
        other,
        pieces,
        tree,
        drawn,
    })
}

/// The numbers of an allocation, or nothing where the text is empty.
pub(crate) fn read(text: &str) -> Result<Option<Vec<u32>>, laboratory::Error> {
    let words = unmarked(text)
        .split(|sign: char| sign.is_whitespace() || ",;()".contains(sign))
        .filter(|word| !word.is_empty());
    let parts: Result<Vec<u32>, laboratory::Error> = (1..)
        .zip(words)
        .map(|(place, word)| {
            word.parse().map_err(|_| {
                let word: String = word.chars().take(20).collect();
                let allowed =
                    say!("computer {place}: {word:?} must be a number of processes, as in 3 2 2 2");
                Rejected::one("allocation", "", allowed).into()
            })
        })
        .collect();
    Ok(Some(parts?).filter(|parts| !parts.is_empty()))
}

impl Placed {
    fn of(machine: Machine, allocation: Allocation, weight: &Rational) -> Result<Self, Model> {
        Ok(Self {
            value: reallocation::of_allocation(machine, &allocation, weight)?,
            thick: thick::exact(&allocation, machine.active())?,
            thin: thin::crossing_share(&allocation),
            allocation,
        })
    }

    fn computers(&self) -> usize {
        self.allocation.parts().len()
    }
}

/// How many slots are steps of their own: all, or all together as one where they are too many to be told apart.
fn seen_slots(slots: usize) -> usize {
    if slots > MOST_SEEN as usize { 1 } else { slots }
}

/// The complete program on both machines, where it is small enough to be read: its ratio is the bound of the allocation, which is
/// checked. Of a larger one, some slots.
fn draw(
    machine: Machine,
    granularity: &Rational,
    counted: Granularity,
    delay: &Rational,
    own: &Placed,
) -> Result<Drawn, Model> {
    let rows = thick::choices(machine.processes(), machine.active());
    let whole = rows <= MOST_DRAWN.into() && machine.processes() <= MOST_CHAINED;
    let phases = match whole {
        true => program::complete(machine, granularity, counted)?,
        false => program::sample(machine, MOST_SEEN)?,
    };
    let owners = own.allocation.owners();
    let shared = phases.shared_schedule(machine.active())?;
    let placed = phases.placed_schedule(&owners, delay)?;
    if whole {
        placed.ends_at(&(&own.value * &shared.makespan))?;
    }
    let chain = !phases.signals().is_empty();
    // The chain of signals is a step of its own; on the shared machine it takes no time.
    let ends = |slots: &[Rational], makespan: &Rational| {
        let first = slots.len() - slots.len().min(seen_slots(slots.len()));
        let mut ends: Vec<Rational> = slots.iter().skip(first).cloned().collect();
        ends.extend(chain.then(|| makespan.clone()));
        ends
    };
    let slot_ends = phases.placed_ends(&owners);
    let shared_ends = ends(&phases.shared_ends(machine.active())?, &shared.makespan);
    let placed_ends = ends(&slot_ends, &placed.makespan);
    let processes = names("P", phases.processes());
    Ok(Drawn {
        whole,
        slots: phases.rows().len(),
        slot_ends: slot_ends.iter().map(to_f64).collect(),
        signals: phases.signals().to_vec(),
        shared: shared.makespan.clone(),
        placed: placed.makespan.clone(),
        sides: [
            World::of(&placed, word!("computer"), &processes, &placed_ends)?,
            World::of(&shared, word!("processor"), &processes, &shared_ends)?,
        ],
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let mut charts = vec![self.envelope(), self.sizes()];
        charts.extend(self.partitions());
        charts.extend(self.circle());
        charts.extend(self.branches());
        charts.extend(self.nodes());
        Report {
            layout: Layout::schedule_then(&[])
                .opening(&["envelope", "sizes"])
                .folding(&["search"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts,
            tables: self.tables(),
            notes: self.notes(),
            offers: self.back().into_iter().collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let value = to_f64(&self.own.value);
        vec![Sample::new("h", word!("Bound H"), Unit::One, vec![value])]
    }

    fn schedule(self) -> Option<Schedule> {
        let [placed, _] = self.drawn.sides;
        Some(placed.schedule)
    }
}

impl Findings<'_> {
    /// Whether the allocation is the user's and not as good as the best one.
    fn worse(&self) -> bool {
        self.own.value > self.best.value
    }

    fn headline(&self) -> String {
        let processes = count(
            self.machine.processes() as usize,
            word!("process"),
            word!("processes"),
        );
        let shared = count(
            self.parameters.shared() as usize,
            word!("shared processor"),
            word!("shared processors"),
        );
        if self.worse() {
            let better = match self.best.value.is_one() {
                true => word!("no longer").to_owned(),
                false => say!("up to {}", as_long(&self.best.value)),
            };
            return say!(
                "With allocation {}, a program of {processes} takes up to {} as on {shared}; with {}, {}, {better}",
                named(&self.own.allocation),
                as_long(&self.own.value),
                match (self.best.proved(), self.ties.0.len()) {
                    (true, 1) if self.ties.1 => word!("the best allocation"),
                    (true, _) => word!("one of the best allocations"),
                    (false, _) => word!("the best allocation found"),
                },
                named(&self.best.allocation)
            );
        }
        let computers = count(
            self.parameters.computers as usize,
            word!("computer"),
            word!("computers"),
        );
        if self.own.value.is_one() {
            return say!(
                "Forbidding migration costs nothing: no program of {processes} needs more time on {computers} than on {shared}"
            );
        }
        say!(
            "Without migration, a program of {processes} takes up to {} on {computers} as on {shared}",
            as_long(&self.own.value)
        )
    }

    fn why(&self) -> String {
        let active = self.machine.active();
        if self.own.value.is_one() {
            return match active {
                1 => word!("Only one process is active at a time, so no process waits for another on its computer.").into(),
                _ if self.parameters.granularity == 0.0 => word!("Each process has a computer of its own, and there are no signals.").into(),
                _ => word!("Each process has a computer of its own, and signals take no time.").into(),
            };
        }
        if self.own.computers() == 1 {
            let cause = if self.machine.computers() == 1 {
                word!("There is one computer only")
            } else if self.worse() {
                word!("All processes share one computer")
            } else {
                word!(
                    "Signals between computers cost so much that one computer for all processes is best"
                )
            };
            return match active {
                1 => cause.to_owned() + ".",
                _ => say!(
                    "{cause}: it runs {active} processes one after another that could run at once."
                ),
            };
        }
        let signals = &self.weight * &self.own.thin;
        let processes = count(
            self.machine.processes() as usize,
            word!("process"),
            word!("processes"),
        );
        let execution = match active {
            1 => say!(
                "In the worst case one of {processes} is active at a time, so no process waits for another on its computer."
            ),
            _ => say!(
                "In the worst case {active} of {processes} are active at a time; with allocation {} the busiest computer has {} of them on average.",
                named(&self.own.allocation),
                number(&self.own.thick)
            ),
        };
        if self.parameters.granularity == 0.0 {
            return say!("{execution} There are no signals.");
        }
        if signals.is_zero() {
            return say!("{execution} Signals cost nothing.");
        }
        say!(
            "{execution} {} of the signals cross between computers, which adds {}.",
            share(&self.own.thin),
            number(&signals)
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let mut figures = vec![
            figure("h", word!("Bound H"), &self.own.value),
            figure("thick", word!("Execution, g"), &self.own.thick),
            figure(
                "thin",
                word!("Signals, τ·ρ"),
                &(&self.weight * &self.own.thin),
            ),
            Figure::share(
                "crossing",
                word!("Signals that cross, ρ"),
                to_f64(&self.own.thin),
            ),
            Figure::count(
                "computers",
                word!("Computers used"),
                self.own.computers() as f64,
            )
            .beside(say!("of {}", self.parameters.computers)),
        ];
        figures.push(figure("other", self.other_name(), &self.other));
        figures
    }

    fn other_name(&self) -> &'static str {
        match self.parameters.counted.counted() {
            Granularity::Work => word!("H as printed, τ = t·z"),
            Granularity::SharedTime => word!("H with z per unit of work"),
        }
    }

    /// H over the signal cost, and the line of each allocation that is best somewhere.
    fn envelope(&self) -> Chart {
        let times = self.times();
        let last = self.pieces.last().map(|piece| &piece.from / &times);
        let most = last.unwrap_or_default().max(self.product.clone()) * ratio(5, 4);
        let most = if most.is_zero() { whole(1) } else { most };
        let top = whole(self.machine.active()) * ratio(21, 20);
        let at = |piece: &Piece, product: &Rational| {
            let value = &piece.thick + &times * product * &piece.thin;
            (to_f64(product), to_f64(&value))
        };
        let starts = self
            .pieces
            .iter()
            .map(|piece| at(piece, &(&piece.from / &times)));
        let end = self.pieces.last().map(|piece| at(piece, &most));
        let lines = self.pieces.iter().map(|piece| {
            // Only as far as the line is near the envelope.
            let slope = &times * &piece.thin;
            let until = match slope.is_zero() {
                true => most.clone(),
                false => ((&top - &piece.thick) / slope).min(most.clone()),
            };
            let ends = [at(piece, &Rational::zero()), at(piece, &until)];
            Series::curve(&named(&piece.allocation), ends, false)
        });
        let series = lines
            .chain([Series::curve(
                word!("H, the best allocation"),
                starts.chain(end),
                true,
            )])
            .collect();
        Chart::new(
            "envelope",
            word!("Which allocation is best at which signal cost?"),
            Axis::number(word!("signal delay × granularity, t·z")),
            Axis::number(word!("bound H")),
            series,
        )
        .held(
            Side::X,
            to_f64(&self.product),
            word!("here"),
            Parameters::NAMES.signal_delay.any().text(),
            self.parameters.granularity,
        )
    }

    /// The change that moves a process to a computer: from the fullest one, or, as computers are alike, from the emptiest where
    /// that is the same allocation in another order. Nothing where no move makes another allocation.
    fn moved(&self, to: usize) -> Option<Offer> {
        let mut parts = vec![0; self.parameters.computers as usize];
        for (own, part) in parts.iter_mut().zip(self.own.allocation.parts()) {
            *own = *part;
        }
        let ordered = |parts: &[u32]| {
            let mut parts = parts.to_vec();
            parts.sort_unstable_by(|a, b| b.cmp(a));
            parts
        };
        let with = |from: usize| {
            let mut after = parts.clone();
            *after.get_mut(from)? -= 1;
            *after.get_mut(to)? += 1;
            (ordered(&after) != ordered(&parts)).then(|| (from, ordered(&after)))
        };
        let others = || (0..parts.len()).filter(|at| *at != to && parts.get(*at) > Some(&0));
        let fullest = others().max_by_key(|at| parts.get(*at));
        let emptiest = others().min_by_key(|at| parts.get(*at));
        let (from, after) = fullest.and_then(with).or_else(|| emptiest.and_then(with))?;
        let text: Vec<String> = after
            .iter()
            .filter(|part| **part > 0)
            .map(u32::to_string)
            .collect();
        Some(Offer::new(
            &say!(
                "Move a process from computer {} to computer {}",
                from + 1,
                to + 1
            ),
            [(
                Parameters::NAMES.allocation.any().text(),
                text.join(" ").into(),
            )],
        ))
    }

    /// The way back from an allocation of one's own.
    fn back(&self) -> Option<Offer> {
        let own = !self.parameters.allocation.trim().is_empty();
        own.then(|| {
            Offer::new(
                word!("Take the best allocation"),
                [(Parameters::NAMES.allocation.any().text(), "".into())],
            )
        })
    }

    fn sizes(&self) -> Chart {
        let parts = self.own.allocation.parts();
        let bars = (1..=self.parameters.computers as usize).map(|computer| {
            let part = parts.get(computer - 1).copied().unwrap_or(0);
            let bar = Bar::new(computer.to_string(), f64::from(part), true);
            match self.moved(computer - 1) {
                Some(offer) => bar.offering(offer),
                None => bar,
            }
        });
        Chart::new(
            "sizes",
            word!("How many processes does each computer get?"),
            Axis::number(word!("computer")),
            Axis::count(word!("processes")),
            vec![Series::bars(bars)],
        )
    }

    /// The allocation of each piece of the envelope, a row each; nothing where one allocation is best at every signal cost.
    fn partitions(&self) -> Option<Chart> {
        let times = self.times();
        let computers = self
            .pieces
            .iter()
            .map(|piece| piece.allocation.parts().len());
        let computers = computers.max().filter(|_| self.pieces.len() > 1)?;
        let rows = self.pieces.iter().map(|piece| {
            let parts = piece.allocation.parts();
            let values =
                (0..computers).map(|computer| f64::from(parts.get(computer).copied().unwrap_or(0)));
            (number(&(&piece.from / &times)), values.collect())
        });
        Some(Chart::new(
            "partitions",
            word!("How does the best allocation change with the signal cost?"),
            Axis::count(word!("computer")),
            Axis::number(word!("from t·z")),
            vec![Series::heat(
                Axis::count(word!("processes")),
                (1..=computers).map(|computer| computer.to_string()),
                rows,
                None,
            )],
        ))
    }

    /// τ is t·z times this.
    fn times(&self) -> Rational {
        match self.parameters.counted.counted() {
            Granularity::Work => whole(self.machine.active()),
            Granularity::SharedTime => whole(1),
        }
    }

    /// The bounds of the nodes in the order of the search.
    fn nodes(&self) -> Option<Chart> {
        let mut popped: Vec<(usize, &Node<Rational>)> = self
            .tree
            .iter()
            .filter_map(|node| Some((node.popped?, node)))
            .collect();
        popped.sort_by_key(|(place, _)| *place);
        (popped.len() > 1).then(|| {
            let points = popped
                .iter()
                .map(|(place, node)| ((place + 1) as f64, to_f64(&node.value)));
            Chart::new(
                "search",
                word!("How does the search close in on the bound?"),
                Axis::count(word!("step of the search")),
                Axis::number(word!("smallest bound that is open")),
                vec![Series::line(word!("smallest open bound"), points, true)],
            )
            .beside(Side::Y, to_f64(&self.best.value), "H")
        })
    }

    fn tables(&self) -> Vec<Table> {
        let times = self.times();
        let rows = self.pieces.iter().map(|piece| {
            [
                cell(&(&piece.from / &times)),
                Cell::words(named(&piece.allocation)),
                cell(&piece.thick),
                Cell::Number(to_f64(&piece.thick)),
                cell(&piece.thin),
            ]
        });
        let mut tables = vec![Table::new(
            "allocations",
            word!("The best allocation from each signal cost on"),
            [
                word!("From t·z"),
                word!("Allocation"),
                "g",
                word!("g, decimal"),
                "ρ",
            ],
            rows,
        )];
        if !self.tree.is_empty() {
            let rows = self.tree.iter().take(MOST_NODES).map(|node| {
                let common: Vec<String> = node.common.iter().map(ToString::to_string).collect();
                [
                    Cell::words(format!("({})", common.join(", "))),
                    Cell::words(node.thick.to_string()),
                    Cell::words(node.thin.to_string()),
                    Cell::Number(to_f64(&node.value)),
                    match node.popped {
                        Some(place) => Cell::whole(place + 1),
                        None => Cell::none(),
                    },
                ]
            });
            tables.push(Table::new(
                "tree",
                word!("The search for the best allocation, node by node"),
                [
                    word!("Common part"),
                    word!("Most even completion"),
                    word!("Completion on fewest computers"),
                    word!("Bound"),
                    word!("Step"),
                ],
                rows,
            ));
        }
        tables
    }
}
