//! The decorations of the bars: lane names, marks, axis, labels and frames, drawn as canvas text
//! and lines. Everything is in CSS pixels.

use std::fmt::Write;

use schedule::{Job, Schedule, Span};
use web_sys::CanvasRenderingContext2d;

use super::frame::place_of;
use super::layout::{AXIS, RIGHT, Rows};
use super::order::Order;
use super::theme::Theme;
use super::view::Window;

/// The margin to the left of the lane names, and the gap between them and the plot.
pub(super) const LEFT: f64 = 14.0;
const GAP: f64 = 10.0;
/// The middle of the sign and line that mark a group.
const FOLD: f64 = 7.5;
/// Marks closer than this are not drawn.
const SPARSE: f64 = 18.0;
/// A tick label takes about this much room.
const TICK: f64 = 76.0;
/// Bars lower than this have no text, and text on a bar keeps this distance from its ends.
const LOWEST: f64 = 15.0;
const PADDING: f64 = 9.0;
/// A digit of a label is about this wide.
const DIGIT: f64 = 7.0;

/// Draws on a canvas whose unit is the CSS pixel.
pub(super) struct Decorations<'a> {
    pub(super) context: &'a CanvasRenderingContext2d,
    pub(super) schedule: &'a Schedule,
    pub(super) theme: &'a Theme,
    pub(super) rows: Rows,
    pub(super) order: &'a Order,
    pub(super) window: Window,
    /// The scroll position of the lanes.
    pub(super) scrolled: f64,
    /// The plot's left and right edge.
    pub(super) left: f64,
    pub(super) right: f64,
}

/// The room for lane names, and the names cut to fit it.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) width: f64,
    shown: Vec<String>,
}

impl Names {
    /// At most a quarter of the chart's width.
    pub(super) fn new(
        context: &CanvasRenderingContext2d,
        lanes: &[String],
        rows: Rows,
        chart: f64,
        family: &str,
    ) -> Names {
        context.set_font(&name_font(rows, family));
        let width = |name: &str| {
            context
                .measure_text(name)
                .map_or(0.0, |measured| measured.width())
        };
        let room = (chart * 0.25).clamp(40.0, 180.0);
        // Only names with many letters can be the widest.
        let letters = |name: &&String| name.chars().count();
        let longest = lanes.iter().map(|name| letters(&name)).max().unwrap_or(0);
        let candidates = lanes
            .iter()
            .filter(|name| letters(name) + 2 >= longest)
            .take(64);
        let widest = candidates.map(|name| width(name)).fold(0.0, f64::max);
        let fits = |name: &String| {
            longest == 0 || letters(&name) as f64 / longest as f64 * widest <= room * 0.8
        };
        let cut = |name: &String| {
            if widest <= room || fits(name) || width(name) <= room {
                return name.clone();
            }
            let mut short = name.clone();
            while short.pop().is_some() && width(&format!("{short}…")) > room {}
            format!("{short}…")
        };
        Names {
            width: LEFT + widest.min(room).max(24.0).ceil() + GAP,
            shown: lanes.iter().map(cut).collect(),
        }
    }
}

fn name_font(rows: Rows, family: &str) -> String {
    format!("{}px {family}", (rows.pitch - 2.0).clamp(10.0, 12.5))
}

impl Decorations<'_> {
    pub(super) fn x(&self, time: f64) -> f64 {
        self.left + self.window.share_of(time) * (self.right - self.left)
    }

    fn top(&self, lane: usize) -> f64 {
        self.rows.top(lane) - self.scrolled
    }

    /// The rows' names; the name of `active` stands out.
    pub(super) fn names(&self, names: &Names, active: Option<usize>) {
        let context = self.context;
        context.set_font(&name_font(self.rows, &self.theme.family));
        context.set_text_align("left");
        context.set_text_baseline("middle");
        context.set_fill_style_str(&self.theme.ink_2);
        let lanes = self.rows.visible(self.scrolled);
        for (lane, name) in names
            .shown
            .iter()
            .enumerate()
            .skip(lanes.start)
            .take(lanes.len())
        {
            let middle = self.top(lane) + self.rows.bar / 2.0;
            if middle < 4.0 || middle > self.rows.plot() - 4.0 {
                continue;
            }
            let stands_out = active == Some(lane);
            if stands_out {
                context.set_fill_style_str(&self.theme.accent);
            }
            let _ = context.fill_text(name, LEFT, middle + 0.5);
            if stands_out {
                context.set_fill_style_str(&self.theme.ink_2);
            }
        }
    }

    /// Beside each group's names a line along its rows, and a sign whether it is folded.
    pub(super) fn groups(&self) {
        let context = self.context;
        context.set_font(&format!("9px {}", self.theme.family));
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.set_fill_style_str(&self.theme.ink_3);
        context.set_stroke_style_str(&self.theme.ink_3);
        context.set_line_width(1.0);
        let visible = self.rows.visible(self.scrolled);
        for rows in self.order.groups() {
            if rows.is_empty() || rows.end <= visible.start || rows.start >= visible.end {
                continue;
            }
            let folded = rows.len() == 1 && self.order.lanes(rows.start).len() > 1;
            let first = self.top(rows.start) + self.rows.bar / 2.0;
            if first > 4.0 && first < self.rows.plot() - 4.0 {
                let _ = context.fill_text(if folded { "▶" } else { "▼" }, FOLD, first + 0.5);
            }
            let last = (self.top(rows.end - 1) + self.rows.bar - 2.0).min(self.rows.plot());
            if last > first + 8.0 {
                context.begin_path();
                context.move_to(FOLD, (first + 8.0).max(0.0));
                context.line_to(FOLD, last);
                context.stroke();
            }
        }
    }

    /// A dashed line for every visible mark, unless they are crowded.
    pub(super) fn marks(&self) {
        let marks = self.schedule.marks();
        let first = marks.partition_point(|mark| mark.time < self.window.from());
        let last = marks.partition_point(|mark| mark.time <= self.window.to());
        let visible = marks.get(first..last).unwrap_or_default();
        if visible.len() as f64 * SPARSE > self.right - self.left {
            return;
        }
        let context = self.context;
        context.set_stroke_style_str(&self.theme.ink_3);
        context.set_line_width(1.0);
        dash(context, &[2.0, 3.0]);
        context.begin_path();
        for mark in visible {
            let x = self.x(mark.time).round() + 0.5;
            context.move_to(x, 6.0);
            context.line_to(x, self.rows.plot());
        }
        context.stroke();
        dash(context, &[]);
        for (place, mark) in visible.iter().enumerate() {
            let x = self.x(mark.time).round() + 0.5;
            let next = visible
                .get(place + 1)
                .map_or(self.right, |next| self.x(next.time));
            if next - x > mark.text.len() as f64 * DIGIT + 8.0 {
                self.note(&mark.text, x + 4.0, 10.0, false);
            }
        }
    }

    /// A few words beside a line, on a ground of their own where bars are below; on the line's other side where there
    /// is no room.
    pub(super) fn note(&self, text: &str, x: f64, y: f64, grounded: bool) {
        let context = self.context;
        context.set_font(&format!("11px {}", self.theme.family));
        context.set_text_align("left");
        context.set_text_baseline("alphabetic");
        let width = context
            .measure_text(text)
            .map_or(0.0, |measured| measured.width());
        let x = if x + width > self.right {
            x - width - 10.0
        } else {
            x
        };
        if grounded {
            context.set_fill_style_str(&self.theme.card);
            context.fill_rect(x - 3.0, y - 11.0, width + 6.0, 15.0);
        }
        context.set_fill_style_str(&self.theme.ink_2);
        let _ = context.fill_text(text, x, y);
    }

    /// The time axis below the lanes.
    pub(super) fn axis(&self) {
        let (context, y) = (self.context, self.rows.plot() + 4.5);
        let width = self.right - self.left;
        context.set_font(&format!("12px {}", self.theme.family));
        context.set_text_baseline("alphabetic");
        context.set_fill_style_str(&self.theme.ink_3);
        context.set_line_width(1.0);
        context.set_stroke_style_str(&self.theme.line);
        context.begin_path();
        context.move_to(self.left, y);
        context.line_to(self.right, y);
        context.stroke();
        context.set_stroke_style_str(&self.theme.ink_3);
        context.begin_path();
        let most = (width / TICK).floor().max(2.0) as usize + 1;
        let unit = self.schedule.unit();
        for (time, label) in unit.ticks(self.window.from(), self.window.to(), most) {
            let x = self.x(time);
            context.move_to(x.round() + 0.5, y);
            context.line_to(x.round() + 0.5, y + 5.0);
            // Labels stay within the chart.
            let half = context
                .measure_text(&label)
                .map_or(0.0, |measured| measured.width() / 2.0);
            context.set_text_align(if x + half > self.right + RIGHT - 2.0 {
                "right"
            } else {
                "center"
            });
            let x = if x + half > self.right + RIGHT - 2.0 {
                self.right + RIGHT - 4.0
            } else {
                x.max(half + 2.0)
            };
            let _ = context.fill_text(&label, x, y + AXIS - 14.0);
        }
        context.stroke();
    }

    /// Gets ready to write job numbers on bars; false if bars are too low for that.
    pub(super) fn begin_labels(&self) -> bool {
        if self.rows.bar < LOWEST {
            return false;
        }
        let size = if self.rows.bar >= 20.0 { 12 } else { 11 };
        let font = format!("600 {size}px {}", self.theme.family);
        self.context.set_font(&font);
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        true
    }

    /// The least duration of a span that has room for a label of one digit.
    pub(super) fn shortest_labelled(&self) -> f64 {
        (DIGIT + 2.0 * PADDING) / (self.right - self.left) * self.window.length()
    }

    /// Writes the job's number on a bar, if there is room. `text` is scratch space.
    pub(super) fn label(
        &self,
        lane: usize,
        start: f64,
        end: f64,
        phase: u8,
        job: u32,
        text: &mut String,
    ) {
        let (Some(job), Some(label)) = (
            self.schedule.label(Job(job)),
            self.theme.labels.get(usize::from(phase)),
        ) else {
            return;
        };
        let (left, right) = (self.x(start).max(self.left), self.x(end).min(self.right));
        text.clear();
        let _ = write!(text, "{job}");
        let width = text.len() as f64 * DIGIT;
        if right - left < width + 2.0 * PADDING {
            return;
        }
        let (x, y) = (
            (left + right - 1.0) / 2.0,
            self.top(lane) + self.rows.bar / 2.0,
        );
        let context = self.context;
        if let Some(ground) = &label.ground {
            context.set_fill_style_str(ground);
            let high = (self.rows.bar - 6.0).min(18.0);
            context.begin_path();
            let _ = context.round_rect_with_f64(
                x - width / 2.0 - 4.0,
                y - high / 2.0,
                width + 8.0,
                high,
                3.0,
            );
            context.fill();
        }
        context.set_fill_style_str(&label.ink);
        let _ = context.fill_text(text, x, y + 0.5);
    }

    /// A frame around a span: thin for the hovered one, strong for the selected one.
    pub(super) fn frame(&self, span: Span, strong: bool) {
        let (left, right) = (
            self.x(span.start).max(self.left - 4.0),
            self.x(span.end).min(self.right + 4.0),
        );
        if right < self.left || left > self.right {
            return;
        }
        let (top, high) = place_of(self.rows, self.order.strip(span.lane));
        let top = top - self.scrolled;
        let wide = (right - left - 1.0).max(2.0);
        let context = self.context;
        let stroke = |colour: &str, width: f64, grow: f64| {
            context.set_stroke_style_str(colour);
            context.set_line_width(width);
            context.begin_path();
            let _ = context.round_rect_with_f64(
                left - grow,
                top - grow,
                wide + 2.0 * grow,
                high + 2.0 * grow,
                3.0,
            );
            context.stroke();
        };
        context.save();
        context.begin_path();
        context.rect(
            self.left - 3.0,
            0.0,
            self.right - self.left + 6.0,
            self.rows.plot(),
        );
        context.clip();
        if strong {
            stroke(&self.theme.card, 4.0, 0.5);
            stroke(&self.theme.ink, 2.0, 1.0);
        } else {
            stroke(&self.theme.ink, 1.25, 0.0);
        }
        context.restore();
    }
}

pub(super) fn dash(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let array: js_sys::Array = lengths
        .iter()
        .copied()
        .map(wasm_bindgen::JsValue::from)
        .collect();
    let _ = context.set_line_dash(&array);
}
