//! The sizes of the page's files on their way to a reader.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::Write as _;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Groups of files by the time of their loading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    /// Nothing is seen without these: the document and the styles that it names.
    FirstPicture,
    /// The page's program, which makes the picture live.
    Program,
    /// The workers: the page loads one of them.
    Models,
    /// All else of the page.
    OnDemand,
    /// The module for scripts, which the page does not load.
    Module,
}

/// Files that the document names, but fetches when they are needed, or when all else is loaded.
const LATER: [&str; 9] = [
    "charts.js",
    "share.js",
    "code.js",
    "cards.js",
    "machine.js",
    "notebook.js",
    "results.js",
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

/// Bytes as they are, and compressed as hard as the two formats can: a host does this once when it is given the files.
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
        Ok(Self {
            raw: bytes.len(),
            gzip: gzip.finish()?.len(),
            brotli: brotli(bytes)?,
        })
    }

    fn row(self, name: &str) -> String {
        format!(
            "{name:<52}{:>10}{:>10}{:>10}\n",
            self.raw, self.gzip, self.brotli
        )
    }
}

/// The number of bytes after brotli's strongest compression.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        size_hint: bytes.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params)?;
    Ok(out.len())
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

/// A part of the page or of the module that readers wait for.
struct Budget {
    title: &'static str,
    /// The beginning of the names of its files.
    start: &'static str,
    /// Bytes to be reached, brotli.
    reach: usize,
    /// Bytes that it has had, brotli: [`SLACK`] more is a failure. It only falls, towards `reach`.
    most: usize,
}

const BUDGETS: [Budget; 6] = [
    Budget {
        title: "the document, with the first picture",
        start: "index.html",
        reach: 60_000,
        most: 60_000,
    },
    Budget {
        title: "the page's program",
        start: "makespan-web-",
        reach: 560_000,
        // The way that is ahead along a scale, bars that are cut, times of messages, the panel that folds, presets, the way to the notebook
        // and to lessons beside the page, strategies of one's own, several tabs at one search, workers that end without a word, ways to
        // code, comparison and sweep at one press, names of dots, folded words of lines.
        most: 782_000,
    },
    Budget {
        title: "module without models",
        start: "programs/none",
        reach: 220_000,
        // It has the parameters, rules and texts of all laboratories, says why a parameter has no effect, and tells series apart by their
        // values.
        most: 436_000,
    },
    FILES,
    Budget {
        title: "the program of lessons and challenges",
        start: "makespan-lessons",
        reach: 400_000,
        // Only readers who open or write a lesson in Markdown, take part in a challenge or hand answers in load it;
        // challenges are 38 kB of it, codes of answers 9 kB. Five laboratories ask strategies of one's own. Answers quote
        // computed numbers.
        most: 535_000,
    },
    Budget {
        title: "the language of own strategies",
        start: "makespan-language",
        reach: 209_000,
        // Only a scenario with an own strategy loads it. Comparisons of numbers as they are, and faults in words of the guide, are
        // worth the 3 % more.
        most: 215_000,
    },
];

/// The file worker, which has no models.
const FILES: Budget = Budget {
    title: "the file worker",
    start: "makespan-worker-files",
    reach: 400_000,
    // It keeps pinned runs, makes the points of a plan, and compares states before it keeps one.
    most: 474_000,
};

/// Each program with models.
const MODELS: Budget = Budget {
    title: "models",
    start: "makespan-worker-",
    reach: 300_000,
    // The way that is ahead, choices of a sweep, small numbers with a power of ten, sealed states, and comparisons in pairs, of independent
    // samples and in percentage points are in all of them, as are series that are told apart by their values; bounds, with the walk of
    // Algorithm 2 and the steps to a worst case, is the largest.
    most: 501_000,
};

/// The share by which a part may exceed its former size: compilers differ a little.
const SLACK: f64 = 0.03;

impl Budget {
    fn is_passed(&self, bytes: usize) -> bool {
        bytes as f64 > self.most as f64 * (1.0 + SLACK)
    }
}

/// The weights of the parts beside their limits.
pub(crate) struct Parts(Vec<(String, usize, Budget)>);

impl Parts {
    /// Weighs the files of a page and of a module.
    pub(crate) fn of(page: &Path, module: &Path) -> Result<Self> {
        let mut weights: Vec<(String, usize)> = Vec::new();
        for folder in [page, module] {
            for file in files_of(folder)? {
                let name = file.to_string_lossy().into_owned();
                let mut all = BUDGETS.iter().chain([&MODELS]);
                if all.any(|budget| name.starts_with(budget.start)) {
                    let bytes = fs::read(folder.join(&file))
                        .with_context(|| format!("cannot read {name}"))?;
                    weights.push((name, brotli(&bytes)?));
                }
            }
        }
        let sum = |start: &str| -> usize {
            let own = weights.iter().filter(|(name, _)| name.starts_with(start));
            own.map(|(_, bytes)| bytes).sum()
        };
        let parts = BUDGETS.map(|budget| (budget.title.to_owned(), sum(budget.start), budget));
        // A program has a script and a module, which begin alike.
        let programs = weights.iter().filter_map(|(name, _)| {
            let models = name.starts_with(MODELS.start) && !name.starts_with(FILES.start);
            let name = name.strip_suffix("_bg.wasm").filter(|_| models)?;
            let program = name.strip_prefix(MODELS.start)?;
            let title = format!("{}: {program}", MODELS.title);
            Some((title, sum(&format!("{}{program}", MODELS.start)), MODELS))
        });
        Ok(Self(parts.into_iter().chain(programs).collect()))
    }

    /// # Errors
    /// Where a part has grown, with all that have.
    pub(crate) fn hold(&self) -> Result<()> {
        let grown = self
            .0
            .iter()
            .filter(|(.., bytes, budget)| budget.is_passed(*bytes));
        let told = grown.map(|(title, bytes, budget)| {
            format!(
                "{title} has {bytes} bytes (brotli), {} % more than the {} that it may have",
                (100.0 * (*bytes as f64 / budget.most as f64 - 1.0)).round(),
                budget.most
            )
        });
        let told: Vec<String> = told.collect();
        ensure!(
            told.is_empty(),
            "{}: make it smaller, or give a reason in crates/xtask/src/sizes.rs",
            told.join("; ")
        );
        Ok(())
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:<52}{:>10}{:>10}{:>10}",
            "bytes, brotli", "now", "at most", "reach"
        )?;
        for (title, bytes, Budget { reach, most, .. }) in &self.0 {
            let reach = format!("≤ {reach}");
            writeln!(out, "{title:<52}{bytes:>10}{most:>10}{reach:>10}")?;
        }
        Ok(())
    }
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
        let parts = Parts::of(page.path(), module.path()).unwrap();
        let text = parts.to_string();
        let row = |title: &str| {
            let row = text.lines().find(|row| row.starts_with(title)).unwrap();
            let mut words = row.trim_start_matches(title).split_whitespace();
            words.next().unwrap().parse::<usize>().unwrap()
        };
        let one = row("module without models");
        assert_eq!(row("the page's program"), 2 * one);
        assert_eq!(row("models: bounds"), 2 * one);
        parts.hold().unwrap();
    }

    #[test]
    fn a_part_that_has_grown_is_refused_by_name() {
        let budget = |most| Budget { most, ..MODELS };
        let parts = |bytes| Parts(vec![("models: bounds".into(), bytes, budget(100_000))]);
        parts(102_900).hold().unwrap();
        let error = parts(104_100).hold().unwrap_err().to_string();
        assert!(
            error.starts_with("models: bounds has 104100 bytes (brotli), 4 % more than the 100000"),
            "{error}"
        );
        let own = BUDGETS.iter().chain([&MODELS]);
        assert!(own.into_iter().all(|budget| budget.reach <= budget.most));
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
