//! The editor of a strategy: its text with the numbers of its lines, what it is handed and has to answer.

use strategy::{Handed, Hook};
use yew::prelude::*;

use super::field::Props;

/// Numbers beside the lines of `text`, then what the hook hands.
pub(super) fn view(props: &Props, hook: &Hook, text: Html) -> Html {
    let typed = props.text.as_ref().unwrap_or(&props.value);
    let wrong = props
        .complaint
        .as_ref()
        .and_then(|complaint| complaint.spot);
    let wrong = wrong.map(|spot| spot.line);
    let lines = typed.matches('\n').count() + 1;
    let number = |line: usize| {
        let wrong = (wrong == Some(line)).then_some("wrong");
        html! { <li class={classes!(wrong)}>{ line }</li> }
    };
    html! {
        <div class="code">
            { text }
            <ol class="code-lines" aria-hidden="true">{ for (1..=lines).map(number) }</ol>
            <details class="rare">
                <summary>{ "What it is handed" }</summary>
                <p><code>{ hook.signature() }</code></p>
                <dl>{ for hook.handed.iter().map(handed) }</dl>
                <p>{ format!("It answers: {}", hook.answer) }</p>
                <p><a href="docs/strategies.html">{ "All functions, with examples" }</a></p>
            </details>
        </div>
    }
}

/// A value that is handed, with its unit.
fn handed(one: &Handed) -> Html {
    let unit = match one.unit {
        "" => String::new(),
        unit => format!(", {unit}"),
    };
    html! { <><dt><code>{ one.name }</code>{ unit }</dt><dd>{ one.help }</dd></> }
}
