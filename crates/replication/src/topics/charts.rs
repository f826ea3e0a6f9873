//! The speedups of all strategies.

use report::Chart;
use report::chart::{Axis, Bar, Series};
use words::word;

use super::outcomes::{Outcome, Outcomes};
use crate::study::Method;

/// Which strategy is best.
pub(super) fn speedups(outcomes: &Outcomes) -> Chart {
    let main = outcomes.main().map(|outcome| outcome.method);
    // One copy is the same as equal shares, which stand there already.
    let drawn = |outcome: &&Outcome| outcome.method != Method::Replicate(1);
    let is_main = |method| {
        Some(method) == main || (method == Method::Equal && main == Some(Method::Replicate(1)))
    };
    let bars = outcomes.all.iter().filter(drawn).map(|outcome| Bar {
        label: outcome.label.clone(),
        value: outcome.speedup.mean_of_ratios,
        interval: outcome.speedup.interval(),
        main: is_main(outcome.method),
        bound: outcome.method.is_bound(),
    });
    Chart::new(
        "speedup",
        word!("Which strategy finishes soonest?"),
        Axis::number(word!("strategy")),
        Axis::number(word!("speedup over equal shares")),
        vec![Series::bars(bars)],
    )
}
