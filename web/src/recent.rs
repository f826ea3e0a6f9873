//! The recent scenarios, kept by this browser.

use gloo::timers::callback::Timeout;
use playground::{Extras, Scenario, Setup, View, link};
use session::recent::{self, LONGEST, Recent};
use yew::prelude::*;

use crate::components::Button;
use crate::memory;

/// The key of the list in the browser's storage.
const KEY: &str = "makespan.recent";
/// The time that a result stands before its scenario counts as recent, ms.
const LOOKED_AT: u32 = 600;

/// Properties of the list.
#[derive(Clone, Properties)]
pub(crate) struct Props {
    /// The scenario.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// The present view.
    pub(crate) view: std::rc::Rc<View>,
    /// The headline of the result, once there is one.
    pub(crate) headline: Option<AttrValue>,
    /// The step of the history that led to it: a slider that is dragged leaves one entry.
    pub(crate) step: u64,
}

impl PartialEq for Props {
    // Traces of one's own are large: scenarios are compared by address.
    fn eq(&self, other: &Self) -> bool {
        std::rc::Rc::ptr_eq(&self.scenario, &other.scenario)
            && self.view == other.view
            && self.headline == other.headline
            && self.step == other.step
    }
}

/// The list, newest first; nothing where there is nothing to return to.
#[component]
pub(crate) fn Recents(props: &Props) -> Html {
    let list = use_state_eq(load);
    let last_step = use_mut_ref(|| None::<u64>);
    // The link of the last recent scenario: encoding takes too long for every step of a moving hand.
    let here = use_state_eq(|| None::<String>);
    {
        let (list, here) = (list.setter(), here.setter());
        use_effect_with(props.clone(), move |props| {
            let Props {
                scenario,
                view,
                headline,
                step,
            } = props.clone();
            let timer = headline.map(|headline| {
                Timeout::new(LOOKED_AT, move || {
                    let link = link_of(&scenario, &view);
                    here.set(link.clone());
                    let Some(link) = link.filter(|link| link.len() <= LONGEST) else {
                        return;
                    };
                    let same_step = last_step.replace(Some(step)) == Some(step);
                    let headline = headline.to_string();
                    list.set(keep(Recent { link, headline }, same_step));
                })
            });
            move || drop(timer)
        });
    }
    let forget = {
        let list = list.setter();
        Callback::from(move |_| {
            memory::delete(KEY);
            list.set(Vec::new());
        })
    };
    let others: Vec<_> = list
        .iter()
        .filter(|recent| Some(&recent.link) != here.as_ref())
        .collect();
    html! {
        <details class="recent" hidden={others.is_empty()}>
            <summary class="button">{ "Recent" }<span class="unseen">{ " scenarios" }</span></summary>
            <div class="recent-list">
            <ol>
                { for others.iter().map(|recent| html! {
                    <li key={recent.link.clone()}><a href={recent.link.clone()}>{ &recent.headline }</a></li>
                }) }
            </ol>
            <Button class="quiet" onclick={forget}>{ "Forget these" }</Button>
            </div>
        </details>
    }
}

fn link_of(scenario: &Scenario, view: &View) -> Option<String> {
    let setup = Setup {
        scenario: scenario.clone(),
        view: view.clone(),
        extras: Extras::default(),
    };
    link::encode(setup).ok()
}

fn load() -> Vec<Recent> {
    memory::get(KEY).map_or_else(Vec::new, |text| recent::read(&text))
}

/// Puts an entry first, in place of the first one if both belong to the same step, and returns all.
fn keep(entry: Recent, in_place: bool) -> Vec<Recent> {
    // Another tab may have changed the list.
    let list = recent::enter(load(), entry, in_place);
    // Where the browser keeps nothing, the list lasts as long as the page.
    memory::set(KEY, &recent::write(&list));
    list
}
