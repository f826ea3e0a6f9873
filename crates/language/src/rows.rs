//! Lists of maps that a strategy gets, such as nodes. A list of the language would pass the limits, because maps within a list count
//! together. These lists can only be read, and only until the answer is given: memory does not grow with the number that a strategy keeps.

use std::rc::{Rc, Weak};

use rhai::{Engine, EvalAltResult, INT, Map, Position};

use crate::numbers::place;

type Tried<T> = Result<T, Box<EvalAltResult>>;

/// The maps of a question, until the answer is given.
#[derive(Clone, Debug)]
pub(crate) struct Rows(Weak<Vec<Map>>);

impl Rows {
    pub(crate) fn of(all: &Rc<Vec<Map>>) -> Self {
        Self(Rc::downgrade(all))
    }

    /// All maps.
    pub(crate) fn all(&self) -> Tried<Rc<Vec<Map>>> {
        self.0.upgrade().ok_or_else(|| {
            let told = "this list is of an earlier question: keep what you need of it in a list of your own";
            EvalAltResult::ErrorRuntime(told.into(), Position::NONE).into()
        })
    }

    fn len(&self) -> Tried<INT> {
        Ok(self.all()?.len() as INT)
    }

    /// The number of maps, for people.
    fn told(&self) -> Tried<String> {
        Ok(match self.len()? {
            1 => "a list of 1 map".into(),
            maps => format!("a list of {maps} maps"),
        })
    }

    fn get(&self, index: INT) -> Tried<Map> {
        let all = self.all()?;
        let found = place(index, all.len()).and_then(|place| all.get(place));
        let out = || EvalAltResult::ErrorArrayBounds(all.len(), index, Position::NONE).into();
        found.cloned().ok_or_else(out)
    }
}

/// The maps one by one.
pub(crate) struct Each {
    rows: Tried<Rc<Vec<Map>>>,
    place: usize,
}

impl Iterator for Each {
    type Item = Tried<Map>;

    fn next(&mut self) -> Option<Self::Item> {
        let place = self.place;
        self.place += 1;
        match &mut self.rows {
            Ok(all) => all.get(place).cloned().map(Ok),
            rows => match std::mem::replace(rows, Ok(Rc::default())) {
                Err(error) => Some(Err(error)),
                Ok(_) => None,
            },
        }
    }
}

impl IntoIterator for Rows {
    type Item = Tried<Map>;
    type IntoIter = Each;

    fn into_iter(self) -> Each {
        Each {
            rows: self.all(),
            place: 0,
        }
    }
}

/// Lets strategies read the maps.
pub(crate) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Rows>("rows");
    engine.register_iterator_result::<Rows, Map>();
    engine.register_fn("to_string", |rows: &mut Rows| rows.told());
    engine.register_fn("to_debug", |rows: &mut Rows| rows.told());
    engine.register_fn("len", |rows: &mut Rows| rows.len());
    engine.register_get("len", |rows: &mut Rows| rows.len());
    engine.register_fn("is_empty", |rows: &mut Rows| -> Tried<bool> {
        Ok(rows.len()? == 0)
    });
    engine.register_indexer_get(|rows: &mut Rows, index: INT| rows.get(index));
}
