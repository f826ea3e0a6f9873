//! Elements in sight, or nearly.

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};
use yew::prelude::*;

/// The greatest distance of a near element from the screen, as a share of the screen's height.
const MARGIN: &str = "50% 0px";

/// Whether an element is on the screen, or was, or is near it.
#[hook]
pub(super) fn use_near(node: &NodeRef) -> bool {
    let near = use_state_eq(|| false);
    {
        let (node, near) = (node.clone(), near.setter());
        use_effect_with((), move |()| {
            let watch = node.cast().and_then(|node| Watch::new(&node, near));
            || drop(watch)
        });
    }
    *near
}

/// Watches an element until dropped.
struct Watch {
    observer: IntersectionObserver,
    _seen: Closure<dyn FnMut(Array, IntersectionObserver)>,
}

impl Watch {
    fn new(node: &Element, near: UseStateSetter<bool>) -> Option<Self> {
        let seen = move |entries: Array, observer: IntersectionObserver| {
            let mut entries = entries.iter().map(IntersectionObserverEntry::from);
            if entries.any(|entry| entry.is_intersecting()) {
                observer.disconnect();
                near.set(true);
            }
        };
        let seen = Closure::<dyn FnMut(Array, IntersectionObserver)>::new(seen);
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        let observer =
            IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options).ok()?;
        observer.observe(node);
        Some(Self {
            observer,
            _seen: seen,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
