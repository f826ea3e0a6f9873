//! Strategies of one's own: each built-in rule as a strategy sizes chunks as the built-in one does, and wrong ones are
//! reported.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::parameters::{Scheduler, Spacing, Topic, Variation, Workers};
use divisible::settings::Order;
use divisible::{Divisible, Parameters};
use laboratory::{Error, Laboratory as _};
use report::{Report, Silent};

const AS4DR: &str = include_str!("../strategies/as4dr.rhai");
const BASELINE: &str = include_str!("../strategies/baseline.rhai");
const RELAXED: &str = include_str!("../strategies/relaxed.rhai");
const SMOOTHED: &str = include_str!("../strategies/smoothed.rhai");

/// Two clusters, so that a strategy begins anew in each, and few runs.
fn small() -> Parameters {
    Parameters {
        horizon: 900.0,
        clusters: 2,
        runs: 2,
        variation: Variation::Walks,
        ..Parameters::default()
    }
}

fn ran(parameters: &Parameters) -> Result<Report, Error> {
    Divisible::run(parameters, &mut (), &mut Silent).map(|(report, _)| report)
}

fn own(code: &str, of: Parameters) -> Parameters {
    Parameters {
        scheduler: Scheduler::Own,
        code: code.into(),
        relaxation: 1.0,
        smoothing: 1.0,
        ..of
    }
}

/// The figures and the schedule of a run under the scheduler of the scenario.
fn figures(report: &Report) -> Vec<u64> {
    let schedule = report.schedule.as_ref().unwrap();
    let spans = schedule
        .spans()
        .flat_map(|span| [span.start.to_bits(), span.end.to_bits()]);
    let figures = report.figures.iter().map(|figure| figure.value.to_bits());
    spans.chain(figures).collect()
}

#[test]
fn rewritten_rules_size_chunks_as_the_built_in_ones_do_to_the_bit() {
    let finite = |of: Parameters| Parameters {
        topic: Topic::Finite,
        clusters: 1,
        ..of
    };
    let built_in = |scheduler: Scheduler| Parameters {
        scheduler,
        ..small()
    };
    let relaxed = Parameters {
        relaxation: 0.5,
        ..built_in(Scheduler::As4dr)
    };
    let smoothed = Parameters {
        smoothing: 0.5,
        ..built_in(Scheduler::As4dr)
    };
    // OLMR serves any worker that is ready, without spacing, and sizes chunks as AS4DR does.
    let olmr = |of: Parameters| Parameters {
        order: Order::Fifo,
        spacing: Spacing::None,
        ..of
    };
    for (known, code) in [
        (built_in(Scheduler::As4dr), AS4DR),
        (built_in(Scheduler::Baseline), BASELINE),
        (olmr(built_in(Scheduler::Olmr)), AS4DR),
        (relaxed, RELAXED),
        (smoothed, SMOOTHED),
    ] {
        for known in [known.clone(), finite(known)] {
            let mine = ran(&own(code, known.clone())).unwrap();
            assert_eq!(
                figures(&mine),
                figures(&ran(&known).unwrap()),
                "{:?} {code}",
                known.topic
            );
        }
    }
}

#[test]
fn more_is_left_of_an_endless_stream_than_any_chunk_takes() {
    let code = "fn chunk(worker, last) {
        if worker.remaining > worker.first && worker.first <= worker.remaining { return worker.first; }
        throw \"the end\"
    }";
    assert!(ran(&own(code, small())).is_ok());
}

/// The reason that stopped a run, with its report.
fn stopped(code: &str, of: Parameters) -> (String, Report) {
    trial::stopped(ran(&own(code, of)))
}

#[test]
fn a_wrong_strategy_is_told_with_line_and_values_and_leaves_the_schedule_up_to_there() {
    for (answer, why) in [
        ("0", "chunk answered 0; a chunk must be more than 0"),
        ("-1.5", "chunk answered -1.5; a chunk must be more than 0"),
        (
            "0.0 / 0.0",
            "chunk answered NaN; a chunk must be more than 0",
        ),
        (
            "1e13",
            "chunk answered 10000000000000; at most 1000000000000 is allowed",
        ),
        (
            "\"much\"",
            "chunk answered a text, “much”; a size in units of load is needed",
        ),
        (
            "[1.0]",
            "chunk answered a list, [1]; a size in units of load is needed",
        ),
        (
            "()",
            "chunk answered nothing; a size in units of load is needed",
        ),
    ] {
        // The third chunk of the second worker.
        let code = format!(
            "// Wrong later.\nfn chunk(worker, last) {{\n  if worker.number == 2 && worker.round == 3 {{ return {answer}; }}\n  worker.first\n}}"
        );
        let (told, report) = stopped(&code, small());
        let expected = format!("code: line 2: {why}; it was asked for chunk 3 of w1 at ");
        assert!(told.starts_with(&expected), "{told}");
        assert_eq!(report.headline, "Line 2 of your strategy stopped the run");
        let stopped = report.stopped.unwrap();
        assert_eq!(stopped.problems[0].spot.map(|spot| spot.line), Some(2));
        let asked = report.asked.last().unwrap();
        assert_eq!(asked.about, "chunk 3 of w1");
        // The schedule has all earlier sendings, and no later one.
        let schedule = report.schedule.unwrap();
        assert!(schedule.len() > 20, "{}", schedule.len());
        assert!((schedule.makespan() - asked.at.unwrap()).abs() < 1e-9);
    }
    let finite = Parameters {
        topic: Topic::Finite,
        clusters: 1,
        load: 30.0,
        ..small()
    };
    let (told, report) = stopped("fn chunk(worker, last) { worker.first }", finite);
    assert!(
        told.contains("are left: answer at most worker.remaining; it was asked for chunk"),
        "{told}"
    );
    assert!(report.schedule.is_some());
}

#[test]
fn a_strategy_that_fails_at_once_or_cannot_be_read_has_no_schedule() {
    let (told, report) = stopped("fn chunk(worker, last) { last.size }", small());
    assert!(
        told.contains("it was asked for chunk 1 of w0 at 0"),
        "{told}"
    );
    assert!(report.schedule.is_none() && report.asked.len() == 1);
    let unread = ran(&own("fn chunk(worker) { 1 }", small())).unwrap_err();
    assert!(matches!(unread, Error::Rejected(_)));
    assert_eq!(
        unread.to_string(),
        "code: line 1: chunk takes 1 value here; it is asked as fn chunk(worker, last)"
    );
}

#[test]
fn tiny_chunks_end_a_run_in_words() {
    let drawn = Parameters {
        platform: Workers::Drawn,
        spacing: Spacing::None,
        latency: 0.0,
        send_latency: 0.0,
        return_latency: 0.0,
        ..small()
    };
    let (told, _) = stopped("fn chunk(worker, last) { 1e-6 }", drawn);
    assert!(
        told.contains("it cuts the stream into more than 100000 chunks"),
        "{told}"
    );
}

#[test]
fn what_was_asked_is_listed_and_what_was_printed_stands_beside_its_decision() {
    let parameters = own(SMOOTHED, small());
    let report = ran(&parameters).unwrap();
    let first = &report.asked[0];
    assert_eq!(
        (first.number, first.about.as_str(), first.at),
        (1, "chunk 1 of w0", Some(0.0))
    );
    let names: Vec<_> = first.handed.iter().map(|one| one.name.as_str()).collect();
    assert!(
        names.contains(&"worker.first") && names.contains(&"last"),
        "{names:?}"
    );
    let later = report
        .asked
        .iter()
        .find(|one| !one.printed.is_empty())
        .unwrap();
    assert!(later.handed.iter().any(|one| one.name == "last.duration"));
    let worlds = report.worlds.unwrap();
    assert_eq!(
        [&worlds.without, &worlds.with],
        ["AS4DR", "Your own strategy"]
    );
    let said = |reason: &&report::worlds::Reason| {
        reason
            .text
            .starts_with("Your strategy says of the next chunk of")
    };
    let reasons: Vec<_> = worlds.reasons.iter().filter(said).collect();
    assert!(!reasons.is_empty() && reasons.iter().all(|reason| reason.with));
    assert!(
        reasons[0].text.contains("off what is believed of it"),
        "{}",
        reasons[0].text
    );
}

#[test]
fn presets_and_the_guide_have_strategies_that_run() {
    let presets: serde_json::Value = serde_json::from_str(include_str!("../presets.json")).unwrap();
    let codes = presets.as_array().unwrap().iter();
    let codes: Vec<_> = codes
        .filter_map(|preset| preset["values"]["code"].as_str())
        .collect();
    assert_eq!(codes, [AS4DR, SMOOTHED]);
    let guide = include_str!("../../../docs/strategies.md");
    let blocks = guide.split("```rhai\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut own_ones: Vec<&str> = blocks.filter(|block| block.contains("fn chunk(")).collect();
    assert_eq!(own_ones.len(), 1);
    let usual = Parameters::default().code;
    own_ones.push(&usual);
    for code in own_ones {
        let finite = Parameters {
            topic: Topic::Finite,
            clusters: 1,
            ..small()
        };
        for of in [small(), finite] {
            ran(&own(code, of)).unwrap_or_else(|error| panic!("{code}{error}"));
        }
    }
}
