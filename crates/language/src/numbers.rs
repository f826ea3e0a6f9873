//! The numbers that a strategy is shown: a view whose cost does not grow with their number.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, Position};
use statistics::Sum;

use crate::engine::Spent;
use crate::{limits, told};

type Tried<T> = Result<T, Box<EvalAltResult>>;

/// The number of numbers that are printed.
const NEWEST: INT = 5;

/// Some of the numbers that a strategy was shown, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    all: Rc<RefCell<Vec<f64>>>,
    part: Range<usize>,
}

impl Numbers {
    /// All numbers so far.
    pub(crate) fn all(all: &Rc<RefCell<Vec<f64>>>) -> Self {
        let part = 0..all.borrow().len();
        Self {
            all: Rc::clone(all),
            part,
        }
    }

    fn with<T>(&self, work: impl FnOnce(&[f64]) -> T) -> T {
        let all = self.all.borrow();
        work(all.get(self.part.clone()).unwrap_or_default())
    }

    /// A copy of the numbers.
    pub(crate) fn copied(&self) -> Vec<f64> {
        self.with(<[f64]>::to_vec)
    }

    fn len(&self) -> usize {
        self.part.len()
    }

    /// The newest numbers, and how many there are.
    fn told(&self) -> String {
        let newest = self.last(NEWEST).copied();
        let newest: Vec<String> = newest
            .into_iter()
            .map(|one| Dynamic::from_float(one).to_string())
            .collect();
        let before = if self.len() > newest.len() {
            "…, "
        } else {
            ""
        };
        format!("[{before}{}] ({})", newest.join(", "), self.len())
    }

    fn get(&self, index: INT) -> Tried<f64> {
        let length = self.len();
        let out = || EvalAltResult::ErrorArrayBounds(length, index, Position::NONE).into();
        let place = place(index, length).ok_or_else(out)?;
        self.with(|numbers| numbers.get(place).copied())
            .ok_or_else(out)
    }

    fn last(&self, number: INT) -> Self {
        let number = usize::try_from(number).unwrap_or(0).min(self.len());
        Self {
            part: self.part.end - number..self.part.end,
            ..self.clone()
        }
    }

    fn first(&self, number: INT) -> Self {
        let number = usize::try_from(number).unwrap_or(0).min(self.len());
        Self {
            part: self.part.start..self.part.start + number,
            ..self.clone()
        }
    }
}

/// The place of an index, which counts from the end where it is negative.
pub(crate) fn place(index: INT, length: usize) -> Option<usize> {
    let from_the_end = |back: u64| length.checked_sub(usize::try_from(back).ok()?);
    match index {
        0.. => usize::try_from(index).ok().filter(|place| *place < length),
        back => from_the_end(back.unsigned_abs()),
    }
}

/// The numbers one by one.
pub(crate) struct Each {
    numbers: Numbers,
}

impl Iterator for Each {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let place = self.numbers.part.next()?;
        self.numbers.all.borrow().get(place).copied()
    }
}

impl IntoIterator for Numbers {
    type Item = f64;
    type IntoIter = Each;

    fn into_iter(self) -> Each {
        Each { numbers: self }
    }
}

/// The sum; the order of the numbers changes at most its last bit.
fn sum(numbers: &[f64]) -> f64 {
    let mut sum = Sum::default();
    numbers.iter().for_each(|one| sum.add(*one));
    sum.value()
}

fn mean(numbers: &[f64]) -> f64 {
    sum(numbers) / numbers.len() as f64
}

/// A function of several numbers: its name, how often it works through them, and the function itself.
type Asked = (&'static str, u64, fn(&[f64]) -> f64);

/// All functions of several numbers.
const ASKED: [Asked; 6] = [
    ("sum", 1, sum),
    ("mean", 1, mean),
    ("sd", 2, statistics::sd),
    ("median", 8, |numbers| {
        match numbers.iter().any(|one| one.is_nan()) {
            true => f64::NAN,
            false => statistics::median(numbers),
        }
    }),
    ("min", 1, |numbers| {
        numbers.iter().copied().fold(f64::INFINITY, f64::min)
    }),
    ("max", 1, |numbers| {
        numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }),
];

/// The numbers of a list.
fn of_list(list: &Array) -> Tried<Vec<f64>> {
    let number = |item: &Dynamic| {
        let whole = item.as_int().map(|whole| whole as f64);
        item.as_float().or(whole).map_err(|kind| {
            let told = format!(
                "there is a {} in the list, and not numbers alone",
                told::kind(kind)
            );
            EvalAltResult::ErrorRuntime(told.into(), Position::NONE).into()
        })
    };
    list.iter().map(number).collect()
}

/// Registers the functions of the handed numbers; lists of numbers share some of them.
pub(crate) fn register(engine: &mut Engine, spent: &Spent) {
    engine.register_type_with_name::<Numbers>("numbers");
    engine.register_iterator::<Numbers>();
    engine.register_fn("to_string", |numbers: &mut Numbers| numbers.told());
    engine.register_fn("to_debug", |numbers: &mut Numbers| numbers.told());
    engine.register_fn("len", |numbers: &mut Numbers| numbers.len() as INT);
    engine.register_get("len", |numbers: &mut Numbers| numbers.len() as INT);
    engine.register_fn("is_empty", |numbers: &mut Numbers| numbers.len() == 0);
    engine.register_indexer_get(|numbers: &mut Numbers, index: INT| numbers.get(index));
    engine.register_fn("last", |numbers: &mut Numbers, number: INT| {
        numbers.last(number)
    });
    engine.register_fn("first", |numbers: &mut Numbers, number: INT| {
        numbers.first(number)
    });
    let shared = spent.clone();
    engine.register_fn("to_list", move |numbers: &mut Numbers| -> Tried<Array> {
        shared.spend(numbers.len() as u64)?;
        if numbers.len() > limits::LIST {
            let what = "Size of array".to_owned();
            return Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into());
        }
        Ok(numbers
            .copied()
            .into_iter()
            .map(Dynamic::from_float)
            .collect())
    });
    for (name, times, ask) in ASKED {
        let shared = spent.clone();
        engine.register_fn(name, move |numbers: &mut Numbers| -> Tried<f64> {
            shared.spend(numbers.len() as u64 * times)?;
            Ok(numbers.with(ask))
        });
        let shared = spent.clone();
        engine.register_fn(name, move |list: &mut Array| -> Tried<f64> {
            shared.spend(list.len() as u64 * times)?;
            Ok(ask(&of_list(list)?))
        });
    }
}
