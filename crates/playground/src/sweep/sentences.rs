//! The sentences of a sweep: headline and reason, and the notes on all points.

use report::evidence::same;
use report::figure::Unit;
use report::words::{capital, count, list, within};
use report::{Chance, Figure, Pairing};

use super::{Point, Spot, Swept, are_comparable, best, counting, different, is_level, judge};
use crate::compare::COMPUTED;
use crate::draws::Draws;
use crate::variant::{Order, Standing};

/// The most points that a sentence names.
const NAMED: usize = 3;

/// The sentences on the best point and on the range of the points, as far as their numbers tell; `asked` is the number of points
/// that the sweep asks for.
pub(super) fn sentences(
    axes: &[Swept<'_>],
    points: &[Point<'_>],
    asked: usize,
) -> (String, String) {
    let by = judge(points);
    let Some((best, first)) = best(points).and_then(|best| Some((best, best.figure(by)?))) else {
        return without_best(points);
    };
    let what = within(&first.name);
    let numbers: Vec<_> = points
        .iter()
        .filter(|point| point.cost(by).is_finite())
        .collect();
    let level = |point: &&&Point<'_>| same(point.cost(by), best.cost(by));
    let level: Vec<_> = numbers.iter().filter(level).copied().collect();
    let every = every(points.len(), asked);
    // One drawn number makes the order a matter of chance, also where that of the best point is computed.
    let is_drawn = |point: &&&Point<'_>| point.chance == Chance::Drawn;
    let is_single = |point: &Point<'_>| point.judged.sample(by).values.len() == 1;
    let mut all_drawn = numbers.iter().filter(is_drawn);
    let drawn = all_drawn.clone().next().is_some();
    let single = all_drawn.find(|point| is_single(best) && is_single(point));
    let lacking = match points.len() - numbers.len() {
        0 => String::new(),
        none => format!(
            "{} no number for the {what}.",
            count(none, "point has", "points have")
        ),
    };
    let doubt = match (drawn, single) {
        (false, _) => COMPUTED.to_owned(),
        (true, Some(single)) => single.judged.draws.doubt(),
        (true, None) => undecided(points, best, by),
    };
    let all = [
        range(&what, &numbers, best, by, level.len()),
        others(points, by, &every),
        lacking,
        doubt,
    ];
    let run = single.map_or_else(String::new, |single| only(points, single));
    let size = size(first, best.more_is_better(by));
    let size = match what.starts_with(size) {
        true => capital(&what),
        false => capital(&format!("{size} {what}")),
    };
    let text = first.text();
    let headline = match (level.as_slice(), points.len()) {
        // Nothing was compared.
        ([only], 1) => format!("The {what} is {text} with {}{run}", only.name),
        (level, all) if level.len() == all => format!("The {what} is {text} at {every}{run}"),
        (level, all) if level.len() > NAMED => {
            format!("{size}{run}: {text} at {} of {all} points", level.len())
        }
        (level, _) => format!("{size}{run}: {text} with {}", names(axes, level)),
    };
    (headline, report::words::sentences(all))
}

/// The names of some points: "0, 1 and 2 copies of each job" of a single parameter, "2 processors and 1 copy of each job, and with
/// 4 processors and 2 copies of each job" of two.
fn names(axes: &[Swept<'_>], points: &[&Point<'_>]) -> String {
    let spots: Vec<&Spot<'_>> = points.iter().map(|point| &point.spot).collect();
    match axes {
        [(parameter, _)] => {
            let values: Vec<_> = different(axes, 0, &spots).into_iter().flatten().collect();
            counting(parameter, &values)
        }
        _ => {
            let names: Vec<_> = points.iter().map(|point| point.name.as_str()).collect();
            names.join(", and with ")
        }
    }
}

/// The words after a statement about a single number.
fn only(points: &[Point<'_>], single: &Point<'_>) -> String {
    let draws = &single.judged.draws;
    let pairs = points.iter().all(|point| pairing(point, single).pairs());
    let alone = |point: &Point<'_>| point.judged.sample(0).values.len() == 1;
    match draws {
        Draws::Of { .. } if !pairs && points.iter().all(alone) => draws.each(),
        _ => draws.only(),
    }
}

/// The sentence on the figures that are the same at all points, beside the one that decides (`by`).
fn others(points: &[Point<'_>], by: usize, every: &str) -> String {
    let figures = points.first().map_or(0, |one| one.judged.figures.len());
    match points {
        [] => String::new(),
        [_] => "Only one point was run.".into(),
        [first, ..] if by > 0 => {
            let level = (0..by).filter_map(|place| Some(within(&first.figure(place)?.name)));
            let level: Vec<_> = level.collect();
            let are = if by == 1 { "is" } else { "are" };
            format!("The {} {are} the same at {every}.", list(&level))
        }
        _ if figures > 1 && (0..figures).all(|place| is_level(points, place)) => {
            "No other compared number differs, either.".into()
        }
        _ => String::new(),
    }
}

/// "both points", "all 3 points"; "both points that were run" where the sweep asks for more.
fn every(run: usize, asked: usize) -> String {
    let points = match run {
        2 => "both points".into(),
        all => format!("all {all} points"),
    };
    match run < asked {
        true => format!("{points} that were run"),
        false => points,
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

/// The least and the largest number of the points for the figure at the place `by`; `level` says how many points equal the best.
fn range(what: &str, numbers: &[&Point<'_>], best: &Point<'_>, by: usize, level: usize) -> String {
    let most = numbers
        .iter()
        .max_by(|a, b| a.cost(by).total_cmp(&b.cost(by)));
    let (Some(first), Some(last)) = (best.figure(by), most.and_then(|point| point.figure(by)))
    else {
        return String::new();
    };
    let (least, greatest) = match best.more_is_better(by) {
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
fn undecided(points: &[Point<'_>], best: &Point<'_>, by: usize) -> String {
    let own = best.judged.sample(by);
    let open = |point: &&Point<'_>| {
        let standing = Standing::of(Chance::Drawn, &own, &point.judged.sample(by));
        // Points with some things in common have no evidence beside each other.
        let open = |one: &Standing| one.order == Order::Unclear && one.pairing != Pairing::Some;
        let open = standing.as_ref().is_some_and(open);
        open && point.chance == Chance::Drawn && !same(point.cost(by), best.cost(by))
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

/// The note on the randomness or the things that drawn points have in common.
pub(super) fn in_common(points: &[Point<'_>]) -> Option<String> {
    let mut drawn = points.iter().filter(|point| point.chance == Chance::Drawn);
    let first = drawn.next()?;
    let draws = &first.judged.draws;
    let pairing = common(drawn.map(|one| pairing(one, first)));
    let neighbours = "so that neighbouring points differ by the swept parameters, not by chance.";
    Some(match (draws, pairing) {
        (Draws::Of { many, .. }, Pairing::Same) => {
            format!("All points have the same {many}, {neighbours}")
        }
        (Draws::Of { many, .. }, Pairing::Named) => format!(
            "All points have {many} of the same names, but other values of them: the swept parameters change the {many}."
        ),
        (Draws::Of { many, .. }, _) => format!(
            "Not all points have the same {many}: neighbouring points may differ by their {many} as well."
        ),
        (Draws::Runs | Draws::Seed, _) => format!(
            "All points use the same random draws{}, {neighbours}",
            draws.pair_by_pair()
        ),
    })
}

/// How the first numbers of two points belong together.
fn pairing(one: &Point<'_>, other: &Point<'_>) -> Pairing {
    one.judged.sample(0).pairing(&other.judged.sample(0))
}

/// The pairing of several points by those of each with the first one.
fn common(pairings: impl Iterator<Item = Pairing>) -> Pairing {
    pairings.fold(Pairing::Same, |all, one| match (all, one) {
        (Pairing::Same, other) | (other, Pairing::Same) => other,
        (Pairing::Named, Pairing::Named) => Pairing::Named,
        _ => Pairing::Apart,
    })
}

/// The note on the schedule, which is that of the first of the best points.
pub(super) fn shown_note(points: &[Point<'_>], name: &str) -> String {
    let Some(best) = best(points) else {
        return format!("The schedule shows one point: {name}.");
    };
    let by = judge(points);
    let level = points
        .iter()
        .filter(|one| same(one.cost(by), best.cost(by)));
    match level.count() {
        // Nothing is better than the only one.
        _ if points.len() == 1 => format!("The schedule shows the only point: {name}."),
        ..=1 => format!("The schedule shows the best point: {name}."),
        _ => format!("The schedule shows the first of the best points: {name}."),
    }
}
