//! The bars of one lane, drawn in one pass over the spans that are visible.

use super::raster::{Area, Corners, Image, Ink};

/// A span at least this many CSS pixels wide is a bar of its own; those below share columns.
const WIDE: f64 = 2.0;
/// A span at least this many CSS pixels wide is parted from the next one by a gap.
const PARTED: f64 = 3.0;
/// How much of its colour a column keeps that holds little of only one phase, to be seen at all.
const FAINTEST: f64 = 0.4;

/// The visible spans of a lane: columns of equal length, by start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans<'a> {
    pub(super) start: &'a [f64],
    pub(super) end: &'a [f64],
    pub(super) phase: &'a [u8],
}

/// Where the lane is in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The time at the picture's left edge.
    pub(super) from: f64,
    /// Pixels per unit of time.
    pub(super) per_time: f64,
    /// The bar's first row, and the first one below it.
    pub(super) top: i32,
    pub(super) bottom: i32,
    /// Pixels per CSS pixel.
    pub(super) scale: f64,
}

/// Draws lanes; keeps its memory from frame to frame.
///
/// A span that is wide enough is a bar. What is narrower is merged by columns of pixels: in each,
/// every phase has as much of the height as it has of the column's time, in the order of the phases
/// from below, and what is blank was idle. So no phase hides another, however far one looks from. A
/// column with one phase only keeps its full height and is paler the less it holds.
#[derive(Debug, Default)]
pub(super) struct Bars {
    column: Column,
}

#[derive(Debug, Default)]
struct Column {
    x: i32,
    /// How much of the column each phase takes, and all together; wide bars take the rest.
    parts: Vec<f32>,
    narrow: f32,
    wide: f32,
    /// How many phases there are, and the last one.
    kinds: u32,
    last: u8,
}

impl Bars {
    pub(super) fn draw(&mut self, image: &mut Image, spans: Spans<'_>, place: Place, inks: &[Ink], corners: &Corners) {
        let column = &mut self.column;
        column.parts.clear();
        column.parts.resize(inks.len(), 0.0);
        column.reset(0);
        let (width, wide, parted) = (image.width() as i32, WIDE * place.scale, PARTED * place.scale);
        let gap = place.scale.round() as i32;
        // The pattern moves with the bars.
        let origin = (-((place.from * place.per_time) % 1e9) as i32, place.top);
        for ((&start, &end), &phase) in spans.start.iter().zip(spans.end).zip(spans.phase) {
            let left = (start - place.from) * place.per_time;
            let right = (end - place.from) * place.per_time;
            let across = right - left;
            let x = left.floor() as i32;
            if across < wide {
                if x != column.x {
                    column.flush(image, place, inks, origin);
                    column.reset(x);
                }
                let room = f64::from(x + 1) - left;
                if across <= room {
                    column.add(phase, across);
                } else {
                    column.add(phase, room);
                    let mut rest = across - room;
                    while rest > 0.0 {
                        let next = column.x + 1;
                        column.flush(image, place, inks, origin);
                        column.reset(next);
                        column.add(phase, rest.min(1.0));
                        rest -= 1.0;
                    }
                }
                continue;
            }
            // What is left of the last column before the bar, and of the first one after it, is the bar's.
            if x == column.x {
                column.wide += (f64::from(x + 1) - left) as f32;
            }
            column.flush(image, place, inks, origin);
            column.reset((right.min(f64::from(width))) as i32);
            column.wide = (right - right.floor()) as f32;
            let edge = |x: f64| x.clamp(-1e6, 1e6).round() as i32;
            let (left, right) = (edge(left), edge(right));
            let right = if across >= parted { right - gap } else { right };
            if let Some(ink) = inks.get(usize::from(phase)) {
                image.bar(Area { left, right: right.max(left + 1), top: place.top, bottom: place.bottom }, ink, origin, corners);
            }
        }
        column.flush(image, place, inks, origin);
    }
}

impl Column {
    fn reset(&mut self, x: i32) {
        self.x = x;
        self.wide = 0.0;
    }

    fn add(&mut self, phase: u8, part: f64) {
        if let Some(total) = self.parts.get_mut(usize::from(phase)) {
            if *total == 0.0 {
                self.kinds += 1;
                self.last = phase;
            }
            // Even a span too short for a number is there.
            let part = (part as f32).max(f32::MIN_POSITIVE);
            *total += part;
            self.narrow += part;
        }
    }

    /// Draws the column and forgets it.
    fn flush(&mut self, image: &mut Image, place: Place, inks: &[Ink], origin: (i32, i32)) {
        if self.kinds == 0 {
            return;
        }
        let room = (1.0 - self.wide).max(self.narrow).max(f32::MIN_POSITIVE);
        if self.kinds == 1 {
            let part = f64::from(self.narrow).clamp(FAINTEST, 1.0);
            if let Some(ink) = inks.get(usize::from(self.last)) {
                image.column(self.x, place.top, place.bottom, ink, origin, part);
            }
            if let Some(total) = self.parts.get_mut(usize::from(self.last)) {
                *total = 0.0;
            }
        } else {
            let height = (place.bottom - place.top) as f32;
            let mut sum = 0.0;
            let mut low = place.bottom;
            for (part, ink) in self.parts.iter_mut().zip(inks) {
                if *part > 0.0 {
                    sum += *part / room;
                    let high = place.bottom - (sum * height).round() as i32;
                    image.column(self.x, high.max(place.top), low, ink, origin, 1.0);
                    low = high;
                    *part = 0.0;
                }
            }
        }
        (self.kinds, self.narrow) = (0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use schedule::palette::Pattern;

    use super::super::raster::Pixel;
    use super::*;

    const CARD: Pixel = [255, 255, 255, 255];
    const COLOURS: [Pixel; 3] = [[0, 0, 255, 255], [255, 0, 0, 255], [0, 255, 0, 255]];

    /// The share of the picture that each colour takes, and the card.
    fn shares(spans: &[(f64, f64, u8)], width: usize, per_time: f64) -> [f64; 4] {
        let inks: Vec<Ink> = COLOURS.map(|colour| Ink::new(Pattern::Solid, colour, None, CARD, 1.0)).to_vec();
        let start: Vec<f64> = spans.iter().map(|span| span.0).collect();
        let end: Vec<f64> = spans.iter().map(|span| span.1).collect();
        let phase: Vec<u8> = spans.iter().map(|span| span.2).collect();
        let mut image = Image::default();
        image.clear(width, 100, CARD);
        let place = Place { from: 0.0, per_time, top: 0, bottom: 100, scale: 1.0 };
        let spans = Spans { start: &start, end: &end, phase: &phase };
        Bars::default().draw(&mut image, spans, place, &inks, &Corners::new(2.0));
        let (pixels, _) = image.bytes().as_chunks::<4>();
        [COLOURS[0], COLOURS[1], COLOURS[2], CARD].map(|colour| {
            pixels.iter().filter(|&&pixel| pixel == colour).count() as f64 / pixels.len() as f64
        })
    }

    proptest! {
        #[test]
        fn merged_columns_show_every_phase_by_its_share_of_the_time(
            lengths in proptest::collection::vec((0.001..0.05_f64, 0..3_u8, 0.0..0.02_f64), 4000..6000)
        ) {
            let mut spans = Vec::new();
            let mut time = 0.0;
            let mut totals = [0.0; 4];
            for (length, phase, idle) in lengths {
                spans.push((time, time + length, phase));
                totals[usize::from(phase)] += length;
                totals[3] += idle;
                time += length + idle;
            }
            let width = time.floor();
            let shown = shares(&spans, width as usize, 1.0);
            for (shown, total) in shown.into_iter().zip(totals) {
                prop_assert!((shown - total / time).abs() < 0.02, "{shown} {}", total / time);
            }
        }

        #[test]
        fn any_spans_are_drawn_without_leaving_the_picture(
            lengths in proptest::collection::vec((0.0..30.0_f64, 0..3_u8, 0.0..5.0_f64), 0..60), per_time in 0.001..100.0_f64
        ) {
            let mut spans = Vec::new();
            let mut time = -20.0;
            for (length, phase, idle) in lengths {
                spans.push((time, time + length, phase));
                time += length + idle;
            }
            let shown: f64 = shares(&spans, 200, per_time).into_iter().sum();
            prop_assert!(shown <= 1.0 + 1e-9);
        }
    }

    #[test]
    fn a_short_span_between_long_ones_is_seen() {
        for shift in 0..10 {
            let at = 10.0 + f64::from(shift) / 10.0;
            let spans = [(0.0, at, 0), (at, at + 0.6, 1), (at + 0.6, 30.0, 0)];
            let [blue, _, _, card] = shares(&spans, 30, 1.0);
            assert!(1.0 - blue - card > 0.02, "{shift}");
        }
    }
}
