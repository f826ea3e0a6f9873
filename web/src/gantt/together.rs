//! Several charts that show the same part of the time and the same moment.

use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

use super::chart::Chart;
use super::keys::Action;
use super::view::Window;

/// The shared state of compared charts: they have one time axis, as long as the longest run, and one cursor.
/// Clones share the same one.
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
    /// Adds a chart, or updates its schedule. Returns whether that changes the length of the time axis.
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

    /// The length of the longest run.
    pub(super) fn extent(&self) -> f64 {
        let members = self.0.borrow();
        let alive = members
            .iter()
            .filter(|member| member.chart.strong_count() > 0);
        alive.map(|member| member.makespan).fold(0.0, f64::max)
    }

    /// All charts but one, from the first.
    fn others(&self, me: &Weak<RefCell<Chart>>) -> Vec<Rc<RefCell<Chart>>> {
        let members = self.0.borrow();
        let others = members.iter().filter(|member| !member.chart.ptr_eq(me));
        others.filter_map(|member| member.chart.upgrade()).collect()
    }

    /// Another chart's window, for a chart that joins.
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

    /// Has the first chart carry out an action.
    pub(super) fn lead(&self, me: &Weak<RefCell<Chart>>, action: Action) {
        if let Some(first) = self.others(me).first()
            && let Ok(mut first) = first.try_borrow_mut()
        {
            first.act(action);
        }
    }

    /// Shows the view of one chart in all others, within this frame.
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

    /// Redraws the other charts after a change of the time axis's length.
    pub(super) fn stretch(&self, me: &Weak<RefCell<Chart>>) {
        for chart in self.others(me) {
            if let Ok(mut chart) = chart.try_borrow_mut() {
                chart.measure_anew();
            }
        }
    }
}
