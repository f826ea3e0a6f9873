//! Draws a frame: everything on the two canvases.

use raster::{Area, Corners, Image, Place, Spans};
use schedule::LaneId;
use schedule::measures::{density, slowest};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::arrows;
use super::chart::Chart;
use super::decorations::{Decorations, Names};
use super::layout::{RIGHT, Rows};
use super::look::Look;
use super::minimap;
use super::order::{Order, Strip};
use super::parts::window_height;
use super::theme::Theme;

/// The radius of a bar's corners in CSS pixels.
const ROUND: f64 = 2.5;
/// With so many spans per CSS pixel or more, a lane is crowded.
const CROWD: f64 = 0.6;
/// The size of a phase's sample in the legend, in CSS pixels.
pub(super) const SWATCH: (f64, f64) = (16.0, 11.0);
/// A chart of this width or more has room to name the minimap.
const ROOMY: f64 = 600.0;
const NAMED: f64 = 80.0;

impl Chart {
    /// Draws the chart in its present state, and updates the elements around it.
    pub(super) fn draw(&mut self) {
        let began = now();
        if self.theme.is_none() {
            self.measure();
        }
        let Some(theme) = self.theme.take() else {
            return;
        };
        let crowded = self.draw_bars(&theme);
        self.draw_furniture(&theme, crowded);
        self.draw_minimap(&theme);
        self.theme = Some(theme);
        self.tell();
        let canvas = &self.nodes.canvas;
        let ms = self.schedule.unit().milliseconds();
        for (name, value) in [
            ("data-from", self.window.from() * ms),
            ("data-to", self.window.to() * ms),
            ("data-left", self.left),
            ("data-right", self.right),
            ("data-drawn", now() - began),
        ] {
            let _ = canvas.set_attribute(name, &value.to_string());
        }
    }

    /// Reads sizes and colours.
    fn measure(&mut self) {
        let Some(window) = web_sys::window() else {
            return;
        };
        let height = window_height();
        let width = f64::from(self.nodes.canvas.client_width());
        // Scrolling lays the page out, so it happens only where that happens anyway.
        if std::mem::take(&mut self.to_top) {
            self.nodes.scroller.set_scroll_top(0);
        }
        // A phone's bars come and go while the page scrolls: the lanes keep their height.
        if self.shown.height == 0.0
            || width != self.size.0
            || (height - self.shown.height).abs() > 150.0
        {
            self.shown.height = height;
        }
        let Look { sort, reverse, .. } = self.look;
        self.order = Order::new(&self.schedule, sort, reverse, &self.folded);
        self.rows = Rows::new(self.order.rows(), self.shown.height);
        self.size = (width, self.rows.view);
        self.scale = window.device_pixel_ratio().max(0.5);
        self.theme = Theme::read(&self.nodes.probe, self.schedule.phases(), self.scale);
        self.corners = Corners::new(ROUND * self.scale);
        let Some(theme) = &self.theme else {
            return;
        };
        self.draw_legend(theme);
        // A hidden chart is drawn when it is shown.
        if width == 0.0 {
            self.theme = None;
            return;
        }
        fit(&self.nodes.canvas, self.size, self.scale);
        let names = self.order.names();
        self.names = Names::new(&self.context, names, self.rows, width, &theme.family);
        let left = self
            .names
            .width
            .max(if width >= ROOMY { NAMED } else { 0.0 });
        self.left = (left * self.scale).round() / self.scale;
        self.right = (((width - RIGHT) * self.scale).floor() / self.scale).max(self.left + 1.0);
    }

    /// The top of a lane's bar, before scrolling, and its height.
    pub(super) fn strip(&self, lane: LaneId) -> (f64, f64) {
        place_of(self.rows, self.order.strip(lane))
    }

    /// Draws the bars, and returns whether they are crowded.
    fn draw_bars(&mut self, theme: &Theme) -> bool {
        let pixels = |length: f64| (length * self.scale).round().max(0.0) as usize;
        let (width, height) = (pixels(self.plot_width()), pixels(self.rows.plot()));
        let scrolled = self.scrolled();
        self.image.clear(width, height, theme.ground);
        let (from, to) = (self.window.from(), self.window.to());
        let per_time = if to > from {
            width as f64 / (to - from)
        } else {
            0.0
        };
        let columns = self.schedule.columns();
        let visible = self.rows.visible(scrolled);
        let lanes = visible
            .clone()
            .flat_map(|row| self.order.lanes(row).iter().map(|lane| LaneId(*lane)));
        let rows_of = |lane: LaneId| self.schedule.spans_in(lane, from, to);
        let spans: usize = lanes.clone().map(|lane| rows_of(lane).len()).sum();
        let crowded = spans as f64 > CROWD * visible.len() as f64 * self.plot_width();
        for lane in lanes {
            let rows = rows_of(lane);
            let spans = Spans {
                start: columns.start.get(rows.clone()).unwrap_or_default(),
                end: columns.end.get(rows.clone()).unwrap_or_default(),
                phase: columns.phase.get(rows).unwrap_or_default(),
            };
            let (top, high) = self.strip(lane);
            let bottom = ((top + high - scrolled) * self.scale).round() as i32;
            let top = ((top - scrolled) * self.scale).round() as i32;
            let place = Place {
                from,
                per_time,
                top,
                bottom,
                scale: self.scale,
                crowded,
            };
            self.bars
                .draw(&mut self.image, spans, place, &theme.inks, &self.corners);
        }
        let context = &self.context;
        let _ = context.set_transform(self.scale, 0.0, 0.0, self.scale, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, self.size.0, self.size.1);
        copy(&self.image, context, self.left * self.scale, 0.0);
        crowded
    }

    fn draw_furniture(&mut self, theme: &Theme, crowded: bool) {
        let mut text = std::mem::take(&mut self.text);
        let mut apart = std::mem::take(&mut self.apart);
        if self.look.slowest && self.slowest.is_none() {
            self.slowest = Some(slowest(&self.schedule));
        }
        let longest = *self
            .longest
            .get_or_insert_with(|| arrows::longest(self.schedule.links()));
        let decorations = Decorations {
            context: &self.context,
            schedule: &self.schedule,
            theme,
            rows: self.rows,
            order: &self.order,
            window: self.window,
            scrolled: self.scrolled(),
            left: self.left,
            right: self.right,
        };
        decorations.marks();
        let visible = self.rows.visible(decorations.scrolled);
        let columns = self.schedule.columns();
        if !crowded && decorations.begin_labels() {
            let shortest = decorations.shortest_labelled();
            for row in visible {
                // The lanes of a folded group are too low for text.
                let &[lane] = self.order.lanes(row) else {
                    continue;
                };
                let rows =
                    self.schedule
                        .spans_in(LaneId(lane), self.window.from(), self.window.to());
                let starts = columns.start.get(rows.clone()).unwrap_or_default();
                let ends = columns.end.get(rows.clone()).unwrap_or_default();
                for (span, (&start, &end)) in rows.zip(starts.iter().zip(ends)) {
                    if end - start < shortest {
                        continue;
                    }
                    if let (Some(&phase), Some(&job)) =
                        (columns.phase.get(span), columns.job.get(span))
                    {
                        decorations.label(row, start, end, phase, job, &mut text);
                    }
                }
            }
        }
        let selected = self.selected.and_then(|row| self.schedule.span(row));
        if self.look.slowest {
            decorations.slowest(self.slowest.as_deref().unwrap_or_default());
        }
        decorations.distances(longest);
        if self.look.arrows {
            decorations.arrows(longest, None, &mut apart);
        } else if let Some(span) = self.hover.or(selected) {
            decorations.arrows(longest, Some(&[span]), &mut apart);
        }
        if self.look.bounds {
            decorations.bounds();
        }
        if let Some(span) = selected {
            decorations.frame(span, true);
        }
        if let Some(span) = self.hover.filter(|span| Some(*span) != selected) {
            decorations.frame(span, false);
        }
        let active = self.hover.or(selected);
        decorations.names(
            &self.names,
            active.map(|span| self.order.strip(span.lane).row),
        );
        decorations.groups();
        decorations.axis();
        (self.text, self.apart) = (text, apart);
    }

    fn draw_minimap(&mut self, theme: &Theme) {
        let width = f64::from(self.nodes.minimap.client_width());
        if self.hills_stale {
            self.hills_stale = false;
            fit(&self.nodes.hills, (width, minimap::HEIGHT), self.scale);
            let columns = (self.plot_width() / minimap::COLUMN).round().max(1.0) as usize;
            self.density.resize(columns, 0.0);
            density(&self.schedule, self.extent(), &mut self.density);
            let context = &self.hills;
            let _ = context.set_transform(self.scale, 0.0, 0.0, self.scale, 0.0, 0.0);
            context.clear_rect(0.0, 0.0, width, minimap::HEIGHT);
            minimap::draw(
                context,
                &self.density,
                theme,
                self.left,
                self.right,
                width >= ROOMY,
            );
        }
        let (left, wide) = minimap::frame(self.window, self.extent(), self.plot_width());
        let style = self.nodes.frame.style();
        let _ = style.set_property("width", &format!("{wide:.2}px"));
        let _ = style.set_property(
            "transform",
            &format!("translateX({:.2}px)", self.left + left),
        );
    }

    /// Draws the legend's samples as the chart draws bars.
    fn draw_legend(&self, theme: &Theme) {
        let mut image = Image::default();
        let samples = self.nodes.legend.get_elements_by_tag_name("canvas");
        for canvas in (0..samples.length()).filter_map(|sample| samples.item(sample)) {
            let canvas: HtmlCanvasElement = canvas.unchecked_into();
            let phase = canvas
                .get_attribute("data-phase")
                .and_then(|phase| phase.parse::<usize>().ok());
            let Some(ink) = phase.and_then(|phase| theme.inks.get(phase)) else {
                continue;
            };
            let Some(context) = canvas.get_context("2d").ok().flatten() else {
                continue;
            };
            fit(&canvas, SWATCH, self.scale);
            let pixels = |length: f64| (length * self.scale).round() as i32;
            let area = Area {
                left: 0,
                right: pixels(SWATCH.0),
                top: 0,
                bottom: pixels(SWATCH.1),
            };
            image.clear(area.right as usize, area.bottom as usize, theme.ground);
            image.bar(area, ink, (0, 0), &self.corners);
            copy(&image, &context.unchecked_into(), 0.0, 0.0);
        }
    }
}

/// The top of a strip, and its height.
pub(super) fn place_of(rows: Rows, strip: Strip) -> (f64, f64) {
    let high = rows.bar / strip.parts.max(1) as f64;
    (rows.top(strip.row) + high * strip.part as f64, high)
}

/// Gives a canvas the pixels of its size in CSS pixels. Setting them clears it.
fn fit(canvas: &HtmlCanvasElement, (width, height): (f64, f64), scale: f64) {
    let pixels = |length: f64| (length * scale).round().max(1.0) as u32;
    let (width, height) = (pixels(width), pixels(height));
    if canvas.width() != width {
        canvas.set_width(width);
    }
    if canvas.height() != height {
        canvas.set_height(height);
    }
}

/// Copies a picture onto a canvas, with its corner at this pixel.
fn copy(image: &Image, context: &CanvasRenderingContext2d, x: f64, y: f64) {
    let Ok(width) = u32::try_from(image.width()) else {
        return;
    };
    if let Ok(data) = ImageData::new_with_u8_clamped_array(Clamped(image.bytes()), width) {
        let _ = context.put_image_data(&data, x, y);
    }
}

fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |clock| clock.now())
}
