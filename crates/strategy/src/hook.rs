//! The moments at which a laboratory asks a strategy, as data.

/// A moment at which a laboratory asks a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The function that the strategy defines.
    pub name: &'static str,
    /// The values that the strategy gets, in order.
    pub handed: &'static [Handed],
    /// The allowed answer, in a sentence.
    pub answer: &'static str,
}

impl PartialEq for Hook {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A value that a strategy gets.
#[derive(Clone, Copy, Debug)]
pub struct Handed {
    /// Its name.
    pub name: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// The meaning of the value, in a sentence.
    pub help: &'static str,
    /// The entries of a map, as in `worker.speed`, or of each map in a list of maps.
    pub parts: &'static [Handed],
    /// The name that texts give to one map of a list: `for node in nodes`; else empty.
    pub each: &'static str,
}

impl Handed {
    /// A value without parts.
    #[must_use]
    pub const fn new(name: &'static str, unit: &'static str, help: &'static str) -> Self {
        Self {
            name,
            unit,
            help,
            parts: &[],
            each: "",
        }
    }

    /// A map with these entries.
    #[must_use]
    pub const fn map(name: &'static str, help: &'static str, parts: &'static [Self]) -> Self {
        Self {
            name,
            unit: "",
            help,
            parts,
            each: "",
        }
    }

    /// A list of maps with these entries; texts call one of them `each`.
    #[must_use]
    pub const fn list(
        name: &'static str,
        each: &'static str,
        help: &'static str,
        parts: &'static [Self],
    ) -> Self {
        Self {
            each,
            ..Self::map(name, help, parts)
        }
    }

    /// The name before the point in the name of a part: `worker` in `worker.speed`.
    #[must_use]
    pub fn owner(&self) -> &'static str {
        match self.each {
            "" => self.name,
            each => each,
        }
    }
}

impl Hook {
    /// The first line of a strategy: `fn predict(values)`.
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

    /// All handed values and their parts, each after its [owner](Handed::owner), which is empty for the handed values themselves.
    ///
    /// ```
    /// use strategy::{Handed, Hook};
    ///
    /// const SPEED: Handed = Handed::new("speed", "u/s", "Its speed.");
    /// const NODES: Handed = Handed::list("nodes", "node", "All nodes.", &[SPEED]);
    /// const GRID: Handed = Handed::map("grid", "The grid.", &[NODES]);
    /// const HOOK: Hook = Hook { name: "fastest", handed: &[GRID], answer: "A number." };
    /// let names: Vec<_> = HOOK.all().map(|(owner, one)| (owner, one.name)).collect();
    /// assert_eq!(names, [("", "grid"), ("grid", "nodes"), ("node", "speed")]);
    /// ```
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static Handed)> {
        let mut left: Vec<_> = self.handed.iter().rev().map(|one| ("", one)).collect();
        std::iter::from_fn(move || {
            let (owner, one) = left.pop()?;
            left.extend(one.parts.iter().rev().map(|part| (one.owner(), part)));
            Some((owner, one))
        })
    }

    /// The line of a strategy where the function begins, from 1.
    #[must_use]
    pub fn line(&self, text: &str) -> usize {
        line_of(text, self.name)
    }
}

/// The line of a text that defines a function, from 1. A comment that names the function does not count, nor does a longer name with the
/// same beginning. Without a definition, the first line.
///
/// ```
/// use strategy::hook::line_of;
///
/// let text = "// fn chunk is asked.\nfn chunks_left(n) { n }\nfn  chunk (worker) { 1 }";
/// assert_eq!(line_of(text, "chunk"), 3);
/// assert_eq!(line_of(text, "chunks_left"), 2);
/// ```
#[must_use]
pub fn line_of(text: &str, name: &str) -> usize {
    let parts = |sign: char| !(sign.is_alphanumeric() || sign == '_');
    let defines = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = code.split(parts).filter(|word| !word.is_empty()).collect();
        words.windows(2).any(|pair| pair == ["fn", name])
    };
    let line = (1..).zip(text.lines()).find(|(_, line)| defines(line));
    line.map_or(1, |(line, _)| line)
}
