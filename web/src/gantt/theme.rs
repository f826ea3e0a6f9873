//! The page's colours and fonts, as the browser resolves them.

use raster::{Ink, Pixel, mix};
use schedule::palette::{Pattern, Towards};
use schedule::{Phase, Role};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, Document, HtmlCanvasElement, HtmlElement};

/// The custom properties that belong to no phase. The properties of phases have the roles' names.
const COMMON: [&str; 8] = [
    "card", "ink", "ink-2", "ink-3", "line", "accent", "compute", "wait-ink",
];

/// The page's colours and fonts, as CSS and the canvas understand them.
#[derive(Clone, Debug, Default)]
pub(super) struct Theme {
    pub(super) card: String,
    pub(super) ink: String,
    pub(super) ink_2: String,
    pub(super) ink_3: String,
    pub(super) line: String,
    pub(super) accent: String,
    pub(super) compute: String,
    /// The fonts of the page's texts.
    pub(super) family: String,
    pub(super) ground: Pixel,
    /// The ink of each phase.
    pub(super) inks: Vec<Ink>,
    /// The label style of each phase's bars.
    pub(super) labels: Vec<Label>,
}

/// The style of a text on a bar.
#[derive(Clone, Debug, Default)]
pub(super) struct Label {
    pub(super) ink: String,
    /// The ground behind the text, where the bar's own would leave it hard to read.
    pub(super) ground: Option<String>,
}

/// Text on its ground differs at least this much in lightness.
const LEGIBLE: f64 = 4.5;

impl Theme {
    /// Reads the colours and fonts through `probe`, an invisible element inside the chart.
    pub(super) fn read(probe: &HtmlElement, phases: &[Phase], scale: f64) -> Option<Theme> {
        let window = web_sys::window()?;
        let page = window.document()?;
        let style = window.get_computed_style(probe).ok()??;
        let read = |name: &str| {
            let _ = probe
                .style()
                .set_property("color", &format!("var(--{name})"));
            style.get_property_value("color").unwrap_or_default()
        };
        let common = COMMON.map(read);
        let [ground, text, text_2, .., wait_edge] = pixels(&common, &page)?;
        let [card, ink, ink_2, ink_3, line, accent, compute, _] = common;
        let roles = pixels(&Role::ALL.map(|role| read(role.name())), &page)?;
        let colour = |role: Role| {
            let mut roles = Role::ALL.into_iter().zip(roles);
            roles
                .find(|(other, _)| *other == role)
                .map_or(ground, |(_, colour)| colour)
        };
        let shade = |phase: &Phase| {
            let own = colour(phase.role);
            match phase.shading() {
                None => own,
                Some((Towards::Card, part)) => mix(ground, own, part),
                Some((Towards::Ink, part)) => mix(text_2, own, part),
            }
        };
        let inks = phases.iter().map(|phase| {
            let own = colour(phase.role);
            let edge = match phase.role.pattern() {
                Pattern::Pale => Some(wait_edge),
                Pattern::Solid => {
                    matches!(phase.shading(), Some((Towards::Card, _))).then_some(own)
                }
                Pattern::Outlined
                | Pattern::Hatched
                | Pattern::CrossHatched
                | Pattern::Checked
                | Pattern::Striped
                | Pattern::Barred
                | Pattern::Dotted => Some(own),
            };
            Ink::new(phase.role.pattern(), shade(phase), edge, ground, scale)
        });
        let labels = phases
            .iter()
            .map(|phase| label(phase.role, shade(phase), ground, text));
        Some(Theme {
            inks: inks.collect(),
            labels: labels.collect(),
            card,
            ink,
            ink_2,
            ink_3,
            line,
            accent,
            compute,
            family: style.get_property_value("font-family").ok()?,
            ground,
        })
    }
}

fn label(role: Role, colour: Pixel, card: Pixel, ink: Pixel) -> Label {
    let [on_colour, on_card] = [colour, card].map(|ground| {
        if contrast(card, ground) > contrast(ink, ground) {
            card
        } else {
            ink
        }
    });
    match role.pattern() {
        Pattern::Solid | Pattern::Pale if contrast(on_colour, colour) >= LEGIBLE => Label {
            ink: css(on_colour),
            ground: None,
        },
        // The ground moves away from the text's colour, until the text is legible.
        Pattern::Solid | Pattern::Pale => {
            let away = if on_colour == card { ink } else { card };
            let ground = (1..=10).map(|tenth| mix(away, colour, f64::from(tenth) / 10.0));
            let ground = ground
                .into_iter()
                .find(|ground| contrast(on_colour, *ground) >= LEGIBLE)
                .unwrap_or(away);
            Label {
                ink: css(on_colour),
                ground: Some(css(ground)),
            }
        }
        _ => Label {
            ink: css(on_card),
            ground: Some(css(card)),
        },
    }
}

fn css([r, g, b, _]: Pixel) -> String {
    format!("rgb({r} {g} {b})")
}

/// The contrast ratio of two opaque colours, 1 to 21, as WCAG 2.2 defines it.
fn contrast(a: Pixel, b: Pixel) -> f64 {
    let luminance = |[r, g, b, _]: Pixel| {
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                expanded((part + 0.055) / 1.055)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    (a / b).max(b / a)
}

/// `part` to the power of 2.375 = 2 + 1/4 + 1/8, for 2.4: at most 3 % more for any colour of a bar
/// with text.
fn expanded(part: f64) -> f64 {
    let fourth = part.sqrt().sqrt();
    part * part * fourth * fourth.sqrt()
}

/// CSS colours as pixels: painted, and read back at once.
fn pixels<const N: usize>(css: &[String; N], page: &Document) -> Option<[Pixel; N]> {
    let canvas: HtmlCanvasElement = page.create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(N as u32);
    canvas.set_height(1);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    for (x, css) in css.iter().enumerate() {
        context.set_fill_style_str(css);
        context.fill_rect(x as f64, 0.0, 1.0, 1.0);
    }
    let data = context.get_image_data(0.0, 0.0, N as f64, 1.0).ok()?.data();
    let (pixels, _) = data.as_chunks::<4>();
    pixels.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        let (black, white) = ([0, 0, 0, 255], [255, 255, 255, 255]);
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        assert!((contrast([0x76, 0x76, 0x76, 255], white) - 4.54).abs() < 0.15);
    }

    #[test]
    fn the_page_and_its_figures_have_the_same_colours() {
        use schedule::palette::Theme as Palette;
        let tokens = include_str!("../../styles/tokens.css");
        let [light, dark] = [Palette::Light, Palette::Dark];
        let roles = Role::ALL.map(|role| (role.name(), role.colour(light), role.colour(dark)));
        let others = [
            ("ink-2", light.ink(), dark.ink()),
            ("line", light.line(), dark.line()),
        ];
        for (name, light, dark) in roles.into_iter().chain(others) {
            let token = format!("  --{name}: light-dark({light}, {dark});\n");
            assert!(tokens.contains(&token), "{token}");
        }
    }

    #[test]
    fn labels_can_be_read_in_both_themes() {
        use schedule::palette::Theme as Palette;
        let parse = |hex: &str| {
            let channel = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            [channel(1), channel(3), channel(5), 255]
        };
        for (palette, ink) in [(Palette::Light, "#16202e"), (Palette::Dark, "#e8edf4")] {
            for role in Role::ALL {
                let colour = parse(role.colour(palette));
                let label = label(role, colour, parse(palette.card()), parse(ink));
                let bytes = |css: &str| {
                    let mut channels = css
                        .trim_matches(|c: char| !c.is_ascii_digit())
                        .split(' ')
                        .map(|c| c.parse().unwrap());
                    [
                        channels.next().unwrap(),
                        channels.next().unwrap(),
                        channels.next().unwrap(),
                        255,
                    ]
                };
                let ground = label.ground.as_deref().map_or(colour, bytes);
                assert!(
                    contrast(bytes(&label.ink), ground) >= 4.5,
                    "{role:?} {label:?}"
                );
            }
        }
    }
}
