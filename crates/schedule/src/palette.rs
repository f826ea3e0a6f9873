//! The look of a role: a colour for each theme, and a pattern for readers who do not see it; and the shades that tell phases
//! of one role apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Phase, Role};

/// The two palettes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
}

impl Theme {
    /// The surface that a schedule is drawn on.
    pub fn card(self) -> &'static str {
        self.pick("#ffffff", "#171d26")
    }

    /// Text on the card: names, ticks, legend.
    pub fn ink(self) -> &'static str {
        self.pick("#4a5768", "#b0bccb")
    }

    /// Thin lines that carry no meaning of their own: the axis.
    pub fn line(self) -> &'static str {
        self.pick("#dfe4ea", "#2a3442")
    }

    /// Lines that mean something: ticks, marks.
    pub fn rule(self) -> &'static str {
        self.pick("#738093", "#8190a3")
    }

    fn pick(self, light: &'static str, dark: &'static str) -> &'static str {
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }
}

/// The patterns that tell roles apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// The colour all over.
    Solid,
    /// Diagonal lines in the colour on the card, with a dashed edge.
    Hatched,
    /// Pale inside, in full colour at the edge.
    Outlined,
    /// Diagonal lines both ways.
    CrossHatched,
    /// Squares like a chessboard's.
    Checked,
    /// Horizontal lines of the card on the colour.
    Striped,
    /// Vertical lines of the card on the colour.
    Barred,
    /// Dots of the card on the colour.
    Dotted,
    /// A pale colour with a thin edge.
    Pale,
}

impl Role {
    /// The role's colour, as `#rrggbb`.
    pub fn colour(self, theme: Theme) -> &'static str {
        match self {
            Role::Compute => theme.pick("#2f7fc1", "#4f9fdf"),
            Role::Copy => theme.pick("#14829f", "#62c3e8"),
            Role::Failed => theme.pick("#a3123a", "#ff7d97"),
            Role::Preempted => theme.pick("#6a5acd", "#a99cf5"),
            Role::Cancelled => theme.pick("#d9571b", "#f0814a"),
            Role::Message => theme.pick("#e8a013", "#f0b23a"),
            Role::Wait => theme.pick("#e9edf2", "#232c38"),
            Role::Synchronise => theme.pick("#129173", "#2fb894"),
            Role::Rebalance => theme.pick("#b4669c", "#d08bba"),
        }
    }

    /// The colour of the role's edge, as `#rrggbb`, if it needs one: a colour that stands out from
    /// the card by less than 3:1 has an edge that does, and a hatched area has an edge to end at.
    pub fn edge(self, theme: Theme) -> Option<&'static str> {
        match self {
            Role::Copy | Role::Cancelled | Role::Failed | Role::Preempted => {
                Some(self.colour(theme))
            }
            Role::Message => Some(theme.pick("#a06a00", "#f0b23a")),
            Role::Wait => Some(theme.rule()),
            Role::Compute | Role::Synchronise | Role::Rebalance => None,
        }
    }

    /// The role's pattern. No two roles share one.
    pub fn pattern(self) -> Pattern {
        match self {
            Role::Compute => Pattern::Solid,
            Role::Copy => Pattern::Outlined,
            Role::Cancelled => Pattern::Hatched,
            Role::Failed => Pattern::CrossHatched,
            Role::Preempted => Pattern::Checked,
            Role::Message => Pattern::Striped,
            Role::Wait => Pattern::Pale,
            Role::Synchronise => Pattern::Barred,
            Role::Rebalance => Pattern::Dotted,
        }
    }
}

/// The colour that a shade leans towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Towards {
    /// The surface that the schedule is drawn on: paler.
    Card,
    /// The text on it: stronger.
    Ink,
}

impl Phase {
    /// The colour that the phase's colour leans towards, and how far, from 0 to 1; nothing for the first shade, which is
    /// the role's. Shades differ in lightness, so that no eye needs a hue for them.
    pub fn shading(&self) -> Option<(Towards, f64)> {
        let part = match self.shade {
            0 => return None,
            1 => 0.3,
            2 => 0.55,
            _ => 0.75,
        };
        // A pale colour has no room towards the card.
        match self.role.pattern() {
            Pattern::Pale => Some((Towards::Ink, part)),
            _ => Some((Towards::Card, part)),
        }
    }

    /// The phase's colour, as `#rrggbb`: a shade of its role's.
    pub fn colour(&self, theme: Theme) -> String {
        let own = self.role.colour(theme);
        match self.shading() {
            None => own.to_owned(),
            Some((Towards::Card, part)) => mixed(theme.card(), own, part),
            Some((Towards::Ink, part)) => mixed(theme.ink(), own, part),
        }
    }

    /// The colour of the phase's edge, as `#rrggbb`, if it needs one: its role's edge, and the role's own colour around a
    /// paler shade.
    pub fn edge(&self, theme: Theme) -> Option<&'static str> {
        let paler = matches!(self.shading(), Some((Towards::Card, _)));
        let own = paler.then(|| self.role.colour(theme));
        self.role.edge(theme).or(own)
    }
}

/// `part` of one colour over another, both `#rrggbb`.
pub(crate) fn mixed(over: &str, under: &str, part: f64) -> String {
    let channels = |colour: &str| {
        let all = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0);
        [all >> 16, all >> 8, all].map(|channel| f64::from(channel & 0xff))
    };
    let [over, under] = [over, under].map(channels);
    let mut mixed = String::from("#");
    for (over, under) in over.into_iter().zip(under) {
        let channel = (under + (over - under) * part).round() as u8;
        mixed.push_str(&format!("{channel:02x}"));
    }
    mixed
}
