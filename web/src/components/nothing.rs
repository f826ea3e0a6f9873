//! Nothing to be seen.

use yew::Html;
use yew::virtual_dom::VText;

/// What a component renders while it has nothing to show. It has a place in the document: of a component without one, Yew
/// takes the place of what follows it, which may be gone by the time that something is put before it.
pub(crate) fn nothing() -> Html {
    Html::from(VText::new(""))
}
