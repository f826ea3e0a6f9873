//! The lanes of each world, with the chosen span, and the time that a span would have taken.

use std::rc::Rc;

use schedule::{LaneId, Link};
use yew::prelude::*;

use super::Said;
use super::drawn::{Drawn, node, spot};

/// The lanes of all worlds at a moment.
pub(super) struct Lanes<'w> {
    made: &'w Rc<Option<Drawn>>,
    drawn: &'w Drawn,
    said: &'w UseStateHandle<Said>,
    playing: &'w UseStateHandle<bool>,
    now: Option<f64>,
    /// The time that a span of a lane would have taken.
    ghost: Option<(usize, LaneId, Link)>,
    /// The span whose text is shown, and whether the text stays when the pointer goes.
    chosen: Option<(usize, LaneId, (f64, f64), bool)>,
}

impl<'w> Lanes<'w> {
    /// The lanes of a drawing, at the moment `now`.
    pub(super) fn of(
        made: &'w Rc<Option<Drawn>>,
        drawn: &'w Drawn,
        said: &'w UseStateHandle<Said>,
        playing: &'w UseStateHandle<bool>,
        now: Option<f64>,
    ) -> Self {
        let scene = &drawn.scene;
        let ghost = match **said {
            Said::Nothing => None,
            Said::Reason(place) => scene.reasons.get(place).and_then(|told| {
                let before = told.at - 1e-9 * scene.figure.length;
                let link = scene.remainder(told.world, told.lane, before, before)?;
                Some((told.world, told.lane, link))
            }),
            Said::Span(world, lane, time, _) => scene
                .span(world, lane, time)
                .and_then(|(from, _)| scene.remainder(world, lane, from, time))
                .map(|link| (world, lane, link)),
        };
        let chosen = match **said {
            Said::Span(world, lane, time, pinned) => scene
                .span(world, lane, time)
                .map(|span| (world, lane, span, pinned)),
            Said::Nothing | Said::Reason(_) => None,
        };
        Self {
            made,
            drawn,
            said,
            playing,
            now,
            ghost,
            chosen,
        }
    }

    /// A world with its title.
    pub(super) fn view(&self, place: usize, title: &str) -> Html {
        let (said, playing, made) = (self.said, self.playing, self.made);
        let scene = &self.drawn.scene;
        let (Some(schedule), Some(drawn)) =
            (scene.schedules.get(place), self.drawn.worlds.get(place))
        else {
            return Html::default();
        };
        let place_of = |from: f64, to: f64| {
            let (from, to) = (scene.share(from), scene.share(to));
            format!(
                "left:{:.3}%;width:{:.3}%",
                100.0 * from,
                100.0 * (to - from)
            )
        };
        let class = |lane: usize| {
            let minor = drawn.minor.contains(&lane).then_some("minor");
            let least = drawn.least.contains(&lane).then_some("least");
            classes!(minor, least)
        };
        let rows = drawn.lanes.iter().enumerate().map(|(lane, bars)| {
            let here = |world: usize, of: LaneId| world == place && of.0 as usize == lane;
            let ghost = self.ghost.filter(|(world, of, _)| here(*world, *of));
            let chosen = self.chosen.filter(|(world, of, ..)| here(*world, *of));
            let (said, playing, shown) = (said.clone(), playing.clone(), made.clone());
            let (pinned, stopped, pin) = (said.clone(), playing.clone(), made.clone());
            let onpointermove = Callback::from(move |event: PointerEvent| {
                let free = matches!(*said, Said::Nothing | Said::Span(_, _, _, false));
                if *playing || !free || event.pointer_type() == "touch" {
                    return;
                }
                said.set(match spot(&shown, place, lane, &event) {
                    Some((world, lane, at)) => Said::Span(world, lane, at, false),
                    None => Said::Nothing,
                });
            });
            let onclick = Callback::from(move |event: MouseEvent| {
                stopped.set(false);
                pinned.set(match (spot(&pin, place, lane, &event), *pinned) {
                    (Some((world, lane, at)), before) if before != Said::Span(world, lane, at, true) => {
                        Said::Span(world, lane, at, true)
                    }
                    _ => Said::Nothing,
                });
            });
            html! {
                <div key={lane} class={classes!("world-row", class(lane))} {onpointermove} {onclick}>
                    { node(bars) }
                    if let Some((.., link)) = ghost {
                        <span class="ghost" style={place_of(link.start, link.end)}></span>
                    }
                    if let Some((_, _, (from, to), pinned)) = chosen {
                        <span class={classes!("chosen", pinned.then_some("pinned"))} style={place_of(from, to)}></span>
                    }
                </div>
            }
        });
        html! {
            <>
                <h3 class="world-title">{ title }<span>{ scene.length(schedule.makespan()) }</span></h3>
                <ul class="names" aria-hidden="true">{ for schedule.lanes().iter().enumerate().map(|(lane, name)| html! { <li key={lane} class={class(lane)}>{ name }</li> }) }</ul>
                <div class="lanes" aria-hidden="true">
                    { for rows }
                    { node(&drawn.over) }
                    { node(&drawn.gap) }
                    if let Some(at) = self.now {
                        <i class="world-cursor" style={format!("left:{:.3}%", 100.0 * scene.share(at))}></i>
                    }
                </div>
            </>
        }
    }
}
