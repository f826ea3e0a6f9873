//! The reader's forecasts beside those of predictors, as charts and words.

use report::chart::{Axis, Bar, Grip, Series};
use report::figure::Unit;
use report::number::with_unit;
use report::words::{count, list};
use report::{Chart, Offer};
use words::{say, word};

use super::{jobs_axis, numbered, runtime_axis};
use crate::Parameters;
use crate::guesses::Contest;

/// The number of known values that are drawn, the newest.
const DRAWN: usize = 50;
/// About the number of stops of the dot that the reader moves.
const STOPS: u32 = 60;

/// The course of the series.
pub(super) fn chart(contest: &Contest<'_>) -> Chart {
    let Contest {
        known,
        begin,
        given,
        rivals,
        ..
    } = contest;
    let from = known.len().saturating_sub(DRAWN);
    let given_from = from.max(*begin);
    let said = |values: &[f64]| {
        let places = (begin + 1..).zip(values.to_vec());
        let places = places.map(|(job, value)| (job as f64, value));
        places.skip(given_from - begin).collect::<Vec<_>>()
    };
    let mut drawn = vec![
        Series::curve(word!("measured"), numbered(from..known.len(), known), false),
        Series::dots(word!("you"), said(given), true),
    ];
    for (method, values) in rivals {
        drawn.push(Series::dots(method.name(), said(values), false));
    }
    drawn.retain(|series| !series.is_empty());
    let job = known.len() + 1;
    let title = match contest.goes_on {
        true => say!("How long will job {job} take?"),
        false => word!("How long did the jobs take?").to_owned(),
    };
    let chart = Chart::new("guess", &title, jobs_axis(), runtime_axis(), drawn);
    chart.gripped(contest.goes_on.then(|| grip(contest, from)).flatten())
}

/// The dot that the reader moves to where the next value should be.
fn grip(contest: &Contest<'_>, from: usize) -> Option<Grip> {
    let seen = contest.known.get(from..)?;
    let least = seen.iter().copied().fold(f64::INFINITY, f64::min);
    let most = seen.iter().copied().fold(0.0, f64::max);
    let last = *seen.last()?;
    let room = match most - least {
        0.0 => most,
        span => span,
    } / 8.0;
    let stops = Grip::round((least - room).max(0.0), most + room, STOPS);
    let job = contest.known.len() + 1;
    let title = say!("Your forecast of job {job}");
    let name = Parameters::NAMES.guesses.any().text();
    let before = contest.given.iter().map(|one| format!("{one} ")).collect();
    let grip = Grip::new(&title, name, job as f64, stops, last).once();
    Some(grip.within(before, String::new()))
}

/// The errors of all forecasts so far; nothing before the first.
pub(super) fn score(contest: &Contest<'_>) -> Option<Chart> {
    (!contest.given.is_empty()).then(|| {
        let own = Bar::new(word!("you"), contest.own_error(), true);
        let rivals = contest.errors();
        let rivals = rivals.map(|(method, error)| Bar::new(method.name(), error, false));
        Chart::new(
            "score",
            &say!("Who is closest, over {}?", values(contest)),
            Axis::number(word!("forecaster")),
            Axis::time(word!("mean error")),
            vec![Series::bars(std::iter::once(own).chain(rivals))],
        )
    })
}

fn values(contest: &Contest<'_>) -> String {
    count(contest.given.len(), word!("value"), word!("values"))
}

/// The score in words; nothing before the first forecast.
pub(super) fn headline(contest: &Contest<'_>) -> Option<String> {
    let time = |error| with_unit(error, Unit::Milliseconds, None);
    let rivals = contest.errors();
    let rivals = rivals.map(|(method, error)| say!("{} by {}", method.name(), time(error)));
    let rivals: Vec<String> = rivals.collect();
    (!contest.given.is_empty()).then(|| {
        say!(
            "Over {}, you are off by {} on average, {}",
            values(contest),
            time(contest.own_error()),
            list(&rivals)
        )
    })
}

/// The offer to go back to the first value that was hidden.
pub(super) fn again(contest: &Contest<'_>) -> Option<Offer> {
    (!contest.given.is_empty()).then(|| {
        let changes = [(Parameters::NAMES.guesses.any().text(), "".into())];
        Offer::new(word!("Begin your forecasts again"), changes)
    })
}
