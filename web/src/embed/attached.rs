//! The figure in the page around it: requests of the host, and the events that the host hears.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::document_element;
use playground::link;
use session::event::Event;
use session::outcome::Phase;
use session::state::State;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver};
use yew::prelude::*;

use super::commands::{self, Commands};
use super::host::{Asked, Host};
use crate::address::use_address;
use crate::appearance;
use crate::gantt::PRESS;

/// Ties the figure, whose element is `root`, to its host.
#[hook]
pub(super) fn use_host(commands: Commands, state: &Rc<State>, root: &NodeRef) {
    let (driver, host) = (commands.driver.clone(), commands.host.clone());
    let (options, authors) = (commands.options.clone(), commands.authors.clone());
    // Requests of the host meet the state at their time.
    let latest = use_mut_ref(|| commands.clone());
    *latest.borrow_mut() = commands;
    {
        let host = host.clone();
        use_effect_with((), move |()| {
            let _ = document_element().set_attribute("lang", &options.language);
            appearance::show(options.theme);
            host.listen(Callback::from(move |asked: Asked| {
                let commands = latest.borrow().clone();
                commands.take(asked);
            }));
        });
    }
    {
        let (host, state) = (host.clone(), state.clone());
        use_effect_with(
            (state.run, state.phase.clone(), state.started),
            move |(run, phase, started)| match phase {
                Phase::Running { done, .. } if *started => host.progress(*run, *done),
                Phase::Running { .. } => {}
                _ => host.ended(*run, &commands::outcome(&state)),
            },
        );
    }
    // The host may lead its frame to another link.
    use_address(Callback::from(move |fragment: String| {
        if let Ok(decoded) = link::decode(&fragment) {
            *authors.borrow_mut() = Rc::new(decoded.scenario);
        }
        driver.handle(Event::Address(fragment));
    }));
    // The host hears of each bar of the schedule that a reader presses.
    {
        let (host, root) = (host.clone(), root.clone());
        use_effect_with((), move |()| {
            let listener = root.cast::<HtmlElement>().map(|root| {
                EventListener::new(&root, PRESS, move |event| {
                    if let Some(pressed) = event.dyn_ref::<CustomEvent>() {
                        host.press(&pressed.detail());
                    }
                })
            });
            move || drop(listener)
        });
    }
    let root = root.clone();
    use_effect_with((), move |()| {
        let watch = root
            .cast::<HtmlElement>()
            .and_then(|root| Watch::new(&host, root));
        move || drop(watch)
    });
}

/// Tells the host the height of the figure, whenever that changes.
struct Watch {
    sizes: ResizeObserver,
    changes: MutationObserver,
    _changed: Closure<dyn FnMut(JsValue)>,
}

impl Watch {
    fn new(host: &Host, root: HtmlElement) -> Option<Self> {
        let (host, node) = (host.clone(), root.clone());
        let mut told = 0.0;
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            let height = node.get_bounding_client_rect().height().ceil();
            if height != told {
                told = height;
                host.resize(height);
            }
        });
        let listener = changed.as_ref().unchecked_ref();
        let sizes = ResizeObserver::new(listener).ok()?;
        sizes.observe(&root);
        // Browsers report no sizes of a frame out of sight; the frame needs its place before a reader scrolls to it.
        let changes = MutationObserver::new(listener).ok()?;
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        options.set_attributes(true);
        options.set_character_data(true);
        changes.observe_with_options(&root, &options).ok()?;
        Some(Self {
            sizes,
            changes,
            _changed: changed,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.sizes.disconnect();
        self.changes.disconnect();
    }
}
