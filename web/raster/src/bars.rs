//! The bars of one lane, drawn in one pass over the spans that are visible.

use super::image::{Area, Corners, Image, Ink};

/// A span at least this many CSS pixels wide is a bar of its own; narrower spans share columns.
const WIDE: f64 = 2.0;
/// The same limit where spans are crowded, and the width of a column there.
const WIDE_IN_CROWD: f64 = 6.0;
const COLUMN_IN_CROWD: f64 = 3.0;
/// A span at least this many CSS pixels wide is parted from the next one by a gap.
const PARTED: f64 = 3.0;
/// The least share of its colour that a column with little of only one phase keeps, to be seen at all.
const FAINTEST: f64 = 0.4;

/// The visible spans of a lane: columns of equal length, by start.
#[derive(Clone, Copy, Debug)]
pub struct Spans<'a> {
    /// The starts.
    pub start: &'a [f64],
    /// The ends.
    pub end: &'a [f64],
    /// The inks.
    pub phase: &'a [u8],
}

/// The place of a lane in the picture.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The time at the picture's left edge.
    pub from: f64,
    /// Pixels per unit of time.
    pub per_time: f64,
    /// The bar's first row.
    pub top: i32,
    /// The first row below the bar.
    pub bottom: i32,
    /// Pixels per CSS pixel.
    pub scale: f64,
    /// Whether there are about as many spans as pixels: then columns are wider, to be read at all.
    pub crowded: bool,
}

/// Draws lanes; keeps its memory from frame to frame.
///
/// A span that is wide enough is a bar. Narrower spans are merged by columns: in each, every phase
/// has as much of the height as it has of the column's time, in the order of the phases from below,
/// and the blank part was idle. So no phase hides another, however far one looks from. A column with
/// one phase only keeps its full height and is paler the less it holds. Patterns are seen from afar:
/// as an even tone.
#[derive(Debug, Default)]
pub struct Bars {
    column: Column,
}

#[derive(Debug, Default)]
struct Column {
    number: i32,
    /// The part of the column that each phase takes, and their sum; wide bars take the rest.
    parts: Vec<f32>,
    narrow: f32,
    wide: f32,
    /// The number of phases, and the last one.
    kinds: u32,
    last: u8,
}

/// The columns of a lane and their places in the picture.
#[derive(Clone, Copy, Debug)]
struct Grid {
    place: Place,
    /// The width of a column, the columns in a unit of time, and the part of the first column left
    /// of the picture.
    width: f64,
    per_time: f64,
    offset: f64,
}

impl Grid {
    fn new(place: Place) -> Grid {
        let width = if place.crowded {
            (COLUMN_IN_CROWD * place.scale).round()
        } else {
            1.0
        };
        // Wide columns stay with the time that they stand for while one pans.
        let offset = if place.crowded {
            place.from * place.per_time / width
        } else {
            0.0
        };
        Grid {
            place,
            width,
            per_time: place.per_time / width,
            offset: offset - offset.floor(),
        }
    }

    /// A time, counted in columns.
    fn at(&self, time: f64) -> f64 {
        (time - self.place.from) * self.per_time + self.offset
    }

    /// The left edge of a column.
    fn edge(&self, column: i32) -> i32 {
        ((f64::from(column) - self.offset) * self.width).round() as i32
    }
}

impl Bars {
    /// Draws a lane's spans in the inks of their phases; a phase without an ink is not drawn.
    pub fn draw(
        &mut self,
        image: &mut Image,
        spans: Spans<'_>,
        place: Place,
        inks: &[Ink],
        corners: &Corners,
    ) {
        let grid = Grid::new(place);
        let column = &mut self.column;
        column.parts.clear();
        column.parts.resize(inks.len(), 0.0);
        column.begin(0, 0.0);
        let wide = if place.crowded { WIDE_IN_CROWD } else { WIDE } * place.scale / grid.width;
        let parted = PARTED * place.scale;
        let gap = place.scale.round() as i32;
        // The pattern moves with the bars.
        let origin = (-((place.from * place.per_time) % 1e9) as i32, place.top);
        for ((&start, &end), &phase) in spans.start.iter().zip(spans.end).zip(spans.phase) {
            let (left, right) = (grid.at(start), grid.at(end));
            let number = left.floor() as i32;
            if right - left < wide {
                if number != column.number {
                    column.flush(image, grid, inks);
                    column.begin(number, 0.0);
                }
                let mut left = left;
                while right > f64::from(column.number + 1) {
                    let next = column.number + 1;
                    column.add(phase, f64::from(next) - left);
                    column.flush(image, grid, inks);
                    column.begin(next, 0.0);
                    left = f64::from(next);
                }
                column.add(phase, right - left);
                continue;
            }
            // The bar covers the rest of the last column before it, and the beginning of the first one after it.
            if number == column.number {
                column.wide += (f64::from(number + 1) - left) as f32;
            }
            column.flush(image, grid, inks);
            column.begin(right.floor() as i32, right - right.floor());
            let edge = |time: f64| {
                ((time - place.from) * place.per_time)
                    .clamp(-1e6, 1e6)
                    .round() as i32
            };
            let (left, right) = (edge(start), edge(end));
            let right = if f64::from(right - left) >= parted {
                right - gap
            } else {
                right
            };
            if let Some(ink) = inks.get(usize::from(phase)) {
                let area = Area {
                    left,
                    right: right.max(left + 1),
                    top: place.top,
                    bottom: place.bottom,
                };
                image.bar(area, ink, origin, corners);
            }
        }
        column.flush(image, grid, inks);
    }
}

impl Column {
    fn begin(&mut self, number: i32, wide: f64) {
        (self.number, self.wide) = (number, wide as f32);
    }

    fn add(&mut self, phase: u8, part: f64) {
        if let Some(total) = self.parts.get_mut(usize::from(phase)) {
            if *total == 0.0 {
                self.kinds += 1;
                self.last = phase;
            }
            // A span too short for the number format still counts.
            let part = (part as f32).max(f32::MIN_POSITIVE);
            *total += part;
            self.narrow += part;
        }
    }

    /// Draws the column and forgets it.
    fn flush(&mut self, image: &mut Image, grid: Grid, inks: &[Ink]) {
        if self.kinds == 0 {
            return;
        }
        let Place { top, bottom, .. } = grid.place;
        let area = Area {
            left: grid.edge(self.number),
            right: grid.edge(self.number + 1),
            top,
            bottom,
        };
        let room = (1.0 - self.wide).max(self.narrow).max(f32::MIN_POSITIVE);
        if self.kinds == 1 {
            let last = usize::from(self.last);
            if let Some(ink) = inks.get(last) {
                image.block(
                    area,
                    ink.seen_from_afar(f64::from(self.narrow / room).max(FAINTEST)),
                );
            }
            if let Some(total) = self.parts.get_mut(last) {
                *total = 0.0;
            }
        } else {
            let height = (bottom - top) as f32;
            let mut sum = 0.0;
            let mut low = bottom;
            for (part, ink) in self.parts.iter_mut().zip(inks) {
                if *part > 0.0 {
                    sum += *part / room;
                    let high = (bottom - (sum * height).round() as i32).max(top);
                    image.block(
                        Area {
                            top: high,
                            bottom: low,
                            ..area
                        },
                        ink.seen_from_afar(1.0),
                    );
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

    use super::super::image::Pixel;
    use super::*;

    const CARD: Pixel = [255, 255, 255, 255];
    const COLOURS: [Pixel; 3] = [[0, 0, 255, 255], [255, 0, 0, 255], [0, 255, 0, 255]];

    /// The share of the picture that each colour takes, and the card.
    fn shares(spans: &[(f64, f64, u8)], width: usize, per_time: f64, crowded: bool) -> [f64; 4] {
        let inks: Vec<Ink> = COLOURS
            .map(|colour| Ink::new(Pattern::Solid, colour, None, CARD, 1.0))
            .to_vec();
        let start: Vec<f64> = spans.iter().map(|span| span.0).collect();
        let end: Vec<f64> = spans.iter().map(|span| span.1).collect();
        let phase: Vec<u8> = spans.iter().map(|span| span.2).collect();
        let mut image = Image::default();
        image.clear(width, 100, CARD);
        let place = Place {
            from: 0.0,
            per_time,
            top: 0,
            bottom: 100,
            scale: 1.0,
            crowded,
        };
        let spans = Spans {
            start: &start,
            end: &end,
            phase: &phase,
        };
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
            for crowded in [false, true] {
                let shown = shares(&spans, width as usize, 1.0, crowded);
                for (shown, total) in shown.into_iter().zip(totals) {
                    prop_assert!((shown - total / time).abs() < 0.03, "{shown} {}", total / time);
                }
            }
        }

        #[test]
        fn any_spans_are_drawn_without_leaving_the_picture(
            lengths in proptest::collection::vec((0.0..30.0_f64, 0..3_u8, 0.0..5.0_f64), 0..60), per_time in 0.001..100.0_f64, crowded: bool
        ) {
            let mut spans = Vec::new();
            let mut time = -20.0;
            for (length, phase, idle) in lengths {
                spans.push((time, time + length, phase));
                time += length + idle;
            }
            let shown: f64 = shares(&spans, 200, per_time, crowded).into_iter().sum();
            prop_assert!(shown <= 1.0 + 1e-9);
        }
    }

    #[test]
    fn a_short_span_between_long_ones_is_seen() {
        for shift in 0..10 {
            let at = 10.0 + f64::from(shift) / 10.0;
            let spans = [(0.0, at, 0), (at, at + 0.6, 1), (at + 0.6, 30.0, 0)];
            let [blue, _, _, card] = shares(&spans, 30, 1.0, false);
            assert!(1.0 - blue - card > 0.02, "{shift}");
        }
    }
}
