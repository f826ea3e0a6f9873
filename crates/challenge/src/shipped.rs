//! The challenges of the project: the files of `docs/challenges`.

/// A challenge of the project.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name in links and on the command line: the name of its file.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// All challenges of the project, in the order of their list.
        pub const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../docs/challenges/", $name, ".md")),
        }),*];
    };
}

shipped!(
    "level-switches",
    "rare-peaks",
    "any-node",
    "beat-the-service",
    "last-chunks",
    "many-crashes",
    "crashes-and-repairs",
    "balance-or-copy",
    "changing-grid",
);

/// Finds a challenge by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|one| one.name == name)
}
