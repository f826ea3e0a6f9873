//! Colours, sizes and spaces, by the names that the styles use.

use schedule::Role;
use yew::prelude::*;

const GROUNDS: [&str; 6] = ["bg", "card", "line", "line-2", "edge", "accent-bg"];
const TEXTS: [&str; 6] = ["ink", "ink-2", "ink-3", "accent", "good", "bad"];
const TYPE: [(&str, &str); 5] = [
    ("fs-4", "Headline"),
    ("fs-3", "Figures"),
    ("fs-2", "Text"),
    ("fs-1", "Controls"),
    ("fs-0", "Hints"),
];
const SPACES: [&str; 6] = ["s1", "s2", "s3", "s4", "s5", "s6"];

/// The colours.
#[component]
pub(super) fn Colours() -> Html {
    let swatch = |name: &'static str, kind: &'static str| {
        html! {
            <li key={name}>
                <span class={classes!("swatch", kind)} style={format!("--swatch:var(--{name})")} aria-hidden="true">{ "Aa" }</span>
                <code>{ name }</code>
            </li>
        }
    };
    html! {
        <>
            <ul class="swatches" aria-label="Grounds and lines">{ for GROUNDS.map(|name| swatch(name, "ground")) }</ul>
            <ul class="swatches" aria-label="Texts">{ for TEXTS.map(|name| swatch(name, "text")) }</ul>
            <ul class="swatches" aria-label="Phases">{ for Role::ALL.map(|role| swatch(role.name(), "ground")) }</ul>
        </>
    }
}

/// Sizes of type, and spaces.
pub(super) fn sizes() -> Html {
    html! {
        <>
            { for TYPE.map(|(name, use_of)| html! { <p key={name} style={format!("font-size:var(--{name})")}>{ use_of }{ " " }<code>{ name }</code></p> }) }
            <ul class="swatches" aria-label="Spaces">
                { for SPACES.map(|name| html! { <li key={name}><span class="space" style={format!("width:var(--{name})")} aria-hidden="true" /><code>{ name }</code></li> }) }
            </ul>
        </>
    }
}
