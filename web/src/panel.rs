//! The panel of all parameters: folded until somebody opens it, beside the result where there is room, else a sheet over it.

use gloo::events::EventListener;
use gloo::utils::{document_element, window};
use session::action::Action;
use yew::prelude::*;

use crate::header::focus;
use crate::memory;

/// The key of the open or folded state beside the result in the browser's storage; the document reads it before it draws anything.
const KEY: &str = "makespan.panel";
const OPEN: &str = "open";
const FOLDED: &str = "folded";
/// The media query for room beside the result.
const WIDE: &str = "(min-width: 901px)";

/// Whether the panel is open, and the way to open and fold it.
pub(crate) struct Panel {
    /// Whether it is open.
    pub(crate) open: bool,
    /// Opens it, where it is folded, and gives it the focus; or folds it and gives the focus back.
    pub(crate) show: Callback<bool>,
}

/// The panel; `sheet` tells whether it lies over the result, where there is no room beside it.
#[hook]
pub(crate) fn use_panel(sheet: bool, act: &Callback<Action>) -> Panel {
    let beside = use_state_eq(|| memory::get(KEY).as_deref() == Some(OPEN));
    let wide = use_state_eq(is_wide);
    {
        let wide = wide.setter();
        use_effect_with((), move |()| {
            let query = window().match_media(WIDE).ok().flatten();
            let listener = query
                .map(|query| EventListener::new(&query, "change", move |_| wide.set(is_wide())));
            move || drop(listener)
        });
    }
    // The styles change before the focus moves: a hidden element takes no focus.
    use_effect_with(*beside, |open| {
        let _ = document_element().set_attribute("data-panel", if *open { OPEN } else { FOLDED });
    });
    use_moves(*beside, "all-parameters");
    use_moves(sheet, "sheet");
    let open = if *wide { *beside } else { sheet };
    let show = use_callback(
        (act.clone(), open, *wide),
        move |to: bool, (act, open, wide)| {
            if to && *open {
                focus("parameters");
            } else if *wide {
                // Where nothing is kept, the choice lasts as long as the page.
                memory::set(KEY, if to { OPEN } else { FOLDED });
                beside.set(to);
            } else {
                act.emit(Action::Sheet(to));
            }
        },
    );
    Panel { open, show }
}

/// Moves the focus into the panel when it opens, and back to its button when it is folded.
#[hook]
fn use_moves(open: bool, button: &'static str) {
    let opened = use_mut_ref(|| open);
    use_effect_with(open, move |open| {
        if opened.replace(*open) != *open {
            focus(if *open { "parameters" } else { button });
        }
    });
}

fn is_wide() -> bool {
    let query = window().match_media(WIDE).ok().flatten();
    query.is_some_and(|query| query.matches())
}
