//! Strategies of one's own: each built-in rule that was rewritten yields the same numbers, and errors of wrong ones are told.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use laboratory::{Error, Laboratory as _};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use replication::parameters::{Replication, Strategy, Topic};
use replication::study::{Method, Study};
use replication::{Cache, Parameters, Replication as Laboratory};
use report::{Report, Silent};
use trace::source::Source;

const EQUAL: &str = include_str!("../strategies/equal.rhai");
const STATIC: &str = include_str!("../strategies/static.rhai");
const DYNAMIC: &str = include_str!("../strategies/dynamic.rhai");
const COPIES: &str = include_str!("../strategies/copies.rhai");
const TRIAL: &str = include_str!("../strategies/trial.rhai");

/// Few runs of a length that no interval divides.
fn small() -> Parameters {
    Parameters {
        traces: Source::SetTwo,
        processors: 4,
        iterations: 105,
        cold_iterations: 20,
        runs: 3,
        ..Parameters::default()
    }
}

fn own(code: &str, of: Parameters) -> Parameters {
    Parameters {
        strategy: Strategy::Own,
        code: code.into(),
        ..of
    }
}

fn ran(parameters: &Parameters) -> Result<Report, Error> {
    let ran = Laboratory::run(parameters, &mut Cache::default(), &mut Silent);
    ran.map(|(report, _)| report)
}

/// Whether both are the same, but for rounding.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Checks that a strategy has the results of a built-in method: run times, their uses, and the schedule; to the bit where it has the
/// same operations in the same order.
fn twins(code: &str, method: Method, strategy: Strategy, of: &Parameters, to_the_bit: bool) {
    let (_, mine) = Study::new(&own(code, of.clone()))
        .unwrap()
        .run(&mut Silent)
        .unwrap();
    let [own_one, known] = [Method::Own, method].map(|method| mine.of(method).unwrap());
    for (a, b) in own_one.totals.iter().zip(&known.totals) {
        assert!(same(*a, *b), "{method:?}: {a} {b}");
        assert!(
            !to_the_bit || a.to_bits() == b.to_bits(),
            "{method:?}: {a} {b}"
        );
    }
    let numbers = |measured: &replication::study::Measured| {
        let spent = measured.spent;
        [
            spent.computing,
            spent.discarded,
            spent.waiting,
            spent.synchronising,
            spent.rescheduling,
        ]
    };
    for (a, b) in numbers(own_one).into_iter().zip(numbers(known)) {
        assert!(same(a, b), "{method:?}: {a} {b}");
    }
    let built_in = Parameters {
        strategy,
        ..of.clone()
    };
    let (_, theirs) = Study::new(&built_in).unwrap().run(&mut Silent).unwrap();
    let spans = |results: &replication::study::Results| -> Vec<_> {
        let spans = results.schedule.spans();
        spans
            .map(|span| (span.lane, span.phase, span.job, span.start, span.end))
            .collect()
    };
    let (mine_spans, their_spans) = (spans(&mine), spans(&theirs));
    assert_eq!(mine_spans.len(), their_spans.len(), "{method:?}");
    for (a, b) in mine_spans.iter().zip(&their_spans) {
        assert_eq!((a.0, a.1, a.2), (b.0, b.1, b.2), "{method:?}");
        assert!(same(a.3, b.3) && same(a.4, b.4), "{a:?} {b:?}");
    }
    let marks = |results: &replication::study::Results| results.schedule.marks().len();
    assert_eq!(marks(&mine), marks(&theirs), "{method:?}");
    let courses = mine.first.course.iter().zip(&theirs.first.course);
    assert_eq!(mine.first.course.len(), theirs.first.course.len());
    for (a, b) in courses {
        assert!(same(*a, *b), "{method:?}: {a} {b}");
    }
    assert_eq!(mine.first.pauses.len(), theirs.first.pauses.len());
}

#[test]
fn rewritten_rules_come_to_the_numbers_of_the_built_in_ones() {
    let all = [
        small(),
        Parameters {
            traces: Source::Bursts,
            processors: 8,
            problem_size: 0.1,
            ..small()
        },
    ];
    for of in all {
        twins(EQUAL, Method::Equal, Strategy::Equal, &of, true);
        twins(STATIC, Method::Static, Strategy::Static, &of, false);
        twins(DYNAMIC, Method::Dynamic, Strategy::Dynamic, &of, false);
        for replication in [
            Replication::Thesis,
            Replication::Causal,
            Replication::Dependent,
        ] {
            let of = Parameters {
                replication,
                ..of.clone()
            };
            let (two, replicate) = (Method::Replicate(2), Strategy::Replicate);
            twins(COPIES, two, replicate, &of, true);
        }
        let four = COPIES.replace("copies: 2", "copies: 4");
        let copies = Parameters { copies: 4, ..of };
        twins(
            &four,
            Method::Replicate(4),
            Strategy::Replicate,
            &copies,
            true,
        );
    }
}

#[test]
fn copies_that_are_chosen_anew_before_every_iteration_are_those_of_one_answer() {
    let each = COPIES.replace(", iterations: history.left", "");
    let even = Parameters {
        iterations: 104,
        ..small()
    };
    let (two, replicate) = (Method::Replicate(2), Strategy::Replicate);
    twins(&each, two, replicate, &even, true);
    let shares = EQUAL.replace("iterations: history.left", "copies: 1");
    twins(&shares, Method::Equal, Strategy::Equal, &small(), true);
}

#[test]
fn predictors_and_pessimism_are_those_of_balancing() {
    for quantile in [None, Some(0.8)] {
        let of = Parameters {
            predictor: forecast::Method::SlidingMedian,
            quantile,
            ..small()
        };
        twins(DYNAMIC, Method::Dynamic, Strategy::Dynamic, &of, false);
    }
}

/// The times of all runs of a strategy without noise: it takes 1,000 ms to set shares, nothing to send.
fn costs(code: &str) -> f64 {
    let plain = Parameters {
        noise: 0.0,
        send_time: 0.0,
        finalize_time: 0.0,
        rescheduling_time: 1_000.0,
        rescheduling_scales: false,
        rescheduling_exponent: 0.0,
        runs: 1,
        iterations: 100,
        ..small()
    };
    let (_, results) = Study::new(&own(code, plain))
        .unwrap()
        .run(&mut Silent)
        .unwrap();
    results.of(Method::Own).unwrap().spent.rescheduling / 4.0
}

#[test]
fn shares_take_a_rescheduling_time_and_changes_of_copies_their_factor_of_it() {
    let steps = |steps: &str| {
        costs(&format!(
            "fn decide(history) {{\n let all = [{steps}];\n let place = history.done / 10;\n if place < all.len {{ let now = all[place]; now.iterations = 10; return now; }}\n #{{ iterations: 10 }} }}"
        ))
    };
    let equal = "#{ shares: [0.25, 0.25, 0.25, 0.25] }";
    // The setting at the beginning costs nothing, unless shares are set.
    assert_eq!(steps("#{ copies: 4 }"), 0.0);
    assert_eq!(steps(equal), 1_000.0);
    assert_eq!(steps(&format!("#{{}}, {equal}, #{{}}, {equal}")), 2_000.0);
    assert_eq!(steps("#{}, #{ copies: 2 }"), 1_400.0);
    assert_eq!(steps("#{}, #{ copies: 2 }, #{}, #{ copies: 2 }"), 1_400.0);
    assert_eq!(steps("#{ copies: 2 }, #{ copies: 1 }"), 600.0);
    assert_eq!(steps("#{ copies: 2 }, #{ copies: 4 }"), 1_400.0);
    // Shares that end copies are set by the change.
    assert_eq!(
        steps(&format!("#{{ copies: 2 }}, {equal}, {equal}")),
        1_600.0
    );
    // After the last iteration nothing is asked.
    let last = format!("#{{}}{}", ", #{}".repeat(8));
    assert_eq!(steps(&format!("{last}, {equal}, {equal}")), 1_000.0);
}

#[test]
fn what_is_handed_is_what_was_measured() {
    let code = "fn decide(history) {\n if history.done == 20 { throw `${history}`; }\n #{ iterations: 10, copies: if history.done < 10 { 2 } else { 1 } } }";
    let of = Parameters {
        runs: 1,
        noise: 0.0,
        ..small()
    };
    let Err(Error::Stopped(report)) = ran(&own(code, of.clone())) else {
        panic!("it is not stopped")
    };
    let value = |asked: &report::Asked, name: &str| {
        let name = format!("history.{name}");
        let one = asked.handed.iter().find(|one| one.name == name).unwrap();
        one.value.clone()
    };
    let number = |asked: &report::Asked, name: &str| value(asked, name).parse::<f64>().unwrap();
    let [first, second, third] = report.asked.as_slice() else {
        panic!("{:?}", report.asked)
    };
    assert_eq!(
        (value(first, "runtimes"), value(first, "predicted")),
        ("[]".into(), "[]".into())
    );
    assert_eq!(value(first, "shares"), "[0.25, 0.25, 0.25, 0.25]");
    assert_eq!(number(first, "left"), 105.0);
    // Five iterations with two copies each stand for ten.
    assert_eq!(
        (number(second, "done"), number(second, "copies")),
        (10.0, 2.0)
    );
    assert_eq!(
        (number(third, "done"), number(third, "copies")),
        (20.0, 1.0)
    );
    let to_shares = number(second, "to_shares");
    assert!(same(to_shares, 0.6 * number(second, "rescheduling")));
    assert!(same(number(second, "now"), 5.0 * number(second, "took")));
    let all = number(second, "now") + to_shares + 10.0 * number(third, "took");
    assert!(same(number(third, "now"), all));
    // All pairs send, and the time of each depends on its nodes' distance.
    assert!(
        number(third, "synchronising") > 0.0
            && number(third, "took") > number(third, "synchronising")
    );
    let schedule = report.schedule.as_ref().unwrap();
    assert!(same(schedule.makespan(), third.at.unwrap()));
    assert_eq!(third.about, "after 20\u{a0}iterations");
}

/// The error that stopped a run, with its report.
fn stopped(code: &str, of: Parameters) -> (String, Report) {
    trial::stopped(ran(&own(code, of)))
}

#[test]
fn a_wrong_strategy_is_told_with_run_and_processors_where_there_are_several() {
    let code = |wrong: u32| {
        format!("fn decide(h) {{ if h.processors == {wrong} {{ throw \"no\"; }} #{{ }} }}")
    };
    let of = |topic, runs| Parameters {
        topic,
        runs,
        ..small()
    };
    for (wrong, topic, runs, place) in [
        (4, Topic::Strategies, 1, "at the beginning"),
        (4, Topic::Strategies, 3, "in run 1, at the beginning"),
        (2, Topic::Processors, 1, "on 2 processors, at the beginning"),
        (
            2,
            Topic::Processors,
            3,
            "in run 1, on 2 processors, at the beginning",
        ),
    ] {
        let (told, _) = stopped(&code(wrong), of(topic, runs));
        assert!(
            told.contains(&format!("; it was asked {place}, at 0")),
            "{told}"
        );
    }
    // A strategy that stops no run before one that lasts longer than the first.
    let late = |limit: &str| {
        let code = "fn decide(h) { if h.done == 10 && h.now > LIMIT { throw `now ${h.now};`; } #{ iterations: 10 } }";
        let (told, _) = stopped(&code.replace("LIMIT", limit), of(Topic::Strategies, 12));
        let now = told.split("now ").nth(1).unwrap().split(';').next();
        let run = told.split("; it was asked in run ").nth(1).unwrap();
        let run: u32 = run.split(',').next().unwrap().parse().unwrap();
        (now.unwrap().to_owned(), run)
    };
    let (first, run) = late("0.0");
    assert_eq!(run, 1);
    assert!(late(&first).1 > 1);
}

#[test]
fn a_wrong_strategy_is_told_with_line_and_values_and_leaves_the_schedule_up_to_there() {
    for (answer, why) in [
        (
            "2",
            "decide answered a number, 2; a map is needed, such as #{ copies: 2 }",
        ),
        (
            "\"two\"",
            "decide answered a text, “two”; a map is needed, such as #{ copies: 2 }",
        ),
        (
            "#{ copy: 2 }",
            "decide answered “copy”; allowed: copies, shares and iterations",
        ),
        (
            "#{ copies: 3 }",
            "3 copies do not divide 4 processors; allowed: 1, 2, 4",
        ),
        (
            "#{ copies: 8 }",
            "8 copies do not divide 4 processors; allowed: 1, 2, 4",
        ),
        ("#{ copies: 0 }", "copies is 0; it must be at least 1"),
        ("#{ copies: -2 }", "copies is -2; it must be at least 1"),
        (
            "#{ copies: 1.5 }",
            "copies is 1.5; a whole number is needed",
        ),
        (
            "#{ copies: 0.0 / 0.0 }",
            "copies is NaN; a whole number is needed",
        ),
        (
            "#{ copies: 1e300 }",
            "copies do not divide 4 processors; allowed: 1, 2, 4",
        ),
        (
            "#{ copies: [2] }",
            "copies is a list, [2]; a whole number is needed",
        ),
        (
            "#{ iterations: 0 }",
            "iterations is 0; it must be at least 1",
        ),
        (
            "#{ shares: 0.25 }",
            "shares is a number, 0.25; a list of 4 numbers is needed",
        ),
        (
            "#{ shares: [0.5, 0.5] }",
            "shares has 2 of 4 numbers: one for each processor is needed",
        ),
        (
            "#{ shares: [0.3, 0.3, 0.3, 0.3] }",
            "the shares sum to 1.2, not to 1: divide each of them by their sum",
        ),
        (
            "#{ shares: [1.5, -0.5, 0.0, 0.0] }",
            "share 2 is -0.5; a share must be 0 or more",
        ),
        (
            "#{ shares: [0.5, 0.0 / 0.0, 0.25, 0.25] }",
            "share 2 is NaN; a share must be 0 or more",
        ),
        (
            "#{ shares: [1.0 / 0.0, 0, 0, 0] }",
            "the shares sum to ∞, not to 1: divide each of them by their sum",
        ),
        (
            "#{ shares: [0.25, (), 0.25, 0.25] }",
            "share 2 is nothing; a number is needed",
        ),
        (
            "#{ copies: 2, shares: [0.25, 0.25, 0.25, 0.25] }",
            "decide answered 2 copies and shares; with copies all shares are equal: name one of both",
        ),
        (
            "#{ copies: 1e300 }",
            "1e300 copies do not divide 4 processors; allowed: 1, 2, 4",
        ),
        ("throw \"no idea\"", "no idea"),
        ("history.runtime[0]", ""),
    ] {
        let answer = match answer.starts_with("throw") {
            true => format!("{answer};"),
            false => format!("return {answer};"),
        };
        let code = format!(
            "// Wrong later.\nfn decide(history) {{\n  if history.done == 30 {{ {answer} }}\n  #{{ iterations: 10 }}\n}}"
        );
        let (told, report) = stopped(&code, small());
        let line = report.stopped.as_ref().unwrap().problems[0]
            .spot
            .unwrap()
            .line;
        assert!((2..=3).contains(&line), "{told}");
        assert!(
            told.starts_with(&format!("code: line {line}: ")) && told.contains(why),
            "{told}"
        );
        assert!(
            told.contains("; it was asked in run 1, after 30\u{a0}iterations, at "),
            "{told}"
        );
        assert_eq!(
            report.headline,
            format!("Line {line} of your strategy stopped the run")
        );
        assert_eq!(
            report.asked.last().unwrap().about,
            "after 30\u{a0}iterations"
        );
        // All that happened before is there, and nothing later.
        let schedule = report.schedule.unwrap();
        assert!(same(
            schedule.makespan(),
            report.asked.last().unwrap().at.unwrap()
        ));
        assert_eq!(schedule.marks().len(), 30);
    }
}

#[test]
fn the_end_of_a_stopped_run_is_shown_and_a_later_run_can_be_the_one() {
    let late = "fn decide(history) {\n if history.done == 90 && random() < 0.5 { 1 } }";
    let of = Parameters {
        shown: 12,
        runs: 40,
        ..small()
    };
    let (told, report) = stopped(late, of.clone());
    let schedule = report.schedule.as_ref().unwrap();
    assert_eq!(schedule.marks().len(), 12);
    let last = report.asked.last().unwrap();
    assert!(same(schedule.makespan(), last.at.unwrap()), "{told}");
    // A run is stopped at the same place again.
    assert_eq!(stopped(late, of).0, told);
    let at_once = stopped("fn decide(history) { 1 }", small()).1;
    assert!(at_once.schedule.is_none() && at_once.asked.len() == 1);
    let unread = ran(&own("fn decide() { 1 }", small())).unwrap_err();
    assert_eq!(
        unread.to_string(),
        "code: line 1: decide takes 0 values here; it is asked as fn decide(history)"
    );
}

#[test]
fn what_is_not_named_stays_and_fewer_iterations_than_copies_change_nothing() {
    // Two copies, named once; the last of 105 iterations stands with the one before.
    let once = "fn decide(history) { if history.done == 0 { #{ copies: 2 } } }";
    let each = "fn decide(history) { #{ copies: 2 } }";
    let total = |code: &str| {
        let study = Study::new(&own(code, small())).unwrap();
        let (_, results) = study.run(&mut Silent).unwrap();
        results.of(Method::Own).unwrap().totals.clone()
    };
    assert_eq!(total(once), total(each));
    // One copy until one iteration is left, for which two copies are too many.
    let last = "fn decide(history) { if history.left == 1 { #{ copies: 2 } } else { #{ iterations: history.left - 1 } } }";
    assert_eq!(total(last), total(EQUAL));
}

#[test]
fn one_processor_is_never_asked() {
    let alone = Parameters {
        processors: 1,
        copies: 1,
        ..small()
    };
    ran(&own("fn decide(history) { throw \"asked\" }", alone)).unwrap();
    let several = Parameters {
        topic: Topic::Processors,
        ..small()
    };
    let report = ran(&own(COPIES, several)).unwrap();
    assert!(
        report.headline.contains("our own strategy"),
        "{}",
        report.headline
    );
    assert!(!report.asked.is_empty());
}

#[test]
fn what_was_asked_is_listed_and_what_was_printed_stands_beside_its_iteration() {
    let of = Parameters {
        iterations: 205,
        ..small()
    };
    let each = TRIAL.replace(
        "    let speed",
        "    print(`after ${history.done}`);\n    let speed",
    );
    let report = ran(&own(&each, of)).unwrap();
    assert!(
        report.headline.starts_with("Your own strategy"),
        "{}",
        report.headline
    );
    let first = &report.asked[0];
    assert_eq!(
        (first.number, first.about.as_str(), first.at),
        (1, "at the beginning", Some(0.0))
    );
    let worlds = report.worlds.unwrap();
    assert_eq!(
        [&worlds.without, &worlds.with],
        ["Equal shares", "Your own strategy"]
    );
    let said =
        |reason: &&report::worlds::Reason| reason.text.contains("your strategy says: “after 1");
    let reasons: Vec<_> = worlds.reasons.iter().filter(said).collect();
    assert!(reasons.len() > 1 && reasons.iter().all(|reason| reason.with));
    // After 50 iterations with two copies, which are 25 in the schedule.
    let text = &reasons[0].text;
    let numbers: Vec<u32> = text
        .split(|one: char| !one.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    assert_eq!(numbers[0], numbers[1] + 1 - 25, "{text}");
}

#[test]
fn another_text_is_not_taken_for_the_one_before() {
    let mut cache = Cache::default();
    let mut told = |parameters: &Parameters| {
        let ran = cache.run_sampled(parameters, &mut Silent).unwrap();
        format!("{ran:?}")
    };
    let alone = |parameters: &Parameters| {
        format!(
            "{:?}",
            replication::run_sampled(parameters, &mut Silent).unwrap()
        )
    };
    let moves = [
        own(DYNAMIC, small()),
        own(COPIES, small()),
        small(),
        own(DYNAMIC, small()),
        own(
            DYNAMIC,
            Parameters {
                smoothing: 0.9,
                ..small()
            },
        ),
        own(
            TRIAL,
            Parameters {
                rescheduling_time: 9.0,
                ..small()
            },
        ),
    ];
    for to in &moves {
        assert!(told(to) == alone(to), "{}", to.code);
    }
}

#[test]
fn presets_and_the_guide_have_strategies_that_run() {
    let presets: serde_json::Value = serde_json::from_str(include_str!("../presets.json")).unwrap();
    let codes = presets.as_array().unwrap().iter();
    let codes: Vec<_> = codes
        .filter_map(|preset| preset["values"]["code"].as_str())
        .collect();
    assert_eq!(codes, [DYNAMIC, TRIAL]);
    let guide = include_str!("../../../docs/strategies.md");
    let blocks = guide.split("```rhai\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut own_ones: Vec<&str> = blocks
        .filter(|block| block.contains("fn decide("))
        .collect();
    assert_eq!(own_ones.len(), 1);
    let usual = Parameters::default().code;
    own_ones.push(&usual);
    for code in own_ones {
        for topic in [
            Topic::Strategies,
            Topic::Processors,
            Topic::Intervals,
            Topic::Decision,
        ] {
            let of = Parameters { topic, ..small() };
            ran(&own(code, of)).unwrap_or_else(|error| panic!("{code}{error}"));
        }
    }
}

/// Answers; most of them are allowed on four processors.
fn answers(wrong: bool) -> impl proptest::strategy::Strategy<Value = String> {
    let mut parts = vec![
        "#{}",
        "()",
        "#{ copies: 1 }",
        "#{ copies: 2, iterations: 3 }",
        "#{ copies: 4, iterations: 9 }",
        "#{ shares: [0.1, 0.2, 0.3, 0.4], iterations: 2 }",
        "#{ shares: [0.25, 0.25, 0.25, 0.25], copies: 1 }",
        "#{ shares: [1, 0, 0, 0] }",
        "#{ iterations: 7 }",
        "#{ iterations: 9223372036854775807 }",
    ];
    if wrong {
        parts.extend([
            "#{ copies: 3 }",
            "#{ copies: history }",
            "#{ shares: history.runtimes }",
            "#{ shares: [], copies: 2 }",
            "#{ iterations: -9223372036854775808 }",
            "#{ iterations: 1e300 }",
            "history",
            "history.shares",
            "#{ a: #{ b: [()] } }",
            "this",
        ]);
    }
    let some = proptest::collection::vec(proptest::sample::select(parts), 1..8);
    some.prop_map(|some| {
        let list = some.join(", ");
        format!(
            "fn decide(history) {{ let all = [{list}]; all[random(0, {})] }}",
            some.len() - 1
        )
    })
}

proptest! {
    #![proptest_config(trial::random(48))]

    #[test]
    fn all_time_of_all_processors_is_told(code in answers(false), iterations in 1_u32..90, causal: bool) {
        let replication = if causal { Replication::Causal } else { Replication::Thesis };
        let of = Parameters { iterations, replication, runs: 1, copies: 1, ..small() };
        let (_, results) = Study::new(&own(&code, of)).unwrap().run(&mut Silent).unwrap();
        let measured = results.of(Method::Own).unwrap();
        // The schedule is whole, and each processor is busy or waits all the time.
        let time = 4.0 * results.schedule.makespan();
        prop_assert!((measured.spent.sum() - time).abs() < 1e-9 * time, "{} {time}", measured.spent.sum());
        prop_assert_eq!(results.first.course.len(), iterations as usize);
        let pauses: f64 = results.first.pauses.iter().map(|(_, pause)| pause).sum();
        let all = results.first.course.iter().sum::<f64>() + pauses;
        prop_assert!((measured.totals[0] - all).abs() < 1e-9 * all, "{} {all}", measured.totals[0]);
    }

    #[test]
    fn whatever_is_answered_ends_in_a_report_or_in_words(code in answers(true), iterations in 1_u32..60) {
        let of = || own(&code, Parameters { iterations, runs: 2, copies: 1, ..small() });
        let told = |ran: Result<Report, Error>| match ran {
            Ok(report) => report.fingerprint(),
            Err(error @ Error::Stopped(_)) => error.to_string(),
            Err(error) => panic!("{code}: {error}"),
        };
        let first = told(ran(&of()));
        prop_assert!(!first.is_empty());
        prop_assert_eq!(first, told(ran(&of())));
    }
}
