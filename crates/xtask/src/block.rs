//! Tables that a document has between two marks, and that this program writes.

use anyhow::{Context, Result};

/// A document with other lines between the marks of this name, `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
pub(crate) fn with(document: &str, name: &str, lines: &str) -> Result<String> {
    let (begin, end) = (
        format!("<!-- {name}: begin -->\n"),
        format!("<!-- {name}: end -->\n"),
    );
    let parts = document.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some(format!("{before}{begin}{lines}{end}{after}"))
    });
    parts.with_context(|| format!("a document has no place for {name}: {begin}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_between_the_marks_are_replaced_and_marks_have_to_be_there() {
        let document = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n";
        assert_eq!(
            with(document, "x", "new\n").unwrap(),
            "a\n<!-- x: begin -->\nnew\n<!-- x: end -->\nb\n"
        );
        assert!(with(document, "y", "new").is_err());
    }
}
