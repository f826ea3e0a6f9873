//! One predictor over one series, and all predictors over all series.

use forecast::{Class, Method};
use report::chart::{Axis, Bar, Bins, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::percent;
use report::{Chart, Figure, Report, Sample, Table};
use trace::statistics::mean_and_half_width;

use super::{error, jobs_axis, numbered, pair, runtime_axis};
use crate::course::Course;
use crate::paired::Paired;
use crate::study::Study;
use crate::tournament::{Entry, Tournament};

/// The most series that have a bar each.
const BARS: usize = 48;

/// What the scenario's predictor and its rival did on one series, and all predictors on all series.
pub(super) struct Findings<'a> {
    study: &'a Study,
    tournament: &'a Tournament,
    own: Course,
    rival: Course,
    /// What each value is, peak or level switch: what dynamic smoothing takes it for.
    classes: Vec<Option<Class>>,
}

pub(super) fn compute<'a>(study: &'a Study, tournament: &'a Tournament) -> Findings<'a> {
    let parameters = study.parameters();
    let course = |method| Course::of(&parameters.settings(method), study.values());
    let own = course(parameters.predictor);
    Findings {
        study,
        tournament,
        rival: course(parameters.rival),
        classes: match parameters.predictor {
            Method::DynamicSmoothing => own.classes.clone(),
            _ => course(Method::DynamicSmoothing).classes,
        },
        own,
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            study,
            tournament,
            own,
            rival,
            classes,
        } = self;
        let mut charts = vec![window(study, own, rival, classes)];
        charts.extend(weights(study, own, rival));
        charts.push(errors(study, own, rival));
        charts.push(ranking(study, tournament));
        charts.extend(gains(study, tournament));
        Report {
            headline: headline(study, tournament),
            why: why(study),
            figures: figures(study, tournament),
            traces: Some(study.traces()),
            charts,
            tables: vec![table(study, tournament)],
            notes: notes(study),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        super::samples(self.study, self.tournament)
    }
}

fn headline(study: &Study, tournament: &Tournament) -> String {
    let parameters = study.parameters();
    let sorted = tournament.by_error();
    let place = sorted
        .iter()
        .position(|entry| entry.method == parameters.predictor);
    let (Some(place), Some(best), Some(own)) = (
        place,
        sorted.first(),
        tournament.entry(parameters.predictor),
    ) else {
        return String::new();
    };
    let off = percent(error(own).0, 1);
    let name = parameters.predictor.name();
    if place == 0 {
        return format!(
            "{name} predicts these nodes best of {}: it is off by {off} of the mean runtime",
            sorted.len()
        );
    }
    format!(
        "{name} is off by {off} of the mean runtime, place {} of {}; {} predicts best, with {}",
        place + 1,
        sorted.len(),
        best.method.name(),
        percent(error(best).0, 1),
    )
}

/// What in the trace decides it.
fn why(study: &Study) -> String {
    let values = study.values();
    let steps: f64 = values
        .windows(2)
        .filter_map(|pair| Some(pair.last()? - pair.first()?))
        .map(|step| step * step)
        .sum();
    let ratio = trace::statistics::sd(values) / (steps / (values.len() as f64 - 1.0)).sqrt();
    let name = study.name();
    let reading = if !ratio.is_finite() {
        return format!("All values of {name} are equal: there is nothing to predict.");
    } else if ratio < 0.8 {
        "it hardly remembers its last value, so that a mean is hard to beat"
    } else if ratio < 1.1 {
        "part of a change stays, so that a predictor has to weigh old values against new ones"
    } else {
        "changes last, so that the newest values tell most"
    };
    format!(
        "The spread of {name} is {} times its typical step from job to job (0.71 without memory, more the longer \
         changes last): {reading}.",
        report::number::short(ratio)
    )
}

fn figures(study: &Study, tournament: &Tournament) -> Vec<Figure> {
    let parameters = study.parameters();
    let Some((own, rival)) = pair(study, tournament) else {
        return Vec::new();
    };
    let gains: Vec<f64> = tournament
        .delta(own, rival)
        .into_iter()
        .filter(|gain| gain.is_finite())
        .map(|gain| gain / 100.0)
        .collect();
    let mut out = vec![
        Figure::mean(
            "relative_error",
            "Error over the mean",
            error(own),
            Unit::Share,
        ),
        Figure::time(
            "rmse",
            "Root mean square error here",
            super::rmse(study, parameters.predictor),
        )
        .beside(study.name()),
        Figure::mean(
            "scaled_error",
            "Error over that of the last value",
            mean_and_half_width(&own.scaled),
            Unit::One,
        )
        .beside("MASE"),
        Figure::mean(
            "gain",
            &format!("Gain over {}", parameters.rival.name()),
            mean_and_half_width(&gains),
            Unit::Share,
        )
        .beside("Δ\u{a0}%, of what hindsight could gain"),
        Figure::number("rank", "Mean rank", tournament.rank(own))
            .beside(format!("of {}", tournament.entries.len())),
    ];
    if parameters.quantile.is_some() {
        out.push(Figure::mean(
            "coverage",
            "Values below their forecast",
            mean_and_half_width(&own.coverage),
            Unit::Share,
        ));
    }
    out
}

/// Forecasts over measurements.
fn window(study: &Study, own: &Course, rival: &Course, classes: &[Option<Class>]) -> Chart {
    let parameters = study.parameters();
    let series = study.values();
    let points = |values| numbered(study.window(), values);
    let of = |wanted: Class| {
        let is_wanted = move |place: &usize| classes.get(*place) == Some(&Some(wanted));
        let places = study.window().filter(is_wanted);
        places.filter_map(|place| Some(((place + 1) as f64, *series.get(place)?)))
    };
    let mut drawn = vec![
        Series::curve("measured", points(series), false),
        Series::curve(parameters.predictor.name(), points(&own.forecasts), true),
    ];
    if parameters.rival != parameters.predictor {
        drawn.push(Series::curve(
            parameters.rival.name(),
            points(&rival.forecasts),
            false,
        ));
    }
    for (class, name) in [
        (Class::Peak, "peak"),
        (Class::Up, "switch up"),
        (Class::Down, "switch down"),
        (Class::Movement, "trend"),
    ] {
        drawn.push(Series::dots(name, of(class), false));
    }
    drawn.retain(|series| !series.is_empty());
    let title = format!("What was predicted for {}?", study.name());
    Chart::new("course", &title, jobs_axis(), runtime_axis(), drawn)
}

/// The weight of the newest value, where a method has one.
fn weights(study: &Study, own: &Course, rival: &Course) -> Option<Chart> {
    let parameters = study.parameters();
    let mut courses = vec![(parameters.predictor, own, true)];
    if parameters.rival != parameters.predictor {
        courses.push((parameters.rival, rival, false));
    }
    let drawn: Vec<_> = courses
        .into_iter()
        .filter(|(_, course, _)| course.smoothing.iter().any(Option::is_some))
        .map(|(method, course, main)| {
            let points = study.window().filter_map(|place| {
                let weight = course.smoothing.get(place)?.unwrap_or(f64::NAN);
                Some(((place + 1) as f64, weight))
            });
            Series::curve(method.name(), points, main)
        })
        .collect();
    (!drawn.is_empty()).then(|| {
        Chart::new(
            "weights",
            "How much did the newest value weigh?",
            jobs_axis(),
            Axis::number("weight of the newest value"),
            drawn,
        )
    })
}

fn errors(study: &Study, own: &Course, rival: &Course) -> Chart {
    let parameters = study.parameters();
    let series = study.values();
    let errors = |course: &Course| course.errors(series).collect::<Vec<_>>();
    let (own, rival) = (errors(own), errors(rival));
    let bins = Bins::over(parameters.bins as usize, own.iter().chain(&rival).copied());
    let histogram = |method: Method, errors: &[f64], main| {
        Series::histogram(method.name(), &bins, errors, main)
    };
    let mut drawn = vec![histogram(parameters.predictor, &own, true)];
    if parameters.rival != parameters.predictor {
        drawn.push(histogram(parameters.rival, &rival, false));
    }
    Chart::new(
        "errors",
        "How large are the errors?",
        Axis::time("measured less predicted"),
        Axis::count("jobs"),
        drawn,
    )
    .beside(Side::X, 0.0, "exact")
}

fn ranking(study: &Study, tournament: &Tournament) -> Chart {
    let bars = tournament.by_error().into_iter().map(|entry| {
        let (mean, half) = error(entry);
        Bar::new(
            entry.method.name(),
            mean,
            entry.method == study.parameters().predictor,
        )
        .within(half)
    });
    Chart::new(
        "ranking",
        "Which predictor is closest?",
        Axis::number("predictor"),
        Axis::share("error over the mean"),
        vec![Series::bars(bars)],
    )
}

/// Δ % of each series.
fn gains(study: &Study, tournament: &Tournament) -> Option<Chart> {
    let parameters = study.parameters();
    if parameters.rival == parameters.predictor {
        return None;
    }
    let (own, rival) = pair(study, tournament)?;
    let gains = tournament.delta(own, rival);
    let bars: Vec<_> = tournament
        .series
        .iter()
        .zip(gains)
        .take(BARS)
        .map(|(name, gain)| Bar::new(name.clone(), gain / 100.0, name == study.name()))
        .collect();
    let (own, rival) = (parameters.predictor.name(), parameters.rival.name());
    Some(Chart::new(
        "gains",
        &format!("On which series is {own} better than {rival}?"),
        Axis::number("series"),
        Axis::share("gain, of what hindsight could gain"),
        vec![Series::bars(bars)],
    ))
}

fn table(study: &Study, tournament: &Tournament) -> Table {
    let parameters = study.parameters();
    let own = parameters.predictor.name();
    let columns = [
        "Predictor".to_owned(),
        "Error over the mean".to_owned(),
        "Error over the last value’s (MASE)".to_owned(),
        "Mean rank".to_owned(),
        format!("Error more than that of {own}"),
        format!("Better than {own} on"),
        "By chance (sign test)".to_owned(),
        format!("Gain over {} (Δ\u{a0}%)", parameters.rival.name()),
    ];
    let reference = tournament.entry(parameters.predictor);
    let rival = tournament.entry(parameters.rival);
    let row = |entry: &Entry| -> Vec<Cell> {
        let paired = reference
            .filter(|reference| reference.method != entry.method)
            .map(|reference| Paired::of(&entry.relative, &reference.relative));
        let gain = rival.map_or(f64::NAN, |rival| {
            let gains = tournament.delta(entry, rival);
            let finite: Vec<_> = gains.into_iter().filter(|gain| gain.is_finite()).collect();
            trace::statistics::mean(&finite)
        });
        vec![
            Cell::words(entry.method.name()),
            Cell::mean("share", error(entry), Unit::Share),
            Cell::mean("scaled", mean_and_half_width(&entry.scaled), Unit::One),
            Cell::Number(tournament.rank(entry)),
            paired.map_or_else(Cell::none, |paired| {
                let mut figure = Figure::share("excess", "excess", paired.excess);
                figure.interval = (paired.low.is_finite() && paired.high.is_finite()).then_some(
                    report::Interval {
                        low: paired.low,
                        high: paired.high,
                        level: 0.95,
                    },
                );
                Cell::Figure(figure)
            }),
            paired.map_or_else(Cell::none, |paired| {
                Cell::words(format!("{} of {}", paired.wins, tournament.series.len()))
            }),
            paired.map_or_else(Cell::none, |paired| Cell::Number(paired.chance)),
            Cell::Number(gain),
        ]
    };
    Table::new(
        "tournament",
        "All predictors over the same series",
        columns,
        tournament.by_error().into_iter().map(row),
    )
}

fn notes(study: &Study) -> Vec<String> {
    let parameters = study.parameters();
    let mut notes = vec![super::source_note(study), super::score_note()];
    if let Some(quantile) = parameters.quantile {
        notes.push(format!(
            "Every method predicts the value that {} of the values stay below: its forecast plus that quantile of its \
             last hundred errors (own choice). Its root mean square error is larger than that of the expected value.",
            percent(quantile, 0)
        ));
    }
    if study.set().nodes().len() > parameters.entrants as usize {
        notes.push(format!(
            "The tournament is held over the first {} series.",
            parameters.entrants
        ));
    }
    notes.push(
        "Intervals and tests treat the series as independent; two runs of one node are not quite."
            .into(),
    );
    notes
}
