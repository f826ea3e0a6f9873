//! Names of parameters, which only a struct's own fields make: a misspelt one does not compile.

use std::fmt;
use std::marker::PhantomData;

/// The name of the field of a `P` that is a `T`. The derive of [`crate::Parameters`] makes one a field: `P::NAMES.field`.
pub struct Name<P, T> {
    text: &'static str,
    of: PhantomData<fn(P) -> T>,
}

/// The same with its types forgotten, for lists of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyName(&'static str);

impl<P, T> Name<P, T> {
    /// For the derive alone.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_field(text: &'static str) -> Self {
        Self {
            text,
            of: PhantomData,
        }
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
