//! A scenario for each value of one parameter, or each pair of values of two, on the same randomness.

mod left_out;
mod segments;

use parameters::{Kind, Parameter};
use report::chart::{Axis as ChartAxis, Bar, Course, Point as ChartPoint, Series, Spread};
use report::evidence::same;
use report::figure::Unit;
use report::table::Cell;
use report::words::{capital, count, list, within};
use report::{Chance, Chart, Choice, Figure, Layout, Observer, Passes, Report, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use laboratory::Axis;

use crate::compare::COMPUTED;
use crate::draws::Draws;
use crate::setup::Changes;
use crate::variant::{TOPIC, Variant, title, value_in_words};
use crate::{Cache, Error, Scenario};

/// A point of a sweep that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its place among all points, the last axis fastest.
    pub place: usize,
    /// Its figures; the reason for their lack, where its values do not go together.
    pub figures: Result<Vec<Figure>, String>,
    /// Whether more of the first figure is better, rather than less.
    #[serde(default)]
    pub more_is_better: bool,
    /// The choice in its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The origin of each of its numbers.
    #[serde(default)]
    pub draws: Draws,
}

/// A point with its results.
struct Point<'a> {
    /// One value for each axis.
    values: Vec<&'a Value>,
    name: String,
    figures: Vec<Figure>,
    more_is_better: bool,
    choice: Option<Choice>,
    topic: Value,
    chance: Chance,
    draws: Draws,
}

impl Point<'_> {
    /// Its objective as a cost: less is better.
    fn cost(&self) -> f64 {
        let first = self.figures.first().map(|figure| figure.value);
        match first.filter(|value| value.is_finite()) {
            Some(value) if self.more_is_better => -value,
            first => first.unwrap_or(f64::INFINITY),
        }
    }

    /// Whether both are judged by the same figure.
    fn comparable(&self, other: &Self) -> bool {
        let judged = |one: &Self| {
            one.figures
                .first()
                .map(|figure| (figure.key.clone(), figure.name.clone()))
        };
        (&self.topic, judged(self)) == (&other.topic, judged(other))
    }
}

/// Runs every point that was not run before, and tells each when it is done, with the report so far. Points whose values do
/// not go together are left out, and a note says why.
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
    let mut left_out: Vec<(Vec<&Value>, String)> = Vec::new();
    let mut refusal = None;
    let mut best: Option<(f64, usize, Option<Report>)> = None;
    let mut traces = None;
    // Of points that were run before, the best one is run once more at the end.
    let again = u64::from(!done.is_empty());
    let mut passes = Passes::new(observer, number + again);
    let mut run = |values: &[&Value], observer: &mut dyn Observer| {
        let changed = scenario.changed(&changes(&axes, values));
        changed
            .map_err(|rejected| Error::Rejected(rejected.below("sweep")))
            .and_then(|changed| Variant::run(String::new(), &changed, cache, observer))
    };
    for (at, values) in grid.iter().enumerate() {
        let name = called(&axes, values);
        let known = done.iter().find(|ran| ran.place == at);
        let mut pass = passes.next(1);
        let (ran_now, report) = match known {
            Some(ran) => (ran.clone(), None),
            None => {
                let (mut choice, mut draws) = (None, Draws::Runs);
                let (figures, more_is_better, report) = match run(values, &mut pass) {
                    Ok(variant) => {
                        traces.clone_from(&variant.report.traces);
                        choice.clone_from(&variant.report.choice);
                        draws.clone_from(&variant.draws);
                        let more = variant.more_is_better();
                        (Ok(variant.figures()), more, Some(variant.report))
                    }
                    Err(Error::Rejected(rejected)) => {
                        let allowed = rejected.problems.iter();
                        let allowed: Vec<_> = allowed.map(|one| one.expected.as_str()).collect();
                        let words = allowed.join("; ");
                        refusal.get_or_insert(Error::Rejected(rejected));
                        (Err(words), false, None)
                    }
                    Err(other) => return Err(other),
                };
                let ran = Ran {
                    place: at,
                    figures,
                    more_is_better,
                    choice,
                    draws,
                };
                (ran, report)
            }
        };
        match (&ran_now.figures, scenario.changed(&changes(&axes, values))) {
            (Ok(figures), Ok(changed)) => {
                let point = Point {
                    values: values.clone(),
                    name,
                    figures: figures.clone(),
                    more_is_better: ran_now.more_is_better,
                    choice: ran_now.choice.clone(),
                    topic: changed.get(TOPIC),
                    chance: changed.chance(),
                    draws: ran_now.draws.clone(),
                };
                let cost = point.cost();
                let less = |least: &f64| cost.total_cmp(least).is_lt();
                let comparable = ran.first().is_none_or(|first| point.comparable(first));
                if comparable && best.as_ref().is_none_or(|(least, ..)| less(least)) {
                    best = Some((cost, at, report));
                }
                ran.push(point);
            }
            (Err(words), _) => left_out.push((values.clone(), words.clone())),
            (Ok(_), Err(rejected)) => left_out.push((values.clone(), rejected.to_string())),
        }
        if known.is_none() {
            let mut so_far = points_report(&axes, &ran, left_out::notes(&axes, &left_out));
            so_far.traces.clone_from(&traces);
            arrived(ran_now, so_far);
        }
    }
    match refusal {
        Some(refusal) if ran.is_empty() => return Err(refusal),
        _ => {}
    }
    let shown = match best {
        // The best one was run before, and only its figures were kept.
        Some((_, at, None)) => match grid.get(at) {
            Some(values) => Some(run(values, &mut passes.next(again))?.report),
            None => None,
        },
        Some((_, _, shown)) => shown,
        None => None,
    };
    let (schedule, traces) = shown.map_or((None, None), |shown| (shown.schedule, shown.traces));
    let mut notes = left_out::notes(&axes, &left_out);
    if schedule.is_some() && self::best(&ran).is_some() {
        notes.insert(0, "The schedule shows the best point.".into());
    }
    Ok(Report {
        schedule,
        traces,
        ..points_report(&axes, &ran, notes)
    })
}

/// The scenario of a point by its place; nothing where there is no such point or its values do not go together.
pub(crate) fn point(scenario: &Scenario, axes: &[Axis], place: usize) -> Option<Scenario> {
    let parameters = scenario.parameters();
    let axes = swept(&parameters, axes);
    let grid = points(&axes);
    scenario.changed(&changes(&axes, grid.get(place)?)).ok()
}

/// The axes with their parameters.
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

/// The name of a point: "8 processors and 2 copies of each job".
fn called(axes: &[Swept<'_>], values: &[&Value]) -> String {
    let words = axes.iter().zip(values);
    let words = words.map(|((parameter, _), value)| counted(parameter, value));
    words.collect::<Vec<_>>().join(" and ")
}

/// A parameter with its value: "8 processors" where its title names the counted thing, "up to 8 computers" where the value
/// is a limit, else "problem size 2.5 s".
fn counted(parameter: &Parameter, value: &Value) -> String {
    with_words(parameter, &value_in_words(parameter, value))
}

/// A parameter with its value in words, as [`counted`] has it.
fn with_words(parameter: &Parameter, words: &str) -> String {
    if matches!(parameter.kind, Kind::Flag) {
        return words.to_owned();
    }
    let (title, limit) = title(parameter);
    let (first, rest) = title.split_once(' ').unwrap_or((&title, ""));
    let plural = matches!(parameter.kind, Kind::Integer { .. }) && first != "series";
    match first.strip_suffix('s').filter(|_| plural) {
        Some(_) if words != "1" => format!("{limit}{words} {title}"),
        Some(one) => {
            let one = match (one.strip_suffix("ie"), one.strip_suffix("sse")) {
                (Some(one), _) => format!("{one}y"),
                (_, Some(one)) => format!("{one}ss"),
                _ => one.to_owned(),
            };
            format!("{limit}1 {one} {rest}").trim_end().to_owned()
        }
        None => format!("{title} {limit}{words}"),
    }
}

/// The report on the points that were run, without schedule and traces.
fn points_report(axes: &[Swept<'_>], points: &[Point<'_>], more: Vec<String>) -> Report {
    let (headline, why) = sentences(points);
    let best = best(points);
    let mut drawn = points.iter().filter(|point| point.chance == Chance::Drawn);
    let mut notes: Vec<String> = drawn.next().into_iter().map(|point| format!(
        "All points use the same random draws{}, so that neighbouring points differ by the swept parameters, not by chance.",
        point.draws.pair_by_pair()
    )).collect();
    notes.extend(segments::sentence(axes, points));
    notes.extend(more);
    let charts = charts(axes, points, best);
    Report {
        layout: Layout::led_by(&charts),
        headline,
        why,
        figures: best.map_or_else(Vec::new, |best| best.figures.clone()),
        schedule: None,
        worlds: None,
        winner: None,
        choice: None,
        done: None,
        claims: Vec::new(),
        scene: None,
        offers: Vec::new(),
        asked: Vec::new(),
        stopped: None,
        traces: None,
        charts,
        tables: vec![table(axes, points)],
        notes,
    }
}

/// The best point, the first of several; none where the points are not judged by the same figure.
fn best<'p, 'a>(points: &'p [Point<'a>]) -> Option<&'p Point<'a>> {
    let first = points.first()?;
    let comparable = points.iter().all(|point| point.comparable(first));
    let least = points.iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
    least.filter(|_| comparable)
}

/// The most points that a sentence names.
const NAMED: usize = 3;

/// The sentences on the best point and on the range of the points, as far as their numbers tell.
fn sentences(points: &[Point<'_>]) -> (String, String) {
    let Some(best) = best(points) else {
        return apart(points);
    };
    let Some(first) = best.figures.first() else {
        return (String::new(), String::new());
    };
    let what = within(&first.name);
    let numbers: Vec<_> = points
        .iter()
        .filter(|point| point.cost().is_finite())
        .collect();
    let none = points.len() - numbers.len();
    if numbers.is_empty() {
        return (
            format!("No point has a number for the {what}"),
            String::new(),
        );
    }
    let size = size(first, best.more_is_better);
    let size = match what.starts_with(size) {
        true => capital(&what),
        false => capital(&format!("{size} {what}")),
    };
    let level = |point: &&&Point<'_>| same(point.cost(), best.cost());
    let level: Vec<_> = numbers.iter().filter(level).collect();
    let drawn = points.iter().any(|point| point.chance == Chance::Drawn);
    let single = best.chance == Chance::Drawn && first.interval.is_none();
    let run = match single {
        true => best.draws.only(),
        false => String::new(),
    };
    let headline = match level.len() {
        all if all == points.len() && all > 1 => {
            format!("The {what} is {} at {}{run}", first.text(), all_points(all))
        }
        all if all > NAMED => {
            format!(
                "{size}{run}: {} at {all} of {} points",
                first.text(),
                points.len()
            )
        }
        _ => {
            let names: Vec<_> = level.iter().map(|point| point.name.as_str()).collect();
            format!(
                "{size}{run}: {} with {}",
                first.text(),
                names.join(", and with ")
            )
        }
    };
    let lacking = match none {
        0 => String::new(),
        none => format!(
            "{} no number for the {what}.",
            count(none, "point has", "points have")
        ),
    };
    let doubt = match (drawn, single) {
        (false, _) => COMPUTED.to_owned(),
        (true, true) => best.draws.doubt(),
        (true, false) => overlapping(points, best),
    };
    let range = range(&what, &numbers, best, level.len());
    (headline, report::words::sentences([range, lacking, doubt]))
}

/// "both points", "all 3 points".
fn all_points(all: usize) -> String {
    match all {
        2 => "both points".into(),
        all => format!("all {all} points"),
    }
}

/// The adjective of the smallest or largest number.
fn size(figure: &Figure, more_is_better: bool) -> &'static str {
    // A share of a time and a ratio of times are not short.
    let nouns = ["time", "iteration", "makespan"];
    let what = within(&figure.name);
    let noun = what.split([' ', ',']).next().unwrap_or_default();
    let time = figure.unit == Unit::Milliseconds || nouns.contains(&noun);
    match more_is_better {
        true => "largest",
        false if time => "shortest",
        false => "least",
    }
}

/// The least and the largest number of the points; `level` says how many points equal the best.
fn range(what: &str, numbers: &[&Point<'_>], best: &Point<'_>, level: usize) -> String {
    let most = numbers.iter().max_by(|a, b| a.cost().total_cmp(&b.cost()));
    let (Some(first), Some(last)) = (
        best.figures.first(),
        most.and_then(|point| point.figures.first()),
    ) else {
        return String::new();
    };
    let (least, greatest) = match best.more_is_better {
        true => (last, first),
        false => (first, last),
    };
    let points = count(numbers.len(), "point", "points");
    match first.text() == last.text() {
        true if level == numbers.len() => String::new(),
        // Numbers with the same digits may differ.
        true => format!(
            "Over {points} the {what} differs by less than the digits of {} show.",
            first.text()
        ),
        false => format!(
            "Over {points} the {what} lies between {} and {}.",
            least.text(),
            greatest.text()
        ),
    }
}

/// The sentences on points that are not judged by the same figure.
fn apart(points: &[Point<'_>]) -> (String, String) {
    let mut figures: Vec<String> = Vec::new();
    for figure in points.iter().filter_map(|point| point.figures.first()) {
        let name = within(&figure.name);
        if !figures.contains(&name) {
            figures.push(name);
        }
    }
    let headline = match points {
        [] => String::new(),
        _ => "The points answer different questions and are not compared".into(),
    };
    let why = match figures.as_slice() {
        [] => String::new(),
        figures => format!("They are judged by {}.", list(figures)),
    };
    (headline, why)
}

/// The sentence on the number of other points that may be best by chance.
fn overlapping(points: &[Point<'_>], best: &Point<'_>) -> String {
    let interval = |point: &Point<'_>| point.figures.first()?.interval;
    let Some(own) = interval(best) else {
        return String::new();
    };
    let overlaps = |point: &&Point<'_>| {
        let other = interval(point).is_some_and(|one| one.low <= own.high && own.low <= one.high);
        other && !same(point.cost(), best.cost())
    };
    match points.iter().filter(overlaps).count() {
        0 => String::new(),
        others => format!(
            "{} a 95 % interval that overlaps that of the best: more {} may decide.",
            count(others, "other point has", "other points have"),
            best.draws.names()[1]
        ),
    }
}

/// For each figure, a chart over the first axis: a line for each value of the second one where the first counts,
/// otherwise bars, in a chart for each value of the second one.
fn charts(axes: &[Swept<'_>], points: &[Point<'_>], best: Option<&Point<'_>>) -> Vec<Chart> {
    let (Some((first, _)), Some(template)) = (axes.first(), best) else {
        return Vec::new();
    };
    // One parameter is a single group.
    let groups: Vec<Option<&Value>> = match axes.get(1) {
        Some((_, values)) => values.iter().map(Some).collect(),
        None => vec![None],
    };
    let group_name = |group: Option<&Value>| {
        let (second, _) = axes.get(1)?;
        Some(counted(second, group?))
    };
    let of = |group: Option<&Value>| -> Vec<&Point<'_>> {
        let in_group = |point: &&Point<'_>| point.values.get(1).copied() == group;
        points.iter().filter(in_group).collect()
    };
    let is_best = |point: &Point<'_>| best.is_some_and(|best| best.values == point.values);
    let counts = matches!(first.kind, Kind::Integer { .. } | Kind::Number { .. });
    let mut out = Vec::new();
    for (place, figure) in template.figures.iter().enumerate() {
        let title = format!("{} by {}", figure.name, crate::variant::title(first).0);
        let chart = |key: String, title, x: String, series| Chart {
            key,
            title,
            x: ChartAxis::new(&x, Unit::One),
            y: ChartAxis::new(&within(&figure.name), figure.unit),
            series,
            references: Vec::new(),
            grips: Vec::new(),
        };
        let label = within(first.title);
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
            let title = match axes.get(1) {
                Some((second, _)) => format!("{title} and {}", crate::variant::title(second).0),
                None => title,
            };
            let lines = groups.iter().map(line).collect();
            let chart = chart(figure.key.clone(), title, x, lines);
            // The first chart names the segments; the others would say the same.
            out.push(match place {
                0 => segments::named(chart, axes, points),
                _ => chart,
            });
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
                        offer: None,
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
    let mut names: Vec<String> = Vec::new();
    for figure in points.iter().flat_map(|point| &point.figures) {
        if !names.contains(&figure.name) {
            names.push(figure.name.clone());
        }
    }
    let kind = points.iter().find_map(|point| point.choice.as_ref());
    let kind = kind.map(|choice| capital(&choice.what));
    let chooses = kind.is_some();
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
        if chooses {
            let which = point.choice.as_ref().map(|choice| choice.which.clone());
            row.push(which.map_or_else(Cell::none, Cell::Text));
        }
        row.extend(names.iter().map(|name| {
            let mut own = point.figures.iter();
            let figure = own.find(|figure| figure.name == *name);
            figure.map_or_else(Cell::none, |figure| Cell::Figure(figure.clone()))
        }));
        row
    });
    let rows = rows.collect();
    columns.extend(kind);
    columns.extend(names);
    Table {
        key: "sweep".into(),
        title: "Every point of the sweep".into(),
        rows,
        columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plural of a word of a title.
    fn plural(one: &str) -> String {
        match one.strip_suffix('y') {
            Some(one) => format!("{one}ies"),
            None if one.ends_with("ss") => format!("{one}es"),
            None => format!("{one}s"),
        }
    }

    #[test]
    fn every_title_of_a_number_reads_well_with_its_value() {
        let laboratories = crate::laboratories().iter();
        let parameters = laboratories.flat_map(|about| about.table.parameters);
        let whole = parameters.filter(|one| matches!(one.kind, Kind::Integer { .. }));
        let mut said = Vec::new();
        for parameter in whole {
            let title = within(parameter.title);
            for value in [1, 12] {
                let text = counted(parameter, &value.into());
                // Units are the same for one and for many.
                let fault = trial::fault_of(&text).filter(|_| parameter.unit.is_empty());
                assert_eq!(fault, None, "{text}");
                // A comma would end the phrase within its sentence.
                assert!(!text.contains(','), "{text}");
                let first = title.split([' ', ',']).next().unwrap_or_default();
                let limited = text.strip_prefix("up to ").unwrap_or(&text);
                if let Some(one) = limited.strip_prefix("1 ") {
                    let one = one.split(' ').next().unwrap_or_default();
                    assert_eq!(plural(one), first, "{text}");
                }
                said.push(text);
            }
        }
        for text in [
            "1 process",
            "1 try",
            "12 nodes in the pool",
            "number of crashes 12",
            "up to 1 computer",
            "up to 12 computers of lists",
        ] {
            assert!(said.iter().any(|one| one == text), "{text}: {said:?}");
        }
    }
}
