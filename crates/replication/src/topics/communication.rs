//! Runs on a file of one's own in which communication takes so long that runtimes decide next to nothing, and remedies.

use report::number::fixed;
use report::words::{milliseconds, sentences};
use report::{Offer, Report};
use trace::source::Source;
use words::{say, word};

use super::outcomes::Outcomes;
use crate::parameters::Parameters;
use crate::study::{Method, Study};

/// The same report; where communication dominates, its headline says so and offers remedies, and it concludes nothing of the file.
pub(super) fn heads(report: Report, study: &Study, outcomes: &Outcomes) -> Report {
    let Some(ratio) = ratio(study, outcomes) else {
        return report;
    };
    let headline = &report.headline;
    let why = sentences([say!("{headline}."), report.why.clone()]);
    Report {
        headline: say!(
            "Communication is {} times the computing: scale the file, enter your delays, or measure them",
            fixed(ratio, 0)
        ),
        why,
        offers: offers(study.parameters(), ratio),
        ..report
    }
}

/// The communication of equal shares over their computing, where it leaves nothing to say of a file of one's own.
fn ratio(study: &Study, outcomes: &Outcomes) -> Option<f64> {
    /// From here on, runtimes decide next to nothing.
    const RULES: f64 = 20.0;
    let own = matches!(study.parameters().traces, Source::Own(_));
    let equal = outcomes.find(Method::Equal).filter(|_| own)?;
    let ratio = equal.synchronising() / equal.computing();
    (ratio.is_finite() && ratio >= RULES).then_some(ratio)
}

/// Remedies where communication takes `ratio` times as long as computing.
fn offers(parameters: &Parameters, ratio: f64) -> Vec<Offer> {
    /// The whole load on one processor where traces are scaled, ms: the default.
    const SCALED: f64 = 72_500.0;
    /// The communication over the computing with the shorter delays.
    const SHARE: f64 = 0.1;
    let names = &Parameters::NAMES;
    let mut offers = Vec::new();
    if parameters.trace_mean.is_none() {
        let title = say!(
            "Scale the file: {} for the whole load on one processor",
            milliseconds(SCALED)
        );
        let changes = [(names.trace_mean.any().text(), SCALED.into())];
        offers.push(Offer::new(&title, changes));
    }
    // Two digits are enough for a delay that nobody measured.
    let shorter = |delay: f64| -> f64 {
        let delay = delay * SHARE / ratio;
        format!("{delay:.1e}").parse().unwrap_or(delay)
    };
    let delays = [
        (names.send_time.any(), parameters.send_time),
        (names.finalize_time.any(), parameters.finalize_time),
        (names.rescheduling_time.any(), parameters.rescheduling_time),
    ];
    let title = say!(
        "Shorten the delays: {} to send",
        milliseconds(shorter(parameters.send_time))
    );
    let changes = delays.map(|(name, delay)| (name.text(), shorter(delay).into()));
    offers.push(Offer::new(&title, changes));
    offers.push(Offer::measuring(word!(
        "Measure jobs and messages on this device"
    )));
    offers
}
