//! Searches consecutively optimal lists for more computers than were published, and prints each with its proofs:
//!
//! ```console
//! $ cargo run --release -p makespan-recovery-model --example frontier -- 29 32 60 .
//! ```
//!
//! searches the lists for 29 to 32 computers within 60 minutes. It prints a line of JSON after every stage, and keeps each
//! search in the folder given last, so that the next start goes on from there.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use recovery_model::lower_bounds;
use recovery_model::search::optimal::{ListSearch, Saved};

/// The number of nodes between two looks at the clock: about a second.
const PART: u64 = 1 << 16;

/// The time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(60);

/// The results for this many computers, as the line of a data file.
fn line(search: &ListSearch, computers: usize) -> Result<String, Box<dyn Error>> {
    Ok(serde_json::json!({
        "n": computers,
        "done": search.is_done(),
        "list": search.list()?.entries(),
        "loads": search.loads(),
        "bounds": lower_bounds::least_loads(computers),
        "refutations": search.refutations(),
        "nodes": search.nodes(),
    })
    .to_string())
}

/// Saves a search whole or not at all: a run that ends during the writing leaves the earlier file.
fn keep(file: &Path, search: &ListSearch) -> Result<(), Box<dyn Error>> {
    let beside = file.with_extension("new");
    fs::write(&beside, serde_json::to_string(&search.save())?)?;
    Ok(fs::rename(beside, file)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, minutes, folder] = given.as_slice() else {
        return Err("usage: frontier FROM TO MINUTES FOLDER".into());
    };
    let until = Instant::now() + Duration::from_secs(60 * minutes.parse::<u64>()?);
    for computers in from.parse::<usize>()?..=to.parse()? {
        let file = Path::new(folder).join(format!("frontier-{computers}.json"));
        let mut search = match fs::read_to_string(&file) {
            Ok(text) => ListSearch::resume(&serde_json::from_str::<Saved>(&text)?)?,
            Err(_) => ListSearch::new(computers)?,
        };
        let mut saved = Instant::now();
        let mut known = search.loads().len();
        while !search.go(PART) && Instant::now() < until {
            if search.loads().len() > known {
                known = search.loads().len();
                println!("{}", line(&search, computers)?);
            }
            if saved.elapsed() >= BETWEEN_SAVES {
                keep(&file, &search)?;
                saved = Instant::now();
            }
        }
        keep(&file, &search)?;
        println!("{}", line(&search, computers)?);
        if !search.is_done() {
            break;
        }
    }
    Ok(())
}
