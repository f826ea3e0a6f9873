//! The drawing of a chart, from the arrival of its program to its end.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use report::Card;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::Props;
use super::handles::{Gripped, Handle, Holds};
use super::look::{self, Look};
use super::program::{self, Drawing};

/// The drawing of a chart, once its program has come.
pub(super) type Shared = Rc<RefCell<Option<Drawing>>>;

/// The progress of a chart towards its drawing.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Phase {
    /// The program is on its way.
    Loading,
    /// The program has the chart's place. Yew may let the browser paint before the effect that draws.
    Mounted,
    Drawn,
    Failed,
}

/// The settings of the program beside the drawing.
#[derive(Serialize)]
struct Settings<'a> {
    looks: &'a [Look],
    hidden: &'a [bool],
    /// The series that show the intervals of their points.
    barred: Vec<bool>,
    /// Whether the names of lines stand at their ends, because a legend would be too long.
    named: bool,
    /// Its lines that set a parameter.
    handles: Vec<Handle<'a>>,
    /// Whether its tokens may be moved.
    movable: bool,
    /// Its dots that set a parameter.
    grips: Vec<Gripped<'a>>,
    /// Whether it is lower than other charts.
    small: bool,
}

impl<'a> Settings<'a> {
    fn of(
        chart: &'a Card,
        looks: &'a [Look],
        hidden: &'a [bool],
        holds: Option<&'a Holds>,
        small: bool,
    ) -> Self {
        Self {
            looks,
            hidden,
            barred: look::barred(chart, hidden),
            named: chart.named,
            handles: holds.map(|holds| holds.handles(chart)).unwrap_or_default(),
            movable: holds.is_some_and(|holds| holds.moves(chart)),
            grips: holds.map(|holds| holds.grips(chart)).unwrap_or_default(),
            small,
        }
    }
}

/// Gives the program its place as long as the chart is there.
#[hook]
pub(super) fn use_drawing(host: &NodeRef) -> (Shared, UseStateHandle<Phase>) {
    let drawing = use_mut_ref(|| None::<Drawing>);
    let phase = use_state_eq(|| Phase::Loading);
    {
        let (host, drawing, phase) = (host.clone(), drawing.clone(), phase.setter());
        use_effect_with((), move |()| {
            let place = drawing.clone();
            let here = Rc::new(Cell::new(true));
            let still = here.clone();
            if let Some(node) = host.cast::<HtmlElement>() {
                spawn_local(async move {
                    let mounted = program::mount(&node).await;
                    // The chart may have gone while its program came.
                    match mounted {
                        Some(mounted) if still.get() => {
                            *place.borrow_mut() = Some(mounted);
                            phase.set(Phase::Mounted);
                        }
                        Some(mounted) => mounted.end(),
                        None if still.get() => phase.set(Phase::Failed),
                        None => {}
                    }
                });
            }
            move || {
                here.set(false);
                if let Some(drawing) = drawing.take() {
                    drawing.end();
                }
            }
        });
    }
    (drawing, phase)
}

/// Draws the chart when its program has come, and after each change. `shown` has, for each series, whether it is hidden.
#[hook]
pub(super) fn use_drawn(
    drawing: &Shared,
    phase: &UseStateHandle<Phase>,
    props: &Props,
    looks: &[Look],
    shown: &[bool],
) {
    let (drawing, setter) = (drawing.clone(), phase.setter());
    // A chart that only changes its place among others has other looks.
    let needs = (
        (props.chart.clone(), looks.to_vec(), shown.to_vec()),
        (
            props.holds.clone(),
            props.opening,
            **phase != Phase::Loading,
        ),
    );
    use_effect_with(needs, move |((chart, looks, hidden), (holds, small, _))| {
        let drawn = drawing.borrow().as_ref().map(|drawing| {
            let settings = Settings::of(chart, looks, hidden, holds.as_ref(), *small);
            serde_json::to_string(&settings)
                .is_ok_and(|settings| drawing.draw(&chart.drawing, &settings).is_ok())
        });
        match drawn {
            None => {}
            Some(true) => setter.set(Phase::Drawn),
            Some(false) => setter.set(Phase::Failed),
        }
    });
}
