//! Plans and their points: each statement of a plan holds for its points.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::HashSet;

use playground::{Cache, Scenario, run};
use proptest::prelude::*;
use report::figure::Unit;
use report::table::Cell;
use report::{Silent, Table};
use serde_json::{Value, json};
use study::point::Outcome;
use study::{Columns, Plan, Ran, Type};

/// A plan of a small scenario, with more keys.
fn plan(more: Value) -> Result<Plan, String> {
    let mut json = json!({
        "plan": 1,
        "preset": "bursts-replicate",
        "change": {"iterations": 30, "runs": 2},
    });
    let map = json.as_object_mut().unwrap();
    for (key, value) in more.as_object().unwrap() {
        map.insert(key.clone(), value.clone());
    }
    Plan::from_json(&json).map_err(|rejected| rejected.to_string())
}

fn refused(more: Value) -> String {
    plan(more).unwrap_err()
}

#[test]
fn what_is_wrong_is_named_with_its_place_its_value_and_what_is_allowed() {
    for (more, said) in [
        (
            json!({"plan": 2}),
            "plan is 2; allowed: 1, the version of plans that this program reads",
        ),
        (
            json!({"preset": "bursts"}),
            "preset is bursts; allowed: a name that “makespan presets” lists",
        ),
        (
            json!({"link": "#p=slow-link"}),
            "preset is not alone; allowed: one of preset, link and scenario",
        ),
        (
            json!({"axis": []}),
            "axis is no key of a plan here; allowed: plan, question, preset, link, scenario, change, replications, axes, design, points, seed, keep",
        ),
        (
            json!({"replications": 0}),
            "replications is 0; allowed: a whole number from 1 to 4294967295",
        ),
        (
            json!({"replications": 1e9}),
            "replications is 1000000000.0; allowed: a whole number from 1 to 4294967295",
        ),
        (
            json!({"axes": [{"values": [1]}]}),
            "axes[0].parameter is missing; allowed: a parameter of the scenario",
        ),
        (
            json!({"axes": [{"parameter": "copies"}]}),
            "axes[0].values is missing; allowed: values, or from and to",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": []}]}),
            "axes[0].values is 0 values; allowed: 1 to 1000000",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": [2, 2]}]}),
            "axes[0].values is 2 twice; allowed: values that differ",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": [1], "from": 1, "to": 2}]}),
            "axes[0].values is given beside a range; allowed: either values, or from and to",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": [1], "scale": "log"}]}),
            "axes[0].scale is given beside values; allowed with from and to alone",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 1, "to": 1, "number": 2}]}),
            "axes[0].to is 1; allowed: more than 1",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 1, "to": 4}]}),
            "axes[0].number is missing; allowed: how many values the range has, 2 to 1000000",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 1, "to": 4, "number": 9}]}),
            "axes[0].number is 9, of which only 4 are different whole numbers; allowed: fewer values",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 1.5, "to": 4, "number": 2}]}),
            "axes[0].from is 1.5; allowed: a whole number",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 0, "to": 4, "number": 2, "scale": "log"}]}),
            "axes[0].from is 0; allowed on a log scale: more than 0",
        ),
        (
            json!({"axes": [{"parameter": "copies", "from": 1, "to": 4, "number": 2, "scale": "cubic"}]}),
            "axes[0].scale is cubic; allowed: linear, log",
        ),
        (
            json!({"axes": [{"parameter": "strategy", "from": 1, "to": 4, "number": 2}]}),
            "axes[0].from is strategy; allowed for numbers alone: list the values",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": [1]}, {"parameter": "copies", "values": [2]}]}),
            "axes[1].parameter is copies again; allowed: one axis a parameter",
        ),
        (
            json!({"design": "sobol"}),
            "design is sobol; allowed: grid, random, latin-hypercube",
        ),
        (
            json!({"design": "random"}),
            "points is missing; allowed: how many points are drawn, 1 to 1000000",
        ),
        (
            json!({"points": 4}),
            "points is 4; allowed with the designs random and latin-hypercube alone",
        ),
        (
            json!({"keep": {"figure": ["speedup"]}}),
            "keep.figure is no key of a plan here; allowed: figures, tables",
        ),
        (
            json!({"keep": {"tables": [1]}}),
            "keep.tables is 1; allowed: a list of names",
        ),
        (
            json!({"change": {"copies": 99_999}}),
            "change.copies is 99999; allowed: a whole number from 1 to 128",
        ),
        (
            json!({"axes": [{"parameter": "seed", "values": [1, 2]}]}),
            "not to be changed: all variants share it",
        ),
        (
            json!({"axes": [{"parameter": "copie", "values": [1]}]}),
            "no parameter “copie”",
        ),
        (
            json!({"axes": [{"parameter": "copies", "values": [1, 99_999]}]}),
            "copies is 99999",
        ),
        (
            json!({"axes": [{"parameter": "cold_iterations", "from": -3, "to": 5, "number": 2}]}),
            "cold_iterations is -3; allowed: a whole number from 0 to ",
        ),
        (
            json!({"design": "random", "points": 9, "axes": [{"parameter": "cold_iterations", "from": -3, "to": 5}]}),
            "cold_iterations is -3; allowed: a whole number from 0 to ",
        ),
    ] {
        let found = refused(more.clone());
        assert!(found.contains(said), "{more}: {found}");
    }
    let many: Vec<u64> = (1..=64).collect();
    let axis = |parameter: &str| json!({"parameter": parameter, "values": many});
    let steps = json!({"parameter": "iterations", "from": 1, "to": 1000, "number": 1000});
    let found = refused(json!({"axes": [axis("processors"), steps, axis("cold_iterations")]}));
    assert_eq!(
        found,
        "axes is 64 × 1000 × 64 points; allowed: at most 1000000 points"
    );
    assert!(
        Plan::from_json(&json!([1]))
            .unwrap_err()
            .to_string()
            .contains("the plan is [1]")
    );
    let exact = json!({"plan": 1, "preset": "migration", "replications": 5});
    let found = Plan::from_json(&exact).unwrap_err().to_string();
    assert_eq!(
        found,
        "replications is 5; allowed: 1, as this scenario has no runs that chance tells apart"
    );
    let swept = json!({"plan": 1, "link": "#p=bursts-replicate&sweep=copies=1,2"});
    assert!(Plan::from_json(&swept).is_err());
}

#[test]
fn a_grid_has_every_combination_and_its_last_axis_is_the_fastest() {
    let plan = plan(json!({"axes": [
        {"parameter": "processors", "values": [4, 8]},
        {"parameter": "copies", "from": 1, "to": 3, "number": 3},
    ]}))
    .unwrap();
    let points: Vec<_> = (0..plan.points())
        .map(|place| json!(plan.values(place)))
        .collect();
    assert_eq!(
        json!(points),
        json!([[4, 1], [4, 2], [4, 3], [8, 1], [8, 2], [8, 3]])
    );
    let alone = self::plan(json!({})).unwrap();
    assert_eq!((alone.points(), alone.values(0).len()), (1, 0));
    assert_eq!(alone.scenario(0).unwrap(), *alone.base());
}

#[test]
fn a_plan_says_how_many_runs_a_point_has_where_chance_tells_them_apart() {
    assert_eq!(plan(json!({})).unwrap().runs(), Some(2));
    assert_eq!(plan(json!({"replications": 7})).unwrap().runs(), Some(7));
    let preset = playground::presets::all().iter().find(|preset| {
        let scenario = preset.scenario();
        let values = scenario.values();
        let runs = scenario.parameters();
        !runs
            .iter()
            .any(|one| one.name == "runs" && one.matters(&values))
    });
    let certain = json!({"plan": 1, "preset": preset.unwrap().name});
    assert_eq!(Plan::from_json(&certain).unwrap().runs(), None);
}

#[test]
fn a_range_has_its_ends_and_equal_differences_or_ratios() {
    let values = |scale: &str| -> Vec<f64> {
        let axis = json!({"parameter": "smoothing", "from": 0.01, "to": 0.64, "number": 7, "scale": scale});
        let plan = plan(json!({"axes": [axis]})).unwrap();
        let one = |place| plan.values(place)[0].as_f64().unwrap();
        (0..plan.points()).map(one).collect()
    };
    let (linear, log) = (values("linear"), values("log"));
    for values in [&linear, &log] {
        assert_eq!((values[0], values[6]), (0.01, 0.64));
    }
    for pair in linear.windows(2) {
        assert!((pair[1] - pair[0] - 0.105).abs() < 1e-12, "{linear:?}");
    }
    for pair in log.windows(2) {
        assert!((pair[1] / pair[0] - 2.0).abs() < 1e-12, "{log:?}");
    }
}

#[test]
fn a_point_is_the_run_of_its_scenario() {
    let plan = plan(json!({
        "replications": 3,
        "axes": [{"parameter": "copies", "values": [1, 2, 3]}, {"parameter": "processors", "values": [4, 8]}],
        "keep": {"tables": ["strategies"]},
    }))
    .unwrap();
    let mut cache = Cache::default();
    let mut columns = Columns::of(&plan);
    let (mut ran, mut refused) = (0, 0);
    for place in 0..plan.points() {
        let point = plan.run(place, &mut cache, &mut Silent).unwrap();
        columns.see(&point);
        let scenario = plan.scenario(place).unwrap();
        match (run(&scenario, &mut Silent), &point.outcome) {
            (Ok(report), Ok(outcome)) => {
                ran += 1;
                assert_eq!(outcome.fingerprint, report.fingerprint());
                assert_eq!(outcome.figures, report.figures);
                assert!(
                    outcome
                        .samples
                        .iter()
                        .all(|sample| sample.values.len() == 3)
                );
                let rows = columns.rows(&plan, &point);
                assert_eq!((rows[0].len(), rows[1].len()), (3, 1));
                for sample in &outcome.samples {
                    let figure = report.figures.iter().find(|one| one.key == sample.key);
                    let Some(figure) = figure else { continue };
                    let values = || sample.values.iter().flatten();
                    let mean = values().sum::<f64>() / 3.0;
                    match sample.unit {
                        // A share of the time of all runs: long runs weigh more.
                        Unit::Share => {
                            let least = values().copied().fold(f64::INFINITY, f64::min);
                            let most = values().copied().fold(0.0, f64::max);
                            assert!((least..=most).contains(&figure.value), "{figure:?}");
                        }
                        _ => assert!(
                            (mean - figure.value).abs() <= 1e-9 * mean.abs(),
                            "{figure:?}"
                        ),
                    }
                }
            }
            (Err(_), Err(why)) => {
                refused += 1;
                assert!(why.contains("copies"), "{why}");
                assert_eq!(columns.rows(&plan, &point)[0].len(), 0);
            }
            (own, theirs) => assert_eq!(own.is_ok(), theirs.is_ok(), "{place}"),
        }
    }
    assert_eq!(
        (ran, refused),
        (4, 2),
        "three copies do not divide four or eight processors"
    );
    for (place, (name, columns)) in columns.sheets().iter().enumerate() {
        let names: HashSet<_> = columns.iter().map(|column| &column.name).collect();
        assert_eq!(names.len(), columns.len(), "{name}");
        assert_eq!(name, ["runs", "points", "table-strategies"][place]);
    }
}

#[test]
fn the_digest_names_what_is_computed() {
    let digest = |more: Value| plan(more).unwrap().digest();
    let axis = |values: Value| json!({"axes": [{"parameter": "copies", "values": values}]});
    let own = digest(axis(json!([1, 2, 4])));
    // Journals and tables keep it: two builds of one version have to agree.
    assert_eq!(
        own,
        "1b6a6962defa23e1d4d3d7ff2731d93d4227b60740e352fff07c424dbb38b76e"
    );
    let range = json!({"design": "random", "points": 3, "seed": 1, "axes": [{"parameter": "smoothing", "from": 0.1, "to": 0.9}]});
    assert_eq!(
        digest(range),
        "e837ef725df8aafdc773081afb2c101e66a866abcbcaf67cfddd89efedb726a9"
    );
    assert_eq!(own, digest(axis(json!(["1", "2", "4"]))));
    let asked = json!({"question": "Why?", "axes": [{"parameter": "copies", "values": [1, 2, 4]}]});
    assert_eq!(own, digest(asked));
    for other in [
        axis(json!([1, 4, 2])),
        json!({"axes": [{"parameter": "copies", "values": [1, 2, 4]}], "replications": 3}),
        json!({"axes": [{"parameter": "copies", "values": [1, 2, 4]}], "keep": {"tables": ["a"]}}),
        json!({"axes": [{"parameter": "copies", "values": [1, 2, 4]}], "design": "random", "points": 3}),
    ] {
        assert_ne!(own, digest(other));
    }
}

#[test]
fn every_laboratory_runs_at_points() {
    for laboratory in playground::laboratories() {
        let scenario = Scenario::of(laboratory.name).unwrap().to_short_json();
        let plan = Plan::from_json(&json!({"plan": 1, "scenario": scenario})).unwrap();
        let point = plan.run(0, &mut Cache::default(), &mut Silent).unwrap();
        let outcome = point.outcome.unwrap();
        assert!(!outcome.samples.is_empty(), "{}", laboratory.name);
        let text = serde_json::to_string(&outcome).unwrap();
        assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
    }
}

/// Random cells of a column: a dash, a number, a mean with its interval, a text.
fn cells() -> impl Strategy<Value = Vec<Cell>> {
    let cell = (0..6_u32, -9.0..9.0).prop_map(|(kind, number)| match kind {
        0 | 1 => Cell::none(),
        2 | 3 => Cell::Number(number),
        4 => Cell::mean("mean", (number, 0.5), Unit::One),
        _ => Cell::words("a text"),
    });
    prop::collection::vec(cell, 1..6)
}

proptest! {
    /// A dash among numbers is a missing number.
    #[test]
    fn a_column_has_texts_where_a_cell_has_words_and_numbers_otherwise(points in prop::collection::vec(cells(), 1..4)) {
        let plan = plan(json!({"keep": {"tables": ["own"]}})).unwrap();
        let ran = |cells: &Vec<Cell>| {
            let rows = cells.iter().map(|cell| [cell.clone()]);
            let outcome = Outcome {
                fingerprint: String::new(),
                figures: Vec::new(),
                samples: Vec::new(),
                tables: vec![Table::new("own", "", ["Own"], rows)],
            };
            Ran { place: 0, outcome: Ok(outcome) }
        };
        let ran: Vec<Ran> = points.iter().map(ran).collect();
        let mut columns = Columns::of(&plan);
        for one in &ran {
            columns.see(one);
        }
        let all = || points.iter().flatten();
        let words = all().any(|cell| *cell == Cell::words("a text"));
        let ends = all().any(|cell| matches!(cell, Cell::Figure(_)));
        let (name, sheet) = columns.sheets().pop().unwrap();
        prop_assert_eq!(name, "table-own");
        // After the numbers of point and row.
        let mut expected = vec![if words { Type::Text } else { Type::Number }];
        expected.extend([Type::Number; 2].into_iter().filter(|_| ends));
        let types: Vec<Type> = sheet.iter().skip(2).map(|column| column.holds).collect();
        prop_assert_eq!(types, expected);
        let rows = ran.iter().flat_map(|one| columns.rows(&plan, one).pop().unwrap());
        for (cell, row) in all().zip(rows) {
            let interval = match cell {
                Cell::Figure(figure) => figure.interval,
                _ => None,
            };
            let own = match cell {
                cell if words => json!(cell.exact()),
                Cell::Number(number) => json!(number),
                Cell::Figure(figure) => json!(figure.value),
                Cell::Text(_) => Value::Null,
            };
            let mut expected = vec![own];
            if ends {
                expected.push(json!(interval.map(|one| one.low)));
                expected.push(json!(interval.map(|one| one.high)));
            }
            prop_assert_eq!(&row[2..], &expected[..]);
        }
    }

    /// Each stratum of each axis has one point, and no draw leaves its range.
    #[test]
    fn a_latin_hypercube_has_a_point_in_each_stratum(points in 1_u64..60, seed in 0_u64..1000) {
        let plan = plan(json!({
            "design": "latin-hypercube", "points": points, "seed": seed,
            "axes": [
                {"parameter": "smoothing", "from": 0.1, "to": 0.9},
                {"parameter": "processors", "from": 2, "to": 7},
                {"parameter": "copies", "values": [1, 2]},
            ],
        })).unwrap();
        let mut strata = HashSet::new();
        let mut copies = [0_u64; 2];
        for place in 0..points {
            let values = plan.values(place);
            let share = (values[0].as_f64().unwrap() - 0.1) / 0.8;
            prop_assert!((0.0..1.0).contains(&share));
            strata.insert((share * points as f64 + 1e-9).floor() as u64);
            prop_assert!((2..=7).contains(&values[1].as_u64().unwrap()));
            copies[values[2].as_u64().unwrap() as usize - 1] += 1;
        }
        prop_assert_eq!(strata.len() as u64, points);
        prop_assert!(copies[0].abs_diff(copies[1]) <= 1);
    }

    /// Whole numbers are drawn equally often, the ends too.
    #[test]
    fn random_points_cover_the_range(seed in 0_u64..1000) {
        let plan = plan(json!({
            "design": "random", "points": 600, "seed": seed,
            "axes": [{"parameter": "processors", "from": 2, "to": 7}],
        })).unwrap();
        let mut found = [0_u64; 8];
        for place in 0..600 {
            found[plan.values(place)[0].as_u64().unwrap() as usize] += 1;
        }
        // 100 in the mean, with a standard deviation of 9.
        prop_assert!(found[2..].iter().all(|number| (50..150).contains(number)), "{:?}", found);
    }
}
