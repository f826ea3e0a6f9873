//! What is tested across crates; see `across/` and `browser/`.
