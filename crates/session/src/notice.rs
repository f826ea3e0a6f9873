//! Notices of the page, apart from results: each states an event and the user's next step.

use std::rc::Rc;

use playground::{Extras, Scenario, link};
use report::words::capital;

use crate::import::Import;
use crate::refusal;
use crate::traces::{Feed, Node};

/// The topic of a notice; the page has one notice on each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The link in the address bar.
    Link,
    /// A file of the user.
    File,
    /// The link to share.
    Share,
    /// The storage of this device.
    Store,
    /// The run.
    Run,
    /// The request of the author of an embedding page.
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

    /// Whether its notice stays when the scenario changes.
    #[must_use]
    pub fn stays(self) -> bool {
        matches!(self, Self::Share | Self::Store | Self::Embed)
    }
}

/// The tone of a notice.
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

/// A notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its topic.
    pub topic: Topic,
    /// Its tone.
    pub tone: Tone,
    /// The event, as a title.
    pub title: String,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// The first faulty places, and the number of further ones.
    pub problems: (Vec<String>, usize),
    /// The nodes that were found.
    pub nodes: Vec<Node>,
    /// The uses of a file.
    pub feeds: Vec<Feed>,
    /// The preview of the table in question.
    pub import: Option<Rc<Import>>,
    /// A link to be copied by hand.
    pub link: Option<String>,
    /// Whether the scenario is better saved as a file.
    pub save: bool,
    /// Scenarios that can run instead, each with the words on its button.
    pub offers: Vec<(String, Box<Scenario>)>,
}

impl Notice {
    /// A notice with only a title.
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

    /// A link with a value that does not fit the others; `why` names the reason.
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

    /// A run that starts anew instead of being resumed; `why` names the reason.
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

    /// Adds a paragraph.
    #[must_use]
    pub fn with(mut self, text: impl Into<String>) -> Self {
        self.text.push(text.into());
        self
    }
}
