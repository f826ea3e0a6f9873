//! The numbers behind a stream.

use report::Table;
use report::figure::Unit;
use report::table::Cell;
use report::words::capital;
use statistics::{mean, mean_and_half_width};
use words::{say, word};

use super::super::load_unit;
use super::workers;
use crate::formulas::window::Window;
use crate::outcome::Account;
use crate::study::stream::{Ran, Sized, Spent, Streamed};
use crate::theory::Theory;
use crate::{Parameters, Worker};

/// Both schedulers over all runs.
pub(super) fn schedulers(parameters: &Parameters, streamed: &Streamed) -> Table {
    let columns = [
        word!("Scheduler").to_owned(),
        word!("Without starvation and latencies (CPU_eff)").to_owned(),
        word!("Computing").to_owned(),
        say!("Throughput ({}/s)", load_unit(parameters)),
        word!("Starved between rounds").to_owned(),
        word!("Starved within rounds").to_owned(),
        word!("In latencies").to_owned(),
        word!("Waiting for the first chunk").to_owned(),
        word!("Transfers that waited").to_owned(),
        word!("They waited").to_owned(),
        word!("Mean σ, first run").to_owned(),
        word!("Its deviation").to_owned(),
        word!("First round within 1\u{a0}% of τ, counted from 1").to_owned(),
    ];
    let row = |ran: &Ran| {
        let cell = |unit, values: &[f64]| Cell::mean("", mean_and_half_width(values), unit);
        let share = |of: fn(&Spent) -> f64| {
            let values: Vec<f64> = ran.spent.iter().map(of).collect();
            cell(Unit::Share, &values)
        };
        let all: Vec<f64> = ran
            .efficiency
            .iter()
            .zip(&ran.spent)
            .map(|(efficiency, spent)| efficiency - spent.startup)
            .collect();
        let time = |seconds: f64| Cell::figure("", 1000.0 * seconds, Unit::Milliseconds);
        vec![
            Cell::words(capital(ran.scheduler.name())),
            cell(Unit::Share, &ran.efficiency),
            cell(Unit::Share, &all),
            cell(Unit::One, &ran.throughput),
            share(|spent| spent.inter),
            share(|spent| spent.intra),
            share(|spent| spent.latency),
            share(|spent| spent.startup),
            cell(Unit::One, &ran.contention),
            time(mean(&ran.waited)),
            time(ran.first.sigma.mean()),
            time(ran.first.sigma.deviation()),
            cell(Unit::One, &ran.settled),
        ]
    };
    Table::new(
        "schedulers",
        word!("Both schedulers on the same workers"),
        columns,
        vec![row(&streamed.own), row(&streamed.rival)],
    )
}

/// The displayed workers, in the first run.
pub(super) fn workers_table(parameters: &Parameters, streamed: &Streamed) -> Table {
    let unit = load_unit(parameters);
    let columns = [
        word!("Worker").to_owned(),
        say!("Speed F ({unit}/s)"),
        word!("Believed").to_owned(),
        "2f/τ".to_owned(),
        "θ".to_owned(),
        word!("θ from").to_owned(),
        word!("θ to").to_owned(),
        say!("First chunk ({unit})"),
        match streamed.experiment.settings.split {
            true => word!("Chunk with σ = τ").to_owned(),
            false => word!("Chunk with σ = τ, if nothing waits").to_owned(),
        },
        word!("Last shown").to_owned(),
        word!("Rounds").to_owned(),
        word!("Computing").to_owned(),
        word!("Starved between rounds").to_owned(),
        word!("Starved within rounds").to_owned(),
    ];
    let settings = &streamed.experiment.settings;
    let target = settings.target;
    let theory = Theory::of(settings, &streamed.experiment.clusters);
    let own = &streamed.own;
    let accounts: Vec<(&Account, f64)> = own
        .first
        .clusters
        .iter()
        .flat_map(|cluster| cluster.workers.iter().map(|one| (one, cluster.elapsed)))
        .collect();
    let course = |shown: usize| own.course.workers.get(shown);
    let size = |round: Option<&Sized>| round.map_or(f64::NAN, |round| round.size);
    // A strategy of one's own sizes even the first chunk.
    let first = |shown: usize, worker: &Worker| {
        let sent = || size(course(shown).and_then(|rounds| rounds.first()));
        theory.first_chunk(worker).unwrap_or_else(sent)
    };
    let last = |shown: usize| size(course(shown).and_then(|rounds| rounds.last()));
    let rows = workers(streamed)
        .zip(accounts)
        .skip(streamed.frame.workers.start)
        .take(streamed.frame.workers.len())
        .enumerate()
        .map(|(shown, (worker, (account, elapsed)))| {
            let window = Window::at_limit(worker, target);
            let share = |value: f64| Cell::figure("", value, Unit::Share);
            vec![
                Cell::words(worker.name.clone()),
                Cell::Number(worker.speed),
                Cell::Number(worker.estimated_speed),
                share(2.0 * worker.latency / target),
                Cell::Number(worker.theta),
                Cell::Number(window.map_or(f64::NAN, |window| window.low)),
                Cell::Number(window.map_or(f64::NAN, |window| window.high)),
                Cell::Number(first(shown, worker)),
                Cell::Number(theory.right_chunk(worker)),
                Cell::Number(last(shown)),
                Cell::whole(account.rounds as usize),
                share(account.efficiency_of_all(elapsed)),
                share(account.inter / elapsed),
                share(account.intra / elapsed),
            ]
        });
    Table::new(
        "workers",
        word!("The workers that are shown, in the first run"),
        columns,
        rows,
    )
}
