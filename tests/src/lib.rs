//! What is tested across crates. `across/` holds the native half, `browser/` the page in a real browser; `links.txt`
//! and `fingerprints.txt` belong to both. `toy/` holds a laboratory that only tests know against all that comes from the list.

pub mod catalogue;
pub mod toy;
