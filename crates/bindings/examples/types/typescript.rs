//! JSON Schemas as TypeScript types, as far as ours go: a schema without a type stops the program.

use serde_json::Value;

/// A named type with its documentation. `typed`: lists of numbers are typed arrays.
pub(crate) fn declare(name: &str, schema: &Value, typed: bool) -> String {
    let text = comment("", &help(schema));
    match schema.get("properties") {
        Some(_) => format!(
            "{text}export interface {name} {}\n\n",
            object(schema, typed)
        ),
        None => format!("{text}export type {name} = {};\n\n", kind(schema, typed)),
    }
}

/// One of these texts, by a name.
pub(crate) fn alias<'n>(
    help: &str,
    name: &str,
    texts: impl IntoIterator<Item = &'n str>,
) -> String {
    let texts: String = texts
        .into_iter()
        .map(|text| format!("\n  | {text:?}"))
        .collect();
    format!("{}export type {name} ={texts};\n\n", comment("", help))
}

/// A documentation comment; empty if the text is.
pub(crate) fn comment(indent: &str, text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text => {
            let text = text
                .replace("*/", "*\u{200b}/")
                .replace('\n', &format!("\n{indent} * "));
            format!("{indent}/** {text} */\n")
        }
    }
}

/// The description of a schema, with its unit, range and default.
fn help(schema: &Value) -> String {
    let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    let mut facts = Vec::new();
    if let Some(unit) = schema.get("x-unit").and_then(Value::as_str) {
        facts.push(format!("Unit: {unit}."));
    }
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(low), Some(high)) => facts.push(format!("Range: {low} to {high}.")),
        (Some(low), None) => facts.push(format!("At least {low}.")),
        (None, Some(high)) => facts.push(format!("At most {high}.")),
        (None, None) => {}
    }
    if let Some(default) = schema.get("default") {
        facts.push(format!("Default: {default}."));
    }
    let mut all = vec![text("description").to_owned()];
    all.extend(facts);
    all.retain(|text| !text.is_empty());
    all.join(" ")
}

/// The type of a schema's values.
pub(crate) fn kind(schema: &Value, typed: bool) -> String {
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        return path.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return union(values.iter().map(Value::to_string));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(variants) = schema.get(key).and_then(Value::as_array) {
            return union(variants.iter().map(|variant| kind(variant, typed)));
        }
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => union(kinds.iter().map(|one| {
            let mut alone = schema.clone();
            alone["type"] = one.clone();
            kind(&alone, typed)
        })),
        Some(Value::String(name)) => named(name, schema, typed),
        // A value of any kind, such as that of a parameter that an offer changes.
        None => "unknown".to_owned(),
        Some(other) => panic!("no type for {other}"),
    }
}

fn named(name: &str, schema: &Value, typed: bool) -> String {
    match name {
        "null" | "boolean" | "string" => name.to_owned(),
        "number" | "integer" => "number".to_owned(),
        "array" => array(schema, typed),
        "object" if schema.get("properties").is_some() => object(schema, typed),
        "object" => match schema.get("additionalProperties") {
            Some(inner) if inner.is_object() => format!("Record<string, {}>", kind(inner, typed)),
            _ => "Record<string, unknown>".to_owned(),
        },
        other => panic!("no type for {other}"),
    }
}

fn array(schema: &Value, typed: bool) -> String {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<_> = items.iter().map(|item| kind(item, typed)).collect();
        return format!("[{}]", items.join(", "));
    }
    let items = schema.get("items").unwrap();
    if typed {
        let format = items.get("format").and_then(Value::as_str);
        return match format.unwrap() {
            "double" => "Float64Array",
            "uint32" => "Uint32Array",
            "uint8" => "Uint8Array",
            other => panic!("no typed array for {other}"),
        }
        .to_owned();
    }
    match kind(items, typed) {
        inner if inner.contains(['|', '\n']) => format!("Array<{inner}>"),
        inner => format!("{inner}[]"),
    }
}

fn object(schema: &Value, typed: bool) -> String {
    let required = |name: &String| {
        let all = schema.get("required").and_then(Value::as_array);
        all.is_some_and(|all| all.iter().any(|one| one == name))
    };
    let mut text = String::from("{\n");
    for (name, inner) in schema["properties"].as_object().unwrap() {
        let mark = if required(name) { "" } else { "?" };
        text += &comment("  ", &help(inner));
        text += &format!(
            "  {name}{mark}: {};\n",
            kind(inner, typed).replace('\n', "\n  ")
        );
    }
    text + "}"
}

fn union(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for one in types {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.join(" | ")
}
