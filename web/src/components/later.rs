//! Content that can wait until the first screen is there.

use std::cell::RefCell;
use std::collections::VecDeque;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// Properties of later content.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The placeholder until then, with `data-awaited`: the browser tests wait until there is none.
    #[prop_or_else(|| html! { <span data-awaited="" hidden=true></span> })]
    pub(crate) place: Html,
    /// Whether the more urgent content is there; later content stays once rendered.
    #[prop_or(true)]
    pub(crate) after: bool,
    /// The later content.
    pub(crate) children: Html,
}

/// Content below the first screen: it is rendered in a task of its own, after the content above it was painted and can be used. Each
/// frame renders one piece, so that a key or a result waits for one piece at most.
#[component]
pub(crate) fn Later(props: &Props) -> Html {
    let due = use_state_eq(|| false);
    {
        let due = due.setter();
        use_effect_with(props.after, move |after| {
            if *after {
                enqueue(due);
            }
        });
    }
    if *due {
        props.children.clone()
    } else {
        props.place.clone()
    }
}

/// The pieces that are due, the first one first.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<UseStateSetter<bool>>,
    /// The frame after which the next piece is rendered.
    frame: Option<AnimationFrame>,
}

thread_local! {
    static QUEUE: RefCell<Queue> = RefCell::default();
}

fn enqueue(due: UseStateSetter<bool>) {
    QUEUE.with_borrow_mut(|queue| {
        queue.waiting.push_back(due);
        if queue.frame.is_none() {
            queue.frame = Some(next());
        }
    });
}

/// A frame's callback runs before the frame is painted, a timer set there after it.
fn next() -> AnimationFrame {
    request_animation_frame(|_| {
        let make = || {
            let due = QUEUE.with_borrow_mut(|queue| {
                let due = queue.waiting.pop_front();
                queue.frame = (!queue.waiting.is_empty()).then(next);
                due
            });
            if let Some(due) = due {
                due.set(true);
            }
        };
        Timeout::new(0, make).forget();
    })
}
