//! The worker that reads and writes files, keeps traces, and measures the device.

fn main() {
    worker::file_worker();
}
