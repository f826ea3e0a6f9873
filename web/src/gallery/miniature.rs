//! A schedule or a chart the size of a stamp.

use std::rc::Rc;

use report::miniature::{HEIGHT, Miniature as Paths, WIDTH};
use yew::prelude::*;

/// Properties of a thumbnail.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its paths; a thumbnail that is still to come keeps its place.
    pub(crate) preview: Option<Rc<Paths>>,
}

/// A picture that unfolds once when it appears, and again when it is pointed at: a path for each class of strokes.
#[component]
pub(crate) fn Miniature(props: &Props) -> Html {
    let paths = props.preview.iter().flat_map(|preview| &preview.paths);
    html! {
        <svg class={classes!("miniature", props.preview.is_some().then_some("unfolds"))} viewBox={format!("0 0 {WIDTH} {HEIGHT}")}
            preserveAspectRatio="none" aria-hidden="true" focusable="false">
            { for paths.map(|(class, path)| {
                // The lines of a chart have colours of their own, spans that of their role.
                let spans = !class.starts_with("line") && !class.starts_with("shade");
                let style = spans.then(|| format!("--role:var(--{class})"));
                html! { <path class={class.clone()} {style} d={path.clone()} /> }
            }) }
        </svg>
    }
}
