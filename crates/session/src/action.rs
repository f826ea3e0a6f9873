//! The user's actions.

use playground::{Setup, View, link};
use serde_json::{Map, Value};

use crate::import::ImportAction;
use crate::lead::Scale;
use crate::library::About;
use crate::notice::{Notice, Topic};

/// An action of the user.
#[derive(Clone, Debug)]
pub enum Action {
    /// A field was given a text.
    Set(String, String),
    /// The user took a report's offer: parameters by name, with values as in a scenario's JSON.
    Take(Map<String, Value>),
    /// A field was left.
    Leave(String),
    /// The user holds a scale: a search finds out which way is ahead along it.
    Hold(Scale),
    /// A whole scenario replaces the present one.
    Open(Box<Setup>, Entry),
    /// The view of the scenario changes.
    View(View),
    /// This link could not be read; the first preset runs instead.
    BadLink(String, link::Error),
    /// Return to the previous scenario.
    Undo,
    /// Return to the scenario that was undone.
    Redo,
    /// Start the first run, which waited.
    Start,
    /// End the run in flight.
    Cancel,
    /// Let the run in flight go on, however long it takes.
    GoOn,
    /// End the run in flight so that it can be resumed.
    Pause,
    /// Resume the paused run.
    Resume,
    /// Run the same scenario again, from its beginning, or without a limit of time.
    Again,
    /// Run the same scenario again with fresh workers.
    Restart,
    /// Write this setup to the address at once: the user is about to copy the address.
    Share(Box<Setup>),
    /// Save this setup as a file.
    Save(Box<Setup>),
    /// Make the previews of this laboratory's presets.
    Preview(&'static str),
    /// Act on a table that was read.
    Import(ImportAction),
    /// Act on kept traces.
    Library(LibraryAction),
    /// Show a notice of the page.
    Say(Notice),
    /// Remove the notice that was read.
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

/// Actions of the user on kept traces.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryAction {
    /// List the kept traces again: another tab may have changed them.
    List,
    /// Run the scenario on them.
    Use(About),
    /// Rename them.
    Rename(About, String),
    /// Save them as CSV.
    Give(About),
    /// Delete them.
    Delete(About),
}

/// How a new scenario enters the browser's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The address names it already.
    Given,
    /// A script sets it: as [`Entry::Given`], but an impossible value is refused, not mended.
    Asked,
    /// It replaces the previous entry.
    Replace,
    /// It follows the previous entry, so that Back leads there.
    Push,
}
