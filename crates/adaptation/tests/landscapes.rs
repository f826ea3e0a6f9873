//! The landscapes of the thesis: presets are its experiments, and the texts on a climb are true.

use adaptation::model::generator;
use adaptation::model::landscape::evaluation::Experiment;
use adaptation::model::landscape::{Outcome, Setting, run as climb};
use adaptation::model::strategy::client::Client;
use adaptation::model::strategy::{Decision, Unadapted, Why};
use adaptation::{Adaptation, Parameters, landscape};
use laboratory::Laboratory;
use proptest::prelude::*;
use report::Silent;
use serde_json::{Value, json};

use crate::{run, typed};
use trial::{fault, figure, random};

/// Presets and the experiments that they repeat.
const EXPERIMENTS: [(&str, Experiment); 13] = [
    ("few-at-start", Experiment::FewAtStart),
    ("many-at-start", Experiment::ManyAtStart),
    ("constant-ideal", Experiment::Constant),
    ("fluctuating-ideal", Experiment::Fluctuating),
    ("growing-ideal", Experiment::Growing),
    ("shrinking-ideal", Experiment::Shrinking),
    ("decaying-ideal", Experiment::Decaying),
    ("periodic-ideal", Experiment::Periodic),
    ("one-outlier", Experiment::OneOutlier),
    ("three-outliers", Experiment::ThreeOutliers),
    ("silent-nodes", Experiment::SilentForEver),
    ("briefly-silent-nodes", Experiment::SilentBriefly),
    ("all-rules", Experiment::Everything),
];

#[test]
fn adaptation_loses_what_the_explanation_says_where_little_changes() {
    let explanation = include_str!("../explanation.html");
    for (preset, said) in [
        (
            "constant-ideal",
            "adaptation loses {} in ours and 1.2 % as printed where nothing changes",
        ),
        (
            "fluctuating-ideal",
            "and {} and 0.7 % where the ideal fluctuates slightly",
        ),
    ] {
        let lost = 100.0 * (1.0 - figure(&run(&values(preset)).unwrap(), "ideal"));
        let said = said.replace("{}", &format!("{lost:.1} %"));
        assert!(explanation.contains(&said), "{said}");
    }
}

fn values(preset: &str) -> Value {
    let presets: Vec<Value> = serde_json::from_str(Adaptation::ABOUT.presets).unwrap();
    let found = presets.iter().find(|one| one["name"] == preset);
    found.unwrap()["values"].clone()
}

#[test]
fn presets_repeat_the_experiments_of_the_thesis() {
    for (preset, experiment) in EXPERIMENTS {
        let parameters = typed(&values(preset)).unwrap();
        let setting = landscape::setting(&parameters).unwrap();
        assert_eq!(setting, experiment.setting(1), "{preset}");
        assert_eq!(
            landscape::client(&parameters),
            experiment.strategies(),
            "{preset}"
        );
        assert_eq!(
            landscape::experiment(&parameters, &setting),
            Some(experiment)
        );
        let report = run(&values(preset)).unwrap();
        let table = report.tables.iter().find(|table| table.key == "published");
        assert!(
            table.is_some_and(|table| table.title.contains(experiment.name())),
            "{preset}"
        );
    }
}

#[test]
fn presets_keep_what_their_help_says() {
    let told = |preset: &str, key: &str| figure(&run(&values(preset)).unwrap(), key);
    assert_eq!(told("accelerator-up", "last"), 82.0);
    assert_eq!(told("accelerator-saturation", "inactive"), 81.0);
    assert_eq!(told("accelerator-down", "last"), 81.0);
    assert_eq!(told("accelerator-down", "phases"), 7.0);
    let outlier = run(&values("outlier")).unwrap();
    let nodes = &trial::table(&outlier, "nodes").rows;
    assert_eq!(nodes.len(), 5);
    assert!(
        nodes[4][8].text().contains("as an outlier, 30"),
        "{:?}",
        nodes[4]
    );
    assert_eq!(values("crash-ten")["runs"], 10);
    // The fifth addition leads beyond the ideal number of 17.
    let report = run(&values("few-at-start")).unwrap();
    let changes = &trial::table(&report, "decisions").rows;
    let after: Vec<usize> = changes
        .iter()
        .map(|row| row[5].text().parse().unwrap())
        .collect();
    assert!(
        after[..4].iter().all(|nodes| *nodes <= 17) && after[4] > 17,
        "{after:?}"
    );
}

#[test]
fn accelerated_steps_take_what_is_left_at_both_ends() {
    for pool in [1, 2, 7, 44, 60, 61] {
        let last = |values: Value| figure(&run(&values).unwrap(), "last");
        let up =
            json!({"topic": "landscape", "climbed": "up", "ideal_points": "0:500", "pool": pool});
        assert_eq!(last(up), f64::from(pool));
        let down = json!({"topic": "landscape", "climbed": "down", "ideal_points": "0:1", "pool": pool, "start": pool});
        assert_eq!(last(down), 1.0);
    }
}

/// Both runs of a seed, straight from the model.
fn both(parameters: &Parameters, run: u32) -> (Outcome, Outcome) {
    let setting = landscape::setting(parameters).unwrap();
    let setting = Setting {
        seed: generator::of_run(setting.seed, run),
        ..setting
    };
    let without = climb(&setting, &mut Unadapted, &mut Silent).unwrap();
    let mut client = Client::new(landscape::client(parameters)).unwrap();
    let with = climb(&setting, &mut client, &mut Silent).unwrap();
    (without, with)
}

/// The same values with another seed.
fn reseeded(values: &Value) -> Value {
    let mut other = values.clone();
    other["seed"] = json!(values["seed"].as_u64().unwrap() ^ 77);
    other
}

/// Checks that the told reason of a decision holds for each of its nodes.
fn reason_holds(reason: &str, decision: &Decision) -> Result<(), TestCaseError> {
    let range = |values: Vec<f64>| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        (least, values.iter().copied().fold(0.0, f64::max))
    };
    let slower = decision.actions.iter().filter_map(|one| match one.why {
        Why::Outlier { slower } => Some(100.0 * slower),
        _ => None,
    });
    let missed = decision.actions.iter().filter_map(|one| match one.why {
        Why::Silent { missed } => Some(f64::from(missed)),
        _ => None,
    });
    let slower: Vec<f64> = slower.collect();
    // Of nodes that all produce nothing no speed is told, and of others never one of 0.
    let nothing = !slower.is_empty() && slower.iter().all(|slower| *slower >= 100.0);
    prop_assert_eq!(reason == "no productivity", nothing, "{}", reason);
    if nothing {
        return Ok(());
    }
    let some = slower.iter().all(|slower| *slower < 100.0);
    prop_assert!(!some || !reason.contains("100\u{a0}%"), "{}", reason);
    for (words, values) in [
        ("slower than the median by ", slower),
        ("silent for ", missed.collect::<Vec<_>>()),
    ] {
        prop_assert_eq!(reason.contains(words), !values.is_empty(), "{}", reason);
        if values.is_empty() {
            continue;
        }
        let (least, most) = range(values);
        let told = reason
            .split_once(words)
            .unwrap()
            .1
            .replace(['\u{a0}', '%'], " ");
        let told: Vec<f64> = told
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        prop_assert!(
            (told[0] - least).abs() <= 0.5 + 1e-9,
            "{} {}",
            reason,
            least
        );
        prop_assert!(
            (told[told.len() - 1] - most).abs() <= 0.5 + 1e-9,
            "{} {}",
            reason,
            most
        );
    }
    Ok(())
}

#[test]
fn the_gain_over_the_start_of_the_decaying_ideal_varies_as_the_figures_say() {
    let parameters = typed(&values("decaying-ideal")).unwrap();
    let setting = landscape::setting(&parameters).unwrap();
    let start = setting.landscape.constant(setting.start, setting.intervals);
    let gains: Vec<f64> = (0..100)
        .map(|seed| {
            let seeded = Setting {
                seed: generator::of_run(setting.seed, seed),
                ..setting.clone()
            };
            let mut client = Client::new(landscape::client(&parameters)).unwrap();
            100.0 * (climb(&seeded, &mut client, &mut Silent).unwrap().sum() / start - 1.0)
        })
        .collect();
    let least = gains.iter().copied().fold(f64::INFINITY, f64::min);
    let most = gains.iter().copied().fold(0.0, f64::max);
    // To tens, outwards.
    let (least, most) = (10.0 * (least / 10.0).floor(), 10.0 * (most / 10.0).ceil());
    let said = format!("{least} to {most} % in a hundred runs");
    let document = include_str!("../../figures/documents/self-adaptation.toml");
    assert!(document.contains(&said), "{said}");
}

#[test]
fn where_more_nodes_always_help_no_number_is_called_ideal() {
    for (outline, more) in [
        ("saturating", json!({})),
        ("saturating", json!({"climbed": "up"})),
        ("peak", json!({})),
        ("peak", json!({"climbed": "up"})),
    ] {
        let mut values = json!({"topic": "landscape", "outline": outline, "ideal_points": "0:17", "start": 1, "intervals": 300});
        for (name, value) in more.as_object().unwrap() {
            values[name] = value.clone();
        }
        let report = run(&values).unwrap();
        let landscape = landscape::landscape(&typed(&values).unwrap()).unwrap();
        let best = (1..=200)
            .max_by(|a, b| {
                landscape
                    .productivity(*a, 1.0)
                    .total_cmp(&landscape.productivity(*b, 1.0))
            })
            .unwrap();
        let peaked = best == 17;
        assert_eq!(peaked, outline == "peak");
        let mut texts = trial::texts(&report);
        texts.extend(
            report
                .charts
                .iter()
                .flat_map(|chart| &chart.references)
                .map(|line| line.label.clone()),
        );
        assert_eq!(texts.iter().any(|text| text.contains("ideal: 17")), peaked);
        assert_eq!(
            texts.iter().any(|text| text == "more nodes always help"),
            !peaked,
            "{texts:?}"
        );
        assert_eq!(texts.iter().any(|text| text == "N*"), peaked);
        for text in texts
            .iter()
            .filter(|text| !peaked && text.contains("ideal"))
        {
            let other = [
                "of a peak",
                "for a peak alone",
                "ideal productivity",
                "share of the ideal",
            ];
            assert!(
                other.iter().any(|words| text.contains(words)) || text == "ideal",
                "{text}"
            );
        }
    }
}

#[test]
fn more_runs_show_chance_only_where_there_is_some() {
    for (more, told) in [
        (json!({"noise": 0.3}), "more runs, with other noise, show"),
        (
            json!({"noise": 0.0}),
            "without noise and with equal nodes, more runs are the same.",
        ),
        (
            json!({"noise": 0.0, "qualities": "1 0.5 2"}),
            "more runs, in which the client adds other nodes, show",
        ),
    ] {
        let mut values = json!({"topic": "landscape", "replaces": false, "start": 1, "pool": 30, "intervals": 300});
        for (name, value) in more.as_object().unwrap() {
            values[name] = value.clone();
        }
        let notes = run(&values).unwrap().notes;
        assert!(notes.iter().any(|note| note.contains(told)), "{notes:?}");
        let sums = (1..9).map(|seed| {
            values["seed"] = json!(seed);
            both(&typed(&values).unwrap(), 0).1.sum().to_bits()
        });
        let sums: std::collections::BTreeSet<u64> = sums.collect();
        assert_eq!(sums.len() == 1, told.contains("the same"), "{more}");
    }
}

#[test]
fn silent_nodes_that_nobody_replaces_are_removed() {
    let mut values = values("silent-nodes");
    let name = |values: &Value| {
        let report = run(values).unwrap();
        let figure = report
            .figures
            .iter()
            .find(|figure| figure.key == "replaced");
        figure.unwrap().name.clone()
    };
    assert_eq!(name(&values), "Interval of the first replacement");
    values["pool"] = json!(10);
    assert_eq!(
        name(&values),
        "Interval of the first removal of silent nodes"
    );
}

/// The first number after some words.
fn number_after(text: &str, words: &str) -> Option<f64> {
    let rest = text.split_once(words)?.1.replace('\u{202f}', "");
    let end = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
    rest[..end.unwrap_or(rest.len())]
        .trim_end_matches('.')
        .parse()
        .ok()
}

fn scenario() -> impl Strategy<Value = Value> {
    let ideal = prop_oneof![
        (2..60_u32).prop_map(|nodes| json!({"ideal_points": format!("0:{nodes}")})),
        (2..60_u32, 2..60_u32).prop_map(|(from, to)| json!({"ideal_points": format!("0:{from}, 250:{to}")})),
        (5.0..40.0, 0.0..0.5).prop_map(|(mean, swing)| json!({"ideal": "wave", "ideal_mean": mean, "ideal_amplitude": swing, "ideal_period": 100})),
        (2.0..20.0, 0.0..40.0).prop_map(|(rest, excess)| json!({"ideal": "decay", "ideal_rest": rest, "ideal_excess": excess, "ideal_decay": 60})),
    ];
    let happens = prop_oneof![
        3 => Just(String::new()),
        1 => (1..200_u32, 1..4_u32, 1.0..4.0).prop_map(|(time, nodes, factor)| format!("{time} load nodes={nodes} factor={factor}")),
        1 => (1..200_u32, 1..4_u32).prop_map(|(time, nodes)| format!("{time} fail nodes={nodes}")),
    ];
    let rules = (any::<bool>(), any::<bool>(), any::<bool>());
    // Far from the ideal nodes may produce nothing.
    let noisy = prop_oneof![
        Just(json!({})),
        Just(json!({"noise": 1.0})),
        Just(json!({"noise": 0.0})),
        Just(json!({"floor": 0.0, "penalty": 3.0}))
    ];
    (ideal, happens, rules, (5..60_u32, 1..60_u32), 1..5_u32, (any::<u32>(), noisy)).prop_map(
        |(ideal, happens, (climbs, replaces, watches), (pool, start), runs, (seed, noisy))| {
            let mut values = json!({
                "topic": "landscape", "happenings": happens, "climbs": climbs, "replaces": replaces, "watches": watches,
                "pool": pool, "start": start.min(pool), "runs": runs, "seed": seed, "intervals": 250,
            });
            for (name, value) in ideal.as_object().unwrap().iter().chain(noisy.as_object().unwrap()) {
                values[name] = value.clone();
            }
            values
        },
    )
}

proptest! {
    #![proptest_config(random(60))]

    #[test]
    fn what_is_said_of_a_climb_is_so(values in scenario()) {
        let report = run(&values).unwrap();
        let parameters = typed(&values).unwrap();
        let runs: Vec<_> = (0..parameters.runs).map(|run| both(&parameters, run)).collect();
        let (_, with) = &runs[0];
        let ratios: Vec<f64> = runs.iter().map(|(without, with)| with.sum() / without.sum()).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        if runs.iter().all(|(without, with)| without.sum().min(with.sum()) > 0.0) {
            prop_assert!((figure(&report, "gain") - mean).abs() < 1e-9 * (1.0 + mean));
        }
        let headline = &report.headline;
        prop_assert_eq!(fault(&report), None);
        if let Some(times) = number_after(headline, "nodes are ") {
            let percent = headline.contains('%');
            let said = if percent { times / 100.0 } else { times };
            // A share has one digit of a per cent.
            let digit = if percent { 0.000_51 } else { 0.0 };
            prop_assert!((said - mean).abs() < 0.06 * mean + digit, "{} {}", headline, mean);
            prop_assert_eq!(percent, mean < 1.0, "{}", headline);
        } else if runs.iter().all(|(without, with)| without.sum() + with.sum() == 0.0) {
            prop_assert_eq!(headline, "The nodes produce nothing, with adaptation or without");
            prop_assert!(figure(&report, "gain").is_nan());
        } else if headline.contains("as productive as without") {
            prop_assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 1e-9), "{}", headline);
        } else {
            prop_assert!(headline.contains("no clear difference") || headline.contains("nothing"), "{}", headline);
        }
        // Values that are no means name their run.
        let pictures = format!("show the first of {} runs", runs.len());
        prop_assert_eq!(report.notes.iter().any(|note| note.contains(&pictures)), runs.len() > 1, "{:?}", report.notes);
        for one in report.figures.iter().filter(|one| one.key == "nodes" || one.key == "replaced") {
            let beside = one.beside.as_deref().unwrap_or_default();
            prop_assert_eq!(beside.starts_with("first run"), runs.len() > 1, "{} {:?}", one.key, beside);
        }
        if let Some(printed) = report.tables.iter().find(|one| one.key == "published") {
            prop_assert_eq!(printed.title.contains("in the first run"), runs.len() > 1, "{}", printed.title);
        }
        if runs.len() == 1 {
            prop_assert!(!headline.contains("no clear difference"), "{}", headline);
            prop_assert_eq!(headline.contains("in the only run"), number_after(headline, "nodes are ").is_some(), "{}", headline);
        }
        let why = &report.why;
        let mean = |of: &dyn Fn(&Outcome) -> f64| runs.iter().map(|(_, with)| of(with)).sum::<f64>() / runs.len() as f64;
        let share = number_after(why, "They reach ").unwrap();
        let ideal = mean(&|with| with.sum() / with.ideal());
        let times = why.contains(" times the ideal productivity");
        prop_assert!((share / if times { 1.0 } else { 100.0 } - ideal).abs() < if times { 0.006 } else { 0.0006 }, "{}", why);
        let setting = landscape::setting(&parameters).unwrap();
        let constant = (1..=setting.pool).map(|nodes| setting.landscape.constant(nodes, setting.intervals));
        let sums: Vec<f64> = constant.collect();
        let best = sums.iter().copied().fold(0.0_f64, f64::max);
        let level = |sum: &f64| (*sum - best).abs() <= 1e-9 * best;
        if let Some((_, nodes)) = why.split_once("best constant number") {
            let (smallest, several) = (sums.iter().position(level).unwrap() + 1, sums.iter().filter(|sum| level(sum)).count() > 1);
            prop_assert_eq!(number_after(nodes, " in hindsight, "), Some(smallest as f64), "{}", why);
            prop_assert_eq!(why.contains("the smallest of the best constant numbers"), several, "{}", why);
        }
        // A ratio that is not 1 does not read like 1.
        for one in report.figures.iter().filter(|one| ["gain", "ideal", "constant"].contains(&one.key.as_str())) {
            let text = one.text();
            let reads = ["1.00", "100"].iter().any(|start| text.starts_with(start)) && text.trim_end_matches("\u{a0}%").parse().is_ok_and(|number: f64| number == 1.0 || number == 100.0);
            let exact = (one.value - 1.0).abs() <= 1e-9;
            let beside = one.beside.as_deref().unwrap_or_default();
            prop_assert!(!reads || exact || beside.contains('%'), "{:?}", one);
        }
        if setting.events.is_empty() && best > 0.0 {
            let more = why.contains("more than the ");
            let beside = mean(&|with| with.sum() / best);
            let level = (beside - 1.0).abs() <= 1e-9;
            prop_assert_eq!(more, beside > 1.0 && !level, "{}", why);
            match number_after(why, "They yield ") {
                Some(by) => prop_assert!((by / 100.0 - (beside - 1.0).abs()).abs() < 0.0006, "{}", why),
                None => prop_assert!(level && why.contains("as much as"), "{}", why),
            }
        } else {
            prop_assert!(!why.contains("best constant"), "{}", why);
        }
        let changes = with.decisions.iter().filter(|one| !one.actions.is_empty());
        match changes.clone().next() {
            Some(first) => {
                let said = number_after(why, "n interval ").unwrap();
                prop_assert_eq!(said, first.tick as f64);
            }
            None => prop_assert!(why.contains("changes nothing"), "{}", why),
        }
        let several = format!("In the first of {} runs, ", runs.len());
        prop_assert_eq!(why.contains(&several), runs.len() > 1, "{}", why);
        let table = report.tables.iter().find(|table| table.key == "decisions").unwrap();
        prop_assert_eq!(table.rows.len(), changes.clone().count().min(60));
        for (row, decision) in table.rows.iter().zip(changes) {
            reason_holds(&row[4].text(), decision)?;
        }
        // The figure has another name where the first replacement adds no node.
        let removes = |one: &&Decision| one.actions.iter().any(|action| matches!(action.why, Why::Outlier { .. } | Why::Silent { .. }));
        let name = report.figures.iter().find(|figure| figure.key == "replaced").map(|figure| figure.name.as_str());
        prop_assert_eq!(name, with.decisions.iter().find(removes).map(|one| match one.added() {
            0 => "Interval of the first removal of silent nodes",
            _ => "Interval of the first replacement",
        }));
        // More runs show chance only where there is any.
        if let Some(note) = report.notes.iter().find(|note| note.starts_with("A single run has no interval")) {
            let (_, other) = both(&typed(&reseeded(&values)).unwrap(), 0);
            prop_assert_eq!(note.contains("other noise"), parameters.noise > 0.0, "{}", note);
            if note.contains("more runs are the same") {
                prop_assert_eq!(other.sum(), with.sum());
            }
        }
    }

    #[test]
    fn what_is_said_of_slow_and_silent_nodes_holds_for_each_of_them(
        (one, other) in ((20..80_u32, 1..4_u32, 1.3_f64..5.0), (20..80_u32, 2..6_u32, 1.3_f64..5.0)),
        (fail, again) in ((100..110_u32, 1..4_u32), (100..115_u32, 2..5_u32)),
        pool in 16..40_u32,
    ) {
        let happenings = format!(
            "{} load nodes={} factor={:.2}\n{} load nodes={} factor={:.2}\n{} fail nodes={}\n{} fail nodes={}",
            other.0, other.1, other.2, one.0, one.1, one.2, fail.0, fail.1, again.0, again.1,
        );
        let values = json!({
            "topic": "landscape", "climbs": false, "happenings": happenings, "ideal_points": "0:16", "pool": pool, "start": 16, "intervals": 200,
        });
        let report = run(&values).unwrap();
        prop_assert_eq!(fault(&report), None);
        let (_, with) = both(&typed(&values).unwrap(), 0);
        let rows = &trial::table(&report, "decisions").rows;
        let changes = with.decisions.iter().filter(|one| !one.actions.is_empty());
        for (row, decision) in rows.iter().zip(changes) {
            reason_holds(&row[4].text(), decision)?;
            // Silent nodes are counted neither before nor after, so that new nodes are the difference.
            let silent = decision.actions.iter().any(|action| matches!(action.why, Why::Silent { .. }));
            let quiet = !values["happenings"].as_str().unwrap().contains(&format!("{} fail", decision.tick));
            let number = |cell: &report::table::Cell| cell.text().parse::<usize>().unwrap();
            if silent && quiet {
                prop_assert_eq!(number(&row[5]), number(&row[1]) + decision.added(), "{:?}", row);
            }
        }
        let headers = &trial::table(&report, "decisions").columns;
        prop_assert!(headers.iter().any(|name| name == "Reporting nodes before"), "{:?}", headers);
    }

    #[test]
    fn accelerated_steps_end_where_productivity_falls(nodes in 2..100_u32, start in 1..100_u32, down in any::<bool>()) {
        let values = json!({
            "topic": "landscape", "climbed": if down { "down" } else { "up" }, "ideal_points": format!("0:{nodes}"), "start": start,
        });
        let report = run(&values).unwrap();
        let table = report.tables.iter().find(|table| table.key == "sizes").unwrap();
        prop_assert_eq!(table.rows.len() as f64, figure(&report, "phases") + 1.0);
        let parameters = typed(&values).unwrap();
        let landscape = landscape::landscape(&parameters).unwrap();
        let sizes: Vec<usize> = table.csv().lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect();
        let productivity: Vec<f64> = sizes.iter().map(|size| landscape.productivity(*size, 0.0)).collect();
        prop_assert_eq!(sizes[0], start as usize);
        prop_assert_eq!(fault(&report), None);
        prop_assert_eq!(report.headline.contains("no accelerated step leads further"), sizes.len() == 1);
        prop_assert_eq!(*sizes.last().unwrap() as f64, figure(&report, "last"));
        let falls = productivity.windows(2).position(|two| two[1] < two[0]);
        prop_assert!(falls.is_none_or(|place| place + 2 == sizes.len()));
        let best = sizes.iter().copied().max_by(|a, b| landscape.productivity(*a, 0.0).total_cmp(&landscape.productivity(*b, 0.0))).unwrap();
        prop_assert_eq!(landscape.productivity(best, 0.0), landscape.productivity(figure(&report, "best_size") as usize, 0.0));
        let most = landscape.productivity(best, 0.0);
        let level = productivity.iter().filter(|one| (**one - most).abs() <= 1e-9 * most).count();
        prop_assert_eq!(report.why.contains("the smallest with the largest productivity"), level > 1, "{}", &report.why);
        // Single steps are told only where one follows.
        let steps: Vec<usize> = sizes.windows(2).map(|two| two[0].abs_diff(two[1])).collect();
        let long = steps.iter().rposition(|step| *step > 1).map_or(0, |place| place + 1);
        let inactive = report.figures.iter().find(|figure| figure.key == "inactive").map(|figure| figure.value);
        prop_assert_eq!(inactive, (long < steps.len()).then(|| sizes[long] as f64), "{:?}", sizes);
        // Nothing here depends on chance.
        let mut other = values.clone();
        (other["runs"], other["seed"]) = (json!(5), json!(77));
        prop_assert_eq!(run(&other).unwrap().fingerprint(), report.fingerprint());
        let table = <Parameters as parameters::Parameters>::TABLE;
        let checked = table.check(&values).unwrap();
        let matters = |name: &str| table.find(name).unwrap().matters(&checked);
        prop_assert!(!matters("seed") && !matters("runs"));
    }
}

#[test]
fn several_landscapes_are_those_of_single_runs() {
    let report = run(&json!({
        "topic": "landscape", "climbed": "up", "ideal_points": "0:50", "several": true, "start": 3,
    }))
    .unwrap();
    assert_eq!(fault(&report), None);
    let rows = trial::table(&report, "several").rows.clone();
    assert_eq!(rows.len(), 6);
    let mut lasts = Vec::new();
    for row in rows {
        let mut values = json!({
            "topic": "landscape", "climbed": "up", "ideal_points": "0:50", "start": 3,
        });
        match row[0].text().strip_prefix("penalty c = ") {
            Some(penalty) => values["penalty"] = json!(penalty.parse::<f64>().unwrap()),
            None => values["outline"] = json!("saturating"),
        }
        let single = run(&values).unwrap();
        for (column, key) in [
            (1, "last"),
            (2, "phases"),
            (3, "best_size"),
            (4, "inactive"),
        ] {
            let of = single.figures.iter().find(|figure| figure.key == key);
            let alone = of.map_or_else(|| "–".to_owned(), |figure| figure.value.to_string());
            assert_eq!(row[column].text(), alone, "{values}, {key}");
        }
        // Without the choice, the report shows no other landscapes.
        assert!(single.tables.iter().all(|table| table.key != "several"));
        lasts.push(row[1].text());
    }
    lasts.dedup();
    assert!(lasts.len() > 2, "{lasts:?}");
}

#[test]
fn an_oscillating_productivity_misleads_the_client_more_the_deeper_it_is() {
    let ideal = |depth: f64| {
        let report = run(&json!({
            "topic": "landscape", "replaces": false, "ideal_points": "0:50", "pool": 100, "start": 10, "intervals": 2000,
            "outline": "oscillating", "ripple": depth,
        }))
        .unwrap();
        assert_eq!(fault(&report), None);
        figure(&report, "ideal")
    };
    let peak = run(&json!({
        "topic": "landscape", "replaces": false, "ideal_points": "0:50", "pool": 100, "start": 10, "intervals": 2000,
    }))
    .unwrap();
    assert_eq!(ideal(0.0), figure(&peak, "ideal"));
    assert!(ideal(0.4) < ideal(0.0));
}

#[test]
fn nodes_that_produce_nothing_are_not_as_productive_as_others() {
    for runs in [1, 2] {
        let report = run(&json!({
            "topic": "landscape", "floor": 0, "penalty": 10, "start": 200, "ideal_points": "0:1", "intervals": 10, "runs": runs,
        }))
        .unwrap();
        assert_eq!(
            report.headline,
            "The nodes produce nothing, with adaptation or without"
        );
        assert!(figure(&report, "gain").is_nan());
        assert_eq!(report.winner, None);
    }
}

#[test]
fn bad_landscapes_are_refused_with_their_place() {
    for (values, words) in [
        (
            json!({"topic": "landscape", "ideal_points": ""}),
            "ideal_points: there is no point",
        ),
        (
            json!({"topic": "landscape", "ideal_points": "0:10, 0:20"}),
            "point 2 is \"0:20\"",
        ),
        (
            json!({"topic": "landscape", "ideal_points": "0:0"}),
            "from 0.1 to 10000",
        ),
        (json!({"topic": "landscape", "start": 300}), "at most 200"),
        (
            json!({"topic": "landscape", "qualities": "1 x"}),
            "number 2 is \"x\"",
        ),
        (
            json!({"topic": "landscape", "happenings": "28 fail"}),
            "line 1: \"fail\" needs nodes",
        ),
        (
            json!({"topic": "landscape", "happenings": "28 load nodes=1 factor=0.5"}),
            "word 4 (factor): \"0.5\" must be a number from 1",
        ),
        (
            json!({"topic": "landscape", "happenings": "# late\n28.5 load nodes=1 factor=2"}),
            "line 2, word 1 (time): \"28.5\" must be a whole number from 0 to 10000",
        ),
    ] {
        let told = run(&values).unwrap_err();
        assert!(told.contains(words), "{told:?} lacks {words:?}");
    }
}
