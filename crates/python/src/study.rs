//! Plans, their shards, and shards put together.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::thread;

use batch::journal::Header;
use batch::{Journal, Shard};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use report::Observer;

use crate::failure::Failure;
use crate::watch::Watch;
use crate::{input, value};

/// The numbers of threads that the command allows, too.
const THREADS: RangeInclusive<u32> = 1..=u16::MAX as u32;

/// One scenario at many points.
#[pyclass(frozen, module = "makespan._native")]
pub(crate) struct Plan {
    plan: study::Plan,
}

#[pymethods]
impl Plan {
    /// A plan from a dictionary, from text in TOML or JSON, or from the file of a path.
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let allowed = "allowed: a dictionary, text in TOML or JSON, or a path of pathlib";
        if let Ok(text) = source.cast::<PyString>() {
            let text = text.to_cow()?;
            // The name of a file would be refused as a line without a value, which says little.
            if !text.contains(['=', '{', '\n']) {
                return Err(parameters::Rejected::one("plan", text, allowed).into());
            }
            let plan = batch::plan::parse(&text)?;
            return Ok(Self { plan });
        }
        if let Some(path) = input::path(source)? {
            let plan = batch::plan::read(&path)?;
            return Ok(Self { plan });
        }
        if source.is_instance_of::<PyDict>() {
            let plan = study::Plan::from_json(&value::json(source)?)?;
            return Ok(Self { plan });
        }
        let kind = source.get_type().to_string();
        Err(parameters::Rejected::one("plan", kind, allowed).into())
    }

    #[getter]
    fn points(&self) -> u64 {
        self.plan.points()
    }

    #[getter]
    fn digest(&self) -> String {
        self.plan.digest()
    }

    /// The tables that its study has, by the names of their files.
    #[getter]
    fn tables(&self) -> Vec<String> {
        let kept = self.plan.keep().tables.iter();
        let own = ["points", "runs"].map(str::to_owned);
        own.into_iter()
            .chain(kept.map(|key| format!("table-{key}")))
            .collect()
    }

    /// The plan as JSON text.
    fn json(&self) -> String {
        self.plan.json().to_string()
    }

    /// Runs the missing points of a shard in a folder; writes the tables where it is the only one.
    fn work(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        shard: &str,
        threads: Option<i64>,
        progress: Option<Py<PyAny>>,
    ) -> Result<(), Failure> {
        let shard = self::shard(shard)?;
        let threads = match threads {
            None => thread::available_parallelism().map_or(1, Into::into),
            Some(threads) => value::within("threads", threads, &THREADS)? as usize,
        };
        let mut watch = Watch::new(progress);
        let done = py.detach(|| {
            let tell = &mut |told: batch::Told| watch.progress(told.done, told.all);
            batch::work(&self.plan, shard, threads, &folder, tell)
        });
        watch.end()?;
        done?;
        Ok(())
    }

    /// Whether a folder has all points of a shard of this plan, by this version.
    fn is_done(&self, folder: PathBuf, shard: &str) -> Result<bool, Failure> {
        let wanted = Header::of(&self.plan, self::shard(shard)?);
        let found = Journal::find(&folder);
        Ok(found.is_ok_and(|journal| *journal.header() == wanted && journal.is_whole()))
    }
}

/// Writes the tables of a study from the folders of its shards.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, shards: Vec<PathBuf>, folder: PathBuf) -> Result<(), Failure> {
    py.detach(|| batch::merge(&shards, &folder))?;
    Ok(())
}

fn shard(text: &str) -> Result<Shard, Failure> {
    let shard = text.parse::<Shard>();
    shard.map_err(|reason| parameters::Rejected::one("", "", reason).into())
}
