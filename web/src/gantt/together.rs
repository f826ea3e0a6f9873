//! Several charts that show the same part of the time and the same moment.

use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

use super::chart::Chart;
use super::keys::Action;
use super::view::Window;

/// What charts share that are to be compared: they have one time axis, as long as the longest run, and one cursor.
/// Clones share the same.
#[derive(Clone, Default)]
pub(crate) struct Together(Rc<RefCell<Vec<Member>>>);

struct Member {
    chart: Weak<RefCell<Chart>>,
    makespan: f64,
}

impl fmt::Debug for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Together({})", self.0.borrow().len())
    }
}

impl PartialEq for Together {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Together {
    /// A chart joins, or its schedule has changed. True if that changes how long the time axis is.
    pub(super) fn join(&self, chart: &Weak<RefCell<Chart>>, makespan: f64) -> bool {
        let before = self.extent();
        let mut members = self.0.borrow_mut();
        members.retain(|member| member.chart.strong_count() > 0);
        match members.iter_mut().find(|member| member.chart.ptr_eq(chart)) {
            Some(member) => member.makespan = makespan,
            None => members.push(Member {
                chart: chart.clone(),
                makespan,
            }),
        }
        drop(members);
        before != self.extent()
    }

    /// How long the longest run is.
    pub(super) fn extent(&self) -> f64 {
        let members = self.0.borrow();
        let alive = members
            .iter()
            .filter(|member| member.chart.strong_count() > 0);
        alive.map(|member| member.makespan).fold(0.0, f64::max)
    }

    /// The charts but one, from the first.
    fn others(&self, me: &Weak<RefCell<Chart>>) -> Vec<Rc<RefCell<Chart>>> {
        let members = self.0.borrow();
        let others = members.iter().filter(|member| !member.chart.ptr_eq(me));
        others.filter_map(|member| member.chart.upgrade()).collect()
    }

    /// Another chart's window, for one that joins.
    pub(super) fn window(&self, me: &Weak<RefCell<Chart>>) -> Option<Window> {
        let others = self.others(me);
        others
            .iter()
            .find_map(|chart| chart.try_borrow().ok().map(|chart| chart.aim()))
    }

    /// Whether a chart is the first one, whose time plays for all.
    pub(super) fn leads(&self, me: &Weak<RefCell<Chart>>) -> bool {
        let members = self.0.borrow();
        let first = members
            .iter()
            .find(|member| member.chart.strong_count() > 0);
        first.is_none_or(|first| first.chart.ptr_eq(me))
    }

    /// Lets the first chart do something.
    pub(super) fn lead(&self, me: &Weak<RefCell<Chart>>, action: Action) {
        if let Some(first) = self.others(me).first()
            && let Ok(mut first) = first.try_borrow_mut()
        {
            first.act(action);
        }
    }

    /// Shows in all other charts, within this frame, what one shows.
    pub(super) fn spread(
        &self,
        me: &Weak<RefCell<Chart>>,
        window: Window,
        at: Option<f64>,
        plays: bool,
    ) {
        for chart in self.others(me) {
            let told = chart
                .try_borrow_mut()
                .ok()
                .and_then(|mut chart| chart.follow_others(window, at, plays));
            if let Some((show, shown)) = told {
                show.emit(shown);
            }
        }
    }

    /// The time axis has become longer or shorter.
    pub(super) fn stretch(&self, me: &Weak<RefCell<Chart>>) {
        for chart in self.others(me) {
            if let Ok(mut chart) = chart.try_borrow_mut() {
                chart.measure_anew();
            }
        }
    }
}
