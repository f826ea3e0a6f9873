//! The pure formulas by name.

use bounds_model::rational::{to_f64, typed};
use bounds_model::reallocation::{self, Machine, Search};
use bounds_model::stern_brocot::{self, Small};
use bounds_model::{Allocation, Thick, preemption, thick, thin};
use laboratory::{Arguments, Formula};
use parameters::{Constant, Parameter, Table};
use report::Silent;

use crate::parameters::Granularity;

const PROCESSES: Parameter =
    Parameter::whole("processes", 1, 130, "n: the number of processes.").symbol("n");
const COMPUTERS: Parameter =
    Parameter::whole("computers", 1, 1000, "k: the number of computers.").symbol("k");
const PROCESSORS: Parameter =
    Parameter::whole("processors", 1, 1000, "q: the number of shared processors.").symbol("q");
const DELAY: Parameter = Parameter::number(
    "signal_delay",
    0.0,
    1e6,
    "t: the delay of a signal between computers.",
)
.symbol("t");
const GRANULARITY: Parameter =
    Parameter::number("granularity", 0.0, 1e6, "z: signals for each unit of work.").symbol("z");
const ALLOCATION: Parameter = Parameter::list(
    "allocation",
    (1, 1000),
    (0.0, 1000.0),
    "A: the number of processes on each computer: whole numbers, from 1 to 1000 in all.",
)
.symbol("A");
const MACHINES: Parameter =
    Parameter::whole("machines", 1, 400_000, "m: the number of processors.").symbol("m");
const FEWER: Parameter = Parameter::whole(
    "fewer",
    0,
    400_000,
    "i: the preemptions of the first schedule.",
)
.symbol("i");
const MORE: Parameter = Parameter::whole(
    "more",
    0,
    400_000,
    "j: the preemptions of the second schedule.",
)
.symbol("j");

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    Formula {
        name: "bounds.g",
        help: "Mean number of active processes on the busiest computer in the worst case, for an allocation",
        unit: "",
        source: "Klonowska 2007, Paper I, equation 1, summed over all index vectors",
        table: Table::of("", &[ALLOCATION, PROCESSORS]),
        value: |of| {
            value(|| {
                let allocation = allocation(of)?;
                match allocation.processes() <= thick::MOST_EXACT {
                    true => Some(to_f64(
                        &thick::exact(&allocation, of.whole("processors")).ok()?,
                    )),
                    false => thick::rough(&allocation, of.whole("processors")).ok(),
                }
            })
        },
    },
    Formula {
        name: "bounds.g_inf",
        help: "Limit of g for many processes, evenly allocated: the expected maximum of q balls in k bins",
        unit: "",
        source: "own derivation from Klonowska 2007, Paper I, equation 1",
        table: Table::of(
            "",
            &[
                COMPUTERS,
                Parameter::whole("processors", 1, 130, "q: the number of shared processors.")
                    .symbol("q"),
            ],
        ),
        value: |of| value(|| thick::limit_f64(of.whole("computers"), of.whole("processors")).ok()),
    },
    Formula {
        name: "bounds.rho",
        help: "Share of the ordered pairs of processes that sit on different computers",
        unit: "",
        source: "Klonowska 2007, Paper I, thin part",
        table: Table::of("", &[ALLOCATION]),
        value: |of| value(|| Some(to_f64(&thin::crossing_share(&allocation(of)?)))),
    },
    Formula {
        name: "bounds.h",
        help: "How many times as long a program can take without migration as with it, on the best allocation",
        unit: "",
        source: "Klonowska 2007, Paper I, with the weight q·t·z of the signals",
        table: Table::of(
            "",
            &[
                PROCESSES,
                COMPUTERS,
                PROCESSORS,
                DELAY.or_else(Constant::Number(0.0)),
                GRANULARITY.or_else(Constant::Number(0.0)),
                Parameter::flag(
                    "printed",
                    false,
                    "Use the weight t·z that the thesis prints.",
                ),
            ],
        ),
        value: |of| {
            value(|| {
                let machine = machine(of)?;
                let counted = match of.flag("printed") {
                    true => Granularity::SharedTime,
                    false => Granularity::Work,
                };
                let product = typed(of.number("signal_delay"))? * typed(of.number("granularity"))?;
                let weight = counted.counted().weight(machine, &product).ok()?;
                let mut thick = Thick::default();
                let found = reallocation::exact(
                    machine,
                    &weight,
                    Search::default(),
                    &mut thick,
                    &mut Silent,
                );
                Some(to_f64(&found.ok()?.value))
            })
        },
    },
    Formula {
        name: "bounds.h_allocation",
        help: "How many times as long a program can take without migration, for one allocation",
        unit: "",
        source: "Klonowska 2007, Paper I, with the weight q·t·z of the signals",
        table: Table::of("", &[ALLOCATION, PROCESSORS, DELAY, GRANULARITY]),
        value: |of| {
            value(|| {
                let allocation = allocation(of)?;
                let computers = u32::try_from(allocation.parts().len()).ok()?;
                let machine =
                    Machine::new(allocation.processes(), computers, of.whole("processors")).ok()?;
                let product = typed(of.number("signal_delay"))? * typed(of.number("granularity"))?;
                let weight = Granularity::Work.counted().weight(machine, &product).ok()?;
                if allocation.processes() <= thick::MOST_EXACT {
                    let bound = reallocation::of_allocation(machine, &allocation, &weight);
                    return Some(to_f64(&bound.ok()?));
                }
                let signals = to_f64(&(weight * thin::crossing_share(&allocation)));
                let active = thick::rough(&allocation, of.whole("processors")).ok()?;
                Some(active + signals)
            })
        },
    },
    Formula {
        name: "bounds.h_program",
        help: "Longest completion time without migration of a program with a known completion time on shared processors",
        unit: "",
        source: "own derivation: min over A of g(A)·T_d + S·t·ρ(A)",
        table: Table::of(
            "",
            &[
                PROCESSES,
                COMPUTERS,
                PROCESSORS,
                DELAY,
                Parameter::number(
                    "shared_time",
                    0.0,
                    1e9,
                    "T_d: the completion time on the shared processors.",
                )
                .symbol("T_d"),
                Parameter::whole("signals", 0, 1_000_000, "S: the number of signals.").symbol("S"),
            ],
        ),
        value: |of| {
            value(|| {
                let machine = machine(of)?;
                let shares = [(machine.active(), typed(of.number("shared_time"))?)];
                let signals =
                    typed(of.number("signal_delay"))? * typed(f64::from(of.whole("signals")))?;
                let bound = reallocation::of_program(
                    machine,
                    &shares,
                    &signals,
                    &mut Thick::default(),
                    &mut Silent,
                );
                Some(to_f64(&bound.ok()?.value))
            })
        },
    },
    Formula {
        name: "bounds.opposite",
        help: "How many times as fast the computers can be as the shared processors, at most: the larger of 1 and k/q",
        unit: "",
        source: "Klonowska 2007, Paper I, sections 9 and 10",
        table: Table::of("", &[COMPUTERS, PROCESSORS]),
        value: |of| {
            // A program of one process takes as long on both.
            let ratio = f64::from(of.whole("computers")) / f64::from(of.whole("processors"));
            ratio.max(1.0)
        },
    },
    Formula {
        name: "bounds.floor",
        help: "Best worst ratio when m/n is split into c ratios (Stern–Brocot floor); undefined for c > n",
        unit: "",
        source: "Klonowska 2007, Paper II, Algorithm 1 with step 4 corrected",
        table: Table::of(
            "",
            &[
                Parameter::whole("numerator", 0, 1_000_000, "m: the numerator.").symbol("m"),
                Parameter::whole("denominator", 1, 1_000_000, "n: the denominator.").symbol("n"),
                Parameter::whole(
                    "ratios",
                    1,
                    1_000_000,
                    "c: the number of ratios, at most n.",
                )
                .symbol("c"),
            ],
        ),
        value: |of| {
            value(|| {
                let floor = stern_brocot::floor(
                    of.whole("numerator"),
                    of.whole("denominator"),
                    of.whole("ratios"),
                );
                floor.ok().map(small)
            })
        },
    },
    Formula {
        name: "bounds.gain",
        help: "How many times as long jobs can take with at most i preemptions as with at most j",
        unit: "",
        source: "Klonowska 2007, Paper II, theorem 1; simplified",
        table: Table::of("", &[MACHINES, FEWER, MORE]),
        value: |of| {
            value(|| {
                let gain =
                    preemption::gain(of.whole("machines"), of.whole("fewer"), of.whole("more"));
                gain.ok().map(small)
            })
        },
    },
    Formula {
        name: "bounds.braun_schmidt",
        help: "How many times as long jobs can take with at most i preemptions as with any number of them",
        unit: "",
        source: "Braun and Schmidt 2003",
        table: Table::of("", &[MACHINES, FEWER]),
        value: |of| {
            small(preemption::braun_schmidt(
                of.whole("machines"),
                of.whole("fewer"),
            ))
        },
    },
    Formula {
        name: "bounds.mcnaughton",
        help: "Shortest makespan with any number of preemptions: the longest job, or the mean load",
        unit: "",
        source: "McNaughton 1959",
        table: Table::of(
            "",
            &[
                Parameter::list("jobs", (1, 1000), (0.0, 1e9), "The lengths of the jobs."),
                MACHINES,
            ],
        ),
        value: |of| {
            let jobs = of.list("jobs");
            let longest = jobs.iter().copied().fold(0.0, f64::max);
            longest.max(jobs.iter().sum::<f64>() / f64::from(of.whole("machines")))
        },
    },
    Formula {
        name: "bounds.graham",
        help: "How many times as long as the shortest schedule list scheduling takes at most: 2 − 1/m",
        unit: "",
        source: "Graham 1966",
        table: Table::of("", &[MACHINES]),
        value: |of| small(preemption::list_scheduling(of.whole("machines"))),
    },
    Formula {
        name: "bounds.graham_lpt",
        help: "How many times as long as the shortest schedule the longest job first takes at most: 4/3 − 1/(3m)",
        unit: "",
        source: "Graham 1969",
        table: Table::of("", &[MACHINES]),
        value: |of| small(preemption::longest_first(of.whole("machines"))),
    },
    Formula {
        name: "bounds.multifit",
        help: "How many times as long as the shortest schedule MULTIFIT takes at most: 13/11 + 2^−b",
        unit: "",
        source: "Yue 1990",
        table: Table::of(
            "",
            &[Parameter::whole("bisections", 0, 40, "b: the number of bisections.").symbol("b")],
        ),
        value: |of| value(|| preemption::multifit(of.whole("bisections")).ok().map(small)),
    },
];

/// Not a number where it is undefined.
fn value(of: impl Fn() -> Option<f64>) -> f64 {
    of().unwrap_or(f64::NAN)
}

fn small(value: Small) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
}

fn machine(of: &Arguments) -> Option<Machine> {
    Machine::new(
        of.whole("processes"),
        of.whole("computers"),
        of.whole("processors"),
    )
    .ok()
}

/// The allocation of whole numbers.
fn allocation(of: &Arguments) -> Option<Allocation> {
    let parts = of.list("allocation");
    let whole = parts.iter().all(|part| part.fract() == 0.0);
    whole.then(|| Allocation::new(parts.iter().map(|part| *part as u32)).ok())?
}
