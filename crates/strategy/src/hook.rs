//! The moments at which a laboratory asks a strategy, as data.

/// A moment at which a laboratory asks a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The function that the strategy defines.
    pub name: &'static str,
    /// What it is handed, in order.
    pub handed: &'static [Handed],
    /// What it answers, in a sentence.
    pub answer: &'static str,
}

impl PartialEq for Hook {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A value that a strategy is handed.
#[derive(Clone, Copy, Debug)]
pub struct Handed {
    /// Its name.
    pub name: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// What it is, in a sentence.
    pub help: &'static str,
    /// What it holds, where it is a map: `worker.speed`.
    pub parts: &'static [Handed],
}

impl Handed {
    /// A value that holds no others.
    #[must_use]
    pub const fn new(name: &'static str, unit: &'static str, help: &'static str) -> Self {
        Self {
            name,
            unit,
            help,
            parts: &[],
        }
    }

    /// A map that holds these.
    #[must_use]
    pub const fn map(name: &'static str, help: &'static str, parts: &'static [Self]) -> Self {
        Self {
            name,
            unit: "",
            help,
            parts,
        }
    }
}

impl Hook {
    /// How a strategy begins: `fn predict(values)`.
    ///
    /// ```
    /// use strategy::{Handed, Hook};
    ///
    /// const NUMBERS: Handed = Handed::new("numbers", "ms", "Numbers.");
    /// const HOOK: Hook = Hook { name: "least", handed: &[NUMBERS], answer: "A number." };
    /// assert_eq!(HOOK.signature(), "fn least(numbers)");
    /// ```
    #[must_use]
    pub fn signature(&self) -> String {
        let names: Vec<&str> = self.handed.iter().map(|one| one.name).collect();
        format!("fn {}({})", self.name, names.join(", "))
    }

    /// The line of a strategy where the function begins, from 1.
    #[must_use]
    pub fn line(&self, text: &str) -> usize {
        let place = text.find(&format!("fn {}", self.name));
        let before = text.get(..place.unwrap_or(0)).unwrap_or_default();
        1 + before.matches('\n').count()
    }
}
