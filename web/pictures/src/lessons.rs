//! The lessons of the folder `docs/lessons`, each checked by its runs and built into files beside the page.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use lesson::{Problem, Runs, build, check, parse};
use serde_json::{Value, to_value};

/// Where the lessons of the project are.
const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lessons");

/// Writes all lessons into a folder, and nothing else stays there.
pub(crate) fn write(folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder).ok();
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut listed: Vec<(u32, String, Value)> = Vec::new();
    for entry in fs::read_dir(LESSONS).context("there is no folder docs/lessons")? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let named = |problems: Vec<Problem>| {
            let all = problems
                .iter()
                .map(|problem| format!("{}: {problem}", path.display()));
            anyhow!(all.collect::<Vec<_>>().join("\n"))
        };
        let source = fs::read_to_string(&path)?;
        let lesson = parse(&source).map_err(named)?;
        let runs = Runs::of(&lesson).map_err(named)?;
        let problems = check(&lesson, &runs);
        ensure!(problems.is_empty(), named(problems));
        let built = build(&lesson, &runs).map_err(|message| anyhow!("{name}: {message}"))?;
        for (file, text) in [
            (format!("{name}.json"), built.lesson.to_string()),
            (format!("{name}.answers.json"), built.answers.to_string()),
            // Students with a seed of their own, and authors, begin with the source.
            (format!("{name}.md"), source),
        ] {
            fs::write(folder.join(&file), text).with_context(|| format!("cannot write {file}"))?;
        }
        let about = to_value(lesson.listed(&name))?;
        listed.push((lesson.front.place, name.into_owned(), about));
    }
    listed.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let list: Vec<Value> = listed.into_iter().map(|(.., about)| about).collect();
    fs::write(folder.join("list.json"), Value::from(list).to_string())
        .context("cannot write the list of lessons")
}
