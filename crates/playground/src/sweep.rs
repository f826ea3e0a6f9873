//! A scenario for each value of one parameter, or each pair of values of two, on the same randomness.

mod charts;
mod left_out;
mod segments;
mod sentences;

use parameters::{Kind, Parameter, Rejected};
use report::figure::Unit;
use report::table::Cell;
use report::words::{capital, list};
use report::{Chance, Choice, Figure, Layout, Observer, Passes, Report, Sample, Table, Traces};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use laboratory::Axis;

use crate::draws::Draws;
use crate::setup::Changes;
use crate::variant::{
    TOPIC, Variant, counted, equal, quoted, share_a_load, value_in_words, with_words,
};
use crate::{Cache, Error, Scenario, effect};

use sentences::{in_common, sentences, shown_note};

/// A point of a sweep that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Its place among all points, the last axis fastest.
    pub place: usize,
    /// Its results; the reason for their lack, where its values do not go together.
    pub outcome: Result<Judged, String>,
}

/// The results of a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its figures; the first is the objective.
    pub figures: Vec<Figure>,
    /// The numbers behind each figure.
    pub samples: Vec<Numbers>,
    /// The choice in its answer.
    pub choice: Option<Choice>,
    /// The origin of each of its numbers.
    pub draws: Draws,
    /// The unit of its load, where work is an amount.
    #[serde(default)]
    pub load: Option<String>,
}

/// The numbers behind a figure of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// One for each run or thing.
    values: Vec<f64>,
    /// The names of the things, where they are not runs.
    things: Vec<String>,
    /// Whether more of the figure is better, rather than less.
    more_is_better: bool,
}

impl Numbers {
    fn of(sample: &Sample) -> Self {
        // A run without a number is told by the figure, and no such point is compared.
        let all = sample.values.iter().all(|one| one.is_finite());
        Self {
            values: match all {
                true => sample.values.clone(),
                false => Vec::new(),
            },
            things: sample.things.clone(),
            more_is_better: !sample.less_is_better,
        }
    }
}

impl Judged {
    fn of(variant: &Variant) -> Self {
        Self {
            figures: variant.figures(),
            samples: variant.samples().iter().map(Numbers::of).collect(),
            choice: variant.report.choice.clone(),
            draws: variant.draws.clone(),
            load: variant.load().map(str::to_owned),
        }
    }

    /// The numbers behind its figure at this place, as samples are compared.
    fn sample(&self, place: usize) -> Sample {
        let unit = self.figures.get(place).map_or(Unit::One, |one| one.unit);
        let (values, things) = self
            .samples
            .get(place)
            .map_or_else(Default::default, |one| {
                (one.values.clone(), one.things.clone())
            });
        Sample {
            things,
            ..Sample::new("", "", unit, values)
        }
    }
}

/// The values of a point.
#[derive(Clone)]
struct Spot<'a> {
    /// Its place among all combinations of values.
    place: usize,
    /// One value for each axis.
    values: Vec<&'a Value>,
    /// These values without those of parameters that have no effect at this point, unless none has one.
    told: Vec<Option<&'a Value>>,
}

/// A point with its results.
struct Point<'a> {
    spot: Spot<'a>,
    name: String,
    judged: Judged,
    topic: Value,
    chance: Chance,
}

impl Point<'_> {
    /// Its figure at this place.
    fn figure(&self, place: usize) -> Option<&Figure> {
        self.judged.figures.get(place)
    }

    /// Its first figure.
    fn objective(&self) -> Option<&Figure> {
        self.figure(0)
    }

    /// Whether more of its figure at this place is better, rather than less.
    fn more_is_better(&self, place: usize) -> bool {
        let own = self.judged.samples.get(place);
        own.is_some_and(|one| one.more_is_better)
    }

    /// Its figure at this place as a cost: less is better.
    fn cost(&self, place: usize) -> f64 {
        let value = self.figure(place).map(|figure| figure.value);
        match value.filter(|value| value.is_finite()) {
            Some(value) if self.more_is_better(place) => -value,
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
        let [own, theirs] = [self, other].map(|one| one.judged.load.as_deref());
        (&self.topic, judged(self)) == (&other.topic, judged(other)) && share_a_load(own, theirs)
    }
}

/// A sweep and its results so far.
struct Course<'a> {
    scenario: &'a Scenario,
    axes: &'a [Swept<'a>],
    /// The number of points that the sweep asks for.
    asked: usize,
    points: Vec<Point<'a>>,
    /// Points whose values do not go together, with the reasons.
    left_out: Vec<(Spot<'a>, String)>,
    /// The first refusal.
    refusal: Option<Error>,
    /// The place of the best point so far among all, and its report, unless it was run before.
    best: Option<(usize, Option<Report>)>,
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
    let grid = distinct(scenario, &axes);
    // Of points that were run before, the best one is run once more at the end.
    let again = u64::from(!done.is_empty());
    let mut passes = Passes::new(observer, grid.len() as u64 + again);
    let mut course = Course {
        scenario,
        axes: &axes,
        asked: grid.len(),
        points: Vec::new(),
        left_out: Vec::new(),
        refusal: None,
        best: None,
        traces: None,
        unused,
    };
    for spot in &grid {
        let mut pass = passes.next(1);
        match done.iter().find(|ran| ran.place == spot.place) {
            Some(ran) => course.take(spot, ran.clone(), None),
            None => {
                let (ran, report) = course.run(spot, cache, &mut pass)?;
                course.take(spot, ran.clone(), report);
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
        spot: &Spot<'_>,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Ran, Option<Report>), Error> {
        let place = spot.place;
        let changed = self.changed(&spot.values).map_err(Error::Rejected);
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
    fn take(&mut self, spot: &Spot<'a>, ran: Ran, report: Option<Report>) {
        let changed = self.changed(&spot.values);
        let (judged, changed) = match (ran.outcome, changed) {
            (Ok(judged), Ok(changed)) => (judged, changed),
            (Err(why), _) => return self.left_out.push((spot.clone(), why)),
            (Ok(_), Err(rejected)) => {
                return self.left_out.push((spot.clone(), rejected.to_string()));
            }
        };
        let point = Point {
            spot: spot.clone(),
            name: called(self.axes, &spot.told),
            judged,
            topic: changed.get(TOPIC),
            chance: changed.chance(),
        };
        self.points.push(point);
        let place = shown(&self.points);
        if place == Some(ran.place) {
            self.best = Some((ran.place, report));
        }
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
            ..self.on_points(self.notes())
        }
    }

    /// The report on all points, with the schedule of the best one.
    fn finish(
        mut self,
        grid: &[Spot<'a>],
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Report, Error> {
        match self.refusal.take() {
            Some(refusal) if self.points.is_empty() => return Err(refusal),
            _ => {}
        }
        let kept = self.best.take();
        let best = shown(&self.points).and_then(|at| {
            let report = kept.and_then(|(kept, report)| report.filter(|_| kept == at));
            Some((grid.iter().find(|spot| spot.place == at)?, report))
        });
        let name = best.as_ref().map(|(spot, _)| called(self.axes, &spot.told));
        let shown = match best {
            // Only its figures were kept.
            Some((spot, None)) => self.run(spot, cache, observer)?.1,
            Some((_, report)) => report,
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
            ..self.on_points(notes)
        })
    }

    /// The report on the points that were run, without schedule and traces.
    fn on_points(&self, more: Vec<String>) -> Report {
        let (axes, points) = (self.axes, self.points.as_slice());
        let (headline, why) = sentences(axes, points, self.asked);
        let best = best(points);
        let mut notes: Vec<String> = in_common(points).into_iter().collect();
        notes.extend(segments::sentence(axes, points));
        notes.extend(more);
        // Where no point has an objective, the other figures are drawn.
        let template = best.or_else(|| points.first().filter(|_| are_comparable(points)));
        let charts = charts::all(axes, points, template, best);
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
}

/// The place of the point whose schedule is shown: the best one, or where they are not judged by the same figure, the best of
/// those that are judged as the first one.
fn shown(points: &[Point<'_>]) -> Option<usize> {
    let first = points.first()?;
    let by = judge(points);
    let alike = points.iter().filter(|point| point.comparable(first));
    let best = alike.min_by(|a, b| a.cost(by).total_cmp(&b.cost(by)))?;
    Some(best.spot.place)
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

/// Every point, but of several that are the same run only the first one.
fn distinct<'a>(scenario: &Scenario, axes: &[Swept<'a>]) -> Vec<Spot<'a>> {
    let mut all: Vec<Spot<'a>> = Vec::new();
    for (place, values) in points(axes).into_iter().enumerate() {
        let told = told(scenario, axes, &values);
        let same = |one: &Spot<'_>| {
            let mut pairs = one.told.iter().zip(&told);
            pairs.all(|(one, other)| alike(*one, *other))
        };
        if !all.iter().any(same) {
            all.push(Spot {
                place,
                values,
                told,
            });
        }
    }
    all
}

/// The values of a point that name it, see [`Spot::told`].
fn told<'a>(
    scenario: &Scenario,
    axes: &[Swept<'a>],
    values: &[&'a Value],
) -> Vec<Option<&'a Value>> {
    let all = || values.iter().map(|value| Some(*value)).collect();
    let Ok(changed) = scenario.changed(&changes(axes, values)) else {
        return all();
    };
    let known = changed.values();
    let pairs = axes.iter().zip(values);
    let used = pairs.map(|((parameter, _), value)| {
        let used = parameter.matters(&known) || decides(axes, parameter);
        used.then_some(*value)
    });
    match used.collect::<Vec<_>>() {
        none if none.iter().all(Option::is_none) => all(),
        used => used,
    }
}

/// Whether the effect of another swept parameter depends on this one.
fn decides(axes: &[Swept<'_>], parameter: &Parameter) -> bool {
    let mut conditions = axes
        .iter()
        .flat_map(|(other, _)| other.when.iter().chain(other.or));
    conditions.any(|when| when.parameter == parameter.name)
}

/// Whether two values are the same; 2 and 2.0 are.
fn alike(one: Option<&Value>, other: Option<&Value>) -> bool {
    let number = |value: Option<&Value>| value.and_then(Value::as_f64);
    one == other || number(one).is_some_and(|own| number(other) == Some(own))
}

/// The different values of an axis that some points tell, in its order; none among them stands for points without this parameter.
fn different<'a>(axes: &[Swept<'a>], axis: usize, spots: &[&Spot<'a>]) -> Vec<Option<&'a Value>> {
    let has = |value: Option<&Value>| {
        let mut own = spots.iter().filter_map(|spot| spot.told.get(axis));
        own.any(|own| alike(*own, value))
    };
    let swept = axes.get(axis).into_iter().flat_map(|(_, values)| *values);
    let mut all: Vec<Option<&Value>> = Vec::new();
    for value in swept.map(Some).chain([None]) {
        if has(value) && !all.iter().any(|other| alike(*other, value)) {
            all.push(value);
        }
    }
    all
}

/// The name of a point: "8 processors and 2 copies of each job".
fn called(axes: &[Swept<'_>], told: &[Option<&Value>]) -> String {
    let words = axes.iter().zip(told);
    let words = words.filter_map(|((parameter, _), value)| Some(counted(parameter, (*value)?)));
    words.collect::<Vec<_>>().join(" and ")
}

/// A parameter with several values: "1, 2 and 4 copies of each job".
fn counting(parameter: &Parameter, values: &[&Value]) -> String {
    let words = values.iter().map(|value| quoted(parameter, value));
    with_words(parameter, &list(&words.collect::<Vec<_>>()))
}

/// Whether all points are judged by the same figure.
fn are_comparable(points: &[Point<'_>]) -> bool {
    let first = points.first();
    points
        .iter()
        .all(|point| first.is_some_and(|first| point.comparable(first)))
}

/// The place of the figure that decides: the first one that differs among the points, since a swept parameter may leave those
/// before it as they are. The first of all where no figure differs, or a point lacks one.
fn judge(points: &[Point<'_>]) -> usize {
    let judged = (0..).find(|place| !is_level(points, *place));
    let judged = judged.filter(|place| points.iter().all(|one| one.cost(*place).is_finite()));
    judged.unwrap_or(0)
}

/// Whether all points have the same figure at this place, with the same number, or all without one.
fn is_level(points: &[Point<'_>], place: usize) -> bool {
    let Some(first) = points.first().and_then(|point| point.figure(place)) else {
        return false;
    };
    points.iter().all(|point| {
        let own = point.figure(place);
        let value = |own: &Figure| equal(&[own.value], &[first.value]);
        own.is_some_and(|own| own.key == first.key && value(own))
    })
}

/// The best point, the first of several; none where the points are not judged by the same figure, or none has a number for it.
fn best<'p, 'a>(points: &'p [Point<'a>]) -> Option<&'p Point<'a>> {
    let by = judge(points);
    let numbers = points.iter().filter(|point| point.cost(by).is_finite());
    let least = numbers.min_by(|a, b| a.cost(by).total_cmp(&b.cost(by)));
    least.filter(|_| are_comparable(points))
}

/// The value of a swept parameter in the table.
fn cell(parameter: &Parameter, value: &Value) -> Cell {
    match value.as_f64() {
        Some(number) if matches!(parameter.kind, Kind::Integer { .. }) => Cell::Figure(
            Figure::new(parameter.name, parameter.title, number, Unit::Count),
        ),
        Some(number) => Cell::Number(number),
        None => Cell::Text(value_in_words(parameter, value)),
    }
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
            .zip(&point.spot.told)
            .map(|((parameter, _), value)| {
                value.map_or_else(Cell::none, |one| cell(parameter, one))
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
    use report::words::within;

    /// The plural of a word of a title.
    fn plural(one: &str) -> String {
        match one.strip_suffix('y') {
            Some(one) => format!("{one}ies"),
            None if one == "series" => one.to_owned(),
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
