//! The chart from its first frame to its last: made when its elements stand in the document, kept while schedules change,
//! and dropped with the elements.

use std::cell::RefCell;
use std::rc::Rc;

use schedule::Schedule;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::chart::{Chart, Nodes, Shown};
use super::listen::Listening;
use super::{GanttProps, Same, Sight, Together};

/// The places of the elements on which the chart draws, or which it moves.
#[derive(Default)]
pub(super) struct Places {
    pub(super) probe: NodeRef,
    pub(super) legend: NodeRef,
    pub(super) scroller: NodeRef,
    pub(super) canvas: NodeRef,
    pub(super) minimap: NodeRef,
    pub(super) hills: NodeRef,
    pub(super) frame: NodeRef,
    pub(super) cursor: NodeRef,
    pub(super) future: NodeRef,
    pub(super) range: NodeRef,
}

impl Places {
    /// The elements, if all stand in the document.
    fn nodes(&self) -> Option<Nodes> {
        Some(Nodes {
            probe: self.probe.cast()?,
            legend: self.legend.cast()?,
            scroller: self.scroller.cast()?,
            canvas: self.canvas.cast()?,
            minimap: self.minimap.cast()?,
            hills: self.hills.cast()?,
            frame: self.frame.cast()?,
            cursor: self.cursor.cast()?,
            future: self.future.cast()?,
            range: self.range.cast()?,
        })
    }
}

/// A chart with its listeners.
type Live = (Rc<RefCell<Chart>>, Listening);

/// The chart of a view, once its elements stand. Clones hold the same one.
#[derive(Clone, Default)]
pub(super) struct Held(Rc<RefCell<Option<Live>>>);

impl Held {
    /// Changes the chart.
    pub(super) fn change(&self, change: impl FnOnce(&mut Chart)) {
        if let Some((chart, _)) = self.0.borrow().as_ref() {
            change(&mut chart.borrow_mut());
        }
    }

    /// The visible time, from and to, in the schedule's unit; none where all is visible.
    pub(super) fn visible(&self) -> Option<(f64, f64)> {
        self.0.borrow().as_ref()?.0.try_borrow().ok()?.visible()
    }

    /// Whether this chart has the buttons of all charts with its time axis.
    pub(super) fn leads(&self, together: Option<&Together>) -> bool {
        match (together, &*self.0.borrow()) {
            (Some(together), Some((chart, _))) => together.leads(&Rc::downgrade(chart)),
            (together, _) => together.is_none(),
        }
    }

    /// Shows a schedule: in the present chart, or in a new one.
    fn show(&self, schedule: Rc<Schedule>, new: impl FnOnce(Rc<Schedule>) -> Option<Live>) {
        let mut place = self.0.borrow_mut();
        match place.as_ref() {
            Some((chart, _)) => chart.borrow_mut().set_schedule(schedule),
            None => *place = new(schedule),
        }
    }
}

/// A new chart, joined with those of its time axis and drawn.
fn start(
    nodes: Nodes,
    schedule: Rc<Schedule>,
    together: Option<Together>,
    sight: Option<&Sight>,
    show: Callback<Shown>,
) -> Option<Live> {
    let chart = Chart::new(nodes, schedule, together, show)?;
    let listening = Listening::new(&chart);
    if let Some(sight) = sight {
        *sight.chart.borrow_mut() = Rc::downgrade(&chart);
    }
    chart.borrow_mut().join();
    Chart::draw_now(&chart);
    Some((chart, listening))
}

/// The chart of these properties on these elements; `set` receives the state that the elements around it show.
#[hook]
pub(super) fn use_chart(
    props: &GanttProps,
    places: &Rc<Places>,
    set: UseStateSetter<Shown>,
) -> Held {
    let held = (*use_memo((), |()| Held::default())).clone();
    let show = {
        let (held, places, schedule) = (held.clone(), places.clone(), props.schedule.clone());
        let (together, sight) = (props.together.clone(), props.sight.clone());
        move || {
            held.show(schedule, |schedule| {
                let shown = Callback::from(move |shown| set.set(shown));
                start(places.nodes()?, schedule, together, sight.as_ref(), shown)
            });
        }
    };
    {
        // Yew may let a frame pass between a large rendering and its effects: the chart would be empty in it. Charts with one time axis
        // join it in the order of effects, which decides the first window.
        let alone = props.together.is_none();
        let show = show.clone();
        use_memo((), move |()| {
            if alone {
                spawn_local(async move { show() });
            }
        });
    }
    use_effect_with(Same(props.schedule.clone()), move |_| show());
    {
        let held = held.clone();
        use_effect_with((), move |()| move || drop(held.0.borrow_mut().take()));
    }
    {
        let held = held.clone();
        use_effect_with(props.seek, move |seek| {
            if let Some(seek) = seek {
                held.change(|chart| chart.seek(seek.at));
            }
        });
    }
    {
        let held = held.clone();
        use_effect_with(props.focus, move |focus| {
            held.change(|chart| chart.look_at(*focus));
        });
    }
    held
}

/// Whether a table stands in place of the chart, and the callback that presents the span of a row in the chart.
#[hook]
pub(super) fn use_table(held: &Held, canvas: &NodeRef) -> (UseStateHandle<bool>, Callback<usize>) {
    let tabular = use_state_eq(|| false);
    let presented = use_mut_ref(|| None::<usize>);
    let present = {
        let (tabular, presented) = (tabular.clone(), presented.clone());
        Callback::from(move |row: usize| {
            *presented.borrow_mut() = Some(row);
            tabular.set(false);
        })
    };
    // A chart that was hidden during a change is drawn anew.
    let (held, canvas) = (held.clone(), canvas.clone());
    use_effect_with(*tabular, move |tabular| {
        if *tabular {
            return;
        }
        held.change(|chart| {
            chart.measure_anew();
            if let Some(row) = presented.borrow_mut().take() {
                chart.present(row);
                if let Some(canvas) = canvas.cast::<HtmlElement>() {
                    let _ = canvas.focus();
                }
            }
        });
    });
    (tabular, present)
}
