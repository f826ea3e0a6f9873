//! What is tested across crates. `across/` holds the native half, `browser/` the page in a real browser; `links.txt`
//! and `fingerprints.txt` belong to both.
