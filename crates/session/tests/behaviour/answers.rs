//! The workers' answers.

use std::collections::{BTreeMap, VecDeque};

use parameters::Rejected;
use playground::{Scenario, Setup};
use report::evidence;
use report::miniature::Miniature;
use report::{Report, Traces, Winner};
use serde_json::Value;
use session::command::Message;
use session::event::Payload;
use session::import::{Answer, Asked, OfTable, Said};
use session::library::{About, Library};
use session::message::{File, Order, Reply, Request};
use session::resume::{Beginning, Kept};
use session::traces::{Understood, Usable};
use trace::read::{Role, Unit};

use crate::world::{Bytes, Verdict, Work, World, about, verdict};

impl World {
    /// The answer of a worker.
    pub(crate) fn answer(&mut self, work: Work) -> (Reply, Payload<Bytes>) {
        match work.message {
            Message::Request(request) => run(request, &work.beside),
            Message::Order(order) => self.serve(order, work.beside),
        }
    }

    fn serve(&mut self, order: Order, beside: Vec<Bytes>) -> (Reply, Payload<Bytes>) {
        let list = |kept: &[About]| Library {
            entries: kept.to_vec(),
            trouble: None,
        };
        match order {
            Order::Read {
                scenario,
                said,
                when,
            } => {
                let name = beside[0].strip_prefix("content of ").unwrap().to_owned();
                let about = about(&name);
                let understood = understood(&about, *scenario, &said);
                let keeps = when.keeps(&understood) && understood.set.is_some();
                if keeps {
                    self.remembered.insert(about.digest.clone());
                    self.kept.push(about.clone());
                }
                let reply = Reply::Read {
                    outcome: Ok(Box::new(understood)),
                    about: keeps.then_some(about),
                    library: list(&self.kept),
                };
                let payload = match keeps {
                    true => Payload::One(beside[0].clone()),
                    false => Payload::Nothing,
                };
                (reply, payload)
            }
            Order::Use { name, scenario, .. } => {
                let about = about(&name);
                self.remembered.insert(about.digest.clone());
                let reply = Reply::Read {
                    outcome: Ok(Box::new(whole(&about, *scenario))),
                    about: Some(about),
                    library: list(&self.kept),
                };
                (reply, Payload::One(name))
            }
            Order::Open => {
                let scenario = playground::presets::first().scenario();
                let reply = Reply::Opened {
                    outcome: Ok(Box::new(scenario.into())),
                    about: None,
                    library: list(&self.kept),
                };
                (reply, Payload::Nothing)
            }
            Order::Write(File::Traces { .. } | File::Table | File::Scenario(_)) => {
                (Reply::Written { lacks: None }, Payload::One("file".into()))
            }
            Order::KeepRun { digest, kept, over } => {
                let there = self.runs_kept.get(&digest);
                let stays = there.is_some_and(|there| !over && !kept.replaces(there));
                if self.trouble.is_none() && !stays {
                    self.runs_kept.insert(digest, kept);
                }
                let trouble = self.trouble.clone();
                (Reply::RunKept { trouble }, Payload::Nothing)
            }
            Order::ForgetRun { digest, most } => {
                let there = self.runs_kept.get(&digest);
                if most
                    .zip(there)
                    .is_none_or(|(most, there)| there.work <= most)
                {
                    self.runs_kept.remove(&digest);
                }
                let trouble = self.trouble.clone();
                (Reply::RunKept { trouble }, Payload::Nothing)
            }
            order => {
                match order {
                    Order::Delete { digest } => self.kept.retain(|about| about.digest != digest),
                    Order::Rename { digest, name } => {
                        let all = self.kept.iter_mut();
                        all.filter(|about| about.digest == digest)
                            .for_each(|about| about.name.clone_from(&name));
                    }
                    Order::List | Order::Keep => {}
                    order => panic!("nobody asks for {order:?}"),
                }
                let library = list(&self.kept);
                let about = None;
                (Reply::Library { about, library }, Payload::Nothing)
            }
        }
    }
}

/// The number of states after which a run that can be resumed has ended.
pub(crate) const STATES: u32 = 4;

/// The next reply of a run that can be resumed, and whether it is the last. A state is a number; another text is the state of
/// another version.
pub(crate) fn searches(work: &mut Work, kept: &BTreeMap<String, Kept>) -> Option<(Reply, bool)> {
    let Message::Request(Request::Run {
        id,
        setup,
        beginning,
        ..
    }) = &work.message
    else {
        return None;
    };
    if !setup.resumes() || verdict(&setup.scenario) != Verdict::Done {
        return None;
    }
    let id = *id;
    let script = work.script.get_or_insert_with(|| {
        let digest = setup.digest();
        let device = match beginning {
            Beginning::Start => None,
            Beginning::Kept | Beginning::At(_) => kept.get(&digest).cloned(),
        };
        let found = device.is_some();
        let states = beginning.clone().states(device);
        let read = |kept: &Kept| Some((kept.state.parse::<u32>().ok()?, kept.paused));
        let readable = states.iter().find_map(read);
        let mut over = found && states.first().is_some_and(|first| read(first).is_none());
        let mut script = VecDeque::new();
        if readable.is_none() && !states.is_empty() {
            let why = "it is not as it was written".to_owned();
            script.push_back(Reply::Unreadable { id, why });
        }
        let (first, paused) = readable.unwrap_or_default();
        let total = STATES.into();
        for at in first..STATES {
            script.push_back(Reply::Kept {
                id,
                digest: digest.clone(),
                state: at.to_string(),
                work: at.into(),
                found,
                over: std::mem::take(&mut over),
            });
            let headline = format!("{at} of {total}");
            let report = Report {
                headline,
                ..Report::default()
            };
            script.push_back(Reply::Early {
                id,
                fingerprint: report.fingerprint(),
                report: Box::new(report.carded()),
            });
            let done = at.into();
            script.push_back(Reply::Progress { id, done, total });
            if paused {
                script.push_back(Reply::Paused { id });
                return script;
            }
        }
        script.push_back(done(id, setup));
        script
    });
    let reply = script.pop_front()?;
    Some((reply, script.is_empty()))
}

/// A worker tells its progress, once.
pub(crate) fn progress(work: &mut Work) -> Option<(Reply, Payload<Bytes>)> {
    let id = work.run()?;
    if std::mem::replace(&mut work.progress, true) {
        return None;
    }
    let (done, total) = (1, 2);
    Some((Reply::Progress { id, done, total }, Payload::Nothing))
}

/// The winner of a scenario: with many runs another way than with few.
pub(crate) fn ahead(scenario: &Scenario) -> Winner {
    let runs = scenario.values().get("runs").and_then(Value::as_u64);
    let order = match runs < Some(50) {
        true => evidence::Verdict::Faster,
        false => evidence::Verdict::Slower,
    };
    Winner::by(order, ["many", "few"])
}

/// The answer of a worker with models.
fn run(request: Request, beside: &[Bytes]) -> (Reply, Payload<Bytes>) {
    let (id, setup) = match &request {
        Request::Run { id, setup, .. } => (*id, (**setup).clone()),
        Request::Part { id, scenario, .. } | Request::Finish { id, scenario } => {
            (*id, Setup::from(&**scenario))
        }
        Request::Preview { id, .. } => {
            let (id, preview) = (*id, Some(Miniature::default()));
            return (Reply::Preview { id, preview }, Payload::Nothing);
        }
        Request::Ahead { id, scenario } => {
            let winner = (verdict(scenario) == Verdict::Done).then(|| ahead(scenario));
            return (Reply::Ahead { id: *id, winner }, Payload::Nothing);
        }
        Request::Supply { .. } => panic!("it is not answered"),
    };
    match verdict(&setup.scenario) {
        Verdict::Refused => {
            let rejected = Rejected::one("seed", 8, "allowed: others");
            return (Reply::Refused { id, rejected }, Payload::Nothing);
        }
        Verdict::Failed => {
            let message = "it failed".into();
            return (Reply::Failed { id, message }, Payload::Nothing);
        }
        Verdict::Endless => {
            let (done, total) = (1, 2);
            return (Reply::Progress { id, done, total }, Payload::Nothing);
        }
        Verdict::Done => {}
    }
    let seed = setup.scenario.seed();
    if let Request::Part { part, .. } = request {
        let bytes = format!("{seed}:{part}");
        return (Reply::Part { id, part }, Payload::One(bytes));
    }
    if matches!(request, Request::Finish { .. }) {
        let parts: Vec<_> = (0..beside.len()).map(|at| format!("{seed}:{at}")).collect();
        assert_eq!(beside, parts, "parts are combined in their order");
        assert!(!beside.is_empty());
    }
    (done(id, &setup), Payload::Schedules(Vec::new()))
}

/// The end of a run.
fn done(id: u32, setup: &Setup) -> Reply {
    let digest = setup.digest();
    let report = Report {
        headline: digest.clone(),
        winner: Some(ahead(&setup.scenario)),
        ..Report::default()
    };
    Reply::Done {
        id,
        report: Box::new(report.carded()),
        fingerprint: format!("fingerprint of {digest}"),
        digest,
        header: None,
        beside: None,
        took: 1.0,
    }
}

/// Traces that were read: the scenario on them has another seed.
fn whole(about: &About, scenario: Scenario) -> Understood {
    let scenario = scenario.with("seed", "77").unwrap_or(scenario);
    Understood {
        set: Some(Usable {
            described: Traces {
                name: about.name.clone(),
                nodes: 1,
                jobs: 1,
                scaled: None,
            },
            digest: about.digest.clone(),
            nodes: Vec::new(),
            scenario: Box::new(scenario),
            changes: Vec::new(),
        }),
        ..Understood::default()
    }
}

/// A table that was read: one whose name begins with 2 leaves a question open, and one with 3 has no runtimes until its column
/// is corrected.
fn understood(about: &About, scenario: Scenario, said: &Said) -> Understood {
    let told = said.of("a", 1).is_some();
    let column = OfTable {
        name: "a".into(),
        role: Role::Node,
        unit: Unit::Milliseconds,
        named: false,
        count: 1,
        mean: Some(1.0),
        missing: 0,
        first: Vec::new(),
    };
    let question = Asked {
        assumed: "these are ms".into(),
        otherwise: "a=node(s)".into(),
        open: true,
        answers: [Unit::Milliseconds, Unit::Seconds]
            .map(|unit| Answer {
                words: unit.symbol().into(),
                columns: vec![(1, Role::Node, Some(unit))],
                ..Answer::default()
            })
            .to_vec(),
    };
    let asks = about.name.starts_with('2') && !told;
    let useless = about.name.starts_with('3') && !told;
    let whole = whole(about, scenario);
    Understood {
        set: whole.set.filter(|_| !useless),
        refused: useless.then(|| "it has no runtimes".into()),
        columns: vec![column],
        questions: asks.then_some(question).into_iter().collect(),
        ..Understood::default()
    }
}
