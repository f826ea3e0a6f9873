//! How fast files are read: writes one of each kind into a folder and reads them.
//!
//! `cargo xtask bench import` runs it, and reads the same files by other means and in a browser.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for people that may stop"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use trace::random::Random;
use trace::read::read;

/// The size of most files, bytes.
const SIZE: usize = 100_000_000;
/// The rows of the longest file.
const ROWS: usize = 10_000_000;

type Maker = fn(&mut String, &mut Random, usize);

/// Each file: its name, its size, its head, the function that makes a row, its tail.
const FILES: [(&str, Amount, &str, Maker, &str); 8] = [
    ("wide.csv", Amount::Bytes(SIZE), "", wide, ""),
    (
        "long.csv",
        Amount::Bytes(SIZE),
        "node,job,runtime (ms)\n",
        long,
        "",
    ),
    (
        "rows.csv",
        Amount::Rows(ROWS),
        "node,job,runtime (ms)\n",
        long,
        "",
    ),
    (
        "decimal-comma.csv",
        Amount::Bytes(SIZE),
        "",
        decimal_comma,
        "",
    ),
    (
        "log.swf",
        Amount::Bytes(SIZE),
        "; Version: 2.2\n; MaxNodes: 128\n",
        swf,
        "",
    ),
    ("grid.gwf", Amount::Bytes(SIZE), "", gwf, ""),
    ("planetlab", Amount::Rows(ROWS), "", utilisation, ""),
    (
        "events.json",
        Amount::Bytes(SIZE),
        "{\"traceEvents\":[\n",
        event,
        "{}]}\n",
    ),
];

#[derive(Clone, Copy)]
enum Amount {
    Bytes(usize),
    Rows(usize),
}

fn main() {
    let folder = env::args().nth(1).unwrap();
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    let gauge = gauge::Gauge::from_environment();
    println!("| file | MB | values | s | MB/s |\n|---|---|---|---|---|");
    for (name, amount, head, row, tail) in FILES {
        let file = folder.join(name);
        if !file.exists() {
            fs::write(&file, make(amount, head, row, tail)).unwrap();
        }
        let bytes = fs::read(&file).unwrap();
        let (runs, reading) = gauge.time(|| read(name, &bytes).unwrap());
        let took = runs.median();
        let set = reading.set.unwrap();
        let values: usize = set.nodes().iter().map(|node| node.runtimes.len()).sum();
        let megabytes = bytes.len() as f64 / 1e6;
        println!(
            "| {name} | {megabytes:.0} | {values} | {took:.2} | {:.0} |",
            megabytes / took
        );
        let record = gauge::Record {
            name,
            unit: "s",
            runs,
            reach: None,
            same: serde_json::Value::Null,
        };
        gauge.record(&record).unwrap();
    }
}

fn make(amount: Amount, head: &str, row: Maker, tail: &str) -> String {
    let mut random = Random::new(2006);
    let mut text = head.to_owned();
    let mut rows = 0;
    loop {
        let more = match amount {
            Amount::Bytes(bytes) => text.len() < bytes,
            Amount::Rows(all) => rows < all,
        };
        if !more {
            break;
        }
        row(&mut text, &mut random, rows);
        rows += 1;
    }
    text.push_str(tail);
    text
}

fn runtime(random: &mut Random) -> f64 {
    2000.0 + 1000.0 * random.uniform()
}

fn wide(text: &mut String, random: &mut Random, row: usize) {
    if row == 0 {
        let names: Vec<_> = (1..=64).map(|node| format!("node {node}")).collect();
        writeln!(text, "job,{}", names.join(",")).unwrap();
    }
    write!(text, "{}", row + 1).unwrap();
    for _ in 0..64 {
        write!(text, ",{:.3}", runtime(random)).unwrap();
    }
    text.push('\n');
}

fn decimal_comma(text: &mut String, random: &mut Random, row: usize) {
    let mut line = String::new();
    wide(&mut line, random, row);
    text.push_str(&line.replace(',', ";").replace('.', ","));
}

fn long(text: &mut String, random: &mut Random, row: usize) {
    let (node, job) = (row % 64 + 1, row / 64 + 1);
    writeln!(text, "node {node},{job},{:.3}", runtime(random)).unwrap();
}

fn swf(text: &mut String, random: &mut Random, row: usize) {
    let (wait, run) = (
        (random.uniform() * 1e4) as u32,
        1 + (random.uniform() * 1e5) as u32,
    );
    let (queue, status) = (row % 7 % 4 + 1, u8::from(!row.is_multiple_of(10)));
    let (job, submit) = (row + 1, row * 30);
    writeln!(
        text,
        "{job:7} {submit:9} {wait:6} {run:6} {:4} -1 -1 4 3600 -1 {status} {:3} 1 -1 {queue} 1 -1 -1",
        row % 128 + 1,
        row % 300
    )
    .unwrap();
}

fn gwf(text: &mut String, random: &mut Random, row: usize) {
    let (wait, run) = (
        (random.uniform() * 1e4) as u32,
        1 + (random.uniform() * 1e5) as u32,
    );
    let (site, submit) = (row % 15, 1_136_070_000 + row * 30);
    let rest = "-1\t".repeat(10);
    writeln!(
        text,
        "{row}\t{submit}\t{wait}\t{run}\t1\t{run}\t-1\t1\t3600\t-1\t1\tU{}\tG1\t-1\tbatch\tP1\tG1/site{}\tG1/site{site}\t{rest}-1",
        row % 300,
        row % 3
    )
    .unwrap();
}

fn utilisation(text: &mut String, random: &mut Random, _: usize) {
    writeln!(text, "{}", (random.uniform() * 100.0) as u8).unwrap();
}

fn event(text: &mut String, random: &mut Random, row: usize) {
    let name = match row / 16 % 4 {
        0 => "parse",
        1 => "layout",
        2 => "paint",
        _ => "script",
    };
    let thread = row % 16 + 1;
    writeln!(
        text,
        "{{\"name\":\"{name}\",\"cat\":\"toplevel\",\"ph\":\"X\",\"ts\":{},\"dur\":{:.3},\"pid\":1,\"tid\":{thread},\"args\":{{\"src\":\"a file\",\"line\":{row}}}}},",
        row * 50,
        runtime(random)
    )
    .unwrap();
}
