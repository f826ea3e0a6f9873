//! The scene above the opening picture: the machine, and a task.

use report::{Offer, Scene};
use yew::prelude::*;

use crate::components::Button;

pub(super) fn view(scene: &Scene, on_offer: &Callback<Offer>) -> Html {
    html! {
        <div key="scene" class="scene">
            <p class="machine">{ &scene.machine }</p>
            if let Some(task) = &scene.task {
                <p class="task" data-reached={task.reached.to_string()}>
                    <b>{ &task.goal }</b>
                    <span role="status">{ format!(" {}", task.state) }</span>
                    if let Some(offer) = &task.start {
                        <Button class="link" onclick={on_offer.reform({ let offer = offer.clone(); move |_| offer.clone() })}>{ &offer.title }</Button>
                    }
                </p>
            }
        </div>
    }
}
