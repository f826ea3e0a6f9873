//! Descriptions of charts: the words that are read out of them, the numbers behind them, and how they travel.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::{Expect, expect};
use proptest::prelude::*;
use report::chart::{
    Axis, Bar, Bins, Course, Edge, Fit, HeatRow, Node, Place, Point, Quartiles, Reference, Series,
    Shade, Side, Spread,
};
use report::figure::{Interval, Unit};
use report::{Chart, Offer};

fn chart(x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        key: "key".into(),
        title: "Title?".into(),
        x,
        y,
        series,
        references: Vec::new(),
        grips: Vec::new(),
    }
}

fn bars() -> Chart {
    let bar = |label: &str, value, interval| Bar {
        label: label.into(),
        value,
        interval,
        main: false,
        bound: false,
        offer: None,
    };
    let bars = vec![
        bar("equal", 1.0, None),
        bar("R = 2", 1.4213, Interval::around(1.4213, 0.05)),
        bar("undefined", f64::NAN, None),
    ];
    chart(
        Axis::new("strategy", Unit::One),
        Axis::new("speedup", Unit::One),
        vec![Series::Bars { bars }],
    )
}

fn histograms() -> Chart {
    let one = |name: &str, counts: &[u32]| Series::Histogram {
        name: name.into(),
        from: 900.0,
        width: 50.0,
        counts: counts.to_vec(),
        main: true,
    };
    chart(
        Axis::new("time", Unit::Milliseconds),
        Axis::new("runs", Unit::Count),
        vec![one("after", &[3, 1]), one("before", &[0, 4])],
    )
}

fn points() -> Chart {
    let line = Series::Line {
        name: "line".into(),
        points: vec![
            Point::new(1.0, 2_000.0).within(100.0),
            Point::new(2.5, f64::NAN),
        ],
        course: Course::Steps,
        spread: Spread::Band,
        main: true,
    };
    let dots = Series::Scatter {
        name: "dots".into(),
        points: vec![Point::new(0.0, 1_000.0)],
        fit: Some(Fit {
            intercept: 1.0,
            slope: 2.0,
        }),
        main: false,
        printed: None,
    };
    let mut chart = chart(
        Axis::new("processors", Unit::Count).logarithmic(),
        Axis::new("time", Unit::Milliseconds),
        vec![line, dots],
    );
    chart.references = vec![Reference {
        on: Side::Y,
        value: 900_000.0,
        label: "bound".into(),
        handle: None,
    }];
    chart
}

fn boxes() -> Chart {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0, 40.0, f64::INFINITY];
    let boxes = vec![Quartiles::of("node, first", values, true).unwrap()];
    chart(
        Axis::new("node", Unit::One),
        Axis::new("job time", Unit::Milliseconds),
        vec![Series::Boxes { boxes }],
    )
}

fn shades() -> Chart {
    let row = |label: &str, values: [f64; 2]| HeatRow {
        label: label.into(),
        values: values.map(Shade).to_vec(),
    };
    chart(
        Axis::new("copies", Unit::Count),
        Axis::new("processors", Unit::Count),
        vec![Series::Heat {
            value: Axis::new("speedup", Unit::One),
            columns: vec!["1".into(), "2".into()],
            rows: vec![row("4", [1.0, 1.25]), row("8", [1.5, f64::NAN])],
            centre: None,
            border: None,
            marked: None,
        }],
    )
}

fn tree() -> Chart {
    let nodes = [
        Node::new("()", 1.5),
        Node::new("(3)", 2.25).below(Some(0)).saying("step 2"),
        Node::new("(2)", f64::NAN).below(Some(0)).of_kind(1),
    ];
    chart(
        Axis::new("beginning", Unit::One),
        Axis::new("bound", Unit::One),
        vec![Series::tree(["visited", "open"], nodes)],
    )
}

fn graph() -> Chart {
    let repair = Offer::new("Repair computer 1", [("crashed", "".into())]);
    let places = [
        Place::new("0", 2.0).saying("hosts 0 and 1"),
        Place::new("1", f64::NAN).of_kind(1).offering(repair),
    ];
    let edges = [Edge::new(1, 0).labelled("process 1")];
    chart(
        Axis::new("computer", Unit::One),
        Axis::new("load", Unit::One),
        vec![Series::graph(["up", "crashed"], places, edges)],
    )
}

fn all() -> [Chart; 7] {
    [
        bars(),
        histograms(),
        points(),
        boxes(),
        shades(),
        tree(),
        graph(),
    ]
}

fn check(expected: Expect, text: impl Fn(&Chart) -> String) {
    let texts: Vec<String> = all().iter().map(text).collect();
    expected.assert_eq(&texts.join("\n"));
}

#[test]
fn every_mark_has_a_sentence() {
    check(
        expect![[r#"
        equal: 1
        R = 2: 1.42 ± 0.05
        undefined: –

        after: 3 runs, time 900 ms to 950 ms
        after: 1 runs, time 950 ms to 1.000 s
        before: 0 runs, time 900 ms to 950 ms
        before: 4 runs, time 950 ms to 1.000 s

        line: processors 1, time 2.00 s ± 0.10 s
        line: processors 3, time –
        dots: processors 0, time 1.00 s

        node, first: median 3.50 ms, quartiles 2.25 ms and 4.75 ms, whiskers 1.00 ms to 5.00 ms, 1 outlier

        copies 1, processors 4: speedup 1
        copies 2, processors 4: speedup 1.25
        copies 1, processors 8: speedup 1.50
        copies 2, processors 8: speedup –

        (): bound 1.50 (visited)
        (3): bound 2.25, step 2 (visited)
        (2) (open)

        0: load 2, hosts 0 and 1 (up)
        1 (crashed). Repair computer 1
    "#]],
        |chart| chart.words().concat().join("\n") + "\n",
    );
}

#[test]
fn every_number_is_in_the_table() {
    check(
        expect![[r#"
            Strategy,Speedup,"Speedup, low","Speedup, high"
            equal,1,,
            R = 2,1.4213,1.3713,1.4713
            undefined,NaN,,

            Time from (ms),to (ms),"Runs, after","Runs, before"
            900,950,3,0
            950,1000,1,4

            Series,Processors,Time (ms),"Time (ms), low","Time (ms), high"
            line,1,2000,1900,2100
            line,2.5,NaN,,
            dots,0,1000,,

            Node,Lower whisker (ms),First quartile (ms),Median (ms),Third quartile (ms),Upper whisker (ms),Outliers
            "node, first",1,2.25,3.5,4.75,5,40.0 ms

            Copies,Processors,Speedup
            1,4,1
            2,4,1.25
            1,8,1.5
            2,8,NaN

            Beginning,Below,Bound,Kind,Detail
            (),–,1.5,visited,
            (3),(),2.25,visited,step 2
            (2),(),NaN,open,

            Computer,Load,Kind,Detail,Arrows to
            0,2,up,hosts 0 and 1,
            1,NaN,crashed,,0 (process 1)
        "#]],
        |chart| chart.table().csv(),
    );
}

#[test]
fn a_row_of_a_table_has_as_many_cells_as_there_are_columns() {
    for table in all().map(|chart| chart.table()) {
        assert!(!table.rows.is_empty());
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{table:?}");
        }
    }
}

#[test]
fn a_description_survives_being_written_even_where_it_is_not_a_number() {
    for chart in all() {
        let json = serde_json::to_string(&chart).unwrap();
        let again: Chart = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), json);
        assert_eq!(numbers(&again), numbers(&chart));
    }
}

#[test]
fn a_description_without_what_came_later_can_still_be_read() {
    let json = r#"{"key":"a","title":"b","x":{"label":"c","unit":"one"},"y":{"label":"d","unit":"one"},
        "series":[{"kind":"bars","bars":[{"label":"e","value":1.0,"interval":null,"main":true}]}]}"#;
    let chart: Chart = serde_json::from_str(json).unwrap();
    assert!(chart.references.is_empty() && chart.x.has(-1.0));
}

fn numbers(chart: &Chart) -> Vec<u64> {
    let mut numbers = Vec::new();
    chart.numbers(&mut |number| numbers.push(number.to_bits()));
    numbers
}

#[test]
fn the_numbers_of_a_chart_are_all_that_is_drawn() {
    let number = all().map(|chart| numbers(&chart).len());
    // Bars with one interval; two histograms; two points with one interval, a point, a fit, a reference; a box with one
    // outlier; four shades; three nodes; two places.
    assert_eq!(number, [5, 8, 11, 6, 4, 3, 2]);
}

#[test]
fn an_axis_takes_the_unit_that_suits_its_largest_number() {
    assert_eq!(bars().units(), [(1.0, ""), (1.0, "")]);
    assert_eq!(histograms().units(), [(1e3, "s"), (1.0, "")]);
    // The reference is the largest.
    assert_eq!(points().units(), [(1.0, ""), (1e3, "s")]);
    assert_eq!(boxes().units(), [(1.0, ""), (1.0, "ms")]);
}

#[test]
fn a_logarithmic_axis_has_no_place_for_zero_and_less() {
    let axis = Axis::new("", Unit::One).logarithmic();
    assert!(axis.has(1e-300) && !axis.has(0.0) && !axis.has(-1.0) && !axis.has(f64::INFINITY));
}

#[test]
fn nothing_has_no_box_and_one_place_no_line() {
    assert_eq!(Quartiles::of("", [f64::NAN], true), None);
    assert_eq!(Fit::least_squares(&[]), None);
    let same = [Point::new(2.0, 1.0), Point::new(2.0, 5.0)];
    assert_eq!(Fit::least_squares(&same), None);
    // The mean of three times 0.1 is rounded.
    let same = [1.0, 2.0, 5.0].map(|y| Point::new(0.1, y));
    assert_eq!(Fit::least_squares(&same), None);
}

/// The squared distances of the points from a line, summed.
fn distance(points: &[Point], fit: Fit) -> f64 {
    points
        .iter()
        .map(|p| (p.y - fit.at(p.x)) * (p.y - fit.at(p.x)))
        .sum()
}

proptest! {
    #[test]
    fn no_other_line_is_nearer_to_the_points(
        points in prop::collection::vec((-9.0..9.0, -9.0..9.0), 2..30),
        (up, turn) in (-1.0..1.0, -1.0..1.0),
    ) {
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        if let Some(fit) = Fit::least_squares(&points) {
            let other = Fit { intercept: fit.intercept + up, slope: fit.slope + turn };
            prop_assert!(distance(&points, fit) <= distance(&points, other) + 1e-6);
        }
    }

    #[test]
    fn a_box_parts_its_values_into_quarters(values in prop::collection::vec(-1e3..1e3, 1..60)) {
        let one = Quartiles::of("", values.iter().copied(), true).unwrap();
        let parts = [one.low, one.first, one.median, one.third, one.high];
        prop_assert!(one.first <= one.median && one.median <= one.third, "{:?}", parts);
        let share = |end: f64| values.iter().filter(|v| **v <= end + 1e-9).count() as f64 / values.len() as f64;
        for (end, least) in [(one.first, 0.25), (one.median, 0.5), (one.third, 0.75)] {
            // Between two order statistics, so that at most one value is missing.
            prop_assert!(share(end) + 1.0 / values.len() as f64 >= least);
        }
        let within = values.iter().filter(|v| (one.low..=one.high).contains(*v)).count();
        prop_assert_eq!(within + one.outliers.len(), values.len());
    }
}

#[test]
fn boxes_and_bins_are_those_of_the_worked_examples() {
    // Dobber 2006, sections 3.3 and 3.4, recomputed by an independent program.
    let values = [10.0, 12.0, 11.0, 30.0, 12.0, 11.0, 10.0, 13.0];
    let one = Quartiles::of("node", values, true).unwrap();
    assert_eq!((one.first, one.median, one.third), (10.75, 11.5, 12.25));
    assert_eq!((one.low, one.high, one.outliers), (10.0, 13.0, vec![30.0]));
    let flat = Quartiles::of("node", [5.0; 4], true).unwrap();
    assert_eq!(
        (flat.low, flat.first, flat.third, flat.high),
        (5.0, 5.0, 5.0, 5.0)
    );
    assert!(flat.outliers.is_empty());

    let bins = Bins::over(4, values);
    assert_eq!((bins.from, bins.width), (10.0, 5.0));
    assert_eq!(bins.count(values), [7, 0, 0, 1]);
    assert_eq!(Bins::over(1, [5.0; 4]).count([5.0; 4]), [4]);
}

#[test]
fn cells_that_stand_out_are_told_in_words_and_table() {
    let chart = |which: &[(usize, usize)]| {
        let shades = Series::heat(
            Axis::new("difference", Unit::One),
            ["0".to_owned(), "1".to_owned()],
            [
                ("1".to_owned(), vec![4.0, 4.0]),
                ("2".to_owned(), vec![8.0, f64::NAN]),
            ],
            None,
        );
        chart(
            Axis::new("from", Unit::One),
            Axis::new("apart", Unit::One),
            vec![shades.marking("comes again", which.iter().copied())],
        )
    };
    let (plain, marked) = (chart(&[]), chart(&[(1, 0), (0, 1)]));
    assert_eq!(plain.words()[0][1], "from 1, apart 1: difference 4");
    let words = &marked.words()[0];
    assert_eq!(words[0], "from 0, apart 1: difference 4");
    assert_eq!(words[1], "from 1, apart 1: difference 4, comes again");
    assert_eq!(words[2], "from 0, apart 2: difference 8, comes again");
    assert_eq!(plain.table().columns.len(), 3);
    let table = marked.table();
    assert_eq!(table.columns[3], "Comes again");
    let told: Vec<String> = table.rows.iter().map(|row| row[3].text()).collect();
    assert_eq!(told, ["", "yes", "yes", ""]);
    assert!(!plain.card().drawing.contains("comes again"));
    assert!(
        marked
            .card()
            .drawing
            .contains("\"marked\":{\"label\":\"comes again\",\"cells\":[1,2]}")
    );
}

#[test]
fn shades_go_from_the_least_to_the_most_or_equally_many_times_from_a_centre() {
    let mut chart = shades();
    let ends = |chart: &Chart| {
        let shades = chart.shades().unwrap();
        (shades.low, shades.centre, shades.high, shades.words)
    };
    let words = |words: [&str; 2]| words.map(str::to_owned).to_vec();
    assert_eq!(ends(&chart), (1.0, None, 1.5, words(["1", "1.50"])));
    if let Series::Heat { centre, .. } = &mut chart.series[0] {
        *centre = Some(1.125);
    }
    let (low, centre, high, words) = ends(&chart);
    // Values are more than 0: 4/3 of the centre, and 3/4 of it.
    assert!((low - 0.84375).abs() < 1e-12 && (high - 1.5).abs() < 1e-12);
    assert_eq!((centre, words.len()), (Some(1.125), 3));
    if let Series::Heat { rows, .. } = &mut chart.series[0] {
        rows.clear();
    }
    assert_eq!(chart.shades(), None);
    assert_eq!(bars().shades(), None);
}
