//! The predictor: one of the methods, or a strategy of the user's own.

use forecast::Method;
use parameters::{Choice, Constant, Field, Holds, Kind, Value};
use words::word;

/// A predictor that a scenario can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// One of the methods.
    Known(Method),
    /// The strategy of the scenario.
    Own,
}

/// The own strategy among the choices.
const OWN: Choice = Choice {
    value: "own",
    title: "Your own strategy",
    help: "A function that you write: it is handed all values so far.",
    holds: Holds::Nothing,
};

/// The number of choices.
const MANY: usize = match Method::KIND {
    Kind::Choice(methods) => methods.len() + 1,
    _ => 1,
};

/// The methods, then the own strategy.
const CHOICES: [Choice; MANY] = {
    let mut all = [OWN; MANY];
    if let Kind::Choice(methods) = Method::KIND {
        let (mut rest, mut places) = (methods, all.as_mut_slice());
        while let ([first, others @ ..], [place, following @ ..]) = (rest, places) {
            *place = *first;
            (rest, places) = (others, following);
        }
    }
    all
};

impl Predictor {
    /// Its short name, for tables and charts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Known(method) => method.name(),
            Self::Own => word!("own strategy"),
        }
    }

    /// Its name in the middle of a sentence.
    #[must_use]
    pub fn spoken(self) -> &'static str {
        match self {
            Self::Known(method) => method.spoken(),
            Self::Own => word!("your own strategy"),
        }
    }

    /// The method of the predictor.
    #[must_use]
    pub fn method(self) -> Option<Method> {
        match self {
            Self::Known(method) => Some(method),
            Self::Own => None,
        }
    }
}

impl From<Method> for Predictor {
    fn from(method: Method) -> Self {
        Self::Known(method)
    }
}

impl Default for Predictor {
    fn default() -> Self {
        Self::Known(Method::default())
    }
}

impl Field for Predictor {
    const KIND: Kind = Kind::Choice(&CHOICES);
    const DEFAULT: Option<Constant> = Method::DEFAULT;

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some(name) if name == OWN.value => Some(Self::Own),
            _ => Method::from_value(value).map(Self::Known),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Known(method) => method.to_value(),
            Self::Own => OWN.value.into(),
        }
    }
}
