//! What is tested across crates.
