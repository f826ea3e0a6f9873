//! Bars of a schedule's lanes as pixels: the part of the Gantt view that runs for every span and every
//! pixel of every frame. A crate of its own because it is compiled to be fast, and the page to be small.
//!
//! [`Bars`] draws lanes into an [`Image`], in [`Ink`]s. It knows no browser.

mod bars;
mod image;

pub use bars::{Bars, Place, Spans};
pub use image::{Area, Corners, Image, Ink, Pixel, mix};
