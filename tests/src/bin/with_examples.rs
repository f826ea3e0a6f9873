//! The `makespan` command with the laboratories that only tests know.

use std::process::ExitCode;

fn main() -> ExitCode {
    makespan_tests::install();
    cli::main()
}
