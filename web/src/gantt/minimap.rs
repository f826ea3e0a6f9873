//! The whole run at a glance: the share of useful time at each place.

use web_sys::CanvasRenderingContext2d;

use super::decorations::LEFT;
use super::theme::Theme;
use super::view::Window;

/// The minimap's height in CSS pixels, and the margin above and below its picture.
pub(super) const HEIGHT: f64 = 34.0;
const MARGIN: f64 = 6.0;
/// The width of a column of its picture.
pub(super) const COLUMN: f64 = 2.0;
/// The frame never gets narrower than this.
const NARROWEST: f64 = 14.0;

/// The place of the window's frame on a minimap this wide: left edge and width, in pixels.
pub(super) fn frame(window: Window, makespan: f64, width: f64) -> (f64, f64) {
    let whole = Window::whole(makespan);
    let (left, right) = (
        whole.share_of(window.from()) * width,
        whole.share_of(window.to()) * width,
    );
    let wide = (right - left).max(NARROWEST.min(width));
    (((left + right - wide) / 2.0).clamp(0.0, width - wide), wide)
}

/// Draws the run as a hill, as high as the picture, from `left` to `right`, and its name left of it.
pub(super) fn draw(
    context: &CanvasRenderingContext2d,
    density: &[f64],
    theme: &Theme,
    left: f64,
    right: f64,
    named: bool,
) {
    if named {
        context.set_font(&format!("12px {}", theme.family));
        context.set_text_baseline("middle");
        context.set_fill_style_str(&theme.ink_3);
        let _ = context.fill_text("whole run", LEFT, HEIGHT / 2.0 + 1.0);
    }
    let (base, high) = (HEIGHT - MARGIN, HEIGHT - 2.0 * MARGIN);
    let peak = density.iter().copied().fold(1e-9, f64::max);
    let step = (right - left) / density.len().max(1) as f64;
    context.set_global_alpha(0.5);
    context.set_fill_style_str(&theme.compute);
    context.begin_path();
    context.move_to(left, base);
    let mut x = left;
    for part in density {
        let y = base - part / peak * high;
        context.line_to(x, y);
        x += step;
        context.line_to(x, y);
    }
    context.line_to(right, base);
    context.fill();
    context.set_global_alpha(1.0);
    context.set_fill_style_str(&theme.line);
    context.fill_rect(left, base, right - left, 1.0);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_frame_stays_within_the_minimap(from in 0.0..1.0_f64, length in 0.0..1.0_f64, width in 1.0..2000.0_f64) {
            let (left, wide) = frame(Window::at(from, length, 1.0), 1.0, width);
            prop_assert!(left >= 0.0 && left + wide <= width + 1e-9 && wide >= NARROWEST.min(width));
        }
    }
}
