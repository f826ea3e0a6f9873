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

/// Why a strategy could not be read.
pub(crate) fn unreadable(error: &ParseError) -> Fault {
    let message = match error.err_type() {
        ParseErrorType::UnexpectedEOF => "the text ends too early: a } or ) may be missing".into(),
        ParseErrorType::VariableUndefined(name) => {
            format!("there is no variable “{name}” here: begin with let {name} = …")
        }
        ParseErrorType::FnDuplicatedDefinition(name, _) => {
            format!("there is another function “{name}”")
        }
        ParseErrorType::ExprTooDeep => format!(
            "this expression is nested more than {} deep: compute parts of it before",
            limits::DEPTH
        ),
        other => small(&other.to_string()),
    };
    fault(error.position(), message)
}

/// What went wrong while a strategy ran whose function begins at this line: rhai forgets where a limit was met. Where its answers together
/// had less left than one may take, their limit and their number.
pub(crate) fn failed(
    error: &EvalAltResult,
    begins: usize,
    together: Option<(Budget, u64)>,
) -> Fault {
    // The place in the function that failed says more than the place of the call.
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
            "a value is too large: a list may have {} items, a map {}, a text {} characters",
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
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            format!("there is no variable “{name}” here: begin with let {name} = …")
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => no_function(signature),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("there is no “{name}” in it"),
        EvalAltResult::ErrorRuntime(value, _) => match value.clone().into_string() {
            Ok(told) if !told.is_empty() => told,
            _ => format!("it threw {value}"),
        },
        EvalAltResult::ErrorMismatchDataType(wanted, found, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
            format!("this is {found}, and {wanted} is needed")
        }
        other => {
            let mut other = small(&other.to_string());
            // The place stands before the sentence already.
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

/// That there is no such function of such values; rhai tells "* (&str | ImmutableString | String, f64)".
fn no_function(signature: &str) -> String {
    let (name, rest) = signature.split_once(" (").unwrap_or((signature, ")"));
    let kinds = rest.strip_suffix(')').unwrap_or(rest).split(", ");
    let kinds: Vec<&str> = kinds.filter(|kind| !kind.is_empty()).map(kind).collect();
    let named = name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    match kinds.as_slice() {
        [one, other] if !named => format!("there is no {name} between a {one} and a {other}"),
        [one] if !named => format!("there is no {name} before a {one}"),
        kinds => format!("there is no function {name}({})", kinds.join(", ")),
    }
}

/// What people call a type of rhai's.
fn kind(name: &str) -> &str {
    match name {
        "i64" | "f64" => "number",
        "array" => "list",
        "bool" => "flag",
        "numbers" => "list of numbers",
        "rows" => "list",
        "()" => "value that is nothing",
        name if name.contains("String") => "text",
        other => other,
    }
}

/// A sentence that begins with a small letter.
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
