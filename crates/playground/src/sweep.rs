//! A scenario for each value of one parameter, or each pair of values of two, on the same randomness.

mod left_out;
mod segments;

use parameters::{Kind, Parameter, Rejected};
use report::chart::{self, Axis as ChartAxis, Bar, Point as ChartPoint, Series, Spread};
use report::evidence::same;
use report::figure::Unit;
use report::table::Cell;
use report::words::{capital, count, list, within};
use report::{
    Chance, Chart, Choice, Figure, Layout, Observer, Passes, Report, Sample, Table, Traces,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use laboratory::Axis;

use crate::compare::COMPUTED;
use crate::draws::Draws;
use crate::setup::Changes;
use crate::variant::{Order, Standing, TOPIC, Variant, counted, value_in_words};
use crate::{Cache, Error, Scenario, effect};

/// A point of a sweep that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its place among all points, the last axis fastest.
    pub place: usize,
    /// Its results; the reason for their lack, where its values do not go together.
    pub outcome: Result<Judged, String>,
}

/// The results of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its figures; the first is the objective.
    pub figures: Vec<Figure>,
    /// The values of the objective, one for each run.
    pub values: Vec<f64>,
    /// Whether more of the first figure is better, rather than less.
    pub more_is_better: bool,
    /// The choice in its answer.
    pub choice: Option<Choice>,
    /// The origin of each of its numbers.
    pub draws: Draws,
}

impl Judged {
    fn of(variant: &Variant) -> Self {
        Self {
            figures: variant.figures(),
            // A run without a number is told by the figure, and no such point is compared.
            values: variant
                .values()
                .filter(|all| all.iter().all(|one| one.is_finite()))
                .unwrap_or_default(),
            more_is_better: variant.more_is_better(),
            choice: variant.report.choice.clone(),
            draws: variant.draws.clone(),
        }
    }

    /// Its objective, as samples are compared.
    fn sample(&self) -> Sample {
        let unit = self.figures.first().map_or(Unit::One, |one| one.unit);
        let things = match &self.draws {
            Draws::Of { things, .. } => things.clone(),
            Draws::Runs | Draws::Seed => Vec::new(),
        };
        Sample {
            things,
            ..Sample::new("", "", unit, self.values.clone())
        }
    }
}

/// A point with its results.
struct Point<'a> {
    /// One value for each axis.
    values: Vec<&'a Value>,
    name: String,
    judged: Judged,
    topic: Value,
    chance: Chance,
}

impl Point<'_> {
    /// Its objective.
    fn objective(&self) -> Option<&Figure> {
        self.judged.figures.first()
    }

    /// Its objective as a cost: less is better.
    fn cost(&self) -> f64 {
        let first = self.objective().map(|figure| figure.value);
        match first.filter(|value| value.is_finite()) {
            Some(value) if self.judged.more_is_better => -value,
            Some(value) => value,
            None => f64::INFINITY,
        }
    }

    /// Whether both are judged by the same figure.
    fn comparable(&self, other: &Self) -> bool {
        let judged = |one: &Self| {
            one.objective()
                .map(|figure| (figure.key.clone(), figure.name.clone()))
        };
        (&self.topic, judged(self)) == (&other.topic, judged(other))
    }
}

/// A sweep and its results so far.
struct Course<'a> {
    scenario: &'a Scenario,
    axes: &'a [Swept<'a>],
    points: Vec<Point<'a>>,
    /// Points whose values do not go together, with the reasons.
    left_out: Vec<(Vec<&'a Value>, String)>,
    /// The first refusal.
    refusal: Option<Error>,
    /// The least cost, the place of that point among all, and its report, unless it was run before.
    best: Option<(f64, usize, Option<Report>)>,
    traces: Option<Traces>,
    /// The notes on swept parameters without effect.
    unused: Vec<String>,
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
    let unused = effect::unused_in_sweep(scenario, axes);
    let axes = swept(&parameters, axes);
    let grid = points(&axes);
    // Of points that were run before, the best one is run once more at the end.
    let again = u64::from(!done.is_empty());
    let mut passes = Passes::new(observer, grid.len() as u64 + again);
    let mut course = Course {
        scenario,
        axes: &axes,
        points: Vec::new(),
        left_out: Vec::new(),
        refusal: None,
        best: None,
        traces: None,
        unused,
    };
    for (at, values) in grid.iter().enumerate() {
        let mut pass = passes.next(1);
        match done.iter().find(|ran| ran.place == at) {
            Some(ran) => course.take(values, ran.clone(), None),
            None => {
                let (ran, report) = course.run(at, values, cache, &mut pass)?;
                course.take(values, ran.clone(), report);
                arrived(ran, course.so_far());
            }
        }
    }
    course.finish(&grid, cache, &mut passes.next(again))
}

impl<'a> Course<'a> {
    fn changed(&self, values: &[&Value]) -> Result<Scenario, Rejected> {
        let changed = self.scenario.changed(&changes(self.axes, values));
        changed.map_err(|rejected| rejected.below("sweep"))
    }

    /// Runs a point.
    fn run(
        &mut self,
        place: usize,
        values: &[&Value],
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Ran, Option<Report>), Error> {
        let changed = self.changed(values).map_err(Error::Rejected);
        let variant = changed.and_then(|one| Variant::run(String::new(), &one, cache, observer));
        let (outcome, report) = match variant {
            Ok(variant) => {
                self.traces.clone_from(&variant.report.traces);
                (Ok(Judged::of(&variant)), Some(variant.report))
            }
            Err(Error::Rejected(rejected)) => {
                let why = left_out::reason(self.scenario, self.axes, &rejected);
                self.refusal.get_or_insert(Error::Rejected(rejected));
                (Err(why), None)
            }
            Err(other) => return Err(other),
        };
        Ok((Ran { place, outcome }, report))
    }

    /// Adds a point.
    fn take(&mut self, values: &[&'a Value], ran: Ran, report: Option<Report>) {
        let changed = self.changed(values);
        let (judged, changed) = match (ran.outcome, changed) {
            (Ok(judged), Ok(changed)) => (judged, changed),
            (Err(why), _) => return self.left_out.push((values.to_vec(), why)),
            (Ok(_), Err(rejected)) => {
                return self.left_out.push((values.to_vec(), rejected.to_string()));
            }
        };
        let point = Point {
            values: values.to_vec(),
            name: called(self.axes, values),
            judged,
            topic: changed.get(TOPIC),
            chance: changed.chance(),
        };
        let cost = point.cost();
        let less = |least: &f64| cost.total_cmp(least).is_lt();
        let mut first = self.points.first().into_iter();
        let comparable = first.all(|first| point.comparable(first));
        if comparable && self.best.as_ref().is_none_or(|(least, ..)| less(least)) {
            self.best = Some((cost, ran.place, report));
        }
        self.points.push(point);
    }

    /// The notes on its parameters and on points that are left out.
    fn notes(&self) -> Vec<String> {
        let left_out = left_out::notes(self.axes, &self.left_out);
        self.unused.iter().cloned().chain(left_out).collect()
    }

    /// The report on the points so far, without a schedule.
    fn so_far(&self) -> Report {
        Report {
            traces: self.traces.clone(),
            ..points_report(self.axes, &self.points, self.notes())
        }
    }

    /// The report on all points, with the schedule of the best one.
    fn finish(
        mut self,
        grid: &[Vec<&'a Value>],
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Report, Error> {
        match self.refusal.take() {
            Some(refusal) if self.points.is_empty() => return Err(refusal),
            _ => {}
        }
        let best = self.best.take();
        let best = best.and_then(|(_, at, report)| Some((at, grid.get(at)?, report)));
        let name = best
            .as_ref()
            .map(|(_, values, _)| called(self.axes, values));
        let shown = match best {
            // It was run before, and only its figures were kept.
            Some((at, values, None)) => self.run(at, values, cache, observer)?.1,
            Some((_, _, report)) => report,
            None => None,
        };
        let (schedule, traces) = shown.map_or((None, None), |one| (one.schedule, one.traces));
        let name = name.filter(|_| schedule.is_some());
        let mut notes = self.notes();
        notes.splice(
            0..0,
            name.as_deref().map(|name| shown_note(&self.points, name)),
        );
        Ok(Report {
            schedule,
            traces,
            shown: name,
            ..points_report(self.axes, &self.points, notes)
        })
    }
}

/// The note on the schedule, which is that of the first of the best points.
fn shown_note(points: &[Point<'_>], name: &str) -> String {
    let Some(best) = best(points) else {
        return format!("The schedule shows one point: {name}.");
    };
    let level = points.iter().filter(|one| same(one.cost(), best.cost()));
    match level.count() {
        ..=1 => format!("The schedule shows the best point: {name}."),
        _ => format!("The schedule shows the first of the best points: {name}."),
    }
}

/// The changes of each point.
pub(crate) fn changes_of_points(scenario: &Scenario, axes: &[Axis]) -> Vec<Changes> {
    let parameters = scenario.parameters();
    let axes = swept(&parameters, axes);
    let grid = points(&axes);
    grid.iter().map(|values| changes(&axes, values)).collect()
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

/// The report on the points that were run, without schedule and traces.
fn points_report(axes: &[Swept<'_>], points: &[Point<'_>], more: Vec<String>) -> Report {
    let (headline, why) = sentences(points);
    let best = best(points);
    let mut notes: Vec<String> = in_common(points).into_iter().collect();
    notes.extend(segments::sentence(axes, points));
    notes.extend(more);
    // Where no point has an objective, the other figures are drawn.
    let template = best.or_else(|| points.first().filter(|_| are_comparable(points)));
    let charts = charts(axes, points, template, best);
    Report {
        layout: Layout::led_by(&charts),
        headline,
        why,
        figures: best.map_or_else(Vec::new, |best| best.judged.figures.clone()),
        charts,
        tables: vec![table(axes, points)],
        notes,
        ..Report::default()
    }
}

/// The note on the randomness or the things that drawn points have in common.
fn in_common(points: &[Point<'_>]) -> Option<String> {
    let mut drawn = points.iter().filter(|point| point.chance == Chance::Drawn);
    let first = &drawn.next()?.judged.draws;
    Some(match first {
        Draws::Of { many, .. } if drawn.any(|point| point.judged.draws != *first) => format!(
            "Not all points have the same {many}: neighbouring points may differ by their {many} as well."
        ),
        Draws::Of { many, .. } => format!(
            "All points have the same {many}, so that neighbouring points differ by the swept parameters, not by chance."
        ),
        Draws::Runs | Draws::Seed => format!(
            "All points use the same random draws{}, so that neighbouring points differ by the swept parameters, not by chance.",
            first.pair_by_pair()
        ),
    })
}

/// Whether all points are judged by the same figure.
fn are_comparable(points: &[Point<'_>]) -> bool {
    let first = points.first();
    points
        .iter()
        .all(|point| first.is_some_and(|first| point.comparable(first)))
}

/// The best point, the first of several; none where the points are not judged by the same figure, or none has a number for it.
fn best<'p, 'a>(points: &'p [Point<'a>]) -> Option<&'p Point<'a>> {
    let numbers = points.iter().filter(|point| point.cost().is_finite());
    let least = numbers.min_by(|a, b| a.cost().total_cmp(&b.cost()));
    least.filter(|_| are_comparable(points))
}

/// The most points that a sentence names.
const NAMED: usize = 3;

/// The sentences on the best point and on the range of the points, as far as their numbers tell.
fn sentences(points: &[Point<'_>]) -> (String, String) {
    let Some(best) = best(points) else {
        return without_best(points);
    };
    let Some(first) = best.objective() else {
        return (String::new(), String::new());
    };
    let what = within(&first.name);
    let numbers: Vec<_> = points
        .iter()
        .filter(|point| point.cost().is_finite())
        .collect();
    let none = points.len() - numbers.len();
    let size = size(first, best.judged.more_is_better);
    let size = match what.starts_with(size) {
        true => capital(&what),
        false => capital(&format!("{size} {what}")),
    };
    let level = |point: &&&Point<'_>| same(point.cost(), best.cost());
    let level: Vec<_> = numbers.iter().filter(level).collect();
    let drawn = points.iter().any(|point| point.chance == Chance::Drawn);
    let single = best.chance == Chance::Drawn && first.interval.is_none();
    let run = match single {
        true => best.judged.draws.only(),
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
        (true, true) => best.judged.draws.doubt(),
        (true, false) => undecided(points, best),
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
    let (Some(first), Some(last)) = (best.objective(), most.and_then(|point| point.objective()))
    else {
        return String::new();
    };
    let (least, greatest) = match best.judged.more_is_better {
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

/// The sentences where no point is the best: the points are not judged by the same figure, or none has a number for it.
fn without_best(points: &[Point<'_>]) -> (String, String) {
    let first = points.first().filter(|_| are_comparable(points));
    match first.map(Point::objective) {
        Some(Some(figure)) => (
            format!("No point has a number for the {}", within(&figure.name)),
            String::new(),
        ),
        Some(None) => (String::new(), String::new()),
        None => apart(points),
    }
}

/// The sentences on points that are not judged by the same figure.
fn apart(points: &[Point<'_>]) -> (String, String) {
    let mut figures: Vec<String> = Vec::new();
    for figure in points.iter().filter_map(Point::objective) {
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

/// The sentence on the number of other points that may be best by chance, by the same evidence as in a comparison.
fn undecided(points: &[Point<'_>], best: &Point<'_>) -> String {
    let own = best.judged.sample();
    let open = |point: &&Point<'_>| {
        let standing = Standing::of(Chance::Drawn, &own, &point.judged.sample());
        let open = standing.is_some_and(|one| one.order == Order::Unclear);
        open && point.chance == Chance::Drawn && !same(point.cost(), best.cost())
    };
    match points.iter().filter(open).count() {
        0 => String::new(),
        others => format!(
            "{} not clearly worse than the best: more {} may decide.",
            count(others, "other point is", "other points are"),
            best.judged.draws.names()[1]
        ),
    }
}

/// For each figure, a chart over the first axis: a line for each value of the second one where the first counts,
/// otherwise bars, in a chart for each value of the second one.
fn charts(
    axes: &[Swept<'_>],
    points: &[Point<'_>],
    template: Option<&Point<'_>>,
    best: Option<&Point<'_>>,
) -> Vec<Chart> {
    let (Some((first, swept)), Some(template)) = (axes.first(), template) else {
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
    // A value that may be left empty has no place on an axis.
    let counts = matches!(first.kind, Kind::Integer { .. } | Kind::Number { .. })
        && swept.iter().all(Value::is_number);
    let mut out = Vec::new();
    for (place, figure) in template.judged.figures.iter().enumerate() {
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
                    let figure = point.judged.figures.get(place)?;
                    Some(ChartPoint {
                        x: point.values.first()?.as_f64()?,
                        y: figure.value,
                        interval: figure.interval,
                    })
                });
                Series::Line {
                    name: group_name(*group).unwrap_or_else(|| figure.name.clone()),
                    points: points.collect(),
                    course: chart::Course::Straight,
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
                    let figure = point.judged.figures.get(place)?;
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
    for figure in points.iter().flat_map(|point| &point.judged.figures) {
        if !names.contains(&figure.name) {
            names.push(figure.name.clone());
        }
    }
    let kind = points.iter().find_map(|point| point.judged.choice.as_ref());
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
            let which = point
                .judged
                .choice
                .as_ref()
                .map(|choice| choice.which.clone());
            row.push(which.map_or_else(Cell::none, Cell::Text));
        }
        row.extend(names.iter().map(|name| {
            let mut own = point.judged.figures.iter();
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
