//! The reports on scenarios in which it is easy to say too much.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use parameters::Parameters as _;
use replication::Parameters;
use replication::parameters::{Family, Model, Picture, Replication, Strategy, Topic};
use report::{Report, Silent};
use trace::source::Source;

fn run(parameters: &Parameters) -> Report {
    let report = replication::run(parameters, &mut Silent).unwrap();
    assert_eq!(super::said::slips(&report), [""; 0]);
    report
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "“{part}” is not in “{text}”");
}

fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "“{part}” is in “{text}”");
}

fn beside<'r>(report: &'r Report, key: &str) -> &'r str {
    let figure = report.figures.iter().find(|figure| figure.key == key);
    figure.unwrap().beside.as_deref().unwrap_or_default()
}

#[test]
fn a_node_is_named_slowest_only_where_it_leads_clearly_and_somebody_waits() {
    let bursts = Parameters {
        iterations: 1_000,
        runs: 2,
        ..Parameters::default()
    };
    has(&run(&bursts).why, "waiting for the slowest node.");
    let constant = Parameters {
        traces: constant(),
        iterations: 50,
        runs: 2,
        noise: 0.0,
        ..Parameters::default()
    };
    let report = run(&constant);
    lacks(&report.why, "slowest");
    has(&report.why, "With equal shares, no processor waits.");
}

/// Nodes that all take the same time for every job.
fn constant() -> Source {
    let node = |host: usize| trace::Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: vec![5.0; 200],
    };
    let set = trace::TraceSet::new("constant", (0..8).map(node).collect()).unwrap();
    Source::Own(trace::source::Own::of(&set, usize::MAX))
}

#[test]
fn copies_are_compared_with_one_copy_that_meets_the_same_messages() {
    let report = run(&Parameters {
        traces: Source::Au01,
        processors: 16,
        iterations: 200,
        runs: 20,
        seed: 126,
        copies: 2,
        strategy: Strategy::Replicate,
        replication: Replication::Dependent,
        send_time: 100.0,
        problem_size: 0.05,
        ..Parameters::default()
    });
    assert_eq!(
        report.headline,
        "Two copies of each job take 1.06 times as long as one"
    );
    assert_eq!(beside(&report, "speedup"), "one copy 2.56");
    lacks(&report.why, "ebalancing");
}

#[test]
fn one_copy_is_no_replication_and_ties_are_no_wins() {
    let parameters = Parameters {
        topic: Topic::Processors,
        runs: 10,
        ..Parameters::default()
    };
    let report = run(&parameters);
    lacks(&report.why, "every number of processors");
    let table = &report.tables[0];
    let copies = table
        .columns
        .iter()
        .position(|name| name == "Copies, best number")
        .unwrap();
    assert!(copies > 0);
    let tied = run(&Parameters {
        traces: constant(),
        noise: 0.0,
        send_time: 0.0,
        finalize_time: 0.0,
        rescheduling_time: 0.0,
        iterations: 60,
        ..parameters
    });
    lacks(&tied.why, "Copies beat");
    lacks(&tied.headline, "gains most");
}

#[test]
fn no_gain_is_claimed_where_its_interval_holds_one() {
    let report = run(&Parameters {
        topic: Topic::Processors,
        traces: Source::Peaks,
        processors: 4,
        iterations: 200,
        runs: 20,
        seed: 21,
        copies: 2,
        rebalance_every: 50,
        send_time: 100.0,
        finalize_time: 0.0,
        rescheduling_time: 0.0,
        ..Parameters::default()
    });
    has(
        &report.headline,
        "Two copies of each job are nowhere clearly faster than equal shares",
    );
    has(
        &report.why,
        "Neither dynamic balancing nor copies are clearly faster on 2 and 4 processors.",
    );
    let report = run(&Parameters {
        topic: Topic::Intervals,
        traces: Source::Bursts,
        processors: 2,
        iterations: 400,
        runs: 3,
        seed: 218,
        problem_size: 0.5,
        send_time: 100.0,
        rescheduling_time: 1_000.0,
        ..Parameters::default()
    });
    assert_eq!(
        report.headline,
        "Rebalancing after every iteration shows no clear difference from equal shares, and no interval is clearly faster \
         than they are"
    );
}

#[test]
fn the_rule_of_y_is_given_where_it_is_right_on_both_sides_and_says_how_often() {
    let parameters = Parameters {
        topic: Topic::Decision,
        traces: Source::SetTwo,
        processors: 2,
        iterations: 200,
        runs: 5,
        copies: 2,
        seed: 5157,
        problem_size: 0.5,
        rescheduling_time: 0.0,
        rebalance_every: 1,
        decide_every: 50,
        ..Parameters::default()
    };
    let report = run(&parameters);
    has(&report.headline, "Y gives no rule here");
    has(&report.headline, "wins in 60\u{a0}% of the blocks");
    // As the thesis has it.
    let ruled = run(&Parameters {
        topic: Topic::Decision,
        traces: Source::SetTwo,
        trace_mean: None,
        processors: 4,
        copies: 4,
        iterations: 2_000,
        ..Parameters::default()
    });
    has(&ruled.headline, "Below Y* = ");
    has(
        &ruled.headline,
        " replicate, above it balance: the rule is right in 60\u{a0}% of the blocks",
    );
}

#[test]
fn y_that_differ_by_rounding_give_no_line_and_no_rule() {
    let report = run(&Parameters {
        topic: Topic::Decision,
        traces: Source::Ar02,
        processors: 8,
        iterations: 20,
        runs: 20,
        seed: 148,
        copies: 8,
        replication: Replication::Causal,
        send_time: 100.0,
        problem_size: 0.05,
        decide_every: 20,
        ..Parameters::default()
    });
    has(
        &report.headline,
        "All blocks have the same Y: balancing is 2.92 times as fast as copies",
    );
    lacks(&report.why, "Y");
    for figure in report
        .figures
        .iter()
        .filter(|figure| figure.key.starts_with("slope"))
    {
        assert_eq!(figure.value, 0.0);
    }
}

#[test]
fn what_exact_times_miss_is_not_laid_to_a_memory_that_the_traces_have_not() {
    let parameters = Parameters {
        topic: Topic::Model,
        traces: Source::Memoryless(Default::default()),
        family: Family::Exponential,
        model: Model::TwoOne,
        processors: 16,
        iterations: 1_000,
        runs: 5,
        ..Parameters::default()
    };
    has(
        &run(&parameters).why,
        "Runtimes of a node do not depend on the one before",
    );
    let remembering = run(&Parameters {
        traces: Source::Bursts,
        ..parameters
    });
    has(
        &remembering.why,
        "Runtimes of a node depend on the one before (autocorrelation ",
    );
}

fn intervals(traces: Source) -> Parameters {
    Parameters {
        topic: Topic::Intervals,
        traces,
        ..Parameters::default()
    }
}

#[test]
fn an_interval_is_best_only_where_it_gains_and_shares_age_only_where_they_do() {
    let slower = run(&Parameters {
        processors: 8,
        iterations: 20,
        runs: 20,
        seed: 280,
        send_time: 0.0,
        problem_size: 0.5,
        ..intervals(Source::Switches)
    });
    has(
        &slower.headline,
        "Rebalancing every 20 iterations takes 1.11 times as long as equal shares",
    );
    lacks(&slower.headline, "best");
    let younger = run(&Parameters {
        processors: 8,
        iterations: 400,
        runs: 10,
        seed: 706,
        rescheduling_time: 0.0,
        noise: 0.0,
        problem_size: 0.5,
        ..intervals(Source::Memoryless(Default::default()))
    });
    has(&younger.why, "new shares fit worse");
    lacks(&younger.why, "takes time");
    let free = run(&Parameters {
        processors: 16,
        iterations: 60,
        runs: 20,
        seed: 60,
        rescheduling_time: 0.0,
        send_time: 0.0,
        ..intervals(Source::SetTwo)
    });
    has(&free.why, "old shares fit worse");
    lacks(&free.why, "With overhead");
}

#[test]
fn runs_that_use_all_nodes_are_not_said_to_differ_in_rescheduling_alone() {
    let report = run(&Parameters {
        traces: Source::Six,
        processors: 6,
        noise: 0.0,
        iterations: 100,
        runs: 10,
        ..Parameters::default()
    });
    let note = report
        .notes
        .iter()
        .find(|note| note.contains("uses all nodes"));
    lacks(note.unwrap(), "alone");
}

#[test]
fn nothing_is_expected_of_a_single_processor() {
    let report = run(&Parameters {
        topic: Topic::Decision,
        processors: 1,
        copies: 1,
        iterations: 100,
        runs: 3,
        ..Parameters::default()
    });
    assert_eq!(
        report.headline,
        "One processor has nothing to balance and nothing to copy"
    );
    let alone = run(&Parameters {
        topic: Topic::Formulas,
        processors: 1,
        copies: 1,
        ..Parameters::default()
    });
    assert_eq!(alone.headline, "One processor has nothing to copy");
}

#[test]
fn few_blocks_have_no_thirds() {
    let report = run(&Parameters {
        topic: Topic::Decision,
        processors: 2,
        iterations: 20,
        decide_every: 10,
        runs: 1,
        ..Parameters::default()
    });
    lacks(&report.why, "third");
}

#[test]
fn what_is_left_as_it_was_is_not_called_cut() {
    let report = run(&Parameters {
        topic: Topic::Formulas,
        variation: 0.2,
        ..Parameters::default()
    });
    lacks(&report.why, "cut");
    has(&report.why, "a step takes ");
}

#[test]
fn models_that_are_equally_near_are_named_as_such() {
    let report = run(&Parameters {
        topic: Topic::Model,
        traces: constant(),
        variation: 0.0,
        processors: 2,
        iterations: 50,
        runs: 2,
        ..Parameters::default()
    });
    has(
        &report.headline,
        "gives the speedups of up to 2 copies exactly; ",
    );
    has(&report.headline, "equally near");
    lacks(&report.headline, "on average");
    lacks(&report.headline, "comes nearest");
}

#[test]
fn numbers_agree_with_their_nouns() {
    let report = run(&Parameters {
        strategy: Strategy::Adaptive,
        copies: 1,
        runs: 1,
        iterations: 10,
        decide_every: 10,
        ..Parameters::default()
    });
    has(
        &report.headline,
        "Choosing between balancing and one copy every 10 iterations",
    );
    has(&report.notes[0], "1\u{a0}run of 10\u{a0}iterations");
}

#[test]
fn a_note_counts_the_iterations_of_a_run_where_the_schedule_shows_fewer() {
    let report = run(&Parameters {
        processors: 4,
        iterations: 40,
        shown: 3,
        runs: 2,
        ..Parameters::default()
    });
    let marks = report.schedule.as_ref().unwrap().marks().iter();
    assert_eq!(marks.filter(|mark| mark.text == "iteration").count(), 3);
    let mut notes = report.notes.iter();
    let note = notes.find(|note| note.starts_with("With 2 copies "));
    has(
        note.unwrap(),
        "With 2 copies a run has 20\u{a0}iterations: ",
    );
}

#[test]
fn a_refused_number_of_copies_says_what_limits_it() {
    let refused = |parameters: &Parameters| match replication::run(parameters, &mut Silent) {
        Err(error) => error.to_string(),
        Ok(report) => report.headline,
    };
    let short = refused(&Parameters {
        processors: 4,
        iterations: 1,
        ..Parameters::default()
    });
    has(&short, "allowed with 4 processors and 1 iteration: 1");
}

#[test]
fn formulas_refuse_numbers_that_they_do_not_know() {
    let refused = |topic, processors, copies| {
        let parameters = Parameters {
            topic,
            processors,
            copies,
            iterations: 50,
            runs: 2,
            ..Parameters::default()
        };
        replication::run(&parameters, &mut Silent)
            .unwrap_err()
            .to_string()
    };
    for topic in [Topic::Formulas, Topic::Model] {
        assert_eq!(
            [(8, 3), (2, 4), (6, 2)].map(|(processors, copies)| refused(topic, processors, copies)),
            [
                "copies is 3; allowed with 8 processors: 1, 2, 4, 8, because the formulas know powers of two alone",
                "copies is 4; allowed with 2 processors: 1, 2, because the formulas know powers of two alone",
                "processors is 6; allowed: 1, 2, 4, 8, 16, 32, 64, 128, because the formulas know powers of two alone",
            ]
        );
    }
}

#[test]
fn a_speedup_that_a_formula_cannot_say_is_five_or_more() {
    let report = run(&Parameters {
        topic: Topic::Formulas,
        model: Model::OneTwo,
        variation: 1.0,
        excess: 0.7,
        spread: 0.1,
        processors: 128,
        doublings: 20,
        copies: 64,
        ..Parameters::default()
    });
    has(
        &report.headline,
        "more than 5 times as fast by a formula outside its valid range",
    );
    let figure = report
        .figures
        .iter()
        .find(|figure| figure.key == "best_speedup")
        .unwrap();
    assert_eq!(figure.value, 5.0);
    has(beside(&report, "best_speedup"), "or more; exactly ");
    let cells = report
        .tables
        .iter()
        .flat_map(|table| table.rows.iter().flatten());
    for cell in cells {
        assert!(!matches!(cell, report::table::Cell::Number(number) if number.is_infinite()));
    }
}

#[test]
fn a_models_speedup_stands_as_it_is_beside_that_of_the_runs() {
    let with = |copies, model| Parameters {
        topic: Topic::Model,
        traces: Source::Population,
        model,
        copies,
        processors: 64,
        iterations: 100,
        runs: 2,
        variation: 0.57,
        ..Parameters::default()
    };
    for copies in [1, 2, 4, 8, 16, 32, 64] {
        for model in [Model::TwoThreeTable, Model::TwoTwo] {
            let report = run(&with(copies, model));
            let table = report.tables.iter().find(|table| table.key == "model");
            let row = &table.unwrap().rows[copies.ilog2() as usize];
            let speedup = match row.last().unwrap() {
                report::table::Cell::Number(number) => report::number::fixed(*number, 2),
                words => words.text().replace("> ", "more than "),
            };
            assert_eq!(beside(&report, "speedup"), format!("model {speedup}"));
        }
    }
}

#[test]
fn perfect_forecasts_are_called_a_bound_of_computing_alone() {
    let report = run(&Parameters {
        traces: Source::SetTwo,
        strategy: Strategy::Dynamic,
        processors: 8,
        rebalance_every: 1,
        iterations: 200,
        runs: 3,
        ..Parameters::default()
    });
    let table = report.tables.iter().find(|table| table.key == "strategies");
    let number = |cell: &report::table::Cell| match cell {
        report::table::Cell::Figure(figure) => figure.value,
        other => panic!("{other:?}"),
    };
    let rows = || table.unwrap().rows.iter();
    let of = |name: &str| {
        let mut found = rows().filter(|row| row[0].text().starts_with(name));
        let row = found.next().unwrap();
        (
            row[0].text(),
            number(&row[3]),
            number(&row[3]) * number(&row[4]),
        )
    };
    let (name, whole, computing) = of("Perfect forecasts (D*)");
    for other in [
        "Equal",
        "Shares set after the last",
        "Shares set once, in",
        "Rebalanced",
    ] {
        assert!(of(other).2 >= computing, "{other}");
    }
    // One that sets shares only once may end sooner, for it pays for one rescheduling.
    assert!(of("Shares set once, in hindsight").1 < whole);
    assert!(name.ends_with("a bound of computing time"), "{name}");
}

#[test]
fn groups_that_help_each_other_have_members() {
    for (copies, words) in [(1, "1\u{a0}member;"), (2, "2\u{a0}members;")] {
        let report = run(&Parameters {
            strategy: Strategy::Speculate,
            copies,
            iterations: 20,
            runs: 2,
            ..Parameters::default()
        });
        let words = format!("Groups have {words}");
        assert!(
            report.notes.iter().any(|note| note.contains(&words)),
            "{words}"
        );
    }
}

#[test]
fn all_strategies_are_promised_only_where_all_are_compared() {
    let table = |strategy| {
        let report = run(&Parameters {
            strategy,
            iterations: 20,
            runs: 2,
            ..Parameters::default()
        });
        let mut tables = report.tables.into_iter();
        tables.find(|table| table.key == "strategies").unwrap()
    };
    let helps = |table: &report::Table| {
        let mut rows = table.rows.iter();
        rows.any(|row| row[0].text().contains("(speculation)"))
    };
    assert!(helps(&table(Strategy::Speculate)));
    let without = table(Strategy::Replicate);
    assert!(!helps(&without));
    lacks(&without.title, "All");
    // The topics and the strategy say no more of it.
    let parameters = Parameters::TABLE.parameters.iter();
    let asked = parameters.filter(|one| ["topic", "strategy"].contains(&one.name));
    for one in asked {
        let schema = serde_json::to_string(&one.schema()).unwrap().to_lowercase();
        lacks(&schema, "all strategies");
        lacks(&schema, "all of them");
    }
}

#[test]
fn notes_say_how_long_the_load_takes_as_the_run_has_it() {
    let alone = |problem_size, node_factors: &str| Parameters {
        traces: constant(),
        trace_mean: Some(1000.0),
        processors: 1,
        copies: 1,
        strategy: Strategy::Equal,
        iterations: 20,
        runs: 1,
        send_time: 0.0,
        problem_size,
        node_factors: node_factors.into(),
        ..Parameters::default()
    };
    let time = |report: &Report| {
        let figures = report.figures.iter();
        let mut found = figures.filter(|figure| figure.key == "iteration_time");
        found.next().unwrap().value
    };
    let note = |report: &Report, part: &str| report.notes.iter().any(|note| note.contains(part));
    let report = run(&alone(2.5, ""));
    assert!((time(&report) - 1000.0).abs() < 1e-6);
    assert!(note(
        &report,
        "the whole load takes 1.00\u{a0}s on one processor, on average."
    ));
    let report = run(&alone(5.0, ""));
    assert!((time(&report) - 2000.0).abs() < 1e-6);
    assert!(note(
        &report,
        "; for t = 5\u{a0}s, as here, it takes 2.00\u{a0}s."
    ));
    let all = (1..=8).map(|node| format!("{node}:3")).collect::<Vec<_>>();
    let report = run(&alone(2.5, &all.join(",")));
    assert!((time(&report) - 3000.0).abs() < 1e-6);
    assert!(note(
        &report,
        "After that, runtimes are multiplied: those of node 1 by 3"
    ));
}

#[test]
fn a_file_whose_jobs_are_short_beside_the_delays_says_so_and_offers_ways_out() {
    let parameters = Parameters {
        traces: constant(),
        iterations: 50,
        runs: 2,
        trace_mean: None,
        ..Parameters::default()
    };
    let report = run(&parameters);
    let (_, rest) = report.headline.split_once("Communication is ").unwrap();
    let told: f64 = rest
        .split(' ')
        .next()
        .unwrap()
        .replace('\u{202f}', "")
        .parse()
        .unwrap();
    for topic in [Topic::Processors, Topic::Intervals] {
        let other = run(&Parameters {
            topic,
            ..parameters.clone()
        });
        has(&other.headline, "Communication is ");
        assert_eq!(other.offers.len(), report.offers.len());
    }
    // One share takes 5 / 8 ms, and all pairs exchange data: about the longest of 28 delays of 750 ms.
    assert!((1_500.0..4_500.0).contains(&told), "{}", report.headline);
    // Two offers change the scenario, and one measures the delays.
    let (measured, changed): (Vec<_>, Vec<_>) = report.offers.iter().partition(|one| one.measures);
    assert_eq!((measured.len(), changed.len()), (1, 2));
    assert!(measured[0].changes.is_empty());
    for offer in changed {
        let mut values = parameters.to_values();
        values.extend(offer.changes.clone());
        let changed = Parameters::from_values(&values);
        lacks(&run(&changed).headline, "Communication");
    }
    // Delays that were measured leave it out, too.
    let short = Parameters {
        send_time: 0.1,
        finalize_time: 0.1,
        rescheduling_time: 1.0,
        ..parameters
    };
    let report = run(&short);
    lacks(&report.headline, "Communication");
    assert!(report.offers.is_empty());
}

#[test]
fn each_preset_answers_its_own_question() {
    let base = || Parameters {
        iterations: 200,
        runs: 6,
        processors: 4,
        copies: 4,
        ..Parameters::default()
    };
    let intervals = |strategy| {
        run(&Parameters {
            topic: Topic::Intervals,
            traces: Source::SetOne,
            strategy,
            ..base()
        })
    };
    has(&intervals(Strategy::Static).headline, "only once");
    has(&intervals(Strategy::Static).why, "Rebalancing");
    lacks(&intervals(Strategy::Dynamic).headline, "only once");
    let estimates = |picture| {
        let parameters = Parameters {
            topic: Topic::Estimates,
            traces: Source::Population,
            picture,
            ..base()
        };
        let report = run(&parameters);
        let key = match picture {
            Picture::Excess => "excess",
            Picture::Spread => "spread",
            _ => "dependence",
        };
        let figure = report.figures.iter().find(|one| one.key == key).unwrap();
        has(&report.headline, &format!("{:.2}", figure.value));
        report.headline
    };
    has(&estimates(Picture::Excess), "standard deviations above");
    has(&estimates(Picture::Spread), "times as much as one");
    has(&estimates(Picture::Dependence), "to the power");
    let formulas = |picture, model, spread| {
        run(&Parameters {
            topic: Topic::Formulas,
            picture,
            model,
            spread,
            variation: 1.0,
            family: Family::Exponential,
            processors: 64,
            ..base()
        })
    };
    let of = |report: &Report, table: &str, column: usize| -> f64 {
        let table = report.tables.iter().find(|one| one.key == table).unwrap();
        // With as many copies as processors, the diagonal.
        match &table.rows[column][column] {
            report::table::Cell::Number(number) => *number,
            cell => panic!("{cell:?}"),
        }
    };
    for (model, spread) in [
        (Model::OneOne, 0.95),
        (Model::OneTwo, 1.118_033_988_749_895),
    ] {
        let report = formulas(Picture::Processors, model, spread);
        for (table, column) in [("model", 1), ("model", 6), ("exact", 1), ("exact", 6)] {
            let number = format!("{:.2}", of(&report, table, column));
            has(&report.headline, &number);
        }
    }
    let one = formulas(Picture::OneProcessor, Model::OneOne, 0.95);
    let over = one.figures.iter().find(|one| one.key == "speedup_over_one");
    has(
        &one.headline,
        &format!("{:.1} times with 4 copies", over.unwrap().value),
    );
    has(
        &formulas(Picture::Copies, Model::OneOne, 0.95).headline,
        "64 copies are best",
    );
}
