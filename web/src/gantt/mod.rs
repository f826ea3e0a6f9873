//! The Gantt view: a schedule drawn on a canvas, with legend, axis and minimap; zoomed and panned by
//! pointer, wheel and keys; its spans' figures told by a tooltip and to a screen reader.
//!
//! | idea | file |
//! |---|---|
//! | which part of the time is shown | `view`, `opening` |
//! | where the lanes are | `layout` |
//! | the bars: merged columns, pixels | `bars`, `raster` |
//! | names, marks, axis, labels, frames | `furniture` |
//! | the whole run at a glance | `minimap` |
//! | colours | `theme` |
//! | what keys and pointers mean | `keys`, `pointer`, `listen` |
//! | the chart in words | `describe` |
//! | state and drawing | `chart`, `frame` |
//! | the elements around the canvas | this file, `parts` |

mod bars;
mod chart;
mod describe;
mod frame;
mod furniture;
mod keys;
mod layout;
mod listen;
mod minimap;
mod opening;
mod parts;
mod pointer;
mod raster;
mod theme;
mod view;

use std::cell::RefCell;
use std::rc::Rc;

use schedule::Schedule;
use yew::prelude::*;

use chart::{Chart, Nodes, Shown};
use keys::{Action, CLOSER, FARTHER};
use layout::Rows;
use listen::Listening;
use parts::{Help, Legend, Tooltip};

/// What the view shows.
#[derive(Clone, Debug, Properties)]
pub struct GanttProps {
    /// The schedule. Another one keeps the view where both have much in common.
    pub schedule: Rc<Schedule>,
    /// What stands in the title bar.
    pub title: AttrValue,
}

impl PartialEq for GanttProps {
    /// Two schedules are one if they are the same in memory: comparing a million spans at every
    /// rendering would cost more than drawing them.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule) && self.title == other.title
    }
}

/// A schedule, equal to another one if it is the same in memory.
#[derive(Clone)]
struct Same(Rc<Schedule>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The content of a card: title bar, chart and minimap.
#[component]
pub fn Gantt(props: &GanttProps) -> Html {
    let shown = use_state_eq(Shown::default);
    let chart = use_mut_ref(|| None::<(Rc<RefCell<Chart>>, Listening)>);
    let [probe, legend, scroller, canvas, minimap, hills, frame] = use_nodes();
    let schedule = &props.schedule;
    let summary = use_memo(Same(schedule.clone()), |schedule| describe::summary(&schedule.0));
    let help_id = use_memo((), |()| parts::unique("gantt-help"));

    {
        let (chart, schedule, set) = (chart.clone(), schedule.clone(), shown.setter());
        let nodes = (|| {
            Some(move || {
                Some(Nodes {
                    probe: probe.cast()?,
                    legend: legend.cast()?,
                    scroller: scroller.cast()?,
                    canvas: canvas.cast()?,
                    minimap: minimap.cast()?,
                    hills: hills.cast()?,
                    frame: frame.cast()?,
                })
            })
        })();
        let _ = (chart, schedule, set, nodes);
    }
    todo_marker()
}
