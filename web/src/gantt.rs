//! The Gantt view: a schedule drawn on a canvas, with legend, axis and minimap; zoomed and panned by
//! pointer, wheel and keys. A tooltip and a screen reader tell the figures of its spans.
//!
//! | idea | file |
//! |---|---|
//! | the visible part of the time | `view`, `opening` |
//! | the places of lanes: heights, order, groups | `layout`, `order` |
//! | the bars: merged columns, pixels | the crate `raster` |
//! | names, marks, axis, labels, frames; arrows, bounds | `decorations`, `arrows` |
//! | the choice of other layers | `look` |
//! | the time cursor, playing, measuring, pinning | `time`, `transport` |
//! | several charts with one time axis | `together` |
//! | the whole run at a glance | `minimap` |
//! | colours | `theme` |
//! | the actions of keys and pointers | `keys`, `pointer`, `listen` |
//! | the chart in words | `describe` |
//! | the schedule as files, as a table | `export`, `table` |
//! | state, selection, drawing | `chart`, `selection`, `frame` |
//! | the chart from its first frame to its last | `mount` |
//! | the elements around the canvas | this file, `parts` |

mod arrows;
mod chart;
mod decorations;
mod describe;
mod export;
mod frame;
mod keys;
mod layout;
mod listen;
mod look;
mod minimap;
mod mount;
mod opening;
mod order;
mod parts;
mod pointer;
mod selection;
mod table;
mod theme;
mod time;
mod together;
mod transport;
mod view;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::{Rc, Weak};

use playground::extras::Focus;
use schedule::Schedule;
use yew::prelude::*;

use chart::{Chart, Shown};
use export::Export;
pub(crate) use export::{ExportPair, printed, write};
use keys::{Action, CLOSER, FARTHER};
use layout::Rows;
use look::{Has, Look, View};
use mount::{Places, use_chart, use_table};
use parts::{Help, Legend, Tooltip};
use table::Table;
pub(crate) use together::Together;
use transport::Transport;

use crate::appearance::touch;
use crate::components::{Button, Named, Segment, Segments, unique};

/// The event that names the pressed bar; its detail is a text of JSON.
pub(crate) const PRESS: &str = "makespan-press";

/// Properties of the view.
#[derive(Clone, Debug, Properties)]
pub(crate) struct GanttProps {
    /// The schedule. Another one keeps the view where both have much in common.
    pub(crate) schedule: Rc<Schedule>,
    /// The text of the title bar.
    pub(crate) title: AttrValue,
    /// The first part of the names of its files.
    pub(crate) stem: AttrValue,
    /// A sentence about the schedule, for its files.
    pub(crate) caption: AttrValue,
    /// The schedule's source, in a line below its figures.
    #[prop_or_default]
    pub(crate) note: AttrValue,
    /// The charts that show the same time.
    #[prop_or_default]
    pub(crate) together: Option<Together>,
    /// The requested place of the time cursor.
    #[prop_or_default]
    pub(crate) seek: Option<Seek>,
    /// The first view, where a link or a host asks for one.
    #[prop_or_default]
    pub(crate) focus: Focus,
    /// Shares the present view.
    #[prop_or_default]
    pub(crate) sight: Option<Sight>,
}

/// Shares the present view of a schedule, and of schedules of the same work. Clones share the same one.
#[derive(Clone, Default)]
pub(crate) struct Sight {
    chart: Rc<RefCell<Weak<RefCell<Chart>>>>,
    /// The part and reason, for links, of schedules of the same work.
    told: Rc<Cell<Told>>,
    /// The chosen units of such schedules, by their number in the run, and whether the schedules are variants.
    part: Rc<Cell<Option<(Units, bool)>>>,
}

/// The first unit of work and the number of units.
type Units = (u32, u32);
/// The chosen part, and the number of the reason in sight.
type Told = (Option<Units>, Option<u32>);

impl Sight {
    /// The present view; nothing where there is no schedule.
    pub(crate) fn focus(&self) -> Option<Focus> {
        let (part, reason) = self.told.get();
        let chart = self.chart.borrow().upgrade();
        let seen = chart.and_then(|chart| Some(chart.try_borrow().ok()?.focused()));
        if seen.is_none() && part.is_none() {
            return None;
        }
        Some(Focus {
            part,
            reason,
            ..seen.unwrap_or_default()
        })
    }

    /// Stores the chosen units of schedules of the same work, and their part and reason for links.
    pub(crate) fn see(&self, chosen: Option<Units>, compared: bool, told: Told) {
        self.part.set(chosen.map(|part| (part, compared)));
        self.told.set(told);
    }

    /// Forgets part and reason, because there are no such schedules.
    pub(crate) fn see_none(&self) {
        self.told.set(Told::default());
    }

    /// The units chosen last, where variants were compared then and now are not, or the other way round. Each picture opens with
    /// the part that shows its own headline.
    pub(crate) fn kept(&self, compared: bool) -> Option<Units> {
        let (part, before) = self.part.get()?;
        (before != compared).then_some(part)
    }
}

impl fmt::Debug for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sight({:?})", self.focus())
    }
}

/// A requested place of the time cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seek {
    /// The time, in ms; none takes the cursor away.
    pub(crate) at: Option<f64>,
    /// Counts the requests, so that the same place can be asked for again.
    pub(crate) number: u32,
}

impl PartialEq for GanttProps {
    /// Two schedules are one if they are the same in memory: comparing a million spans at every
    /// rendering would cost more than drawing them.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
            && self.title == other.title
            && self.stem == other.stem
            && self.caption == other.caption
            && self.note == other.note
            && self.together == other.together
            && self.seek == other.seek
            && self.focus == other.focus
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
pub(crate) fn Gantt(props: &GanttProps) -> Html {
    let shown = use_state_eq(Shown::default);
    let places = use_memo((), |()| Places::default());
    let held = use_chart(props, &places, shown.setter());
    let schedule = &props.schedule;
    let summary = use_memo(Same(schedule.clone()), |schedule| {
        AttrValue::from(schedule::summary::of(&schedule.0))
    });
    let help = use_memo((), |()| unique("gantt-help"));
    let keys = use_memo((), |()| unique("gantt-keys"));
    let any = {
        let held = held.clone();
        Callback::from(move |action: Action| {
            held.change(|chart| {
                chart.act(action);
            });
        })
    };
    let act = |action: Action| any.reform(move |_: MouseEvent| action);
    let close_help = any.reform(|()| Action::CloseHelp);
    let onkeydown = {
        let (open, close, help) = (shown.help, close_help.clone(), help.clone());
        Callback::from(move |event: KeyboardEvent| {
            if open && event.key() == "Escape" {
                event.stop_propagation();
                close.emit(());
                parts::focus_button_of(&help);
            }
        })
    };
    let look = use_state_eq(Look::default);
    let set_look = {
        let (look, held) = (look.clone(), held.clone());
        Callback::from(move |to: Look| {
            look.set(to);
            held.change(|chart| chart.set_look(to));
        })
    };
    let has = use_memo(Same(schedule.clone()), |schedule| Has::of(&schedule.0));
    let window = held.visible();
    let (tabular, present) = use_table(&held, &places.canvas);

    // One row of buttons is enough for several charts.
    let leads = held.leads(props.together.as_ref());
    let height = if shown.height > 0.0 {
        shown.height
    } else {
        parts::window_height()
    };
    let rows = Rows::new(shown.rows.unwrap_or(schedule.lanes().len()), height);
    let pixels = |length: f64| AttrValue::from(format!("height:{length}px"));
    let range = if shown.range.is_empty() {
        "\u{a0}"
    } else {
        &shown.range
    };
    html! {
        <div class="gantt">
            <span ref={&places.probe} class="gantt-probe" hidden=true />
            <div class="gantt-bar" {onkeydown}>
                <h2 class="gantt-title">{ &props.title }</h2>
                { forms(&tabular, &keys) }
                <Legend schedule={schedule.clone()} list={places.legend.clone()} />
                <div class="gantt-side">
                    <p class="gantt-range">{ range }</p>
                    <div class="gantt-tools" role="group" aria-label="Zoom" hidden={*tabular}>
                        <Button label="Zoom out" title="Zoom out" idle={shown.whole} onclick={act(Action::Zoom(FARTHER))}>{ "−" }</Button>
                        <Button label="Zoom in" title="Zoom in" idle={shown.closest} onclick={act(Action::Zoom(CLOSER))}>{ "+" }</Button>
                        <Button label="Fit the whole run" title="Fit the whole run" idle={shown.whole} onclick={act(Action::Fit)}>{ "Fit" }</Button>
                        <Button class="panelled" label="Keys and pointer" title="Keys and pointer" expanded={shown.help} controls={help.to_string()} onclick={act(Action::Help)}>{ "?" }</Button>
                    </div>
                    <View look={*look} has={(*has).clone()} folded={shown.folded} set={set_look} act={any.clone()} />
                    <Export schedule={schedule.clone()} stem={props.stem.clone()} caption={props.caption.clone()} note={props.note.clone()} {window} look={*look} />
                </div>
                <Help id={help.to_string()} open={shown.help && !*tabular} close={close_help} />
            </div>
            if *tabular {
                <Table schedule={schedule.clone()} {window} summary={(*summary).clone()}
                    height={rows.view + minimap::HEIGHT} show={present} />
            }
            <div class="gantt-stage" hidden={*tabular}>
                <div ref={&places.scroller} class={classes!("gantt-lanes", rows.scrolls().then_some("gantt-scrolls"))} style={pixels(rows.view)} tabindex="-1">
                    <div style={pixels(rows.all())}>
                        <canvas ref={&places.canvas} class="gantt-canvas" style={pixels(rows.view)} tabindex="0"
                            role="application" aria-roledescription="Gantt chart" aria-label={format!("Gantt chart: {}", *summary)}
                            aria-describedby={keys.to_string()} />
                    </div>
                </div>
                <div class="gantt-over" style={pixels(rows.view)} aria-hidden="true">
                    <div ref={&places.future} class="gantt-future" style={pixels(rows.plot())} hidden=true />
                    <div ref={&places.range} class="gantt-measuring" style={pixels(rows.plot())} hidden=true />
                    <div ref={&places.cursor} class="gantt-cursor" style={pixels(rows.plot() + 5.0)} hidden=true />
                </div>
                <p class={classes!("gantt-hint", shown.hint.then_some("gantt-hint-on"))} aria-hidden="true">
                    { if touch() {
                        "Pinch to zoom, or tap the schedule first"
                    } else {
                        "Hold Ctrl and turn the wheel to zoom, or click the schedule first"
                    } }
                </p>
            </div>
            <div ref={&places.minimap} class="gantt-minimap" aria-hidden="true" hidden={*tabular}>
                <canvas ref={&places.hills} />
                <div ref={&places.frame} class="gantt-frame" />
            </div>
            if !*tabular && leads {
                <Transport clock={shown.clock.clone()} armed={shown.armed} range={shown.range_told.clone()}
                    pinned={shown.pinned.clone()} id={format!("{keys}-speed")} act={any.clone()} />
            }
            <p id={keys.to_string()} class="unseen">
                { "Arrow keys move in time, plus and minus zoom, 0 shows the whole run. " }
                { "Shift and arrow keys select spans and read out their figures; a question mark lists all keys." }
            </p>
            <p class="unseen gantt-said" aria-live="polite">{ &shown.said }</p>
            <Tooltip tip={shown.tip.clone()} />
        </div>
    }
}

/// The choice between chart and table.
fn forms(tabular: &UseStateHandle<bool>, id: &str) -> Html {
    let group = Segments {
        name: format!("{id}-form").into(),
        named: Named::Words("Show as"),
        class: Some("gantt-form"),
        hidden: false,
    };
    let form = |table: bool, words: &'static str| {
        let set = tabular.setter();
        Segment {
            words: words.into(),
            value: words.into(),
            title: None,
            taken: **tabular == table,
            refused: false,
            take: Callback::from(move |_| set.set(table)),
        }
    };
    group.view([form(false, "Chart"), form(true, "Table")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_part_that_somebody_chose_is_kept_where_variants_come_and_go() {
        let sight = Sight::default();
        sight.see(None, false, (None, None));
        assert_eq!(sight.kept(true), None);
        // Reading a reason chooses no part.
        sight.see(None, false, (Some((41, 6)), Some(1)));
        assert_eq!(sight.kept(true), None);
        sight.see(Some((43, 6)), false, (Some((43, 6)), None));
        assert_eq!((sight.kept(true), sight.kept(false)), (Some((43, 6)), None));
    }
}
