//! A picture in memory. Thousands of bars a frame are drawn here, because a canvas takes half a
//! millisecond for a thousand rectangles and a picture is copied onto it at once.

use schedule::palette::Pattern;

/// Red, green, blue, opacity.
pub type Pixel = [u8; 4];

/// `part` of one colour over another, from 0 to 1.
pub fn mix(over: Pixel, under: Pixel, part: f64) -> Pixel {
    let [r, g, b, a] = over;
    let [r2, g2, b2, a2] = under;
    let mix = |over: u8, under: u8| {
        (f64::from(under) + (f64::from(over) - f64::from(under)) * part).round() as u8
    };
    [mix(r, r2), mix(g, g2), mix(b, b2), mix(a, a2)]
}

/// A rectangle of pixels: columns and rows from, and up to but without, to.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// The first column.
    pub left: i32,
    /// The first column right of it.
    pub right: i32,
    /// The first row.
    pub top: i32,
    /// The first row below it.
    pub bottom: i32,
}

/// The picture: rows of pixels, from the top.
#[derive(Debug, Default)]
pub struct Image {
    width: usize,
    pixels: Vec<Pixel>,
}

impl Image {
    /// Makes the picture this large and all of one colour. Keeps its memory.
    pub fn clear(&mut self, width: usize, height: usize, colour: Pixel) {
        self.width = width;
        self.pixels.clear();
        self.pixels.resize(width * height, colour);
    }

    /// The number of pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    fn height(&self) -> usize {
        self.pixels.len().checked_div(self.width).unwrap_or(0)
    }

    /// The pixels as bytes, row by row.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// The part of a row between two columns; empty if it is not in the picture.
    fn row(&mut self, y: i32, left: i32, right: i32) -> &mut [Pixel] {
        let (Ok(y), width) = (usize::try_from(y), self.width) else {
            return &mut [];
        };
        let column = |x: i32| usize::try_from(x).unwrap_or(0).min(width);
        let (left, right) = (column(left), column(right));
        self.pixels
            .get_mut(y * width + left..y * width + right.max(left))
            .unwrap_or_default()
    }

    fn pixel(&mut self, x: i32, y: i32) -> Option<&mut Pixel> {
        if x < 0 || x >= self.width as i32 {
            return None;
        }
        self.row(y, x, x + 1).first_mut()
    }

    /// The rows of an area that are in the picture.
    fn rows(&self, area: Area) -> std::ops::Range<i32> {
        area.top.max(0)..area.bottom.min(self.height() as i32)
    }

    /// Fills an area with a colour.
    pub fn block(&mut self, area: Area, colour: Pixel) {
        for y in self.rows(area) {
            self.row(y, area.left, area.right).fill(colour);
        }
    }

    /// Draws a bar: the ink, its edge, and rounded corners if it is wide enough for them. The
    /// pattern is anchored at `origin`.
    pub fn bar(&mut self, area: Area, ink: &Ink, origin: (i32, i32), corners: &Corners) {
        let width = self.width as i32;
        let (left, right) = (area.left.max(0), area.right.min(width));
        let rounds = area.right - area.left > 2 * corners.radius()
            && area.bottom - area.top > 2 * corners.radius();
        // Rounded corners show the pixels that were there before the bar.
        let ground = self
            .pixel(left, area.top.max(0))
            .copied()
            .unwrap_or_default();
        for y in self.rows(area) {
            let inner_edge = ink.edge.filter(|_| y == area.top || y == area.bottom - 1);
            let row = self.row(y, left, right);
            ink.fill(row, left - origin.0, y - origin.1);
            if let Some(edge) = inner_edge {
                for (_, pixel) in (left - area.left..)
                    .zip(row)
                    .filter(|(along, _)| ink.dashes(*along))
                {
                    *pixel = edge;
                }
            }
            if let Some(edge) = ink.edge
                && ink.dashes(y - area.top)
            {
                for x in [area.left, area.right - 1] {
                    if let Some(pixel) = self.pixel(x, y) {
                        *pixel = edge;
                    }
                }
            }
        }
        if rounds {
            for (dx, dy, part) in corners.cut() {
                for (x, y) in [
                    (area.left + dx, area.top + dy),
                    (area.right - 1 - dx, area.top + dy),
                    (area.left + dx, area.bottom - 1 - dy),
                    (area.right - 1 - dx, area.bottom - 1 - dy),
                ] {
                    if let Some(pixel) = self.pixel(x, y) {
                        *pixel = mix(ground, *pixel, part);
                    }
                }
            }
        }
    }
}

/// The part of each pixel that a rounded corner cuts off.
#[derive(Debug, Default)]
pub struct Corners {
    radius: usize,
    cut: Vec<f64>,
}

impl Corners {
    /// For corners of this radius, in pixels.
    pub fn new(radius: f64) -> Corners {
        const FINE: usize = 4;
        let side = radius.ceil().max(0.0) as usize;
        let outside = |x: usize, y: usize| {
            let miss = (0..FINE * FINE).filter(|sample| {
                let at = |pixel: usize, sample: usize| {
                    radius - pixel as f64 - (sample as f64 + 0.5) / FINE as f64
                };
                let (dx, dy) = (at(x, sample % FINE).max(0.0), at(y, sample / FINE).max(0.0));
                dx * dx + dy * dy > radius * radius
            });
            miss.count() as f64 / (FINE * FINE) as f64
        };
        let cut = (0..side * side)
            .map(|place| outside(place % side, place / side))
            .collect();
        Corners { radius: side, cut }
    }

    fn radius(&self) -> i32 {
        self.radius as i32
    }

    /// The pixels of the upper left corner that lose something: column, row, how much.
    fn cut(&self) -> impl Iterator<Item = (i32, i32, f64)> {
        let side = self.radius.max(1);
        let places = self.cut.iter().enumerate();
        places
            .filter(|(_, part)| **part > 0.0)
            .map(move |(place, part)| ((place % side) as i32, (place / side) as i32, *part))
    }
}

/// The share of its colour inside an outlined bar.
const PALER: f64 = 0.22;

/// The look of a phase: a tile of pixels that repeats, and an edge.
#[derive(Clone, Debug)]
pub struct Ink {
    colour: Pixel,
    card: Pixel,
    /// The pattern as an even tone.
    tone: Pixel,
    solid: bool,
    edge: Option<Pixel>,
    dash: Option<i32>,
    side: i32,
    /// Rows of twice the side, so that a row can be read from any column on.
    tile: Vec<Pixel>,
}

impl Ink {
    /// `scale` is the number of pixels in a CSS pixel.
    pub fn new(
        pattern: Pattern,
        colour: Pixel,
        edge: Option<Pixel>,
        card: Pixel,
        scale: f64,
    ) -> Ink {
        // Diagonals of this side are 6 CSS pixels apart, as in the exported figure.
        let side = match pattern {
            Pattern::Hatched | Pattern::CrossHatched => 8.485,
            _ => 6.0,
        };
        let side = (side * scale).round().max(4.0) as i32;
        let unit = f64::from(side)
            / if matches!(pattern, Pattern::Hatched | Pattern::CrossHatched) {
                8.485
            } else {
                6.0
            };
        let pixels = (0..2 * side * side).map(|place| {
            let (x, y) = (
                f64::from(place % side) + 0.5,
                f64::from(place / (2 * side)) + 0.5,
            );
            let covered = |from: f64, to: f64, at: f64| {
                ((at + 0.5).min(to) - (at - 0.5).max(from)).clamp(0.0, 1.0)
            };
            // Across diagonal lines of this half width; the tile's diagonal holds one of them.
            let diagonal = |along: f64, half: f64| {
                let root = 2.0_f64.sqrt();
                let period = f64::from(side) / root;
                let near = ((along / root).rem_euclid(period) - period / 2.0).abs();
                (half * unit - near + 0.5).clamp(0.0, 1.0)
            };
            match pattern {
                Pattern::Solid | Pattern::Pale => colour,
                Pattern::Outlined => mix(colour, card, PALER),
                Pattern::Hatched => mix(colour, card, diagonal(x + y, 1.1)),
                Pattern::CrossHatched => {
                    mix(colour, card, diagonal(x + y, 0.8).max(diagonal(x - y, 0.8)))
                }
                Pattern::Checked => {
                    let half = 3.0 * unit;
                    let even = (x < half) == (y < half);
                    mix(card, colour, if even { 0.7 } else { 0.0 })
                }
                Pattern::Striped => mix(card, colour, 0.6 * covered(2.5 * unit, 3.5 * unit, y)),
                Pattern::Barred => mix(card, colour, 0.6 * covered(2.5 * unit, 3.5 * unit, x)),
                Pattern::Dotted => {
                    let (dx, dy) = (x - 3.0 * unit, y - 3.0 * unit);
                    mix(
                        card,
                        colour,
                        (1.2 * unit - (dx * dx + dy * dy).sqrt() + 0.5).clamp(0.0, 1.0),
                    )
                }
            }
        });
        let dash = (pattern == Pattern::Hatched).then_some(scale.round().max(1.0) as i32);
        let tone = match pattern {
            Pattern::Hatched | Pattern::CrossHatched => mix(colour, card, 0.5),
            Pattern::Outlined => mix(colour, card, PALER),
            Pattern::Checked => mix(colour, card, 0.65),
            Pattern::Pale => mix(edge.unwrap_or(colour), colour, 0.35),
            Pattern::Solid | Pattern::Striped | Pattern::Barred | Pattern::Dotted => colour,
        };
        Ink {
            colour,
            card,
            tone,
            solid: matches!(pattern, Pattern::Solid | Pattern::Pale),
            edge,
            dash,
            side,
            tile: pixels.collect(),
        }
    }

    /// The colour, from afar, of an area that the phase fills to this part.
    pub fn seen_from_afar(&self, part: f64) -> Pixel {
        if part >= 1.0 {
            self.tone
        } else {
            mix(self.tone, self.card, part)
        }
    }

    /// The tile from this pixel to the end of its row.
    fn tile_at(&self, x: i32, y: i32) -> &[Pixel] {
        let row = 2 * self.side * y.rem_euclid(self.side);
        let place = row + x.rem_euclid(self.side);
        self.tile
            .get(place as usize..(row + 2 * self.side) as usize)
            .unwrap_or_default()
    }

    /// Fills a part of a row that begins at this pixel of the tile.
    fn fill(&self, row: &mut [Pixel], x: i32, y: i32) {
        if self.solid {
            return row.fill(self.colour);
        }
        let tile = self.tile_at(x, y);
        for piece in row.chunks_mut(self.side as usize) {
            for (pixel, &colour) in piece.iter_mut().zip(tile) {
                *pixel = colour;
            }
        }
    }

    /// Whether a dash covers this place along the edge.
    fn dashes(&self, along: i32) -> bool {
        self.dash
            .is_none_or(|unit| along.rem_euclid(5 * unit) < 3 * unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Pixel = [255, 255, 255, 255];
    const BLUE: Pixel = [0, 0, 255, 255];
    const RED: Pixel = [255, 0, 0, 255];

    fn count(image: &Image, colour: Pixel) -> usize {
        image
            .pixels
            .iter()
            .filter(|&&pixel| pixel == colour)
            .count()
    }

    #[test]
    fn a_bar_that_leaves_the_picture_is_cut_at_its_border() {
        let ink = Ink::new(Pattern::Solid, BLUE, None, CARD, 1.0);
        let mut image = Image::default();
        image.clear(10, 4, CARD);
        image.bar(
            Area {
                left: -5,
                right: 3,
                top: -2,
                bottom: 2,
            },
            &ink,
            (0, 0),
            &Corners::new(0.0),
        );
        image.bar(
            Area {
                left: 8,
                right: 99,
                top: 3,
                bottom: 99,
            },
            &ink,
            (0, 0),
            &Corners::new(0.0),
        );
        image.bar(
            Area {
                left: 20,
                right: 30,
                top: 0,
                bottom: 4,
            },
            &ink,
            (0, 0),
            &Corners::new(0.0),
        );
        assert_eq!(count(&image, BLUE), 3 * 2 + 2);
    }

    #[test]
    fn a_wide_bar_has_rounded_corners_and_a_narrow_one_does_not() {
        let ink = Ink::new(Pattern::Solid, BLUE, None, CARD, 1.0);
        let corners = Corners::new(2.0);
        let mut image = Image::default();
        image.clear(40, 10, CARD);
        image.bar(
            Area {
                left: 0,
                right: 20,
                top: 0,
                bottom: 10,
            },
            &ink,
            (0, 0),
            &corners,
        );
        assert!(count(&image, BLUE) < 200 && count(&image, BLUE) > 180);
        image.clear(40, 10, CARD);
        image.bar(
            Area {
                left: 0,
                right: 3,
                top: 0,
                bottom: 10,
            },
            &ink,
            (0, 0),
            &corners,
        );
        assert_eq!(count(&image, BLUE), 30);
    }

    #[test]
    fn a_hatched_bar_shows_its_colour_and_the_card_and_has_a_dashed_edge() {
        let ink = Ink::new(Pattern::Hatched, BLUE, Some(RED), CARD, 2.0);
        let mut image = Image::default();
        image.clear(60, 40, CARD);
        image.bar(
            Area {
                left: 0,
                right: 60,
                top: 0,
                bottom: 40,
            },
            &ink,
            (0, 0),
            &Corners::new(0.0),
        );
        let share = |colour| count(&image, colour) as f64 / 2400.0;
        assert!((0.2..0.5).contains(&share(BLUE)) && (0.3..0.7).contains(&share(CARD)));
        let edge = count(&image, RED);
        assert!((100..140).contains(&edge), "{edge}");
    }

    #[test]
    fn every_pattern_repeats_without_a_seam() {
        for pattern in [
            Pattern::Hatched,
            Pattern::CrossHatched,
            Pattern::Checked,
            Pattern::Striped,
            Pattern::Barred,
            Pattern::Dotted,
        ] {
            for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
                let ink = Ink::new(pattern, BLUE, None, CARD, scale);
                for (x, y) in [(0, 0), (3, 5), (11, 2)] {
                    assert_eq!(
                        ink.tile_at(x, y),
                        ink.tile_at(x - ink.side, y + 2 * ink.side)
                    );
                }
            }
        }
    }
}
