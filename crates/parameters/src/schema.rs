//! A table as JSON Schema.

use serde_json::{Map, Value, json};

use crate::{Choice, Holds, Kind, Parameter, Table, When};

impl Table {
    /// The JSON Schema of an object with these parameters. Beside the standard's words it has `x-unit`, `x-symbol`, `x-group`,
    /// `x-rare`, `x-when` and `x-or`.
    #[must_use]
    pub fn schema(&self) -> Value {
        let properties = self.parameters.iter();
        let properties: Map<_, _> = properties
            .map(|parameter| (parameter.key().to_owned(), parameter.schema()))
            .collect();
        let required = self.parameters.iter();
        let required: Vec<_> = required
            .filter(|parameter| parameter.default.is_none())
            .map(Parameter::key)
            .collect();
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        put(&mut schema, "description", self.help);
        schema.insert("additionalProperties".into(), false.into());
        schema.insert("properties".into(), properties.into());
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        schema.into()
    }
}

impl Parameter {
    /// The JSON Schema of its values.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Integer { minimum, maximum } => {
                let mut schema = json!({"type": "integer", "minimum": minimum});
                if let Some(map) = schema.as_object_mut().filter(|_| maximum < u64::MAX) {
                    map.insert("maximum".into(), maximum.into());
                }
                schema
            }
            Kind::Number {
                minimum,
                maximum,
                optional,
            } => {
                let kind = if optional {
                    json!(["number", "null"])
                } else {
                    json!("number")
                };
                json!({"type": kind, "minimum": minimum, "maximum": maximum})
            }
            Kind::Choice(choices) => {
                json!({"oneOf": choices.iter().map(Choice::schema).collect::<Vec<_>>()})
            }
            Kind::Flag => json!({"type": "boolean"}),
            Kind::List {
                fewest,
                most,
                minimum,
                maximum,
            } => json!({
                "type": "array", "minItems": fewest, "maxItems": most,
                "items": {"type": "number", "minimum": minimum, "maximum": maximum},
            }),
            Kind::Text { most, .. } => json!({"type": "string", "maxLength": most}),
        };
        if let Some(map) = schema.as_object_mut() {
            if self.title != self.name {
                put(map, "title", self.title);
            }
            put(map, "description", self.help);
            if self.default.is_some() {
                map.insert("default".into(), self.default_value());
            }
            put(map, "x-group", self.group);
            put(map, "x-symbol", self.symbol);
            put(map, "x-unit", self.unit);
            if self.rare {
                map.insert("x-rare".into(), true.into());
            }
            for (key, conditions) in [("x-when", self.when), ("x-or", self.or)] {
                if !conditions.is_empty() {
                    let each = conditions.iter().map(When::schema);
                    map.insert(key.into(), each.collect::<Map<_, _>>().into());
                }
            }
        }
        schema
    }
}

impl When {
    fn schema(&self) -> (String, Value) {
        (self.parameter.to_owned(), self.is.values().into())
    }
}

impl Choice {
    fn schema(&self) -> Value {
        let held = match self.holds {
            Holds::Nothing => {
                let mut schema = Map::from_iter([
                    ("type".to_owned(), Value::from("string")),
                    ("const".to_owned(), self.value.into()),
                ]);
                put(&mut schema, "title", self.title);
                put(&mut schema, "description", self.help);
                return schema.into();
            }
            Holds::Parameters(table) => table.schema(),
            Holds::Data { table, list, .. } => {
                let (name, elements, help) = list;
                let mut schema = table.schema();
                let list =
                    json!({"type": "array", "items": elements.schema(), "description": help});
                if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                    properties.insert(name.into(), list);
                }
                schema
            }
        };
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        put(&mut schema, "title", self.title);
        put(&mut schema, "description", self.help);
        schema.insert("properties".into(), json!({self.value: held}));
        schema.insert("required".into(), json!([self.value]));
        schema.insert("additionalProperties".into(), false.into());
        schema.into()
    }
}

fn put(map: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key.into(), text.into());
    }
}
