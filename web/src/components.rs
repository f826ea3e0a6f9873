//! What is pressed, opened and chosen from, the same on the whole page; `design.html` shows all of it.

mod button;
mod later;
mod nothing;
mod panel;
mod select;
mod unique;

pub(crate) use button::Button;
pub(crate) use later::Later;
pub(crate) use nothing::nothing;
pub(crate) use panel::Panel;
pub(crate) use select::Select;
pub(crate) use unique::unique;
