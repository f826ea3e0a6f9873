//! Errors as sentences, with the line that they come from.

use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};
use strategy::{Budget, Fault};

use crate::limits;

fn fault(position: Position, message: String) -> Fault {
    Fault {
        line: position.line().unwrap_or(1),
        column: position.position().unwrap_or(0),
        message,
    }
}

/// The fault of a strategy that cannot be read.
pub(crate) fn unreadable(error: &ParseError) -> Fault {
    let message = match error.err_type() {
        ParseErrorType::UnexpectedEOF => "the text ends too early: a } or ) may be missing".into(),
        ParseErrorType::VariableUndefined(name) => no_variable(name),
        ParseErrorType::FnDuplicatedDefinition(name, _) => {
            format!("there is another function “{name}”")
        }
        ParseErrorType::ExprTooDeep => format!(
            "this expression is nested more than {} deep: compute parts of it before",
            limits::DEPTH
        ),
        ParseErrorType::MalformedIndexExpr(_) => PLACE.into(),
        other => small(&other.to_string()),
    };
    fault(error.position(), message)
}

/// The fault of a strategy that failed while it ran. `begins` is the first line of its function, because rhai forgets where a limit was
/// met. `together` has the budget and the number of answers, where less than the limit of one answer was left.
pub(crate) fn failed(
    error: &EvalAltResult,
    begins: usize,
    together: Option<(Budget, u64)>,
) -> Fault {
    // The place in the function that failed is nearer to the fault than the place of the call.
    let inner = error.unwrap_inner();
    let position = match inner.position() {
        Position::NONE => error.position(),
        own => own,
    };
    let message = match inner {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            match together {
                None => format!(
                    "it did not answer within {} operations: does a loop end?",
                    limits::OPERATIONS
                ),
                Some((budget, answers)) => format!(
                    "{answers} answers took more than {} operations together: {} for each, and {} more; can it do with fewer?",
                    budget.until(answers),
                    budget.each,
                    budget.once
                ),
            }
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            format!("more than {} calls are within each other", limits::LEVELS)
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            format!("there are more than {} variables", limits::VARIABLES)
        }
        EvalAltResult::ErrorDataTooLarge(..) => format!(
            "a value is too large: a list may have {} items and a map {} entries, with all that lies within them, and a text {} bytes",
            limits::LIST,
            limits::MAP,
            limits::CHARACTERS
        ),
        EvalAltResult::ErrorArrayBounds(0, index, _) => {
            format!("there is no item {index}: the list is empty")
        }
        EvalAltResult::ErrorArrayBounds(length, index, _) => format!(
            "there is no item {index} in a list of {length}: the first is 0, the last {} or -1",
            length - 1
        ),
        EvalAltResult::ErrorVariableNotFound(name, _) => no_variable(name),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => no_function(signature),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("there is no “{name}” in it"),
        EvalAltResult::ErrorRuntime(value, _) => match value.clone().into_string() {
            Ok(told) if !told.is_empty() => told,
            Err(_) if !value.is_unit() => format!("it threw {value}"),
            _ => "it ended by throw, without a reason".into(),
        },
        EvalAltResult::ErrorMismatchDataType(wanted, found, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
            format!(
                "this is a {}, and a {} is needed",
                kind(found),
                kind(wanted)
            )
        }
        EvalAltResult::ErrorDotExpr(told, _) => no_property(told),
        EvalAltResult::ErrorIndexingType(kinds, _) if kinds.contains(" = ") => READ_ONLY.into(),
        EvalAltResult::ErrorIndexingType(..) => PLACE.into(),
        EvalAltResult::ErrorUnboundThis(_) => {
            "this function is called without `this`: call it as this.name()".into()
        }
        EvalAltResult::ErrorFor(_) => {
            "for goes through a list, a range such as 0..3, or the keys() of a map".into()
        }
        other => {
            let mut other = small(&other.to_string());
            // The fault's line already gives the place.
            if let Some(place) = other.rfind(" (line ") {
                other.truncate(place);
            }
            other
        }
    };
    Fault {
        line: position.line().unwrap_or(begins),
        ..fault(position, message)
    }
}

/// The refusal of a place that is not whole.
const PLACE: &str =
    "a place in a list is a whole number: to_int() makes one of a number with a fraction";

/// The refusal of a change to a handed value.
const READ_ONLY: &str =
    "what is handed can only be read: keep what you need of it in a list of your own";

fn no_variable(name: &str) -> String {
    format!(
        "there is no variable “{name}” in this function: begin with let {name} = … in it, or hand it over"
    )
}

/// The refusal of a property that a value does not have; rhai's text is "Unknown property 'size' - a getter is not registered for type
/// '()'".
fn no_property(told: &str) -> String {
    let mut quoted = told.split('\'').skip(1).step_by(2);
    match (quoted.next(), quoted.next()) {
        (Some(name), Some("()")) => {
            format!("there is no “{name}” here: this is nothing, which x == () tells of a value x")
        }
        (Some(name), Some(of)) => format!("there is no “{name}” in a {}", kind(of)),
        _ => small(told),
    }
}

/// Functions that take places or counts.
const OF_WHOLE: [&str; 6] = ["first", "last", "truncate", "insert", "remove", "random"];

/// Functions that lists have and handed values do not have.
const OF_LISTS: [&str; 9] = [
    "push", "insert", "remove", "pop", "clear", "truncate", "sort", "reverse", "contains",
];

/// The refusal of a function that does not exist for such values; rhai's text is "* (&str | ImmutableString | String, f64)".
fn no_function(signature: &str) -> String {
    let (name, rest) = signature.split_once(" (").unwrap_or((signature, ")"));
    let kinds = rest.strip_suffix(')').unwrap_or(rest).split(", ");
    let kinds: Vec<&str> = kinds.filter(|kind| !kind.is_empty()).collect();
    let is_first = |name: &str| kinds.first().is_some_and(|first| *first == name);
    if OF_LISTS.contains(&name) && is_first("numbers") {
        return format!("{name} is for lists: to_list() makes one of the numbers that are handed");
    }
    if OF_LISTS.contains(&name) && is_first("rows") {
        return READ_ONLY.into();
    }
    if OF_WHOLE.contains(&name) && kinds.contains(&"f64") {
        return format!(
            "{name} takes whole numbers: to_int() makes one of a number with a fraction"
        );
    }
    let kinds: Vec<&str> = kinds.into_iter().map(kind).collect();
    let named = name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    match kinds.as_slice() {
        [one, other] if !named => format!("there is no {name} between a {one} and a {other}"),
        [one] if !named => format!("there is no {name} before a {one}"),
        kinds => format!("there is no function {name}({})", kinds.join(", ")),
    }
}

/// The name for people of a type of rhai.
pub(crate) fn kind(name: &str) -> &str {
    match name {
        "i64" | "f64" => "number",
        "bool" => "flag",
        "()" => "value that is nothing",
        "string" | "char" => "text",
        "Fn" => "function",
        name if name.contains("String") => "text",
        name if name.ends_with("umbers") => "list of numbers",
        name if name.contains("ange<") => "range",
        name if name.ends_with("ows") || name.contains("array") => "list",
        other => other,
    }
}

/// A sentence with a small first letter.
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
