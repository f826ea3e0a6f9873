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
    /// What it holds, where it is a map, as in `worker.speed`, or each of its maps, where it is a list of such.
    pub parts: &'static [Handed],
    /// What texts call one of its maps, where it is a list: `for node in nodes`; else empty.
    pub each: &'static str,
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
            each: "",
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
            each: "",
        }
    }

    /// A list of maps that hold these; texts call one of them `each`.
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

    /// What stands before the point in the name of a part: `worker` in `worker.speed`.
    #[must_use]
    pub fn owner(&self) -> &'static str {
        match self.each {
            "" => self.name,
            each => each,
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

    /// All that is handed, and what it holds, each after its [owner](Handed::owner), which is empty for what is handed itself.
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

/// The line of a text where a function is defined, from 1: not where a comment names it, nor where a longer name begins as its does. The
/// first line where it is defined nowhere.
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
