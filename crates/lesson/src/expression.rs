//! Numbers by name: a figure of merit (`speedup of copies`), a parameter (`value processors of copies`), and the ratio or
//! difference of two of them. Conditions compare them.

use serde::Serialize;

/// A number of a scenario or of its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// A figure of merit, by its key.
    Figure {
        /// Its key.
        key: String,
        /// The scenario's name within the lesson.
        of: String,
    },
    /// A parameter, by its name.
    Value {
        /// Its name.
        key: String,
        /// The scenario's name within the lesson.
        of: String,
    },
}

impl Term {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "“{text}” is no number; allowed: FIGURE of SCENARIO, value PARAMETER of SCENARIO, and two of them with “ / ” or “ - ” \
                 between; a typed number only behind a sign"
            )
        };
        let (name, of) = text.rsplit_once(" of ").ok_or_else(wrong)?;
        let (value, key) = match name.trim().strip_prefix("value ") {
            Some(key) => (true, key.trim()),
            None => (false, name.trim()),
        };
        let of = of.trim().to_owned();
        if !is_name(key) || !is_name(&of) {
            return Err(wrong());
        }
        let key = key.to_owned();
        Ok(match value {
            true => Self::Value { key, of },
            false => Self::Figure { key, of },
        })
    }

    /// The scenario that it belongs to.
    #[must_use]
    pub fn scenario(&self) -> &str {
        match self {
            Self::Figure { of, .. } | Self::Value { of, .. } => of,
        }
    }
}

/// Whether a text can be the name of a scenario, a figure or a parameter.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}

/// A number that a run gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expression {
    /// One number.
    One(Term),
    /// The first over the second.
    Ratio(Term, Term),
    /// The first without the second.
    Difference(Term, Term),
}

impl Expression {
    /// Reads `speedup of copies`, `a of b / c of d` or `a of b - c of d`.
    ///
    /// # Errors
    /// The fault, with the allowed form.
    pub fn read(text: &str) -> Result<Self, String> {
        let both = |(a, b): (&str, &str)| Ok((Term::read(a.trim())?, Term::read(b.trim())?));
        if let Some(parts) = text.split_once(" / ") {
            return both(parts).map(|(a, b)| Self::Ratio(a, b));
        }
        if let Some(parts) = text.split_once(" - ") {
            return both(parts).map(|(a, b)| Self::Difference(a, b));
        }
        Ok(Self::One(Term::read(text.trim())?))
    }

    /// The terms of the expression.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let (first, second) = match self {
            Self::One(term) => (term, None),
            Self::Ratio(a, b) | Self::Difference(a, b) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }
}

/// The comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// `>`
    #[serde(rename = ">")]
    Above,
    /// `>=`
    #[serde(rename = ">=")]
    AtLeast,
    /// `<`
    #[serde(rename = "<")]
    Below,
    /// `<=`
    #[serde(rename = "<=")]
    AtMost,
}

impl Order {
    /// Whether two numbers satisfy the comparison.
    #[must_use]
    pub fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Above => a > b,
            Self::AtLeast => a >= b,
            Self::Below => a < b,
            Self::AtMost => a <= b,
        }
    }

    /// The parts of a text before and behind a sign, and the meaning of the sign.
    fn split(text: &str) -> Option<(&str, Self, &str)> {
        // The longer signs first.
        let all = [
            (">=", Self::AtLeast),
            ("<=", Self::AtMost),
            (">", Self::Above),
            ("<", Self::Below),
        ];
        all.into_iter().find_map(|(sign, order)| {
            let (a, b) = text.split_once(sign)?;
            Some((a.trim(), order, b.trim()))
        })
    }
}

/// The right side of a condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// A number that the author names; the condition is checked.
    Number(f64),
    /// A number that a run gives.
    Run(Expression),
}

/// A statement that runs make true or false: `speedup of copies > speedup of balance`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Condition {
    /// The left side.
    pub left: Expression,
    /// The sign.
    pub order: Order,
    /// The right side.
    pub right: Side,
}

impl Condition {
    /// The terms of the condition.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let right = match &self.right {
            Side::Number(_) => None,
            Side::Run(expression) => Some(expression.terms()),
        };
        self.left.terms().chain(right.into_iter().flatten())
    }

    /// Reads a condition.
    ///
    /// # Errors
    /// The fault, with the allowed form.
    pub fn read(text: &str) -> Result<Self, String> {
        let parts = Order::split(text);
        let (left, order, right) = parts.ok_or_else(|| {
            format!("“{text}” is no condition; allowed: NUMBER SIGN NUMBER with >, >=, < or <=")
        })?;
        Ok(Self {
            left: Expression::read(left)?,
            order,
            right: match right.parse::<f64>() {
                Ok(number) if number.is_finite() => Side::Number(number),
                _ => Side::Run(Expression::read(right)?),
            },
        })
    }
}

/// The goal of a scenario: `speedup >= 1.5`, of the result that a learner finds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Goal {
    /// The figure of merit, by its key.
    pub key: String,
    /// The sign.
    pub order: Order,
    /// The number to be reached.
    pub number: f64,
}

impl Goal {
    /// Reads a goal.
    ///
    /// # Errors
    /// The fault, with the allowed form.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("“{text}” is no goal; allowed: FIGURE SIGN NUMBER, such as speedup >= 1.5");
        let (key, order, number) = Order::split(text).ok_or_else(wrong)?;
        let number: f64 = number.parse().map_err(|_| wrong())?;
        if !is_name(key) || !number.is_finite() {
            return Err(wrong());
        }
        let key = key.to_owned();
        Ok(Self { key, order, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_their_names() {
        let figure = |key: &str, of: &str| Term::Figure {
            key: key.into(),
            of: of.into(),
        };
        assert_eq!(
            Expression::read("speedup of copies"),
            Ok(Expression::One(figure("speedup", "copies")))
        );
        assert_eq!(
            Expression::read("best_copies of a / speedup of b-2"),
            Ok(Expression::Ratio(
                figure("best_copies", "a"),
                figure("speedup", "b-2")
            ))
        );
        let value = Expression::read("value processors of a").unwrap();
        assert_eq!(value.terms().count(), 1);
        assert!(matches!(value, Expression::One(Term::Value { .. })));
        for wrong in [
            "",
            "1.18",
            "speedup",
            "speedup of",
            "a of b / 2",
            "two words of b",
        ] {
            assert!(Expression::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn conditions_and_goals_have_a_sign() {
        let condition = Condition::read("speedup of a >= speedup of b").unwrap();
        assert_eq!(condition.order, Order::AtLeast);
        assert_eq!(
            Condition::read("speedup of a < 2").unwrap().right,
            Side::Number(2.0)
        );
        let goal = Goal::read("waiting <= 0.2").unwrap();
        assert_eq!((goal.key.as_str(), goal.number), ("waiting", 0.2));
        for wrong in ["speedup of a", "speedup of a > x", "> 2"] {
            assert!(Condition::read(wrong).is_err(), "{wrong}");
        }
        for wrong in ["speedup", "speedup >= fast", "speedup of a >= 2", "a > inf"] {
            assert!(Goal::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_sign_compares_as_it_reads() {
        for (order, holds) in [
            (Order::Above, [false, false, true]),
            (Order::AtLeast, [false, true, true]),
            (Order::Below, [true, false, false]),
            (Order::AtMost, [true, true, false]),
        ] {
            assert_eq!([1.0, 2.0, 3.0].map(|a| order.holds(a, 2.0)), holds);
        }
    }
}
