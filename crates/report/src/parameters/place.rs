//! A typed value from JSON, or what is wrong and where.
//!
//! Every type that is read has code of its own for each reader there is, so that this one does little for each: it
//! follows the place and leaves all else to serde. That keeps some hundred kilobytes out of what a page loads. It looks up
//! names of fields and variants itself and tells serde their number, so that types have no names under another name
//! (serde's `alias`), which have no number of their own.

use std::cell::RefCell;
use std::fmt::{self, Display};

use serde::de::value::{BorrowedStrDeserializer, U64Deserializer};
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error as _,
    IntoDeserializer, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number, Value};

/// A `T` from a value.
///
/// # Errors
/// The place (`workers[2].speed`, empty for the value itself) and what serde says of it: the first that is wrong.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, (String, Error)> {
    let lost = RefCell::default();
    let reader = Reader {
        value,
        place: Place::Whole,
        lost: &lost,
    };
    T::deserialize(reader).map_err(|error| (lost.take().unwrap_or_default(), error))
}

/// Where the reader is.
#[derive(Clone, Copy)]
enum Place<'p> {
    Whole,
    Entry(&'p Place<'p>, &'p str),
    Item(&'p Place<'p>, usize),
}

impl Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Entry(Place::Whole, key) => out.write_str(key),
            Self::Entry(parent, key) => write!(out, "{parent}.{key}"),
            Self::Item(parent, index) => write!(out, "{parent}[{index}]"),
        }
    }
}

/// The place of the first error, which is met innermost.
type Lost = RefCell<Option<String>>;

#[inline(never)]
fn at(place: Place<'_>, lost: &Lost, error: Error) -> Error {
    let mut lost = lost.borrow_mut();
    lost.get_or_insert_with(|| place.to_string());
    error
}

#[derive(Clone, Copy)]
struct Reader<'de, 'p> {
    value: &'de Value,
    place: Place<'p>,
    lost: &'p Lost,
}

impl Reader<'_, '_> {
    #[inline(never)]
    fn other(&self, expected: &dyn de::Expected) -> Error {
        let found = match self.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(flag) => Unexpected::Bool(*flag),
            Value::Number(number) => unexpected(number),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        at(self.place, self.lost, Error::invalid_type(found, expected))
    }
}

impl<'de, 'p> Reader<'de, 'p> {
    #[inline(never)]
    fn variant(self, variants: &'static [&'static str]) -> Result<Variant<'de, 'p>, Error> {
        let (name, held) = match self.value {
            Value::String(name) => (name, None),
            Value::Object(entries) => match (entries.len(), entries.iter().next()) {
                (1, Some((name, held))) => (name, Some(held)),
                _ => {
                    let error = Error::invalid_value(Unexpected::Map, &"map with a single key");
                    return Err(at(self.place, self.lost, error));
                }
            },
            _ => return Err(self.other(&"string or map")),
        };
        Ok(Variant {
            reader: self,
            name,
            held,
            variants,
        })
    }
}

/// The number of a name, for serde; none that it knows where it is not among them.
fn number(name: &str, names: &[&str]) -> U64Deserializer<Error> {
    let number = names.iter().position(|other| *other == name);
    number
        .map_or(u64::MAX, |number| number as u64)
        .into_deserializer()
}

fn unexpected(number: &Number) -> Unexpected<'_> {
    match (number.as_u64(), number.as_i64()) {
        (Some(whole), _) => Unexpected::Unsigned(whole),
        (None, Some(whole)) => Unexpected::Signed(whole),
        (None, None) => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
    }
}

/// What takes a number: all kinds of numbers go to the visitor, which says what it takes.
macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let Value::Number(number) = self.value else {
                return Err(self.other(&visitor));
            };
            let read = match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            };
            read.map_err(|error| at(self.place, self.lost, error))
        }
    )*};
}

/// What takes a text.
macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.value {
                Value::String(text) => visitor
                    .visit_borrowed_str(text)
                    .map_err(|error| at(self.place, self.lost, error)),
                _ => Err(self.other(&visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => self.deserialize_unit(visitor),
            Value::Bool(_) => self.deserialize_bool(visitor),
            Value::Number(_) => self.deserialize_f64(visitor),
            Value::String(_) => self.deserialize_str(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Bool(flag) => visitor
                .visit_bool(*flag)
                .map_err(|error| at(self.place, self.lost, error)),
            _ => Err(self.other(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor
                .visit_unit()
                .map_err(|error| at(self.place, self.lost, error)),
            _ => Err(self.other(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Array(items) = self.value else {
            return Err(self.other(&visitor));
        };
        let mut rest = Items {
            reader: self,
            rest: items.iter(),
            read: 0,
        };
        let read = visitor.visit_seq(&mut rest).and_then(|read| {
            if rest.rest.len() == 0 {
                return Ok(read);
            }
            Err(Error::invalid_length(
                items.len(),
                &"fewer elements in array",
            ))
        });
        read.map_err(|error| at(self.place, self.lost, error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Object(entries) = self.value else {
            return Err(self.other(&visitor));
        };
        let entries = Entries {
            reader: self,
            rest: entries.iter(),
            next: None,
        };
        visitor
            .visit_map(entries)
            .map_err(|error| at(self.place, self.lost, error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Value::Object(entries) = self.value else {
            return Err(self.other(&visitor));
        };
        let entries = Fields {
            entries: Entries {
                reader: self,
                rest: entries.iter(),
                next: None,
            },
            fields,
        };
        visitor
            .visit_map(entries)
            .map_err(|error| at(self.place, self.lost, error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant(variants)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit_struct tuple_struct }
}

struct Items<'de, 'p> {
    reader: Reader<'de, 'p>,
    rest: std::slice::Iter<'de, Value>,
    read: usize,
}

impl<'de> de::SeqAccess<'de> for &mut Items<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.rest.next() else {
            return Ok(None);
        };
        let index = self.read;
        self.read += 1;
        let Reader { place, lost, .. } = self.reader;
        let place = Place::Item(&place, index);
        seed.deserialize(Reader { value, place, lost }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries<'de, 'p> {
    reader: Reader<'de, 'p>,
    rest: serde_json::map::Iter<'de>,
    next: Option<(&'de str, &'de Value)>,
}

impl<'de> de::MapAccess<'de> for Entries<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.next = Some((key, value));
        let Reader { place, lost, .. } = self.reader;
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
            .map_err(|error| at(Place::Entry(&place, key), lost, error))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let Some((key, value)) = self.next.take() else {
            return Err(Error::custom("value is missing"));
        };
        let Reader { place, lost, .. } = self.reader;
        let place = Place::Entry(&place, key);
        seed.deserialize(Reader { value, place, lost })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The entries of an object that becomes a struct with these fields.
struct Fields<'de, 'p> {
    entries: Entries<'de, 'p>,
    fields: &'static [&'static str],
}

impl<'de> Fields<'de, '_> {
    #[inline(never)]
    fn next(&mut self) -> Option<U64Deserializer<Error>> {
        self.entries.next = self.entries.rest.next().map(|(key, value)| (&**key, value));
        let (key, _) = self.entries.next?;
        Some(number(key, self.fields))
    }

    #[cold]
    #[inline(never)]
    fn unknown(&self) -> Error {
        let Reader { place, lost, .. } = self.entries.reader;
        let key = self.entries.next.map_or("", |(key, _)| key);
        let error = Error::unknown_field(key, self.fields);
        at(Place::Entry(&place, key), lost, error)
    }
}

impl<'de> de::MapAccess<'de> for Fields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.next() {
            Some(number) => match seed.deserialize(number) {
                Ok(field) => Ok(Some(field)),
                // That there is no such field is all that can be wrong with a number.
                Err(_) => Err(self.unknown()),
            },
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        self.entries.next_value_seed(seed)
    }
}

#[derive(Clone, Copy)]
struct Variant<'de, 'p> {
    reader: Reader<'de, 'p>,
    name: &'de str,
    variants: &'static [&'static str],
    /// What the variant holds, if it holds anything.
    held: Option<&'de Value>,
}

impl<'de, 'p> de::EnumAccess<'de> for Variant<'de, 'p> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Error> {
        match seed.deserialize(number(self.name, self.variants)) {
            Ok(variant) => Ok((variant, self)),
            Err(_) => Err(self.unknown()),
        }
    }
}

impl<'de> Variant<'de, '_> {
    #[cold]
    #[inline(never)]
    fn unknown(&self) -> Error {
        let Reader { place, lost, .. } = self.reader;
        at(
            place,
            lost,
            Error::unknown_variant(self.name, self.variants),
        )
    }

    /// Reads what the variant holds, at its place.
    fn held<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Reader<'de, '_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Reader { place, lost, .. } = self.reader;
        let place = Place::Entry(&place, self.name);
        match self.held {
            Some(value) => read(Reader { value, place, lost }),
            None => {
                let error = Error::invalid_type(Unexpected::UnitVariant, &expected);
                Err(at(place, lost, error))
            }
        }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.held {
            None => Ok(()),
            Some(_) => self.held("unit variant", |reader| Deserialize::deserialize(reader)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.held("newtype variant", |reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.held("tuple variant", |reader| reader.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.held("struct variant", |reader| {
            reader.deserialize_struct("", fields, visitor)
        })
    }
}
