//! A scenario for each value of one parameter, or each pair of values of two, on the same randomness.

use parameters::{Kind, Parameter};
use report::chart::{Axis as ChartAxis, Bar, Course, Point as ChartPoint, Series, Spread};
use report::figure::Unit;
use report::table::Cell;
use report::{Chart, Figure, Layout, Observer, Report, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use laboratory::Axis;

use crate::setup::Changes;
use crate::variant::{Variant, value_in_words};
use crate::{Cache, Error, Scenario};

/// A point of a sweep that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its place among all points, the last axis fastest.
    pub place: usize,
    /// Its figures; why there are none, where its values do not go together.
    pub figures: Result<Vec<Figure>, String>,
}

/// A point with what it came to.
struct Point<'a> {
    /// One value for each axis.
    values: Vec<&'a Value>,
    name: String,
    figures: Vec<Figure>,
}

impl Point<'_> {
    /// What it is judged by, of which less is better.
    fn objective(&self) -> f64 {
        self.figures
            .first()
            .map_or(f64::INFINITY, |figure| figure.value)
    }
}

/// Runs every point but those that were run before, and tells each as it is done, with the report so far. Those whose
/// values do not go together are left out, and a note says why.
pub(crate) fn sweep(
    scenario: &Scenario,
    axes: &[Axis],
    done: &[Ran],
    arrived: &mut dyn FnMut(Ran, Report),
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Report, Error> {
    let parameters = scenario.parameters();
    let axes = swept(&parameters, axes);
    let grid = points(&axes);
    let number = grid.len() as u64;
    let mut ran: Vec<Point<'_>> = Vec::new();
    let mut left_out = Vec::new();
    let mut refusal = None;
    let mut best: Option<(f64, usize, Option<Report>)> = None;
    let mut traces = None;
    let mut run = |at: usize, values: &[&Value], observer: &mut dyn Observer| {
        let changed = scenario.changed(&changes(&axes, values));
        changed
            .map_err(|rejected| Error::Rejected(rejected.below("sweep")))
            .and_then(|changed| {
                Variant::run(
                    String::new(),
                    &changed,
                    (at as u64, number),
                    cache,
                    observer,
                )
            })
    };
    for (at, values) in grid.iter().enumerate() {
        let name = called(&axes, values);
        let known = done.iter().find(|ran| ran.place == at);
        let (figures, report) = match known.map(|ran| ran.figures.clone()) {
            Some(figures) => (figures, None),
            None => match run(at, values, observer) {
                Ok(variant) => {
                    traces.clone_from(&variant.report.traces);
                    (Ok(variant.figures()), Some(variant.report))
                }
                Err(Error::Rejected(rejected)) => {
                    let allowed = rejected.problems.iter();
                    let allowed: Vec<_> = allowed.map(|one| one.expected.as_str()).collect();
                    let words = allowed.join("; ");
                    refusal.get_or_insert(Error::Rejected(rejected));
                    (Err(words), None)
                }
                Err(other) => return Err(other),
            },
        };
        match &figures {
            Ok(figures) => {
                let point = Point {
                    values: values.clone(),
                    name,
                    figures: figures.clone(),
                };
                let objective = point.objective();
                let less = |least: &f64| objective.total_cmp(least).is_lt();
                if best.as_ref().is_none_or(|(least, ..)| less(least)) {
                    best = Some((objective, at, report));
                }
                ran.push(point);
            }
            Err(words) => left_out.push(format!("Left out: {name}; {words}.")),
        }
        if known.is_none() {
            let mut so_far = points_report(&axes, &ran, left_out.clone());
            so_far.traces.clone_from(&traces);
            arrived(Ran { place: at, figures }, so_far);
        }
    }
    match refusal {
        Some(refusal) if ran.is_empty() => return Err(refusal),
        _ => {}
    }
    let mut report = points_report(&axes, &ran, left_out);
    if let Some((_, at, shown)) = best {
        let shown = match (shown, grid.get(at)) {
            // The best one was run before, and only its figures were kept.
            (None, Some(values)) => Some(run(at, values, observer)?.report),
            (shown, _) => shown,
        };
        (report.schedule, report.traces) =
            shown.map_or((None, None), |shown| (shown.schedule, shown.traces));
    }
    Ok(report)
}

/// The scenario of a point by its place; nothing where there is no such point or its values do not go together.
pub(crate) fn point(scenario: &Scenario, axes: &[Axis], place: usize) -> Option<Scenario> {
    let parameters = scenario.parameters();
    let axes = swept(&parameters, axes);
    let grid = points(&axes);
    scenario.changed(&changes(&axes, grid.get(place)?)).ok()
}

/// The axes with what is known of their parameters.
fn swept<'a>(parameters: &'a [Parameter], axes: &'a [Axis]) -> Vec<Swept<'a>> {
    let known = |axis: &'a Axis| {
        let mut all = parameters.iter();
        let parameter = all.find(|parameter| parameter.name == axis.parameter)?;
        Some((parameter, axis.values.as_slice()))
    };
    axes.iter().filter_map(known).collect()
}

fn changes(axes: &[Swept<'_>], values: &[&Value]) -> Changes {
    let pairs = axes.iter().zip(values);
    pairs
        .map(|((parameter, _), value)| (parameter.name.to_owned(), (*value).clone()))
        .collect()
}

/// A parameter that is swept, and its values.
type Swept<'a> = (&'a Parameter, &'a [Value]);

/// Every combination of values, the last axis fastest.
fn points<'a>(axes: &[Swept<'a>]) -> Vec<Vec<&'a Value>> {
    let mut grid = vec![Vec::new()];
    for (_, values) in axes {
        grid = grid
            .iter()
            .flat_map(|point: &Vec<&'a Value>| {
                values.iter().map(move |value| {
                    let mut longer = point.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    grid
}

/// "8 processors and 2 copies of each job".
fn called(axes: &[Swept<'_>], values: &[&Value]) -> String {
    let words = axes.iter().zip(values);
    let words = words.map(|((parameter, _), value)| counted(parameter, value));
    words.collect::<Vec<_>>().join(" and ")
}

/// A parameter with its value: "8 processors" where its title names what is counted, else "problem size 2.5 s".
fn counted(parameter: &Parameter, value: &Value) -> String {
    let (title, words) = (
        parameter.title.to_lowercase(),
        value_in_words(parameter, value),
    );
    let (first, rest) = title.split_once(' ').unwrap_or((title.as_str(), ""));
    let plural = matches!(parameter.kind, Kind::Integer { .. }) && first != "series";
    match first.strip_suffix('s').filter(|_| plural) {
        Some(_) if words != "1" => format!("{words} {title}"),
        Some(one) => {
            let one = one
                .strip_suffix("ie")
                .map_or_else(|| one.to_owned(), |one| format!("{one}y"));
            format!("1 {one} {rest}").trim_end().to_owned()
        }
        None => format!("{title} {words}"),
    }
}

/// What the points say that were run; schedule and traces come apart.
fn points_report(axes: &[Swept<'_>], points: &[Point<'_>], left_out: Vec<String>) -> Report {
    let less = |a: &&Point<'_>, b: &&Point<'_>| a.objective().total_cmp(&b.objective());
    let (best, worst) = (points.iter().min_by(less), points.iter().max_by(less));
    let mut notes = vec![
        "All points use the same random draws, run by run, so that neighbouring points differ by the swept parameters, not by chance. The schedule shows the best point."
            .into(),
    ];
    notes.extend(left_out);
    let (mut headline, mut why) = (String::new(), String::new());
    let ends = best.and_then(|best| best.figures.first().zip(Some(best)));
    let worst = worst.and_then(|worst| worst.figures.first());
    if let (Some((least, best)), Some(most)) = (ends, worst) {
        let what = least.name.to_lowercase();
        let shortest = if what.contains("time") {
            "Shortest"
        } else {
            "Least"
        };
        headline = format!("{shortest} {what}: {} with {}", least.text(), best.name);
        why = format!(
            "Over {} points the {what} goes from {} to {}.",
            points.len(),
            least.text(),
            most.text()
        );
    }
    let charts = charts(axes, points, best);
    Report {
        layout: Layout::led_by(&charts),
        headline,
        why,
        figures: best.map(|best| best.figures.clone()).unwrap_or_default(),
        schedule: None,
        worlds: None,
        done: None,
        claims: Vec::new(),
        offers: Vec::new(),
        traces: None,
        charts,
        tables: vec![table(axes, points)],
        notes,
    }
}

/// For each figure, a chart over the first axis: a line for each value of the second one where the first counts,
/// otherwise bars, in a chart for each value of the second one.
fn charts(axes: &[Swept<'_>], points: &[Point<'_>], best: Option<&Point<'_>>) -> Vec<Chart> {
    let (Some((first, _)), Some(template)) = (axes.first(), points.first()) else {
        return Vec::new();
    };
    // One parameter is a single group.
    let groups: Vec<Option<&Value>> = match axes.get(1) {
        Some((_, values)) => values.iter().map(Some).collect(),
        None => vec![None],
    };
    let group_name = |group: Option<&Value>| {
        let (second, _) = axes.get(1)?;
        Some(format!(
            "{} {}",
            second.title.to_lowercase(),
            value_in_words(second, group?)
        ))
    };
    let of = |group: Option<&Value>| -> Vec<&Point<'_>> {
        let in_group = |point: &&Point<'_>| point.values.get(1).copied() == group;
        points.iter().filter(in_group).collect()
    };
    let is_best = |point: &Point<'_>| best.is_some_and(|best| best.values == point.values);
    let counts = matches!(first.kind, Kind::Integer { .. } | Kind::Number { .. });
    let mut out = Vec::new();
    for (place, figure) in template.figures.iter().enumerate() {
        let title = format!("{} by {}", figure.name, first.title.to_lowercase());
        let chart = |key: String, title, x: String, series| Chart {
            key,
            title,
            x: ChartAxis::new(&x, Unit::One),
            y: ChartAxis::new(&figure.name.to_lowercase(), figure.unit),
            series,
            references: Vec::new(),
        };
        let label = first.title.to_lowercase();
        if counts {
            let line = |group: &Option<&Value>| {
                let points = of(*group).into_iter().filter_map(|point| {
                    let figure = point.figures.get(place)?;
                    Some(ChartPoint {
                        x: point.values.first()?.as_f64()?,
                        y: figure.value,
                        interval: figure.interval,
                    })
                });
                Series::Line {
                    name: group_name(*group).unwrap_or_else(|| figure.name.clone()),
                    points: points.collect(),
                    course: Course::Straight,
                    spread: Spread::Bars,
                    main: of(*group).into_iter().any(is_best),
                }
            };
            let x = match first.unit {
                "" => label,
                unit => format!("{label} ({unit})"),
            };
            let lines = groups.iter().map(line).collect();
            out.push(chart(figure.key.clone(), title, x, lines));
            continue;
        }
        for (number, group) in groups.iter().enumerate() {
            let bars: Vec<_> = of(*group)
                .into_iter()
                .filter_map(|point| {
                    let figure = point.figures.get(place)?;
                    Some(Bar {
                        label: value_in_words(first, point.values.first()?),
                        value: figure.value,
                        interval: figure.interval,
                        main: is_best(point),
                        bound: false,
                    })
                })
                .collect();
            if bars.is_empty() {
                continue;
            }
            let title = match group_name(*group) {
                Some(group) => format!("{title}, {group}"),
                None => title.clone(),
            };
            let key = format!("{}_{number}", figure.key);
            out.push(chart(
                key,
                title,
                label.clone(),
                vec![Series::Bars { bars }],
            ));
        }
    }
    out
}

fn table(axes: &[Swept<'_>], points: &[Point<'_>]) -> Table {
    let mut columns: Vec<_> = axes
        .iter()
        .map(|(parameter, _)| match parameter.unit {
            "" => parameter.title.to_owned(),
            unit => format!("{} ({unit})", parameter.title),
        })
        .collect();
    let template = points.first().map(|point| point.figures.iter());
    columns.extend(
        template
            .into_iter()
            .flatten()
            .map(|figure| figure.name.clone()),
    );
    let rows = points.iter().map(|point| {
        let mut row: Vec<_> = axes
            .iter()
            .zip(&point.values)
            .map(|((parameter, _), value)| match value.as_f64() {
                Some(number) if matches!(parameter.kind, Kind::Integer { .. }) => Cell::Figure(
                    Figure::new(parameter.name, parameter.title, number, Unit::Count),
                ),
                Some(number) => Cell::Number(number),
                None => Cell::Text(value_in_words(parameter, value)),
            })
            .collect();
        row.extend(point.figures.iter().cloned().map(Cell::Figure));
        row
    });
    Table {
        key: "sweep".into(),
        title: "Every point of the sweep".into(),
        rows: rows.collect(),
        columns,
    }
}
