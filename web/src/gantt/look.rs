//! What is shown besides the bars, and in which order: the panel that sets it.

use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::keys::Action;
use super::order::Key;
use super::parts::unique;

/// How the lanes are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// What lanes are sorted by.
    pub(super) sort: Key,
    /// Whether the last comes first.
    pub(super) reverse: bool,
    /// All arrows, not only those of the span that is pointed at or selected.
    pub(super) arrows: bool,
    /// The lane that the others waited for, in each interval.
    pub(super) slowest: bool,
    /// What the makespan can be held against.
    pub(super) bounds: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            sort: Key::Given,
            reverse: false,
            arrows: false,
            slowest: false,
            bounds: true,
        }
    }
}

/// What the panel needs.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct LookProps {
    pub(super) look: Look,
    /// What there is to show: groups, links, bounds.
    pub(super) has: Has,
    /// Whether a group is folded.
    pub(super) folded: bool,
    pub(super) set: Callback<Look>,
    pub(super) act: Callback<Action>,
}

/// What a schedule has to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Has {
    pub(super) groups: bool,
    /// The kinds of links, in words.
    pub(super) links: Option<String>,
    pub(super) bounds: bool,
}

/// A button, and the panel that it opens.
#[component]
pub(super) fn View(props: &LookProps) -> Html {
    let open = use_state(|| false);
    let (button, first) = (use_node_ref(), use_node_ref());
    let id = use_memo((), |()| unique("gantt-view"));
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    {
        let first = first.clone();
        use_effect_with(*open, move |open| {
            if *open && let Some(input) = first.cast::<HtmlInputElement>() {
                let _ = input.focus();
            }
        });
    }
    let onkeydown = {
        let (open, button) = (open.clone(), button.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && *open {
                event.stop_propagation();
                open.set(false);
                if let Some(button) = button.cast::<HtmlElement>() {
                    let _ = button.focus();
                }
            }
        })
    };
    html! {
        <div class="gantt-viewer" {onkeydown}>
            <button ref={button} type="button" class="button" aria-expanded={open.to_string()}
                aria-controls={open.then(|| id.to_string())} onclick={toggle}>{ "View" }</button>
            if *open {
                <div id={id.to_string()} class="gantt-panel" role="group" aria-label="View">
                    { sorting(props, &first, &id) }
                    { shown(props) }
                </div>
            }
        </div>
    }
}

fn sorting(props: &LookProps, first: &NodeRef, id: &str) -> Html {
    let look = props.look;
    let key = |place: usize, (sort, words): (Key, &'static str)| {
        let onchange = props.set.reform(move |_: Event| Look { sort, ..look });
        let reference = if place == 0 {
            first.clone()
        } else {
            NodeRef::default()
        };
        html! {
            <label>
                <input ref={reference} type="radio" name={format!("{id}-sort")} checked={look.sort == sort} {onchange} />
                { words }
            </label>
        }
    };
    let reverse = props.set.reform(move |_: Event| Look {
        reverse: !look.reverse,
        ..look
    });
    html! {
        <fieldset>
            <legend>{ "Sort lanes by" }</legend>
            { for Key::ALL.into_iter().enumerate().map(|(place, sort)| key(place, sort)) }
            <label><input type="checkbox" checked={look.reverse} onchange={reverse} />{ "The other way round" }</label>
        </fieldset>
    }
}

fn shown(props: &LookProps) -> Html {
    let look = props.look;
    let switch = |words: String, on: bool, to: Look| {
        let onchange = props.set.reform(move |_: Event| to);
        html! { <label><input type="checkbox" checked={on} {onchange} />{ words }</label> }
    };
    let Has {
        groups,
        links,
        bounds,
    } = &props.has;
    let fold = props.act.reform(|folded: bool| Action::FoldAll(folded));
    html! {
        <fieldset>
            <legend>{ "Show" }</legend>
            { switch("Who the others waited for".into(), look.slowest, Look { slowest: !look.slowest, ..look }) }
            if let Some(kinds) = links {
                { switch(format!("All arrows: {kinds}"), look.arrows, Look { arrows: !look.arrows, ..look }) }
            }
            if *bounds {
                { switch("Bounds on the makespan".into(), look.bounds, Look { bounds: !look.bounds, ..look }) }
            }
            if *groups {
                <div class="row">
                    <button type="button" class="button" onclick={fold.reform(|_: MouseEvent| true)}>{ "Fold all groups" }</button>
                    <button type="button" class="button" aria-disabled={(!props.folded).then_some("true")}
                        onclick={fold.reform(|_: MouseEvent| false)}>{ "Unfold all" }</button>
                </div>
            }
        </fieldset>
    }
}
