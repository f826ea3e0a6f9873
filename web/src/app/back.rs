//! The gallery as an entry of the browser's history: Back closes it, as it takes the place of the page.

use gloo::events::EventListener;
use gloo::utils::window;
use session::action::Action;
use yew::prelude::*;

use crate::address;

/// Gives the open gallery an entry of its own, and takes it away when the gallery is closed otherwise than by Back. A preset of
/// the gallery takes over its entry ([`address::write`]).
#[hook]
pub(super) fn use_back(above: bool, act: &Callback<Action>) {
    let open = use_mut_ref(|| above);
    {
        let open = open.clone();
        use_effect_with(above, move |above| match (open.replace(*above), *above) {
            (false, true) if !address::at_gallery() => address::enter_gallery(),
            (true, false) if address::at_gallery() => address::leave_gallery(),
            _ => {}
        });
    }
    let act = act.clone();
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "popstate", move |_| {
            let there = address::at_gallery();
            if there != *open.borrow() {
                act.emit(Action::Gallery(there));
            }
        });
        move || drop(listener)
    });
}
