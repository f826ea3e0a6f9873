//! The pure formulas by name.

use laboratory::{Arguments, Formula};
use parameters::{Parameter, Table};
use recovery_model::availability::Availability;
use recovery_model::schemes::{golomb, greedy, log, modulo, trapezium};
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Crashed, List, Scheme, lower_bounds, placement};
use report::Silent;

const CRASHES: Parameter = Parameter::whole(
    "crashes",
    1,
    1_000_000,
    "p: the number of crashed computers.",
)
.symbol("p");
const COMPUTERS: Parameter =
    Parameter::whole("computers", 2, 1024, "n: the number of computers.").symbol("n");
const PROCESSES: Parameter = Parameter::whole(
    "processes",
    1,
    128,
    "P: the number of processes per computer.",
)
.symbol("P");
const LIST: Parameter = Parameter::list(
    "list",
    (1, 127),
    (1.0, 127.0),
    "R: the recovery list of process 0, each of the other computers once.",
)
.symbol("R");
const BETWEEN: Parameter = Parameter::number(
    "between_failures",
    1e-9,
    1e12,
    "MTBF: the mean time between two failures.",
)
.symbol("MTBF");
const REPAIR: Parameter =
    Parameter::number("to_repair", 1e-9, 1e12, "MTTR: the mean time to repair.").symbol("MTTR");

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    Formula {
        name: "recovery.bv",
        help: "Lower bound of the worst-case load of p crashes for schemes that turn one list: floor((√(8p+1) − 1)/2) + 1",
        unit: "",
        source: "Klonowska 2007, Paper III, bound vector BV",
        table: Table::of("", &[CRASHES]),
        value: |of| lower_bounds::disjoint(of.whole("crashes") as usize) as f64,
    },
    Formula {
        name: "recovery.mv",
        help: "Lower bound of the worst-case load of p crashes among n computers: the larger of BV and n/(n − p) rounded up; undefined for p ≥ n",
        unit: "",
        source: "Klonowska 2007, Paper III, bound B (MV in Papers V and VI)",
        table: Table::of("", &[COMPUTERS, CRASHES]),
        value: |of| {
            value(|| {
                let load = lower_bounds::least_load(
                    of.whole("computers") as usize,
                    of.whole("crashes") as usize,
                );
                Some(load? as f64)
            })
        },
    },
    Formula {
        name: "recovery.bv_p",
        help: "Lower bound of the load that p crashes cause in the worst case with P processes per computer, in units of P processes; undefined for p > 1024",
        unit: "",
        source: "Klonowska 2007, Papers IV and VI, appendices",
        table: Table::of("", &[PROCESSES, CRASHES]),
        value: |of| {
            value(|| {
                let processes = of.whole("processes") as usize;
                let bounds = lower_bounds::of_several(processes, of.whole("crashes") as usize);
                Some(*bounds.ok()?.last()? as f64 / processes as f64)
            })
        },
    },
    Formula {
        name: "recovery.mv_p",
        help: "Lower bound of the worst-case load of p crashes among n computers with P processes each, in units of P processes: the larger of bv_p and P·n/(n − p) rounded up, divided by P; undefined for p ≥ n",
        unit: "",
        source: "Klonowska 2007, Papers IV and VI, appendices",
        table: Table::of("", &[COMPUTERS, PROCESSES, CRASHES]),
        value: |of| {
            value(|| {
                let processes = of.whole("processes") as usize;
                let n = of.whole("computers") as usize;
                let bounds = lower_bounds::least_loads_of_several(n, processes).ok()?;
                let bound = bounds.get((of.whole("crashes") as usize).checked_sub(1)?)?;
                Some(*bound as f64 / processes as f64)
            })
        },
    },
    Formula {
        name: "recovery.absolute",
        help: "Most first crash routes of a list that can be disjoint: the largest x with x(x + 1)/2 ≤ n − 1",
        unit: "",
        source: "Klonowska 2007, Paper III, figure 4; our reading",
        table: Table::of("", &[COMPUTERS]),
        value: |of| lower_bounds::most_disjoint(of.whole("computers") as usize) as f64,
    },
    Formula {
        name: "recovery.guarantee_log",
        help: "Crashes up to which the log scheme guarantees to meet the lower bound: floor(log₂ n)",
        unit: "",
        source: "Klonowska 2007, Paper III",
        table: Table::of("", &[COMPUTERS]),
        value: |of| log::guarantee(of.whole("computers") as usize) as f64,
    },
    Formula {
        name: "recovery.guarantee_greedy",
        help: "Crashes up to which the greedy scheme guarantees to meet the lower bound: the number of its marks below n",
        unit: "",
        source: "Klonowska 2007, Paper III, theorem 3",
        table: Table::of("", &[COMPUTERS]),
        value: |of| greedy::guarantee(of.whole("computers") as usize) as f64,
    },
    Formula {
        name: "recovery.guarantee_golomb",
        help: "Crashes up to which the Golomb scheme guarantees to meet the lower bound: the steps of the longest known ruler shorter than n, which is optimal up to 425 computers",
        unit: "",
        source: "Klonowska 2007, Paper III, table 3; longer rulers are our own",
        table: Table::of("", &[COMPUTERS]),
        value: |of| golomb::fitting(of.whole("computers") as usize) as f64,
    },
    Formula {
        name: "recovery.guarantee_modulo",
        help: "Crashes up to which the thesis claims that the reused modulo scheme meets the lower bound; undefined beyond 106 computers",
        unit: "",
        source: "Klonowska 2007, Paper IV, table 1 and figure 6: a claim, which fails for 59 and 103 computers",
        table: Table::of("", &[COMPUTERS]),
        value: |of| value(|| Some(modulo::claim(of.whole("computers") as usize)? as f64)),
    },
    Formula {
        name: "recovery.guarantee_trapezium",
        help: "Crashes up to which the trapezium scheme guarantees to meet the lower bound: l(l + 1)/2 for its order l",
        unit: "",
        source: "Klonowska 2007, Paper V, table 1",
        table: Table::of("", &[COMPUTERS]),
        value: |of| trapezium::guarantee(of.whole("computers") as usize) as f64,
    },
    Formula {
        name: "recovery.order",
        help: "Least order of a trapezium for p crashes: floor((√(8p+9) − 1)/2)",
        unit: "",
        source: "Klonowska 2007, Paper V, section 4",
        table: Table::of("", &[CRASHES]),
        value: |of| trapezium::order_for(of.whole("crashes") as usize) as f64,
    },
    Formula {
        name: "recovery.load",
        help: "Processes on the fullest computer when some computers of a regular scheme are down; undefined where the list is none",
        unit: "",
        source: "Klonowska 2007, Paper VI, L(n, J, R)",
        table: Table::of(
            "",
            &[
                LIST,
                Parameter::list(
                    "crashed",
                    (0, 127),
                    (0.0, 127.0),
                    "J: the computers that are down.",
                )
                .symbol("J"),
            ],
        ),
        value: |of| {
            value(|| {
                let scheme = Scheme::regular(&list(of)?);
                let crashed = Crashed::new(scheme.computers(), &whole(&of.list("crashed"))?);
                Some(placement::place(&scheme, &crashed.ok()?).load().into())
            })
        },
    },
    Formula {
        name: "recovery.worst_load",
        help: "Processes on the fullest computer in the worst case of p crashes, exact up to 32 computers; undefined beyond",
        unit: "",
        source: "Klonowska 2007, Paper VI, L(n, p, R)",
        table: Table::of("", &[LIST, CRASHES]),
        value: |of| {
            value(|| {
                /// The most computers for which the formula is quick.
                const MOST: usize = 32;
                let list = list(of).filter(|list| list.computers() <= MOST)?;
                let crashes = of.whole("crashes") as usize;
                let budget = Budget::default();
                let vector = worst_case::of_list(&list, crashes, budget, &mut Silent).ok()?;
                Some((*vector.exact()?.last()?).into())
            })
        },
    },
    Formula {
        name: "recovery.disjoint_routes",
        help: "D: how many first crash routes of a list are disjoint; the list meets the lower bound for up to D crashes",
        unit: "",
        source: "Klonowska 2007, Paper III, theorem 3",
        table: Table::of("", &[LIST]),
        value: |of| value(|| Some(list(of)?.disjoint_routes() as f64)),
    },
    Formula {
        name: "recovery.certificate",
        help: "Crashes up to which a list certainly meets the lower bound, in polynomial time",
        unit: "",
        source: "own derivation, after theorem 1 of Paper V",
        table: Table::of("", &[LIST]),
        value: |of| value(|| Some(list(of)?.certificate() as f64)),
    },
    Formula {
        name: "recovery.availability",
        help: "Share of time that a computer is up: MTBF/(MTBF + MTTR)",
        unit: "",
        source: "Klonowska 2007, introduction, section 3",
        table: Table::of("", &[BETWEEN, REPAIR]),
        value: |of| value(|| Some(available(of)?.up())),
    },
    Formula {
        name: "recovery.downtime",
        help: "Hours a year that a computer is down",
        unit: "h",
        source: "Klonowska 2007, introduction, figure 4",
        table: Table::of("", &[BETWEEN, REPAIR]),
        value: |of| value(|| Some(available(of)?.hours_a_year())),
    },
    Formula {
        name: "recovery.class",
        help: "Availability class: how many nines the availability begins with",
        unit: "",
        source: "Klonowska 2007, introduction, figure 4",
        table: Table::of("", &[BETWEEN, REPAIR]),
        value: |of| value(|| Some(available(of)?.class().into())),
    },
    Formula {
        name: "recovery.reliability",
        help: "Reliability in the thesis’s sense: 1/(1 − A)",
        unit: "",
        source: "Klonowska 2007, introduction, section 3",
        table: Table::of("", &[BETWEEN, REPAIR]),
        value: |of| value(|| Some(available(of)?.reliability())),
    },
];

/// The value; not a number where it is undefined.
fn value(of: impl Fn() -> Option<f64>) -> f64 {
    of().unwrap_or(f64::NAN)
}

/// Whole numbers of a list.
fn whole(list: &[f64]) -> Option<Vec<usize>> {
    let whole = list.iter().all(|one| one.fract() == 0.0);
    whole.then(|| list.iter().map(|one| *one as usize).collect())
}

/// The list of process 0.
fn list(of: &Arguments) -> Option<List> {
    let entries = whole(&of.list("list"))?;
    List::new(entries.len() + 1, entries).ok()
}

fn available(of: &Arguments) -> Option<Availability> {
    Availability::new(of.number("between_failures"), of.number("to_repair")).ok()
}
