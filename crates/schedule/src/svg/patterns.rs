//! The phases' patterns, as SVG definitions.

use crate::palette::{Pattern, Theme};
use crate::{Phase, Role};

/// Appends the definitions of the patterns that the phases use.
pub(super) fn define(svg: &mut String, phases: &[&Phase], theme: Theme) {
    let mut defined: Vec<(Role, u8)> = Vec::new();
    let mut definitions = String::new();
    for role in Role::ALL {
        for phase in phases.iter().filter(|phase| phase.role == role) {
            if !defined.contains(&(role, phase.shade)) {
                defined.push((role, phase.shade));
                definitions.push_str(&definition(phase, theme).unwrap_or_default());
            }
        }
    }
    if !definitions.is_empty() {
        svg.push_str(&format!("<defs>\n{definitions}</defs>\n"));
    }
}

/// The fill of an area of this phase: a colour, or a reference to a pattern.
pub(super) fn fill(phase: &Phase, theme: Theme) -> String {
    match definition(phase, theme) {
        Some(_) => format!("url(#{})", id(phase, theme)),
        None => phase.colour(theme),
    }
}

/// The attributes of an area's edge; a phase without an edge has one in its own colour, to be as
/// large as the others.
pub(super) fn edge(phase: &Phase, theme: Theme) -> String {
    let dashes = if phase.role.pattern() == Pattern::Hatched {
        " stroke-dasharray=\"3 2\""
    } else {
        ""
    };
    format!(
        "stroke=\"{}\"{dashes}",
        phase
            .edge(theme)
            .map_or_else(|| phase.colour(theme), str::to_owned)
    )
}

fn id(phase: &Phase, theme: Theme) -> String {
    let theme = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let role = phase.role.name();
    match phase.shade {
        0 => format!("makespan-{role}-{theme}"),
        shade => format!("makespan-{role}-{shade}-{theme}"),
    }
}

/// The pattern's definition; none for plain colours.
fn definition(phase: &Phase, theme: Theme) -> Option<String> {
    let id = id(phase, theme);
    pattern(
        phase.role.pattern(),
        &id,
        &phase.colour(theme),
        theme.card(),
    )
}

/// A definition of a pattern in a colour on a card, both as CSS has them; none for plain colours.
pub(super) fn pattern(pattern: Pattern, id: &str, colour: &str, card: &str) -> Option<String> {
    let ground = |colour: &str| format!("<rect width=\"6\" height=\"6\" fill=\"{colour}\"/>");
    let (turn, tile) = match pattern {
        Pattern::Solid | Pattern::Pale => return None,
        Pattern::Hatched => (
            " patternTransform=\"rotate(45)\"",
            format!(
                "{}<rect width=\"2.2\" height=\"6\" fill=\"{colour}\"/>",
                ground(card)
            ),
        ),
        Pattern::CrossHatched => (
            " patternTransform=\"rotate(45)\"",
            format!(
                "{}<path d=\"M0 3h6M3 0v6\" stroke=\"{colour}\" stroke-width=\"1.6\"/>",
                ground(card)
            ),
        ),
        Pattern::Outlined => (
            "",
            format!(
                "{}<rect width=\"6\" height=\"6\" fill=\"{colour}\" fill-opacity=\"0.22\"/>",
                ground(card)
            ),
        ),
        Pattern::Checked => (
            "",
            format!(
                "{}<path d=\"M0 0h3v6h3v-3h-6z\" fill=\"{card}\" fill-opacity=\"0.7\"/>",
                ground(colour)
            ),
        ),
        Pattern::Striped => (
            "",
            format!(
                "{}<path d=\"M0 3h6\" stroke=\"{card}\" stroke-opacity=\"0.6\"/>",
                ground(colour)
            ),
        ),
        Pattern::Barred => (
            "",
            format!(
                "{}<path d=\"M3 0v6\" stroke=\"{card}\" stroke-opacity=\"0.6\"/>",
                ground(colour)
            ),
        ),
        Pattern::Dotted => (
            "",
            format!(
                "{}<circle cx=\"3\" cy=\"3\" r=\"1.2\" fill=\"{card}\"/>",
                ground(colour)
            ),
        ),
    };
    Some(format!(
        "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"{turn}>{tile}</pattern>\n"
    ))
}
