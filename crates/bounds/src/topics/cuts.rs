//! Jobs as bars that a press cuts.

use bounds_model::jobs::Jobs;
use bounds_model::rational::{Rational, to_f64, whole};
use report::chart::{Axis, Bar, Series};
use report::{Chart, Offer};
use words::{say, word};

use crate::Parameters;
use crate::exact::number;
use crate::worlds;

/// The most jobs that are drawn as bars: names of more would touch each other.
const MOST_BARS: usize = 24;

/// The jobs as bars, each with the change that a press on it makes.
pub(super) fn chart(
    title: &str,
    jobs: &Jobs,
    cut: impl Fn(usize, &Rational) -> Option<Offer>,
) -> Chart {
    let names = worlds::names("J", jobs.len().min(MOST_BARS));
    let bars = names.into_iter().zip(jobs.lengths()).enumerate();
    let bar = |(place, (name, length)): (usize, (String, &Rational))| {
        let bar = Bar::new(name, to_f64(length), true);
        match cut(place, length) {
            Some(offer) => bar.offering(offer),
            None => bar,
        }
    };
    let title = match jobs.len() > MOST_BARS {
        true => say!("{title} The first {MOST_BARS} of {}", jobs.len()),
        false => title.to_owned(),
    };
    Chart::new(
        "jobs",
        &title,
        Axis::count(word!("job")),
        Axis::number(word!("length")),
        vec![Series::bars(bars.map(bar))],
    )
}

/// The list of jobs with the one at this place cut in half. Both halves are jobs of their own and may run at once, so that no
/// schedule gets longer.
pub(super) fn in_half(jobs: &Jobs, place: usize, length: &Rational) -> Offer {
    let half = length / whole(2);
    let parts = |(at, length): (usize, &Rational)| match at == place {
        true => vec![half.to_string(), half.to_string()],
        false => vec![length.to_string()],
    };
    let list: Vec<String> = jobs.lengths().iter().enumerate().flat_map(parts).collect();
    let title = say!(
        "Cut J{} into two jobs of {}, which may run at once",
        place + 1,
        number(&half)
    );
    let name = Parameters::NAMES.jobs.any().text();
    Offer::new(&title, [(name, list.join(" ").into())])
}

/// One preemption more in the schedule with fewer. The worst jobs are others then.
pub(super) fn once_more(fewer: u32) -> Offer {
    let next = fewer + 1;
    let title = match next {
        1 => word!("Cut a job: allow 1 preemption; the worst jobs are others then").to_owned(),
        next => say!("Cut a job: allow {next} preemptions; the worst jobs are others then"),
    };
    let name = Parameters::NAMES.fewer.any().text();
    Offer::new(&title, [(name, next.into())])
}
