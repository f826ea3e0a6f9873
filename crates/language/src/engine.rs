//! The engine, with the functions that strategies can call and their limits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::packages::{ArithmeticPackage, BasicIteratorPackage, BasicStringPackage, Package as _};
use rhai::{Dynamic, Engine, EvalAltResult, Position};
use trace::random::Random;

use crate::{limits, lists, mathematics, numbers, rows};

/// The operations of an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent(Rc<Account>);

/// Operations of the current answer.
#[derive(Debug, Default)]
struct Account {
    /// Operations on lists, beside those that the engine counts.
    lists: Cell<u64>,
    /// The operations that the engine counts.
    engine: Cell<u64>,
    /// The limit of their sum.
    most: Cell<u64>,
}

impl Account {
    fn all(&self) -> u64 {
        self.engine.get().saturating_add(self.lists.get())
    }
}

impl Spent {
    /// Counts the work on so many items.
    pub(crate) fn spend(&self, items: u64) -> Result<(), Box<EvalAltResult>> {
        let lists = &self.0.lists;
        lists.set(lists.get().saturating_add(items / limits::AT_ONCE));
        match self.0.all() > self.0.most.get() {
            true => Err(EvalAltResult::ErrorTooManyOperations(Position::NONE).into()),
            false => Ok(()),
        }
    }
}

/// An engine and the data that it shares with the functions that strategies call.
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
        rows::register(&mut engine);
        // The result of `**` differs between platforms: that of `pow` is equal everywhere.
        for symbol in ["eval", "**", "**=", "import", "export"] {
            engine.disable_symbol(symbol);
        }
        engine
            .set_strict_variables(true)
            // With fast operators, rhai's comparisons come before ours.
            .set_fast_operators(false)
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
            shared.0.engine.set(operations);
            (shared.0.all() > shared.0.most.get()).then_some(Dynamic::UNIT)
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

    /// Begins another answer, with these draws and so many operations.
    pub(crate) fn begin(&self, random: Random, most: u64) {
        let account = &self.spent.0;
        account.lists.set(0);
        account.engine.set(0);
        account.most.set(most);
        self.printed.borrow_mut().clear();
        *self.random.borrow_mut() = random;
    }

    /// The printed lines, the state of the draws, and the used operations.
    pub(crate) fn end(&self) -> (Vec<String>, Random, u64) {
        let random = self.random.borrow().clone();
        (self.printed.take(), random, self.spent.0.all())
    }
}
