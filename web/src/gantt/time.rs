//! The time cursor: set, stepped from event to event, played; and the measured range.

use playground::extras::Focus;
use schedule::number::fixed;
use schedule::{Schedule, moment};
use serde_json::json;
use web_sys::{CustomEvent, CustomEventInit};

use super::PRESS;
use super::chart::{Chart, prefers};
use super::describe::Figures;
use super::keys::Step;
use super::view::Window;

/// The speeds, as multiples of the usual one.
pub(super) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// The place of the usual speed.
const USUAL: usize = 2;
/// The time that the visible part takes to play, ms.
const VIEW: f64 = 10_000.0;
/// The time that an event is shown where motion is reduced, ms.
const EVENT: f64 = 700.0;
/// The place of the cursor in the view while the view moves with it, as a share.
const FOLLOWED: f64 = 0.75;
/// The time between two updates of the state while time plays, ms.
const TOLD: f64 = 100.0;
/// A range narrower than this is a slip, in pixels.
const SLIP: f64 = 3.0;

/// The time cursor.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// Its place, in the schedule's unit.
    pub(super) at: Option<f64>,
    pub(super) playing: bool,
    /// Another chart's time plays, and the time of this chart with it.
    pub(super) led: bool,
    /// The place of the speed.
    pub(super) speed: usize,
    /// The time of the last frame, and of the last update of the state.
    frame: Option<f64>,
    told: f64,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            at: None,
            playing: false,
            led: false,
            speed: USUAL,
            frame: None,
            told: 0.0,
        }
    }
}

/// The texts about the cursor for the elements around the canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// The time of the cursor; empty where there is none.
    pub(super) time: String,
    /// The number of lanes in each phase.
    pub(super) lanes: String,
    pub(super) playing: bool,
    pub(super) speed: usize,
}

/// The measured range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Range {
    /// The ends, in the schedule's unit, in the order of drawing.
    pub(super) ends: Option<(f64, f64)>,
    /// Whether it is being drawn.
    pub(super) drawn: bool,
    /// Whether a drag measures, without a key held.
    pub(super) armed: bool,
}

impl Range {
    /// Its ends in order.
    pub(super) fn ordered(&self) -> Option<(f64, f64)> {
        self.ends.map(|(a, b)| (a.min(b), a.max(b)))
    }
}

/// A time to a ten thousandth of the visible time, in few digits.
fn rounded(time: f64, length: f64) -> f64 {
    if length <= 0.0 {
        return time;
    }
    let digits = 4.0 - libm::floor(libm::log10(length));
    // A power of ten is exact, and so the quotient has as few digits as there can be.
    if digits < 0.0 {
        let step = libm::pow(10.0, -digits);
        (time / step).round() * step
    } else {
        let steps = libm::pow(10.0, digits.min(15.0));
        (time * steps).round() / steps
    }
}

impl Chart {
    /// Sets the cursor, or takes it away.
    pub(super) fn set_cursor(&mut self, at: Option<f64>) {
        let makespan = self.extent();
        self.clock.at = at.map(|at| at.clamp(0.0, makespan));
        self.clock.told = 0.0;
        if at.is_none() {
            self.clock.playing = false;
        }
        self.animate();
    }

    /// Sets the cursor to a time in ms, where it can be seen, or takes it away.
    pub(super) fn seek(&mut self, at: Option<f64>) {
        let ms = self.schedule.unit().milliseconds();
        self.clock.playing = false;
        self.set_cursor(at.map(|at| at / ms));
        if let (Some(at), aim) = (self.clock.at, self.aim())
            && !(aim.from()..=aim.to()).contains(&at)
        {
            let from = at - aim.length() / 2.0;
            self.go(Window::at(from, aim.length(), self.extent()), true);
        }
    }

    /// Shows the view that came with a shared scenario; parts without a value stay the same.
    pub(super) fn look_at(&mut self, focus: Focus) {
        let ms = self.schedule.unit().milliseconds();
        if let Some((from, to)) = focus.window {
            let window = Window::at(from / ms, (to - from) / ms, self.extent());
            self.go(window, false);
        }
        if let Some(at) = focus.cursor {
            self.clock.playing = false;
            self.set_cursor(Some(at / ms));
        }
    }

    /// The present view, in ms: the window as precisely as the screen shows it, unless nobody chose it; the cursor
    /// exactly, because it may stand at the beginning of a span.
    pub(super) fn focused(&self) -> Focus {
        let ms = self.schedule.unit().milliseconds();
        let aim = self.aim();
        let told = |time: f64| rounded(time * ms, aim.length() * ms);
        let window = (told(aim.from()), told(aim.to()));
        Focus {
            window: (self.chosen && window.0 < window.1).then_some(window),
            cursor: self.clock.at.map(|at| at * ms),
            ..Focus::default()
        }
    }

    /// Plays from the cursor, or from the beginning of the view; or stops.
    pub(super) fn play(&mut self) {
        let (aim, makespan) = (self.aim(), self.extent());
        self.clock.playing = !self.clock.playing;
        self.clock.frame = None;
        self.clock.told = 0.0;
        if !self.clock.playing {
            self.say_clock();
            self.animate();
            return;
        }
        let at = self.clock.at.filter(|at| *at < makespan);
        let inside = at.filter(|at| (aim.from()..aim.to()).contains(at));
        self.clock.at = Some(inside.unwrap_or(aim.from()));
        if at.is_none() && aim.to() >= makespan && self.clock.at == Some(makespan) {
            self.clock.at = Some(0.0);
        }
        self.shown.said = "Playing.".to_owned();
        self.animate();
    }

    /// Goes to the next or previous event.
    pub(super) fn step_event(&mut self, step: Step) {
        let from = self.clock.at.unwrap_or(self.aim().from());
        self.clock.playing = false;
        let event = match step {
            Step::Next => moment::next(&self.schedule, from),
            Step::Previous => moment::previous(&self.schedule, from),
        };
        let at = event.unwrap_or(from);
        self.set_cursor(Some(at));
        self.follow(at);
        self.say_clock();
    }

    /// Plays faster or slower.
    pub(super) fn set_speed(&mut self, speed: usize) {
        self.clock.speed = speed.min(SPEEDS.len() - 1);
        self.clock.told = 0.0;
        self.animate();
    }

    /// Brings a time into view.
    fn follow(&mut self, at: f64) {
        let (aim, makespan) = (self.aim(), self.extent());
        let share = aim.share_of(at);
        if !(0.0..=1.0).contains(&share) {
            let from = at
                - aim.length()
                    * if share > 1.0 {
                        FOLLOWED
                    } else {
                        1.0 - FOLLOWED
                    };
            self.go(Window::at(from, aim.length(), makespan), false);
        }
    }

    /// Moves the cursor on while time plays; true if the view moved with it.
    pub(super) fn tick(&mut self, now: f64) -> bool {
        let (true, Some(at)) = (self.clock.playing, self.clock.at) else {
            return false;
        };
        let speed = SPEEDS.get(self.clock.speed).copied().unwrap_or(1.0);
        let since = *self.clock.frame.get_or_insert(now);
        let (window, makespan) = (self.window, self.extent());
        let calm = prefers("(prefers-reduced-motion: reduce)");
        let next = if calm {
            if (now - since) * speed < EVENT {
                self.animate();
                return false;
            }
            moment::next(&self.schedule, at).unwrap_or(makespan)
        } else {
            at + (now - since) * speed * window.length() / VIEW
        };
        self.clock.frame = Some(now);
        self.clock.at = Some(next.min(makespan));
        if next >= makespan {
            self.clock.playing = false;
            self.clock.told = 0.0;
            self.say_clock();
        }
        self.animate();
        let share = window.share_of(next);
        if share <= FOLLOWED || window.to() >= makespan {
            return false;
        }
        // Where motion is reduced, the view turns like a page.
        let from = if calm && share <= 1.0 {
            return false;
        } else if calm {
            next
        } else {
            next - FOLLOWED * window.length()
        };
        self.window = Window::at(from, window.length(), makespan);
        true
    }

    fn say_clock(&mut self) {
        if let Some(at) = self.clock.at {
            let time = time_text(&self.schedule, at, self.window.length());
            self.shown.said = format!("At {time}: {}.", lanes_text(&self.schedule, at));
        }
    }

    /// Updates the texts about the cursor; not every frame while time plays.
    pub(super) fn tell_clock(&mut self, now: f64) {
        if self.clock.playing && now - self.clock.told < TOLD {
            return;
        }
        self.clock.told = now;
        let at = self.clock.at;
        let length = self.window.length();
        self.shown.clock = Told {
            time: at.map_or_else(String::new, |at| time_text(&self.schedule, at, length)),
            lanes: at.map_or_else(String::new, |at| lanes_text(&self.schedule, at)),
            playing: self.clock.playing,
            speed: self.clock.speed,
        };
    }

    /// Starts to measure at a time; `measure_to` goes on to another time, and `measured` ends there.
    pub(super) fn measure_from(&mut self, at: f64) {
        self.range.ends = Some((at, at));
        self.range.drawn = true;
        self.animate();
    }

    pub(super) fn measure_to(&mut self, at: f64) {
        if let Some((_, end)) = &mut self.range.ends {
            *end = at;
            self.tell_range();
            self.animate();
        }
    }

    pub(super) fn measured(&mut self) {
        self.range.drawn = false;
        let pixels = |(a, b): (f64, f64)| {
            (self.window.share_of(b) - self.window.share_of(a)).abs() * self.plot_width()
        };
        if self.range.ends.is_some_and(|ends| pixels(ends) < SLIP) {
            self.range.ends = None;
        }
        self.say_range();
    }

    fn say_range(&mut self) {
        self.tell_range();
        if let Some(told) = &self.shown.range_told {
            self.shown.said = told.clone();
        }
        self.animate();
    }

    /// Sets one end of the range at the cursor, or at the middle of the view.
    pub(super) fn end_at_cursor(&mut self, first: bool) {
        let aim = self.aim();
        let at = self.clock.at.unwrap_or(aim.time_at(0.5));
        let (from, to) = self.range.ordered().unwrap_or((aim.from(), aim.to()));
        self.range.ends = Some(if first {
            (at, to.max(at))
        } else {
            (from.min(at), at)
        });
        self.say_range();
    }

    /// Forgets the range.
    pub(super) fn clear_range(&mut self) {
        self.range.ends = None;
        self.tell_range();
        self.animate();
    }

    /// Shows the range alone.
    pub(super) fn zoom_to_range(&mut self) {
        if let Some((from, to)) = self.range.ordered() {
            let makespan = self.extent();
            self.go(Window::at(from, to - from, makespan), true);
        }
    }

    pub(super) fn tell_range(&mut self) {
        let schedule = &self.schedule;
        self.shown.range_told = self.range.ordered().map(|(from, to)| {
            let [begin, end] = [from, to].map(|time| time_text(schedule, time, to - from));
            let all = (to - from) * schedule.lanes().len() as f64;
            let times = moment::time_by_phase_between(schedule, from, to);
            let phases = || schedule.phases().iter().zip(&times);
            let useful: f64 = phases()
                .filter(|(phase, _)| phase.role.is_useful())
                .map(|(_, time)| *time)
                .sum();
            let parts: Vec<_> = phases()
                .filter(|(_, time)| **time > 0.0)
                .map(|(phase, time)| format!("{} {}", phase.name, share_text(*time, all)))
                .collect();
            format!(
                "{begin} to {end}, {} long: utilisation {}; {}",
                schedule.unit().time(to - from),
                share_text(useful, all),
                if parts.is_empty() {
                    "all idle".to_owned()
                } else {
                    parts.join(", ")
                },
            )
        });
    }

    /// Keeps a span's details in sight.
    pub(super) fn pin(&mut self, row: Option<usize>) {
        self.pinned = row;
        self.shown.pinned = row.and_then(|row| self.details(row));
        self.tell_press();
        self.animate();
    }

    /// Sends the event that names the pressed bar.
    fn tell_press(&self) {
        let span = self.pinned.and_then(|row| self.schedule.span(row));
        let pressed = span.and_then(|span| {
            let phase = self.schedule.phases().get(usize::from(span.phase.0))?;
            Some(json!({
                "lane": self.schedule.lane(span.lane).name(),
                "phase": phase.name,
                "start": span.start,
                "end": span.end,
            }))
        });
        let Some(pressed) = pressed else {
            return;
        };
        let options = CustomEventInit::new();
        options.set_bubbles(true);
        options.set_detail(&pressed.to_string().into());
        if let Ok(event) = CustomEvent::new_with_event_init_dict(PRESS, &options) {
            let _ = self.nodes.canvas.dispatch_event(&event);
        }
    }

    fn details(&self, row: usize) -> Option<Details> {
        let span = self.schedule.span(row)?;
        let phase = self.schedule.phases().get(usize::from(span.phase.0))?;
        let job = self.schedule.columns().job;
        let same = match span.job.number() {
            Some(number) => job.iter().filter(|job| **job == number).count(),
            None => 1,
        };
        Some(Details {
            figures: Figures::of(&self.schedule, span),
            share: share_text(span.duration(), self.schedule.makespan()),
            ending: phase.ending.clone(),
            same,
        })
    }

    /// Pins the next or previous span of the same job.
    pub(super) fn same_job(&mut self, step: Step) {
        let job = self.schedule.columns().job;
        let Some((row, wanted)) = self.pinned.and_then(|row| Some((row, *job.get(row)?))) else {
            return;
        };
        let same = |row: &usize| job.get(*row) == Some(&wanted);
        let found = match step {
            Step::Next => (row + 1..job.len()).chain(0..row).find(same),
            Step::Previous => (0..row).rev().chain((row + 1..job.len()).rev()).find(same),
        };
        if found.is_some() {
            self.select(found);
            self.pin(found);
        }
    }

    /// Puts cursor, dimming and range at their places.
    pub(super) fn place(&self) {
        let x =
            |time: f64| self.left + self.window.share_of(time).clamp(-0.1, 1.1) * self.plot_width();
        let cursor = self.clock.at.map(x);
        let seen = cursor.filter(|x| *x >= self.left - 1.0 && *x <= self.right + 1.0);
        let put = |element: &web_sys::HtmlElement, from: f64, wide: f64| {
            let style = element.style();
            let _ = style.set_property("transform", &format!("translateX({from:.2}px)"));
            let _ = style.set_property("width", &format!("{:.2}px", wide.max(0.0)));
        };
        let nodes = &self.nodes;
        nodes.cursor.set_hidden(seen.is_none());
        if let Some(x) = seen {
            let _ = nodes
                .cursor
                .style()
                .set_property("transform", &format!("translateX({x:.2}px)"));
        }
        let plays = self.clock.playing || self.clock.led;
        nodes.future.set_hidden(!plays);
        if let Some(x) = cursor.filter(|_| plays) {
            let from = x.clamp(self.left, self.right);
            put(&nodes.future, from, self.right - from);
        }
        let range = self.range.ordered();
        nodes.range.set_hidden(range.is_none());
        if let Some((from, to)) = range {
            let [from, to] = [from, to].map(|time| x(time).clamp(self.left, self.right));
            put(&nodes.range, from, to - from);
        }
    }
}

/// The details of a pinned span.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Details {
    pub(super) figures: Figures,
    /// Its share of the run.
    pub(super) share: String,
    /// The reason for its end; may be empty.
    pub(super) ending: String,
    /// The number of spans of its job.
    pub(super) same: usize,
}

fn time_text(schedule: &Schedule, time: f64, length: f64) -> String {
    schedule.unit().moment(time, length / 1000.0)
}

fn share_text(part: f64, whole: f64) -> String {
    let share = if whole > 0.0 {
        100.0 * part / whole
    } else {
        0.0
    };
    let digits = if share > 0.0 && share < 1.0 { 2 } else { 1 };
    format!("{}\u{a0}%", fixed(share, digits))
}

/// The number of lanes in each phase at a time.
fn lanes_text(schedule: &Schedule, at: f64) -> String {
    let counts = moment::lanes_by_phase(schedule, at);
    let busy: u32 = counts.iter().sum();
    let idle = schedule.lanes().len() as f64 - f64::from(busy);
    let mut parts: Vec<_> = counts
        .iter()
        .zip(schedule.phases())
        .filter(|(count, _)| **count > 0)
        .map(|(count, phase)| format!("{} {}", fixed(f64::from(*count), 0), phase.name))
        .collect();
    if idle > 0.0 {
        parts.push(format!("{} idle", fixed(idle, 0)));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

    use super::*;

    #[test]
    fn the_state_of_the_lanes_is_told_in_numbers() {
        let phases = vec![
            Phase::new("compute", Role::Compute),
            Phase::new("wait", Role::Wait),
        ];
        let lanes = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut recording = Recording::new(Unit::Seconds, lanes, phases);
        recording.span(LaneId(0), PhaseId(0), 0.0, 2.0, Job(1));
        recording.span(LaneId(1), PhaseId(1), 0.0, 1.0, Job::NONE);
        let schedule = recording.finish(3.0).unwrap();
        assert_eq!(lanes_text(&schedule, 0.5), "1 compute, 1 wait, 1 idle");
        assert_eq!(lanes_text(&schedule, 1.0), "1 compute, 2 idle");
        assert_eq!(lanes_text(&schedule, 2.5), "3 idle");
    }

    #[test]
    fn shares_have_the_digits_that_they_need() {
        assert_eq!(share_text(1.0, 3.0), "33.3\u{a0}%");
        assert_eq!(share_text(0.001, 1.0), "0.10\u{a0}%");
        assert_eq!(share_text(0.0, 0.0), "0.0\u{a0}%");
    }
}
