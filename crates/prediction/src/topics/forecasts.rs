//! One predictor over one series, and all predictors over all series.

use forecast::{Class, Method};
use parameters::Field as _;
use report::chart::{Axis, Bar, Bins, Series, Side};
use report::evidence::{Verdict, factor, same};
use report::figure::Unit;
use report::table::Cell;
use report::words::{amount, capital, count, list, percent};
use report::{Chart, Figure, Layout, Offer, Report, Sample, Scene, Table, Winner};
use statistics::mean_and_half_width;
use words::{say, word};

use super::{Memory, contest, error, finite, jobs_axis, numbered, pair, runtime_axis, windowed};
use crate::course::Course;
use crate::guesses::Contest;
use crate::paired::Paired;
use crate::study::Study;
use crate::tournament::{Entry, Tournament};
use crate::{Error, Parameters, Predictor};

/// The most series that have a bar each.
const BARS: usize = 48;

/// The outcomes of the scenario's predictor and its rival on one series, and of all predictors on all series.
pub(super) struct Findings<'a> {
    study: &'a Study,
    tournament: &'a Tournament,
    own: Course,
    rival: Course,
    /// The reader against predictors.
    contest: Contest<'a>,
    /// The class of each value, peak or level switch, by dynamic smoothing.
    classes: Vec<Option<Class>>,
}

pub(super) fn compute<'a>(
    study: &'a Study,
    tournament: &'a Tournament,
) -> Result<Findings<'a>, Error> {
    let parameters = study.parameters();
    let course = |predictor| study.course(predictor);
    let own = course(parameters.predictor);
    Ok(Findings {
        study,
        tournament,
        contest: Contest::of(study)?,
        rival: course(parameters.rival),
        classes: match parameters.predictor {
            Predictor::Known(Method::DynamicSmoothing) => own.classes.clone(),
            _ => course(Method::DynamicSmoothing.into()).classes,
        },
        own,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            study,
            tournament,
            own,
            rival,
            contest,
            classes,
        } = self;
        let score = contest::score(contest);
        // The picture beside the contest says who is closest: in it, or on all values.
        let beside = if score.is_some() { "score" } else { "ranking" };
        let mut charts = vec![contest::chart(contest), window(study, own, rival, classes)];
        charts.extend(score);
        charts.extend(weights(study, own, rival));
        charts.push(errors(study, own, rival));
        charts.push(ranking(study, tournament));
        charts.extend(gains(study, tournament));
        Report {
            layout: Layout::charts(&["ranking", "course"])
                .opening(&["guess", beside])
                .folding(&["weights", "errors"]),
            headline: contest::headline(contest).unwrap_or_else(|| headline(study, tournament)),
            why: why(study, tournament),
            figures: figures(study, tournament),
            winner: winner(study, tournament),
            traces: Some(study.traces()),
            offers: contest::again(contest).into_iter().collect(),
            scene: Some(scene(study)),
            charts,
            tables: vec![table(study, tournament)],
            notes: notes(study, tournament),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        super::samples(self.study, self.tournament)
    }
}

/// The machine, in a sentence.
fn scene(study: &Study) -> Scene {
    Scene::new(say!(
        "The same job runs again and again on {}; its next runtime is forecast.",
        count(study.set().nodes().len(), word!("node"), word!("nodes"))
    ))
}

/// A number as an ordinal: "8th".
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Up to three predictors by name, more by their number.
fn named(entries: &[&Entry]) -> String {
    match entries.len() {
        0..=3 => list(
            &entries
                .iter()
                .map(|entry| entry.method.spoken().to_owned())
                .collect::<Vec<_>>(),
        ),
        more => say!("{more} others"),
    }
}

/// The predictor that is off by less. A single series tells no order of others.
fn winner(study: &Study, tournament: &Tournament) -> Option<Winner> {
    let parameters = study.parameters();
    let [rival, own] = [parameters.rival, parameters.predictor].map(|one| tournament.entry(one));
    let (rival, own) = (rival?, own?);
    Some(Winner::by(
        own.verdict(rival),
        [rival, own].map(|entry| entry.method.spoken()),
    ))
}

fn headline(study: &Study, tournament: &Tournament) -> String {
    let sorted = tournament.by_error();
    let own = tournament.entry(study.parameters().predictor);
    let (Some(best), Some(own)) = (sorted.first(), own) else {
        return String::new();
    };
    let mean = |entry: &Entry| error(entry).0;
    if sorted.iter().all(|entry| same(mean(entry), 0.0)) {
        return all_exact(study, sorted.len());
    }
    let said = capital(&against_all(study, tournament, &sorted, own));
    let rival = study.parameters().rival;
    let named = [own.method, best.method].contains(&rival);
    let told = match tournament.entry(rival).filter(|_| !named) {
        Some(rival) => say!(
            "{said}; {} is off by {}",
            rival.method.spoken(),
            off(rival, 1)
        ),
        None => said,
    };
    match tournament.series.len() {
        // Another series may put them in another order.
        1 => say!("{told}, on {} alone", only_series(study, tournament)),
        _ => told,
    }
}

/// The headline where no predictor errs by more than rounding.
fn all_exact(study: &Study, number: usize) -> String {
    let equal = study
        .entrants()
        .all(|(_, values)| statistics::constant(values.iter()));
    match (study.entrants().len(), equal) {
        (1, true) => say!("All {number} predictors are exact: the values of the series are equal"),
        (_, true) => say!("All {number} predictors are exact: the values of each series are equal"),
        (1, false) => say!(
            "All {number} predictors are exact but for rounding: the values of the series are equal to twelve digits"
        ),
        (_, false) => say!(
            "All {number} predictors are exact but for rounding: the values of each series are equal to twelve digits"
        ),
    }
}

/// A predictor's error over the mean in per cent; one that nobody reads digit by digit as a power of ten.
fn off(entry: &Entry, digits: usize) -> String {
    const MOST: f64 = 1e7;
    match 100.0 * error(entry).0 {
        0.0 => word!("0\u{a0}%").to_owned(),
        much if much >= MOST => format!("{}\u{a0}%", amount(much)),
        share => percent(share / 100.0, digits),
    }
}

/// The errors of two predictors with as many digits as tell them apart: equal numbers tell no order.
fn apart(both: [&Entry; 2]) -> [String; 2] {
    /// The digits of a number.
    const MOST: usize = 17;
    let written = |digits: usize| both.map(|entry| off(entry, digits));
    let mut tries = (1..MOST).map(written);
    let told = tries.find(|[one, other]| one != other);
    told.unwrap_or_else(|| written(MOST))
}

/// The only series of a tournament, which need not be the one that is shown.
fn only_series(study: &Study, tournament: &Tournament) -> String {
    match tournament.series.first() {
        Some(name) if name != study.name() => name.clone(),
        _ => word!("this series").into(),
    }
}

/// The predictor's error, its place among all, and who is better.
fn against_all(study: &Study, tournament: &Tournament, sorted: &[&Entry], own: &Entry) -> String {
    let number = sorted.len();
    let mean = |entry: &Entry| error(entry).0;
    let off = |entry: &Entry| off(entry, 1);
    let name = own.method.spoken();
    let less = |entry: &&&Entry| mean(entry) < mean(own) && !same(mean(entry), mean(own));
    let place = 1 + sorted.iter().filter(less).count();
    let best = match sorted.first() {
        Some(best) if place > 1 => best,
        _ => {
            let others = sorted.iter().filter(|entry| entry.method != own.method);
            let of = |orders: &[Verdict]| -> Vec<&Entry> {
                let among = |entry: &&&Entry| orders.contains(&entry.order(own));
                others.clone().filter(among).copied().collect()
            };
            // The order of means over series is one thing, the order series by series is another.
            let closer = of(&[Verdict::Faster]);
            if !closer.is_empty() {
                return say!(
                    "{name} has the least error on average, {} of the mean runtime, but series by series {} {} clearly closer",
                    off(own),
                    named(&closer),
                    if closer.len() == 1 { "is" } else { "are" }
                );
            }
            let ties = of(&[Verdict::Equal, Verdict::Unclear]);
            let those = match tournament.series.len() {
                1 => only_series(study, tournament),
                _ => word!("these nodes").into(),
            };
            return match ties.as_slice() {
                [] => say!(
                    "{name} predicts {those} best of {number}: it is off by {} of the mean runtime",
                    off(own)
                ),
                ties => say!(
                    "{name} is off by {} of the mean runtime, with no clear difference from {}",
                    off(own),
                    named(ties)
                ),
            };
        }
    };
    match own.order(best) {
        Verdict::Faster => say!(
            "{name} is off by {} of the mean runtime; {} has the least error on average, {}, but series by series {name} is clearly \
             closer",
            off(own),
            best.method.spoken(),
            off(best),
        ),
        Verdict::Equal | Verdict::Unclear => say!(
            "{name} is off by {} of the mean runtime, with no clear difference from {}, which has the least error, {}",
            off(own),
            best.method.spoken(),
            off(best),
        ),
        Verdict::Slower => {
            let [off, least] = apart([own, best]);
            say!(
                "{name} is off by {off} of the mean runtime, {} of {number}; {} predicts better, with {least}",
                ordinal(place),
                best.method.spoken(),
            )
        }
    }
}

/// The property of the trace that decides the outcome.
fn why(study: &Study, tournament: &Tournament) -> String {
    let values = study.values();
    let steps: f64 = values
        .windows(2)
        .filter_map(|pair| Some(pair.last()? - pair.first()?))
        .map(|step| step * step)
        .sum();
    let ratio = statistics::sd(values) / (steps / (values.len() as f64 - 1.0)).sqrt();
    let name = study.name();
    if !ratio.is_finite() {
        return say!("All values of {name} are equal: there is nothing to predict.");
    }
    let memory = Memory::of(values);
    let reading = match memory {
        Memory::Alternates(_) => word!("after a high value, a low one is likely"),
        Memory::None(_) => word!("a value says nothing clear of the next one"),
        Memory::Lasts(_) if memory.keeps_changes(ratio) => word!("changes last"),
        Memory::Lasts(_) => word!("part of a change stays"),
    };
    let rest = on_this_series(study, tournament);
    match report::number::short(ratio) {
        same if same.parse::<f64>() == Ok(1.0) => say!(
            "The spread of {name} is as large as its typical step from job to job (0.71 without memory, 0.5 where values \
             alternate, more the longer changes last): {reading}.{rest}"
        ),
        times => say!(
            "The spread of {name} is {times} times its typical step from job to job (0.71 without memory, 0.5 where values alternate, \
             more the longer changes last): {reading}.{rest}"
        ),
    }
}

/// The predictor with the least error on the series that is shown, beside the mean of all values.
fn on_this_series(study: &Study, tournament: &Tournament) -> String {
    let place = study.parameters().series as usize - 1;
    let error = |entry: &Entry| entry.relative.get(place).copied();
    let Some(mean) = tournament.entry(Method::RunningMean).and_then(error) else {
        return String::new();
    };
    let errors = tournament
        .entries
        .iter()
        .filter_map(|entry| Some((entry, error(entry)?)));
    let Some(least) = errors.clone().map(|(_, error)| error).reduce(f64::min) else {
        return String::new();
    };
    // With pessimism, this method predicts more or less than the mean.
    let mean_of_all = match study.parameters().quantile {
        None => word!("the mean of all values"),
        Some(_) => word!("the mean of all values with the same pessimism"),
    };
    if same(least, mean) {
        return say!(" On it, no predictor has a smaller error than {mean_of_all}.");
    }
    let first: Vec<&Entry> = errors
        .filter(|(_, error)| same(*error, least))
        .map(|(entry, _)| entry)
        .collect();
    let those = match first.len() {
        0..=3 => named(&first),
        more => say!("{more} predictors"),
    };
    if least == 0.0 {
        return say!(
            " On it, {those} {} no error at all.",
            if first.len() == 1 { "has" } else { "have" }
        );
    }
    say!(
        " On it, {those} {} the least error, {} times that of {mean_of_all}.",
        if first.len() == 1 { "has" } else { "have" },
        factor(least / mean)
    )
}

fn figures(study: &Study, tournament: &Tournament) -> Vec<Figure> {
    let parameters = study.parameters();
    let Some((own, rival)) = pair(study, tournament) else {
        return Vec::new();
    };
    let gains = finite(tournament.delta(own, rival));
    let gains: Vec<f64> = gains.iter().map(|gain| gain / 100.0).collect();
    let mut out = vec![
        Figure::mean(
            "relative_error",
            word!("Error over the mean"),
            error(own),
            Unit::Share,
        ),
        Figure::time(
            "rmse",
            word!("Root mean square error here"),
            super::rmse(study, parameters.predictor),
        )
        .beside(study.name()),
        Figure::mean(
            "scaled_error",
            word!("Error over that of the last value"),
            mean_and_half_width(&finite(own.scaled.clone())),
            Unit::One,
        )
        .beside(word!("MASE")),
        Figure::mean(
            "gain",
            &say!("Gain over {}", parameters.rival.name()),
            mean_and_half_width(&gains),
            Unit::Share,
        )
        .beside(word!("Δ\u{a0}%, of what hindsight could gain")),
        Figure::number("rank", word!("Mean rank"), tournament.rank(own))
            .beside(say!("of {}", tournament.entries.len())),
    ];
    if parameters.quantile.is_some() {
        out.push(Figure::mean(
            "coverage",
            word!("Values not above their forecast"),
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
        Series::curve(word!("measured"), points(series), false),
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
        (Class::Peak, word!("peak")),
        (Class::Up, word!("switch up")),
        (Class::Down, word!("switch down")),
        (Class::Movement, word!("trend")),
    ] {
        drawn.push(Series::dots(name, of(class), false));
    }
    drawn.retain(|series| !series.is_empty());
    let title = say!("What was predicted for {}?", study.name());
    let chart = Chart::new("course", &title, jobs_axis(), runtime_axis(), drawn);
    windowed(study, chart)
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
        let chart = Chart::new(
            "weights",
            word!("How much did the newest value weigh?"),
            jobs_axis(),
            Axis::number(word!("weight of the newest value")),
            drawn,
        );
        windowed(study, chart)
    })
}

fn errors(study: &Study, own: &Course, rival: &Course) -> Chart {
    let parameters = study.parameters();
    let series = study.values();
    let errors = |course: &Course| course.errors(series).collect::<Vec<_>>();
    let (own, rival) = (errors(own), errors(rival));
    let bins = Bins::over(parameters.bins as usize, own.iter().chain(&rival).copied());
    let histogram = |method: Predictor, errors: &[f64], main| {
        Series::histogram(method.name(), &bins, errors, main)
    };
    let mut drawn = vec![histogram(parameters.predictor, &own, true)];
    if parameters.rival != parameters.predictor {
        drawn.push(histogram(parameters.rival, &rival, false));
    }
    Chart::new(
        "errors",
        word!("How large are the errors?"),
        Axis::time(word!("measured less predicted")),
        Axis::count(word!("jobs")),
        drawn,
    )
    .beside(Side::X, 0.0, word!("exact"))
}

fn ranking(study: &Study, tournament: &Tournament) -> Chart {
    let bars = tournament.by_error().into_iter().map(|entry| {
        let (mean, half) = error(entry);
        let own = entry.method == study.parameters().predictor;
        let bar = Bar::new(entry.method.name(), mean, own).within(half);
        match own {
            true => bar,
            false => bar.offering(Offer::new(
                &say!("Predict with {}", entry.method.name()),
                [(
                    Parameters::NAMES.predictor.any().text(),
                    entry.method.to_value(),
                )],
            )),
        }
    });
    Chart::new(
        "ranking",
        word!("Which predictor is closest?"),
        Axis::number(word!("predictor")),
        Axis::share(word!("error over the mean")),
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
        .filter(|(_, gain)| gain.is_finite())
        .map(|(name, gain)| Bar::new(name.clone(), gain / 100.0, name == study.name()))
        .collect();
    let (own, rival) = (parameters.predictor.name(), parameters.rival.name());
    Some(Chart::new(
        "gains",
        &match tournament.series.len() > BARS {
            true => say!("On which of the first {BARS} series is {own} better than {rival}?"),
            false => say!("On which series is {own} better than {rival}?"),
        },
        Axis::number(word!("series")),
        Axis::share(word!("gain, of what hindsight could gain")),
        vec![Series::bars(bars)],
    ))
}

fn table(study: &Study, tournament: &Tournament) -> Table {
    let parameters = study.parameters();
    let own = parameters.predictor.name();
    let columns = [
        word!("Predictor").to_owned(),
        word!("Error over the mean").to_owned(),
        word!("Error over the last value’s (MASE)").to_owned(),
        word!("Mean rank").to_owned(),
        say!("Error more than that of {own}"),
        say!("Better than {own} on"),
        word!("By chance (sign test)").to_owned(),
        say!("Gain over {} (Δ\u{a0}%)", parameters.rival.name()),
    ];
    let reference = tournament.entry(parameters.predictor);
    let rival = tournament.entry(parameters.rival);
    let row = |entry: &Entry| -> Vec<Cell> {
        let paired = reference
            .filter(|reference| reference.method != entry.method)
            .map(|reference| Paired::of(&entry.relative, &reference.relative));
        let gain = rival.map_or(f64::NAN, |rival| {
            statistics::mean(&finite(tournament.delta(entry, rival)))
        });
        vec![
            Cell::words(entry.method.name()),
            Cell::mean("share", error(entry), Unit::Share),
            Cell::mean(
                "scaled",
                mean_and_half_width(&finite(entry.scaled.clone())),
                Unit::One,
            ),
            Cell::Number(tournament.rank(entry)),
            paired.map_or_else(Cell::none, |paired| {
                let mut figure = Figure::share("excess", word!("excess"), paired.excess);
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
                Cell::words(say!("{} of {}", paired.wins, tournament.series.len()))
            }),
            paired.map_or_else(Cell::none, |paired| Cell::Number(paired.chance)),
            Cell::Number(gain),
        ]
    };
    Table::new(
        "tournament",
        word!("All predictors over the same series"),
        columns,
        tournament.by_error().into_iter().map(row),
    )
}

/// A share of one in per cent, with all of its digits.
fn whole_percent(share: f64) -> String {
    let exact = |digits: &usize| {
        let unit = libm::exp10(-(*digits as f64) - 2.0);
        ((share / unit).round() * unit - share).abs() <= 1e-9
    };
    percent(share, (0..6).find(exact).unwrap_or(6))
}

/// The series that have no gain over the rival, or no error of the last value to compare with.
fn left_out(study: &Study, tournament: &Tournament) -> Vec<String> {
    let mut notes = Vec::new();
    let series = |number| count(number, word!("series"), word!("series"));
    let constant: Vec<bool> = study
        .entrants()
        .map(|(_, values)| statistics::constant(values.iter()))
        .collect();
    let equal = constant.iter().filter(|equal| **equal).count();
    if (1..tournament.series.len()).contains(&equal) {
        notes.push(say!(
            "All values of {} are equal: the error over the last value’s and the gain are those of the others.",
            series(equal)
        ));
    }
    let is_exact = |place: &usize| {
        let errors = || {
            tournament
                .entries
                .iter()
                .filter_map(|entry| entry.relative.get(*place))
        };
        errors().any(|error| *error == 0.0) && errors().any(|error| *error > 0.0)
    };
    let exact = (0..tournament.series.len()).filter(is_exact).count();
    if exact > 0 {
        notes.push(say!(
            "On {}, some predictors have no error: ratios of an error to no error are left out of the means.",
            series(exact)
        ));
    }
    let Some((_, rival)) = pair(study, tournament) else {
        return notes;
    };
    let errors = rival.rmse.iter().zip(&tournament.hindsight).zip(&constant);
    let level = errors
        .filter(|((error, least), equal)| !**equal && (error < least || same(**error, **least)))
        .count();
    if level > 0 {
        notes.push(say!(
            "On {}, the error of {} is not above the least in hindsight: there, no gain over it is defined.",
            series(level),
            rival.method.spoken()
        ));
    }
    notes
}

fn notes(study: &Study, tournament: &Tournament) -> Vec<String> {
    let parameters = study.parameters();
    let mut notes = vec![super::source_note(study), super::score_note()];
    if let Some(quantile) = parameters.quantile {
        notes.push(say!(
            "With a pessimism of {quantile}, every method of the tournament predicts the value that {} of the values should not exceed: \
             its forecast plus that quantile of its last hundred errors (own choice). That is not the forecast with the least root mean \
             square error.",
            whole_percent(quantile)
        ));
    }
    if study.set().nodes().len() > parameters.entrants as usize {
        notes.push(match parameters.entrants {
            1 => say!(
                "The tournament is held over {} alone, the first series.",
                tournament.series.join("")
            ),
            entrants => say!("The tournament is held over the first {entrants} series."),
        });
    }
    let settings = parameters.settings(Method::Autoregression);
    let least = settings.least.max(settings.order + 1);
    let short = study
        .entrants()
        .filter(|(_, values)| values.len() <= least)
        .count();
    if short > 0 && short == tournament.series.len() {
        notes.push(say!(
            "AR predicts the mean until it knows {least} values: here it is the mean."
        ));
    }
    notes.extend(left_out(study, tournament));
    notes.push(
        word!("How much larger an error is than another one is the geometric mean of the series’ ratios, less 1; how much longer a program takes \
             is the mean of the runs’ ratios, less 1.")
            .into(),
    );
    notes.push(
        word!("Intervals and tests treat the series as independent; two runs of one node are not quite.")
            .into(),
    );
    notes
}
