//! Colours that can be seen, and told apart without.

use std::collections::HashSet;

use schedule::palette::Theme;
use schedule::{Phase, Role};

/// Relative luminance by WCAG 2.2.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            libm::pow((value + 0.055) / 1.055, 2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_role_stands_out_from_the_card_by_three_to_one() {
    for theme in [Theme::Light, Theme::Dark] {
        for role in Role::ALL {
            let contrast = contrast(role.edge(theme).unwrap_or(role.colour(theme)), theme.card());
            assert!(contrast >= 3.0, "{role:?} in {theme:?}: {contrast:.2}");
        }
        assert!(contrast(theme.rule(), theme.card()) >= 3.0);
    }
}

#[test]
fn text_stands_out_from_the_card_by_four_and_a_half_to_one() {
    for theme in [Theme::Light, Theme::Dark] {
        assert!(contrast(theme.ink(), theme.card()) >= 4.5);
    }
}

#[test]
fn no_two_roles_share_a_colour_or_a_pattern() {
    for theme in [Theme::Light, Theme::Dark] {
        assert_eq!(
            Role::ALL
                .map(|role| role.colour(theme))
                .into_iter()
                .collect::<HashSet<_>>()
                .len(),
            Role::ALL.len()
        );
    }
    assert_eq!(
        Role::ALL
            .map(Role::pattern)
            .into_iter()
            .collect::<HashSet<_>>()
            .len(),
        Role::ALL.len()
    );
}

#[test]
fn the_shades_of_a_role_differ_in_lightness_and_stand_out_by_their_edges() {
    for theme in [Theme::Light, Theme::Dark] {
        for role in Role::ALL {
            let shades = [0, 1, 2, 3].map(|shade| Phase::new("", role).shaded(shade));
            let colours = shades.each_ref().map(|phase| phase.colour(theme));
            assert_eq!(colours[0], role.colour(theme));
            for (place, one) in colours.iter().enumerate() {
                for other in &colours[..place] {
                    let contrast = contrast(one, other);
                    assert!(contrast >= 1.12, "{role:?} in {theme:?}: {contrast:.2}");
                }
                let edge = shades[place].edge(theme).unwrap_or(one);
                assert!(contrast(edge, theme.card()) >= 3.0, "{role:?} in {theme:?}");
            }
        }
    }
}

#[test]
fn a_role_is_called_in_files_as_serde_calls_it() {
    for role in Role::ALL {
        assert_eq!(serde_json::to_value(role).unwrap(), role.name());
    }
}
