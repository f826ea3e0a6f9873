//! The chain of signals as a circle: which of them cross between computers.

use report::Chart;
use report::chart::{Axis, Edge, Place, Series};
use words::{say, word};

use super::Findings;

/// The most processes between which single arrows can be seen.
const MOST_CIRCLED: usize = 12;

impl Findings<'_> {
    /// The processes on a circle, those of one computer beside each other, and an arrow for each signal; nothing where there are
    /// no signals, or too many.
    pub(super) fn circle(&self) -> Option<Chart> {
        let signals = &self.drawn.signals;
        let owners = self.own.owners();
        if signals.is_empty() || owners.len() > MOST_CIRCLED {
            return None;
        }
        let crossing = |(from, to): &(usize, usize)| owners.get(*from) != owners.get(*to);
        let places = owners.iter().enumerate().map(|(process, computer)| {
            let own = signals.iter().filter(|signal| signal.0 == process);
            let sent = own.filter(|signal| crossing(signal)).count();
            Place::new(format!("P{}", process + 1), sent as f64)
                .of_kind(1)
                .saying(say!("on computer {}", computer + 1))
        });
        let edges = signals
            .iter()
            .map(|signal| Edge::new(signal.0, signal.1).of_kind(u32::from(!crossing(signal))));
        let across = signals.iter().filter(|signal| crossing(signal)).count();
        Some(Chart::new(
            "chain",
            &match across {
                0 => say!(
                    "Which signals cross between computers? None of {}",
                    signals.len()
                ),
                _ => say!(
                    "Which signals cross between computers? {across} of {}, in colour",
                    signals.len()
                ),
            },
            Axis::number(word!("process")),
            Axis::count(word!("signals to other computers")),
            vec![Series::graph([word!("process"), ""], places, edges)],
        ))
    }
}
