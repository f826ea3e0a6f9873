//! `cargo xtask …`: everything that is done to this repository, one command each.
//!
//! Nothing needs to be installed by hand beforehand but Rust, Node and npm: [`setup`] brings the rest, into one folder
//! outside the repository that a fresh clone finds again. The other commands call it for the parts they need.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to the terminal is this program's job"
)]

mod bench;
mod block;
mod bundle;
mod check;
mod figures;
mod fuzz;
mod host;
mod made_of;
mod miri;
mod module;
mod nightly;
mod page;
mod play;
mod process;
mod programs;
#[cfg(test)]
mod promises;
mod python;
mod setup;
mod sizes;
mod static_build;
mod test;
mod trust;
mod twice;
mod workshop;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::setup::Part;
use crate::workshop::Workshop;

/// Makespan's chores: set up, play, test, check, bench, bundle
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Bring everything that building and testing needs; a second run only checks
    ///
    /// Programs go into one folder that all clones share: $MAKESPAN_TOOLS, by default
    /// ~/.cache/makespan/tools. Nothing is installed outside it, but for two things: rustup may add
    /// the wasm32 target, and where the machine has no browser and apt may install one, it does.
    Setup {
        /// Only this part
        #[arg(long, value_enum)]
        only: Option<Part>,
    },
    /// Build the page and serve it on this machine
    Play {
        /// The first port to try; the next free one is taken
        #[arg(long, default_value_t = 8000)]
        port: u16,
        /// Do not open a browser
        #[arg(long)]
        no_open: bool,
        /// The page as it is published: smaller and somewhat faster, and longer in the making
        #[arg(long)]
        published: bool,
    },
    /// Run all tests: native ones first, then the page in a real browser
    Test {
        /// Only the native half
        #[arg(long, conflicts_with = "browser")]
        native: bool,
        /// Only the browser's half
        #[arg(long)]
        browser: bool,
    },
    /// Attack every door (links, files, texts, states, messages) with libFuzzer; keep in tests/doors/corpus the inputs that reach something new
    Fuzz {
        /// How long at each door, in seconds
        #[arg(default_value_t = 60)]
        seconds: u64,
        /// Only at doors whose names have this word
        #[arg(long)]
        only: Option<String>,
        /// Count the processor time of earlier attacks in docs/trust.json: attack each door only as long as it lacks
        #[arg(long)]
        in_all: bool,
        /// Repeat the inputs of an earlier call with this seed
        #[arg(long)]
        seed: Option<u64>,
        /// Add the inputs to the counts in docs/trust.json and its tables
        #[arg(long)]
        page: bool,
        /// Let AddressSanitizer watch, where a nightly compiler is installed
        #[arg(long)]
        address: bool,
        /// At so many doors at once
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
        at_once: u8,
    },
    /// Let Miri interpret tests of the crates that it can run, where a nightly compiler is installed with it
    Miri {
        /// Only of crates whose names have this word
        #[arg(default_value = "")]
        only: String,
        /// Keep the interpreted tests in docs/trust.json and its tables
        #[arg(long)]
        page: bool,
    },
    /// Check the certificates of docs/certificates, and keep their times in docs/trust.json
    Certificates {
        /// Only those whose names have this word
        #[arg(default_value = "")]
        only: String,
    },
    /// Compute every figure, table and theorem of the documents anew, and compare with the kept results
    Figures {
        /// Keep the changed numbers
        #[arg(long)]
        update: bool,
    },
    /// Make screenshots of the page for people to look at, in every size, light and dark
    Screenshots,
    /// Formatting, lints, licences and sources of all dependencies
    Check,
    /// Measure how fast everything is, beside established programs
    ///
    /// Figures go into target/bench/measured.json; those of benchmarks that are not named stay as they are there.
    Bench {
        /// The benchmarks, such as `gantt,load`; without it, all. An unknown name lists all
        #[arg(value_delimiter = ',')]
        names: Vec<String>,
        /// Only try it: one run of each part, of small sizes
        #[arg(long, conflicts_with = "page")]
        quick: bool,
        /// The folder of measured.json
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Keep the figures in docs/benchmarks.json, docs/benchmarks.md and the README
        #[arg(long)]
        page: bool,
    },
    /// Build the models as an ES module and weigh it
    Module,
    /// Build the package for Python, install it into a fresh environment and run its tests there
    Python {
        /// Build the wheel for publication: optimised, without debugging information
        #[arg(long)]
        release: bool,
    },
    /// Build the command as one file for any Linux, without libraries of the system, and run a preset with it
    Static,
    /// Build the page and the module for any static host and weigh them
    Bundle {
        /// Also copy the files into this folder; files that are there already are kept
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Where it is going to be: makes a small page for each preset, p/NAME/, with a picture and oEmbed, which have
        /// to name whole addresses
        #[arg(long, value_name = "URL")]
        address: Option<String>,
    },
    /// Build a program of the page twice, the second time from nothing in another folder, and compare all files
    Twice {
        /// The bundle: page, all programs and module. It takes half an hour
        #[arg(long)]
        whole: bool,
    },
    /// Bundle page and module into a folder with all that a static host serves well
    ///
    /// Beside each file that is worth it stand copies for brotli and gzip; _headers, .htaccess and nginx.conf tell the usual
    /// hosts how long browsers may keep each file; 404.html answers for addresses that do not exist.
    Publish {
        /// The folder
        #[arg(value_name = "DIR")]
        out: PathBuf,
        /// Where it is going to be; makes previews, as for a bundle
        #[arg(long, value_name = "URL")]
        address: Option<String>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = Workshop::find().and_then(|workshop| match arguments.chore {
        Chore::Setup { only } => setup::run(&workshop, only),
        Chore::Play {
            port,
            no_open,
            published,
        } => play::run(&workshop, port, !no_open, published),
        Chore::Test { native, browser } => {
            test::run(&workshop, test::Halves::chosen(native, browser))
        }
        Chore::Figures { update } => figures::run(&workshop, update),
        Chore::Fuzz {
            seconds,
            only,
            in_all,
            seed,
            page,
            address,
            at_once,
        } => {
            let asked = fuzz::Asked {
                seconds,
                only,
                in_all,
                seed,
                page,
                address,
                at_once: at_once.into(),
            };
            fuzz::run(&workshop, &asked)
        }
        Chore::Miri { only, page } => miri::run(&workshop, &only, page),
        Chore::Certificates { only } => trust::certificates(&workshop, &only),
        Chore::Screenshots => test::screenshots(&workshop),
        Chore::Check => check::run(&workshop),
        Chore::Bench {
            names,
            quick,
            out,
            page,
        } => {
            let asked = bench::Asked {
                names,
                quick,
                out,
                page,
            };
            bench::run(&workshop, &asked)
        }
        Chore::Module => module::run(&workshop),
        Chore::Python { release } => {
            let build = match release {
                true => python::Build::Released,
                false => python::Build::Tested,
            };
            python::run(&workshop, build)
        }
        Chore::Static => static_build::run(&workshop),
        Chore::Bundle { out, address } => {
            bundle::run(&workshop, out.as_deref(), address.as_deref())
        }
        Chore::Twice { whole } => twice::run(&workshop, whole),
        Chore::Publish { out, address } => bundle::publish(&workshop, &out, address.as_deref()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn workflows_call_chores_that_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut called = 0;
        for file in fs::read_dir(root.join(".github/workflows")).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let mut chores = Vec::new();
            for line in text.lines() {
                if let Some((_, chore)) = line.split_once("cargo xtask ") {
                    chores.push(chore);
                } else if let Some((_, list)) = line.split_once("chore: [") {
                    chores.extend(list.trim_end_matches(']').split(", "));
                }
            }
            for chore in chores.into_iter().filter(|chore| !chore.contains("matrix")) {
                called += 1;
                let words = chore.replace("$(nproc)", "2").replace('"', "");
                let words = ["xtask"].into_iter().chain(words.split(' '));
                let read = Arguments::try_parse_from(words.clone());
                assert!(read.is_ok(), "{:?}", words.collect::<Vec<_>>());
            }
        }
        assert!(called >= 5, "{called}");
    }
}
