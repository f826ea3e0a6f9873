//! A certificate: its proven statement, and the time of the check.

use std::fs::File;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow};
use certificate::{Certificate, Counter, LARGEST, Refused};

use crate::clock::Clock;
use crate::inputs::NotAllowed;
use crate::output;

/// The text of a file that says that it is a certificate.
pub(super) fn text(path: &Path) -> Option<String> {
    let mut text = String::new();
    // One byte more shows that it is too long.
    let file = File::open(path).ok()?.take(LARGEST as u64 + 1);
    std::io::BufReader::new(file)
        .read_to_string(&mut text)
        .ok()?;
    Certificate::is_one(&text).then_some(text)
}

/// Checks a certificate, and prints the proven statement.
pub(super) fn check(path: &Path, text: &str) -> Result<()> {
    let named = path.display();
    let refused = |why: Refused| format!("{named} proves nothing: {why}");
    let certificate = Certificate::read(text).map_err(|why| NotAllowed::because(refused(why)))?;
    let start = Instant::now();
    let mut clock = Clock::hinting(None, false);
    let mut watch = |_: u64, share: f64| {
        clock.reach(share);
        ControlFlow::Continue(())
    };
    let mut counter = Counter::watched(&mut watch);
    let proven = certificate.check(&mut counter);
    let tried = counter.tried();
    let seconds = start.elapsed().as_secs_f64();
    clock.stop();
    let proven = proven.map_err(|why| anyhow!(refused(why)))?;
    let mut out = output::stdout();
    writeln!(out, "proved: {proven}")?;
    writeln!(
        out,
        "The check tried {} in {seconds:.2} s; the certificate has {}.",
        report::words::count(tried as usize, "beginning", "beginnings"),
        report::words::count(text.len(), "byte", "bytes")
    )?;
    Ok(())
}
