//! What the page has to say apart from results: each notice says what happened and what to do.

use std::rc::Rc;

use playground::{Extras, Scenario, link};
use report::words::capital;

use crate::import::Import;
use crate::refusal;
use crate::traces::{Feed, Node};

/// What a notice is about; there is one notice on each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The link in the address bar.
    Link,
    /// A file of one's own.
    File,
    /// The link that is given away.
    Share,
    /// What this device keeps.
    Store,
    /// The run.
    Run,
    /// What the author of an embedding page asked for.
    Embed,
}

impl Topic {
    /// Its name in the document.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::File => "file",
            Self::Share => "share",
            Self::Store => "store",
            Self::Run => "run",
            Self::Embed => "embed",
        }
    }

    /// Whether it matters for other scenarios as well.
    #[must_use]
    pub fn stays(self) -> bool {
        matches!(self, Self::Share | Self::Store | Self::Embed)
    }
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Good,
    /// Something did not work.
    Bad,
}

impl Tone {
    /// The tone's class.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// Something to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What it is about.
    pub topic: Topic,
    /// How much it matters.
    pub tone: Tone,
    /// What happened.
    pub title: String,
    /// More of it, a paragraph each.
    pub text: Vec<String>,
    /// Single places that are wrong, and how many more there are.
    pub problems: (Vec<String>, usize),
    /// The nodes that were found.
    pub nodes: Vec<Node>,
    /// What a file can be used for.
    pub feeds: Vec<Feed>,
    /// The table that it is about, as a preview shows it.
    pub import: Option<Rc<Import>>,
    /// A link to be copied by hand.
    pub link: Option<String>,
    /// The scenario is better saved as a file.
    pub save: bool,
    /// Scenarios that can be run instead, with the words on the button of each.
    pub offers: Vec<(String, Box<Scenario>)>,
}

impl Notice {
    /// A notice of a title alone.
    #[must_use]
    pub fn new(topic: Topic, tone: Tone, title: impl Into<String>) -> Self {
        Self {
            topic,
            tone,
            title: title.into(),
            text: Vec::new(),
            problems: (Vec::new(), 0),
            nodes: Vec::new(),
            feeds: Vec::new(),
            import: None,
            link: None,
            save: false,
            offers: Vec::new(),
        }
    }

    /// A link that could not be read.
    #[must_use]
    pub fn bad_link(link: &str, error: &link::Error) -> Self {
        let message = refusal::of_link(link, error);
        Self::new(Topic::Link, Tone::Bad, "The link could not be opened")
            .with(format!("{}.", capital(message.trim_end_matches('.'))))
            .with("The first preset runs instead.")
    }

    /// A link with a value that does not go with the others: of which parameter, and why.
    #[must_use]
    pub fn refused_link(title: &str, why: &str) -> Self {
        Self::new(
            Topic::Link,
            Tone::Bad,
            "One value of this link is not allowed",
        )
        .with(format!(
            "{title}: {why}. The preset’s own value runs instead."
        ))
    }

    /// A run that was to be resumed begins anew, and why.
    #[must_use]
    pub fn unreadable_run(why: &str) -> Self {
        Self::new(Topic::Run, Tone::Bad, "This run starts from its beginning")
            .with(format!("Its kept state is not used: {why}."))
    }

    /// A link with keys that this version does not know.
    #[must_use]
    pub fn newer_link(extras: &Extras) -> Option<Self> {
        let said = extras.unknown.said()?;
        let notice = Self::new(
            Topic::Link,
            Tone::Good,
            "This link comes from a newer version",
        );
        Some(notice.with(format!("{}.", capital(&said))))
    }

    /// The same with one more paragraph.
    #[must_use]
    pub fn with(mut self, text: impl Into<String>) -> Self {
        self.text.push(text.into());
        self
    }
}
