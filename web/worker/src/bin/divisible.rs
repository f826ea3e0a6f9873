//! The worker with the models of the laboratory of divisible loads.

fn main() {
    worker::models(playground::Models::DIVISIBLE);
}
