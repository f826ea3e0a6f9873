//! `cargo xtask play`: the page on this machine.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::page;
use crate::process;
use crate::workshop::Workshop;

/// Builds the page and serves it until it is stopped: quickly, with its pictures and texts to follow, or as it is published,
/// which takes longer.
///
/// The server is that of the browser tests, so that they test the page that a person sees here.
pub(crate) fn run(workshop: &Workshop, port: u16, open: bool, published: bool) -> Result<()> {
    let dist = if published {
        page::build(workshop)?
    } else {
        let folder = workshop.root.join("target/playground");
        page::build_to_play(workshop, &folder)?;
        folder
    };
    let mut server = workshop
        .command("node")
        .arg(workshop.browser_tests().join("serve.mjs"))
        .arg(&dist)
        .args(["--port", &port.to_string(), "--with-parent"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the server")?;
    // The server ends when this end of its input does, however this program ends; `wait` would close it at once.
    let _held = server.stdin.take();
    let mut address = String::new();
    if let Some(said) = server.stdout.take() {
        BufReader::new(said).read_line(&mut address)?;
    }
    let address = address.trim();
    if address.is_empty() {
        bail!("the server did not start ({})", server.wait()?);
    }
    println!("\nMakespan is at {address} (Ctrl-C stops it)");
    if open {
        show_in_browser(address);
    }
    if !published {
        match page::catch_up(workshop, &dist) {
            Ok(true) => println!(
                "\nLessons, guides and pictures of presets are there, too: load {address} again"
            ),
            Ok(false) => {}
            // The page is there all the same.
            Err(error) => {
                eprintln!("\nLessons, guides and pictures of presets could not be made: {error:#}")
            }
        }
    }
    let status = server.wait()?;
    bail!("the server stopped ({status})")
}

/// Opens the page where there is a screen; where that fails, the address was printed.
fn show_in_browser(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let screen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some());
    if screen && process::on_path(program).is_some() {
        let null = Stdio::null;
        Command::new(program)
            .arg(address)
            .stdin(null())
            .stdout(null())
            .stderr(null())
            .spawn()
            .ok();
    }
}
