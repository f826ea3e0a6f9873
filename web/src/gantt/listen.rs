//! Listening to pointers, wheel, keys, sizes and colours.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, Event, EventTarget, KeyboardEvent, MediaQueryList, MouseEvent, MutationObserver,
    MutationObserverInit, PointerEvent, ResizeObserver, WheelEvent,
};

use super::chart::{Chart, Fold};
use super::keys::{self, CLOSER, Step};
use super::pointer::{Move, wheel_factor};
use super::view::Window;

/// A line and a page of the wheel, in pixels.
const LINE: f64 = 24.0;
const PAGE: f64 = 400.0;
/// Turns below this come from a touchpad's pinch, which counts finer.
const FINE: f64 = 30.0;

type Shared = Rc<RefCell<Chart>>;

/// Listens until dropped.
pub(super) struct Listening {
    _events: Vec<EventListener>,
    _density: Rc<RefCell<Option<EventListener>>>,
    sizes: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
    theme: Option<(MutationObserver, Closure<dyn FnMut()>)>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some((observer, _)) = &self.sizes {
            observer.disconnect();
        }
        if let Some((observer, _)) = &self.theme {
            observer.disconnect();
        }
    }
}

impl Listening {
    pub(super) fn new(chart: &Shared) -> Listening {
        let mut events = Vec::new();
        let (canvas, minimap, scroller) = {
            let nodes = &chart.borrow().nodes;
            (
                nodes.canvas.clone(),
                nodes.minimap.clone(),
                nodes.scroller.clone(),
            )
        };
        on(&mut events, &canvas, chart, "pointerdown", pressed);
        on(&mut events, &canvas, chart, "pointermove", moved);
        on(&mut events, &canvas, chart, "pointerup", released);
        on(
            &mut events,
            &canvas,
            chart,
            "pointercancel",
            |chart, _: &PointerEvent| {
                chart.pointers.cancel();
                (chart.scrubs, chart.range.drawn) = (false, false);
            },
        );
        on(
            &mut events,
            &canvas,
            chart,
            "pointerleave",
            |chart, _: &PointerEvent| chart.point_at(None),
        );
        on(
            &mut events,
            &canvas,
            chart,
            "dblclick",
            |chart, event: &MouseEvent| {
                let window = chart.aim().zoomed(
                    CLOSER,
                    chart.share_at(f64::from(event.offset_x())),
                    chart.extent(),
                );
                chart.go(window, true);
            },
        );
        on(&mut events, &canvas, chart, "wheel", turned);
        on(&mut events, &canvas, chart, "keydown", typed);
        // A keyboard user is among the spans at once, and hears which one; one more Tab leads out again.
        on(&mut events, &canvas, chart, "focus", |chart, _: &Event| {
            let by_key = chart.nodes.canvas.matches(":focus-visible");
            if by_key.unwrap_or(false) && chart.selected.is_none() {
                chart.select(chart.along(Step::Next));
            }
            chart.redraw();
        });
        on(&mut events, &canvas, chart, "blur", |chart, _: &Event| {
            chart.redraw()
        });
        on(
            &mut events,
            &scroller,
            chart,
            "scroll",
            |chart, _: &Event| chart.redraw(),
        );
        on(&mut events, &minimap, chart, "pointerdown", take_frame);
        on(&mut events, &minimap, chart, "pointermove", move_frame);
        for end in ["pointerup", "pointercancel"] {
            on(
                &mut events,
                &minimap,
                chart,
                end,
                |chart, _: &PointerEvent| chart.held = None,
            );
        }
        if let Some(window) = web_sys::window() {
            on(&mut events, &window, chart, "resize", |chart, _: &Event| {
                chart.measure_anew()
            });
            for query in [
                "(prefers-color-scheme: dark)",
                "(forced-colors: active)",
                "(prefers-contrast: more)",
            ] {
                if let Ok(Some(list)) = window.match_media(query) {
                    on(&mut events, &list, chart, "change", |chart, _: &Event| {
                        chart.measure_anew()
                    });
                }
            }
        }
        let density = Rc::new(RefCell::new(None));
        follow_density(chart, &density);
        let sizes = observe_sizes(chart, [canvas.as_ref(), minimap.as_ref()]);
        Listening {
            _events: events,
            _density: density,
            sizes,
            theme: observe_theme(chart),
        }
    }
}

/// Adds a listener that may prevent the browser's usual action.
fn on<E: JsCast + 'static>(
    events: &mut Vec<EventListener>,
    target: &EventTarget,
    chart: &Shared,
    name: &'static str,
    react: impl Fn(&mut Chart, &E) + 'static,
) {
    let chart = Rc::downgrade(chart);
    let options = EventListenerOptions::enable_prevent_default();
    events.push(EventListener::new_with_options(
        target,
        name,
        options,
        move |event| {
            if let Some(chart) = chart.upgrade()
                && let Ok(mut chart) = chart.try_borrow_mut()
            {
                react(&mut chart, event.unchecked_ref());
            }
        },
    ));
}

fn place(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}

fn pressed(chart: &mut Chart, event: &PointerEvent) {
    if event.button() != 0 {
        return;
    }
    let (x, y) = place(event);
    let at = chart.window.time_at(chart.share_at(x));
    if !chart.pointers.busy() && event.is_primary() {
        if y > chart.rows.plot() {
            chart.scrubs = true;
            chart.set_cursor(Some(at));
        } else if event.shift_key() || chart.range.armed {
            chart.measure_from(at);
        }
    }
    chart.pointers.press(event.pointer_id(), x, y);
    let _ = chart.nodes.canvas.set_pointer_capture(event.pointer_id());
}

fn moved(chart: &mut Chart, event: &PointerEvent) {
    let (x, y) = place(event);
    if (chart.scrubs || chart.range.drawn) && event.is_primary() {
        chart.point_at(None);
        let at = chart.window.time_at(chart.share_at(x));
        if chart.scrubs {
            chart.set_cursor(Some(at));
        } else {
            chart.measure_to(at);
        }
        return;
    }
    match chart.pointers.moved(event.pointer_id(), x, y) {
        Move::Hover => chart.point_at(Some((x, y))),
        Move::Nothing => {}
        Move::Drag(by) => {
            chart.point_at(None);
            chart.drag(by);
        }
        Move::Pinch { x, factor, drag } => {
            chart.point_at(None);
            chart.zoom_at(x, factor, drag);
        }
    }
}

fn released(chart: &mut Chart, event: &PointerEvent) {
    let clicked = chart.pointers.release(event.pointer_id());
    if chart.scrubs {
        chart.scrubs = false;
        return;
    }
    if chart.range.drawn {
        chart.measured();
        // A click with Shift held is still a click.
        if chart.range.ends.is_some() {
            return;
        }
    }
    if !clicked {
        return;
    }
    let (x, y) = place(event);
    if x < chart.left && !chart.schedule.groups().is_empty() {
        if let Some(row) = chart.rows.lane_at(y + chart.scrolled()) {
            chart.fold(Fold::Row(row));
        }
        return;
    }
    let row = chart.span_at(x, y).and_then(|span| chart.row_of(span));
    if row.is_some() || chart.selected.is_some() {
        chart.select(row);
        chart.pin(row);
    }
    if event.pointer_type() == "mouse" {
        chart.point_at(Some((x, y)));
    }
}

fn turned(chart: &mut Chart, event: &WheelEvent) {
    let per_step = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => LINE,
        WheelEvent::DOM_DELTA_PAGE => PAGE,
        _ => 1.0,
    };
    let (across, along) = (event.delta_x() * per_step, event.delta_y() * per_step);
    let zooms = event.ctrl_key() || event.meta_key();
    let sideways = if event.shift_key() && across == 0.0 {
        along
    } else {
        across
    };
    if !zooms && (event.shift_key() || across.abs() > along.abs()) {
        event.prevent_default();
        chart.drag(-sideways);
    } else if zooms || has_focus(chart) {
        event.prevent_default();
        chart.take_hint();
        let finer = if event.ctrl_key() && along.abs() < FINE {
            4.0
        } else {
            1.0
        };
        chart.zoom_at(
            f64::from(event.offset_x()),
            wheel_factor(along * finer),
            0.0,
        );
    } else {
        chart.give_hint();
    }
    let (x, y) = place(event);
    chart.point_at((!chart.pointers.busy()).then_some((x, y)));
}

/// Whether keys go to the chart. In a frame an element stays active after the focus has left the frame.
fn has_focus(chart: &Chart) -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    page.is_some_and(|page| {
        let active = page.active_element();
        let here = active.as_ref() == Some(chart.nodes.canvas.as_ref());
        here && page.has_focus().unwrap_or(false)
    })
}

fn typed(chart: &mut Chart, event: &KeyboardEvent) {
    let other = event.ctrl_key() || event.meta_key() || event.alt_key();
    if let Some(action) = keys::action(&event.key(), event.shift_key(), other)
        && chart.act(action)
    {
        event.prevent_default();
    }
}

/// The share of the run at the pointer's place on the minimap.
fn share_of_run(chart: &Chart, event: &PointerEvent) -> f64 {
    let x = f64::from(event.client_x()) - chart.nodes.minimap.get_bounding_client_rect().left();
    (x - chart.left) / chart.plot_width()
}

fn take_frame(chart: &mut Chart, event: &PointerEvent) {
    if event.button() != 0 {
        return;
    }
    event.prevent_default();
    let _ = chart.nodes.minimap.set_pointer_capture(event.pointer_id());
    let (share, makespan) = (share_of_run(chart, event), chart.extent());
    let (left, wide) = super::minimap::frame(chart.aim(), makespan, chart.plot_width());
    let at = share * chart.plot_width();
    let whole = Window::whole(makespan);
    let from = whole.share_of(chart.aim().from());
    // A press beside the frame moves the frame there first.
    let half = chart.aim().length() / makespan.max(f64::MIN_POSITIVE) / 2.0;
    chart.held = Some(if at >= left && at <= left + wide {
        share - from
    } else {
        half
    });
    move_frame(chart, event);
}

fn move_frame(chart: &mut Chart, event: &PointerEvent) {
    let Some(held) = chart.held else { return };
    let makespan = chart.extent();
    let from = (share_of_run(chart, event) - held) * makespan;
    let window = Window::at(from, chart.aim().length(), makespan);
    chart.go(window, false);
}

/// Measures anew when the size of an element changes.
fn observe_sizes(
    chart: &Shared,
    elements: [&Element; 2],
) -> Option<(ResizeObserver, Closure<dyn FnMut()>)> {
    let chart = Rc::downgrade(chart);
    let changed = Closure::<dyn FnMut()>::new(move || {
        if let Some(chart) = chart.upgrade()
            && let Ok(mut chart) = chart.try_borrow_mut()
            && f64::from(chart.nodes.canvas.client_width()) != chart.size.0
        {
            chart.measure_anew();
        }
    });
    let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok()?;
    for element in elements {
        observer.observe(element);
    }
    Some((observer, changed))
}

/// Reads the colours anew when the page's theme is switched.
fn observe_theme(chart: &Shared) -> Option<(MutationObserver, Closure<dyn FnMut()>)> {
    let chart = Rc::downgrade(chart);
    let changed = Closure::<dyn FnMut()>::new(move || {
        if let Some(chart) = chart.upgrade()
            && let Ok(mut chart) = chart.try_borrow_mut()
        {
            chart.measure_anew();
        }
    });
    let observer = MutationObserver::new(changed.as_ref().unchecked_ref()).ok()?;
    let options = MutationObserverInit::new();
    options.set_attributes(true);
    let page = web_sys::window()?.document()?.document_element()?;
    observer.observe_with_options(&page, &options).ok()?;
    Some((observer, changed))
}

/// Measures anew when the screen's density changes: a window moved to another screen, or page zoom.
/// The query names the present density, so that each change asks anew.
fn follow_density(chart: &Shared, listener: &Rc<RefCell<Option<EventListener>>>) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let query = format!("(resolution: {}dppx)", window.device_pixel_ratio());
    let Ok(Some(list)) = window.match_media(&query) else {
        return;
    };
    let list: MediaQueryList = list;
    let (weak, slot) = (Rc::downgrade(chart), Rc::downgrade(listener));
    let next = EventListener::once(&list, "change", move |_| {
        let (Some(chart), Some(slot)) = (weak.upgrade(), slot.upgrade()) else {
            return;
        };
        if let Ok(mut chart) = chart.try_borrow_mut() {
            chart.measure_anew();
        }
        follow_density(&chart, &slot);
    });
    if let Ok(mut slot) = listener.try_borrow_mut() {
        *slot = Some(next);
    }
}
