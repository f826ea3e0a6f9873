//! What is pressed and chosen from, the same on the whole page; `#design` shows all of it.

mod button;
mod select;

pub(crate) use button::Button;
pub(crate) use select::Select;
