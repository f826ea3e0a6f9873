//! AS4DR beside BS over inaccuracies, depths and targets.

use divisible::experiment::Experiment;
use divisible::parameters::{Scheduler, Variation};
use divisible::speeds::Steps;
use divisible::streams;
use divisible::study::watched;
use divisible::watch::{Round, Unwatched};
use divisible::{Parameters, Platform};
use proptest::prelude::*;
use report::number::fixed;
use report::table::Cell;
use report::words::{percent, seconds};
use schedule::Off;
use serde_json::{Map, Value, json};

use super::{Order, random, report, scenario};

/// The use of the processors in each run.
fn uses(parameters: &Parameters, scheduler: Scheduler) -> Vec<f64> {
    let one = |run| {
        let experiment = Experiment::of(parameters, scheduler, run).unwrap();
        let (clusters, settings) = (&experiment.clusters, &experiment.settings);
        let together = streams::simulate(
            clusters,
            settings,
            &experiment.stream,
            &mut Off,
            &mut Unwatched,
        )
        .unwrap();
        let workers = clusters.iter().flat_map(Platform::workers).count() as f64;
        let accounts = together
            .clusters
            .iter()
            .flat_map(|one| one.workers.iter().map(|w| (w, one.elapsed)));
        let idle = accounts
            .map(|(w, elapsed)| (w.inter + w.intra + w.latency + w.startup + w.cleanup) / elapsed);
        1.0 - idle.sum::<f64>() / workers
    };
    (0..parameters.runs).map(one).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The order that the differences of two shares show, slowly: their interval excludes 0.
fn verdict(subject: &[f64], baseline: &[f64]) -> Order {
    let differences: Vec<f64> = subject
        .iter()
        .zip(baseline)
        .map(|(own, other)| own - other)
        .collect();
    let number = differences.len() as f64;
    let middle = mean(&differences);
    let variance = differences
        .iter()
        .map(|one| (one - middle) * (one - middle))
        .sum::<f64>()
        / (number - 1.0);
    let half = match differences.len() {
        1 => 0.0,
        _ => statistics::quantile(differences.len() - 1) * (variance / number).sqrt(),
    };
    match () {
        () if differences.iter().all(|one| one.abs() <= 1e-9) => Order::Equal,
        () if middle - half > 1e-9 => Order::Faster(middle),
        () if middle + half < -1e-9 => Order::Slower(middle),
        () => Order::Unclear,
    }
}

/// A use beside another in words; sums in another order differ by a bit, which may decide a digit.
fn change(subject: &[f64], baseline: &[f64], off: f64) -> String {
    let much = 100.0 * off * (mean(subject) - mean(baseline)).abs();
    let points = match much {
        much if much < 0.005 => "under 0.01".to_owned(),
        much if much < 0.05 => fixed(much, 2),
        much => fixed(much, 1),
    };
    let run = match subject.len() {
        1 => " in the only run",
        _ => "",
    };
    match verdict(subject, baseline) {
        Order::Faster(_) => format!("{points} percentage points more{run}"),
        Order::Slower(_) => format!("{points} percentage points less{run}"),
        Order::Equal => "no difference".into(),
        Order::Unclear => "no clear difference".into(),
    }
}

fn changed_is_so(
    text: &str,
    rest: &Value,
    varied: fn(&Parameters, f64) -> Parameters,
    to: f64,
) -> Result<(), TestCaseError> {
    let (headline, parameters) = (report(text, rest).headline, scenario(text, rest));
    // The number in the sentence for a scheduler, with its relation to the other one in words.
    let said = |scheduler| {
        let (from, to) = (
            uses(&varied(&parameters, 0.0), scheduler),
            uses(&varied(&parameters, to), scheduler),
        );
        let bits = [1.0 - 1e-12, 1.0 + 1e-12];
        bits.map(|own| bits.map(|other| (but_all(own * mean(&to)), change(&to, &from, other))))
            .concat()
    };
    let (_, first) = headline
        .split_once("adaptive scheduling (AS4DR) uses the processors ")
        .unwrap();
    let (first, second) = first.split_once("), baseline scheduling (BS) ").unwrap();
    let of_first = said(Scheduler::As4dr);
    prop_assert!(
        of_first.iter().any(|(used, change)| {
            let how = first.strip_prefix(&format!("{used} of the time ({change} "));
            how.is_some_and(|how| {
                how.starts_with("than with ") == change.contains(" percentage points ")
            })
        }),
        "{headline}: {of_first:?}"
    );
    // The first relation names the unit of points.
    let short = first.contains("percentage points");
    let of_second = said(Scheduler::Baseline);
    prop_assert!(
        of_second.iter().any(|(used, change)| {
            let change = if short {
                change.replace(" percentage points", "")
            } else {
                change.clone()
            };
            second == format!("{used} ({change})")
        }),
        "{headline}: {of_second:?}"
    );
    Ok(())
}

/// Both uses and their difference, where nothing varies that the topic could compare.
fn compared_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (headline, parameters) = (report(text, rest).headline, scenario(text, rest));
    let (own, other) = (
        uses(&parameters, Scheduler::As4dr),
        uses(&parameters, Scheduler::Baseline),
    );
    let bits = [1.0 - 1e-12, 1.0 + 1e-12];
    let said = bits
        .map(|a| bits.map(|b| bits.map(|c| (a, b, c))))
        .concat()
        .concat();
    let said = said.iter().any(|(a, b, c)| {
        let (with, without) = (but_all(a * mean(&own)), but_all(b * mean(&other)));
        let than = match change(&own, &other, *c) {
            points if points.contains("percentage points") => format!("{points} than"),
            same if same == "no difference" => "without a difference from".to_owned(),
            _ => "without a clear difference from".to_owned(),
        };
        headline.ends_with(&format!(
            "(AS4DR) uses the processors {with} of the time, {than} baseline scheduling (BS) with {without}"
        ))
    });
    prop_assert!(said, "{headline}: {own:?}, {other:?}");
    Ok(())
}

/// The chunks of each worker, round by round, under AS4DR.
fn chunks(parameters: &Parameters) -> Vec<Vec<f64>> {
    let Experiment {
        clusters,
        settings,
        stream,
        ..
    } = Experiment::of(parameters, Scheduler::As4dr, 0).unwrap();
    let mut chunks = vec![Vec::new(); clusters[0].workers().len()];
    let mut each = |round: &Round| chunks[round.worker as usize].push(round.size);
    watched(&clusters[0], &settings, &stream, &mut each).unwrap();
    chunks
}

/// The subject in the headline falls, and chunks follow it where the reason says so.
fn falling_is_so(report: &report::Report, parameters: &Parameters) -> Result<(), TestCaseError> {
    let platform = divisible::experiment::platform(parameters, 0).unwrap();
    let falls = |steps: &Steps| {
        let mut dates = steps.iter().filter(|one| one.0 < parameters.horizon);
        dates.any(|one| one.1 != 1.0)
    };
    let profiles: Vec<_> = platform.workers().iter().map(|one| &one.profile).collect();
    let compute = profiles.iter().filter(|one| falls(&one.compute)).count();
    let links = profiles
        .iter()
        .filter(|one| falls(&one.send) || falls(&one.receive))
        .count();
    let headline = &report.headline;
    if headline.starts_with("With a link") || headline.starts_with("With links") {
        prop_assert!(compute == 0, "{headline}");
        prop_assert!(headline.contains(" bandwidth"), "{headline}");
    } else if headline.starts_with("With ") {
        prop_assert!(compute > 0 || parameters.runs > 1, "{headline}");
    }
    if headline.starts_with("With a ") {
        prop_assert!(compute.max(links) <= 1, "{headline}");
        prop_assert_eq!(
            headline.contains("whose speeds fall"),
            compute > 0 && links > 0
        );
    }
    if !report
        .why
        .contains("AS4DR needs a few rounds until its chunk fits again")
    {
        prop_assert!(compute == 0, "{}", report.why);
        let constant = Parameters {
            variation: Variation::Constant,
            ..parameters.clone()
        };
        for (varied, constant) in chunks(parameters).iter().zip(chunks(&constant)) {
            let pairs = varied.iter().zip(constant);
            let mut off = pairs.map(|(one, other)| (one / other - 1.0).abs());
            prop_assert!(off.all(|off| off < 1e-6), "{}", report.why);
        }
    }
    Ok(())
}

/// The depth of the figures of merit, from a note, is the requested one, which is compared with the others.
fn depth_is_told(report: &report::Report, asked: f64, fall: f64) -> Result<(), TestCaseError> {
    let rows = &report.tables[0].rows;
    let depths: Vec<f64> = rows
        .iter()
        .map(|row| row[0].text().trim_start_matches("δ = ").parse().unwrap())
        .collect();
    let mut notes = report.notes.iter();
    let told = notes.find_map(|note| {
        note.strip_prefix("Headline, figures of merit and charts over time are those of δ = ")
    });
    let depth: f64 = told.unwrap().trim_end_matches('.').parse().unwrap();
    prop_assert_eq!(depth, asked);
    prop_assert!(depths.is_sorted(), "{depths:?}");
    // The figures are those of its row.
    let row = depths.iter().position(|one| *one == asked).unwrap();
    for (column, key) in [(1, "efficiency"), (2, "efficiency_bs")] {
        let Cell::Figure(told) = &rows[row][column] else {
            panic!("{rows:?}")
        };
        prop_assert_eq!(told.value, super::figure(report, key));
    }
    let said = format!(" {}, ", percent(fall, 0));
    let falls = report.headline.starts_with("With ");
    prop_assert!(
        !falls || report.headline.contains(&said),
        "{}: {said}",
        report.headline
    );
    Ok(())
}

/// A headline says that speeds fall only where one falls before the end of a run; a duration of BS's rounds is no estimate
/// of one worker.
fn varied_is_so(text: &str, rest: &Value, asked: f64) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let depth = asked;
    falling_is_so(&report, &parameters)?;
    // The greatest change of a speed within any run.
    let fall = (0..parameters.runs).map(|run| {
        let platform = divisible::experiment::platform(&parameters, run).unwrap();
        let changes = platform.workers().iter().flat_map(|one| {
            let profile = &one.profile;
            let speeds = [&profile.compute, &profile.send, &profile.receive];
            let dates = speeds.into_iter().flat_map(Steps::iter);
            let dates = dates.filter(|one| one.0 < parameters.horizon);
            dates.map(|one| (1.0 - one.1).abs()).collect::<Vec<f64>>()
        });
        changes.fold(0.0, f64::max)
    });
    let fall = fall.fold(0.0, f64::max);
    depth_is_told(&report, asked, fall)?;
    let falls = fall > 0.0;
    let never = format!("No speed falls within {}: ", seconds(parameters.horizon));
    prop_assert_eq!(
        report.headline.starts_with(&never),
        !falls,
        "{}",
        report.headline
    );
    prop_assert!(!report.why.contains("rounds take"), "{}", report.why);
    let all = matches!(rest["variation"].as_str(), Some("mixed" | "walks"));
    let note = report
        .notes
        .iter()
        .any(|note| note.contains("all speeds of a ring fall"));
    let workers = divisible::experiment::platform(&parameters, 0).unwrap();
    let ring = parameters.order == divisible::settings::Order::Ring && workers.workers().len() > 1;
    let computes = !matches!(rest["varied"].as_str(), Some("send" | "return"));
    prop_assert_eq!(
        note,
        all && asked > 0.8 && ring && computes,
        "{:?}",
        report.notes
    );
    let waits = report.why.contains("workers of a ring may wait");
    prop_assert_eq!(waits, falls && ring && computes, "{}", report.why);
    if !falls {
        let mut rest = rest.clone();
        rest["depth"] = json!(depth);
        return compared_is_so(text, &rest);
    }
    let depth_of = |from: &Parameters, depth| Parameters {
        depth,
        ..from.clone()
    };
    changed_is_so(text, rest, depth_of, depth)
}

/// The turn of a ring whose spacings are not kept is not set beside their sum, and the formula has the start that there is.
#[test]
fn spacings_that_nobody_keeps_are_in_no_formula() {
    let lines = ["1,0.1,10,0.1,10,0.1"; 4];
    for (ports, spacing) in [
        ("one", "first"),
        ("one", "none"),
        ("multi", "first"),
        ("one", "same"),
        ("one", "current"),
    ] {
        let rest = json!({
            "topic": "target", "ports": ports, "spacing": spacing, "delay": 5, "horizon": 500, "target_least": 30, "target_most": 60
        });
        let report = report(&super::table("", &lines), &rest);
        let spaced = ports == "one" && spacing == "first";
        assert_eq!(super::figure(&report, "least").is_nan(), !spaced);
        let mut charts = report.charts.iter();
        let period = charts.find(|one| one.key == "period").unwrap();
        let drawn = |name: &str| period.series.iter().any(|one| one.name() == Some(name));
        assert_eq!(drawn("all spacings Σd"), spaced);
        let mut charts = report.charts.iter();
        let chart = charts.find(|one| one.key == "efficiency").unwrap();
        let points = |place: usize| match &chart.series[place] {
            report::chart::Series::Line { points, .. } => points.clone(),
            other => panic!("{other:?}"),
        };
        for (simulated, formula) in points(0).iter().zip(points(2)) {
            let off = (simulated.y - formula.y).abs();
            assert!(off < 0.02, "{ports} {spacing}: {simulated:?} {formula:?}");
        }
    }
}

/// A service with a duration of so many targets and so many runs.
fn rest(mut service: Map<String, Value>, topic: &str, runs: u32, turns: u32) -> Map<String, Value> {
    let target = service["target"].as_f64().unwrap();
    service.insert("topic".into(), json!(topic));
    service.insert("runs".into(), json!(runs));
    service.insert("horizon".into(), json!(target * f64::from(turns)));
    service
}

/// A share in per cent, which reads as all only where it is all.
fn but_all(share: f64) -> String {
    let enough =
        |digits: &usize| 1.0 - share <= 1e-9 || !percent(share, *digits).starts_with("100");
    percent(share, (1..9).find(enough).unwrap_or(9))
}

fn targets_are_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let table = report
        .tables
        .iter()
        .find(|table| table.key == "targets")
        .unwrap();
    let chart = report
        .charts
        .iter()
        .find(|chart| chart.key == "efficiency")
        .unwrap();
    let report::chart::Series::Line { points, .. } = &chart.series[0] else {
        panic!("{chart:?}")
    };
    prop_assert_eq!(points.len(), table.rows.len());
    // To the last bit: the chart is in ms.
    let asked = Parameters {
        target: 0.02 * parameters.horizon,
        ..parameters.clone()
    };
    let asked = divisible::experiment::platform(&asked, 0).unwrap();
    let all: Vec<(f64, Vec<f64>)> = divisible::study::targets::targets(&parameters, &asked)
        .unwrap()
        .into_iter()
        .map(|target| {
            let changed = Parameters {
                target,
                ..parameters.clone()
            };
            (target, uses(&changed, Scheduler::As4dr))
        })
        .collect();
    if let [(shortest, least), .., (longest, last)] = all.as_slice() {
        // Sums in another order may round to the next digit.
        let shown = |uses: &[f64], rest: &str| {
            [1.0 - 1e-12, 1.0 + 1e-12].iter().any(|near| {
                report
                    .why
                    .contains(&format!("{}{rest}", but_all(mean(uses) * near)))
            })
        };
        let first = format!(" of the time with rounds of {}, ", seconds(*shortest));
        let second = format!(" with {}.", seconds(*longest));
        prop_assert!(
            shown(least, &first) && shown(last, &second),
            "{}",
            report.why
        );
    }
    let most = all.iter().map(|(_, uses)| mean(uses)).fold(0.0, f64::max);
    let said = [1.0 - 1e-12, 1.0 + 1e-12].map(|near| but_all(most * near));
    prop_assert!(
        said.iter().any(|said| report.headline.contains(said)),
        "{}: {said:?}",
        report.headline
    );
    // Of targets that are equally good except for rounding, any may be the reference for the others.
    let so = |best: &(f64, Vec<f64>)| {
        let tied: Vec<&(f64, Vec<f64>)> = all
            .iter()
            .filter(|one| one.0 == best.0 || !matches!(verdict(&best.1, &one.1), Order::Faster(_)))
            .collect();
        let only = all.len() > 1 && parameters.runs == 1;
        let all_of = format!("All {} targets use the processors about equally", all.len());
        let equally = report.headline.contains(&all_of);
        let first = match equally {
            true => "about equally",
            false => "the processors best",
        };
        let told = format!("{first} in the only run");
        if only != report.headline.contains(&told) {
            return false;
        }
        let level = match only {
            true => ", with no difference among them",
            false => ", with no clear difference among them",
        };
        if !report.headline.contains(level) {
            return tied.len() == 1;
        }
        let number = format!("{} of {} targets", tied.len(), all.len());
        let named = || {
            tied.iter()
                .all(|(target, _)| report.headline.contains(&seconds(*target)))
        };
        if equally {
            return tied.len() == all.len();
        }
        tied.len() > 1
            && tied.len() < all.len().max(5)
            && match report.headline.contains(" targets ") {
                true => report.headline.contains(&number),
                false => named(),
            }
    };
    let mut best = all
        .iter()
        .filter(|(_, uses)| mean(uses) >= most * (1.0 - 1e-12));
    prop_assert!(best.any(so), "{}", report.headline);
    Ok(())
}

#[test]
fn processors_that_are_never_used_any_more_are_used_less() {
    let rest = json!({"theta": 0.8, "target": 1.0, "seed": 67_063_829, "horizon": 5.0, "topic": "inaccuracy"});
    let report = report(
        "F,f,BD,bD,BR,bR,estimated speed\n18.5,0,5,0,5,0,18.5",
        &rest,
    );
    let said = "0.0\u{a0}% of the time (20.0 percentage points less in the only run than with exact estimates)";
    assert!(report.headline.contains(said), "{}", report.headline);
}

#[test]
fn rounds_that_all_last_the_same_do_not_deviate() {
    let rest =
        json!({"topic": "inaccuracy", "target": 10, "horizon": 300, "runs": 3, "signs": "over"});
    let line = "40.9505,0.527402,288.669,0,18.3852,0";
    let report = report(&super::table("", &[line]), &rest);
    for row in &report.tables[0].rows {
        let report::table::Cell::Figure(deviation) = &row[8] else {
            panic!("{row:?}")
        };
        assert_eq!(deviation.value, 0.0, "{row:?}");
    }
}

/// A worker in a test: speed, latency, and the ratio of its believed to its true speed.
type Misjudged = (f64, f64, f64);

fn misjudged() -> impl Strategy<Value = Vec<Misjudged>> {
    let latency = prop_oneof![Just(0.0), random::scaled(0.01, 2.0)];
    let belief = prop_oneof![3 => Just(1.0), 1 => random::scaled(0.2, 5.0)];
    prop::collection::vec((random::scaled(1.0, 50.0), latency, belief), 1..4)
}

/// The sentences of an inaccuracy's report on beliefs hold for every worker.
fn beliefs_are_so(workers: &[Misjudged], rest: &Value) -> Result<(), TestCaseError> {
    let number = |name: &str| rest[name].as_f64().unwrap_or(1.0);
    let (factor, target) = (number("estimate_factor"), number("target"));
    let lines: Vec<String> = workers
        .iter()
        .map(|(speed, f, belief)| format!("{speed},{f},1000,0,1000,0,{}", speed * belief))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = report(&super::table(",estimated speed", &lines), rest);
    let exact = workers.iter().all(|(_, f, belief)| {
        (belief * factor - 1.0).abs() < 1e-9 && (*f == 0.0 || number("latency_factor") == 1.0)
    });
    prop_assert_eq!(
        report.headline.starts_with("With speeds misjudged by 90"),
        exact
    );
    let said = |mark: &str| -> Option<f64> {
        let (_, after) = report.why.split_once(mark)?;
        after.split('\u{a0}').next()?.parse().ok()
    };
    for (speed, f, belief) in workers {
        let enlarged = belief * factor * (1.0 + rest["gamma"].as_f64().unwrap_or(0.0));
        if let Some(by) = said("too small by ") {
            prop_assert!(
                (1.0 - enlarged * 0.1 - by / 100.0).abs() < 0.006,
                "{}",
                report.why
            );
        }
        let large = said("too large by ").or_else(|| said("overestimated by "));
        if let Some(by) = large {
            prop_assert!(
                (enlarged * 1.9 - 1.0 - by / 100.0).abs() < 0.006,
                "{}",
                report.why
            );
        }
        for sign in [0.1, 1.9] {
            let first = speed * enlarged * sign * target;
            let sigma = first / speed + 2.0 * f;
            let next = first * libm::pow(target / sigma, number("relaxation"));
            let off = (next / (speed * (target - 2.0 * f)) - 1.0).abs();
            prop_assert!(
                off < 0.2 || !report.why.contains("costs one round"),
                "{}",
                report.why
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(trial::random(30))]

    #[test]
    fn a_wrong_estimate_is_as_wrong_as_is_said(
        workers in misjudged(), signs in prop::sample::select(vec!["under", "over", "free"]),
        factor in random::some("estimate_factor", &[json!(0.1), json!(5)]), gamma in random::some("gamma", &[json!(1)]),
        latency in random::some("latency_factor", &[json!(0), json!(3)]), relaxation in random::some("relaxation", &[json!(0.3)]),
    ) {
        let mut rest = json!({"topic": "inaccuracy", "target": 10, "horizon": 100, "signs": signs});
        for part in [factor, gamma, latency, relaxation] {
            rest.as_object_mut().unwrap().extend(part);
        }
        beliefs_are_so(&workers, &rest)?;
    }
}

#[test]
fn rounds_cost_only_latencies_and_variation_that_there_are() {
    for (latency, variation) in [(0.0, "constant"), (0.1, "constant"), (0.1, "periodic")] {
        let rest = json!({"topic": "target", "horizon": 200, "variation": variation, "target_least": 2, "target_most": 5});
        let line = format!("10,{latency},1000,0,1000,0");
        let report = report(&super::table("", &[line.as_str(); 2]), &rest);
        for (said, so) in [
            ("Short rounds pay the latencies", latency > 0.0),
            ("has no latencies", latency == 0.0),
            ("follow varying speeds", variation != "constant"),
        ] {
            assert_eq!(report.why.contains(said), so, "{said}: {}", report.why);
        }
    }
}

#[test]
fn an_inaccuracy_of_one_direction_draws_nobody() {
    for (signs, drawn) in [
        ("over", "what is left to chance"),
        ("free", "who is believed to be too fast"),
    ] {
        let rest = json!({"topic": "inaccuracy", "target": 10, "horizon": 100, "signs": signs});
        let report = report(&super::table("", &["10,0.1,1000,0,1000,0"; 2]), &rest);
        assert!(report.notes[0].contains(drawn), "{}", report.notes[0]);
    }
}

#[test]
fn a_link_that_varies_is_not_said_to_be_a_speed_that_chunks_follow() {
    for (varied, whose, headline) in [
        (
            "send",
            "one",
            "With a link whose bandwidth falls by 95\u{a0}%, ",
        ),
        (
            "return",
            "all",
            "With links whose bandwidths fall by 95\u{a0}%, ",
        ),
        (
            "compute",
            "one",
            "With a worker whose speed falls by 95\u{a0}%, ",
        ),
        (
            "all",
            "one",
            "With a worker whose speeds fall by 95\u{a0}%, ",
        ),
        ("compute", "all", "With speeds that fall by 95\u{a0}%, "),
    ] {
        let rest = json!({
            "topic": "dynamicity", "target": 10, "horizon": 900, "variation": "once", "depth": 0.95, "varied": varied, "whose": whose
        });
        let text = super::table("", &["10,0.1,1000,0,1000,0"; 2]);
        let said = report(&text, &rest).headline;
        assert!(said.starts_with(headline), "{said}");
        varied_is_so(&text, &rest, 0.95).unwrap();
    }
    let rest = json!({"topic": "dynamicity", "target": 10, "horizon": 900, "variation": "once", "depth": 0.03});
    varied_is_so(&super::table("", &["10,0.1,1000,0,1000,0"; 2]), &rest, 0.03).unwrap();
}

/// The report says that all spacings fit only of the simulated ring.
#[test]
fn spacings_before_rounds_are_filled_are_not_said_to_be_all() {
    for (filled, lines) in [
        (
            false,
            vec!["10,0.1,50,0.05,80,0.05", "4,0.1,50,0.05,80,0.1"],
        ),
        (true, vec!["10,0.1,50,0.05,80,0.05", "4,0.1,50,0.05,80,0.1"]),
        (true, vec!["10,0.1,50,0.05,80,0.05"]),
    ] {
        let rest = json!({"topic": "target", "filled": filled, "target_least": 2, "target_most": 5, "theta": 0.5, "horizon": 60});
        let text = super::table("", &lines);
        let (report, parameters) = (report(&text, &rest), scenario(&text, &rest));
        let table = report
            .tables
            .iter()
            .find(|one| one.key == "targets")
            .unwrap();
        let chart = report
            .charts
            .iter()
            .find(|one| one.key == "period")
            .unwrap();
        let mut whole = Vec::new();
        for row in &table.rows {
            let label = row[0].text();
            let target = label.trim_start_matches("τ = ").trim_end_matches(" s");
            let target: f64 = target.parse().unwrap();
            let experiment =
                divisible::study::targets::experiment(&parameters, target, Scheduler::As4dr, 0);
            let simulated: f64 = experiment.unwrap().clusters[0].delays(target).iter().sum();
            let report::table::Cell::Figure(told) = &row[3] else {
                panic!("{row:?}")
            };
            whole.push((told.value / 1000.0 / simulated - 1.0).abs() < 1e-9);
        }
        assert!(whole.iter().all(|one| *one != filled), "{whole:?}");
        let least = report
            .figures
            .iter()
            .find(|one| one.key == "least")
            .unwrap();
        let texts = [
            &table.columns[3],
            &least.name,
            chart.series[1].name().unwrap(),
        ];
        for text in texts {
            assert_eq!(
                text.to_lowercase().contains("all spacings"),
                !filled,
                "{text}"
            );
            assert_eq!(text.contains("before filling"), filled, "{text}");
        }
        for text in [&table.columns[4], &chart.title] {
            assert_eq!(text.contains("before filling"), filled, "{text}");
        }
        let note = report
            .notes
            .iter()
            .any(|note| note.contains("before rounds are filled"));
        assert_eq!(note, filled, "{:?}", report.notes);
    }
}

#[test]
fn only_reductions_are_said_to_multiply_speeds_by_their_depth() {
    for (variation, reduced) in [
        ("once", true),
        ("stairs", true),
        ("mixed", true),
        ("steps", false),
        ("walks", false),
        ("constant", false),
    ] {
        let rest =
            json!({"topic": "dynamicity", "target": 10, "horizon": 100, "variation": variation});
        let report = report(&super::table("", &["10,0.1,1000,0,1000,0"; 2]), &rest);
        assert_eq!(
            report.notes[0].contains("1 − δ"),
            reduced,
            "{}",
            report.notes[0]
        );
    }
}

#[test]
fn workers_may_starve_in_order_of_arrival_where_transfers_do_not_fit() {
    let rest = json!({"topic": "dynamicity", "target": 3, "horizon": 300, "variation": "once", "order": "fifo"});
    let report = report(&super::table("", &["0.08,3,1.5,1,1.5,1"; 4]), &rest);
    let mut tables = report.tables.iter();
    let contexts = tables.find(|table| table.key == "contexts").unwrap();
    let starve = contexts
        .rows
        .iter()
        .all(|row| matches!(&row[2], report::table::Cell::Figure(idle) if idle.value > 0.1));
    let note = report
        .notes
        .iter()
        .find(|note| note.contains("first come, first served"));
    assert!(
        starve
            && note
                .unwrap()
                .contains("As long as transfers fit into a round")
    );
}

#[test]
fn who_waits_for_whom_depends_on_who_is_misjudged() {
    let lines = ["10,0.1,1000,0,1000,0"; 4];
    for (signs, said) in [
        ("under", "all of them too small by 90\u{a0}%"),
        ("over", "all of them too large by 90\u{a0}%"),
        ("free", "a worker whose speed is overestimated by 90\u{a0}%"),
    ] {
        // There is no ninth worker: the report shows the last one.
        let rest = json!({"topic": "inaccuracy", "target": 10, "horizon": 100, "signs": signs, "first_worker": 9});
        let report = report(&super::table("", &lines), &rest);
        assert!(report.why.contains(said), "{}", report.why);
        assert_eq!(
            report.why.contains("others wait"),
            signs == "free",
            "{}",
            report.why
        );
        let course = report.charts.iter().find(|one| one.key == "course_sigma");
        let course = course.unwrap();
        assert!(course.title.ends_with("worker 4?"), "{}", course.title);
        let drawn = |one: &report::chart::Series| match one {
            report::chart::Series::Line { points, .. } => !points.is_empty(),
            _ => false,
        };
        assert!(course.series.iter().all(drawn), "{course:?}");
    }
}

/// The reasons for what misjudged speeds cost are those of the runs.
fn reasons_are_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let (why, target) = (&report.why, parameters.target);
    let with = |inaccuracy| Parameters {
        inaccuracy,
        ..parameters.clone()
    };
    let [exact, worst] = [0.0, 0.9].map(|one| mean(&uses(&with(one), Scheduler::As4dr)));
    let lost = (exact - worst) * parameters.horizon / target;
    prop_assert!(
        lost < 4.0 || !why.contains("costs one round"),
        "{why}: {lost}"
    );
    let latent = divisible::experiment::platform(&parameters, 0)
        .unwrap()
        .workers()
        .iter()
        .any(|one| one.latency > 0.0);
    prop_assert!(latent || !why.contains("latencies"), "{why}");
    let worst = with(0.9);
    let mut spaced = false;
    let (mut shortest, mut starved) = (f64::INFINITY, 0.0);
    for run in 0..worst.runs {
        let one = Experiment::of(&worst, Scheduler::Baseline, run).unwrap();
        let ring = &one.clusters[0];
        let spacings: f64 = ring.delays(target).iter().sum();
        spaced = spaced || spacings > target;
        let mut each = |round: &Round| {
            let took = round.computed.iter().map(|(begun, ended)| ended - begun);
            shortest = shortest.min(took.sum::<f64>());
        };
        let outcome = watched(ring, &one.settings, &one.stream, &mut each).unwrap();
        let waits = outcome.workers.iter().map(|one| one.inter + one.intra);
        let time = outcome.elapsed * outcome.workers.len() as f64 * f64::from(worst.runs);
        starved += waits.sum::<f64>() / time;
    }
    prop_assert!(
        spaced || !why.contains("keeps the spacings of the wrong"),
        "{why}"
    );
    prop_assert!(
        starved < 0.03 || !why.contains("hardly waits"),
        "{why}: {starved}"
    );
    let every = why.contains("every worker needs at least");
    prop_assert!(
        !every || shortest >= 1.9 * target * (1.0 - 1e-9),
        "{why}: {shortest}"
    );
    Ok(())
}

#[test]
fn reasons_for_the_cost_of_misjudged_speeds_follow_the_runs() {
    let line = |bandwidth: u32| format!("10,0.1,{bandwidth},0.1,{bandwidth},0.1");
    let sixteen = |line: &str| super::table("", &[line; 16]);
    let free = "10,0,20,0.1,20,0.1";
    for (text, rest) in [
        (sixteen(&line(200)), json!({"signs": "over", "theta": 0.5})),
        (
            sixteen(&line(200)),
            json!({"signs": "balanced", "theta": 0.5}),
        ),
        (sixteen(&line(100)), json!({"signs": "over", "theta": 0.5})),
        (super::table("", &[free; 4]), json!({"signs": "under"})),
        (
            super::table("", &[free; 4]),
            json!({"signs": "over", "variation": "steps", "steps": "0:2", "whose": "all"}),
        ),
    ] {
        let mut all = json!({"topic": "inaccuracy", "target": 60, "horizon": 1800});
        all.as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        reasons_are_so(&text, &all).unwrap();
    }
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn misjudged_speeds_cost_what_the_runs_say(
        workers in random::workers(4), service in random::service(), runs in 1..5_u32, turns in 5..30_u32,
        signs in random::some("signs", &[json!("under"), json!("over"), json!("balanced")]),
        variation in random::some("variation", &[json!("mixed"), json!("often")]), deviations in random::deviations(),
    ) {
        let mut rest = rest(service, "inaccuracy", runs, turns);
        for some in [signs, variation, deviations] {
            rest.extend(some);
        }
        let rest = Value::Object(rest);
        reasons_are_so(&workers, &rest)?;
        changed_is_so(&workers, &rest, |from, inaccuracy| Parameters { inaccuracy, ..from.clone() }, 0.9)?;
    }

    #[test]
    fn varying_speeds_cost_what_the_runs_say(
        workers in random::workers(4), service in random::service(), runs in 1..5_u32, turns in 5..30_u32, depth in 0..20_u32,
        variation in prop::sample::select(vec!["mixed", "once", "often", "stairs", "walks"]),
        varied in random::some("varied", &[json!("send"), json!("return"), json!("all")]), whose in random::some("whose", &[json!("all")]),
    ) {
        let depth = f64::from(depth) / 20.0;
        let mut rest = rest(service, "dynamicity", runs, turns);
        rest.extend(varied);
        rest.extend(whose);
        rest.insert("variation".into(), json!(variation));
        rest.insert("depth".into(), json!(depth));
        varied_is_so(&workers, &Value::Object(rest), depth)?;
    }

    #[test]
    fn constant_speeds_set_both_beside_each_other_as_the_runs_do(
        workers in random::workers(4), service in random::service(), runs in 1..5_u32, turns in 5..30_u32,
        inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64],
    ) {
        let mut rest = rest(service, "dynamicity", runs, turns);
        rest.insert("variation".into(), json!("constant"));
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        compared_is_so(&workers, &Value::Object(rest))?;
    }

    #[test]
    fn the_best_targets_are_those_that_no_run_tells_apart(
        workers in random::workers(3), service in random::service(), runs in 1..5_u32, turns in 20..60_u32,
        inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64],
    ) {
        let mut rest = rest(service, "target", runs, turns);
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        targets_are_so(&workers, &Value::Object(rest))?;
    }
}

#[test]
fn the_smallest_target_and_the_turn_are_those_of_all_clusters() {
    let lines = ["1,0,100,0.01,100,0.01", "1,0,100,3,100,3"];
    let lines: Vec<&str> = lines.iter().flat_map(|line| [*line; 2]).collect();
    let rest = json!({"topic": "target", "clusters": 2, "target_least": 3, "horizon": 600});
    let both = report(&super::table("", &lines), &rest);
    let alone = ["1,0,100,0.01,100,0.01", "1,0,100,3,100,3"].map(|line| {
        let rest = json!({"topic": "target", "target_least": 3, "horizon": 600});
        report(&super::table("", &[line; 2]), &rest)
    });
    let least = |report: &report::Report| super::figure(report, "least");
    assert_eq!(least(&both), least(&alone[0]).max(least(&alone[1])));
    assert!(least(&both) > 12_000.0);
    let shown = |report: &report::Report, column: usize| -> Vec<f64> {
        let table = report.tables.iter().find(|table| table.key == "targets");
        let rows = table.unwrap().rows.iter();
        let value = |row: &Vec<Cell>| match &row[column] {
            Cell::Figure(figure) => figure.value,
            other => panic!("{other:?}"),
        };
        rows.map(value).collect()
    };
    for column in [3, 4] {
        let [one, other] = [&alone[0], &alone[1]].map(|report| shown(report, column));
        let longest: Vec<f64> = one.iter().zip(&other).map(|(a, b)| a.max(*b)).collect();
        assert_eq!(shown(&both, column), longest);
    }
    // Without a stated end, no target is tried that no cluster's spacings need.
    let rest = json!({"topic": "target", "platform": "table1", "clusters": 4, "horizon": 600});
    let four = report("F,f\n1,1", &rest);
    let first = four
        .tables
        .iter()
        .find(|table| table.key == "targets")
        .unwrap();
    let first: f64 = first.rows[0][0]
        .text()
        .trim_start_matches("τ = ")
        .trim_end_matches(" s")
        .parse()
        .unwrap();
    let needed = least(&four).max(super::figure(&four, "latencies")) / 1000.0;
    assert!((first / needed - 1.1).abs() < 0.01, "{first} {needed}");
}

#[test]
fn the_best_target_by_formula_is_named_only_where_it_is_the_best() {
    let line = "10,0.1,1e9,0.0149,1e9,0.0149";
    let fills = |more: Value| {
        let mut rest = json!({"topic": "target", "filled": true, "horizon": 500});
        let rest = rest.as_object_mut().map(std::mem::take).unwrap();
        let rest = rest.into_iter().chain(more.as_object().unwrap().clone());
        let rest = Value::Object(rest.collect());
        let text = match more.get("latency_of_all") {
            Some(_) => super::table("", &["10,0,1e9,0.0149,1e9,0.0149"]),
            None => super::table("", &[line]),
        };
        let report = report(&text, &rest);
        let told = report
            .notes
            .iter()
            .any(|note| note.contains("√(4fT) is the best"));
        let figure = report.figures.iter().find(|one| one.key == "optimum");
        assert_eq!(told, figure.is_some(), "{:?}", report.notes);
        let best = super::figure(&report, "target");
        figure.map(|one| (one.value, best))
    };
    let (formula, best) = fills(json!({})).unwrap();
    assert!((0.5..2.0).contains(&(best / formula)), "{best} {formula}");
    for other in [
        json!({"ports": "multi"}),
        json!({"inaccuracy": 0.9}),
        json!({"latency_factor": 2}),
        json!({"spacing": "none"}),
        json!({"variation": "mixed"}),
        json!({"latency_of_all": 0}),
    ] {
        assert_eq!(fills(other.clone()), None, "{other}");
    }
}

#[test]
fn a_longest_target_below_the_shortest_is_refused() {
    for (least, most) in [(json!(null), 1), (json!(100), 50)] {
        let rest =
            json!({"topic": "target", "target_least": least, "target_most": most, "horizon": 600});
        let parameters = scenario(&super::table("", &["1,2,100,0.1,100,0.1"]), &rest);
        let error = divisible::run(&parameters, &mut report::Silent).unwrap_err();
        let said = format!("target_most is {most}; allowed: from ");
        assert!(error.to_string().starts_with(&said), "{error}");
    }
}

#[test]
fn workers_without_a_ring_are_said_to_wait_for_nobody() {
    let text = super::table("", &["10,0.1,1000,0,1000,0"; 4]);
    let ring = [
        "the others wait",
        "in a ring",
        "of a ring",
        "make the others wait",
    ];
    for (topic, more) in [
        ("stream", json!({"scheduler": "baseline"})),
        ("inaccuracy", json!({})),
        ("inaccuracy", json!({"signs": "over"})),
        ("dynamicity", json!({"variation": "once"})),
    ] {
        for (clusters, order, rings) in [(1, "ring", true), (4, "ring", false), (1, "fifo", false)]
        {
            let mut rest = json!({"topic": topic, "clusters": clusters, "order": order, "target": 10, "horizon": 200, "inaccuracy": 0.5});
            rest.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            let report = report(&text, &rest);
            let titles = report.charts.iter().map(|chart| chart.title.clone());
            let texts: Vec<String> = titles.chain([report.why.clone()]).collect();
            let told = texts
                .iter()
                .any(|text| ring.iter().any(|words| text.contains(words)));
            // One port makes workers wait for a slow one only in a ring; the chart asks whether they do in any order.
            let asks = topic == "dynamicity" && clusters == 1;
            let over = topic == "inaccuracy" && more.get("signs").is_some();
            assert_eq!(told, (rings && !over) || asks, "{rest}: {texts:?}");
        }
    }
}

#[test]
fn rounds_are_named_only_where_the_stream_has_them() {
    let text = super::table("", &["10,0,1000,0,1000,0"; 2]);
    for (topic, more, words) in [
        ("inaccuracy", json!({"horizon": 10}), "less than two rounds"),
        ("inaccuracy", json!({"horizon": 60}), "every round"),
        (
            "dynamicity",
            json!({"variation": "steps", "steps": "0:1"}),
            "As long as no speed changes",
        ),
        (
            "dynamicity",
            json!({"variation": "steps", "steps": "900:0.5", "horizon": 100}),
            "As long as no speed changes",
        ),
    ] {
        let mut rest = json!({"topic": topic, "target": 20, "varied_worker": 1});
        rest.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let report = report(&text, &rest);
        assert!(report.why.contains(words), "{}", report.why);
        assert!(!report.why.contains("costs one round"), "{}", report.why);
    }
}
