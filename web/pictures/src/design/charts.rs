//! One chart of every kind, of invented numbers.

use report::Chart;
use report::chart::{
    Axis, Bar, Bins, Course, Edge, Fit, HeatRow, Node, Place, Point, Quartiles, Reference, Series,
    Shade, Side, Spread,
};
use report::figure::{Interval, Unit};

/// Every kind of series, axis and reference line.
pub(super) fn every_kind() -> Vec<Chart> {
    vec![
        bars(),
        histogram(),
        lines(),
        many(),
        steps(),
        scatter(),
        boxes(),
        heat(),
        centred(),
        tree(),
        circle(),
        plane(),
        logarithmic(),
    ]
}

fn chart(key: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        key: key.into(),
        title: title.into(),
        x,
        y,
        series,
        references: Vec::new(),
        grips: Vec::new(),
    }
}

fn reference(on: Side, value: f64, label: &str) -> Reference {
    Reference {
        on,
        value,
        label: label.into(),
        handle: None,
    }
}

/// A number from 0 to 1 that looks like chance.
fn noise(place: u32) -> f64 {
    let mixed = (place + 1).wrapping_mul(0x9e37_79b1);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca77);
    f64::from((mixed ^ (mixed >> 13)) >> 8) / f64::from(1_u32 << 24)
}

fn bars() -> Chart {
    let bar = |(label, value, half): (&str, f64, f64)| Bar {
        label: label.into(),
        value,
        interval: Interval::around(value, half),
        main: label == "R = 2",
        bound: label.ends_with('*'),
        offer: None,
    };
    let bars = [
        ("equal", 1.0, f64::NAN),
        ("R = 2", 1.42, 0.05),
        ("R = 4", 1.31, 0.09),
    ]
    .map(bar)
    .to_vec();
    let mut chart = chart(
        "bars",
        "Bars with error bars and a reference line",
        Axis::new("strategy", Unit::One),
        Axis::new("speedup", Unit::One),
        vec![Series::Bars { bars }],
    );
    chart.references = vec![reference(Side::Y, 1.2, "goal")];
    chart
}

fn histogram() -> Chart {
    let sample = |shift: f64| {
        (0..600_u32)
            .map(move |i| 2_000.0 + shift + 900.0 * (noise(i) + noise(i + 700) + noise(i + 1_400)))
    };
    let bins = Bins::over(30, sample(0.0).chain(sample(700.0)));
    let series = |name: &str, shift: f64, main| Series::Histogram {
        name: name.into(),
        from: bins.from,
        width: bins.width,
        counts: bins.count(sample(shift)),
        main,
    };
    let mut chart = chart(
        "histogram",
        "Two histograms and a reference line",
        Axis::new("iteration time", Unit::Milliseconds),
        Axis::new("runs", Unit::Count),
        vec![series("after", 0.0, true), series("before", 700.0, false)],
    );
    chart.references = vec![reference(Side::X, 2_900.0, "bound")];
    chart
}

fn line(name: &str, spread: Spread, main: bool, y: impl Fn(f64) -> (f64, f64)) -> Series {
    let point = |x: u32| {
        let (y, half) = y(f64::from(x));
        Point::new(f64::from(x), y).within(half)
    };
    Series::Line {
        name: name.into(),
        points: (1..=16).map(point).collect(),
        course: Course::Straight,
        spread,
        main,
    }
}

fn lines() -> Chart {
    let series = vec![
        line("with replication", Spread::Band, true, |x| {
            (0.9 * x - 0.02 * x * x, 0.05 * x)
        }),
        line("equal shares", Spread::Bars, false, |x| {
            (0.55 * x, 0.03 * x)
        }),
    ];
    let mut chart = chart(
        "lines",
        "Lines with a band, error bars and a gap",
        Axis::new("processors", Unit::Count),
        Axis::new("speedup", Unit::One),
        series
            .into_iter()
            .map(|mut series| {
                if let Series::Line {
                    points,
                    main: false,
                    ..
                } = &mut series
                    && let Some(point) = points.get_mut(8)
                {
                    *point = Point::new(point.x, f64::NAN);
                }
                series
            })
            .collect(),
    );
    chart.references = vec![reference(Side::X, 16.0, "all processors")];
    chart
}

/// As many lines as look different.
fn many() -> Chart {
    let one = |place: u32| {
        let bent = move |x: f64| (f64::from(place + 1) * (1.0 + 0.1 * x), 0.2 * x);
        line(&format!("R = {place}"), Spread::Bars, place == 0, bent)
    };
    chart(
        "many",
        "Thirteen lines",
        Axis::new("processors", Unit::Count),
        Axis::new("speedup", Unit::One),
        (0..13).map(one).collect(),
    )
}

fn steps() -> Chart {
    let points = (0..20_u32)
        .map(|i| Point::new(f64::from(i) * 30_000.0, (4.0 + 6.0 * noise(i * 3)).round()))
        .collect();
    chart(
        "steps",
        "A course in steps",
        Axis::new("time", Unit::Milliseconds),
        Axis::new("nodes in use", Unit::Count),
        vec![Series::Line {
            name: "nodes".into(),
            points,
            course: Course::Steps,
            spread: Spread::Bars,
            main: true,
        }],
    )
}

fn scatter() -> Chart {
    let points = |shift: f64| -> Vec<Point> {
        (0..90_u32)
            .map(|i| {
                let x = 10.0 * noise(i + 31);
                Point::new(x, shift + 0.6 * x + 2.0 * noise(i + 977))
            })
            .collect()
    };
    let series = |name: &str, shift: f64, main| Series::Scatter {
        name: name.into(),
        fit: Fit::least_squares(&points(shift)),
        points: points(shift),
        main,
        printed: None,
    };
    chart(
        "scatter",
        "Points and the lines through them",
        Axis::new("predicted", Unit::One),
        Axis::new("measured", Unit::One),
        vec![
            series("this trace", 0.0, true),
            series("another", 3.0, false),
        ],
    )
}

fn boxes() -> Chart {
    let one = |(place, label): (u32, &str)| {
        let values = (0..60_u32).map(|i| {
            let x = noise(i + 100 * place);
            20.0 + 8.0 * f64::from(place) * x * x * x
        });
        Quartiles::of(label, values.chain([58.0]), place == 2)
    };
    let boxes = [
        (1, "first node"),
        (2, "second node"),
        (3, "third node"),
        (4, "fourth node"),
    ]
    .into_iter()
    .filter_map(one)
    .collect();
    chart(
        "boxes",
        "Boxes, whiskers and outliers",
        Axis::new("node", Unit::One),
        Axis::new("job time", Unit::Milliseconds),
        vec![Series::Boxes { boxes }],
    )
}

fn heat() -> Chart {
    let columns: Vec<String> = (1..=8_u32).map(|copies| copies.to_string()).collect();
    let rows = [4_u32, 8, 16, 32]
        .map(|processors| HeatRow {
            label: processors.to_string(),
            values: (1..=8_u32)
                .map(|copies| {
                    let value = 1.0 + 0.3 * noise(processors + copies) * f64::from(copies);
                    Shade(if copies > processors { f64::NAN } else { value })
                })
                .collect(),
        })
        .to_vec();
    chart(
        "heat",
        "Shades with an empty corner",
        Axis::new("copies", Unit::Count),
        Axis::new("processors", Unit::Count),
        vec![Series::Heat {
            value: Axis::new("speedup", Unit::One),
            columns,
            rows,
            centre: None,
            border: None,
            marked: None,
        }],
    )
}

fn centred() -> Chart {
    let names = ["mean", "deviation", "peaks", "levels"];
    let row = |(at, label): (usize, &&str)| HeatRow {
        label: (*label).into(),
        values: (0..names.len())
            .map(|other| {
                let apart = at.abs_diff(other) as f64;
                Shade(1.0 - 0.55 * apart)
            })
            .collect(),
    };
    chart(
        "centred",
        "Shades around a centre",
        Axis::new("statistic", Unit::One),
        Axis::new("statistic", Unit::One),
        vec![Series::Heat {
            value: Axis::new("correlation", Unit::One),
            columns: names.map(str::to_owned).to_vec(),
            rows: names.iter().enumerate().map(row).collect(),
            centre: Some(0.0),
            border: None,
            marked: None,
        }],
    )
}

fn tree() -> Chart {
    let node = |(label, value, parent, kind): (&str, f64, Option<usize>, u32)| {
        Node::new(label, value).below(parent).of_kind(kind)
    };
    let nodes = [
        ("1/1", 1.0, None, 0),
        ("1/2", 0.5, Some(0), 0),
        ("1/3", 1.0 / 3.0, Some(1), 1),
        ("2/3", 2.0 / 3.0, Some(1), 0),
        ("3/5", 0.6, Some(3), 0),
        ("3/4", 0.75, Some(3), 2),
        ("2/1", 2.0, Some(0), 1),
    ];
    chart(
        "tree",
        "A tree with a path",
        Axis::new("fraction", Unit::One),
        Axis::new("value", Unit::One),
        vec![Series::tree(["path", "visited", "left"], nodes.map(node))],
    )
}

fn circle() -> Chart {
    let looks = [(3.0, 0), (1.0, 1), (f64::NAN, 2), (f64::NAN, 2)];
    let place =
        |(at, (load, kind)): (usize, (f64, u32))| Place::new(at.to_string(), load).of_kind(kind);
    let edges = [(2, 0), (3, 0), (6, 4), (7, 4)].map(|(from, to)| Edge::new(from, to));
    chart(
        "circle",
        "A circle with arrows",
        Axis::new("computer", Unit::One),
        Axis::new("load", Unit::One),
        vec![Series::graph(
            ["fullest", "up", "crashed"],
            looks.into_iter().cycle().take(8).enumerate().map(place),
            edges,
        )],
    )
}

fn plane() -> Chart {
    let places = [
        ("Amsterdam", 36.0, 0.1, 0.3),
        ("Delft", 12.0, 0.5, 0.9),
        ("Leiden", 24.0, 0.9, 0.2),
    ]
    .map(|(label, nodes, x, y)| Place::new(label, nodes).at(x, y).of_kind(1));
    let edges = [(0, 1, "3 MB/s"), (1, 0, "1 MB/s"), (2, 0, "100 kB/s")]
        .map(|(from, to, label)| Edge::new(from, to).labelled(label).of_kind(1));
    chart(
        "plane",
        "Places with links",
        Axis::new("cluster", Unit::One),
        Axis::new("nodes", Unit::Count),
        vec![Series::graph(["slow", "fast"], places, edges)],
    )
}

fn logarithmic() -> Chart {
    let series = |name: &str, scale: f64, main| {
        let points = (0..8)
            .map(|i| {
                let x = f64::from(1_u32 << i);
                Point::new(x, scale * x * x.sqrt())
            })
            .collect();
        Series::Line {
            name: name.into(),
            points,
            course: Course::Straight,
            spread: Spread::Bars,
            main,
        }
    };
    chart(
        "logarithmic",
        "Two logarithmic axes",
        Axis::new("tasks", Unit::Count).logarithmic(),
        Axis::new("time", Unit::Milliseconds).logarithmic(),
        vec![
            series("one worker", 40.0, true),
            series("four workers", 11.0, false),
        ],
    )
}
