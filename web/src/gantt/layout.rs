//! The places of the lanes, in CSS pixels from the top of the first one's margin.

/// The margin above the first lane.
pub(super) const TOP: f64 = 14.0;
/// The axis below the lanes: line, ticks and labels.
pub(super) const AXIS: f64 = 34.0;
/// The margin to the right of the plot.
pub(super) const RIGHT: f64 = 16.0;
/// The distance of lanes when there is room for it.
const ROOMY: f64 = 33.0;
/// The least distance of lanes; where there is less room, they scroll.
const TIGHT: f64 = 12.0;
/// The share of the window's height that the lanes may take, and the height that they always may take.
const OF_WINDOW: f64 = 0.6;
const AT_LEAST: f64 = 240.0;

/// The rows of the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rows {
    /// The distance from the top of one lane to the top of the next.
    pub(super) pitch: f64,
    /// The height of a lane's bar.
    pub(super) bar: f64,
    count: usize,
    /// The visible height, with the axis.
    pub(super) view: f64,
}

impl Rows {
    /// The rows, as roomy as the browser window's height allows.
    pub(super) fn new(count: usize, window_height: f64) -> Rows {
        let room = (window_height * OF_WINDOW).max(AT_LEAST) - TOP - AXIS;
        let pitch = (room / count.max(1) as f64).floor().clamp(TIGHT, ROOMY);
        let gap = (pitch * 0.18).round().max(2.0);
        let rows = Rows {
            pitch,
            bar: pitch - gap,
            count,
            view: 0.0,
        };
        Rows {
            view: rows.all().min((room + TOP + AXIS).floor()),
            ..rows
        }
    }

    /// The height of all lanes, with the axis.
    pub(super) fn all(&self) -> f64 {
        TOP + self.pitch * self.count as f64 + AXIS
    }

    /// The visible height of the lanes.
    pub(super) fn plot(&self) -> f64 {
        self.view - AXIS
    }

    /// Whether there are more lanes than fit in sight.
    pub(super) fn scrolls(&self) -> bool {
        self.all() > self.view
    }

    /// The top of a lane's bar.
    pub(super) fn top(&self, lane: usize) -> f64 {
        TOP + self.pitch * lane as f64
    }

    /// The lane at this height; in the gap below a bar, the lane above.
    pub(super) fn lane_at(&self, y: f64) -> Option<usize> {
        let row = (y - TOP) / self.pitch;
        (row >= 0.0 && row < self.count as f64).then_some(row as usize)
    }

    /// The lanes that are visible, wholly or in part, at this scroll position.
    pub(super) fn visible(&self, scrolled: f64) -> std::ops::Range<usize> {
        let row = |y: f64| ((y - TOP) / self.pitch).max(0.0);
        let last = row(scrolled + self.plot()).ceil() as usize;
        (row(scrolled) as usize).min(self.count)..last.min(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_lanes_are_roomy_and_do_not_scroll() {
        let rows = Rows::new(8, 900.0);
        assert_eq!((rows.pitch, rows.bar, rows.scrolls()), (33.0, 27.0, false));
        assert_eq!(rows.visible(0.0), 0..8);
    }

    #[test]
    fn many_lanes_keep_a_readable_height_and_scroll() {
        let rows = Rows::new(1000, 900.0);
        assert!(rows.pitch >= 10.0 && rows.bar >= 8.0 && rows.scrolls());
        assert!(rows.view <= 540.0);
        assert!(rows.visible(600.0).len() <= 50);
        assert_eq!(rows.visible(1e9).len(), 0);
    }

    #[test]
    fn a_height_names_its_lane() {
        for count in [1, 4, 64, 1000] {
            let rows = Rows::new(count, 800.0);
            for lane in 0..count {
                assert_eq!(rows.lane_at(rows.top(lane) + rows.bar / 2.0), Some(lane));
            }
            assert_eq!(rows.lane_at(rows.top(count)), None);
            assert_eq!(rows.lane_at(0.0), None);
        }
    }
}
