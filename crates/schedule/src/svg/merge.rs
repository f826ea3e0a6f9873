//! Makes blocks of spans too narrow to see, so that a million spans do not become a million shapes.

use crate::PhaseId;

/// A part of a lane's bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) phase: PhaseId,
    /// Left edge, in pixels.
    pub(super) from: f64,
    /// Right edge, in pixels.
    pub(super) to: f64,
    /// Lower edge, as a share of the bar's height.
    pub(super) low: f64,
    /// Upper edge, as a share of the bar's height.
    pub(super) high: f64,
}

/// Draws one lane's spans, given by phase and edges in pixels, from left to right, and returns the
/// number of spans in blocks. A span at least half a cell wide stays alone. Narrower neighbours whose
/// left edges are in the same cell become a block: one piece a phase, one on top of the other, each as
/// high as the phase's share of the block's time. The blank above them is idle time.
pub(super) fn merge(
    spans: impl Iterator<Item = (PhaseId, f64, f64)>,
    cell: f64,
    phases: usize,
    mut draw: impl FnMut(Piece),
) -> usize {
    let mut merged = 0;
    let mut block = Block {
        from: 0.0,
        to: 0.0,
        widths: vec![0.0; phases],
        first: None,
    };
    for (phase, from, to) in spans {
        let narrow = to - from < cell / 2.0;
        if !narrow || (from / cell).floor() != (block.from / cell).floor() {
            block.finish(&mut draw);
        }
        if narrow {
            merged += 1;
            block.add(phase, from, to);
        } else {
            draw(Piece {
                phase,
                from,
                to,
                low: 0.0,
                high: 1.0,
            });
        }
    }
    block.finish(&mut draw);
    merged
}

struct Block {
    from: f64,
    to: f64,
    /// The width of each phase in all.
    widths: Vec<f64>,
    /// The phase of the first span, if there is one.
    first: Option<PhaseId>,
}

impl Block {
    fn add(&mut self, phase: PhaseId, from: f64, to: f64) {
        if self.first.is_none() {
            (self.first, self.from) = (Some(phase), from);
        }
        self.to = to;
        if let Some(width) = self.widths.get_mut(usize::from(phase.0)) {
            *width += to - from;
        }
    }

    fn finish(&mut self, draw: &mut impl FnMut(Piece)) {
        let Some(first) = self.first.take() else {
            return;
        };
        let (from, to) = (self.from, self.to);
        let width = to - from;
        if width <= 0.0 {
            // Too narrow even for a number: the first span stands for all.
            draw(Piece {
                phase: first,
                from,
                to,
                low: 0.0,
                high: 1.0,
            });
            return;
        }
        let mut low = 0.0;
        for (phase, total) in (0..=u8::MAX).map(PhaseId).zip(&mut self.widths) {
            let high = (low + *total / width).min(1.0);
            if high > low {
                draw(Piece {
                    phase,
                    from,
                    to,
                    low,
                    high,
                });
            }
            (low, *total) = (high, 0.0);
        }
    }
}
