//! What can wait for the next frame.

use gloo::render::request_animation_frame;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// What is made later.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What stands in its place until then, with `data-awaited`: the browser tests wait until there is none.
    #[prop_or_else(|| html! { <span data-awaited="" hidden=true></span> })]
    pub(crate) place: Html,
    /// Whether what is more urgent is there; what was made once stays.
    #[prop_or(true)]
    pub(crate) after: bool,
    /// It.
    pub(crate) children: Html,
}

/// What lies below the first screen: it is made in a task of its own, after what is above it was painted and can be used.
#[component]
pub(crate) fn Later(props: &Props) -> Html {
    let due = use_state_eq(|| false);
    {
        let due = due.setter();
        use_effect_with(props.after, move |after| {
            // A frame's callback comes before it is painted, a timer set there after it.
            let frame = after.then(|| {
                request_animation_frame(move |_| {
                    Timeout::new(0, move || due.set(true)).forget();
                })
            });
            move || drop(frame)
        });
    }
    if *due {
        props.children.clone()
    } else {
        props.place.clone()
    }
}
