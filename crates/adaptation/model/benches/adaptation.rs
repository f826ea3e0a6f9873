//! How many events per second the discrete-event engine simulates.

fn main() {}
