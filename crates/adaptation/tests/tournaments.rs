//! The texts on a tournament are true: everything is run again, straight from the model.

use adaptation::model::outcome::End;
use adaptation::model::scenario::grid::Grid;
use adaptation::model::study::plain;
use adaptation::model::{Scenario, generator, hindsight};
use adaptation::setting::Setting;
use adaptation::tournament::{Case, Entrant, Finish, sizes};
use proptest::prelude::*;
use report::evidence::{Evidence, Verdict};
use report::table::Cell;
use report::{Report, Silent};
use serde_json::{Value, json};

use crate::{run, typed};
use trial::{fault, figure, random};

/// The runtimes of each entrant, run by run, s, infinity where a run does not end; and the iterations of its first run.
fn times(values: &Value) -> Vec<(Vec<f64>, Vec<f64>)> {
    let parameters = typed(values).unwrap();
    let setting = Setting::of(&parameters).unwrap();
    let of = |entrant: &Entrant| {
        let mut first = Vec::new();
        let runs = 0..parameters.runs;
        let times = runs.map(|run| {
            let mut strategy = entrant.made().unwrap();
            let outcome = plain(&setting.seeded(run), strategy.as_mut(), &mut Silent).unwrap();
            if run == 0 {
                first = outcome.iterations.clone();
            }
            match outcome.end {
                End::Done => outcome.runtime,
                _ => f64::INFINITY,
            }
        });
        (times.collect(), first)
    };
    Entrant::ALL.iter().map(of).collect()
}

/// The place of the shortest mean, and the places that are not clearly slower.
fn leading(times: &[(Vec<f64>, Vec<f64>)]) -> Vec<usize> {
    let sum = |at: &usize| times[*at].0.iter().sum::<f64>();
    let ended: Vec<usize> = (0..times.len()).filter(|at| sum(at).is_finite()).collect();
    let Some(first) = ended
        .iter()
        .copied()
        .min_by(|a, b| sum(a).total_cmp(&sum(b)).then(a.cmp(b)))
    else {
        return Vec::new();
    };
    let of = |at: usize| match times[at].0.len() {
        1 => Evidence::of_means(&times[at].1, &times[first].1),
        _ => Evidence::of_means(&times[at].0, &times[first].0),
    };
    let level = |at: &usize| {
        *at != first
            && sum(at).is_finite()
            && of(*at).is_some_and(|one| one.verdict() != Verdict::Faster)
    };
    let others: Vec<usize> = ended.iter().copied().filter(level).collect();
    [vec![first], others].concat()
}

fn rows<'r>(report: &'r Report, key: &str) -> &'r [Vec<Cell>] {
    let table = report.tables.iter().find(|table| table.key == key);
    &table.unwrap().rows
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(text) => panic!("{text} is no number"),
    }
}

fn scenario() -> impl Strategy<Value = Value> {
    let event = prop_oneof![
        (0..60_u32, 0..2_u32, 1.0..30.0).prop_map(|(time, cluster, factor)| format!(
            "{time} load cluster={cluster} factor={factor}"
        )),
        (0..60_u32, 0..2_u32)
            .prop_map(|(time, cluster)| format!("{time} link cluster={cluster} bandwidth=100000")),
        (5..60_u32, 0..6_u32).prop_map(|(time, node)| format!("{time} crash nodes={node}")),
        (5..60_u32).prop_map(|time| format!("{time} add cluster=1 nodes=2 speed=2")),
    ];
    let events = prop::collection::vec(event, 0..3);
    (events, 1..4_u32, 1..4_u32, any::<u32>(), 1..4_u32, any::<bool>()).prop_map(
        |(events, iterations, runs, seed, active, hindsight)| {
            json!({
                "topic": "tournament", "disturbances": events.join("\n"), "iterations": iterations, "phases": 2, "depth": 3,
                "runs": runs, "seed": seed, "clusters": format!("nodes,active\n3,{active}\n4,2\n"), "hindsight": hindsight,
            })
        },
    )
}

/// The leaders as quick as the quickest on average, and the other leaders.
fn apart(leaders: &[usize], mean: impl Fn(usize) -> f64) -> (Vec<usize>, Vec<usize>) {
    let least = leaders.iter().map(|at| mean(*at)).fold(f64::MAX, f64::min);
    leaders
        .iter()
        .partition(|at| mean(**at) - least <= 1e-9 * least)
}

/// Names as a sentence has them.
fn joined(places: &[usize]) -> String {
    let names: Vec<&str> = places.iter().map(|at| Entrant::ALL[*at].name()).collect();
    match names.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

/// Checks that a headline names the entrants behind the quickest that are not clearly slower, and nobody where there are none.
fn rivals_are_named(headline: &str, rivals: &[usize]) -> Result<(), TestCaseError> {
    let are = if rivals.len() == 1 { "is" } else { "are" };
    let told = format!("{} {are} not clearly slower", joined(rivals));
    match rivals {
        [] => prop_assert!(!headline.contains("not clearly slower"), "{}", headline),
        _ => prop_assert!(headline.contains(&told), "{} / {}", headline, told),
    }
    Ok(())
}

/// Checks the texts on a tournament, from the runs of all strategies.
fn tournament_is_so(values: &Value) -> Result<(), TestCaseError> {
    let report = run(values).unwrap();
    let times = times(values);
    let first = leading(&times);
    let (times, iterations): (Vec<Vec<f64>>, Vec<Vec<f64>>) = times.into_iter().unzip();
    prop_assert_eq!(fault(&report), None);
    let headline = &report.headline;
    let rows = rows(&report, "ranks");
    // Ranks, by counting.
    for (at, row) in rows.iter().enumerate() {
        let runs = times[0].len();
        let ranks = (0..runs).map(|run| {
            let own = times[at][run];
            let level =
                |other: f64| other == own || own.is_finite() && (other - own).abs() <= 1e-9 * own;
            let before = times
                .iter()
                .filter(|all| all[run] < own && !level(all[run]))
                .count();
            let same = times.iter().filter(|all| level(all[run])).count();
            (1..=same).map(|place| (before + place) as f64).sum::<f64>() / same as f64
        });
        let mean = ranks.sum::<f64>() / runs as f64;
        prop_assert!((number(&row[1]) - mean).abs() < 1e-9, "{:?} {}", row, mean);
        let mean = times[at].iter().sum::<f64>() / runs as f64;
        match mean.is_finite() {
            true => prop_assert!((number(&row[2]) - 1000.0 * mean).abs() < 1e-6 * mean),
            false => prop_assert_eq!(&row[2], &Cell::words("does not end")),
        }
    }
    let mean = |at: usize| times[at].iter().sum::<f64>() / times[at].len() as f64;
    match first.first() {
        None => prop_assert!(headline.contains("No strategy ends"), "{}", headline),
        Some(_) if first.contains(&0) => prop_assert!(
            headline.starts_with("No strategy is")
                || headline.ends_with("but is not clearly faster"),
            "{}",
            headline
        ),
        // A program that does not end has no speed to compare with.
        Some(_) if times[0].iter().any(|time| time.is_infinite()) => {
            let runs = times[0].len();
            let never = times[0].iter().filter(|time| time.is_infinite()).count();
            let fate = match never == runs {
                true => String::new(),
                false => format!(" in {never} of {runs} runs"),
            };
            let told = format!("; without adaptation the program does not end{fate}");
            prop_assert!(headline.ends_with(&told), "{} / {}", headline, told);
            // A single strategy that ends is not called the first.
            let ended = times
                .iter()
                .filter(|own| own.iter().all(|time| time.is_finite()));
            let ended = ended.count();
            prop_assert_eq!(headline.starts_with("Only "), ended == 1, "{}", headline);
            if first.len() > 1 {
                let (quickest, rivals) = apart(&first, mean);
                let ends = [joined(&quickest), " the program first".into()]
                    .join(if quickest.len() == 1 { " ends" } else { " end" });
                prop_assert!(
                    headline.to_lowercase().contains(&ends.to_lowercase()),
                    "{} / {}",
                    headline,
                    ends
                );
                rivals_are_named(headline, &rivals)?;
            }
        }
        Some(best) => {
            let named = Entrant::ALL[*best].name();
            prop_assert!(
                headline.to_lowercase().contains(&named.to_lowercase())
                    || headline.contains("clearly faster"),
                "{} {}",
                headline,
                named
            );
            prop_assert!((0..6).all(|at| mean(*best) <= mean(at)));
            if headline.contains("times as fast") {
                let speedup = mean(0) / mean(*best);
                prop_assert!((figure(&report, "speedup") - speedup).abs() < 1e-9);
                prop_assert!(speedup > 1.0);
                let told = format!(
                    "{} times as fast as no adaptation",
                    report::evidence::factor(speedup)
                );
                prop_assert!(headline.contains(&told), "{} / {}", headline, told);
                if first.len() > 1 {
                    let (quickest, rivals) = apart(&first, mean);
                    let is = if quickest.len() == 1 { "is" } else { "are" };
                    let told = format!("{} {is} quickest, ", joined(&quickest));
                    prop_assert!(headline.contains(&told), "{} / {}", headline, told);
                    rivals_are_named(headline, &rivals)?;
                }
                let only = headline.to_lowercase().contains("in the only run");
                prop_assert_eq!(only, times[0].len() == 1, "{}", headline);
            }
        }
    }
    // The number of strategies that are clearly faster or slower, or that end at all.
    let case = |at: usize| match times[0].len() {
        1 => Evidence::of_means(&iterations[0], &iterations[at]),
        _ => Evidence::of_means(&times[0], &times[at]),
    };
    let ends = |at: &usize| times[*at].iter().all(|time| time.is_finite());
    let clear = |verdict: Verdict| {
        (1..6)
            .filter(ends)
            .filter(|at| case(*at).is_some_and(|one| one.verdict() == verdict))
            .count()
    };
    let (faster, slower) = (clear(Verdict::Faster), clear(Verdict::Slower));
    let is = |number: usize| if number == 1 { "is" } else { "are" };
    let said = match (ends(&0), faster, slower) {
        (false, ..) => match (1..6).filter(ends).count() {
            0 => "Without adaptation it does not end".to_owned(),
            1 => "Of 5 strategies, 1 ends the program".to_owned(),
            ended => format!("Of 5 strategies, {ended} end the program"),
        },
        (_, 5, _) => "All 5 strategies are clearly faster than no adaptation.".to_owned(),
        (_, 0, 0) => {
            "None of 5 strategies is clearly faster or slower than no adaptation.".to_owned()
        }
        (_, 0, slower) => format!(
            "None of 5 strategies is clearly faster than no adaptation, and {slower} {} clearly slower.",
            is(slower)
        ),
        (_, faster, 0) => format!(
            "Of 5 strategies, {faster} {} clearly faster than no adaptation.",
            is(faster)
        ),
        (_, faster, slower) => format!(
            "Of 5 strategies, {faster} {} clearly faster than no adaptation and {slower} {} clearly slower.",
            is(faster),
            is(slower)
        ),
    };
    prop_assert!(report.why.starts_with(&said), "{} / {}", report.why, said);
    // The headline names them where the quickest is none of them.
    let named = |at: &usize| {
        headline
            .to_lowercase()
            .contains(&Entrant::ALL[*at].name().to_lowercase())
    };
    if headline.starts_with("No strategy is") {
        prop_assert_eq!(faster, 0, "{}", headline);
    } else if headline.contains("clearly faster than no adaptation; ") {
        let clear = |at: &usize| case(*at).is_some_and(|one| one.verdict() == Verdict::Faster);
        prop_assert!(faster > 0 && first.contains(&0), "{}", headline);
        prop_assert!((1..6).filter(clear).all(|at| named(&at)), "{}", headline);
    }
    if values["hindsight"] == true {
        let parameters = typed(values).unwrap();
        let scenario = Setting::of(&parameters).unwrap().scenario;
        let sizes = sizes(scenario.nodes());
        let runs = hindsight::constants(&scenario, &sizes, &mut Silent).unwrap();
        if let Some(best) = hindsight::best(&runs) {
            let time = best.runtime.unwrap();
            let level = |one: &&hindsight::Constant| {
                one.runtime
                    .is_some_and(|own| (own - time).abs() <= 1e-9 * time)
            };
            prop_assert_eq!(
                runs.iter().find(level).map(|one| one.nodes),
                Some(best.nodes)
            );
            let several = runs.iter().filter(level).count() > 1;
            prop_assert_eq!(
                report
                    .why
                    .contains("The smallest of the best constant sets"),
                several,
                "{}",
                report.why
            );
            prop_assert!((figure(&report, "constant") - 1000.0 * time).abs() < 1e-6);
            if let Some(own) = first
                .first()
                .map(|at| times[*at][0])
                .filter(|time| time.is_finite())
            {
                let level = (own - time).abs() <= 1e-9 * time;
                prop_assert_eq!(
                    report.why.contains("longer"),
                    own > time && !level,
                    "{}",
                    report.why
                );
                prop_assert_eq!(
                    report.why.contains("takes as long"),
                    level,
                    "{}",
                    report.why
                );
                prop_assert!(!report.why.contains("fastest strategy"));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(random(40))]

    #[test]
    fn what_is_said_of_a_tournament_is_so(values in scenario()) {
        tournament_is_so(&values)?;
    }
}

/// A strategy that the limit of steps stops is neither faster nor slower: the longer run of the same laboratory tells.
#[test]
fn unfinished_runs_leave_the_order_open() {
    let values = json!({
        "topic": "tournament", "clusters": "nodes,active,speed\n4,1,0.05", "disturbances": "52.8 join nodes=2\n0 load nodes=0 factor=10",
        "iterations": 5, "serial": 500, "leaf": 0.1, "seed": 131,
    });
    let report = run(&values).unwrap();
    assert_eq!(fault(&report), None);
    let scenario = Setting::of(&typed(&values).unwrap()).unwrap().scenario;
    let longer = Scenario {
        most_steps: 10 * scenario.most_steps,
        ..scenario.clone()
    };
    let time = |scenario: &Scenario, entrant: &Entrant| {
        let mut strategy = entrant.made().unwrap();
        let outcome = plain(scenario, strategy.as_mut(), &mut Silent).unwrap();
        (outcome.end == End::Done).then_some(outcome.runtime)
    };
    let none = time(&scenario, &Entrant::ALL[0]).unwrap();
    let mut open = Vec::new();
    for (at, entrant) in Entrant::ALL.iter().enumerate() {
        let row = &rows(&report, "ranks")[at];
        if time(&scenario, entrant).is_some() {
            assert!(number(&row[1]) >= 1.0, "{row:?}");
            continue;
        }
        // The way that is called slower would be faster.
        assert!(time(&longer, entrant).unwrap() < none);
        assert_eq!(
            (row[1].text(), row[2].text()),
            ("–".into(), "unfinished".into())
        );
        open.push(at);
    }
    assert!(open.len() > 1);
    assert_eq!(
        report.headline,
        format!(
            "Among the strategies that end, no strategy is as fast as no adaptation; {} are unfinished when the simulation stops",
            joined(&open)
        )
    );
    assert_eq!(report.winner.unwrap().ahead, None);
    let told = "None of 3\u{a0}strategies that end is clearly faster than no adaptation, and 3 are clearly slower.";
    assert!(report.why.starts_with(told), "{}", report.why);
}

/// Run times; some are only known to be longer than the time at which the simulation stopped.
fn finishes() -> impl Strategy<Value = Vec<Vec<Finish>>> {
    let finish = (0..4_u32, 1..6_u32).prop_map(|(end, time)| {
        let time = f64::from(time);
        Finish {
            runtime: (end < 2).then_some(time),
            iterations: vec![time],
            end: match end {
                0 | 1 => End::Done,
                2 => End::Stopped,
                _ => End::NoNode,
            },
            simulated: time,
            node_time: 1.0,
            nodes: 1,
        }
    });
    (1..4_usize).prop_flat_map(move |runs| {
        prop::collection::vec(prop::collection::vec(finish.clone(), runs), 6)
    })
}

proptest! {
    #![proptest_config(random(200))]

    /// However unfinished runs would go on, an entrant that is not open is behind the leader.
    #[test]
    fn an_entrant_is_open_where_its_unfinished_runs_could_make_it_the_quickest(results in finishes(), later in 0.0..10.0_f64) {
        let case = Case { name: String::new(), results };
        let sum = |at: usize, more: f64| -> f64 {
            let runs = case.results[at].iter().map(|one| match one.end {
                End::Done => one.simulated,
                End::NoNode => f64::INFINITY,
                _ => one.simulated + more,
            });
            runs.sum()
        };
        let Some(first) = case.leaders().first().copied() else {
            return Ok(());
        };
        let open = case.open(first);
        for at in 0..6 {
            let unfinished = case.results[at].iter().any(Finish::is_unfinished);
            prop_assert_eq!(open.contains(&at), unfinished && sum(at, 0.0) <= sum(first, 0.0) + 1e-9);
            prop_assert!(open.contains(&at) || sum(at, later) >= sum(first, 0.0) - 1e-9);
        }
        // Unfinished runs rank behind all that end, and before those that never do.
        for run in 0..case.results[0].len() {
            for (one, other) in (0..6).flat_map(|one| (0..6).map(move |other| (one, other))) {
                let rank = |at: usize| case.ranks()[at][run];
                let class = |at: usize| match case.results[at][run].end {
                    End::Done => 0,
                    End::NoNode => 2,
                    _ => 1,
                };
                prop_assert!(class(one) >= class(other) || rank(one) < rank(other));
            }
        }
    }
}

#[test]
fn strategies_behind_the_quickest_one_may_be_the_clearly_faster_ones() {
    let values = json!({
        "topic": "tournament", "clusters": "nodes,active\n3,3\n4,1", "disturbances": "", "iterations": 6, "phases": 2, "depth": 3, "seed": 9010,
        "hindsight": false,
    });
    tournament_is_so(&values).unwrap();
    let headline = run(&values).unwrap().headline;
    assert!(
        headline.contains(" is clearly faster than no adaptation; "),
        "{headline}"
    );
}

#[test]
fn runs_that_do_not_end_without_adaptation_are_counted_where_others_do() {
    let values = json!({
        "topic": "tournament", "clusters": "nodes,active\n1,1\n1,0", "disturbances": "780 crash nodes=0", "iterations": 3, "phases": 2,
        "depth": 3, "runs": 3, "hindsight": false,
    });
    tournament_is_so(&values).unwrap();
    let headline = run(&values).unwrap().headline;
    assert!(headline.ends_with(" of 3 runs"), "{headline}");
}

#[test]
fn a_strategy_that_alone_ends_the_program_is_not_the_first_to_end_it() {
    let alone = json!({
        "topic": "tournament", "clusters": "nodes,active,speed\n2,1,0.2\n2,0,0.2", "disturbances": "203 crash cluster=0", "iterations": 8,
        "phases": 2, "depth": 1, "leaf": 10,
    });
    let first = json!({
        "topic": "tournament", "clusters": "nodes,active\n1,1\n1,0", "disturbances": "300 crash nodes=0", "iterations": 3, "phases": 2,
        "depth": 3,
    });
    for (values, headline) in [
        (
            alone,
            "Only hill climbing ends the program; without adaptation the program does not end",
        ),
        (
            first,
            "Hill climbing ends the program first; without adaptation the program does not end",
        ),
    ] {
        tournament_is_so(&values).unwrap();
        let report = run(&values).unwrap();
        assert_eq!(report.headline, headline, "{}", report.why);
    }
}

#[test]
fn no_rank_is_said_to_be_that_of_the_last_where_several_share_it() {
    let report = run(&json!({"topic": "grid", "iterations": 1, "phases": 1, "serial": 1, "depth": 2, "leaf": 0.5})).unwrap();
    let ranks = rows(&report, "ranks").iter().map(|row| number(&row[1]));
    assert!(ranks.fold(0.0, f64::max) < 6.0);
    assert!(!report.headline.contains("has rank"), "{}", report.headline);
}

/// Each of eight scenarios is won by one strategy, or shared by several, as its runtimes say.
fn wins_add_up(report: &Report) {
    let times = rows(report, "times");
    let (mut won, mut shared) = ([0; 6], [0; 6]);
    for row in times {
        let own: Vec<f64> = row[1..]
            .iter()
            .map(|cell| {
                if let Cell::Text(_) = cell {
                    f64::INFINITY
                } else {
                    number(cell)
                }
            })
            .collect();
        let least = own.iter().copied().fold(f64::INFINITY, f64::min);
        // A program that does not end wins nothing, and shares nothing.
        let first: Vec<usize> = (0..6)
            .filter(|at| own[*at].is_finite() && own[*at] <= least * (1.0 + 1e-9))
            .collect();
        for at in &first {
            match first.len() {
                1 => won[*at] += 1,
                _ => shared[*at] += 1,
            }
        }
    }
    for (at, row) in rows(report, "ranks").iter().enumerate() {
        assert_eq!(
            (number(&row[3]), number(&row[4])),
            (f64::from(won[at]), f64::from(shared[at])),
            "{}",
            row[0].text()
        );
    }
    assert!(won.iter().sum::<i32>() <= 8);
}

/// A program on the scenarios of the paper, all of whose runs end.
fn program() -> impl Strategy<Value = Value> {
    let shape = (1..4_u32, 1..3_u32, 1..4_u32, 0..3_u32);
    let times = (0.05..20.0, 0.0..10.0, 0.0..0.5);
    (shape, times, 1..3_u32, any::<u32>()).prop_map(
        |((iterations, phases, depth, branching), (leaf, serial, jitter), runs, seed)| {
            json!({
                "topic": "grid", "iterations": iterations, "phases": phases, "depth": depth, "branching": branching + 2,
                "leaf": leaf, "serial": serial, "jitter": jitter, "runs": runs, "seed": seed,
            })
        },
    )
}

proptest! {
    #![proptest_config(random(20))]

    #[test]
    fn what_is_said_of_the_scenarios_of_the_paper_is_so(values in program()) {
        let report = run(&values).unwrap();
        prop_assert_eq!(fault(&report), None);
        wins_add_up(&report);
        let parameters = typed(&values).unwrap();
        let base = Setting::of(&parameters).unwrap().scenario;
        // All runtimes once more, straight from the model: by entrant, scenario after scenario, run after run.
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); 6];
        for grid in Grid::ALL {
            let scenario = Scenario {
                clusters: grid.scenario(base.seed).clusters,
                events: grid.events(),
                ..base.clone()
            };
            for run in 0..parameters.runs {
                let seeded = Scenario { seed: generator::of_run(scenario.seed, run), ..scenario.clone() };
                for (entrant, own) in Entrant::ALL.iter().zip(&mut times) {
                    let outcome = plain(&seeded, entrant.made().unwrap().as_mut(), &mut Silent).unwrap();
                    own.push(match outcome.end {
                        End::Done => outcome.runtime,
                        _ => f64::INFINITY,
                    });
                }
            }
        }
        let level = |a: f64, b: f64| a == b || a.is_finite() && (a - b).abs() <= 1e-9 * a;
        let rank = |at: usize| {
            let all = times[at].len();
            let sum: f64 = (0..all)
                .map(|run| {
                    let own = times[at][run];
                    let before = times.iter().filter(|all| all[run] < own && !level(own, all[run])).count();
                    let same = times.iter().filter(|all| level(own, all[run])).count();
                    before as f64 + (same as f64 + 1.0) / 2.0
                })
                .sum();
            sum / all as f64
        };
        let ranks: Vec<f64> = (0..6).map(rank).collect();
        for (row, rank) in rows(&report, "ranks").iter().zip(&ranks) {
            prop_assert!((number(&row[1]) - rank).abs() < 1e-9, "{:?} {}", row, rank);
        }
        // The headline names all with the least mean rank, and that rank.
        let least = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        let best: Vec<usize> = (0..6).filter(|at| level(least, ranks[*at])).collect();
        let headline = &report.headline;
        let verb = if best.len() == 1 { " ranks best over 8 scenarios: " } else { " share the best rank over 8 scenarios: " };
        let (named, after) = headline.split_once(verb).unwrap_or_else(|| panic!("{headline}"));
        let names: Vec<&str> = best.iter().map(|at| Entrant::ALL[*at].name()).collect();
        let list = match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => panic!("nobody is best"),
        };
        prop_assert_eq!(named.to_lowercase(), list.to_lowercase());
        let (said, scale) = after.split_once(' ').unwrap();
        let open = ", if unfinished runs count as longer than all that end";
        prop_assert_eq!(scale.trim_end_matches(open), "on average, where 1 is the first place and 6 the last");
        // The rank has digits that tell it from those of the others.
        let digits = said.split_once('.').map_or(0, |(_, after)| after.len());
        let others = (0..6).filter(|at| !best.contains(at));
        let mut others = others.map(|at| report::number::fixed(ranks[at], digits));
        prop_assert!(others.all(|other| other != said), "{} {:?}", headline, ranks);
        let said: f64 = said.parse().unwrap();
        prop_assert!((said - least).abs() <= 0.05 + 1e-9, "{} {}", headline, least);
        prop_assert!((figure(&report, "rank") - least).abs() < 1e-9);
        // All of them are marked and named at their rank.
        let labels: Vec<&str> = best.iter().map(|at| Entrant::ALL[*at].label()).collect();
        let chart = report.charts.iter().find(|chart| chart.key == "ranking").unwrap();
        let report::chart::Series::Bars { bars } = &chart.series[0] else { panic!("no bars") };
        let marked: Vec<&str> = bars.iter().filter(|bar| bar.main).map(|bar| bar.label.as_str()).collect();
        prop_assert_eq!(&marked, &labels);
        let beside = report.figures.iter().find(|figure| figure.key == "rank").and_then(|figure| figure.beside.as_deref());
        let named = report::words::list(&labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>());
        prop_assert_eq!(beside, Some(named.as_str()));
        // Its speedup, and the entrants that runtimes do not tell from it.
        let first = best[0];
        let geometric = |baseline: usize, subject: usize| Evidence::geometric(&times[baseline], &times[subject]);
        if first == 0 || times[0].iter().chain(&times[first]).any(|time| time.is_infinite()) {
            prop_assert!(!report.why.contains("geometric mean"), "{}", report.why);
        } else {
            let logs = times[0].iter().zip(&times[first]).map(|(none, own)| libm::log(none / own));
            let speedup = libm::exp(logs.sum::<f64>() / times[0].len() as f64);
            prop_assert!((figure(&report, "speedup") - speedup).abs() < 1e-9 * speedup);
            if let Some(fast) = report.why.split_once(" times as fast as no adaptation") {
                let said: f64 = fast.0.rsplit(' ').next().unwrap().parse().unwrap();
                prop_assert!(speedup > 1.0 && (said - speedup).abs() <= 0.005 + 1e-9, "{} {}", report.why, speedup);
            }
            prop_assert_eq!(report.why.contains("times as fast"), geometric(0, first).unwrap().verdict() == Verdict::Faster, "{}", report.why);
        }
        // A strategy with a run that does not end is not compared.
        for (at, row) in rows(&report, "ranks").iter().enumerate() {
            let told = times[0].iter().chain(&times[at]).all(|time| time.is_finite());
            prop_assert_eq!(row[2].text() != "–", told && at > 0, "{:?}", row);
        }
        let unclear = (0..6).filter(|at| *at != first && geometric(*at, first).is_some_and(|one| one.verdict() != Verdict::Faster));
        let told = report.why.split_once("Runtimes do not clearly tell ").map_or(0, |(_, rest)| {
            rest.trim_end_matches(" from it.").replace(" and ", ", ").split(", ").count()
        });
        prop_assert_eq!(told, unclear.count(), "{}", report.why);
    }
}

#[test]
fn where_nothing_ends_no_entrant_has_the_shortest_runtime() {
    let report = run(&json!({
        "topic": "tournament", "iterations": 2, "phases": 1, "depth": 3, "leaf": 1.0, "serial": 5.0, "clusters": "nodes,active\n2,2\n2,1",
        "disturbances": "40 crash cluster=0\n40 crash cluster=1",
    }))
    .unwrap();
    let best = report
        .figures
        .iter()
        .find(|figure| figure.key == "best")
        .unwrap();
    assert!(!best.value.is_finite());
    assert!(
        best.beside.as_deref().unwrap_or_default().is_empty(),
        "{:?}",
        best.beside
    );
}

#[test]
fn runs_that_do_not_end_win_nothing_and_have_no_speedup() {
    let report = run(&json!({"topic": "grid", "output_bytes": 1e7, "runs": 1})).unwrap();
    wins_add_up(&report);
    let ends = |at: usize| {
        let mut cells = rows(&report, "times").iter().map(|row| row[at + 1].text());
        cells.all(|cell| cell != "unfinished")
    };
    for (at, row) in rows(&report, "ranks").iter().enumerate() {
        let told = at > 0 && ends(0) && ends(at);
        assert_eq!(row[2].text() != "–", told, "{row:?}");
    }
    let won = number(&rows(&report, "ranks")[5][3]);
    assert_eq!((ends(0), ends(3), won), (false, false, 4.0));
}

#[test]
fn the_scenarios_of_the_paper_are_ranked_and_told_beside_the_printed_numbers() {
    let report = run(&json!({"topic": "grid"})).unwrap();
    println!("{}\n{}", report.headline, report.why);
    for row in rows(&report, "published") {
        println!("{:?}", row.iter().map(Cell::text).collect::<Vec<_>>());
    }
    for row in rows(&report, "ranks") {
        println!("{:?}", row.iter().map(Cell::text).collect::<Vec<_>>());
    }
    let times = rows(&report, "times");
    assert_eq!(times.len(), 8);
    // The golden runs, to their last digit: without adaptation, and with the coordinator.
    for (row, none, with) in [
        (0, 1_520_393.090_790, 1_755_353.417_296),
        (1, 4_119_619.710_518, 1_875_021.763_012),
        (5, 5_245_215.712_009, 1_962_600.036_959),
        (7, 2_546_564.355_253, 1_835_322.860_822),
    ] {
        assert!((number(&times[row][1]) - none).abs() < 1e-3, "{row}");
        assert!((number(&times[row][2]) - with).abs() < 1e-3, "{row}");
    }
    let sum: f64 = rows(&report, "ranks")
        .iter()
        .map(|row| number(&row[1]))
        .sum();
    assert!((sum - 21.0).abs() < 1e-9, "{sum}");
    wins_add_up(&report);
    // One program on one node, which nothing changes: all strategies tie in some scenario, and no tie is a win.
    for seed in 1..4 {
        let report = run(&json!({"topic": "grid", "iterations": 1, "phases": 1, "depth": 1, "leaf": 0.01, "serial": 1.0, "seed": seed})).unwrap();
        wins_add_up(&report);
        assert_eq!(fault(&report), None);
    }
    // Another program is not that of the paper.
    let other = run(&json!({"topic": "grid", "iterations": 1, "phases": 1})).unwrap();
    assert!(other.tables.iter().all(|table| table.key != "published"));
}
