//! The chart's state, and the effects of actions on its view. Selecting is in `selection`, drawing
//! in `frame`, listening in `listen`.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use raster::{Bars, Corners, Image};
use schedule::measures::Slowest;
use schedule::{Schedule, Span, summary};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};
use yew::Callback;

use super::decorations::Names;
use super::describe::Figures;
use super::keys::{Action, Step};
use super::layout::Rows;
use super::look::Look;
use super::opening::{carried, opening};
use super::order::Order;
use super::pointer::Pointers;
use super::theme::Theme;
use super::time::{Clock, Details, Range, Told};
use super::together::Together;
use super::view::Window;

/// The duration of a glide, and of the hint, in milliseconds.
const GLIDE: f64 = 170.0;
const HINT: u32 = 1800;

/// The elements that the chart draws on or reads from.
pub(super) struct Nodes {
    /// An invisible element, through which the chart reads colours.
    pub(super) probe: HtmlElement,
    /// Holds one canvas a phase of the legend.
    pub(super) legend: HtmlElement,
    /// Scrolls the lanes.
    pub(super) scroller: HtmlElement,
    pub(super) canvas: HtmlCanvasElement,
    /// The minimap: its ground, its picture, and the frame around the visible part.
    pub(super) minimap: HtmlElement,
    pub(super) hills: HtmlCanvasElement,
    pub(super) frame: HtmlElement,
    /// Overlays of the lanes: the time cursor, the part not played yet, the range.
    pub(super) cursor: HtmlElement,
    pub(super) future: HtmlElement,
    pub(super) range: HtmlElement,
}

/// The state that the elements around the canvas show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shown {
    /// The visible range.
    pub(super) range: String,
    /// The tip of the hovered or selected span.
    pub(super) tip: Option<Tip>,
    /// The selection, for screen readers.
    pub(super) said: String,
    /// Whether to show the hint about zooming with the wheel.
    pub(super) hint: bool,
    /// Whether the view can zoom out no further, or in.
    pub(super) whole: bool,
    pub(super) closest: bool,
    /// The browser window's height.
    pub(super) height: f64,
    /// Whether the help is open.
    pub(super) help: bool,
    /// The time cursor, the range and the pinned span, in words.
    pub(super) clock: Told,
    pub(super) range_told: Option<String>,
    pub(super) armed: bool,
    pub(super) pinned: Option<Details>,
    /// The number of rows, once it is known, and whether a group is folded.
    pub(super) rows: Option<usize>,
    pub(super) folded: bool,
}

/// A span's figures, and their place in the browser window.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tip {
    pub(super) figures: Figures,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The groups to fold or unfold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fold {
    /// The group of this row: folds it, or unfolds it.
    Row(usize),
    /// All groups.
    All(bool),
}

struct Glide {
    from: Window,
    to: Window,
    began: Option<f64>,
}

/// See the module.
pub(super) struct Chart {
    me: Weak<RefCell<Chart>>,
    pub(super) nodes: Nodes,
    pub(super) context: CanvasRenderingContext2d,
    pub(super) hills: CanvasRenderingContext2d,
    pub(super) schedule: Rc<Schedule>,
    pub(super) window: Window,
    /// Whether someone has moved the view; otherwise the view opens anew with each schedule.
    pub(super) chosen: bool,
    glide: Option<Glide>,
    pub(super) rows: Rows,
    /// The look and order of the lanes.
    pub(super) look: Look,
    pub(super) order: Order,
    /// Which groups are folded.
    pub(super) folded: Vec<bool>,
    /// The lanes that the others waited for; computed when they are first shown.
    pub(super) slowest: Option<Vec<Slowest>>,
    /// The duration of the longest link; computed when links are first shown.
    pub(super) longest: Option<f64>,
    pub(super) apart: Vec<f64>,
    /// The canvas' size in CSS pixels, and pixels per CSS pixel.
    pub(super) size: (f64, f64),
    pub(super) scale: f64,
    /// The plot's edges in CSS pixels.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) theme: Option<Theme>,
    pub(super) names: Names,
    pub(super) corners: Corners,
    pub(super) image: Image,
    pub(super) bars: Bars,
    pub(super) text: String,
    pub(super) density: Vec<f64>,
    /// Whether the minimap's picture needs a redraw.
    pub(super) hills_stale: bool,
    /// Whether the lanes scroll back to the first one.
    pub(super) to_top: bool,
    pub(super) pointers: Pointers,
    /// The place on the minimap's frame where the pointer took it, as a share of the run.
    pub(super) held: Option<f64>,
    pub(super) hover: Option<Span>,
    /// The row of the selected span, and of the pinned one.
    pub(super) selected: Option<usize>,
    pub(super) pinned: Option<usize>,
    pub(super) clock: Clock,
    pub(super) range: Range,
    /// Whether the pointer sets the cursor.
    pub(super) scrubs: bool,
    /// Whether the picture is out of date.
    stale: bool,
    /// The charts that show the same time.
    together: Option<Together>,
    /// The shared view as of the last frame of this chart; changes of its own go to the others.
    agreed: Option<(Window, Option<f64>, bool)>,
    requested: Option<AnimationFrame>,
    hint: Option<Timeout>,
    pub(super) shown: Shown,
    show: Callback<Shown>,
}

impl Chart {
    /// A chart that has drawn nothing yet. `show` receives the changed state after a frame.
    pub(super) fn new(
        nodes: Nodes,
        schedule: Rc<Schedule>,
        together: Option<Together>,
        show: Callback<Shown>,
    ) -> Option<Rc<RefCell<Chart>>> {
        let context =
            |canvas: &HtmlCanvasElement| Some(canvas.get_context("2d").ok()??.unchecked_into());
        let (context, hills) = (context(&nodes.canvas)?, context(&nodes.hills)?);
        Some(Rc::new_cyclic(|me| {
            RefCell::new(Chart {
                me: me.clone(),
                nodes,
                context,
                hills,
                window: opening(&schedule),
                chosen: false,
                glide: None,
                rows: Rows::default(),
                look: Look::default(),
                order: Order::default(),
                folded: Vec::new(),
                slowest: None,
                longest: None,
                apart: Vec::new(),
                size: (0.0, 0.0),
                scale: 1.0,
                left: 0.0,
                right: 0.0,
                theme: None,
                names: Names::default(),
                corners: Corners::default(),
                image: Image::default(),
                bars: Bars::default(),
                text: String::new(),
                density: Vec::new(),
                hills_stale: true,
                to_top: false,
                pointers: Pointers::default(),
                held: None,
                hover: None,
                selected: None,
                pinned: None,
                clock: Clock::default(),
                range: Range::default(),
                scrubs: false,
                stale: true,
                together,
                agreed: None,
                requested: None,
                hint: None,
                shown: Shown::default(),
                show,
                schedule,
            })
        }))
    }

    /// Draws in the next frame; once for any number of calls.
    pub(super) fn redraw(&mut self) {
        self.stale = true;
        self.animate();
    }

    /// Updates the overlays of the lanes in the next frame; the lanes themselves are not drawn.
    pub(super) fn animate(&mut self) {
        if self.requested.is_some() {
            return;
        }
        let me = self.me.clone();
        self.requested = Some(request_animation_frame(move |now| {
            let Some(chart) = me.upgrade() else { return };
            let ((show, shown), spread) = {
                let Ok(mut chart) = chart.try_borrow_mut() else {
                    return;
                };
                chart.requested = None;
                chart.advance(now);
                if chart.tick(now) || chart.stale {
                    chart.stale = false;
                    chart.draw();
                }
                chart.place();
                chart.tell_clock(now);
                chart.shown.armed = chart.range.armed;
                let seen = (chart.window, chart.clock.at, chart.clock.playing);
                let news = chart.agreed != Some(seen);
                chart.agreed = Some(seen);
                let together = chart.together.clone().filter(|_| news);
                (
                    (chart.show.clone(), chart.shown.clone()),
                    together.map(|together| (together, chart.me.clone(), seen)),
                )
            };
            show.emit(shown);
            if let Some((together, me, (window, at, plays))) = spread {
                together.spread(&me, window, at, plays);
            }
        }));
    }

    /// Draws at once, so that the next frame is not empty.
    pub(super) fn draw_now(chart: &Rc<RefCell<Chart>>) {
        let told = chart.try_borrow_mut().ok().map(|mut chart| {
            chart.draw();
            (chart.show.clone(), chart.shown.clone())
        });
        if let Some((show, shown)) = told {
            show.emit(shown);
        }
    }

    /// Shows the same time as the others; a chart that may not move that time joins them before it draws.
    pub(super) fn join(&mut self) {
        let Some(together) = &self.together else {
            return;
        };
        let window = together.window(&self.me);
        if together.join(&self.me, self.schedule.makespan()) {
            together.stretch(&self.me);
        }
        let extent = together.extent();
        let window = window.unwrap_or(self.window);
        self.window = Window::at(window.from(), window.length(), extent);
    }

    /// The length of the time axis: the longest of the compared runs.
    pub(super) fn extent(&self) -> f64 {
        let own = self.schedule.makespan();
        let together = self.together.as_ref();
        together.map_or(own, |together| together.extent().max(own))
    }

    /// Shows the view of another chart; returns the state to show, if that changed anything.
    pub(super) fn follow_others(
        &mut self,
        window: Window,
        at: Option<f64>,
        plays: bool,
    ) -> Option<(Callback<Shown>, Shown)> {
        let (moved, ticked) = (
            window != self.window,
            at != self.clock.at || plays != self.clock.led,
        );
        if !moved && !ticked {
            return None;
        }
        (self.glide, self.window) = (None, window);
        self.agreed = Some((window, at, self.clock.playing));
        (self.clock.at, self.clock.led) = (at, plays);
        if moved {
            self.chosen = true;
            self.draw();
        }
        self.place();
        Some((self.show.clone(), self.shown.clone()))
    }

    /// Takes another schedule; keeps the view where the schedules are alike.
    pub(super) fn set_schedule(&mut self, schedule: Rc<Schedule>) {
        if Rc::ptr_eq(&self.schedule, &schedule) {
            return;
        }
        let aim = self.aim();
        self.window = if self.chosen {
            carried(aim, &self.schedule, &schedule)
        } else {
            opening(&schedule)
        };
        // Groups of the same names stay folded or unfolded.
        if self.schedule.groups() != schedule.groups() {
            self.folded.clear();
        }
        (self.slowest, self.longest) = (None, None);
        self.schedule = schedule;
        self.join();
        (self.glide, self.hover, self.selected, self.shown.tip) = (None, None, None, None);
        // The cursor and the range keep their times; the pinned span belonged to the other schedule.
        self.clock.playing = false;
        if self.clock.at.is_some_and(|at| at > self.extent()) {
            self.clock.at = None;
        }
        if self
            .range
            .ordered()
            .is_some_and(|(_, to)| to > self.extent())
        {
            self.range.ends = None;
        }
        self.tell_range();
        self.pin(None);
        self.shown.said.clear();
        self.to_top = true;
        self.measure_anew();
    }

    /// Sets the look of the lanes.
    pub(super) fn set_look(&mut self, look: Look) {
        if self.look != look {
            self.look = look;
            self.measure_anew();
        }
    }

    /// Folds or unfolds the group of a row, or all groups.
    pub(super) fn fold(&mut self, which: Fold) {
        let count = self.schedule.groups().len();
        self.folded.resize(count, false);
        match which {
            Fold::All(folded) => self.folded.fill(folded),
            Fold::Row(row) => {
                let group = self.order.group_at(row);
                if let Some(folded) = group.and_then(|group| self.folded.get_mut(group)) {
                    *folded = !*folded;
                }
            }
        }
        if count > 0 {
            let folded = self.folded.iter().filter(|folded| **folded).count();
            self.shown.said = format!("{folded} of {count} groups folded.");
            self.measure_anew();
        }
    }

    /// Measures anew after a change of the size, the colours or the lanes.
    pub(super) fn measure_anew(&mut self) {
        self.theme = None;
        self.hills_stale = true;
        self.redraw();
    }

    /// The present view, or the target of its glide.
    pub(super) fn aim(&self) -> Window {
        self.glide.as_ref().map_or(self.window, |glide| glide.to)
    }

    /// The visible time, from and to; none where all is visible.
    pub(super) fn visible(&self) -> Option<(f64, f64)> {
        let aim = self.aim();
        (!aim.is_whole(self.extent())).then_some((aim.from(), aim.to()))
    }

    /// Shows this part of the time, at once or gliding.
    pub(super) fn go(&mut self, to: Window, glide: bool) {
        self.chosen = true;
        if glide && !prefers("(prefers-reduced-motion: reduce)") {
            self.glide = Some(Glide {
                from: self.window,
                to,
                began: None,
            });
        } else {
            (self.glide, self.window) = (None, to);
        }
        self.redraw();
    }

    /// Moves a gliding view on its way.
    fn advance(&mut self, now: f64) {
        let Some(glide) = &mut self.glide else { return };
        let began = *glide.began.get_or_insert(now);
        let part = ((now - began) / GLIDE).clamp(0.0, 1.0);
        if part < 1.0 {
            let left = 1.0 - part;
            self.window = glide.from.between(glide.to, 1.0 - left * left * left);
            self.redraw();
        } else {
            self.window = glide.to;
            self.glide = None;
            self.stale = true;
        }
    }

    /// Carries out an action of a key or a button; false if there is nothing to do.
    pub(super) fn act(&mut self, action: Action) -> bool {
        let (aim, makespan) = (self.aim(), self.extent());
        // The chart moves away under the pointer, so the tip of the span there goes.
        if action.moves() {
            self.point_at(None);
        }
        match action {
            Action::Pan(by) => self.go(aim.panned(by, makespan), true),
            Action::Zoom(factor) => self.go(aim.zoomed(factor, self.focus(aim), makespan), true),
            Action::Fit => self.go(Window::whole(makespan), true),
            Action::First => self.go(Window::at(0.0, aim.length(), makespan), true),
            Action::Last => self.go(Window::at(makespan, aim.length(), makespan), true),
            Action::Scroll(lanes) if self.rows.scrolls() => self.scroll_by(lanes * self.rows.pitch),
            Action::Scroll(_) => return false,
            Action::Along(step) => self.select(self.along(step)),
            Action::Across(step) => self.select(self.across(step)),
            Action::Deselect => return self.let_go(),
            Action::Play => match &self.together {
                Some(together) if !together.leads(&self.me) => together.lead(&self.me, action),
                _ => self.play(),
            },
            Action::Event(step) => self.step_event(step),
            Action::Speed(speed) => self.set_speed(speed),
            Action::Faster(Step::Next) => self.set_speed(self.clock.speed + 1),
            Action::Faster(Step::Previous) => self.set_speed(self.clock.speed.saturating_sub(1)),
            Action::RangeFrom => self.end_at_cursor(true),
            Action::RangeTo => self.end_at_cursor(false),
            Action::ZoomToRange => self.zoom_to_range(),
            Action::ClearRange => self.clear_range(),
            Action::Arm => {
                self.range.armed = !self.range.armed;
                self.animate();
            }
            Action::Pin if self.selected.is_none() => self.select(self.along(Step::Next)),
            Action::Pin => self.pin(self.selected),
            Action::Unpin => self.pin(None),
            Action::SameJob(step) => self.same_job(step),
            Action::Fold if self.schedule.groups().is_empty() => return false,
            Action::Fold => match self.selected.and_then(|row| self.schedule.span(row)) {
                Some(span) => self.fold(Fold::Row(self.order.strip(span.lane).row)),
                None => self.fold(Fold::All(!self.folded.contains(&true))),
            },
            Action::FoldAll(folded) => self.fold(Fold::All(folded)),
            Action::Help => {
                self.shown.help = !self.shown.help;
                self.redraw();
            }
            Action::CloseHelp => {
                self.shown.help = false;
                self.redraw();
            }
        }
        true
    }

    /// Closes or clears the help, the range, the pin and selection, or the cursor; false if there is nothing.
    fn let_go(&mut self) -> bool {
        if self.shown.help {
            self.shown.help = false;
            self.redraw();
        } else if self.range.ends.is_some() {
            self.clear_range();
        } else if self.pinned.is_some() || self.selected.is_some() {
            self.pin(None);
            self.select(None);
        } else if self.clock.at.is_some() {
            self.set_cursor(None);
        } else {
            return false;
        }
        true
    }

    /// Zooms at, then moves by, a place on the canvas, without gliding.
    pub(super) fn zoom_at(&mut self, x: f64, factor: f64, drag: f64) {
        let (makespan, share, width) = (self.extent(), self.share_at(x), self.plot_width());
        let window = self
            .aim()
            .zoomed(factor, share, makespan)
            .panned(-drag / width, makespan);
        self.go(window, false);
    }

    /// Moves the picture to the right by so many pixels.
    pub(super) fn drag(&mut self, by: f64) {
        let window = self.aim().panned(-by / self.plot_width(), self.extent());
        self.go(window, false);
    }

    /// The place in the view that keys zoom at: the selected span if it is visible, else the middle.
    fn focus(&self, aim: Window) -> f64 {
        let span = self.selected.and_then(|row| self.schedule.span(row));
        let middle = span.map(|span| aim.share_of((span.start + span.end) / 2.0));
        middle
            .filter(|share| (0.0..=1.0).contains(share))
            .unwrap_or(0.5)
    }

    pub(super) fn plot_width(&self) -> f64 {
        (self.right - self.left).max(1.0)
    }

    /// The share of the plot's width at a place on the canvas.
    pub(super) fn share_at(&self, x: f64) -> f64 {
        ((x - self.left) / self.plot_width()).clamp(0.0, 1.0)
    }

    pub(super) fn scrolled(&self) -> f64 {
        f64::from(self.nodes.scroller.scroll_top())
    }

    pub(super) fn scroll_by(&mut self, pixels: f64) {
        let top = self.nodes.scroller.scroll_top() + pixels.round() as i32;
        self.nodes.scroller.set_scroll_top(top);
        self.redraw();
    }

    /// Shows the hint about zooming with the wheel for a while.
    pub(super) fn give_hint(&mut self) {
        let me = self.me.clone();
        self.hint = Some(Timeout::new(HINT, move || {
            if let Some(chart) = me.upgrade()
                && let Ok(mut chart) = chart.try_borrow_mut()
            {
                chart.take_hint();
            }
        }));
        self.shown.hint = true;
        self.redraw();
    }

    /// Takes the hint away.
    pub(super) fn take_hint(&mut self) {
        if self.shown.hint {
            self.shown.hint = false;
            self.redraw();
        }
    }

    /// Updates the state that the elements around the canvas show.
    pub(super) fn tell(&mut self) {
        let (window, makespan) = (self.window, self.extent());
        self.shown.range = summary::range(&self.schedule, window.from(), window.to());
        self.shown.rows = Some(self.order.rows());
        self.shown.folded = self.folded.contains(&true);
        self.shown.whole = window.is_whole(makespan);
        self.shown.closest = window.is_closest(makespan);
        let focused = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|page| page.active_element());
        if self.hover.is_none() {
            let focused = focused.as_ref() == Some(self.nodes.canvas.as_ref());
            self.shown.tip = if focused { self.selected_tip() } else { None };
        }
    }
}

/// Whether a media query holds.
pub(super) fn prefers(query: &str) -> bool {
    let list = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
    list.is_some_and(|list| list.matches())
}
