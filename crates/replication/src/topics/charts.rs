//! The speedups of all strategies.

use parameters::Field as _;
use report::chart::{Axis, Bar, Series};
use report::evidence::Verdict;
use report::{Chart, Offer};
use words::{say, word};

use super::outcomes::{Outcome, Outcomes};
use crate::Parameters;
use crate::parameters::Strategy;
use crate::study::Method;

/// The speedups of the strategies.
pub(super) fn speedups(outcomes: &Outcomes) -> Chart {
    let main = outcomes.main().map(|outcome| outcome.method);
    // Where one copy takes as long as equal shares, the chart has it already.
    let evidence = outcomes.against(Method::Equal, Method::Replicate(1));
    let alike = evidence.is_none_or(|evidence| evidence.verdict() == Verdict::Equal);
    let drawn = |outcome: &&Outcome| !alike || outcome.method != Method::Replicate(1);
    let is_main = |method| {
        let one = alike && method == Method::Equal && main == Some(Method::Replicate(1));
        Some(method) == main || one
    };
    let bars = outcomes.all.iter().filter(drawn).map(|outcome| Bar {
        label: outcome.label.clone(),
        value: outcome.speedup.mean_of_ratios,
        interval: outcome.speedup.interval(),
        main: is_main(outcome.method),
        bound: outcome.method.is_bound(),
        offer: shown(outcome).filter(|_| Some(outcome.method) != main),
    });
    Chart::new(
        "speedup",
        word!("Which strategy finishes soonest?"),
        Axis::number(word!("strategy")),
        Axis::number(word!("speedup over equal shares")),
        vec![Series::bars(bars)],
    )
}

/// The change that has a strategy shown; nothing for a method without a schedule.
fn shown(outcome: &Outcome) -> Option<Offer> {
    let names = Parameters::NAMES;
    let strategy = match outcome.method {
        Method::Equal => Strategy::Equal,
        Method::Static => Strategy::Static,
        Method::StaticHindsight => Strategy::StaticHindsight,
        Method::Dynamic => Strategy::Dynamic,
        Method::DynamicHindsight => Strategy::DynamicHindsight,
        Method::Replicate(_) => Strategy::Replicate,
        Method::Speculate => Strategy::Speculate,
        Method::Own => Strategy::Own,
        Method::Adaptive => Strategy::Adaptive,
        Method::Hindsight => return None,
    };
    let copies = match outcome.method {
        Method::Replicate(copies) => Some((names.copies.any().text(), copies.into())),
        _ => None,
    };
    let strategy = (names.strategy.any().text(), strategy.to_value());
    let changes = std::iter::once(strategy).chain(copies);
    Some(Offer::new(&say!("Show {}", outcome.label), changes))
}
