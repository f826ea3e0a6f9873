//! Random reports, read sentence by sentence and recomputed slowly: none may claim more than its runs carry.
//!
//! `PROPTEST_CASES=2000 cargo test -p makespan-replication contradictions` reads more of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use replication::adaptive::Block;
use replication::model::Numbers;
use replication::parameters::{Family, Model, Picture, Replication, Strategy as Way, Topic};
use replication::study::{Measured, Method, Results, Study};
use replication::{Error, Parameters};
use report::chart::Series;
use report::figure::Unit;
use report::table::Cell;
use report::{Report, Sample, Silent};
use trace::source::{Own, Source};
use trace::synthetic::Memoryless;
use trace::{Node, TraceSet};

use super::said::{
    Said, agree, is_share, last_digit, of_means, of_runs, parsed, said, slips, told_of_means,
    told_of_runs,
};
use trial::cases;

type Checked = Result<(), TestCaseError>;

macro_rules! check {
    ($holds:expr, $report:expr, $($words:tt)+) => {
        prop_assert!(
            $holds,
            "{}\n{}\n{}\n{:?}",
            format!($($words)+),
            $report.headline,
            $report.why,
            $report.notes
        )
    };
}

/// Nodes whose jobs take few different times: ties in plenty.
fn round(values: Vec<u8>) -> Source {
    let node = |host: usize| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: values
            .iter()
            .cycle()
            .skip(3 * host)
            .take(200)
            .map(|value| f64::from(*value))
            .collect(),
    };
    let set = TraceSet::new("round", (0..16).map(node).collect()).unwrap();
    Source::Own(Own::of(&set, usize::MAX))
}

/// Nodes; so many of them never vary.
fn partly_constant(constant: usize) -> Source {
    let node = |host: usize| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: (0..200)
            .map(|job| match host < constant {
                true => 0.1 + host as f64,
                false => f64::from(5 + (job * 7 + host as u32) % 11),
            })
            .collect(),
    };
    let set = TraceSet::new("partly constant", (0..16).map(node).collect()).unwrap();
    Source::Own(Own::of(&set, usize::MAX))
}

fn traces() -> impl Strategy<Value = Source> {
    let named = prop::sample::select(vec![
        Source::Quiet,
        Source::Shared,
        Source::Bursts,
        Source::SetOne,
        Source::SetTwo,
        Source::Ar02,
        Source::Au01,
        Source::Peaks,
        Source::Switches,
        Source::Memoryless(Memoryless::default()),
    ]);
    let values = prop::collection::vec(prop::sample::select(vec![4_u8, 5, 5, 5, 10]), 1..5);
    prop_oneof![
        12 => named,
        2 => values.prop_map(round),
        1 => Just(alternating()),
        1 => (1_usize..16).prop_map(partly_constant)
    ]
}

/// Small scenarios of a topic; the number of copies divides that of the processors.
fn scenario(topic: Topic) -> impl Strategy<Value = Parameters> {
    let shape = (
        prop::sample::select(vec![1_u32, 2, 3, 4, 6, 8]),
        prop_oneof![1_u32..12, 10_u32..160],
        prop_oneof![Just(1_u32), 2_u32..12],
        0_usize..4,
    );
    let ways = prop::sample::select(vec![
        Way::Equal,
        Way::Static,
        Way::StaticHindsight,
        Way::Dynamic,
        Way::DynamicHindsight,
        Way::Replicate,
        Way::ReplicateBest,
        Way::Speculate,
        Way::Adaptive,
    ]);
    let modes = prop::sample::select(vec![
        Replication::Thesis,
        Replication::Causal,
        Replication::Dependent,
    ]);
    let times = (
        prop::sample::select(vec![0.0, 100.0, 400.0]),
        prop::sample::select(vec![0.0, 1_000.0]),
        prop::sample::select(vec![0.0, 0.2]),
        prop::sample::select(vec![0.05, 0.5, 1.0, 2.4996]),
        any::<bool>(),
    );
    let every = (1_u32..30, 0_u32..40, 10_u32..50);
    let entered = (
        prop::sample::select(vec![0.04, 0.6, 1.25, 2.0]),
        prop::sample::select(vec![0.004, 0.25, 1.5]),
        prop::sample::select(vec![None, None, None, Some(0.015), Some(0.5), Some(0.985)]),
        prop::sample::select(vec![0.3, 0.555, 0.996]),
    );
    let drawn = (every, entered, 0_u64..10_000);
    (traces(), shape, ways, modes, times, drawn).prop_map(
        move |(traces, shape, strategy, replication, times, (every, entered, seed))| {
            let (processors, iterations, runs, copies) = shape;
            let divisors: Vec<u32> = (1..=processors.min(iterations))
                .filter(|r| processors % r == 0)
                .collect();
            Parameters {
                topic,
                traces,
                strategy,
                replication,
                processors,
                iterations,
                runs,
                copies: divisors[copies.min(divisors.len() - 1)],
                send_time: times.0,
                rescheduling_time: times.1,
                noise: times.2,
                problem_size: times.3,
                homogeneous: times.4 && topic == Topic::Strategies,
                rebalance_every: every.0,
                cold_iterations: every.1,
                decide_every: every.2,
                switch_to_replication: entered.0,
                switch_to_balancing: entered.0 / 2.0,
                delay: entered.1,
                quantile: entered.2,
                variation: entered.3,
                seed,
                ..Parameters::default()
            }
        },
    )
}

fn report(parameters: &Parameters) -> Result<Report, TestCaseError> {
    match replication::run_sampled(parameters, &mut trial::rising()) {
        Ok((mut report, samples)) => {
            let fault = trial::fault(&report);
            check!(fault.is_none(), report, "{fault:?}");
            one_value(&report, &samples)?;
            entered(parameters, &report)?;
            rounding(&report, &samples)?;
            made_alike(parameters, &report)?;
            // Where communication rules, that comes first; below, the rest of the sentences is read.
            if report.headline.starts_with("Communication is ") {
                let (headline, why) = report.why.split_once(". ").unwrap();
                (report.headline, report.why) = (headline.to_owned(), why.to_owned());
            }
            // A single run says that it is one; below, the rest of the sentences is read.
            let end = " One run gives no interval: another may show another order.";
            let rest = report.why.strip_suffix(end).map(str::to_owned);
            let one = parameters.runs == 1 && parameters.processors > 1;
            let by_runs = !matches!(
                parameters.topic,
                Topic::Formulas | Topic::Model | Topic::Estimates
            );
            let compared = report.headline.contains(" times as ");
            let only = report.headline.contains(", in the only run, ");
            check!(rest.is_none() || one, report, "more than a single run");
            check!(only == (one && by_runs && compared), report, "one run");
            check!(!only || rest.is_some(), report, "one run");
            report.why = rest.unwrap_or(report.why);
            Ok(report)
        }
        Err(Error::Rejected(_)) => Err(TestCaseError::reject("refused")),
        Err(error) => Err(TestCaseError::fail(error.to_string())),
    }
}

/// A sweep and a comparison print the means of the samples: a quantity that a report names, too, has the same value there.
fn one_value(report: &Report, samples: &[Sample]) -> Checked {
    for sample in samples {
        let mut figures = report.figures.iter();
        let Some(figure) = figures.find(|figure| figure.name == sample.name) else {
            continue;
        };
        let known = mean(&sample.values);
        let same = (figure.value - known).abs() <= 1e-9 * known.abs();
        let none = figure.value.is_nan() && known.is_nan();
        check!(same || none, report, "{}: {known}", sample.name);
    }
    Ok(())
}

/// Headlines and notes print parameters as they were entered.
fn entered(parameters: &Parameters, report: &Report) -> Checked {
    for (before, value, after) in [
        (
            " a switch to copies takes ",
            parameters.switch_to_replication,
            ",",
        ),
        (" a switch back ", parameters.switch_to_balancing, "."),
        (" but not before ", parameters.delay, " mean runtime"),
        (
            " and a variation of ",
            100.0 * parameters.variation,
            "\u{a0}%",
        ),
        (
            " and follows what ",
            100.0 * parameters.quantile.unwrap_or(f64::NAN),
            "\u{a0}% of the",
        ),
        ("; for t = ", parameters.problem_size, "\u{a0}s, as here"),
        (" with a variation of ", parameters.variation, ", "),
    ] {
        for note in report.notes.iter().chain([&report.headline]) {
            let written = note.split_once(before).map(|(_, rest)| rest);
            let Some((written, _)) = written.and_then(|rest| match after {
                "." => rest.rsplit_once(after),
                after => rest.split_once(after),
            }) else {
                continue;
            };
            let number = parsed(written);
            let same = number.is_some_and(|number| (number - value).abs() <= 1e-9);
            check!(same, report, "{written}: {value}");
        }
    }
    Ok(())
}

/// Rounding is no share of a time, and no speedup.
fn rounding(report: &Report, samples: &[Sample]) -> Checked {
    let cells = report.tables.iter().flat_map(|table| &table.rows).flatten();
    let figures = cells.filter_map(|cell| match cell {
        Cell::Figure(figure) => Some(figure),
        _ => None,
    });
    let figures = figures.chain(&report.figures);
    let mut values: Vec<(&str, Unit, f64)> = figures
        .map(|figure| (&*figure.key, figure.unit, figure.value))
        .collect();
    for sample in samples {
        let each = sample.values.iter();
        values.extend(each.map(|value| (&*sample.key, sample.unit, *value)));
    }
    for (key, unit, value) in values {
        let share = unit != Unit::Share || value == 0.0 || value.is_nan() || value >= 1e-12;
        check!(share, report, "{key}: {value}");
        let printed = key == "speedup" && report.tables.iter().any(|one| one.key == "strategies");
        let level = (value - 1.0).abs() <= 1e-9;
        check!(
            !printed || !level || value == 1.0,
            report,
            "{key}: {value:e}"
        );
    }
    Ok(())
}

/// Notes tell the nodes to which rescaling gives no variation, and no others.
fn made_alike(parameters: &Parameters, report: &Report) -> Checked {
    let rescaled = match parameters.topic {
        Topic::Formulas => parameters.family == Family::Empirical,
        Topic::Model => true,
        Topic::Estimates => false,
        _ => parameters.homogeneous,
    };
    let (jobs, seed) = (parameters.iterations as usize, parameters.seed);
    let nodes = parameters.synthetic_nodes as usize;
    let set = parameters.traces.load(nodes, jobs, seed).unwrap();
    let constant = |node: &&Node| {
        let first = &node.runtimes[..jobs.min(node.runtimes.len())];
        first.iter().all(|runtime| *runtime == first[0])
    };
    let constant = set.nodes().iter().filter(constant).count();
    let asked = rescaled && parameters.variation > 0.0;
    let all = constant == set.nodes().len();
    let said = |words: &str| report.notes.iter().any(|note| note.contains(words));
    let some = said(&format!("{constant}\u{a0}node"))
        && said(", whose runtimes never vary, keep")
        && said(" a variation of 0\u{a0}%");
    check!(
        some == (asked && constant > 0 && !all),
        report,
        "{constant} nodes never vary"
    );
    // Formulas of a variation are not compared with runtimes that have none.
    let by_runs = !matches!(parameters.topic, Topic::Formulas | Topic::Model);
    check!(by_runs || !(asked && all), report, "nothing varies");
    check!(
        said("their runtimes never vary, and rescaling") == (asked && all),
        report,
        "{constant} nodes never vary"
    );
    Ok(())
}

fn times(results: &Results, method: Method) -> &[f64] {
    &results.of(method).unwrap().totals
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(_) => f64::NAN,
    }
}

/// "Two", "12" at the beginning of a sentence or within it.
fn counted(word: &str) -> Option<u32> {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let word = word.to_lowercase();
    let small = words.iter().position(|small| *small == word);
    small.map(|at| at as u32).or_else(|| word.parse().ok())
}

fn share(measured: &Measured, part: fn(&replication::iterations::Spent) -> f64) -> f64 {
    let spent = &measured.spent;
    let all = spent.computing
        + spent.discarded
        + spent.waiting
        + spent.synchronising
        + spent.rescheduling;
    let share = part(spent) / all;
    // Less is rounding.
    if share < 1e-12 { 0.0 } else { share }
}

/// A comparison with equal shares, or of copies with one copy, in a sentence of one number of processors.
fn compares(sentence: &str, subject: Method, results: &Results, report: &Report) -> Checked {
    let Some((claim, object)) = said(sentence) else {
        check!(false, report, "no comparison in “{sentence}”");
        return Ok(());
    };
    let baseline = match object.split([' ', ',', '.']).next() {
        Some("equal") => Method::Equal,
        Some("one") => Method::Replicate(1),
        _ => return Err(TestCaseError::fail(format!("“{object}” in “{sentence}”"))),
    };
    let copies = matches!(subject, Method::Replicate(number) if number > 1);
    check!(
        copies == (baseline == Method::Replicate(1)),
        report,
        "{sentence}: not like with like"
    );
    let known = told_of_runs(times(results, baseline), times(results, subject));
    check!(
        agree(claim, known),
        report,
        "{sentence}: {claim:?} is {known:?}"
    );
    Ok(())
}

fn strategies(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    for row in report.tables.iter().flat_map(|table| &table.rows) {
        let name = row[0].text();
        // Shares are set within the run.
        let after = name.split_once("once, after ").map(|(_, after)| after);
        let within = after.is_none_or(|after| {
            let digits = after.chars().filter(|letter| *letter != '\u{202f}');
            let digits: String = digits.take_while(char::is_ascii_digit).collect();
            let number = digits.parse::<u32>();
            number.is_ok_and(|number| number < parameters.iterations)
        });
        check!(
            within,
            report,
            "{name} of {} iterations",
            parameters.iterations
        );
    }
    let (_, results) = Study::new(parameters).unwrap().run(&mut Silent).unwrap();
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    let equal = results.of(Method::Equal).unwrap();
    let main = results.of(results.shown).unwrap();
    if parameters.processors == 1 {
        check!(
            report.headline == "One processor waits for nobody",
            report,
            "one processor"
        );
        return Ok(());
    }
    // The headline.
    match (&*report.headline, results.shown) {
        (headline, Method::Equal) => {
            let waiting = share(equal, |spent| spent.waiting);
            let written = headline.strip_prefix("With equal shares, ").unwrap();
            let says = written.split(" of the").next().unwrap();
            let holds = if waiting == 0.0 {
                says == "no processor waits"
            } else {
                is_share(says, waiting)
            };
            check!(holds, report, "waiting is {waiting}");
        }
        ("Without rebalancing, shares stay equal", shown) => {
            check!(
                shown == Method::Static && parameters.cold_iterations == 0,
                report,
                "{shown:?}"
            );
            check!(equal.totals == main.totals, report, "shares are set");
        }
        ("One copy of each job is the same as equal shares", _) => {
            let known = of_runs(&equal.totals, &main.totals);
            check!(known == Said::Equal, report, "{known:?}");
        }
        ("No number of copies is clearly faster than one", _) => {
            let one = times(&results, Method::Replicate(1));
            for measured in &results.measured {
                if matches!(measured.method, Method::Replicate(_)) {
                    let known = of_runs(one, &measured.totals);
                    check!(
                        !matches!(known, Said::Faster(_)),
                        report,
                        "{:?} {known:?}",
                        measured.method
                    );
                }
            }
        }
        (headline, shown) => {
            compares(headline, shown, &results, &report)?;
            if let Method::Replicate(copies) = shown {
                let first = headline.split(' ').next().unwrap();
                check!(counted(first) == Some(copies), report, "{copies} copies");
            }
        }
    }
    highlighted(main, equal, &report)?;
    // Why, sentence by sentence.
    for sentence in report.why.trim_end_matches('.').split(". ") {
        waiting(sentence, parameters, &results, &report)?;
        if sentence.contains("would") {
            for clause in sentence.split(", and ") {
                let lower = clause.to_lowercase();
                let subject = match lower.starts_with("rebalancing") {
                    true => Method::Dynamic,
                    false => Method::Replicate(counted(lower.split(' ').next().unwrap()).unwrap()),
                };
                compares(clause, subject, &results, &report)?;
                if let Method::Replicate(copies) = subject {
                    let speedup = |method| -> f64 {
                        let totals = times(&results, method);
                        equal.totals.iter().zip(totals).map(|(a, b)| a / b).sum()
                    };
                    let own = speedup(Method::Replicate(copies));
                    let better = results.measured.iter().any(|other| {
                        other.method.copies() > 1 && speedup(other.method) > own * (1.0 + 1e-9)
                    });
                    check!(
                        !better && copies > 1,
                        report,
                        "{copies} copies are not the best ones"
                    );
                }
            }
        }
    }
    starred(&report)?;
    level_copies(parameters, &results, &report)
}

/// The chart of the strategies highlights a single bar: that of the method shown.
fn highlighted(main: &Measured, equal: &Measured, report: &Report) -> Checked {
    let mut charts = report.charts.iter();
    let chart = charts.find(|chart| chart.key == "speedup").unwrap();
    let Series::Bars { bars } = &chart.series[0] else {
        panic!("{:?}", chart.series[0]);
    };
    let shown: Vec<f64> = bars
        .iter()
        .filter(|bar| bar.main)
        .map(|bar| bar.value)
        .collect();
    let ratios = equal.totals.iter().zip(&main.totals).map(|(a, b)| a / b);
    let known = mean(&ratios.collect::<Vec<_>>());
    let same = matches!(shown.as_slice(), [value] if (value - known).abs() <= 1e-9 * known);
    check!(same, report, "{shown:?} is drawn for {known}");
    Ok(())
}

/// Every name that notes mark with a star stands so in a table or a chart.
fn starred(report: &Report) -> Checked {
    let rows = report.tables.iter().flat_map(|table| &table.rows);
    let mut names: Vec<String> = rows.map(|row| row[0].text()).collect();
    for chart in &report.charts {
        names.extend(chart.words().concat());
        names.extend(chart.references.iter().map(|line| line.label.clone()));
    }
    for note in report.notes.iter().filter(|note| note.contains('*')) {
        for word in note.split(' ').filter(|word| word.contains('*')) {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '*');
            let named = names.iter().any(|name| name.contains(word));
            check!(named, report, "nothing is called {word}");
        }
        let named = |name: &str| names.iter().any(|one| one.starts_with(name));
        for name in ["Perfect forecasts (D*)", "Best choice in hindsight"] {
            let said = note.to_lowercase().contains(&name.to_lowercase());
            check!(!said || named(name), report, "nothing is called {name}");
        }
    }
    Ok(())
}

/// A sentence's claims on waiting and on its costs.
fn waiting(sentence: &str, parameters: &Parameters, results: &Results, report: &Report) -> Checked {
    let equal = results.of(Method::Equal).unwrap();
    let main = results.of(results.shown).unwrap();
    let (before, after) = (
        share(equal, |spent| spent.waiting),
        share(main, |spent| spent.waiting),
    );
    // Copies without messages are compared with one copy, never with equal shares.
    let alike = parameters.replication != Replication::Dependent || results.shown.copies() == 1;
    check!(
        alike || !sentence.starts_with("Copies "),
        report,
        "{sentence}: not like with like"
    );
    if let Some((_, rest)) = sentence.split_once("most often ") {
        let (name, rest) = rest.split_once(" in the run shown (").unwrap();
        let written = rest.split(" of its").next().unwrap();
        let set = parameters
            .traces
            .load(16, parameters.iterations as usize, parameters.seed)
            .unwrap();
        if !parameters.homogeneous {
            let used: Vec<&Node> = set
                .nodes()
                .iter()
                .filter(|node| results.first.names.contains(&node.name))
                .collect();
            let of = |node: &Node| {
                (0..parameters.iterations as usize)
                    .filter(|k| {
                        used.iter().all(|other| {
                            other.name == node.name || other.runtimes[*k] < node.runtimes[*k]
                        })
                    })
                    .count() as f64
            };
            let own = of(set.nodes().iter().find(|node| node.name == name).unwrap());
            check!(
                is_share(written, own / f64::from(parameters.iterations)),
                report,
                "{name}: {own}"
            );
            for other in used.iter().filter(|other| other.name != name) {
                check!(
                    own - of(other) > 1.96 * (own + of(other)).sqrt(),
                    report,
                    "{name} and {}",
                    other.name
                );
            }
        }
        check!(before > 0.0, report, "nobody waits");
    }
    if sentence == "With equal shares, no processor waits" || sentence.contains("no waiting to cut")
    {
        check!(before == 0.0, report, "{before}");
    }
    for (mark, cut) in [(" it to ", true), (" it at ", false), ("bring", false)] {
        let Some((verb, rest)) = sentence.split_once(mark) else {
            continue;
        };
        let written = rest
            .trim_start_matches("s ")
            .trim_start()
            .split([';', ' '])
            .next()
            .unwrap();
        check!(is_share(written, after), report, "{written}: {after}");
        if cut {
            let less = verb.ends_with("cut") || verb.ends_with("cuts");
            check!(less == (after < before), report, "{before} {after}");
            // A share of another run that falls or rises is no less or more time by itself.
            let time = |one: &Measured, share: f64| share * mean(&one.totals);
            let (before, after) = (time(equal, before), time(main, after));
            let agrees = match less {
                true => after <= before * (1.0 + 1e-6),
                false => after >= before * (1.0 - 1e-6),
            };
            check!(agrees, report, "{before} {after} ms of waiting");
        }
    }
    for (mark, longer) in [(" wait longer, ", true), (" wait less, ", false)] {
        let Some((_, rest)) = sentence.split_once(mark) else {
            continue;
        };
        let written = rest.split("that is ").nth(1).unwrap();
        let written = written.trim_start_matches("only ").split(" of a").next();
        check!(is_share(written.unwrap(), after), report, "{after}");
        let (then, now) = (before * mean(&equal.totals), after * mean(&main.totals));
        let told = match longer {
            true => now > then && after < before && sentence.contains("of a longer run"),
            false => now < then && after > before && sentence.contains("of a shorter run"),
        };
        check!(told, report, "{before} {after}, {then} {now}");
    }
    if let Some((_, costs)) = sentence
        .split_once("; ")
        .filter(|_| !sentence.starts_with("They"))
    {
        for cost in costs.split([',']).flat_map(|cost| cost.split(" and ")) {
            let written = cost.trim().split(' ').next().unwrap();
            let value = match cost {
                cost if cost.contains("killed") => share(main, |spent| spent.discarded),
                cost if cost.contains("anew") => share(main, |spent| spent.rescheduling),
                _ => share(main, |spent| spent.synchronising),
            };
            check!(
                is_share(written, value) && value > 0.0,
                report,
                "{cost}: {value}"
            );
        }
    }
    Ok(())
}

/// The numbers of copies that the report calls no worse than the best one.
fn level_copies(parameters: &Parameters, results: &Results, report: &Report) -> Checked {
    let figure = report
        .figures
        .iter()
        .find(|figure| figure.key == "best_copies")
        .unwrap();
    let best = times(results, Method::Replicate(figure.value as u32));
    let words = figure.beside.as_deref().unwrap();
    let said = words
        .split_once("no clear difference from ")
        .map_or("", |(_, said)| said)
        .replace(" and ", ", ");
    let said: Vec<&str> = said.split(", ").filter(|word| !word.is_empty()).collect();
    let single = words.contains(", in the only run");
    check!(single == (parameters.runs == 1), report, "{words}");
    for measured in &results.measured {
        if let Method::Replicate(copies) = measured.method
            && f64::from(copies) != figure.value
        {
            let known = told_of_runs(&measured.totals, best);
            let named = said.contains(&copies.to_string().as_str());
            check!(
                named != matches!(known, Said::Faster(_)),
                report,
                "{words}: {copies} {known:?}"
            );
        }
    }
    let tried = Study::new(parameters).unwrap().copies_tried();
    let left_out = report.notes.iter().any(|note| note.contains("left out"));
    check!(
        left_out != tried.contains(&parameters.copies),
        report,
        "{tried:?}"
    );
    Ok(())
}

/// The studies of one, two, four … and all processors.
fn machines(parameters: &Parameters) -> Vec<(u32, Results)> {
    let mut numbers: Vec<u32> = (0..8)
        .map(|power| 1 << power)
        .filter(|p| *p < parameters.processors)
        .collect();
    numbers.push(parameters.processors);
    let of = |processors: u32| {
        let own = processors == parameters.processors;
        let copies = (1..=parameters.copies.min(processors))
            .rev()
            .find(|r| processors.is_multiple_of(*r));
        let parameters = Parameters {
            topic: Topic::Strategies,
            processors,
            copies: if own {
                parameters.copies
            } else {
                copies.unwrap()
            },
            ..parameters.clone()
        };
        Some((
            processors,
            Study::new(&parameters).ok()?.run(&mut Silent).ok()?.1,
        ))
    };
    numbers.into_iter().filter_map(of).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The copies above one, or all, with the least mean time.
fn least_copies(results: &Results, above: u32) -> Option<&Measured> {
    let copies = results.measured.iter();
    let copies =
        copies.filter(|one| matches!(one.method, Method::Replicate(copies) if copies > above));
    copies.reduce(|a, b| {
        if mean(&b.totals) < mean(&a.totals) * (1.0 - 1e-9) {
            b
        } else {
            a
        }
    })
}

/// "2, 4 and 8 processors", "one processor".
fn processors_in(words: &str) -> Vec<u32> {
    let words = words.replace("one processor", "1 processors");
    let numbers = words
        .split(" processors")
        .next()
        .unwrap_or_default()
        .replace(" and ", ", ");
    numbers
        .split(", ")
        .filter_map(|number| number.rsplit(' ').next()?.parse().ok())
        .collect()
}

fn by_processors(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    if parameters.processors == 1 {
        check!(
            report.headline == "One processor has nothing to balance and nothing to copy",
            report,
            "one"
        );
        return Ok(());
    }
    ratios(&report)?;
    if parameters.strategy == Way::Replicate {
        asked_copies(parameters, &report)?;
    }
    if parameters.strategy == Way::ReplicateBest {
        best_of_all(parameters, &report)?;
    }
    let found = machines(parameters);
    let best = parameters.strategy == Way::ReplicateBest;
    let copied = best || parameters.strategy == Way::Replicate;
    let dependent = parameters.replication == Replication::Dependent;
    let baseline = if copied && dependent {
        Method::Replicate(1)
    } else {
        Method::Equal
    };
    let of = |results: &Results| -> Option<Vec<f64>> {
        match best {
            true => least_copies(results, 0).map(|one| one.totals.clone()),
            false => {
                let whole = Study::new(&Parameters {
                    topic: Topic::Strategies,
                    ..parameters.clone()
                })
                .unwrap();
                Some(results.of(whole.shown(&[]))?.totals.clone())
            }
        }
    };
    let curve: Vec<(u32, Vec<f64>, Vec<f64>)> = found
        .iter()
        .filter_map(|(p, results)| Some((*p, times(results, baseline).to_vec(), of(results)?)))
        .collect();
    let on = |p: u32| {
        curve
            .iter()
            .find(|(processors, ..)| *processors == p)
            .unwrap()
    };
    if let [(p, base, own)] = curve.as_slice() {
        let (claim, _) = said(&report.headline).unwrap();
        let known = told_of_means(base, own);
        check!(agree(claim, known), report, "{known:?}");
        let only = processors_in(report.headline.rsplit_once(" on ").unwrap().1);
        check!(only == [*p], report, "{p}");
        return Ok(());
    }
    // The number of processors where it is fastest, and those with no clear difference from it.
    let (_, fastest) = report.headline.split_once("fastest on ").unwrap();
    let single = fastest.contains(" in the only run");
    check!(single == (parameters.runs == 1), report, "{fastest}");
    let (first, ties) = match fastest.split_once(", with no clear difference from ") {
        Some((first, ties)) => (processors_in(first), processors_in(ties)),
        None => (processors_in(fastest), Vec::new()),
    };
    check!(first.len() == 1, report, "{first:?}");
    for (p, _, times) in &curve {
        if *p != first[0] {
            let known = told_of_means(times, &on(first[0]).2);
            let clear = matches!(known, Said::Faster(_));
            check!(ties.contains(p) != clear, report, "{p}: {known:?}");
            check!(
                mean(&on(first[0]).2) <= mean(times) * (1.0 + 1e-9),
                report,
                "{p} is faster"
            );
        }
    }
    // Whether choosing is as good as both of its alternatives.
    let mut choosing = found.iter().filter(|(p, _)| *p > 1);
    let everywhere = choosing.all(|(_, results)| results.of(Method::Adaptive).is_some());
    if parameters.strategy == Way::Adaptive && everywhere {
        let mut known = Vec::new();
        let mut better = Vec::new();
        for (p, results) in found.iter().filter(|(p, _)| *p > 1) {
            let copies = (1..=parameters.copies.min(*p)).filter(|r| p % r == 0);
            let copies = copies.max().unwrap();
            let both = [Method::Dynamic, Method::Replicate(copies)];
            let own = times(results, Method::Adaptive);
            let kinds = both.map(|other| beside_both(times(results, other), own));
            known.push((*p, copies, kinds.into_iter().max().unwrap()));
            let best = least_copies(results, 1).filter(|one| one.method != both[1]);
            if best.is_some_and(|best| matches!(of_means(own, &best.totals), Said::Faster(_))) {
                better.push(*p);
            }
        }
        // The table has the best number of copies, which may be faster than those that the choice has.
        let end = ", another number of copies is clearly faster than the adaptive choice";
        let said = report.why.split(". ").find_map(|one| one.split_once(end));
        let said = said.map_or(Vec::new(), |(on, _)| processors_in(on));
        check!(dependent || said == better, report, "{better:?}");
        let (kind, numbers) = [
            ("is, to 2\u{a0}%, as good as the better of ", 'a'),
            ("shows no clear difference from the better of ", 'b'),
            ("is not as good as the better of ", 'c'),
        ]
        .into_iter()
        .find_map(|(words, kind)| Some((kind, report.headline.split_once(words)?.1)))
        .unwrap();
        let worst = known.iter().map(|(.., kind)| *kind).max();
        check!(worst == Some(kind), report, "{known:?}");
        let own = known.iter().filter(|(.., one)| *one == kind);
        let own: Vec<(u32, u32)> = own.map(|(p, copies, _)| (*p, *copies)).collect();
        // Each alternative is named with its number of copies.
        let mut written = Vec::new();
        for part in numbers
            .split("; ")
            .next()
            .unwrap()
            .split("balancing and ")
            .skip(1)
        {
            let (other, on) = part.split_once(" on ").unwrap();
            let copies = match other {
                "equal shares" => 1,
                copies => counted(copies.split(' ').next().unwrap()).unwrap(),
            };
            let on = on.trim_end_matches(['o', 'f', ' ', ',']);
            let on = on.strip_suffix(" and").unwrap_or(on);
            written.extend(processors_in(on).into_iter().map(|p| (p, copies)));
        }
        check!(written == own, report, "{known:?} {written:?}");
    }
    // The gain.
    if report.headline.contains("nowhere clearly faster") {
        for (p, baseline, times) in &curve {
            let known = of_means(baseline, times);
            check!(!matches!(known, Said::Faster(_)), report, "{p}: {known:?}");
        }
    } else if let Some((claim, object)) =
        said(&report.headline).filter(|(claim, _)| *claim != Said::Unclear)
    {
        let headline = report.headline.replace(" gain most", " gains most");
        let p = match headline.split_once("gains most on ") {
            Some((_, rest)) => processors_in(rest)[0],
            None => processors_in(object.split_once(" on ").unwrap().1)[0],
        };
        let known = told_of_means(&on(p).1, &on(p).2);
        check!(agree(claim, known), report, "{p}: {known:?}");
        check!(
            object.starts_with("one copy") == (baseline != Method::Equal),
            report,
            "{object}"
        );
        if headline.contains("gains most") {
            let gain =
                |(_, baseline, times): &(u32, Vec<f64>, Vec<f64>)| mean(baseline) / mean(times);
            for other in curve.iter().filter(|(other, ..)| *other != p) {
                check!(gain(other) < gain(on(p)), report, "{} gains more", other.0);
            }
        }
    }
    // The winner on each number of processors.
    let who = report
        .why
        .split(" With ")
        .next()
        .unwrap()
        .trim_end_matches('.');
    let mut named = Vec::new();
    for clause in who.split("; ") {
        let lower = clause.to_lowercase();
        let kind = match &*lower {
            lower if lower.starts_with("copies beat") => 'c',
            lower if lower.starts_with("dynamic balancing beats") => 'd',
            lower if lower.starts_with("neither dynamic balancing nor copies are") => 'n',
            lower if lower.starts_with("equal shares beat dynamic balancing and copies") => 'e',
            _ => continue,
        };
        let (_, numbers) = clause.rsplit_once(" on ").unwrap();
        let single = numbers.contains(" in the only run");
        check!(single == (parameters.runs == 1), report, "{clause}");
        named.extend(processors_in(numbers).into_iter().map(|p| (p, kind)));
    }
    for (p, results) in found.iter().filter(|(p, _)| *p > 1) {
        let Some(copies) = least_copies(results, 1).filter(|_| !dependent) else {
            continue;
        };
        let dynamic = times(results, Method::Dynamic);
        let known = told_of_means(dynamic, &copies.totals);
        let equal = times(results, Method::Equal);
        let loses = |times: &[f64]| matches!(told_of_means(times, equal), Said::Faster(_));
        let kind = match known {
            _ if loses(dynamic) && loses(&copies.totals) => 'e',
            Said::Faster(_) => 'c',
            Said::Slower(_) => 'd',
            Said::Equal | Said::Unclear => 'n',
        };
        check!(
            named.contains(&(*p, kind)) && named.iter().filter(|(one, _)| one == p).count() == 1,
            report,
            "{p}: {known:?} {named:?}"
        );
    }
    if let Some((_, several)) = report.why.split_once("With ") {
        check!(parameters.runs > 1, report, "a single run shows no order");
        let written = several.split(" are ").nth(1).unwrap();
        let written = parsed(written.split(' ').next().unwrap()).unwrap();
        let p = processors_in(several.split_once(", ").unwrap().1)[0];
        let (_, results) = found
            .iter()
            .find(|(processors, _)| *processors == p)
            .unwrap();
        let own = match several.starts_with("dynamic") {
            true => times(results, Method::Dynamic),
            false => &least_copies(results, 1).unwrap().totals,
        };
        let known = mean(times(&found[0].1, Method::Equal)) / mean(own);
        check!(
            (written - known).abs() < 0.00501 && known > f64::from(p),
            report,
            "{known}"
        );
    }
    Ok(())
}

/// An adaptive choice beside one of its alternatives: 'c' where it is clearly slower, 'a' where the runs exclude that it loses more
/// than 2 %, otherwise 'b'.
fn beside_both(other: &[f64], own: &[f64]) -> char {
    let sum = |times: &[f64]| times.iter().sum::<f64>();
    let ratio = sum(other) / sum(own);
    let spread = report::evidence::spread_of_ratio(other, own, ratio);
    let half = spread * own.len() as f64 / sum(own);
    match of_means(other, own) {
        Said::Slower(_) => 'c',
        Said::Equal => 'a',
        _ if ratio - half >= 0.98 => 'a',
        _ => 'b',
    }
}

/// Headline, figures, notes and schedule of the best number of copies are of the same number.
fn best_of_all(parameters: &Parameters, report: &Report) -> Checked {
    let mut figures = report.figures.iter();
    let best = figures.find(|figure| figure.key == "best_copies").unwrap();
    for note in &report.notes {
        let written = note.strip_prefix("With ");
        let Some((written, _)) = written.and_then(|rest| rest.split_once(" copies a run has "))
        else {
            continue;
        };
        check!(
            parsed(written) == Some(best.value),
            report,
            "{written}: {}",
            best.value
        );
    }
    let said = |words: &str| report.notes.iter().any(|note| note.contains(words));
    let scaled = best.value > 1.0 && parameters.replication != Replication::Dependent;
    check!(
        said(" copies a run has ") == scaled,
        report,
        "{} copies",
        best.value
    );
    Ok(())
}

/// Headline and figures name the number of copies that they are of: that of the table is another one.
fn asked_copies(parameters: &Parameters, report: &Report) -> Checked {
    let subject = report.headline.split(' ').next().unwrap();
    check!(
        counted(subject) == Some(parameters.copies),
        report,
        "{subject}"
    );
    for key in ["speedup", "fastest"] {
        let mut figures = report.figures.iter();
        let name = &figures.find(|figure| figure.key == key).unwrap().name;
        let copies = name.split("with ").nth(1).and_then(|rest| {
            let number = rest.split(' ').next()?;
            counted(number).filter(|_| rest.contains(" cop"))
        });
        check!(copies == Some(parameters.copies), report, "{name}");
    }
    Ok(())
}

/// The report says which speedups of numbers of processors are means of the runs' own ratios, and is right.
fn ratios(report: &Report) -> Checked {
    let said: Vec<&String> = report
        .notes
        .iter()
        .filter(|note| note.contains("the mean of the runs’ own ratios"))
        .collect();
    check!(
        said.len() == 1 && said[0].starts_with("In the table of strategies, the first speedup is"),
        report,
        "{said:?}"
    );
    let table = |key: &str| report.tables.iter().find(|table| table.key == key).unwrap();
    let strategies = table("strategies");
    check!(
        strategies.columns[1].contains("mean of the runs’ ratios")
            && strategies.columns[2].contains("ratio of means"),
        report,
        "{:?}",
        strategies.columns
    );
    // The table by processors has the second one, as the note on the ratios of mean run times says.
    let processors = table("processors").rows.last().unwrap();
    let mut rows = strategies.rows.iter();
    let dynamic = rows.find(|row| row[0].text().starts_with("Rebalanced"));
    let (by_processors, second) = (number(&processors[6]), number(&dynamic.unwrap()[2]));
    check!(by_processors == second, report, "{by_processors} {second}");
    Ok(())
}

/// "every 10 iterations", "after every iteration": after how many.
fn every_in(words: &str) -> Option<u32> {
    match words.split_once("every ")?.1 {
        rest if rest.starts_with("iteration") => Some(1),
        rest => rest.split(' ').next()?.parse().ok(),
    }
}

fn intervals(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    let (_, found) = Study::new(parameters)
        .unwrap()
        .intervals(&mut Silent)
        .unwrap();
    // All speedups are ratios of means, and only a strategy that makes copies has a note on copies.
    let says = |words: &str| report.notes.iter().any(|note| note.contains(words));
    check!(!says("own ratios"), report, "there are none");
    let copies = matches!(
        parameters.strategy,
        Way::Replicate | Way::ReplicateBest | Way::Adaptive
    );
    let replicates = [
        "Replication as",
        "Causal replication",
        "Dependent replication",
    ];
    check!(
        replicates.into_iter().any(says) == copies,
        report,
        "{copies}"
    );
    starred(&report)?;
    let equal = times(&found.results, Method::Equal);
    if parameters.processors == 1 || found.again.is_empty() {
        return Ok(());
    }
    let row = |every: u32| {
        &found
            .again
            .iter()
            .find(|(number, _)| *number == every)
            .unwrap()
            .1
            .totals
    };
    // Where the question is the moment to set them once, the interval comes second.
    let once = matches!(parameters.strategy, Way::Static | Way::StaticHindsight);
    let again = match once && found.once.len() > 1 {
        true => {
            let start = report.why.find("Rebalancing ").unwrap();
            report.why[start..].split(". ").next().unwrap()
        }
        false => report.headline.as_str(),
    };
    let every = every_in(again).unwrap();
    let (claim, rest) = said(again).unwrap();
    let known = told_of_means(equal, row(every));
    check!(agree(claim, known), report, "{known:?}");
    let gains = |totals: &[f64]| matches!(of_means(equal, totals), Said::Faster(_));
    let level = |rows: &[(u32, Measured)], number: u32, own: &[f64]| {
        let others = rows.iter().filter(|(other, _)| *other != number);
        others
            .filter(|(_, other)| !matches!(of_means(&other.totals, own), Said::Faster(_)))
            .count()
    };
    if let [_] = found.again.as_slice() {
        check!(!rest.contains("interval"), report, "there is one interval");
    } else if rest.contains("no interval is clearly faster") {
        check!(
            !found.again.iter().any(|(_, one)| gains(&one.totals)),
            report,
            "one gains"
        );
    } else {
        check!(gains(row(every)), report, "no gain");
        let ties = level(&found.again, every, row(every));
        let said = match rest.split_once("no clear difference from ") {
            None => 0,
            Some((_, ties)) => ties
                .split_once(" other intervals")
                .map_or(1, |(number, _)| number.parse().unwrap()),
        };
        check!(said == ties, report, "{ties} intervals are level");
        check!(again.contains("best") == (ties == 0), report, "{ties}");
    }
    let computing = |measured: &Measured| -> Vec<f64> {
        let each = measured.spent_by_run.iter();
        each.map(|spent| spent.computing + spent.discarded + spent.waiting)
            .collect()
    };
    // Shares that are set after the last iteration alone are never used.
    let used = found.again.iter();
    let used = used.filter(|(every, _)| *every < parameters.iterations);
    let used: Vec<&Measured> = used.map(|(_, one)| one).collect();
    let known = match used.as_slice() {
        [fresh, .., stale] => of_means(&computing(stale), &computing(fresh)),
        _ => Said::Unclear,
    };
    for (words, holds) in [
        ("old shares fit worse", matches!(known, Said::Faster(_))),
        ("new shares fit worse", matches!(known, Said::Slower(_))),
        ("they fit alike", known == Said::Equal),
        ("iterations, no clear difference", known == Said::Unclear),
    ] {
        let several = used.len() > 1;
        check!(
            report.why.contains(words) == (holds && several),
            report,
            "{words}: {known:?}"
        );
    }
    let first = if once { &report.headline } else { &report.why };
    if let Some((_, rest)) = first.split_once("Setting shares only once, after ") {
        let cold = match rest.starts_with("the first") {
            true => 1,
            false => rest.split(' ').next().unwrap().parse().unwrap(),
        };
        let own = &found
            .once
            .iter()
            .find(|(number, _)| *number == cold)
            .unwrap()
            .1
            .totals;
        let sentence = rest.split(". ").next().unwrap();
        let (claim, ties) = said(sentence).unwrap();
        check!(
            agree(claim, told_of_means(equal, own)) && (equal.len() == 1 || gains(own)),
            report,
            "{cold}"
        );
        let number = level(&found.once, cold, own);
        let written = match ties.split_once("no clear difference from ") {
            None => 0,
            Some((_, ties)) => counted(ties.split(' ').next().unwrap()).unwrap() as usize,
        };
        check!(number == written, report, "{number} are level");
    } else {
        check!(
            !found.once.iter().any(|(_, one)| gains(&one.totals)),
            report,
            "one gains"
        );
    }
    Ok(())
}

/// The strategy that takes less time in a block: 'b' or 'r', or neither.
fn winner(block: &Block) -> Option<char> {
    let (a, b) = (block.balanced, block.replicated);
    let same = (a - b).abs() <= 1e-9 * a.max(b);
    (!same).then_some(if a < b { 'b' } else { 'r' })
}

fn decision(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    let (_, found) = Study::new(parameters).unwrap().decide(&mut Silent).unwrap();
    lengths(&found.blocks[0], &report)?;
    let ahead = report.winner.as_ref().and_then(|one| one.ahead.as_deref());
    check!(
        ahead != Some("several copies of each job") || parameters.copies > 1,
        report,
        "{ahead:?}"
    );
    compared(parameters, &found.results, &report)?;
    let mut blocks: Vec<Block> = found.blocks.into_iter().flatten().collect();
    if parameters.processors == 1 || blocks.is_empty() {
        return Ok(());
    }
    blocks.sort_by(|a, b| a.y.total_cmp(&b.y));
    let wins = |who: char| {
        blocks
            .iter()
            .filter(|block| winner(block) == Some(who))
            .count()
    };
    let all = blocks.len() as f64;
    let threshold = number(&Cell::Figure(report.figures[0].clone()));
    // Two points always lie on a line, and a rule that was fitted to them is always right.
    let enough = blocks.len() >= 10;
    check!(
        enough || !report.why.contains("nearly a line"),
        report,
        "{} blocks",
        blocks.len()
    );
    check!(
        !enough || !report.headline.contains("Too few blocks"),
        report,
        "{} blocks",
        blocks.len()
    );
    if let Some((_, rule)) = report.headline.split_once("Below Y* = ") {
        let aside = blocks.iter().filter(|block| block.y < threshold).count();
        let least = aside.min(blocks.len() - aside);
        check!(enough && least >= 3, report, "{aside} blocks below");
        let copies = match parameters.copies {
            1 => " keep equal shares, above",
            _ => " replicate, above",
        };
        let below = if rule.contains(copies) { 'r' } else { 'b' };
        let above = if below == 'r' { 'b' } else { 'r' };
        let mut right = 0;
        for (side, who, other) in [(true, below, above), (false, above, below)] {
            let blocks = blocks.iter().filter(|block| (block.y < threshold) == side);
            let (mut wins, mut losses) = (0, 0);
            for block in blocks {
                wins += usize::from(winner(block) == Some(who));
                losses += usize::from(winner(block) == Some(other));
            }
            check!(
                wins > losses,
                report,
                "{who} wins {wins} and loses {losses}"
            );
            right += wins;
        }
        let written = rule
            .split("is right in ")
            .nth(1)
            .unwrap()
            .split(" of")
            .next()
            .unwrap();
        check!(
            is_share(written, right as f64 / all),
            report,
            "{right} of {all}"
        );
        // A rule decides only what never changing the strategy does not.
        let (_, constant) = rule.split_once(", always ").unwrap();
        let (always, written) = constant.split_once(" in ").unwrap();
        let who = if always == "balancing" { 'b' } else { 'r' };
        let most = wins('b').max(wins('r'));
        check!(
            wins(who) == most && is_share(written, most as f64 / all),
            report,
            "{always}: {most} of {all}"
        );
    } else if report.headline.contains("same time in every block") {
        check!(wins('b') + wins('r') == 0, report, "they differ");
    } else {
        let copies = Method::Replicate(parameters.copies);
        let known = told_of_runs(
            times(&found.results, copies),
            times(&found.results, Method::Dynamic),
        );
        let (claim, rest) = said(&report.headline).unwrap();
        check!(agree(claim, known), report, "{known:?}");
        let written = rest
            .split("wins in ")
            .nth(1)
            .unwrap()
            .split(" of")
            .next()
            .unwrap();
        check!(
            is_share(written, wins('b') as f64 / all),
            report,
            "{} of {all}",
            wins('b')
        );
    }
    let (low, high) = (blocks[0].y, blocks.last().unwrap().y);
    let spread = (low - high).abs() > 1e-9 * high;
    let alike = ["same Y", "A single block"].map(|words| report.headline.contains(words));
    let expected = [!spread && blocks.len() > 1, blocks.len() == 1];
    check!(
        alike == expected || wins('b') + wins('r') == 0,
        report,
        "{low} {high}"
    );
    // Thirds without a lowest and a highest block are none.
    let thirds = report.charts.iter().any(|chart| chart.key == "thirds");
    let sentence = report.why.contains("of the third of the blocks");
    let several = spread && blocks.len() >= 3;
    check!((thirds, sentence) == (several, several), report, "{thirds}");
    if let Some((_, rest)) = report.why.split_once("Balancing wins in ") {
        let third = |number: usize| {
            let part = &blocks[blocks.len() * number / 3..blocks.len() * (number + 1) / 3];
            part.iter()
                .filter(|block| winner(block) == Some('b'))
                .count() as f64
                / part.len() as f64
        };
        let mut written = rest.split(" %").flat_map(|part| part.split("\u{a0}%"));
        let low: f64 = written.next().unwrap().parse().unwrap();
        let high: f64 = written
            .next()
            .unwrap()
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        check!(
            (low - 100.0 * third(0)).abs() < 0.51,
            report,
            "{}",
            third(0)
        );
        check!(
            (high - 100.0 * third(2)).abs() < 0.51,
            report,
            "{}",
            third(2)
        );
    }
    if let Some((_, rest)) = report
        .why
        .split_once("choosing block by block has a speedup of ")
    {
        let methods = [
            Method::Adaptive,
            Method::Dynamic,
            Method::Replicate(parameters.copies),
        ];
        for (written, method) in rest.trim_end_matches('.').split(", ").zip(methods) {
            let written = parsed(written.rsplit(' ').next().unwrap()).unwrap();
            let equal = times(&found.results, Method::Equal).iter();
            let ratios: Vec<f64> = equal
                .zip(times(&found.results, method))
                .map(|(a, b)| a / b)
                .collect();
            let known = mean(&ratios);
            let near = (written - known).abs() < 0.00501 * known.max(1.0);
            check!(near && written > 0.0, report, "{method:?}: {known}");
        }
    }
    Ok(())
}

/// Sweeps and comparisons judge the decision by the speedups of choosing and of its alternatives.
fn compared(parameters: &Parameters, results: &Results, report: &Report) -> Checked {
    let (_, samples) = replication::run_sampled(parameters, &mut Silent).unwrap();
    let methods = [
        Method::Adaptive,
        Method::Dynamic,
        Method::Replicate(parameters.copies),
    ];
    check!(samples.len() == methods.len(), report, "{samples:?}");
    let equal = times(results, Method::Equal);
    for (sample, method) in samples.iter().zip(methods) {
        let ratios = equal.iter().zip(times(results, method)).map(|(a, b)| a / b);
        let mut pairs = ratios.zip(&sample.values);
        let same = pairs.all(|(known, value)| (known - value).abs() <= 1e-9 * known);
        check!(
            same && sample.values.len() == equal.len(),
            report,
            "{method:?}"
        );
    }
    Ok(())
}

/// The note on the dots names the iterations of all blocks of a run; the last block may have others.
fn lengths(blocks: &[Block], report: &Report) -> Checked {
    let start = "Every dot is a block of ";
    let said = report
        .notes
        .iter()
        .find_map(|note| note.strip_prefix(start));
    check!(said.is_none() == blocks.is_empty(), report, "{said:?}");
    let Some(said) = said else { return Ok(()) };
    let said = said.split_once(" of a run").unwrap().0;
    let written = said
        .split(['\u{a0}', ' '])
        .filter_map(|word| word.parse().ok());
    let written: Vec<usize> = written.collect();
    let (last, rest) = blocks.split_last().unwrap();
    let first = rest.first().unwrap_or(last).iterations;
    check!(
        rest.iter().all(|block| block.iterations == first),
        report,
        "{blocks:?}"
    );
    let mut known = vec![first, last.iterations];
    known.dedup();
    check!(written == known, report, "{known:?}");
    Ok(())
}

/// Scenarios of the formulas.
fn formula(topic: Topic) -> impl Strategy<Value = Parameters> {
    let models = prop::sample::select(Model::ALL.to_vec());
    let families = prop::sample::select(vec![
        Family::Empirical,
        Family::Exponential,
        Family::Weibull,
        Family::Lognormal,
        Family::Uniform,
    ]);
    let powers = (0_u32..=4, 0_u32..=4).prop_map(|(p, r)| (1_u32 << p, 1_u32 << r.min(p)));
    let shape = (powers, 32_u32..120, prop_oneof![Just(1_u32), 2_u32..8]);
    let numbers = (
        prop_oneof![
            1 => Just(0.0),
            2 => Just(1.0),
            3 => prop::sample::select(vec![0.8, 0.996, 0.577, 0.004_999_9, 2.0 / 3.0, 8.0 / 9.0]),
            6 => 0.0..1.0
        ],
        0.3..0.7,
        0.1..1.0,
        0.3..1.0,
    );
    (traces(), models, families, shape, numbers, 0_u64..10_000).prop_map(
        move |(traces, model, family, shape, numbers, seed)| Parameters {
            topic,
            traces,
            model,
            family,
            processors: shape.0.0,
            copies: shape.0.1,
            iterations: shape.1,
            runs: shape.2,
            variation: numbers.0,
            excess: numbers.1,
            spread: numbers.2,
            dependence: numbers.3,
            doublings: 5,
            seed,
            picture: match topic {
                Topic::Estimates if seed % 2 == 0 => Picture::Dependence,
                _ => Picture::default(),
            },
            ..Parameters::default()
        },
    )
}

/// Two nodes whose runtimes alternate: what one job takes more, the next takes less.
fn alternating() -> Source {
    let node = |host: usize| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: (0..200)
            .map(|job| f64::from(10 + 5 * (job % 2)) + (job * 7 % 11) as f64 / 100.0)
            .collect(),
    };
    let set = TraceSet::new("alternating", (0..16).map(node).collect()).unwrap();
    Source::Own(Own::of(&set, usize::MAX))
}

/// A row of numbers of a table, by its name.
fn row(report: &Report, table: &str, name: &str) -> Option<Vec<f64>> {
    let table = report.tables.iter().find(|one| one.key == table)?;
    let row = table.rows.iter().find(|row| row[0].text() == name)?;
    Some(row.iter().map(number).collect())
}

fn model(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    if parameters.processors == 1 {
        return Ok(());
    }
    error_of_each_run(parameters, &report)?;
    let own = format!("model {}", parameters.model.name());
    let table = report
        .tables
        .iter()
        .find(|table| table.key == "models")
        .unwrap();
    let mut errors = Vec::new();
    for cells in table.rows.iter().filter(|cells| cells[0].text() != "exact") {
        errors.push((cells[0].text(), number(&cells[1]), number(&cells[2])));
    }
    // Models whose α and β do not go together have no speedups.
    let p = parameters.processors.ilog2();
    for model in Model::ALL {
        let Parameters {
            excess,
            spread,
            dependence,
            variation,
            ..
        } = *parameters;
        let numbers = Numbers::with(model, excess, spread, dependence);
        let mut speedups = (0..=p).map(|r| numbers.speedup(r, p, variation));
        let told = !speedups.any(f64::is_nan);
        let steps = model.dependent() == parameters.model.dependent();
        let name = format!("model {}", model.name());
        let listed = errors.iter().any(|(one, ..)| *one == name);
        check!(listed == (told && steps), report, "{name}");
        let mut notes = report.notes.iter();
        let left_out = notes.any(|note| {
            note.contains(" left out: no runtimes have ") && note.contains(model.name())
        });
        check!(left_out == (steps && !told), report, "{name}");
    }
    let (_, rms, bias) = errors
        .iter()
        .find(|(name, ..)| *name == own)
        .unwrap()
        .clone();
    let written = report.headline.split(" copies ").nth(1).unwrap();
    check!(misses_by(written, rms, bias), report, "{rms} {bias}");
    for (name, error, _) in &errors {
        let short = name.trim_start_matches("model ");
        let tail = report.headline.split_once(';').unwrap().1;
        let listed = tail.replace(',', " ").split(' ').any(|word| word == short);
        let least = errors
            .iter()
            .map(|(_, error, _)| *error)
            .fold(f64::INFINITY, f64::min);
        let nearest = (error - least).abs() <= 1e-9;
        check!(
            *name == own || listed == nearest,
            report,
            "{name}: {error}, least {least}"
        );
    }
    check!(
        report.headline.contains("comes nearest")
            || report.headline.contains("come nearest")
            || errors.iter().all(|(_, error, _)| *error >= rms - 1e-9),
        report,
        "{rms}"
    );
    let most = 8.min(1 << parameters.processors.ilog2());
    check!(
        report.headline.contains(&format!("up to {most} copies")),
        report,
        "{most}"
    );
    fastest(parameters, &report)?;
    remembered(parameters, &report)?;
    let why = report.why.split(". ").next().unwrap();
    let miss = why.split(" miss the same runs ").nth(1);
    let exact = row(&report, "models", "exact").unwrap();
    check!(
        misses_by(miss.unwrap_or("exactly"), exact[1], exact[2])
            && miss.is_none() == why.contains(" agree with the runs"),
        report,
        "{exact:?}"
    );
    Ok(())
}

/// Whether a sentence says a root mean square log error with its direction: in per cent of the runs, as far below them or above, and from
/// twice on as a factor, since nothing is too low by more.
fn misses_by(written: &str, error: f64, mean: f64) -> bool {
    let (twice, low) = (libm::exp(error), mean < -1e-9);
    let clause = written.split(';').next().unwrap();
    let directed = clause.contains(", on average too low") == low
        && clause.contains(", on average too high") == (mean > 1e-9);
    let Some(size) = clause.strip_prefix("by ") else {
        return error <= 1e-9 && clause.contains("exactly");
    };
    directed
        && match size.strip_prefix("a factor of ") {
            Some(rest) => {
                let digits = rest.split([',', ';', ' ']).next().unwrap();
                let written = parsed(digits.trim_end_matches('.')).unwrap();
                twice >= 2.0 && (written - twice).abs() <= last_digit(twice)
            }
            None => {
                let written = parsed(size.split('\u{a0}').next().unwrap()).unwrap();
                // One error alone is that of the only speedup.
                let share = if mean < 0.0 {
                    1.0 - 1.0 / twice
                } else {
                    twice - 1.0
                };
                twice < 2.0 && (written - 100.0 * share).abs() < 0.0501
            }
        }
}

/// Comparisons judge a model by its error: that of a single run is the error of the report, and models differ by it alone.
fn error_of_each_run(parameters: &Parameters, report: &Report) -> Checked {
    let samples = |model| {
        let parameters = Parameters {
            model,
            ..parameters.clone()
        };
        let ran = replication::run_sampled(&parameters, &mut Silent);
        ran.ok().map(|(_, samples)| samples)
    };
    let own = samples(parameters.model).unwrap();
    check!(
        own[0].key == "run_error" && own[0].values.len() == parameters.runs as usize,
        report,
        "{own:?}"
    );
    let error = report.figures.iter().find(|figure| figure.key == "error");
    let error = error.unwrap().value;
    let single = parameters.runs > 1 || (own[0].values[0] - error).abs() <= 1e-9;
    check!(single, report, "{own:?}");
    let other = match parameters.model.dependent() {
        true => Model::OneOne,
        false => Model::TwoOne,
    };
    let Some(theirs) = samples(other) else {
        return Ok(());
    };
    check!(own[1] == theirs[1], report, "the runs know no model");
    let error = row(report, "models", &format!("model {}", other.name())).unwrap()[1];
    let single = parameters.runs > 1 || (theirs[0].values[0] - error).abs() <= 1e-9;
    check!(single, report, "{theirs:?}");
    Ok(())
}

/// Reports lay errors of exact times to their missing memory: runtimes depend on the one before, where an iteration meets several.
fn remembered(parameters: &Parameters, report: &Report) -> Checked {
    let why = &report.why;
    let exact = row(report, "models", "exact").unwrap()[1];
    let several = !parameters.model.dependent();
    let misses = exact.abs() > 1e-9;
    check!(
        why.contains("autocorrelation") == (several && misses),
        report,
        "{several} {exact}"
    );
    let laid = [
        "; the rest of the error can come from ",
        ": the error can come from ",
        ". The error can come from ",
    ];
    let said = laid.map(|words| why.contains(words));
    let half = |number: &str| number.split(')').next().and_then(parsed);
    let memory = why.split("(autocorrelation ").nth(1).and_then(half);
    let expected = match memory {
        _ if !misses => [false; 3],
        None => [false, false, true],
        // As it is written, which may be rounded.
        Some(memory) if memory.abs() < 0.045 => [false, true, false],
        Some(memory) if memory.abs() > 0.055 => [true, false, false],
        Some(_) => return Ok(()),
    };
    check!(said == expected, report, "{memory:?}: {said:?}");
    // A parameter of the formulas is known to them.
    check!(!why.contains("no formula knows"), report, "γ is that");
    Ok(())
}

/// The number of copies with which the runs are fastest, by the samples of every number of copies.
fn fastest(parameters: &Parameters, report: &Report) -> Checked {
    let p = 1_u32 << parameters.processors.ilog2();
    let times = |copies: u32| {
        let asked = Parameters {
            copies,
            ..parameters.clone()
        };
        let (_, samples) = replication::run_sampled(&asked, &mut Silent).unwrap();
        samples
            .into_iter()
            .find(|sample| sample.key == "iteration_time")
            .unwrap()
            .values
    };
    let all: Vec<(u32, Vec<f64>)> = (0..=p.ilog2())
        .map(|power| (1 << power, times(1 << power)))
        .collect();
    let said = report
        .why
        .split(if parameters.runs == 1 {
            "the only run is fastest with "
        } else {
            "the runs are fastest with "
        })
        .nth(1)
        .unwrap();
    let said = said
        .split("; the model says")
        .next()
        .unwrap()
        .replace("no copies", "1 copies");
    let numbers: Vec<u32> = said
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    let (_, best) = all
        .iter()
        .find(|(copies, _)| *copies == numbers[0])
        .unwrap();
    for (copies, times) in all.iter().filter(|(copies, _)| *copies != numbers[0]) {
        let known = told_of_means(times, best);
        let level = numbers[1..].contains(copies);
        check!(
            level != matches!(known, Said::Faster(_)),
            report,
            "{copies}: {known:?}"
        );
        check!(
            mean(best) <= mean(times) * (1.0 + 1e-9),
            report,
            "{copies} copies are faster"
        );
    }
    Ok(())
}

/// The numbers by which sweeps and comparisons judge formulas are those of the report, and none where the formula is outside its valid
/// range, so that no such point is best.
fn judged(parameters: &Parameters, report: &Report) -> Checked {
    let (_, samples) = replication::run_sampled(parameters, &mut Silent).unwrap();
    for sample in &samples {
        let value = sample.values[0];
        check!(
            value.is_nan() || value > 0.0 && value.is_finite(),
            report,
            "{sample:?}"
        );
        let figure = report
            .figures
            .iter()
            .find(|figure| figure.key == sample.key);
        let Some(figure) = figure else { continue };
        let beyond = figure.value <= 0.0
            || figure
                .beside
                .as_deref()
                .is_some_and(|words| words.starts_with("or more"));
        let same = (figure.value - value).abs() <= 1e-9 * value;
        check!(
            if beyond { value.is_nan() } else { same },
            report,
            "{sample:?} {figure:?}"
        );
    }
    Ok(())
}

/// In the table of misprints, "more than 5" is a speedup; an r or p without an end says so.
fn misprinted(report: &Report) -> Checked {
    let mut tables = report.tables.iter();
    let table = tables.find(|table| table.key == "misprints").unwrap();
    for row in &table.rows {
        for cell in [&row[2], &row[4]] {
            let (name, text) = (row[0].text(), cell.text());
            let allowed: &[&str] = match &name {
                name if name.starts_with("Speedup") => &["> 5"],
                name if name.starts_with("Best r") => &["no limit", "none"],
                name if name.starts_with("From which p") => &["never", "always"],
                _ => &[],
            };
            let finite = number(cell).is_finite();
            check!(
                finite || allowed.contains(&&*text) || text == "–",
                report,
                "{name}: {text}"
            );
        }
    }
    Ok(())
}

/// Another seed changes the report only where the table of parameters lets it matter.
fn another_seed(parameters: &Parameters, report: &Report) -> Checked {
    use parameters::Parameters as _;
    let seed = Parameters::TABLE.find("seed").unwrap();
    let other = Parameters {
        seed: parameters.seed + 1,
        ..parameters.clone()
    };
    let same = replication::run(&other, &mut Silent).is_ok_and(|other| {
        other.headline == report.headline
            && other.why == report.why
            && other.tables == report.tables
    });
    let matters = seed.matters(&parameters.to_values());
    check!(matters || same, report, "the seed matters");
    let drawn = parameters.family == Family::Empirical;
    check!(drawn || !matters, report, "nothing is drawn");
    Ok(())
}

fn formulas(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    named(parameters, &report)?;
    judged(parameters, &report)?;
    misprinted(&report)?;
    another_seed(parameters, &report)?;
    let p = 1_u32 << parameters.processors.ilog2();
    if p == 1 {
        return Ok(());
    }
    let column = p.ilog2() as usize;
    let best = |table: &str| {
        let mut best = (1, 1.0);
        let mut beyond = false;
        for power in 0..=p.ilog2() {
            let name = format!("R = {}", 1 << power);
            let table = report.tables.iter().find(|one| one.key == table).unwrap();
            let cell = &table.rows.iter().find(|row| row[0].text() == name).unwrap()[column];
            beyond |= cell.text().starts_with('>');
            if number(cell) > best.1 * (1.0 + 1e-11) {
                best = (1 << power, number(cell));
            }
        }
        (best, beyond)
    };
    // All numbers of copies that are as good as the best one are named, by the formula and exactly.
    let level = |table: &str, best: f64| -> Vec<u32> {
        let mut tables = report.tables.iter();
        let table = tables.find(|one| one.key == table).unwrap();
        let all = (0..=p.ilog2()).filter(|power| {
            let value = number(&table.rows[*power as usize][column]);
            (value - best).abs() <= 1e-9 * best
        });
        all.map(|power| 1 << power).collect()
    };
    let ((exact, gain), _) = best("exact");
    let ((own, speedup), beyond) = best("model");
    let (before, after) = report.headline.split_once(';').unwrap();
    // Whether a half of the headline says so many copies and their speedup.
    let says = |half: &str, copies: u32, speedup: f64| {
        let sentence = half.replace(" times as fast", " times as fast as ");
        let written = said(&sentence);
        half.contains(&format!(" {copies} copies are"))
            && matches!(written, Some((Said::Faster(written), _)) if (written - speedup).abs() < last_digit(speedup) && written > 1.0)
    };
    if before.contains("a copy for every processor makes") {
        // Best on all of them, by the formula and exactly; the largest number is that of the tables.
        check!((own, exact) == (p, p) && !beyond, report, "{own} {exact}");
        let written = |half: &str, value: f64| half.contains(&report::evidence::factor(value));
        check!(
            written(before, speedup) && written(after, gain),
            report,
            "{speedup} {gain}"
        );
        return Ok(());
    }
    for (half, table, value) in [(before, "model", speedup), (after, "exact", gain)] {
        let level = level(table, value);
        if level.len() < 2 || (table == "model" && beyond) {
            check!(!half.contains("equally"), report, "{level:?}");
            continue;
        }
        let named = half.replace("no copies", "1 copies");
        let words: Vec<&str> = named.split(' ').collect();
        let named = words
            .windows(2)
            .filter(|pair| pair[1].starts_with("copies"));
        let named: Vec<u32> = named.filter_map(|pair| pair[0].parse().ok()).collect();
        check!(
            named == level && half.contains(" are best, equally"),
            report,
            "{level:?}"
        );
    }
    if level("model", speedup).len() > 1 || level("exact", gain).len() > 1 {
        return Ok(());
    }
    if !beyond {
        match own {
            1 => check!(before.contains("copies do not pay"), report, "{own}"),
            own => check!(says(before, own, speedup), report, "{own} {speedup}"),
        }
    }
    match exact {
        1 => check!(
            after.contains("exact times agree") || after.contains("exactly, copies do not pay"),
            report,
            "{exact}"
        ),
        exact => check!(says(after, exact, gain), report, "{exact} {gain}"),
    }
    check!(!report.why.contains("cut"), report, "nothing is cut");
    Ok(())
}

/// Figures and the chart of the best number of copies are of the copies and processors that they name.
fn named(parameters: &Parameters, report: &Report) -> Checked {
    let numbers = Numbers::of(parameters);
    let p = parameters.processors.ilog2();
    let time = |r, p, c| numbers.iteration_time(r, p, c);
    for (key, before) in [
        ("iteration_time", "Iteration with "),
        ("speedup_over_one", "Speedup over one processor with "),
    ] {
        let mut figures = report.figures.iter();
        let figure = figures.find(|figure| figure.key == key).unwrap();
        let copies = figure.name.strip_prefix(before);
        let copies = copies.and_then(|words| match words.split(' ').next()? {
            "no" => Some(1),
            number => number.parse::<u32>().ok(),
        });
        check!(copies == Some(parameters.copies), report, "{}", figure.name);
        let own = time(copies.unwrap().ilog2(), p, parameters.variation);
        let known = match key {
            "iteration_time" => own,
            _ if own > 0.0 => f64::from(1 << p) / own,
            _ => f64::NAN,
        };
        let same = (figure.value - known).abs() <= 1e-9 * known.abs();
        check!(same || known.is_nan(), report, "{}: {known}", figure.name);
    }
    let mut charts = report.charts.iter();
    let chart = charts.find(|chart| chart.key == "best_copies").unwrap();
    let written = chart.title.split(" on ").last().unwrap();
    let processors = processors_in(written);
    let asked = [parameters.processors];
    check!(processors == asked, report, "{}", chart.title);
    let p = processors[0].ilog2();
    check!(chart.series[0].is_main(), report, "{}", chart.title);
    let Series::Line { points, .. } = &chart.series[0] else {
        panic!("{:?}", chart.series[0]);
    };
    for point in points {
        let r = (point.y as u32).ilog2();
        let all = (0..=p).map(|r| time(r, p, point.x));
        let least = all.fold(f64::INFINITY, f64::min);
        check!(
            r <= p && time(r, p, point.x) <= least + 1e-9 * least.abs(),
            report,
            "{}: {} copies at {}",
            chart.title,
            point.y,
            point.x
        );
    }
    // The scenario's reference lines carry its variation.
    for chart in &report.charts {
        let lines = chart.references.iter();
        for line in lines.filter(|line| line.label.starts_with("this scenario")) {
            let holds = line.label.ends_with("’s variation") && line.value == parameters.variation;
            check!(holds, report, "{}: {}", chart.key, line.label);
        }
    }
    Ok(())
}

fn estimates(parameters: &Parameters) -> Checked {
    let report = report(parameters)?;
    let wrong = slips(&report);
    check!(wrong.is_empty(), report, "{wrong:?}");
    let spread = report
        .figures
        .iter()
        .find(|figure| figure.key == "spread")
        .unwrap();
    let (low, high) = spread
        .interval
        .map_or((spread.value, spread.value), |interval| {
            (interval.low, interval.high)
        });
    for (words, holds) in [
        ("varies more than one", low > 1.0),
        ("varies less than one", high < 1.0),
        (
            "neither clearly more nor clearly less",
            low <= 1.0 && 1.0 <= high,
        ),
    ] {
        check!(
            report.why.contains(words) == holds,
            report,
            "{words}: {low} to {high}"
        );
    }
    let value = |key: &str| {
        report
            .figures
            .iter()
            .find(|figure| figure.key == key)
            .unwrap()
            .value
    };
    for (words, key) in [
        ("two runtimes is ", "excess"),
        ("varies ", "spread"),
        ("to the power ", "dependence"),
    ] {
        let all = parameters.picture == Picture::Processors;
        if value(key).is_nan() {
            let said = report.headline.contains("do not vary at all");
            check!(said || !all, report, "{key}");
            continue;
        }
        if key == "spread" && (value(key) - 1.0).abs() <= 1e-9 {
            check!(
                report.headline.contains("varies as much") || !all,
                report,
                "{key}"
            );
            continue;
        }
        let Some(rest) = report.headline.split(words).nth(1) else {
            check!(parameters.picture != Picture::Processors, report, "{key}");
            continue;
        };
        let written = rest.split([' ', ',']).next().unwrap();
        check!(
            (parsed(written).unwrap() - value(key)).abs() < 0.00501,
            report,
            "{key}"
        );
    }
    // Steps whose sums vary less than those of independent ones make up for each other.
    let power = value("dependence");
    for (words, low, high) in [
        (
            "Steps make up for each other strongly:",
            f64::NEG_INFINITY,
            0.25,
        ),
        ("Steps make up for each other a little:", 0.25, 0.45),
        ("Steps hardly depend on each other:", 0.45, 0.55),
        ("Steps depend on each other a little:", 0.55, 0.75),
        ("Steps depend on each other strongly:", 0.75, 0.95),
        ("Steps are almost equal:", 0.95, f64::INFINITY),
    ] {
        let picture = parameters.picture == Picture::Dependence;
        let holds = picture && (low..high).contains(&power);
        check!(
            report.headline.starts_with(words) == holds,
            report,
            "{words} {power}"
        );
    }
    check!(
        report.why.contains("over draws") == (parameters.runs > 1),
        report,
        "{} draws",
        parameters.runs
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(cases(50)) })]

    #[test]
    fn strategies_claim_what_their_runs_carry(parameters in scenario(Topic::Strategies)) {
        strategies(&parameters)?;
    }

    #[test]
    fn numbers_of_processors_claim_what_their_runs_carry(parameters in scenario(Topic::Processors)) {
        by_processors(&parameters)?;
    }

    #[test]
    fn intervals_claim_what_their_runs_carry(parameters in scenario(Topic::Intervals)) {
        intervals(&parameters)?;
    }

    #[test]
    fn decisions_claim_what_their_blocks_carry(parameters in scenario(Topic::Decision)) {
        decision(&parameters)?;
    }

    #[test]
    fn models_claim_what_their_errors_carry(parameters in formula(Topic::Model)) {
        model(&parameters)?;
    }

    #[test]
    fn formulas_claim_what_their_tables_carry(parameters in formula(Topic::Formulas)) {
        formulas(&parameters)?;
    }

    #[test]
    fn estimates_claim_what_their_draws_carry(parameters in formula(Topic::Estimates)) {
        estimates(&parameters)?;
    }
}
