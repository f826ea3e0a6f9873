//! What the files of the page weigh on their way to a reader.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// When a file travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    /// Nothing is seen without it: the document and what it names.
    FirstPicture,
    /// The page's program, which makes the picture live.
    Program,
    /// The workers, of which one is loaded beside the page.
    Models,
    /// All else of the page.
    OnDemand,
    /// The module for scripts, which the page does not load.
    Module,
}

/// What the document names, but fetches when it is needed, or when all else is there.
const LATER: [&str; 4] = [
    "charts.js",
    "share.js",
    "offline.js",
    "manifest.webmanifest",
];

impl Group {
    /// The group of a file, by its path in the bundle and the text of the document.
    fn of(file: &str, document: &str) -> Self {
        if file.starts_with("module/") {
            Self::Module
        } else if file.starts_with("makespan-worker") {
            Self::Models
        } else if LATER.contains(&file) {
            Self::OnDemand
        } else if file == "index.html" || (file.ends_with(".css") && document.contains(file)) {
            Self::FirstPicture
        } else if file.starts_with("snippets/") || document.contains(file) {
            Self::Program
        } else {
            Self::OnDemand
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::FirstPicture => "before the first picture",
            Self::Program => "the page's program",
            Self::Models => "models of all laboratories, and the file worker",
            Self::OnDemand => "on demand",
            Self::Module => "module for scripts",
        }
    }
}

/// Bytes as they are, and compressed as hard as the two formats can: what a host does once when it is given the files.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Weight {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Weight {
    fn of(bytes: &[u8]) -> Result<Self> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(bytes)?;
        let mut brotli = Vec::new();
        let params = brotli::enc::BrotliEncoderParams {
            size_hint: bytes.len(),
            ..Default::default()
        };
        brotli::BrotliCompress(&mut &*bytes, &mut brotli, &params)?;
        Ok(Self {
            raw: bytes.len(),
            gzip: gzip.finish()?.len(),
            brotli: brotli.len(),
        })
    }

    fn row(self, name: &str) -> String {
        format!(
            "{name:<52}{:>10}{:>10}{:>10}\n",
            self.raw, self.gzip, self.brotli
        )
    }
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.raw += other.raw;
        self.gzip += other.gzip;
        self.brotli += other.brotli;
    }
}

/// A table of all files of a bundle with their sizes in bytes and a sum for each group.
pub(crate) fn table(bundle: &Path) -> Result<String> {
    let document =
        fs::read_to_string(bundle.join("index.html")).context("the bundle has no index.html")?;
    let mut weighed = Vec::new();
    for file in files_of(bundle)? {
        let bytes = fs::read(bundle.join(&file))
            .with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.to_string_lossy().into_owned();
        weighed.push((Group::of(&name, &document), name, Weight::of(&bytes)?));
    }
    let mut text = heading();
    for group in [
        Group::FirstPicture,
        Group::Program,
        Group::Models,
        Group::OnDemand,
        Group::Module,
    ] {
        let of = weighed.iter().filter(|(of, ..)| *of == group);
        text += &rows(group, of.map(|(_, name, weight)| (name.as_str(), *weight)));
    }
    Ok(text)
}

/// The files of the module with their sizes in bytes and their sum.
pub(crate) fn module(folder: &Path) -> Result<String> {
    let mut weighed = Vec::new();
    for file in files_of(folder)? {
        let bytes = fs::read(folder.join(&file))
            .with_context(|| format!("cannot read {}", file.display()))?;
        weighed.push((file.to_string_lossy().into_owned(), Weight::of(&bytes)?));
    }
    let all = weighed
        .iter()
        .map(|(name, weight)| (name.as_str(), *weight));
    Ok(heading() + &rows(Group::Module, all))
}

/// What is to be reached by the parts of the page and of the module: a name for people, how the files are called, and the most
/// bytes, brotli.
const REACHES: [(&str, &str, usize); 3] = [
    ("the document, with the first picture", "index.html", 60_000),
    ("the page's program", "makespan-web-", 400_000),
    ("module without models", "programs/none", 180_000),
];

/// How the files of a program with models begin, and the most bytes that it may have.
const MODELS: (&str, usize) = ("makespan-worker-", 250_000);

/// What the parts weigh beside what they may weigh, in bytes, brotli.
pub(crate) fn reaches(page: &Path, module: &Path) -> Result<String> {
    let mut weights: Vec<(String, usize)> = Vec::new();
    for folder in [page, module] {
        for file in files_of(folder)? {
            let name = file.to_string_lossy().into_owned();
            let begins = |start: &str| name.starts_with(start);
            if REACHES.iter().any(|(_, start, _)| begins(start)) || begins(MODELS.0) {
                let bytes =
                    fs::read(folder.join(&file)).with_context(|| format!("cannot read {name}"))?;
                weights.push((name, Weight::of(&bytes)?.brotli));
            }
        }
    }
    let sum = |start: &str| -> usize {
        let own = weights.iter().filter(|(name, _)| name.starts_with(start));
        own.map(|(_, bytes)| bytes).sum()
    };
    let mut text = format!("{:<52}{:>10}{:>10}\n", "bytes, brotli", "now", "reach");
    let mut row = |title: &str, bytes: usize, reach: usize| {
        // Writing to a string cannot fail.
        writeln!(text, "{title:<52}{bytes:>10}{:>10}", format!("≤ {reach}")).ok();
    };
    for (title, start, reach) in REACHES {
        row(title, sum(start), reach);
    }
    // A program has a script and a module, which begin alike.
    let programs = weights.iter().filter_map(|(name, _)| {
        let name = name.strip_prefix(MODELS.0)?;
        name.strip_suffix("_bg.wasm")
    });
    for program in programs {
        row(
            &format!("models: {program}"),
            sum(&format!("{}{program}", MODELS.0)),
            MODELS.1,
        );
    }
    Ok(text)
}

fn heading() -> String {
    format!(
        "{:<52}{:>10}{:>10}{:>10}\n",
        "bytes", "raw", "gzip", "brotli"
    )
}

/// The sum of a group, then its files.
fn rows<'n>(group: Group, files: impl Iterator<Item = (&'n str, Weight)>) -> String {
    let mut sum = Weight::default();
    let rows = files.fold(String::new(), |mut rows, (name, weight)| {
        sum += weight;
        // Writing to a string cannot fail.
        write!(rows, "  {}", weight.row(name).replacen("  ", "", 1)).ok();
        rows
    });
    sum.row(group.title()) + &rows
}

/// All files below a folder, as paths from it, in order.
pub(crate) fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let place = folder.join(&inner);
        for entry in
            fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))?
        {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path)
            } else {
                files.push(path)
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_the_group_of_those_who_need_it() {
        let document = r#"<link rel="modulepreload" href="./web-1a.js"><link rel="stylesheet" href="./style-2b.css">"#;
        let group = |file| Group::of(file, document);
        assert_eq!(group("index.html"), Group::FirstPicture);
        assert_eq!(group("web-1a.js"), Group::Program);
        assert_eq!(group("style-2b.css"), Group::FirstPicture);
        assert_eq!(group("snippets/gloo/inline0.js"), Group::Program);
        assert_eq!(group("makespan-worker-files_bg.wasm"), Group::Models);
        assert_eq!(group("measured/quiet.bin"), Group::OnDemand);
        assert_eq!(group("lessons/replication.md"), Group::OnDemand);
        assert_eq!(group("makespan-figure.js"), Group::OnDemand);
        assert_eq!(group("module/programs/none_bg.wasm"), Group::Module);
        let document = r#"<script>globalThis.draw = () => import("./charts.js")</script>"#;
        assert_eq!(Group::of("charts.js", document), Group::OnDemand);
    }

    #[test]
    fn a_file_that_repeats_itself_is_lighter_when_compressed() {
        let weight = Weight::of(&[b'a'; 10_000]).unwrap();
        assert_eq!(weight.raw, 10_000);
        assert!(
            (1..200).contains(&weight.gzip) && (1..200).contains(&weight.brotli),
            "{weight:?}"
        );
    }

    #[test]
    fn the_parts_stand_beside_their_reach() {
        let (page, module) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(module.path().join("programs")).unwrap();
        for (folder, name) in [
            (&page, "index.html"),
            (&page, "makespan-web-1a.js"),
            (&page, "makespan-web-2b_bg.wasm"),
            (&page, "makespan-worker-bounds.js"),
            (&page, "makespan-worker-bounds_bg.wasm"),
            (&module, "programs/none_bg.wasm"),
        ] {
            fs::write(folder.path().join(name), "0123456789").unwrap();
        }
        let text = reaches(page.path(), module.path()).unwrap();
        let row = |title: &str| {
            let row = text.lines().find(|row| row.starts_with(title)).unwrap();
            row.trim_start_matches(title)
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let one: usize = row("module without models")[0].parse().unwrap();
        assert_eq!(
            row("the page's program"),
            [(2 * one).to_string(), "≤".into(), "400000".into()]
        );
        assert_eq!(
            row("models: bounds"),
            [(2 * one).to_string(), "≤".into(), "250000".into()]
        );
    }

    #[test]
    fn the_sum_of_a_group_is_that_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("index.html"), "a.css 6789").unwrap();
        fs::write(folder.path().join("a.css"), "01234").unwrap();
        fs::create_dir(folder.path().join("snippets")).unwrap();
        fs::write(folder.path().join("snippets/a.js"), "01234").unwrap();
        let table = table(folder.path()).unwrap();
        let sum = table
            .lines()
            .find(|line| line.starts_with("before the first picture"))
            .unwrap();
        assert_eq!(sum.split_whitespace().nth(4), Some("15"));
        assert_eq!(
            files_of(folder.path()).unwrap(),
            ["a.css", "index.html", "snippets/a.js"].map(PathBuf::from)
        );
    }
}
