//! The schemes that a scenario chooses, with its weights, its processes per computer and its own lists.

use parameters::Rejected;
use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::Variant;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{
    Constructed, golomb, greedy, intuitive, log, modulo, optimal, trapezium,
};
use recovery_model::{Error, List, MOST_EXACT, Scheme, hashing, tables, typed};
use report::Table;
use report::table::Cell;
use words::{say, word};

use crate::Parameters;
use crate::parameters::{Compared, Kind};
use crate::{about, own, rounds};

/// A scheme of this scenario's cluster.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub(crate) kind: Kind,
    /// The lists of all processes, with weights and several processes per computer.
    pub(crate) scheme: Scheme,
    /// The list of process 0, where the other lists are its rotations.
    pub(crate) base: Option<Constructed>,
    /// Whether loads are plain numbers of processes.
    pub(crate) plain: bool,
    /// The number of processes whose home is each computer.
    pub(crate) processes: u32,
}

impl Built {
    /// The list of process 0, where it alone determines the worst case: one process of equal load on each computer.
    pub(crate) fn list(&self) -> Option<&List> {
        let base = self.base.as_ref().filter(|_| self.plain)?;
        Some(&base.list)
    }

    /// The number of crashes up to which the scheme promises to meet the lower bound.
    pub(crate) fn promised(&self) -> Option<usize> {
        promised(self.kind, self.base.as_ref()?)
    }

    /// A remark on this scheme for this number of computers.
    pub(crate) fn remark(&self) -> Option<String> {
        let list = &self.base.as_ref()?.list;
        let n = self.computers();
        match self.kind {
            Kind::NativeModulo if n > tables::NATIVE_MODULO.len() + 1 => {
                let golomb = golomb::list(n, Variant::default(), Fill::Ascending).ok()?;
                let own = list.entries().get(..golomb.prescribed);
                (own == golomb.list.entries().get(..golomb.prescribed)).then(|| {
                    say!("The search finds no longer modulo sequence for {n} computers in its limits: the native modulo scheme begins with the marks of the Golomb scheme.")
                })
            }
            Kind::Modulo if self.plain => {
                let claimed = self.promised()?;
                let disjoint = list.disjoint_routes();
                Some(match disjoint >= claimed {
                    true => say!(
                        "The thesis claims that the reused modulo scheme tolerates as many crashes as its sequence is long, {claimed}; disjoint first routes prove it here."
                    ),
                    false => say!(
                        "The thesis claims that the reused modulo scheme tolerates as many crashes as its sequence is long, {claimed}; disjoint first routes prove only {disjoint}."
                    ),
                })
            }
            Kind::Published => damaged(n),
            _ => None,
        }
    }

    /// All lists as a table: a row for each process.
    pub(crate) fn lists(&self) -> Table {
        let rows = self.scheme.processes().iter().enumerate();
        let rows = rows.map(|(number, process)| {
            let list: Vec<String> = process.list().iter().map(ToString::to_string).collect();
            [
                Cell::words(rounds::name(&self.scheme, number)),
                Cell::whole(process.home),
                Cell::words(list.join(", ")),
            ]
        });
        Table::new(
            "lists",
            &match self.kind {
                Kind::Own => word!("Your own list, turned for each process").to_owned(),
                Kind::OwnLists => word!("Your own list of each process").to_owned(),
                kind => say!("The list of each process with {}", called(kind)),
            },
            [word!("Process"), word!("Home"), word!("List")],
            rows,
        )
    }

    /// n, the number of computers.
    pub(crate) fn computers(&self) -> usize {
        self.scheme.computers()
    }

    /// A load of the model in units of the normal load.
    pub(crate) fn units(&self, load: u32) -> f64 {
        f64::from(load) / f64::from(self.processes.max(1))
    }

    /// A load in a sentence: "3 processes", "a load of 3.5".
    pub(crate) fn words(&self, load: u32) -> String {
        match self.plain {
            true => report::words::count(load as usize, word!("process"), word!("processes")),
            false => say!("a load of {}", number(self.units(load))),
        }
    }

    /// A load that is not exceeded, in a sentence: "at most 3 processes", "a load of at most 3.5".
    pub(crate) fn at_most(&self, load: u32) -> String {
        match self.plain {
            true => say!("at most {}", self.words(load)),
            false => say!("a load of at most {}", number(self.units(load))),
        }
    }

    /// The greatest of several loads, in a sentence: "up to 3 processes", "a load of up to 3.5".
    pub(crate) fn up_to(&self, load: u32) -> String {
        match self.plain {
            true => say!("up to {}", self.words(load)),
            false => say!("a load of up to {}", number(self.units(load))),
        }
    }
}

/// A load in as few digits as possible: 3, 3.5, 3.33.
pub(crate) fn number(load: f64) -> String {
    let text = report::number::fixed(load, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The name of a scheme in a sentence.
pub(crate) fn called(kind: Kind) -> &'static str {
    match kind {
        Kind::Intuitive => word!("the intuitive scheme"),
        Kind::Log => word!("the log scheme"),
        Kind::Greedy => word!("the greedy scheme"),
        Kind::Golomb => word!("the Golomb scheme"),
        Kind::Wrapped => word!("the wrapped Golomb scheme"),
        Kind::Modulo => word!("the reused modulo scheme"),
        Kind::NativeModulo => word!("the native modulo scheme"),
        Kind::Trapezium => word!("the trapezium scheme"),
        Kind::Published => word!("the published list"),
        Kind::Recomputed => word!("the recomputed list"),
        Kind::Consistent => word!("consistent hashing"),
        Kind::Rendezvous => word!("rendezvous hashing"),
        Kind::Chained => word!("chained declustering"),
        Kind::Own => word!("your own list"),
        Kind::OwnLists => word!("the scheme of your own lists"),
        Kind::Written => word!("your own strategy"),
    }
}

/// The name of a scheme beside a line or a row.
pub(crate) fn short(kind: Kind) -> &'static str {
    match kind {
        Kind::Intuitive => word!("intuitive"),
        Kind::Log => word!("log"),
        Kind::Greedy => word!("greedy"),
        Kind::Golomb => word!("Golomb"),
        Kind::Wrapped => word!("wrapped Golomb"),
        Kind::Modulo => word!("reused modulo"),
        Kind::NativeModulo => word!("native modulo"),
        Kind::Trapezium => word!("trapezium"),
        Kind::Published => word!("published"),
        Kind::Recomputed => word!("recomputed"),
        Kind::Consistent => word!("consistent hashing"),
        Kind::Rendezvous => word!("rendezvous hashing"),
        Kind::Chained => word!("chained declustering"),
        Kind::Own => word!("own list"),
        Kind::OwnLists => word!("own lists"),
        Kind::Written => word!("own strategy"),
    }
}

/// The repair of the list that Paper VI prints for so many computers.
pub(crate) fn damaged(computers: usize) -> Option<String> {
    let told = match computers {
        14 => word!(
            "The list that Paper VI prints for 14 computers has 11 twice: the second one is taken as 12."
        ),
        21 => word!(
            "The list that Paper VI prints for 21 computers lacks 4: here it stands after 14."
        ),
        _ => return None,
    };
    Some(told.to_owned())
}

/// The schemes of the thesis, and the recomputed optimum.
const THESIS: [Kind; 8] = [
    Kind::Intuitive,
    Kind::Log,
    Kind::Greedy,
    Kind::Golomb,
    Kind::Modulo,
    Kind::Trapezium,
    Kind::Published,
    Kind::Recomputed,
];

/// The schemes of today's systems; chained declustering is the intuitive scheme by another name.
const SYSTEMS: [Kind; 3] = [Kind::Consistent, Kind::Rendezvous, Kind::Chained];

/// The scheme of a scenario, and the schemes compared with it; the second value names the schemes that do not exist for this
/// cluster.
pub(crate) fn all(parameters: &Parameters) -> Result<(Vec<Built>, Vec<Kind>), laboratory::Error> {
    let mut built = vec![build(parameters, parameters.scheme, "scheme")?];
    let kinds: Vec<Kind> = match parameters.compared {
        // Of two names for the same lists, only one.
        Compared::All => {
            let systems = SYSTEMS.iter().filter(|kind| **kind != Kind::Chained);
            THESIS.iter().chain(systems).copied().collect()
        }
        Compared::Thesis => THESIS.to_vec(),
        Compared::Systems => SYSTEMS.to_vec(),
        Compared::Nothing => Vec::new(),
    };
    let mut missing = Vec::new();
    for kind in kinds {
        if same(kind, parameters.scheme) {
            continue;
        }
        match build(parameters, kind, "scheme") {
            Ok(one) => built.push(one),
            Err(_) => missing.push(kind),
        }
    }
    Ok((built, missing))
}

/// The reasons why schemes are left out: their lists are for other numbers of computers, or for a single process per
/// computer.
pub(crate) fn left_out(missing: &[Kind]) -> Vec<String> {
    let (single, sized): (Vec<Kind>, Vec<Kind>) = missing
        .iter()
        .copied()
        .partition(|kind| about::single(*kind));
    let names = |kinds: &[Kind]| {
        let names: Vec<String> = kinds.iter().map(|kind| called(*kind).to_owned()).collect();
        report::words::list(&names)
    };
    let sized = (!sized.is_empty()).then(|| {
        say!(
            "Left out, for want of a list for this number of computers: {}.",
            names(&sized)
        )
    });
    let single = (!single.is_empty()).then(|| {
        say!(
            "Left out, because each process has a list of its own, which is for 1 process per computer: {}.",
            names(&single)
        )
    });
    sized.into_iter().chain(single).collect()
}

/// Whether two schemes have the same lists.
fn same(one: Kind, other: Kind) -> bool {
    let plain = |kind| match kind {
        Kind::Chained => Kind::Intuitive,
        kind => kind,
    };
    plain(one) == plain(other)
}

/// A scheme of this scenario's cluster. `chosen` is the parameter that names it.
///
/// # Errors
/// [`laboratory::Error::Rejected`] with the place: unreadable lists, numbers of computers without such a list.
pub(crate) fn build(
    parameters: &Parameters,
    kind: Kind,
    chosen: &'static str,
) -> Result<Built, laboratory::Error> {
    let n = parameters.computers as usize;
    let processes = parameters.processes;
    let base = base(parameters, kind, chosen)?;
    let scheme = match &base {
        Some(base) if processes == 1 => Scheme::regular(&base.list),
        Some(base) => {
            let rule = parameters.several.rule();
            Scheme::several(&base.list, processes as usize, rule).map_err(refused("processes"))?
        }
        None if processes > 1 => {
            let allowed = say!(
                "{} gives each process a list of its own; choose 1, or a scheme that turns one list",
                called(kind)
            );
            return Err(Rejected::one("processes", processes, allowed).into());
        }
        None => match kind {
            Kind::OwnLists => typed::lists(n, &parameters.lists).map_err(refused("lists"))?,
            Kind::Rendezvous => hashing::rendezvous(n).map_err(refused(chosen))?,
            _ => hashing::consistent(n, parameters.virtual_nodes as usize)
                .map_err(refused("virtual_nodes"))?,
        },
    };
    let weights = weights(parameters)?;
    let plain = processes == 1 && weights.is_none();
    let scheme = match weights {
        Some(weights) => scheme.weighted(&weights).map_err(refused("weights"))?,
        None => scheme,
    };
    Ok(Built {
        kind,
        scheme,
        base,
        plain,
        processes,
    })
}

/// The list of process 0; nothing where each process has a list of its own.
fn base(
    parameters: &Parameters,
    kind: Kind,
    chosen: &'static str,
) -> Result<Option<Constructed>, laboratory::Error> {
    let n = parameters.computers as usize;
    let base = match kind {
        Kind::Written => return own::list(parameters).map(Some),
        Kind::Wrapped if golomb::wrapping(n).is_none() => return Err(no_ruler(n).into()),
        Kind::Own => typed::list(n, &parameters.list).map(|list| {
            Some(Constructed {
                prescribed: list.entries().len(),
                list,
                promised: None,
            })
        }),
        _ => constructed(kind, n, parameters.order()),
    };
    base.map_err(|error| {
        let place = match (&error, kind) {
            (Error::Table { .. }, _) => "computers",
            (_, Kind::Own) => "list",
            _ => chosen,
        };
        refused(place)(error)
    })
}

/// The list of process 0 that a scheme writes for a number of computers; nothing where the user writes lists, where each process has a
/// list of its own, and where no ruler wraps round so many computers.
///
/// # Errors
/// [`Error::Table`] where a table has no such list.
pub(crate) fn constructed(kind: Kind, n: usize, fill: Fill) -> Result<Option<Constructed>, Error> {
    let made = match kind {
        Kind::Intuitive | Kind::Chained => intuitive::list(n),
        Kind::Log => log::list(n, fill),
        Kind::Greedy => greedy::list(n, fill),
        Kind::Golomb => golomb::list(n, Variant::default(), fill),
        Kind::Wrapped => match golomb::wrapping(n) {
            Some((steps, variant)) => golomb::wrapped(steps, variant, fill),
            None => return Ok(None),
        },
        Kind::Modulo => modulo::reuse(n, fill),
        Kind::NativeModulo => modulo::native(n, fill),
        Kind::Trapezium => trapezium::list(n, None, Source::Table, fill),
        Kind::Published => optimal::published(n),
        Kind::Recomputed => optimal::recomputed(n),
        Kind::Consistent | Kind::Rendezvous | Kind::Own | Kind::OwnLists | Kind::Written => {
            return Ok(None);
        }
    };
    made.map(Some)
}

/// The number of crashes up to which a scheme promises to meet the lower bound with this list. Of a trapezium it is that of Paper V's
/// table 1, as the greater number of its theorem 1 also needs routes that nothing controls.
pub(crate) fn promised(kind: Kind, made: &Constructed) -> Option<usize> {
    let n = made.list.computers();
    let promised = match kind {
        Kind::Trapezium => Some(trapezium::guarantee(n)),
        _ => made.promised,
    };
    promised.map(|promised| promised.min(n - 1))
}

/// The refusal of a number of computers that no wrapped ruler has.
fn no_ruler(computers: usize) -> Rejected {
    let wrapped = (2..=MOST_EXACT).filter(|n| golomb::wrapping(*n).is_some());
    let wrapped: Vec<String> = wrapped.map(|n| n.to_string()).collect();
    let allowed = say!(
        "no wrapped Golomb ruler has {computers} computers; choose {}",
        report::words::either(&wrapped)
    );
    Rejected::one("computers", "", allowed)
}

/// The weights of the computers; nothing where all are equal to 1.
fn weights(parameters: &Parameters) -> Result<Option<Vec<u32>>, laboratory::Error> {
    let words = about::words(&parameters.weights);
    let weight = |(place, word): (usize, &str)| {
        word.parse::<u32>()
            .ok()
            .filter(|weight| (1..=recovery_model::scheme::MOST_WEIGHT).contains(weight))
            .ok_or_else(|| {
                let word: String = word.chars().take(20).collect();
                let allowed = say!(
                    "weight {place} is {word:?}; it must be a whole number from 1 to {}",
                    report::number::fixed(recovery_model::scheme::MOST_WEIGHT.into(), 0)
                );
                laboratory::Error::from(Rejected::one("weights", "", allowed))
            })
    };
    let weights: Vec<u32> = (1..).zip(words).map(weight).collect::<Result<_, _>>()?;
    // Checked also where all weights are 1, which change nothing.
    let n = parameters.computers as usize;
    if !weights.is_empty() && weights.len() != n {
        let found = report::words::count(weights.len(), word!("weight"), word!("weights"));
        let allowed = say!("has {found}; write one for each of the {n} computers, or none");
        return Err(Rejected::one("weights", "", allowed).into());
    }
    Ok(weights.iter().any(|weight| *weight != 1).then_some(weights))
}

/// The laboratory's error for an error of the model that the value of a parameter causes: the same text, with the
/// parameter's place.
pub(crate) fn refused(place: &'static str) -> impl Fn(Error) -> laboratory::Error {
    move |error| match error {
        Error::Cancelled(cancelled) => cancelled.into(),
        other => Rejected::one(place, "", other.to_string()).into(),
    }
}

/// The laboratory's error for an error of the model that no single parameter causes.
pub(crate) fn failed(error: Error) -> laboratory::Error {
    match error {
        Error::Cancelled(cancelled) => cancelled.into(),
        other => laboratory::Error::Other(other.to_string()),
    }
}
