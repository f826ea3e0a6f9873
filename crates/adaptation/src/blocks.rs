//! The measurements and waits of the thesis's client (Rossow 2009, figure 4.1), from its decisions.

use adaptation_model::strategy::Decision;
use adaptation_model::strategy::client::Settings;
use report::Chart;
use report::chart::{Axis, Series};
use words::{say, word};

/// The most spans that are drawn.
const MOST: usize = 80;

/// Intervals from the end of one interval to the end of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    from: u64,
    to: u64,
    /// Whether they are measured: the others belong to the warm-up or to a grace period.
    measured: bool,
}

/// The spans of the client up to an interval. A block that the watchdog cuts short counts as measured.
fn spans(decisions: &[Decision], settings: &Settings, end: u64) -> Vec<Span> {
    let block = settings.block.length as u64;
    let mut spans: Vec<Span> = Vec::new();
    let mut add = |from: u64, to: u64, measured: bool| {
        let to = to.min(end);
        match spans.last_mut() {
            _ if from >= to => {}
            Some(last) if last.measured == measured && last.to == from => last.to = to,
            _ => spans.push(Span { from, to, measured }),
        }
    };
    let (mut from, mut unmeasured) = (0, settings.warmup);
    let last = [(end, false)];
    let decided = decisions
        .iter()
        .map(|one| (one.tick, !one.actions.is_empty()));
    for (tick, changed) in decided.chain(last) {
        let begins = from + unmeasured;
        add(from, begins.min(tick), false);
        add(begins, tick.min(begins + block), true);
        from = tick;
        unmeasured = if changed { settings.grace } else { 0 };
    }
    spans
}

/// The chart of the spans, at the height of the number of nodes in force. `course` has pairs (place on the axis, nodes): a number holds
/// until the next place. `at` returns the place at which an interval ends.
pub(crate) fn chart(
    (decisions, settings): (&[Decision], &Settings),
    course: &[(f64, f64)],
    (axis, end): (Axis, u64),
    at: impl Fn(u64) -> f64,
) -> Option<Chart> {
    let mut spans = spans(decisions, settings, end);
    let cut = spans.get(MOST).map(|next| next.from);
    spans.truncate(MOST);
    let shown = cut.unwrap_or(end);
    // The number that holds just before or just after a place.
    let nodes = |before: bool, place: f64| {
        let holds = |one: &&(f64, f64)| match before {
            true => one.0 < place,
            false => one.0 <= place,
        };
        let found = course.iter().take_while(holds).last().or(course.first());
        found.map_or(f64::NAN, |one| one.1)
    };
    let drawn = |measured: bool| {
        let own = spans.iter().filter(move |span| span.measured == measured);
        own.flat_map(|span| {
            let (from, to) = (at(span.from), at(span.to));
            let inside = course.iter().filter(|one| from < one.0 && one.0 < to);
            let mut points = vec![(from, nodes(false, from))];
            points.extend(inside.copied());
            points.extend([(to, nodes(true, to)), (to, f64::NAN)]);
            points
        })
        .collect::<Vec<_>>()
    };
    let changes = decisions
        .iter()
        .filter(|one| !one.actions.is_empty() && one.tick <= shown)
        .map(|one| (at(one.tick), nodes(true, at(one.tick))));
    let title = match cut {
        Some(cut) => say!(
            "When does the client measure, wait and change nodes? The first {cut} of {end} intervals"
        ),
        None => word!("When does the client measure, wait and change nodes?").into(),
    };
    (!spans.is_empty()).then(|| {
        Chart::new(
            "blocks",
            &title,
            axis,
            Axis::count(word!("nodes")),
            vec![
                Series::steps(word!("block: measured"), drawn(true), true),
                Series::steps(
                    word!("warm-up or grace period: not measured"),
                    drawn(false),
                    false,
                ),
                Series::dots(word!("a change"), changes, false),
            ],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adaptation_model::strategy::{Action, Change, Figures, Why};

    fn decision(tick: u64, changes: bool) -> Decision {
        let action = Action {
            node: 1,
            change: Change::Add,
            delay: 0.0,
            why: Why::Climbing,
        };
        Decision {
            time: tick as f64,
            tick,
            figures: Figures::default(),
            actions: if changes { vec![action] } else { Vec::new() },
            assessment: None,
            said: String::new(),
        }
    }

    #[test]
    fn blocks_follow_the_warm_up_and_grace_periods_follow_changes() {
        // Warm-up 15, blocks of 5, grace periods of 5: changes at 20 and 30, none at 40 and 45; the watchdog acts at 48.
        let log = [(20, true), (30, true), (40, false), (45, false), (48, true)];
        let decisions = log.map(|(tick, changes)| decision(tick, changes));
        let told: Vec<_> = spans(&decisions, &Settings::default(), 60)
            .iter()
            .map(|span| (span.from, span.to, span.measured))
            .collect();
        let expected = [
            (0, 15, false),
            (15, 20, true),
            (20, 25, false),
            (25, 30, true),
            (30, 35, false),
            (35, 48, true),
            (48, 53, false),
            (53, 58, true),
        ];
        assert_eq!(told, expected);
    }
}
