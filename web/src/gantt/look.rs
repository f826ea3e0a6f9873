//! The choice of layers besides the bars, and of the order of lanes: the panel that sets it.

use schedule::Schedule;
use yew::prelude::*;

use super::keys::Action;
use super::order::Key;
use crate::components::{Button, Panel, unique};

/// The look of the lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The sort key of the lanes.
    pub(super) sort: Key,
    /// Whether the order is reversed.
    pub(super) reverse: bool,
    /// All arrows, not only the arrows of the hovered or selected span.
    pub(super) arrows: bool,
    /// The lane that the others waited for, in each interval.
    pub(super) slowest: bool,
    /// A line for each bound on the makespan.
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

/// Properties of the panel.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct LookProps {
    pub(super) look: Look,
    /// The parts that the schedule has: groups, links, bounds.
    pub(super) has: Has,
    /// Whether a group is folded.
    pub(super) folded: bool,
    pub(super) set: Callback<Look>,
    pub(super) act: Callback<Action>,
}

/// The optional parts of a schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Has {
    pub(super) groups: bool,
    /// The kinds of links, in words.
    pub(super) links: Option<String>,
    pub(super) bounds: bool,
}

impl Has {
    pub(super) fn of(schedule: &Schedule) -> Self {
        let kinds: Vec<_> = schedule
            .link_kinds()
            .iter()
            .filter(|kind| kind.relation.is_arrow())
            .map(|kind| kind.name.as_str())
            .collect();
        Self {
            groups: !schedule.groups().is_empty(),
            links: (!kinds.is_empty() && !schedule.links().is_empty()).then(|| kinds.join(", ")),
            bounds: !schedule.bounds().is_empty(),
        }
    }
}

/// The panel.
#[component]
pub(super) fn View(props: &LookProps) -> Html {
    html! {
        <Panel name="View" class="gantt-viewer"><Settings ..props.clone() /></Panel>
    }
}

#[component]
fn Settings(props: &LookProps) -> Html {
    let id = use_memo((), |()| unique("gantt-view"));
    html! {
        <>
            { sorting(props, &id) }
            { shown(props) }
        </>
    }
}

fn sorting(props: &LookProps, id: &str) -> Html {
    let look = props.look;
    let key = |(sort, words): (Key, &'static str)| {
        let onchange = props.set.reform(move |_: Event| Look { sort, ..look });
        html! {
            <label>
                <input type="radio" name={format!("{id}-sort")} checked={look.sort == sort} {onchange} />
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
            { for Key::ALL.into_iter().map(key) }
            <label><input type="checkbox" checked={look.reverse} onchange={reverse} />{ "Reverse order" }</label>
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
            { switch("Lanes that all others wait for".into(), look.slowest, Look { slowest: !look.slowest, ..look }) }
            if let Some(kinds) = links {
                { switch(format!("All arrows: {kinds}"), look.arrows, Look { arrows: !look.arrows, ..look }) }
            }
            if *bounds {
                { switch("Bounds on the makespan".into(), look.bounds, Look { bounds: !look.bounds, ..look }) }
            }
            if *groups {
                <div class="row">
                    <Button onclick={fold.reform(|_: MouseEvent| true)}>{ "Fold all groups" }</Button>
                    <Button idle={!props.folded} onclick={fold.reform(|_: MouseEvent| false)}>{ "Unfold all" }</Button>
                </div>
            }
        </fieldset>
    }
}
