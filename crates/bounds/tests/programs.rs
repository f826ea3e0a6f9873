//! Sentences on random programs whose processes migrate at a cost, or whose work is separated from their signals, recomputed from
//! schedules and tables.

use crate::grammar::program;
use crate::run;
use crate::sentences::{rounds_to, times};
use proptest::prelude::*;
use report::Report;
use report::table::Cell;
use schedule::{Job, Schedule};
use serde_json::{Value, json};
use trial::{fault, figure, random, table};

/// The work of each process of a text, and how many signals it sends.
fn read(program: &str) -> (Vec<f64>, usize) {
    let number = |work: &str| match work.split_once('/') {
        Some((over, under)) => over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap(),
        None => work.parse().unwrap(),
    };
    let works = program.lines().map(|line| {
        let parts = line.split("Work(").skip(1);
        parts
            .map(|part| number(part.split(')').next().unwrap()))
            .sum()
    });
    (works.collect(), program.matches("Activate").count())
}

/// How often the processes of a schedule go on in another lane.
fn migrations(schedule: &Schedule) -> usize {
    let mut pieces = std::collections::BTreeMap::<u32, Vec<(f64, usize)>>::new();
    for (lane, spans) in schedule.iter_lanes().enumerate() {
        for span in spans.iter().filter(|span| span.job != Job::NONE) {
            pieces
                .entry(span.job.0)
                .or_default()
                .push((span.start, lane));
        }
    }
    let of = |pieces: &mut Vec<(f64, usize)>| {
        pieces.sort_by(|one, other| one.0.total_cmp(&other.0));
        pieces
            .windows(2)
            .filter(|pair| pair[0].1 != pair[1].1)
            .count()
    };
    pieces.values_mut().map(of).sum()
}

fn cells(report: &Report, key: &str) -> Vec<Vec<f64>> {
    let number = |cell: &Cell| {
        let text = cell.exact();
        match text.split_once('/') {
            Some((over, under)) => over
                .parse::<f64>()
                .ok()
                .zip(under.parse::<f64>().ok())
                .map(|(over, under)| over / under),
            None => text.parse().ok(),
        }
        .unwrap_or(f64::NAN)
    };
    let rows = &table(report, key).rows;
    rows.iter()
        .map(|row| row.iter().map(number).collect())
        .collect()
}

/// The report, if the program is not refused.
fn told(values: &Value) -> Option<Report> {
    let report = run(values).ok()?;
    assert_eq!(fault(&report), None);
    Some(report)
}

/// How many ways there are to place so many processes on at most so many computers that are alike.
fn placements(processes: usize, computers: usize) -> usize {
    // Stirling numbers of the second kind.
    let mut row = vec![1];
    for _ in 0..processes {
        let next = |k: usize| match k {
            0 => 0,
            k => k * row.get(k).copied().unwrap_or(0) + row[k - 1],
        };
        row = (0..=row.len()).map(next).collect();
    }
    row.iter().take(computers + 1).sum()
}

proptest! {
    #![proptest_config(random(40))]

    #[test]
    fn migration_costs_what_its_schedules_show(
        program in program(),
        k in 1_u32..=4,
        t in prop::sample::select(vec![0.0, 0.5, 1.0]),
        cost in prop::sample::select(vec![0.0, 0.25, 1.0, 3.0, 10.0]),
    ) {
        let Some(report) = told(&json!({
            "topic": "migration-cost", "program": program, "own_computers": k, "own_delay": t, "move_cost": cost
        })) else {
            return Ok(());
        };
        let (works, _) = read(&program);
        let (with, stay) = (figure(&report, "makespan"), figure(&report, "stay"));
        // No schedule is shorter than its longest process, or than all work on all computers.
        let least = works.iter().copied().fold(works.iter().sum::<f64>() / f64::from(k), f64::max);
        prop_assert!(with >= least * (1.0 - 1e-9) && stay >= least * (1.0 - 1e-9), "{}", report.headline);
        let headline = &report.headline;
        let equal = (with - stay).abs() <= 1e-12 * stay;
        prop_assert_eq!(headline.contains("with migration and without"), equal, "{}", headline);
        prop_assert_eq!(headline.contains("without migration as with it"), stay > with && !equal, "{}", headline);
        prop_assert_eq!(headline.contains("with migration as without"), with > stay && !equal, "{}", headline);
        // Ratios next to 1 have a power of ten.
        if !equal && !headline.contains("·10^") {
            let said = times(headline);
            let ratio = stay.max(with) / stay.min(with);
            prop_assert!(rounds_to(ratio, said) || (ratio - said).abs() < 1e-3 * ratio, "{} {}", headline, ratio);
        }
        // Moves, from the schedules.
        let moves = figure(&report, "migrations") as usize;
        if let Some(worlds) = &report.worlds {
            let [before, after] = worlds.schedules.as_deref().unwrap();
            prop_assert!((before.makespan() - stay).abs() < 1e-9 * (1.0 + stay));
            prop_assert!((after.makespan() - with).abs() < 1e-9 * (1.0 + with));
            prop_assert_eq!(migrations(before), 0);
            prop_assert_eq!(migrations(after), moves, "{}", report.why);
        }
        let said = match moves {
            0 => "No process migrates, ".to_owned(),
            1 => "One process migrates once: ".to_owned(),
            many => format!(" {many} times"),
        };
        prop_assert!(report.why.contains(&said), "{} / {said}", report.why);
        prop_assert_eq!(report.why.contains("without waiting"), cost == 0.0 && moves > 0);
        prop_assert_eq!(table(&report, "migrations").rows.len(), moves.min(200));
        // The same cost in the table of costs; more costly migrations are in it, too.
        let rows = cells(&report, "costs");
        prop_assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        let own = rows.iter().find(|row| row[0] == cost);
        prop_assert!(own.is_some_and(|row| (row[1] - with).abs() < 1e-9 * (1.0 + with) && row[2] as usize == moves));
        // A shortest schedule is no longer than any that was found.
        for figure in report.figures.iter().filter(|figure| figure.key == "dynamic") {
            prop_assert!(figure.value <= with * (1.0 + 1e-12) && figure.value >= least * (1.0 - 1e-9));
        }
        for figure in report.figures.iter().filter(|figure| figure.key == "static") {
            prop_assert!(figure.value >= least * (1.0 - 1e-9));
            // Only signals of processes that are nowhere yet make it longer.
            let longer = figure.value > stay * (1.0 + 1e-12);
            prop_assert!(!longer || t > 0.0 && program.contains("Activate"), "{}", stay);
            let told = report.notes.iter().any(|note| note.contains("signals that it sends before take no time"));
            prop_assert_eq!(told, longer, "{:?}", report.notes);
        }
    }

    #[test]
    fn theorem_3_holds_where_its_table_says(program in program(), k in 1_u32..=4, q in 1_u32..=4, t in prop::sample::select(vec![0.0, 0.5, 1.0])) {
        let Some(report) = told(&json!({
            "topic": "transformations", "program": program, "own_computers": k, "own_processors": q, "own_delay": t
        })) else {
            return Ok(());
        };
        let (works, signals) = read(&program);
        let rows = cells(&report, "theorem_3");
        let all = placements(works.len(), k as usize);
        prop_assert_eq!(figure(&report, "placements") as usize, rows.len());
        let of = match rows.len() == all {
            true => format!("{}\u{a0}placement", rows.len()),
            false => format!("{} of {all} placements", rows.len()),
        };
        prop_assert!(report.headline.contains(&of), "{} / {of}", report.headline);
        for row in &rows {
            let [_, none, single, double, between, copies, separated] = row[..] else {
                panic!("{row:?}")
            };
            // Times grow with the work, and cost no less than the work of the longest process.
            let longest = works.iter().copied().fold(0.0, f64::max);
            prop_assert!(none <= single + 1e-9 && single <= double + 1e-9, "{:?}", row);
            prop_assert!(single >= longest - 1e-9 && double >= 2.0 * longest - 1e-9, "{:?}", row);
            prop_assert!(between <= 2.0 * t * signals as f64 + 1e-9, "{:?} {}", row, signals);
            prop_assert!((copies - 4.0 * single).abs() < 1e-9 && (separated - 2.0 * double - between).abs() < 1e-9, "{:?}", row);
        }
        let holds = rows.iter().filter(|row| row[5] <= row[6] + 1e-9).count();
        let (proved, equal) = (figure(&report, "holds") as usize, figure(&report, "equal") as usize);
        prop_assert!(proved <= rows.len() && equal <= proved);
        if report.headline.starts_with("Separating") {
            prop_assert_eq!((proved, holds), (rows.len(), rows.len()), "{}", report.headline);
            let even = rows.iter().filter(|row| (row[5] - row[6]).abs() < 1e-9).count();
            prop_assert_eq!(equal, even, "{}", report.headline);
        } else {
            let said = format!("prove it for {proved}");
            prop_assert!(proved < rows.len() && report.headline.contains(&said), "{}", report.headline);
        }
        prop_assert_eq!(report.headline.contains("with equality for"), equal > 0, "{}", report.headline);
        if equal > 0 {
            let said = format!("with equality for {equal}");
            prop_assert!(report.headline.contains(&said), "{}", report.headline);
        }
        // All work is done on the shared processors.
        let least = works.iter().copied().fold(works.iter().sum::<f64>() / f64::from(q), f64::max);
        prop_assert!(figure(&report, "dynamic") >= least - 1e-9);
    }
}
