//! The phases' patterns, as SVG definitions.

use crate::palette::{Pattern, Theme};
use crate::{Phase, Role};

/// Appends the definitions of the patterns that the phases use.
pub(super) fn define(svg: &mut String, phases: &[&Phase], theme: Theme) {
    let used = |role: &Role| phases.iter().any(|phase| phase.role == *role);
    let definitions: String = Role::ALL
        .into_iter()
        .filter(used)
        .filter_map(|role| definition(role, theme))
        .collect();
    if !definitions.is_empty() {
        svg.push_str(&format!("<defs>\n{definitions}</defs>\n"));
    }
}

/// What fills an area of this role: a colour, or a reference to a pattern.
pub(super) fn fill(role: Role, theme: Theme) -> String {
    match definition(role, theme) {
        Some(_) => format!("url(#{})", id(role, theme)),
        None => role.colour(theme).to_owned(),
    }
}

/// The attributes of an area's edge; a role without an edge has one in its own colour, to be as
/// large as the others.
pub(super) fn edge(role: Role, theme: Theme) -> String {
    let dashes = if role.pattern() == Pattern::Hatched {
        " stroke-dasharray=\"3 2\""
    } else {
        ""
    };
    format!(
        "stroke=\"{}\"{dashes}",
        role.edge(theme).unwrap_or(role.colour(theme))
    )
}

fn id(role: Role, theme: Theme) -> String {
    let theme = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    format!("makespan-{}-{theme}", role.name())
}

/// The pattern's definition; none for plain colours.
fn definition(role: Role, theme: Theme) -> Option<String> {
    let (colour, card) = (role.colour(theme), theme.card());
    let ground = |colour| format!("<rect width=\"6\" height=\"6\" fill=\"{colour}\"/>");
    let (turn, tile) = match role.pattern() {
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
        "<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"{turn}>{tile}</pattern>\n",
        id(role, theme)
    ))
}
