//! The notices of the page: each tells an event and the next step.

use session::action::{Action, Entry};
use session::notice::{Notice, Tone};
use session::traces::{Feed, Node};
use yew::prelude::*;

use crate::components::Button;
use crate::import::Preview;
use crate::share;

/// Properties of the notices.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The notices.
    pub(crate) notices: Vec<Notice>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
    /// Saves the scenario as a file.
    pub(crate) on_save: Callback<MouseEvent>,
}

/// All notices, the newest last.
#[component]
pub(crate) fn Notices(props: &Props) -> Html {
    html! {
        <div class="notices">
            { for props.notices.iter().map(|notice| view(notice, props)) }
        </div>
    }
}

fn view(notice: &Notice, props: &Props) -> Html {
    let act = &props.act;
    let topic = notice.topic;
    let dismiss = act.reform(move |_| Action::Dismiss(topic));
    let offers = notice.offers.iter().cloned().map(|(words, scenario)| {
        let use_it = act.reform(move |_| Action::Open(Box::new((&*scenario).into()), Entry::Push));
        html! { <Button onclick={use_it}>{ words }</Button> }
    });
    let live = match notice.tone {
        Tone::Bad => "alert",
        Tone::Good => "status",
    };
    // Screen readers announce only the title of a preview: its controls would otherwise be read out at every change.
    let (role, told, label) = match &notice.import {
        Some(_) => ("region", Some(live), Some("import-title")),
        None => (live, None, None),
    };
    html! {
        <section key={topic.name()} class={classes!("notice", notice.tone.class())} data-topic={topic.name()}
            {role} aria-labelledby={label}>
            <div class="notice-head">
                <p class="notice-title" id={label} role={told}>{ &notice.title }</p>
                <Button class="quiet" onclick={dismiss} label={format!("Dismiss: {}", notice.title)}>{ "Dismiss" }</Button>
            </div>
            { for notice.text.iter().map(|text| html! { <p>{ text }</p> }) }
            { problems(notice) }
            if let Some(import) = &notice.import {
                <Preview import={import.clone()} offered={!notice.offers.is_empty()} act={act.clone()} />
            }
            { feeds(&notice.feeds) }
            { nodes(&notice.nodes) }
            if let Some(link) = &notice.link {
                <share::ByHand link={link.clone()} />
            }
            if notice.save {
                <div class="row">
                    <Button onclick={props.on_save.clone()}>{ "Save as a file" }</Button>
                </div>
            }
            if !notice.offers.is_empty() {
                <div class="row">{ for offers }</div>
            }
        </section>
    }
}

fn problems(notice: &Notice) -> Html {
    let (first, total) = &notice.problems;
    if first.is_empty() {
        return Html::default();
    }
    let more = total.saturating_sub(first.len());
    html! {
        <ol class="problems">
            { for first.iter().map(|problem| html! { <li>{ problem }</li> }) }
            if more > 0 {
                <li class="more">{ format!("and {more} more") }</li>
            }
        </ol>
    }
}

fn feeds(feeds: &[Feed]) -> Html {
    if feeds.is_empty() {
        return Html::default();
    }
    // The list is open where the file cannot feed a view.
    let open = feeds.iter().any(|feed| !feed.can);
    let row = |feed: &Feed| {
        let (class, can) = if feed.can {
            ("can", "yes")
        } else {
            ("cannot", "no")
        };
        html! {
            <li {class}><b>{ &feed.view }</b>{ format!(": {can}, {}", feed.why) }</li>
        }
    };
    html! {
        <details class="feeds" {open}>
            <summary>{ "Where this file can be used" }</summary>
            <ul>{ for feeds.iter().map(row) }</ul>
        </details>
    }
}

fn nodes(nodes: &[Node]) -> Html {
    if nodes.is_empty() {
        return Html::default();
    }
    html! {
        <details class="nodes">
            <summary>{ "Each node" }</summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Each node of the file">
                <table>
                    <caption class="unseen">{ "The nodes of the file" }</caption>
                    <thead><tr>
                        <th scope="col">{ "Node" }</th>
                        <th scope="col">{ "Jobs" }</th>
                        <th scope="col">{ "Mean (ms)" }</th>
                        <th scope="col">{ "Coefficient of variation" }</th>
                    </tr></thead>
                    <tbody>
                        { for nodes.iter().map(|node| html! {
                            <tr>
                                <th scope="row">{ &node.name }</th>
                                <td>{ node.jobs }</td>
                                <td>{ &node.mean }</td>
                                <td>{ &node.variation }</td>
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </details>
    }
}
