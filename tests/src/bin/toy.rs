//! The `makespan` command with the toy laboratory in its list.

use std::process::ExitCode;

fn main() -> ExitCode {
    makespan_tests::toy::install();
    cli::main()
}
