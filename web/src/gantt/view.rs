//! Which part of the time is shown: arithmetic without a browser. Times are in the schedule's unit,
//! shares are of the visible width, from 0 at the left to 1 at the right.

/// The least part of the makespan that can fill the width; closer, numbers are no longer told apart.
const CLOSEST: f64 = 1e-9;

/// From when to when; within 0 to the makespan, never empty unless the makespan is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    from: f64,
    to: f64,
}

impl Window {
    /// The whole run.
    pub(super) fn whole(makespan: f64) -> Window {
        Window {
            from: 0.0,
            to: makespan,
        }
    }

    /// `length` long, from `from` on, moved and cut so that it lies within 0 to the makespan.
    pub(super) fn at(from: f64, length: f64, makespan: f64) -> Window {
        let length = length.clamp(makespan * CLOSEST, makespan);
        let from = from.clamp(0.0, makespan - length);
        Window {
            from,
            to: (from + length).min(makespan),
        }
    }

    pub(super) fn from(self) -> f64 {
        self.from
    }

    pub(super) fn to(self) -> f64 {
        self.to
    }

    pub(super) fn length(self) -> f64 {
        self.to - self.from
    }

    /// When this share of the width is.
    pub(super) fn time_at(self, share: f64) -> f64 {
        self.from + share * self.length()
    }

    /// At which share of the width this time is; below 0 or above 1 if it is not visible.
    pub(super) fn share_of(self, time: f64) -> f64 {
        if self.length() > 0.0 {
            (time - self.from) / self.length()
        } else {
            0.0
        }
    }

    /// `factor` times as long (below 1 is closer), with the time at `share` where it was, unless
    /// that would leave the run.
    pub(super) fn zoomed(self, factor: f64, share: f64, makespan: f64) -> Window {
        let length = (self.length() * factor).clamp(makespan * CLOSEST, makespan);
        Window::at(self.time_at(share) - share * length, length, makespan)
    }

    /// Moved by this share of its length; stops at the ends of the run.
    pub(super) fn panned(self, share: f64, makespan: f64) -> Window {
        Window::at(self.from + share * self.length(), self.length(), makespan)
    }

    /// Moved as little as needed to show a span, its start at least.
    pub(super) fn showing(self, start: f64, end: f64, makespan: f64) -> Window {
        let margin = self.length() * 0.05;
        if start >= self.from && end <= self.to {
            self
        } else if end - start + 2.0 * margin > self.length() {
            // Too long to fit: its start will do, and nothing moves while some of it fills the view.
            if start <= self.from && end >= self.to {
                self
            } else {
                Window::at(start - margin, self.length(), makespan)
            }
        } else if start < self.from {
            Window::at(start - margin, self.length(), makespan)
        } else {
            Window::at(end + margin - self.length(), self.length(), makespan)
        }
    }

    /// The window on the way from this one to another, `part` of the way. A time that has the same
    /// place in both keeps it.
    pub(super) fn between(self, other: Window, part: f64) -> Window {
        let mix = |from: f64, to: f64| from + (to - from) * part;
        Window {
            from: mix(self.from, other.from),
            to: mix(self.to, other.to),
        }
    }

    /// Whether nothing is left out.
    pub(super) fn is_whole(self, makespan: f64) -> bool {
        self.length() >= makespan * (1.0 - 1e-9)
    }

    /// Whether one cannot look closer.
    pub(super) fn is_closest(self, makespan: f64) -> bool {
        self.length() <= makespan * CLOSEST * 1.01
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A makespan, a window in it, and a share of the width.
    fn windows() -> impl Strategy<Value = (f64, Window, f64)> {
        (1e-3..1e9_f64, 0.0..1.0_f64, 1e-6..1.0_f64, 0.0..1.0_f64).prop_map(
            |(makespan, from, length, share)| {
                (
                    makespan,
                    Window::at(from * makespan, length * makespan, makespan),
                    share,
                )
            },
        )
    }

    fn inside(window: Window, makespan: f64) -> bool {
        window.from() >= 0.0 && window.to() <= makespan && window.length() > 0.0
    }

    proptest! {
        #[test]
        fn zooming_keeps_the_time_under_the_pointer_unless_the_run_ends((makespan, window, share) in windows(), factor in 0.01..100.0_f64) {
            let zoomed = window.zoomed(factor, share, makespan);
            prop_assert!(inside(zoomed, makespan));
            let touches_an_end = zoomed.from() == 0.0 || zoomed.to() >= makespan * (1.0 - 1e-12);
            let before = window.time_at(share);
            prop_assert!(touches_an_end || (zoomed.time_at(share) - before).abs() <= makespan * 1e-9);
        }

        #[test]
        fn zooming_in_keeps_the_time_under_the_pointer_always((makespan, window, share) in windows(), factor in 0.01..1.0_f64) {
            let zoomed = window.zoomed(factor, share, makespan);
            prop_assert!((zoomed.time_at(share) - window.time_at(share)).abs() <= makespan * 1e-9);
        }

        #[test]
        fn panning_keeps_the_length_and_never_leaves_the_run((makespan, window, _) in windows(), by in -10.0..10.0_f64) {
            let panned = window.panned(by, makespan);
            prop_assert!(inside(panned, makespan));
            prop_assert!((panned.length() - window.length()).abs() <= makespan * 1e-12);
        }

        #[test]
        fn a_time_and_its_place_on_the_screen_are_inverse((_, window, share) in windows()) {
            prop_assert!((window.share_of(window.time_at(share)) - share).abs() <= 1e-6);
        }

        #[test]
        fn any_request_yields_a_window_within_the_run(makespan in 1e-3..1e9_f64, from in -1e10..1e10_f64, length in -1e10..1e10_f64) {
            prop_assert!(inside(Window::at(from, length, makespan), makespan));
        }

        #[test]
        fn a_span_that_fits_is_shown_whole((makespan, window, share) in windows(), part in 0.0..0.8_f64) {
            let length = window.length() * part;
            let start = share * (makespan - length);
            let shown = window.showing(start, start + length, makespan);
            prop_assert!(inside(shown, makespan));
            let slack = makespan * 1e-9;
            prop_assert!(start >= shown.from() - slack && start + length <= shown.to() + slack);
        }

        #[test]
        fn a_fixed_point_stays_fixed_on_the_way((makespan, window, share) in windows(), part in 0.0..1.0_f64) {
            let way = window.between(window.zoomed(0.5, share, makespan), part);
            prop_assert!((way.time_at(share) - window.time_at(share)).abs() <= makespan * 1e-9);
        }
    }

    #[test]
    fn a_run_without_time_has_an_empty_window_and_no_not_a_number() {
        let window = Window::whole(0.0).zoomed(0.5, 0.3, 0.0).panned(1.0, 0.0);
        assert_eq!(window, Window::whole(0.0));
        assert_eq!(window.share_of(0.0), 0.0);
    }
}
