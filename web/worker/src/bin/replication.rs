//! The worker with the models of the laboratory of replication.

fn main() {
    worker::models(playground::Models::REPLICATION);
}
