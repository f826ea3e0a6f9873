//! Buttons, panels and lists, the same on the whole page; `design.html` shows all of them.

mod button;
mod later;
mod nothing;
mod panel;
mod segments;
mod select;
mod unique;

pub(crate) use button::Button;
pub(crate) use later::Later;
pub(crate) use nothing::nothing;
pub(crate) use panel::Panel;
pub(crate) use segments::{Named, Segment, Segments};
pub(crate) use select::Select;
pub(crate) use unique::unique;
