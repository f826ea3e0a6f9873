//! Doc comments as text.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment of an item on one line.
pub(crate) fn of(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) if pair.path.is_ident("doc") => Some(text.value().trim().to_owned()),
            _ => None,
        }
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}
