//! Questions of the notebook: pinned runs, and the points of a plan.

use playground::{Setup, link};
use serde_json::Value;
use session::library::Trouble;
use session::notebook::{Answer, Axis, Linked, MOST_POINTS, Planned, Point, Question};
use study::Plan;

use crate::store;

/// Answers a question.
pub(crate) async fn answer(question: Question) -> Answer {
    match question {
        Question::Pins => pins(Ok(())).await,
        Question::Pin { key, pin } => pins(store::pin(&key, &pin).await).await,
        Question::Unpin { keys } => pins(store::unpin(&keys).await).await,
        Question::Link { setup } => {
            Answer::Link(link::short(*setup).map_err(|error| error.to_string()))
        }
        Question::Plan { plan } => Answer::Plan(read(&plan).map(|plan| Box::new(planned(&plan)))),
        Question::Points { plan, from, count } => {
            Answer::Points(read(&plan).map(|plan| points(&plan, from, count)))
        }
    }
}

/// The pinned runs, after a change.
async fn pins(done: Result<(), Trouble>) -> Answer {
    let listed = store::pins().await;
    Answer::Pins {
        trouble: done.err().or(listed.as_ref().err().cloned()),
        pins: listed.unwrap_or_default(),
    }
}

fn read(plan: &Value) -> Result<Plan, String> {
    Plan::from_json(plan).map_err(|rejected| rejected.to_string())
}

fn planned(plan: &Plan) -> Planned {
    let base = plan.base();
    let axis = |axis: &study::Axis| Axis {
        parameter: axis.parameter.clone(),
        title: axis.title,
        unit: axis.unit,
    };
    Planned {
        laboratory: base.laboratory(),
        title: base.about().title,
        points: plan.points(),
        runs: plan.runs(),
        digest: plan.digest(),
        axes: plan.axes().iter().map(axis).collect(),
    }
}

fn points(plan: &Plan, from: u64, count: u64) -> Vec<Point> {
    let end = from
        .saturating_add(count.min(MOST_POINTS))
        .min(plan.points());
    let point = |place| {
        let linked = |scenario| {
            let setup = Setup::from(scenario);
            Linked {
                setup: setup.to_json().to_string(),
                link: link::short(setup).ok(),
            }
        };
        Point {
            place,
            values: plan.values(place),
            outcome: plan
                .scenario(place)
                .map(linked)
                .map_err(|rejected| rejected.to_string()),
        }
    };
    (from..end).map(point).collect()
}
