//! The claims of a document on such a run, beside the results.

use report::Claim;
use report::claim::{Condition, Verdict};
use yew::prelude::*;

/// A panel for each claim.
pub(crate) fn view(claims: &[Claim]) -> Html {
    if claims.is_empty() {
        return Html::default();
    }
    html! {
        <section key="claims" class="claims" aria-labelledby="claims-title">
            <h2 id="claims-title" class="section">{ "Claims and results" }</h2>
            <div class="claims-all">{ for claims.iter().map(claim) }</div>
        </section>
    }
}

fn claim(claim: &Claim) -> Html {
    let verdict = match claim.verdict() {
        Verdict::AsForetold => "good",
        Verdict::NotAsForetold => "bad",
        Verdict::NotDecided | Verdict::NothingToCompare => "open",
    };
    html! {
        <article key={claim.title.clone()} class="card claim">
            <header>
                <h3>{ &claim.title }</h3>
                { badge(colour(claim.holds()), claim.applies()) }
            </header>
            <p class="claim-statement">{ &claim.statement }</p>
            <ul class="claim-conditions" aria-label={format!("Hypotheses of {}", claim.title)}>
                { for claim.conditions.iter().map(condition) }
            </ul>
            <dl>
                <dt>{ "Expected here" }</dt><dd>{ &claim.expected }</dd>
                if !claim.observed.is_empty() {
                    <dt>{ "Observed" }</dt><dd>{ &claim.observed }</dd>
                }
            </dl>
            <footer>{ badge(verdict, claim.verdict().words()) }<small>{ &claim.source }</small></footer>
        </article>
    }
}

fn condition(condition: &Condition) -> Html {
    html! {
        <li>
            { badge(colour(condition.holds), condition.words()) }
            <span>{ &condition.text }<small>{ &condition.detail }</small></span>
        </li>
    }
}

/// The class of a badge: a hypothesis that holds is good, another is bad.
fn colour(holds: bool) -> &'static str {
    match holds {
        true => "good",
        false => "bad",
    }
}

/// A word with a sign, so that readers need not see its colour.
fn badge(class: &'static str, words: &'static str) -> Html {
    let sign = match class {
        "good" => "✓",
        "bad" => "✗",
        _ => "–",
    };
    html! { <span class={classes!("badge", class)}><span aria-hidden="true">{ sign }</span>{ words }</span> }
}
