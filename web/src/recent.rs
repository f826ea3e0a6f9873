//! The scenarios that were looked at last, kept by this browser.

use gloo::timers::callback::Timeout;
use playground::{Extras, Scenario, Setup, View, link};
use serde::{Deserialize, Serialize};
use yew::prelude::*;

use crate::components::Button;
use crate::memory;

/// Where the browser keeps them.
const KEY: &str = "makespan.recent";
/// How many are kept.
const KEPT: usize = 12;
/// The longest link that is kept, in characters: one with traces in it would crowd out the rest.
const LONGEST: usize = 4_000;
/// How long a result stands before its scenario counts as looked at, ms.
const LOOKED_AT: u32 = 600;

/// A scenario, and what came out of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Recent {
    link: String,
    headline: String,
}

/// What the list needs.
#[derive(Properties)]
pub(crate) struct Props {
    /// The scenario.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// What is seen of it.
    pub(crate) view: std::rc::Rc<View>,
    /// What came out of it, once it has.
    pub(crate) headline: Option<AttrValue>,
    /// The step of the history that led to it: a slider that is dragged leaves one entry.
    pub(crate) step: u64,
}

impl PartialEq for Props {
    // Traces of one's own are large: scenarios are compared by place.
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
    let address = use_memo(
        (
            std::rc::Rc::as_ptr(&props.scenario) as usize,
            props.view.clone(),
        ),
        |_| {
            let setup = Setup {
                scenario: (*props.scenario).clone(),
                view: (*props.view).clone(),
                extras: Extras::default(),
            };
            link::encode(setup)
                .ok()
                .filter(|link| link.len() <= LONGEST)
        },
    );
    {
        let (list, address) = (list.setter(), address.clone());
        use_effect_with(
            (props.headline.clone(), address, props.step),
            move |(headline, address, step)| {
                let entry =
                    headline
                        .as_ref()
                        .zip(address.as_ref().as_ref())
                        .map(|(headline, link)| Recent {
                            link: link.clone(),
                            headline: headline.to_string(),
                        });
                let step = *step;
                let timer = entry.map(|entry| {
                    Timeout::new(LOOKED_AT, move || {
                        let same_step = last_step.replace(Some(step)) == Some(step);
                        list.set(keep(entry, same_step));
                    })
                });
                move || drop(timer)
            },
        );
    }
    let forget = {
        let list = list.setter();
        Callback::from(move |_| {
            memory::delete(KEY);
            list.set(Vec::new());
        })
    };
    let here = address.as_ref().as_ref();
    let others: Vec<_> = list
        .iter()
        .filter(|recent| Some(&recent.link) != here)
        .collect();
    html! {
        <details class="recent" hidden={others.is_empty()}>
            <summary>{ "Recent scenarios" }</summary>
            <ol>
                { for others.iter().map(|recent| html! {
                    <li key={recent.link.clone()}><a href={recent.link.clone()}>{ &recent.headline }</a></li>
                }) }
            </ol>
            <Button class="quiet" onclick={forget}>{ "Forget these" }</Button>
        </details>
    }
}

fn load() -> Vec<Recent> {
    // What another version kept may have another shape.
    let kept = memory::get(KEY);
    kept.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Puts an entry first, in place of the first one if both belong to the same step, and returns all.
fn keep(entry: Recent, in_place: bool) -> Vec<Recent> {
    // Another tab may have been at it.
    let list = enter(load(), entry, in_place);
    // Where the browser keeps nothing, the list lasts as long as the page.
    memory::set(KEY, &serde_json::to_string(&list).unwrap_or_default());
    list
}

fn enter(mut list: Vec<Recent>, entry: Recent, in_place: bool) -> Vec<Recent> {
    if in_place && !list.is_empty() {
        list.remove(0);
    }
    list.retain(|kept| kept.link != entry.link);
    list.insert(0, entry);
    list.truncate(KEPT);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(link: &str) -> Recent {
        Recent {
            link: link.to_owned(),
            headline: format!("headline of {link}"),
        }
    }

    fn links(list: &[Recent]) -> Vec<&str> {
        list.iter().map(|recent| recent.link.as_str()).collect()
    }

    #[test]
    fn the_newest_is_first_and_nothing_is_there_twice() {
        let list = ["a", "b", "a"]
            .into_iter()
            .fold(Vec::new(), |list, link| enter(list, recent(link), false));
        assert_eq!(links(&list), ["a", "b"]);
    }

    #[test]
    fn steps_of_one_drag_leave_one_entry() {
        let list = enter(Vec::new(), recent("a"), false);
        let list = enter(list, recent("b"), false);
        assert_eq!(links(&enter(list, recent("c"), true)), ["c", "a"]);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let list = (0..30).fold(Vec::new(), |list, link| {
            enter(list, recent(&link.to_string()), false)
        });
        assert_eq!(list.len(), KEPT);
        assert_eq!(list.last().map(|recent| recent.link.as_str()), Some("18"));
    }
}
