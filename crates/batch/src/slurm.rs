//! A study as an array of jobs under Slurm, and the job that merges its shards.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use study::Plan;

use crate::file::Whole;
use crate::{Error, at, plan, tables};

/// The division of a study into jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// The number of shards, each a job of the array.
    pub shards: u64,
    /// The cores of each.
    pub cores: u16,
    /// The path of the program `makespan` on the machines.
    pub program: PathBuf,
    /// The folder of the study, on a disk that the machines share.
    pub folder: PathBuf,
}

/// The scripts of a study, by the names of their files.
///
/// ```
/// let jobs = batch::slurm::Jobs {
///     shards: 8,
///     cores: 2,
///     program: "/opt/makespan".into(),
///     folder: "/home/me/my study".into(),
/// };
/// let [(name, script), ..] = batch::slurm::scripts(&jobs);
/// assert_eq!(name, "sweep.sbatch");
/// assert!(script.contains("#SBATCH --array=1-8\n"));
/// ```
#[must_use]
pub fn scripts(jobs: &Jobs) -> [(&'static str, String); 3] {
    let Jobs { shards, cores, .. } = jobs;
    let program = quoted(&jobs.program);
    let folder = quoted(&jobs.folder);
    let head = |name: &str, cores: u16| {
        format!(
            "#!/bin/sh
#SBATCH --job-name=makespan-{name}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={cores}
#SBATCH --requeue
#SBATCH --open-mode=append
"
        )
    };
    let sweep = format!(
        "{}#SBATCH --array=1-{shards}
# A shard that is requeued goes on where its journal ends.
exec {program} sweep {folder}/{plan} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --threads {cores} \\
    --out {folder}/shards/\"$SLURM_ARRAY_TASK_ID-of-{shards}\"
",
        head("sweep", *cores),
        plan = plan::NAME,
    );
    let merge = format!(
        "{}exec {program} merge {folder}/shards/*-of-{shards} --out {folder}
",
        head("merge", 1),
    );
    let submit = format!(
        "#!/bin/sh
# Submits all jobs, with options such as --partition=NAME and --time=HOURS:00:00 for each.
# After a failure, submit again: shards that are done end at once.
set -eu
mkdir -p {folder}/logs
array=$(sbatch --parsable \"$@\" --output={folder}/logs/sweep-%A-%a.txt {folder}/sweep.sbatch)
merge=$(sbatch --parsable \"$@\" --output={folder}/logs/merge-%j.txt --dependency=\"afterok:${{array%%;*}}\" \\
    --kill-on-invalid-dep=yes {folder}/merge.sbatch)
echo \"shards: job ${{array%%;*}}, merge: job ${{merge%%;*}}\"
"
    );
    [
        ("sweep.sbatch", sweep),
        ("merge.sbatch", merge),
        ("submit.sh", submit),
    ]
}

/// Writes a plan and its scripts into the folder of its study.
///
/// # Errors
/// If there are more shards than points or a file cannot be written.
pub fn write(plan: &Plan, jobs: &Jobs) -> Result<(), Error> {
    let points = plan.points();
    if !(1..=points).contains(&jobs.shards) {
        return Err(Error::NotAllowed(format!(
            "{} shards of {points} points; allowed: 1 to {points}",
            jobs.shards
        )));
    }
    fs::create_dir_all(&jobs.folder).map_err(at(&jobs.folder))?;
    tables::write_plan(plan, &jobs.folder.join(plan::NAME))?;
    for (name, script) in scripts(jobs) {
        let path = jobs.folder.join(name);
        let mut out = Whole::begin(&path).map_err(at(&path))?;
        out.write_all(script.as_bytes()).map_err(at(&path))?;
        out.end().map_err(at(&path))?;
    }
    Ok(())
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}
