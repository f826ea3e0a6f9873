//! The numbers that Rossow's thesis (2009) prints of its experiments, as typed: their digits say how exact they are.

use adaptation_model::landscape::evaluation::Experiment;

use crate::climbers::Way;

/// The gain of an experiment of figure 5.6 in per cent, and the way to which it is relative.
pub(crate) fn gain(experiment: Experiment) -> Option<(&'static str, Way)> {
    match experiment {
        Experiment::Growing => Some(("12.6", Way::Constant)),
        Experiment::Shrinking => Some(("19.5", Way::Start)),
        Experiment::Decaying => Some(("442.3", Way::Start)),
        Experiment::Periodic => Some(("0.6", Way::Constant)),
        // Figure 5.3b prints a loss.
        Experiment::Fluctuating => Some(("−0.56", Way::Constant)),
        _ => None,
    }
}

/// The loss against the ideal in per cent, of figure 5.3.
pub(crate) fn loss(experiment: Experiment) -> Option<&'static str> {
    match experiment {
        Experiment::Constant => Some("1.18"),
        Experiment::Fluctuating => Some("0.66"),
        _ => None,
    }
}

/// The interval in which nodes are first replaced, of figures 5.11 and 5.12.
pub(crate) fn replacement(experiment: Experiment) -> Option<&'static str> {
    match experiment {
        Experiment::OneOutlier | Experiment::ThreeOutliers => Some("35"),
        Experiment::SilentForEver => Some("39"),
        _ => None,
    }
}
