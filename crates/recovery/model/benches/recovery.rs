//! The duration of exact vectors and complete searches: vectors of 28, 40 and 48 computers of all schemes, the optimal list of 20,
//! the Golomb ruler with 12 marks; beside them, vectors by their definition. `cargo xtask bench recovery` runs the parts once more
//! as WebAssembly.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use std::hint::black_box;

use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::Variant;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{golomb, greedy, log, modulo, optimal, trapezium};
use recovery_model::search::golomb::RulerSearch;
use recovery_model::search::optimal::ListSearch;
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Crashed, Error, List, Scheme, placement};
use report::Silent;

/// The lists of the schemes for so many computers, and one at random.
fn lists(computers: usize) -> Result<Vec<List>, Error> {
    let fill = Fill::Ascending;
    let mut lists = vec![
        log::list(computers, fill)?.list,
        greedy::list(computers, fill)?.list,
        golomb::list(computers, Variant::default(), fill)?.list,
        modulo::reuse(computers, fill)?.list,
        trapezium::list(computers, None, Source::Table, fill)?.list,
        Fill::Random { seed: 1 }.complete(computers, Vec::new())?,
    ];
    if let Ok(optimal) = optimal::recomputed(computers) {
        lists.push(optimal.list);
    }
    Ok(lists)
}

/// The sum of the exact worst loads of a list; not a number where a load is not exact.
fn vector(list: &List) -> Result<f64, Error> {
    let most = list.computers() - 1;
    let vector = worst_case::of_list(list, most, Budget::default(), &mut Silent)?;
    let loads = vector.exact();
    Ok(loads.map_or(f64::NAN, |loads| loads.into_iter().map(f64::from).sum()))
}

/// The vector of the scheme at a place.
fn of_scheme(computers: usize, place: usize) -> Result<f64, Error> {
    lists(computers)?.get(place).map_or(Ok(f64::NAN), vector)
}

/// The definition: every crash set of the Golomb scheme of so many computers is simulated.
fn simulated(computers: u32) -> Result<f64, Error> {
    let n = computers as usize;
    let list = golomb::list(n, Variant::default(), Fill::Ascending)?.list;
    let scheme = Scheme::regular(&list);
    let mut worst = vec![0_u32; n];
    for set in 1_u32..(1 << computers) - 1 {
        let crashed: Vec<usize> = (0..computers)
            .filter(|bit| set >> bit & 1 == 1)
            .map(|bit| bit as usize)
            .collect();
        let load = placement::place(&scheme, &Crashed::new(n, &crashed)?).load();
        if let Some(worst) = worst.get_mut(crashed.len()) {
            *worst = load.max(*worst);
        }
    }
    Ok(worst.into_iter().map(f64::from).sum())
}

/// The same by unions of routes.
fn by_unions(computers: u32) -> Result<f64, Error> {
    vector(&golomb::list(computers as usize, Variant::default(), Fill::Ascending)?.list)
}

/// The nodes of the search for the optimal list.
fn optimal_list(computers: usize) -> Result<f64, Error> {
    let mut search = ListSearch::new(computers)?;
    search.finish(u64::MAX, &mut Silent)?;
    Ok(search.nodes() as f64)
}

/// The nodes of the search for the shortest ruler.
fn ruler(marks: usize) -> Result<f64, Error> {
    let mut search = RulerSearch::new(marks - 1)?;
    search.finish(u64::MAX, &mut Silent)?;
    Ok(search.nodes() as f64)
}

/// The most lists of [`lists`].
const SCHEMES: u32 = 7;

/// The first parts: vectors of these many computers, a part for each scheme.
const VECTORS: [u32; 3] = [28, 40, 48];

/// The number of the parts with vectors, which come first.
const BEFORE: u32 = SCHEMES * VECTORS.len() as u32;

/// Runs one part of the benchmark and returns its result: first the vectors, then searches and definitions.
fn part(part: u32) -> Result<f64, Error> {
    if let Some(computers) = VECTORS.get((part / SCHEMES) as usize) {
        return of_scheme(*computers as usize, (part % SCHEMES) as usize);
    }
    match part - BEFORE {
        0 => optimal_list(20),
        1 => ruler(11),
        2 => ruler(12),
        3 => by_unions(16),
        4 => simulated(16),
        5 => by_unions(20),
        6 => simulated(20),
        _ => Ok(f64::NAN),
    }
}

/// The same for programs in other languages.
#[unsafe(no_mangle)]
pub extern "C" fn measure(number: u32) -> f64 {
    part(black_box(number)).unwrap_or(f64::NAN)
}

/// The names of the last parts, and their intended native durations, s.
#[cfg(not(target_arch = "wasm32"))]
const PARTS: [(&str, Option<f64>); 7] = [
    ("optimal list, n = 20", Some(10.0)),
    ("ruler with 11 marks", None),
    ("ruler with 12 marks", Some(5.0)),
    ("Golomb vector, n = 16", None),
    ("Golomb vector, n = 16, all crash sets", None),
    ("Golomb vector, n = 20", None),
    ("Golomb vector, n = 20, all crash sets", None),
];

/// The intended native durations of the vectors, s.
#[cfg(not(target_arch = "wasm32"))]
const REACHES: [f64; 3] = [0.01, 0.5, 3.0];

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    println!("Medians, on one core; of the vectors, the slowest scheme\n");
    println!("{:<34} {:>9} {:>9}", "", "s", "reach");
    for ((first, computers), reach) in (0..).step_by(SCHEMES as usize).zip(VECTORS).zip(REACHES) {
        let all = first..first + lists(computers as usize)?.len() as u32;
        let slowest = all
            .map(|part| {
                (
                    part,
                    gauge::Gauge::quick().time(|| measure(part)).0.median(),
                )
            })
            .max_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((part, _)) = slowest {
            let timed = gauge.time(|| measure(part));
            let name = format!("exact vector, n = {computers}");
            assert!(!timed.1.is_nan(), "{name}: not exact");
            gauge.tell(part, &name, Some(reach), timed)?;
        }
    }
    let mut medians = Vec::new();
    for (at, (name, reach)) in (BEFORE..).zip(PARTS) {
        if gauge.is_quick() && reach.is_some() {
            continue;
        }
        let timed = gauge.time(|| measure(at));
        medians.push((timed.0.median(), timed.1));
        gauge.tell(at, name, reach, timed)?;
    }
    let pairs = medians.len().saturating_sub(4);
    for pair in medians.get(pairs..).unwrap_or_default().chunks_exact(2) {
        if let [(unions, sum), (all, same)] = pair {
            assert!(
                (sum - same).abs() < 0.5,
                "{sum} by unions, {same} by all crash sets"
            );
            println!(
                "unions of routes are {:.0} times as fast as all crash sets",
                all / unions
            );
        }
    }
    Ok(())
}

#[cfg(target_arch = "wasm32")]
fn main() {}
