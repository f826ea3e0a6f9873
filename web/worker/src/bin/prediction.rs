//! The worker with the models of the laboratory of traces and forecasts.

fn main() {
    worker::models(playground::Models::PREDICTION);
}
