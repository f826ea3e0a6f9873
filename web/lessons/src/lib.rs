//! Lessons and challenges in the page: read, checked, built and ranked by the same code as on the command line. The page loads this
//! program when a Markdown file is opened or written, and for challenges; it has no models, so the laboratories' workers run the scenarios.

pub mod challenges;

use js_sys::Array;
use lesson::answers::{self, Answers, Mark, Marked};
use lesson::runs::{Need, Outcome, needs};
use lesson::{Lesson, Problem, Runs, build, check, code, parse};
use playground::{Error, Installed, Setup};
use report::Card;
use schedule::Schedule;
use serde_json::{Value, json};
use session::message::{Reply, Request};
use session::resume::Beginning;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use worker::envelope;

/// Called when the program is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    playground::install(Installed::WITHOUT_MODELS);
}

/// The version of the program, which the names of the workers' files carry.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    session::program::VERSION.into()
}

/// A lesson to begin with.
#[must_use]
#[wasm_bindgen]
pub fn example() -> String {
    lesson::EXAMPLE.into()
}

/// The file of a learner's answers.
///
/// # Errors
/// Invalid JSON.
#[wasm_bindgen]
pub fn seal(json: &str) -> Result<String, String> {
    answers::seal(json)
}

/// The same answers as a code.
///
/// # Errors
/// Invalid JSON; a code that would be too long.
#[wasm_bindgen]
pub fn code(json: &str) -> Result<String, String> {
    code::write(json)
}

/// The lines of a list of codes, as JSON: each with its number, the text before the code, and the answers or the reason why there are
/// none.
#[must_use]
#[wasm_bindgen]
pub fn codes(text: &str) -> String {
    let lines = code::lines(text).map(|line| {
        let opened = line.code.ok_or(answers::Refused::NoCode);
        let (answers, refused) = match opened.and_then(code::open) {
            Ok(answers) => (Some(answers), None),
            Err(why) => (None, Some(why.to_string())),
        };
        json!({"line": line.number, "name": line.name, "answers": answers, "refused": refused})
    });
    Value::from_iter(lines).to_string()
}

/// A lesson and the runs of its scenarios.
#[wasm_bindgen]
pub struct Draft {
    lesson: Lesson,
    runs: Vec<(Need, Option<Result<Outcome, String>>)>,
}

#[wasm_bindgen]
impl Draft {
    /// Reads a lesson; the seeds of its scenarios are raised by `seed`.
    ///
    /// # Errors
    /// Its problems, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(source: &str, seed: f64) -> Result<Draft, String> {
        let lesson = parse(source).and_then(|lesson| lesson.raised(seed as u64));
        let lesson = lesson.map_err(|problems| listed(&problems).to_string())?;
        let runs = needs(&lesson)
            .into_iter()
            .map(|need| (need, None))
            .collect();
        Ok(Self { lesson, runs })
    }

    /// The title of the lesson.
    #[must_use]
    pub fn title(&self) -> String {
        self.lesson.front.title.clone()
    }

    /// The runs that it needs, as JSON: each with its laboratory and a key, which is equal for equal scenarios.
    #[must_use]
    pub fn needs(&self) -> String {
        let needs = self.runs.iter().map(|(need, _)| {
            let scenario = &need.scenario;
            let key = Setup::from(scenario.clone()).to_json().to_string();
            json!({"laboratory": scenario.laboratory(), "key": key})
        });
        Value::from_iter(needs).to_string()
    }

    /// The request to a worker for one of the runs.
    #[must_use]
    pub fn request(&self, place: usize) -> Array {
        let Some((need, _)) = self.runs.get(place) else {
            return Array::new();
        };
        envelope::pack(&Request::Run {
            id: 0,
            setup: Box::new(need.scenario.clone().into()),
            done: Vec::new(),
            beginning: Beginning::Start,
        })
    }

    /// Takes a worker's reply to a request.
    pub fn take(&mut self, place: usize, reply: &JsValue) {
        let outcome = match envelope::unpack(reply) {
            Ok(reply_of) => outcome(reply_of, reply),
            Err(message) => Err(message),
        };
        self.put(place, outcome);
    }

    /// Records the reason why a run has no result.
    pub fn fail(&mut self, place: usize, why: String) {
        self.put(place, Err(why));
    }

    /// The reason why answers, given as JSON, do not belong to this lesson.
    ///
    /// # Errors
    /// Invalid JSON.
    pub fn foreign(&self, answers: &str) -> Result<Option<String>, String> {
        let answers: Answers = serde_json::from_str(answers).map_err(|error| error.to_string())?;
        Ok(answers::foreign(&self.lesson, &answers).map(str::to_owned))
    }

    /// The marks of answers, given as JSON, to this lesson and with its seed: a remark, and a mark for each question. It runs no found
    /// scenario.
    ///
    /// # Errors
    /// Invalid JSON, or the reason why the lesson cannot run.
    pub fn marks(&self, answers: &str) -> Result<String, String> {
        let answers: Answers = serde_json::from_str(answers).map_err(|error| error.to_string())?;
        let first = |problems: Vec<Problem>| {
            let first = problems.first().map(ToString::to_string);
            first.unwrap_or_default()
        };
        let runs = self.collect().map_err(first)?;
        let Marked { remark, marks } = answers::examine(&self.lesson, &runs, &answers, |_| None)?;
        let marks = Value::from_iter(marks.into_iter().map(named));
        Ok(json!({"remark": remark, "marks": marks}).to_string())
    }

    /// The built lesson with its answers and the lines of its screens, or its problems, as JSON.
    #[must_use]
    pub fn finish(&self) -> String {
        let built = self.collect().and_then(|runs| {
            let problems = check(&self.lesson, &runs);
            if !problems.is_empty() {
                return Err(problems);
            }
            build(&self.lesson, &runs).map_err(|message| vec![Problem::new(1, message)])
        });
        match built {
            Ok(built) => built.whole(),
            Err(problems) => json!({"problems": listed(&problems)}),
        }
        .to_string()
    }
}

/// A mark as the page knows it.
fn named(mark: Mark) -> &'static str {
    match mark {
        Mark::Right => "right",
        Mark::Later => "later",
        Mark::Wrong => "wrong",
        Mark::None => "none",
        Mark::NotRun => "not-run",
    }
}

impl Draft {
    fn collect(&self) -> Result<Runs, Vec<Problem>> {
        Runs::collect(self.runs.iter().map(|(need, outcome)| {
            let none = || Err("it was not run".to_owned());
            (need.clone(), outcome.clone().unwrap_or_else(none))
        }))
    }

    fn put(&mut self, place: usize, outcome: Result<Outcome, String>) {
        if let Some((_, slot)) = self.runs.get_mut(place) {
            *slot = Some(outcome);
        }
    }
}

fn listed(problems: &[Problem]) -> Value {
    let all = problems.iter();
    Value::from_iter(all.map(|problem| json!({"line": problem.line, "message": problem.message})))
}

/// The outcome of a run, from a worker's last reply.
fn outcome(reply: Reply, beside: &JsValue) -> Result<Outcome, String> {
    match reply {
        Reply::Done {
            mut report,
            fingerprint,
            header,
            ..
        } => {
            if let (Some(header), Some(columns)) = (header, envelope::columns(beside, 0)) {
                let schedule = Schedule::from_columns(header, columns);
                report.schedule = Some(schedule.map_err(|error| error.to_string())?);
            }
            Ok(Outcome::of(*report, fingerprint, |card: &Card| &card.key))
        }
        Reply::Refused { rejected, .. } => Err(Error::Rejected(rejected).to_string()),
        Reply::FileNeeded { name, .. } => Err(format!(
            "it needs the traces “{name}”, which do not travel with a lesson"
        )),
        Reply::Failed { message, .. } | Reply::Stopped { message } => Err(message),
        _ => Err("the worker answered something else".into()),
    }
}
