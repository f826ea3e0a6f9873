//! A figure as a picture of pixels: the browser draws the SVG, so that both look the same.

use std::fmt;

use gloo::utils::document;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Problem {
    /// The browser does not draw the figure.
    Undrawn,
    /// The browser has no room for so many pixels across and down.
    TooLarge(u32, u32),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Undrawn => {
                f.write_str("This browser did not draw the figure. Save it as SVG instead.")
            }
            Problem::TooLarge(width, height) => write!(
                f,
                "This browser has no room for {width} × {height} pixels. Take a smaller width or scale, or SVG."
            ),
        }
    }
}

/// The figure with `scale` pixels for each of its own, as PNG.
pub(crate) async fn of(svg: &Blob, scale: u32) -> Result<Blob, Problem> {
    let address = Url::create_object_url_with_blob(svg).map_err(|_| Problem::Undrawn)?;
    let picture = draw(&address, scale).await;
    let _ = Url::revoke_object_url(&address);
    picture
}

async fn draw(address: &str, scale: u32) -> Result<Blob, Problem> {
    let image = HtmlImageElement::new().map_err(|_| Problem::Undrawn)?;
    image.set_src(address);
    JsFuture::from(image.decode())
        .await
        .map_err(|_| Problem::Undrawn)?;
    let (width, height) = (
        image.natural_width() * scale,
        image.natural_height() * scale,
    );
    let too_large = Problem::TooLarge(width, height);
    let canvas: HtmlCanvasElement = document()
        .create_element("canvas")
        .map_err(|_| Problem::Undrawn)?
        .unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")
        .ok()
        .flatten()
        .ok_or(too_large)?
        .unchecked_into();
    context
        .draw_image_with_html_image_element_and_dw_and_dh(
            &image,
            0.0,
            0.0,
            f64::from(width),
            f64::from(height),
        )
        .map_err(|_| Problem::Undrawn)?;
    // A canvas that is too large gives nothing.
    let blob = JsFuture::from(blob_of(&canvas)).await;
    blob.ok()
        .and_then(|blob| blob.dyn_into::<Blob>().ok())
        .ok_or(too_large)
}

/// The canvas as PNG, or null.
fn blob_of(canvas: &HtmlCanvasElement) -> Promise {
    Promise::new(&mut |resolve: Function, reject: Function| {
        if canvas.to_blob(&resolve).is_err() {
            let _ = reject.call0(&JsValue::NULL);
        }
    })
}
