//! Names of parameters, which only a struct's own fields make: a misspelt one does not compile.

use std::fmt;

use serde_json::Value;

use crate::Field;

/// The name of the field of a `P` that is a `T`. The derive of [`crate::Parameters`] makes one a field: `P::NAMES.field`.
pub struct Name<P, T> {
    text: &'static str,
    field: fn(&mut P) -> &mut T,
}

/// A field whose type is forgotten: one that can be given a value.
pub trait Put<P>: Sync {
    /// Its name.
    fn name(&self) -> AnyName;

    /// Gives it a checked value; one of another kind changes nothing.
    fn put(&self, all: &mut P, value: &Value);
}

impl<P, T: Field> Put<P> for Name<P, T> {
    fn name(&self) -> AnyName {
        self.any()
    }

    fn put(&self, all: &mut P, value: &Value) {
        if let Some(value) = T::from_value(value) {
            *(self.field)(all) = value;
        }
    }
}

/// The same with its types forgotten, for lists of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyName(&'static str);

impl<P, T> Name<P, T> {
    /// For the derive alone.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_field(text: &'static str, field: fn(&mut P) -> &mut T) -> Self {
        Self { text, field }
    }

    /// The name alone.
    #[must_use]
    pub const fn any(&self) -> AnyName {
        AnyName(self.text)
    }
}

impl AnyName {
    /// As in a table.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for AnyName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl<P, T> fmt::Debug for Name<P, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.any().fmt(out)
    }
}

/// A list of names of fields: `names!(Machine: processors, colour)`.
#[macro_export]
macro_rules! names {
    ($of:ty: $($field:ident),* $(,)?) => {{
        const NAMES: &[$crate::AnyName] = &[$(<$of>::NAMES.$field.any()),*];
        NAMES
    }};
}
