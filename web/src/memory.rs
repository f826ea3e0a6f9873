//! Small texts that the browser keeps for this page: the one door to its local storage. A browser may refuse it; then
//! nothing is kept, and all else goes on.

use gloo::utils::window;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The text under a key.
pub(crate) fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a text under a key; where there is no room, the former text stays.
pub(crate) fn set(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, text);
    }
}

/// Deletes the text under a key.
pub(crate) fn delete(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
