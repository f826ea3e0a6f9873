//! A scenario for each value of one parameter, or each pair of values of two, on the same randomness.

use report::chart::{Axis as ChartAxis, Bar, Series};
use report::figure::Unit;
use report::parameters::{Kind, Parameter};
use report::table::Cell;
use report::{Chart, Figure, Observer, Report, Table};
use serde_json::Value;

use crate::setup::{Axis, Changes};
use crate::variant::{Variant, best, value_in_words};
use crate::{Error, Scenario};

/// A point of the sweep that was run.
struct Point<'a> {
    /// One value for each axis.
    values: Vec<&'a Value>,
    variant: Variant,
}

/// Runs every point. Those whose values do not go together are left out, and a note says why.
pub(crate) fn sweep(
    scenario: &Scenario,
    axes: &[Axis],
    observer: &mut dyn Observer,
) -> Result<Report, Error> {
    let parameters = scenario.parameters();
    let axes: Vec<_> = axes
        .iter()
        .filter_map(|axis| {
            let mut all = parameters.iter();
            let parameter = all.find(|parameter| parameter.name == axis.parameter)?;
            Some((parameter, axis.values.as_slice()))
        })
        .collect();
    let grid = points(&axes);
    let number = grid.len() as u64;
    let mut ran = Vec::new();
    let mut left_out = Vec::new();
    let mut refusal = None;
    for (at, values) in (0..).zip(grid) {
        let changes: Changes = axes
            .iter()
            .zip(&values)
            .map(|((parameter, _), value)| (parameter.name.clone(), (*value).clone()))
            .collect();
        let name = called(&axes, &values);
        let variant = scenario
            .changed(&changes)
            .map_err(|rejected| Error::Rejected(rejected.below("sweep")))
            .and_then(|changed| Variant::run(name.clone(), &changed, (at, number), observer));
        match variant {
            Ok(variant) => ran.push(Point { values, variant }),
            Err(Error::Rejected(rejected)) => {
                left_out.push(format!("Left out: {name}, because {rejected}."));
                refusal.get_or_insert(Error::Rejected(rejected));
            }
            Err(other) => return Err(other),
        }
    }
    match refusal {
        Some(refusal) if ran.is_empty() => Err(refusal),
        _ => Ok(narrative(&axes, ran, left_out)),
    }
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

/// "processors 8, copies of each job 2".
fn called(axes: &[Swept<'_>], values: &[&Value]) -> String {
    let words = axes.iter().zip(values).map(|((parameter, _), value)| {
        let value = value_in_words(parameter, value);
        format!("{} {value}", parameter.title.to_lowercase())
    });
    words.collect::<Vec<_>>().join(", ")
}

fn narrative(axes: &[Swept<'_>], points: Vec<Point<'_>>, left_out: Vec<String>) -> Report {
    let tables = vec![table(axes, &points)];
    let (values, mut variants): (Vec<_>, Vec<_>) = points
        .into_iter()
        .map(|point| (point.values, point.variant))
        .unzip();
    let winner = best(&variants);
    let charts = charts(axes, &values, &variants, winner);
    let mut notes = vec![
        "Every point met the same randomness: run by run the same seed, so that neighbouring points differ by what is \
         swept rather than by chance. The schedule is that of the best point."
            .into(),
    ];
    notes.extend(left_out);
    let (mut headline, mut why, mut figures, mut schedule) =
        (String::new(), String::new(), Vec::new(), None);
    let worst = variants
        .iter()
        .filter_map(Variant::objective)
        .max_by(|a, b| a.value.total_cmp(&b.value));
    if let Some(variant) = variants.get_mut(winner) {
        schedule = variant.report.schedule.take();
        if let (Some(least), Some(most)) = (variant.objective(), worst) {
            let what = least.name.to_lowercase();
            headline = format!("Least {what} at {}: {}", variant.name, least.text());
            why = format!(
                "Over {} points the {what} goes from {} to {}.",
                values.len(),
                least.text(),
                most.text()
            );
        }
        figures = variant.figures();
    }
    Report {
        headline,
        why,
        figures,
        schedule,
        charts,
        tables,
        notes,
    }
}

/// For each figure, a chart over the first axis; for each value of the second axis, one of its own.
fn charts(
    axes: &[Swept<'_>],
    values: &[Vec<&Value>],
    variants: &[Variant],
    winner: usize,
) -> Vec<Chart> {
    let (Some((first, _)), Some(template)) = (axes.first(), variants.first()) else {
        return Vec::new();
    };
    // One parameter is a single group.
    let groups: Vec<Option<&Value>> = match axes.get(1) {
        Some((_, values)) => values.iter().map(Some).collect(),
        None => vec![None],
    };
    let mut out = Vec::new();
    for (place, figure) in template.figures().into_iter().enumerate() {
        for (number, group) in groups.iter().enumerate() {
            let bars: Vec<_> = values
                .iter()
                .zip(variants)
                .enumerate()
                .filter(|(_, (values, _))| values.get(1).copied() == *group)
                .filter_map(|(at, (values, variant))| {
                    let figure: Figure = variant.figures().into_iter().nth(place)?;
                    Some(Bar {
                        label: value_in_words(first, values.first()?),
                        value: figure.value,
                        interval: figure.interval,
                        main: at == winner,
                    })
                })
                .collect();
            if bars.is_empty() {
                continue;
            }
            let mut title = format!("{} by {}", figure.name, first.title.to_lowercase());
            if let (Some(value), Some((second, _))) = (group, axes.get(1)) {
                let value = value_in_words(second, value);
                title = format!("{title}, {} {value}", second.title.to_lowercase());
            }
            out.push(Chart {
                key: format!("{}_{number}", figure.key),
                title,
                x: ChartAxis::new(&first.title.to_lowercase(), Unit::One),
                y: ChartAxis::new(&figure.name.to_lowercase(), figure.unit),
                series: vec![Series::Bars { bars }],
                references: Vec::new(),
            });
        }
    }
    out
}

fn table(axes: &[Swept<'_>], points: &[Point<'_>]) -> Table {
    let mut columns: Vec<_> = axes
        .iter()
        .map(|(parameter, _)| match parameter.unit.as_str() {
            "" => parameter.title.clone(),
            unit => format!("{} ({unit})", parameter.title),
        })
        .collect();
    let template = points.first().map(|point| point.variant.figures());
    columns.extend(template.into_iter().flatten().map(|figure| figure.name));
    let rows = points.iter().map(|point| {
        let mut row: Vec<_> = axes
            .iter()
            .zip(&point.values)
            .map(|((parameter, _), value)| match value.as_f64() {
                Some(number) if matches!(parameter.kind, Kind::Integer { .. }) => Cell::Figure(
                    Figure::new(&parameter.name, &parameter.title, number, Unit::Count),
                ),
                Some(number) => Cell::Number(number),
                None => Cell::Text(value_in_words(parameter, value)),
            })
            .collect();
        row.extend(point.variant.figures().into_iter().map(Cell::Figure));
        row
    });
    Table {
        key: "sweep".into(),
        title: "Every point of the sweep".into(),
        rows: rows.collect(),
        columns,
    }
}
