//! Sentences and figures that topics share about the same jobs with two numbers of preemptions, mostly fewer and more.

use bounds_model::rational::Rational;
use num_traits::One as _;
use report::worlds::Reason;
use report::{Figure, Winner, Worlds};
use words::{say, word};

use super::preemption::{at_most, preemptions};
use crate::exact::figure;
use crate::worlds::{self, MOST_LANES, Side as World};

/// The makespans of both schedules, by their keys and numbers of preemptions.
pub(super) fn makespans(
    [one, other]: [(&str, u32); 2],
    [long, short]: [&Rational; 2],
) -> [Figure; 2] {
    let of = |(key, most): (&str, u32), makespan: &Rational| {
        figure(key, &say!("Makespan with {}", preemptions(most)), makespan)
    };
    [of(one, long), of(other, short)]
}

/// Both makespans, their ratio, and its bound.
pub(super) fn figures(most: [u32; 2], both: [&Rational; 2], bound: &Rational) -> Vec<Figure> {
    let ([fewer, more], [long, short]) = (most, both);
    let mut figures = makespans([("fewer", fewer), ("more", more)], both).to_vec();
    figures.push(figure("ratio", word!("Ratio of both"), &(long / short)));
    figures.push(figure("bound", word!("Bound G"), bound));
    figures
}

/// The schedule that is ahead, named by its number of preemptions beside that of the other.
pub(super) fn winner([fewer, more]: [u32; 2], ratio: Rational) -> Winner {
    let mut names = [word!("fewer preemptions"), word!("more preemptions")];
    if fewer > more {
        names.reverse();
    }
    Winner::exact([ratio, Rational::one()], names)
}

/// Both schedules beside each other, where they have not too many lanes.
pub(super) fn beside(
    most: [u32; 2],
    sides: &[World; 2],
    caption: String,
    reasons: impl IntoIterator<Item = Reason>,
) -> Option<Worlds> {
    worlds::of(
        word!("The same jobs with both numbers of preemptions"),
        most.map(at_most),
        (word!("set of jobs"), word!("sets of jobs")),
        sides,
        caption,
        reasons.into_iter().collect(),
    )
}

/// Says which schedule is shown where they have too many lanes to stand beside each other.
pub(super) fn alone(machines: u32, fewer: u32) -> Option<String> {
    (machines as usize > MOST_LANES).then(|| {
        say!(
            "The schedule is that with {}; both stand beside each other for up to {MOST_LANES} processors.",
            preemptions(fewer)
        )
    })
}
