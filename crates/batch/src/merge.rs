//! Merging shards.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use study::Plan;

use crate::journal::{self, Header, Journal};
use crate::{Error, plan, tables};

/// Writes the tables of a study from the folders of its shards. Returns the number of points without a run, whose values do not
/// fit together.
///
/// # Errors
/// If shards are of different plans or versions, points are missing or stand in two shards, or a file cannot be read or
/// written.
pub fn merge(shards: &[PathBuf], folder: &Path) -> Result<(Plan, u64), Error> {
    let Some(first) = shards.first() else {
        return Err(Error::NotAllowed(
            "no shard to merge; allowed: their folders".into(),
        ));
    };
    let file = first.join(plan::NAME);
    if first.is_dir() && !file.exists() {
        let (folder, name) = (first.display(), plan::NAME);
        return Err(Error::NotAllowed(format!(
            "{folder} has no {name}: this is no shard of a study"
        )));
    }
    let plan = plan::read(&file)?;
    let mut journals = Vec::new();
    let mut found: HashMap<u64, &PathBuf> = HashMap::new();
    for shard in shards {
        let journal = Journal::find(shard)?;
        let known = journal.header();
        let wanted = Header::of(&plan, known.shard);
        if *known != wanted {
            return Err(Error::NotAllowed(journal::differs(
                journal.path(),
                known,
                &wanted,
            )));
        }
        for (place, _) in journal.done() {
            if let Some(other) = found.insert(*place, shard) {
                return Err(Error::NotAllowed(format!(
                    "point {place} stands in {} and in {}; allowed: each shard once",
                    other.display(),
                    shard.display()
                )));
            }
        }
        journals.push(journal);
    }
    let mut missing = (0..plan.points()).filter(|place| !found.contains_key(place));
    if let Some(place) = missing.next() {
        let number = 1 + missing.count() as u64;
        let points = plan.points();
        return Err(Error::NotAllowed(format!(
            "{number} of {points} points are missing, the first is {place}; allowed: all shards, each done to its end"
        )));
    }
    fs::create_dir_all(folder).map_err(crate::at(folder))?;
    tables::write_plan(&plan, &folder.join(plan::NAME))?;
    let refused = tables::write(&plan, &mut journals, folder)?;
    Ok((plan, refused))
}
