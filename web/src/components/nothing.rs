//! An empty text node.

use yew::Html;
use yew::virtual_dom::VText;

/// The rendering of a component that has nothing to show. It has a place in the document: for a component without one,
/// Yew keeps the place of the next node, which may be gone when the component renders something before it.
pub(crate) fn nothing() -> Html {
    Html::from(VText::new(""))
}
