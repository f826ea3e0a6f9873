//! How long exact vectors and searches take: vectors of 28, 40 and 48 computers, the optimal list of 20, the ruler with 12
//! marks; beside them, vectors by their definition, and vectors of up to 128 computers, which are partly bounds.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::Variant;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{golomb, greedy, log, modulo, optimal, trapezium};
use recovery_model::search::golomb::RulerSearch;
use recovery_model::search::optimal::ListSearch;
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Crashed, Error, List, Scheme, placement};

/// The lists of the schemes for so many computers.
fn lists(computers: usize) -> Result<Vec<(&'static str, List)>, Error> {
    let fill = Fill::Ascending;
    let mut lists = vec![
        ("log", log::list(computers, fill)?.list),
        ("greedy", greedy::list(computers, fill)?.list),
        (
            "Golomb",
            golomb::list(computers, Variant::default(), fill)?.list,
        ),
        ("modulo", modulo::reuse(computers, fill)?.list),
        (
            "trapezium",
            trapezium::list(computers, None, Source::Table, fill)?.list,
        ),
        (
            "random",
            Fill::Random { seed: 1 }.complete(computers, Vec::new())?,
        ),
    ];
    if let Ok(optimal) = optimal::recomputed(computers) {
        lists.push(("optimal", optimal.list));
    }
    Ok(lists)
}

/// How long the slowest exact vector takes, each the best of five.
fn vectors(computers: usize) -> Result<f64, Error> {
    let mut slowest = 0.0_f64;
    for (name, list) in lists(computers)? {
        let mut best = f64::INFINITY;
        let (mut unions, mut exact) = (0, 0);
        for _ in 0..5 {
            let start = Instant::now();
            let vector =
                worst_case::of_list(&list, computers - 1, Budget::default(), &mut report::Silent)?;
            best = best.min(start.elapsed().as_secs_f64());
            unions = vector.unions;
            exact = vector.loads.iter().filter(|load| load.is_exact()).count();
            if start.elapsed().as_secs_f64() > 1.0 {
                break;
            }
        }
        println!(
            "  {name}, {computers} computers: {:.2} ms, {unions} unions, {exact} of {} exact",
            best * 1e3,
            computers - 1
        );
        slowest = slowest.max(best);
    }
    Ok(slowest)
}

/// The definition: every crash set of so many computers is simulated.
fn simulated(computers: u32) -> Result<f64, Error> {
    let scheme = Scheme::regular(
        &golomb::list(computers as usize, Variant::default(), Fill::Ascending)?.list,
    );
    let start = Instant::now();
    let mut worst = 0;
    for set in 1_u32..(1 << computers) - 1 {
        let crashed: Vec<usize> = (0..computers)
            .filter(|bit| set >> bit & 1 == 1)
            .map(|bit| bit as usize)
            .collect();
        worst = worst
            .max(placement::place(&scheme, &Crashed::new(computers as usize, &crashed)?).load());
    }
    std::hint::black_box(worst);
    Ok(start.elapsed().as_secs_f64())
}

fn main() -> Result<(), Error> {
    for (computers, reach) in [(28, 0.01), (40, 0.5), (48, 3.0)] {
        let time = vectors(computers)?;
        println!(
            "exact vector, {computers} computers: {:.2} ms of {:.0} ms",
            time * 1e3,
            reach * 1e3
        );
    }
    for computers in [56, 60, 64, 100, 128] {
        vectors(computers)?;
    }
    for computers in [12, 16] {
        println!(
            "every crash set of {computers} computers simulated: {:.1} ms",
            simulated(computers)? * 1e3
        );
    }
    for (computers, reach) in [(20, 10.0), (24, 60.0), (27, 60.0)] {
        let start = Instant::now();
        let mut search = ListSearch::new(computers)?;
        search.finish(u64::MAX, &mut report::Silent)?;
        let time = start.elapsed().as_secs_f64();
        println!(
            "optimal list, {computers} computers: {time:.2} s of {reach:.0} s, {} nodes",
            search.nodes()
        );
        if search.list()? != optimal::recomputed(computers)?.list {
            println!("  not the list of the table");
        }
        for proof in search.refutations() {
            println!(
                "  {} crashes, load {}: refuted in {} nodes",
                proof.crashes, proof.load, proof.nodes
            );
        }
    }
    for (steps, reach) in [(10, 5.0), (11, 5.0)] {
        let start = Instant::now();
        let mut search = RulerSearch::new(steps)?;
        search.finish(u64::MAX, &mut report::Silent)?;
        let time = start.elapsed().as_secs_f64();
        println!(
            "ruler with {} marks: {time:.2} s of {reach:.0} s, {} nodes",
            steps + 1,
            search.nodes()
        );
    }
    Ok(())
}
