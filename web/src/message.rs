//! What the page has to say apart from results: each says what happened and what to do.

use playground::{Extras, Scenario};
use report::words::capital;
use worker::traces::{Feed, Node};
use yew::prelude::*;

use crate::components::Button;
use crate::share;
use crate::state::{Action, Entry, State};

/// What a notice is about; there is one notice on each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The link in the address bar.
    Link,
    /// A file of one's own.
    File,
    /// The link that is given away.
    Share,
    /// What this device keeps.
    Store,
    /// What the author of an embedding page asked for.
    Embed,
}

impl Topic {
    fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::File => "file",
            Self::Share => "share",
            Self::Store => "store",
            Self::Embed => "embed",
        }
    }

    /// Whether it matters for other scenarios as well.
    pub(crate) fn stays(self) -> bool {
        matches!(self, Self::Share | Self::Store | Self::Embed)
    }
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// All is well.
    Good,
    /// Something did not work.
    Bad,
}

impl Tone {
    /// The tone's class.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// Something to say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    /// What it is about.
    pub(crate) topic: Topic,
    /// How much it matters.
    pub(crate) tone: Tone,
    /// What happened.
    pub(crate) title: String,
    /// More of it, a paragraph each.
    pub(crate) text: Vec<String>,
    /// Single places that are wrong, and how many more there are.
    pub(crate) problems: (Vec<String>, usize),
    /// The nodes that were found.
    pub(crate) nodes: Vec<Node>,
    /// What a file can be used for.
    pub(crate) feeds: Vec<Feed>,
    /// A link to be copied by hand.
    pub(crate) link: Option<String>,
    /// The scenario is better saved as a file.
    pub(crate) save: bool,
    /// There are more ways to share the run.
    pub(crate) more: bool,
    /// Scenarios that can be run instead, with the words on the button of each.
    pub(crate) offers: Vec<(String, Box<Scenario>)>,
}

impl Notice {
    /// A notice of a title alone.
    pub(crate) fn new(topic: Topic, tone: Tone, title: impl Into<String>) -> Self {
        Self {
            topic,
            tone,
            title: title.into(),
            text: Vec::new(),
            problems: (Vec::new(), 0),
            nodes: Vec::new(),
            feeds: Vec::new(),
            link: None,
            save: false,
            more: false,
            offers: Vec::new(),
        }
    }

    /// A link that could not be read.
    pub(crate) fn bad_link(message: &str) -> Self {
        Self::new(Topic::Link, Tone::Bad, "The link could not be opened")
            .with(format!("{}.", capital(message.trim_end_matches('.'))))
            .with("The first preset runs instead.")
    }

    /// A link with keys that this version does not know.
    pub(crate) fn newer_link(extras: &Extras) -> Option<Self> {
        let said = extras.unknown.said()?;
        let notice = Self::new(Topic::Link, Tone::Good, "This link is of a newer version");
        Some(notice.with(format!("{}.", capital(&said))))
    }

    /// The same with one more paragraph.
    pub(crate) fn with(mut self, text: impl Into<String>) -> Self {
        self.text.push(text.into());
        self
    }
}

/// What the notices need.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What there is to say.
    pub(crate) notices: Vec<Notice>,
    /// What was done about it.
    pub(crate) act: Callback<Action>,
    /// Saves the scenario as a file.
    pub(crate) on_save: Callback<MouseEvent>,
    /// Shows more ways to share the run.
    #[prop_or_default]
    pub(crate) on_more: Callback<MouseEvent>,
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
    html! {
        <section key={topic.name()} class={classes!("notice", notice.tone.class())} data-topic={topic.name()}
            role={if notice.tone == Tone::Bad { "alert" } else { "status" }}>
            <div class="notice-head">
                <p class="notice-title">{ &notice.title }</p>
                <Button class="quiet" onclick={dismiss} label={format!("Dismiss: {}", notice.title)}>{ "Dismiss" }</Button>
            </div>
            { for notice.text.iter().map(|text| html! { <p>{ text }</p> }) }
            { problems(notice) }
            { feeds(&notice.feeds) }
            { nodes(&notice.nodes) }
            if let Some(link) = &notice.link {
                <share::ByHand link={link.clone()} />
            }
            if notice.save || notice.more {
                <div class="row">
                    if notice.save {
                        <Button onclick={props.on_save.clone()}>{ "Save as a file" }</Button>
                    }
                    if notice.more {
                        <Button onclick={props.on_more.clone()}>{ "QR code, citation, embedding" }</Button>
                    }
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
    // Seen at once where something is missing.
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
            <summary>{ "What this file can feed" }</summary>
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

/// The state's own words where the newest run has no result: what happened and what to do.
pub(crate) fn about(state: &State) -> Option<(Tone, String, String)> {
    use crate::state::Phase;
    Some(match &state.phase {
        Phase::Running { .. } | Phase::Done => return None,
        Phase::Cancelled if !state.ran.is_empty() => (
            Tone::Good,
            "The sweep was stopped".into(),
            "The points that were run are shown, and kept until something is changed.".into(),
        ),
        Phase::Cancelled => {
            (Tone::Good, "The run was cancelled".into(), "What is shown below is the last result, not this scenario's.".into())
        }
        Phase::Refused(text) => (Tone::Bad, "This scenario cannot run".into(), format!("{text}.")),
        Phase::Failed(text) => (Tone::Bad, "This scenario could not run".into(), format!("{text}.")),
        Phase::Outdated => (
            Tone::Bad,
            "The page was renewed".into(),
            "Its parts are of different versions. Load it again; your scenario is kept in the address.".into(),
        ),
        Phase::Stopped(text) => (
            Tone::Bad,
            format!("The model stopped: {}", text.trim_end_matches('.')),
            "Your scenario is kept. Restart the model, or copy the link to report what happened.".into(),
        ),
        Phase::FileNeeded(needed) => {
            let described = &needed.described;
            (
                Tone::Good,
                format!("This scenario needs the file “{}”", described.name),
                format!(
                    "It has {} and is too large to travel in a link. Open it here, or drop it anywhere on this page; \
                     it stays on this device.",
                    crate::traces::size(described)
                ),
            )
        }
    })
}
