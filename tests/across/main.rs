//! What is tested across crates: the documents' claims, and numbers that are the same everywhere.

mod claims;
mod reproduction;
