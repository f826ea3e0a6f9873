//! The engine, with what strategies can call and the limits within which they do.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::packages::{ArithmeticPackage, BasicIteratorPackage, BasicStringPackage, Package as _};
use rhai::{Dynamic, Engine, EvalAltResult, Position};
use trace::random::Random;

use crate::{limits, lists, mathematics, numbers};

/// What the operations of lists have spent beside those that the engine counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent(Rc<Cell<u64>>);

impl Spent {
    /// Counts the work on so many items.
    pub(crate) fn spend(&self, items: u64) -> Result<(), Box<EvalAltResult>> {
        let spent = self.0.get().saturating_add(items / limits::AT_ONCE);
        self.0.set(spent);
        match spent > limits::OPERATIONS {
            true => Err(EvalAltResult::ErrorTooManyOperations(Position::NONE).into()),
            false => Ok(()),
        }
    }
}

/// An engine and what it shares with the functions that strategies call.
pub(crate) struct Tools {
    pub(crate) engine: Engine,
    spent: Spent,
    random: Rc<RefCell<Random>>,
    printed: Rc<RefCell<Vec<String>>>,
}

impl Tools {
    pub(crate) fn new() -> Self {
        let spent = Spent::default();
        let random = Rc::new(RefCell::new(Random::new(0)));
        let printed = Rc::new(RefCell::new(Vec::new()));
        let mut engine = Engine::new_raw();
        ArithmeticPackage::new().register_into_engine(&mut engine);
        BasicIteratorPackage::new().register_into_engine(&mut engine);
        BasicStringPackage::new().register_into_engine(&mut engine);
        mathematics::register(&mut engine, &random);
        numbers::register(&mut engine, &spent);
        lists::register(&mut engine, &spent);
        // What `**` computes is the platform's: `pow` is equal everywhere.
        for symbol in ["eval", "**", "**=", "import", "export"] {
            engine.disable_symbol(symbol);
        }
        engine
            .set_strict_variables(true)
            .set_max_call_levels(limits::LEVELS)
            .set_max_variables(limits::VARIABLES)
            .set_max_functions(limits::FUNCTIONS)
            .set_max_expr_depths(limits::DEPTH, limits::DEPTH)
            .set_max_string_size(limits::CHARACTERS)
            .set_max_array_size(limits::LIST)
            .set_max_map_size(limits::MAP)
            .set_max_strings_interned(64);
        let shared = spent.clone();
        engine.on_progress(move |operations| {
            let all = operations.saturating_add(shared.0.get());
            (all > limits::OPERATIONS).then_some(Dynamic::UNIT)
        });
        let shared = Rc::clone(&printed);
        let print = move |line: &str| {
            let mut printed = shared.borrow_mut();
            if printed.len() < limits::PRINTED {
                printed.push(line.to_owned());
            }
        };
        let debug = print.clone();
        engine.on_print(print);
        engine.on_debug(move |line, _, _| debug(line));
        Self {
            engine,
            spent,
            random,
            printed,
        }
    }

    /// Another answer begins, with these draws.
    pub(crate) fn begin(&self, random: Random) {
        self.spent.0.set(0);
        self.printed.borrow_mut().clear();
        *self.random.borrow_mut() = random;
    }

    /// What was printed, and the draws that are left.
    pub(crate) fn end(&self) -> (Vec<String>, Random) {
        (self.printed.take(), self.random.borrow().clone())
    }
}
