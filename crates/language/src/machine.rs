//! A running strategy.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use rhai::{AST, CallFnOptions, Dynamic, FnArgsVec, Map, Scope};
use strategy::hook::line_of;
use strategy::{Answered, Budget, Fault, Machine, Value};
use trace::random::Random;

use crate::engine::Tools;
use crate::numbers::Numbers;
use crate::{convert, limits, told};

thread_local! {
    /// All strategies of a thread share one engine: to make one takes longer than to run most strategies.
    static TOOLS: Tools = Tools::new();
}

/// A strategy that was read, and its memory.
pub struct Work {
    read: AST,
    name: String,
    /// The line where its function begins.
    begins: usize,
    /// `this`, a map that the strategy may fill.
    memory: Dynamic,
    shown: Rc<RefCell<Vec<f64>>>,
    random: Random,
    budget: Budget,
    /// The number of questions since it began.
    asked: u64,
    /// The operations that its answers took since it began.
    spent: u64,
}

impl fmt::Debug for Work {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Work").field(&self.name).finish()
    }
}

impl Work {
    /// Reads a strategy that defines a function with these parameters.
    ///
    /// # Errors
    /// The strategy cannot be read, or does not define the function.
    pub fn read(text: &str, name: &str, handed: &[&str]) -> Result<Self, Fault> {
        // Some editors begin a file with an invisible mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let characters = text.chars().count();
        if characters > limits::TEXT {
            let most = limits::TEXT;
            let long = format!("it has {characters} characters; at most {most} are allowed");
            return Err(Fault::at(1, long));
        }
        let read = TOOLS.with(|tools| tools.engine.compile(text));
        let read = read.map_err(|error| told::unreadable(&error))?;
        let signature = format!("fn {name}({})", handed.join(", "));
        let defined = read.iter_functions().find(|one| one.name == name);
        match defined.map(|one| one.params.len()) {
            Some(number) if number == handed.len() => {}
            Some(number) => {
                let line = line_of(text, name);
                let values = if number == 1 { "value" } else { "values" };
                let wrong =
                    format!("{name} takes {number} {values} here; it is asked as {signature}");
                return Err(Fault::at(line, wrong));
            }
            None => return Err(Fault::at(1, format!("there is no function {signature}"))),
        }
        if let Some(statement) = read.statements().first() {
            let outside =
                "a statement stands outside all functions, where it has no effect: put it into one";
            let line = statement.position().line().unwrap_or(1);
            return Err(Fault::at(line, outside));
        }
        Ok(Self {
            read,
            name: name.to_owned(),
            begins: line_of(text, name),
            memory: Map::new().into(),
            shown: Rc::default(),
            random: Random::new(0),
            budget: Budget::default(),
            asked: 0,
            spent: 0,
        })
    }
}

impl Machine for Work {
    fn begin(&mut self, seed: u64, stream: &[u64], budget: Budget) {
        self.memory = Map::new().into();
        // Numbers that the strategy kept from before the beginning do not change.
        self.shown = Rc::default();
        self.random = Random::stream(seed, stream);
        self.budget = budget;
        (self.asked, self.spent) = (0, 0);
    }

    fn show(&mut self, numbers: &[f64]) {
        self.shown.borrow_mut().extend_from_slice(numbers);
    }

    fn ask(&mut self, handed: &[Value]) -> Result<Answered, Fault> {
        self.asked += 1;
        let left = self.budget.until(self.asked).saturating_sub(self.spent);
        let shown = Numbers::all(&self.shown);
        // The lists of maps, which stay readable until the answer is given.
        let mut held = Vec::new();
        let handed: FnArgsVec<Dynamic> = handed
            .iter()
            .map(|value| convert::handed(value, &shown, &mut held))
            .collect();
        TOOLS.with(|tools| {
            tools.begin(self.random.clone(), left.min(limits::OPERATIONS));
            let options = CallFnOptions::new()
                .eval_ast(false)
                .bind_this_ptr(&mut self.memory);
            let answer = tools.engine.call_fn_with_options::<Dynamic>(
                options,
                &mut Scope::new(),
                &self.read,
                &self.name,
                handed.into_vec(),
            );
            let (printed, random, spent) = tools.end();
            self.random = random;
            self.spent = self.spent.saturating_add(spent);
            let answer = answer.and_then(|answer| {
                // The limits of values apply to the memory, too.
                tools.engine.ensure_data_size_within_limits(&self.memory)?;
                Ok(answer)
            });
            let answer = answer.map_err(|error| {
                let together = (left < limits::OPERATIONS).then_some((self.budget, self.asked));
                told::failed(&error, self.begins, together)
            })?;
            Ok(Answered {
                value: convert::answered(&answer),
                printed,
            })
        })
    }
}
