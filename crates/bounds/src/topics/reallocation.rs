//! The worst case of forbidding migration: H, the allocation that has it, and a program that attains it.

mod branches;
mod chain;
mod charts;
mod computers;
mod notes;
mod sentences;
mod tables;
mod worlds;

use bounds_model::envelope::{self, Piece};
use bounds_model::extremal::program;
use bounds_model::rational::{Rational, to_f64, typed, unmarked, whole};
use bounds_model::reallocation::{self, Bound, Granularity, Machine, Node, Search};
use bounds_model::{Allocation, Error as Model, Thick, allocation, thick, thin};
use num_traits::One as _;
use parameters::Rejected;
use report::figure::Unit;
use report::words::count;
use report::{Choice, Figure, Layout, Observer, Passes, Report, Sample, Winner};
use schedule::Schedule;
use words::{say, word};

use crate::Parameters;
use crate::exact::{failed, figure, named_parts, refused};
use crate::worlds::{Side as World, names};

/// The most slots whose ends are marked: more lines would hide the bars between them. So many slots are drawn of a larger program.
const MOST_SEEN: u32 = 24;
/// The most rows of the complete matrix that is drawn.
const MOST_DRAWN: u32 = 126;
/// The most processes whose chain of signals is drawn, and whose search is shown node by node.
const MOST_CHAINED: u32 = 20;
/// The most nodes in a table.
const MOST_NODES: usize = 200;
/// The most allocations of equal value that are named.
const MOST_TIES: usize = 6;

/// The findings about a question of migration.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    machine: Machine,
    /// τ: the factor of the share of crossing signals.
    weight: Rational,
    /// t·z.
    product: Rational,
    best: Bound<Rational>,
    /// Allocations as good as the best one, and whether these are all.
    ties: (Vec<Allocation>, bool),
    /// The allocation of the sentences, with its bound, g and ρ: the best one, or the user's own.
    own: Placed,
    /// The bound with the other reading of the granularity: of the user's own allocation, or else the least.
    other: Rational,
    pieces: Vec<Piece>,
    /// The nodes of the search, where they are few.
    tree: Vec<Node<Rational>>,
    drawn: Drawn,
}

/// An allocation with its bound.
struct Placed {
    allocation: Allocation,
    /// How many processes each computer has, in the order of computers, without empty ones at the end.
    parts: Vec<u32>,
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
    // Both bounds, the envelope, and the tree of the search.
    let mut passes = Passes::new(observer, 4);
    let mut bound = |counted: Granularity| {
        let weight = counted.weight(machine, &product)?;
        let mut pass = passes.next(1);
        reallocation::exact(machine, &weight, Search::default(), thick, &mut pass)
    };
    let best = bound(counted).map_err(failed)?;
    let other = match counted {
        Granularity::Work => Granularity::SharedTime,
        Granularity::SharedTime => Granularity::Work,
    };
    let typed_parts = own_parts(parameters, machine)?;
    let other = match &typed_parts {
        None => bound(other).map_err(failed)?.value,
        Some((allocation, _)) => {
            let weight = other.weight(machine, &product).map_err(failed)?;
            reallocation::of_allocation(machine, allocation, &weight).map_err(failed)?
        }
    };
    let weight = counted.weight(machine, &product).map_err(failed)?;
    let ties = match best.proved() {
        true => reallocation::as_good(machine, &weight, &best.value, MOST_TIES + 1, thick)
            .map_err(failed)?,
        false => (Vec::new(), false),
    };
    let own = typed_parts.unwrap_or_else(|| {
        let parts = best.allocation.parts().to_vec();
        (best.allocation.clone(), parts)
    });
    let own = Placed::of(machine, own, &weight).map_err(refused("allocation"))?;
    let pieces = envelope::pieces(machine, thick, &mut passes.next(1)).map_err(failed)?;
    let tree = if machine.processes() <= MOST_CHAINED {
        let mut pass = passes.next(1);
        reallocation::exact(machine, &weight, Search::drawn(), thick, &mut pass)
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

/// The user's own allocation, with its numbers in the order of computers; nothing where the text is empty.
fn own_parts(
    parameters: &Parameters,
    machine: Machine,
) -> Result<Option<(Allocation, Vec<u32>)>, laboratory::Error> {
    let n = machine.processes();
    let Some(mut parts) = read(&parameters.allocation, n)? else {
        return Ok(None);
    };
    let placed = parts.iter().map(|part| u64::from(*part)).sum();
    let full = parts.iter().filter(|part| **part > 0).count();
    // No allocation of the model places nothing, or too many processes to be counted.
    if placed != u64::from(n) || full > machine.computers() as usize {
        return Err(refused("allocation")(Model::Allocation {
            placed,
            computers: full as u32,
            processes: n,
            most: machine.computers(),
        }));
    }
    let last = parts.iter().rposition(|part| *part > 0);
    parts.truncate(last.map_or(0, |last| last + 1));
    if parts.len() > parameters.computers as usize {
        let last = parts.len();
        let computers = count(
            parameters.computers as usize,
            word!("computer"),
            word!("computers"),
        );
        let allowed = say!("computer {last} has processes; the cluster has {computers}");
        return Err(Rejected::one("allocation", "", allowed).into());
    }
    let allocation = Allocation::new(parts.clone()).map_err(refused("allocation"))?;
    Ok(Some((allocation, parts)))
}

/// The numbers of an allocation of so many processes, or nothing where the text is empty.
pub(crate) fn read(text: &str, processes: u32) -> Result<Option<Vec<u32>>, laboratory::Error> {
    let words = unmarked(text)
        .split(|sign: char| sign.is_whitespace() || ",;()".contains(sign))
        .filter(|word| !word.is_empty());
    let parts: Result<Vec<u32>, laboratory::Error> = (1..)
        .zip(words)
        .map(|(place, word)| {
            // So small that all of them together are counted on every machine.
            word.parse::<u16>().map(u32::from).map_err(|_| {
                let shown: String = word.chars().take(20).collect();
                let allowed = match word.bytes().all(|sign| sign.is_ascii_digit()) {
                    true => {
                        say!("computer {place}: {shown:?} is more than the allowed {processes}")
                    }
                    false => say!(
                        "computer {place}: {shown:?} must be a number of processes, as in 3 2 2 2"
                    ),
                };
                Rejected::one("allocation", "", allowed).into()
            })
        })
        .collect();
    Ok(Some(parts?).filter(|parts| !parts.is_empty()))
}

impl Placed {
    fn of(
        machine: Machine,
        (allocation, parts): (Allocation, Vec<u32>),
        weight: &Rational,
    ) -> Result<Self, Model> {
        Ok(Self {
            value: reallocation::of_allocation(machine, &allocation, weight)?,
            thick: thick::exact(&allocation, machine.active())?,
            thin: thin::crossing_share(&allocation),
            allocation,
            parts,
        })
    }

    /// The numbers of processes in the order of computers.
    fn named(&self) -> String {
        named_parts(&self.parts)
    }

    /// The computer of each process.
    fn owners(&self) -> Vec<usize> {
        allocation::owners(&self.parts)
    }

    /// How many computers have processes.
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
    let owners = own.owners();
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
                .opening(&["sizes", "envelope"])
                .folding(&["search"]),
            winner: Some(Winner::exact(
                [&self.own.value, &Rational::one()],
                [word!("no migration"), word!("migration")],
            )),
            choice: Some(Choice::new(word!("allocation"), self.own.named())),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts,
            tables: self.tables(),
            notes: self.notes(),
            scene: Some(self.scene()),
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
    /// Whether the best allocation is the only one that is as good.
    fn alone(&self) -> bool {
        let (ties, all) = &self.ties;
        *all && ties.len() == 1
    }

    /// Whether the allocation is the user's and not as good as the best one.
    fn worse(&self) -> bool {
        self.own.value > self.best.value
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

    /// The factor from t·z to τ.
    fn times(&self) -> Rational {
        match self.parameters.counted.counted() {
            Granularity::Work => whole(self.machine.active()),
            Granularity::SharedTime => whole(1),
        }
    }
}
