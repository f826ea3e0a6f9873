//! Events of the program that draws a chart: a mark is chosen, a line is moved, a dot is dragged.

use gloo::events::EventListener;
use report::Card;
use wasm_bindgen::JsCast;
use web_sys::{CustomEvent, Event, HtmlElement};
use yew::prelude::*;

use super::handles::Holds;

/// Passes the events on as long as the chart is there.
#[hook]
pub(super) fn use_events(
    host: &NodeRef,
    chart: &Card,
    holds: &Option<Holds>,
    on_choose: &Option<Callback<(usize, usize)>>,
) {
    {
        let host = host.clone();
        use_effect_with(on_choose.clone(), move |on_choose| {
            let listener =
                on_choose
                    .clone()
                    .zip(host.cast::<HtmlElement>())
                    .map(|(on_choose, host)| {
                        EventListener::new(&host, "choose", move |event| {
                            let detail = detail(event);
                            let mark = detail.split_once(' ');
                            let mark = mark.and_then(|(series, index)| {
                                Some((series.parse().ok()?, index.parse().ok()?))
                            });
                            if let Some(mark) = mark {
                                on_choose.emit(mark);
                            }
                        })
                    });
            move || drop(listener)
        });
    }

    {
        let host = host.clone();
        let needs = (holds.clone(), chart.handles.clone());
        use_effect_with(needs, move |(holds, lines)| {
            let holds = holds.clone().zip(host.cast::<HtmlElement>());
            let listeners = holds.map(|(holds, host)| {
                ["set", "move", "moved", "hold"].map(|kind| {
                    let (holds, lines) = (holds.clone(), lines.clone());
                    EventListener::new(&host, kind, move |event| {
                        let detail = detail(event);
                        let (name, said) = detail.split_once(' ').unwrap_or((&detail, ""));
                        match kind {
                            "move" => holds.write(name, said),
                            "moved" => holds.leave(name),
                            "hold" => {
                                let line = said.parse().ok().and_then(|at: usize| lines.get(at));
                                holds.hold(name, line.and_then(Option::as_ref));
                            }
                            _ => {
                                if let Ok(at) = said.parse() {
                                    holds.set(name, at);
                                }
                            }
                        }
                    })
                })
            });
            move || drop(listeners)
        });
    }

    {
        let host = host.clone();
        let needs = (holds.clone(), chart.grips.clone(), chart.stops.clone());
        use_effect_with(needs, move |(holds, grips, stops)| {
            let holds = holds.clone().zip(host.cast::<HtmlElement>());
            let listeners = holds.map(|(holds, host)| {
                ["grip", "grasp"].map(|kind| {
                    let (holds, grips, stops) = (holds.clone(), grips.clone(), stops.clone());
                    EventListener::new(&host, kind, move |event| {
                        let detail = detail(event);
                        let (index, at) = detail.split_once(' ').unwrap_or((&detail, ""));
                        let index: usize = index.parse().unwrap_or(usize::MAX);
                        let Some((grip, said)) = grips.get(index).zip(stops.get(index)) else {
                            return;
                        };
                        match (kind, at.parse()) {
                            ("grip", Ok(at)) => holds.put(grip, at),
                            ("grasp", _) => holds.grasp(grip, said),
                            _ => {}
                        }
                    })
                })
            });
            move || drop(listeners)
        });
    }
}

/// The detail of an event.
fn detail(event: &Event) -> String {
    let event = event.dyn_ref::<CustomEvent>();
    let detail = event.and_then(|event| event.detail().as_string());
    detail.unwrap_or_default()
}
