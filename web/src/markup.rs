//! Elements from texts of this project, such as bars of a schedule that a renderer wrote.

use gloo::utils::document;
use web_sys::{DomParser, Node, SupportedType};

/// The element of each of these SVG texts; nothing where one has none. They are read as XML, which runs no script and loads nothing.
pub(crate) fn elements<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<Option<Node>> {
    let texts = texts.into_iter();
    let inside: String = texts.map(|text| format!("<g>{text}</g>")).collect();
    let whole = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>");
    let read = DomParser::new()
        .and_then(|parser| parser.parse_from_string(&whole, SupportedType::ImageSvgXml));
    let Some(root) = read.ok().and_then(|read| read.document_element()) else {
        return Vec::new();
    };
    let groups = root.children();
    let element = |place| {
        let element = groups.item(place)?.first_element_child()?;
        document().import_node_with_deep(&element, true).ok()
    };
    (0..groups.length()).map(element).collect()
}

/// An element of this class with a piece of HTML, such as an explanation with its formulas. Scripts in it would not run.
pub(crate) fn passage(text: &str, class: &str) -> Option<Node> {
    let read = DomParser::new().ok()?;
    let read = read.parse_from_string(text, SupportedType::TextHtml).ok()?;
    let body = read.body()?;
    let whole = document().create_element("div").ok()?;
    whole.set_class_name(class);
    while let Some(child) = body.first_child() {
        whole.append_child(&child).ok()?;
    }
    Some(whole.into())
}
