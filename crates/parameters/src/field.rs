//! The fields of a struct of parameters, and their types.

use serde_json::{Map, Value};

use crate::{Constant, Editor, Holds, Kind, Parameter, Rejected, Table, Values};

/// A struct of parameters, derived from its fields.
///
/// On a field, `#[parameter(…)]` takes `title`, `symbol`, `unit` and `group` (texts), `rare`, `ordinal`, `range = low..=high`,
/// `length = most` of a text, `default` (a literal or a constant number; an enum has its own), `editor` (an [`Editor`]), and
/// `when(name = value)` and `or(name = value)` with a name, a list of names or a flag. The doc comment is the help. On the
/// struct, `#[parameters(below = "traces")]` says that flags and forms name the fields `traces.…`, and `together = f`
/// names the rule between its fields ([`crate::table::Together`]).
pub trait Parameters: Default {
    /// The table of its fields.
    const TABLE: Table;

    /// The struct of checked values; a value that is not there, or of another kind, is the default.
    fn from_values(values: &Values) -> Self;

    /// The values, in the table's order.
    fn to_values(&self) -> Values;
}

/// A type that a field of a struct of parameters can have.
///
/// An enum derives it: its variants are the choices, by their names in kebab case or `#[choice(name = "…")]`, with
/// `title = "…"` for people and the doc comment as help. A variant with one field holds the values that the field's type, a
/// [`Held`], describes.
pub trait Field: Default {
    /// The kind of its values, before the field's own limits.
    const KIND: Kind;

    /// Its default where the field does not say one.
    const DEFAULT: Option<Constant>;

    /// The value of checked JSON; nothing where it is of another kind.
    fn from_value(value: &Value) -> Option<Self>;

    /// The value as JSON.
    fn to_value(&self) -> Value;
}

/// The value of a field of this type from outside, within the limits of the type.
///
/// # Errors
/// As [`Parameter::check`].
pub fn read<F: Field>(value: &Value) -> Result<F, Rejected> {
    let checked = Parameter::new("", F::KIND, "").check(value)?;
    Ok(F::from_value(&checked).unwrap_or_default())
}

/// A type that a choice can hold.
pub trait Held: Sized {
    /// The values that the choice holds.
    const HOLDS: Holds;

    /// The value of checked JSON.
    fn from_held(value: &Value) -> Option<Self>;

    /// The value as JSON.
    fn to_held(&self) -> Value;
}

impl<P: Parameters> Held for P {
    const HOLDS: Holds = Holds::Parameters(&P::TABLE);

    fn from_held(value: &Value) -> Option<Self> {
        value.as_object().map(Self::from_values)
    }

    fn to_held(&self) -> Value {
        Value::Object(self.to_values())
    }
}

/// The value of one field. For derived code.
#[must_use]
pub fn of<F: Field>(values: &Values, table: &Table, at: usize) -> F {
    let Some(parameter) = table.parameters.get(at) else {
        return F::default();
    };
    let value = values.get(parameter.key()).and_then(F::from_value);
    value
        .or_else(|| F::from_value(&parameter.default_value()))
        .unwrap_or_default()
}

/// A field whose type is forgotten, so that one function writes all structs. For derived code.
pub trait Written {
    /// See [`Field::to_value`].
    fn value(&self) -> Value;
}

impl<F: Field> Written for F {
    fn value(&self) -> Value {
        self.to_value()
    }
}

/// The values of all fields, which are those of the table. For derived code.
#[must_use]
pub fn written(table: &Table, fields: &[&dyn Written]) -> Values {
    let named = table.parameters.iter().zip(fields);
    named
        .map(|(parameter, field)| (parameter.key().to_owned(), field.value()))
        .collect()
}

/// The only entry of an object, for a choice that holds something. For derived code.
#[must_use]
pub fn entry(value: &Value) -> Option<(&str, &Value)> {
    let map = value.as_object().filter(|map| map.len() == 1)?;
    let (name, held) = map.iter().next()?;
    Some((name, held))
}

/// A choice that holds something, as JSON. For derived code.
#[must_use]
pub fn holding(name: &str, held: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), held)]))
}

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Field for $kind {
            const KIND: Kind = Kind::Integer { minimum: 0, maximum: <$kind>::MAX as u64 };
            const DEFAULT: Option<Constant> = None;

            fn from_value(value: &Value) -> Option<Self> {
                value.as_u64()?.try_into().ok()
            }

            fn to_value(&self) -> Value {
                (*self as u64).into()
            }
        }
    )*};
}

whole!(u32, u64, usize);

const ANY: (f64, f64) = (f64::MIN, f64::MAX);

impl Field for f64 {
    const KIND: Kind = Kind::Number {
        minimum: ANY.0,
        maximum: ANY.1,
        optional: false,
    };
    const DEFAULT: Option<Constant> = None;

    fn from_value(value: &Value) -> Option<Self> {
        value.as_f64()
    }

    fn to_value(&self) -> Value {
        (*self).into()
    }
}

impl Field for Option<f64> {
    const KIND: Kind = Kind::Number {
        minimum: ANY.0,
        maximum: ANY.1,
        optional: true,
    };
    const DEFAULT: Option<Constant> = Some(Constant::Null);

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => value.as_f64().map(Some),
        }
    }

    fn to_value(&self) -> Value {
        (*self).into()
    }
}

impl Field for bool {
    const KIND: Kind = Kind::Flag;
    const DEFAULT: Option<Constant> = Some(Constant::Flag(false));

    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }

    fn to_value(&self) -> Value {
        (*self).into()
    }
}

impl Field for String {
    const KIND: Kind = Kind::Text {
        most: usize::MAX,
        editor: Editor::Plain,
    };
    const DEFAULT: Option<Constant> = Some(Constant::Text(""));

    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn to_value(&self) -> Value {
        self.as_str().into()
    }
}
