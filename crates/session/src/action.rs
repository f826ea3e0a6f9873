//! What the user can do.

use playground::{Setup, View, link};
use serde_json::{Map, Value};

use crate::import::ImportAction;
use crate::lead::Scale;
use crate::library::About;
use crate::notice::{Notice, Topic};

/// Something that the user did.
#[derive(Clone, Debug)]
pub enum Action {
    /// A field was given a text.
    Set(String, String),
    /// What a report offers was taken: parameters by name, with values as in a scenario's JSON.
    Take(Map<String, Value>),
    /// A field was left.
    Leave(String),
    /// A hand is on what moves along this scale: who is ahead along it is to be found out.
    Hold(Scale),
    /// A whole scenario replaces the one that is there.
    Open(Box<Setup>, Entry),
    /// Something else is to be seen of the scenario.
    View(View),
    /// This link could not be read; what runs instead is the first preset.
    BadLink(String, link::Error),
    /// Back to the scenario before.
    Undo,
    /// The scenario that was undone.
    Redo,
    /// The first run waits no longer.
    Start,
    /// The run in flight is to end.
    Cancel,
    /// The run in flight is to go on, however long it takes.
    GoOn,
    /// The run in flight is to end so that it can be resumed.
    Pause,
    /// The run that was paused is to go on.
    Resume,
    /// Run the same once more, from its beginning, or without a limit of time.
    Again,
    /// Run the same once more with fresh workers.
    Restart,
    /// The address is to say this, at once: it is about to be copied.
    Share(Box<Setup>),
    /// This is wanted as a file.
    Save(Box<Setup>),
    /// The small pictures of this laboratory's presets are wanted.
    Preview(&'static str),
    /// Something is said of a table that was read.
    Import(ImportAction),
    /// Something is to be done with kept traces.
    Library(LibraryAction),
    /// The page has something to say.
    Say(Notice),
    /// It was read.
    Dismiss(Topic),
    /// A file hovers over the page, or no longer.
    Drag(bool),
    /// Show or hide the gallery.
    Gallery(bool),
    /// Show or hide the parameters.
    Sheet(bool),
    /// Show or hide the panel that measures this device.
    Measure(bool),
}

/// What the user does with traces that are kept.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryAction {
    /// Look again what is kept: another tab may have changed it.
    List,
    /// The scenario is to run on them.
    Use(About),
    /// They are to be called otherwise.
    Rename(About, String),
    /// They are wanted as CSV.
    Give(About),
    /// They are no longer wanted.
    Delete(About),
}

/// How a new scenario enters the browser's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The address says it already.
    Given,
    /// A script asks for it: as [`Entry::Given`], but values that cannot be are answered by a refusal, not mended.
    Asked,
    /// In place of the one before.
    Replace,
    /// So that Back leads to the one before.
    Push,
}
