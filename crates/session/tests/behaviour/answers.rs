//! What workers answer.

use parameters::Rejected;
use playground::{Scenario, Setup};
use report::chart::Axis;
use report::figure::Unit;
use report::{Chart, Report, Traces};
use session::command::Message;
use session::event::Payload;
use session::library::{About, Library};
use session::message::{File, Order, Reply, Request};
use session::traces::{Understood, Usable};

use crate::world::{Bytes, Verdict, Work, World, about, verdict};

impl World {
    /// What a worker answers.
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
            Order::Read { scenario } => {
                let name = beside[0].strip_prefix("content of ").unwrap().to_owned();
                let about = about(&name);
                self.remembered.insert(about.digest.clone());
                self.kept.push(about.clone());
                let reply = read(&about, *scenario, list(&self.kept));
                (reply, Payload::One(beside[0].clone()))
            }
            Order::Use { name, scenario, .. } => {
                let about = about(&name);
                self.remembered.insert(about.digest.clone());
                let reply = read(&about, *scenario, list(&self.kept));
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

/// A worker tells how far it is, once.
pub(crate) fn progress(work: &mut Work) -> Option<(Reply, Payload<Bytes>)> {
    let id = work.run()?;
    if std::mem::replace(&mut work.progress, true) {
        return None;
    }
    let (done, total) = (1, 2);
    Some((Reply::Progress { id, done, total }, Payload::Nothing))
}

/// The answer of a worker with models.
fn run(request: Request, beside: &[Bytes]) -> (Reply, Payload<Bytes>) {
    let (id, setup) = match &request {
        Request::Run { id, setup, .. } => (*id, (**setup).clone()),
        Request::Part { id, scenario, .. } | Request::Finish { id, scenario } => {
            (*id, Setup::from(&**scenario))
        }
        Request::Preview { id, .. } => {
            let axis = || Axis::new("x", Unit::One);
            let chart = Some(Chart {
                key: "a".into(),
                title: "A".into(),
                x: axis(),
                y: axis(),
                series: Vec::new(),
                references: Vec::new(),
            });
            let (id, header) = (*id, None);
            return (Reply::Preview { id, header, chart }, Payload::Nothing);
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
    let digest = setup.digest();
    let report = Report {
        headline: digest.clone(),
        ..Report::default()
    };
    let reply = Reply::Done {
        id,
        report: Box::new(report),
        fingerprint: format!("fingerprint of {digest}"),
        digest,
        header: None,
        beside: None,
        took: 1.0,
    };
    (reply, Payload::Schedules(Vec::new()))
}

/// Traces that were read: the scenario on them has another seed.
fn read(about: &About, scenario: Scenario, library: Library) -> Reply {
    let scenario = scenario.with("seed", "77").unwrap_or(scenario);
    let understood = Understood {
        set: Some(Usable {
            described: Traces {
                name: about.name.clone(),
                nodes: 1,
                jobs: 1,
            },
            digest: about.digest.clone(),
            nodes: Vec::new(),
            scenario: Box::new(scenario),
            changes: Vec::new(),
        }),
        form: String::new(),
        rows: 0,
        rejected: 0,
        problems: Vec::new(),
        problems_total: 0,
        notes: Vec::new(),
        feeds: Vec::new(),
        unfit: None,
        elsewhere: Vec::new(),
    };
    Reply::Read {
        outcome: Ok(Box::new(understood)),
        about: Some(about.clone()),
        library,
    }
}
