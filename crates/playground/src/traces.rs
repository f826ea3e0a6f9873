//! A file of one's own in a scenario.

use std::sync::Arc;

use parameters::{AnyName, Rejected, Values};
use serde_json::{Value, json};
use trace::TraceSet;
use trace::read::View;
use trace::source::{Own, Source, at_hand};

use crate::{Scenario, Setup, link};

/// The longest link that carries values, in characters: programs pass on links of this length safely. Larger traces travel in a file.
pub const LONGEST_LINK: usize = 8 * 1024;

/// The most values for which a link is tried: with more it would be too long unless nearly all of them are equal.
const CARRIED: usize = 60_000;

/// The set-up that a script gives to be run.
#[derive(Clone, Debug)]
pub struct Given {
    /// The set-up as it is told and linked to: without the values of traces that are too large for a link.
    pub said: Setup,
    /// The set-up with all values.
    pub complete: Setup,
    /// The changes that the traces made to the scenario, in words.
    pub changes: Vec<String>,
    /// The places of the keys of a newer version, which the run ignores.
    pub unknown: Vec<String>,
}

impl Given {
    /// A scenario with the traces that it names itself.
    #[must_use]
    pub fn alone(said: Setup) -> Self {
        Self {
            unknown: said.extras.unknown.names(),
            complete: said.clone(),
            said,
            changes: Vec::new(),
        }
    }

    /// A scenario on the traces of `set`.
    ///
    /// # Errors
    /// Where the scenario names another file than these traces, or where its view does not go with them.
    pub fn on(said: Setup, set: &TraceSet) -> Result<Self, Rejected> {
        let unknown = said.extras.unknown.names();
        if let Some(wanted) = said.scenario.missing_file() {
            let supplied = said.scenario.supplied(set);
            if supplied.missing_file().is_some() {
                let allowed = format!(
                    "allowed: the traces “{}” that the scenario asks for, {} nodes, {} jobs, digest {}",
                    wanted.name, wanted.nodes, wanted.jobs, wanted.digest
                );
                let found = format!("“{}”, digest {}", set.name(), set.digest());
                return Err(Rejected::one("traces", found, allowed));
            }
            let complete = Setup::new(supplied, said.view.clone())?;
            return Ok(Self {
                said,
                complete,
                changes: Vec::new(),
                unknown,
            });
        }
        let extras = said.extras.elsewhere();
        let (scenario, changes) = said.scenario.with_traces(set);
        let complete = Setup::new(scenario.supplied(set), said.view.clone())?;
        let said = Setup::new(scenario, said.view)?.with(extras);
        Ok(Self {
            said,
            complete,
            changes,
            unknown,
        })
    }
}

impl Scenario {
    /// The use that its laboratory makes of traces, where it uses them.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        let about = self.about();
        about
            .traces
            .map(|_| (about.face.view)(&self.without_runtimes()))
    }

    /// The scenario on the traces of `set`: they travel with it where they fit into a link. Processors and iterations are
    /// lowered to the numbers of the set; the second value lists the changes in words.
    #[must_use]
    pub fn with_traces(&self, set: &TraceSet) -> (Self, Vec<String>) {
        let Some(traces) = self.about().traces else {
            return (self.clone(), Vec::new());
        };
        let mut values = self.checked().clone();
        let mut changes = (self.about().face.fit)(&mut values, set);
        let scale = traces.scale.map(AnyName::text);
        changes.extend(self.as_measured(scale, &mut values));
        let own = Source::Own(Own::of(set, CARRIED));
        (self.with_checked(values).on(&own).lightened(), changes)
    }

    /// Leaves the runtimes of a file as they were measured, where they replace others that were scaled; says so in words. A
    /// user who had a file scaled wants the next one scaled, too.
    fn as_measured(&self, scale: Option<&str>, values: &mut Values) -> Option<String> {
        let name = scale.filter(|_| self.own().is_none())?;
        let value = values.get_mut(name).filter(|value| !value.is_null())?;
        *value = Value::Null;
        let parameters = self.parameters();
        let parameter = parameters.iter().find(|one| one.name == name)?;
        Some(format!(
            "“{}” is empty now: the runtimes of this file stay as they were measured",
            parameter.title
        ))
    }

    /// The scenario as it travels in a link: without the values of a file of one's own where they would make it
    /// longer than [`LONGEST_LINK`].
    #[must_use]
    pub fn lightened(self) -> Self {
        let fits = self.carried().is_none_or(|own| {
            let values: usize = own.series.iter().map(|one| one.runtimes.len()).sum();
            // A link of millions of values is not even tried.
            let link = (values <= CARRIED)
                .then(|| link::encode(&self).ok())
                .flatten();
            link.is_some_and(|link| link.len() <= LONGEST_LINK)
        });
        if fits { self } else { self.without_values() }
    }

    /// The scenario without the values of a file of one's own.
    pub(crate) fn without_values(self) -> Self {
        match self.carried() {
            Some(own) => self.on(&Source::Own(Own {
                series: Vec::new(),
                ..own
            })),
            None => self,
        }
    }

    /// Its values, [without the runtimes](without_runtimes) of a file.
    #[must_use]
    pub fn without_runtimes(&self) -> Values {
        without_runtimes(self.checked())
    }

    /// Whether a run uses traces.
    #[must_use]
    pub fn uses_traces(&self) -> bool {
        let about = self.about();
        about.traces.is_some() && (about.face.uses_traces)(&self.without_runtimes())
    }

    /// The traces whose values travel with the scenario.
    #[must_use]
    pub fn carried(&self) -> Option<Own> {
        self.own().filter(|own| !own.series.is_empty())
    }

    /// The file that has to be supplied before this scenario can run.
    #[must_use]
    pub fn missing_file(&self) -> Option<Own> {
        self.own().filter(|own| own.series.is_empty())
    }

    /// The scenario, able to run on `set` where `set` is the file that it names: it carries the values only where they are
    /// few, because the values of a large file would be copied many times.
    #[must_use]
    pub fn with_at_hand(&self, set: Arc<TraceSet>) -> Self {
        let missing = self.missing_file();
        let is_it = missing.is_some_and(|missing| missing.digest == set.digest());
        let values: usize = set.nodes().iter().map(|node| node.runtimes.len()).sum();
        if !is_it || values <= CARRIED {
            return self.supplied(&set);
        }
        at_hand::lay(set);
        self.clone()
    }

    /// The scenario with the values of the file that it names, where `set` is that file; else unchanged.
    #[must_use]
    pub fn supplied(&self, set: &TraceSet) -> Self {
        let own = Own::of(set, usize::MAX);
        match self.missing_file() {
            Some(missing) if missing.digest == own.digest => self.on(&Source::Own(Own {
                series: own.series,
                ..missing
            })),
            _ => self.clone(),
        }
    }

    fn own(&self) -> Option<Own> {
        match self.traces()? {
            Source::Own(own) => Some(own),
            _ => None,
        }
    }
}

/// Values of a scenario, without the runtimes of a file of one's own, which may be millions: a laboratory's answers about
/// its parameters do not depend on them.
#[must_use]
pub fn without_runtimes(values: &Values) -> Values {
    let values = values.iter().map(|(name, value)| {
        let own = value.as_object().and_then(|choice| choice.get("own"));
        let value = match own.and_then(Value::as_object) {
            Some(own) => {
                let described = own.iter().filter(|(key, _)| *key != "series");
                let described = described.map(|(key, value)| (key.clone(), value.clone()));
                json!({"own": described.collect::<Values>()})
            }
            None => value.clone(),
        };
        (name.clone(), value)
    });
    values.collect()
}
