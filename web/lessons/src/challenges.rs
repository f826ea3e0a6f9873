//! Challenges in the page: read, drawn and ranked by the same code as on the command line. The laboratories' workers run the cases.

use ::challenge::contest::told;
use ::challenge::shipped::{self, SHIPPED};
use ::challenge::{Came, Challenge, Contest, Ranking, Submission, parse};
use js_sys::Array;
use parameters::Parameter;
use playground::Setup;
use serde_json::{Value, json};
use session::message::{Reply, Request};
use session::program::VERSION;
use session::resume::Beginning;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use worker::envelope;

/// The challenges of the project, as JSON: name, title, idea, laboratory.
#[must_use]
#[wasm_bindgen]
pub fn challenges() -> String {
    let all = SHIPPED.iter().filter_map(|one| {
        let challenge = parse(one.text).ok()?;
        let laboratory = challenge.scenario.about().title;
        Some(json!({"name": one.name, "title": challenge.title, "idea": challenge.idea, "laboratory": laboratory}))
    });
    Value::from_iter(all).to_string()
}

/// The file of a challenge of the project.
#[must_use]
#[wasm_bindgen(js_name = shippedChallenge)]
pub fn shipped_challenge(name: &str) -> Option<String> {
    shipped::find(name).map(|one| one.text.to_owned())
}

/// A challenge, and its running contest.
#[wasm_bindgen]
pub struct Arena {
    challenge: Challenge,
    code: String,
    name: String,
    contest: Option<Contest>,
    came: Vec<Result<Came, String>>,
}

#[wasm_bindgen]
impl Arena {
    /// Reads a challenge.
    ///
    /// # Errors
    /// Its problems, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(source: &str) -> Result<Arena, String> {
        let challenge = parse(source).map_err(|problems| crate::listed(&problems).to_string())?;
        Ok(Self {
            challenge,
            code: String::new(),
            name: String::new(),
            contest: None,
            came: Vec::new(),
        })
    }

    /// The challenge's data for the page, as JSON.
    #[must_use]
    pub fn about(&self) -> String {
        let one = &self.challenge;
        let parameters = one.scenario.parameters();
        let asked = parameters.iter().find(|asked| asked.name == one.parameter);
        let (signature, handed, answer) = asked.and_then(hook).unwrap_or_default();
        let names: Vec<&str> = one.ways.iter().map(|way| way.name.as_str()).collect();
        json!({
            "title": one.title,
            "html": one.question.html(|_| String::new()),
            "laboratory": one.scenario.about().title,
            "ways": names,
            "hidden": one.hidden,
            "seconds": one.seconds,
            "code": one.beginning(),
            "source": one.source,
            "signature": signature,
            "handed": handed,
            "answer": answer,
        })
        .to_string()
    }

    /// Begins a contest of a strategy: in the hidden cases, which are drawn from its text, or in the public ones.
    pub fn begin(&mut self, code: &str, name: &str, hidden: bool) {
        let cases = match hidden {
            true => self.challenge.cases([code], ""),
            false => self.challenge.public.clone(),
        };
        let contest = Contest::new(&self.challenge, [(name.to_owned(), code)], cases);
        self.came = contest
            .runs
            .iter()
            .map(|run| match &run.scenario {
                Ok(_) => Err("it was not run".to_owned()),
                Err(why) => Err(why.clone()),
            })
            .collect();
        self.contest = Some(contest);
        self.code = code.to_owned();
        self.name = name.to_owned();
    }

    /// The runs that the contest needs, as JSON: each with its place, its laboratory and a key, which is equal for equal scenarios.
    #[must_use]
    pub fn needs(&self) -> String {
        let runs = self.contest.iter().flat_map(|contest| &contest.runs);
        let needs = runs.enumerate().filter_map(|(place, run)| {
            let scenario = run.scenario.as_ref().ok()?;
            let key = Setup::from(scenario.clone()).to_json().to_string();
            Some(json!({"place": place, "laboratory": scenario.laboratory(), "key": key}))
        });
        Value::from_iter(needs).to_string()
    }

    /// The request to a worker for one of the runs.
    #[must_use]
    pub fn request(&self, place: usize) -> Array {
        let run = self
            .contest
            .as_ref()
            .and_then(|contest| contest.runs.get(place));
        let Some(Ok(scenario)) = run.map(|run| &run.scenario) else {
            return Array::new();
        };
        envelope::pack(&Request::Run {
            id: 0,
            setup: Box::new(scenario.clone().into()),
            done: Vec::new(),
            beginning: Beginning::Start,
        })
    }

    /// Takes a worker's reply to a request.
    pub fn take(&mut self, place: usize, reply: &JsValue) {
        let came = envelope::unpack(reply).and_then(|reply| came(reply, &self.challenge.figure));
        self.put(place, came);
    }

    /// Records the reason why a run has no result.
    pub fn fail(&mut self, place: usize, why: String) {
        self.put(place, Err(why));
    }

    /// The message for a run that exceeds its time limit.
    #[must_use]
    #[wasm_bindgen(js_name = tooSlow)]
    pub fn too_slow(&self) -> String {
        self.challenge.too_slow()
    }

    /// The ranking, as JSON.
    ///
    /// # Errors
    /// Where a built-in way failed.
    pub fn ranking(&self) -> Result<String, String> {
        let ranking = self.ranked()?;
        serde_json::to_string(&ranking).map_err(|error| error.to_string())
    }

    /// The file of the result.
    ///
    /// # Errors
    /// Where a built-in way failed.
    pub fn submission(&self) -> Result<String, String> {
        let ranking = self.ranked()?;
        let contest = self.contest.as_ref().ok_or("nothing was run")?;
        let row = ranking.own().next().ok_or("no strategy competes")?;
        Submission::new(
            &self.challenge,
            VERSION,
            &self.name,
            &self.code,
            (row, &contest.cases),
        )
        .file()
    }
}

impl Arena {
    fn ranked(&self) -> Result<Ranking, String> {
        let contest = self.contest.as_ref().ok_or("nothing was run")?;
        Ranking::of(&self.challenge, contest, &self.came)
    }

    fn put(&mut self, place: usize, came: Result<Came, String>) {
        if let Some(slot) = self.came.get_mut(place) {
            *slot = came;
        }
    }
}

/// The function that a strategy defines, its arguments (owner, name, unit, sentence) and its answer.
fn hook(parameter: &Parameter) -> Option<(String, Value, &'static str)> {
    let hook = parameter.hook()?;
    let handed = hook.all();
    let handed = handed.map(|(owner, one)| json!([owner, one.name, one.unit, one.help]));
    Some((hook.signature(), Value::from_iter(handed), hook.answer))
}

/// The outcome of a run, from a worker's last reply.
fn came(reply: Reply, figure: &str) -> Result<Came, String> {
    match reply {
        Reply::Done {
            report,
            fingerprint,
            ..
        } => match &report.stopped {
            Some(rejected) => Err(told(rejected)),
            None => Came::of_report(&report, figure, fingerprint),
        },
        Reply::Refused { rejected, .. } => Err(told(&rejected)),
        Reply::FileNeeded { name, .. } => Err(format!(
            "it needs the traces “{name}”, which do not travel with a challenge"
        )),
        Reply::Failed { message, .. } | Reply::Stopped { message } => Err(message),
        _ => Err("the worker answered something else".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_what_a_strategy_is_handed_and_which_runs_a_contest_needs() {
        let one = SHIPPED.first().unwrap();
        let mut arena = Arena::new(one.text).unwrap();
        let about: Value = serde_json::from_str(&arena.about()).unwrap();
        assert_eq!(about["signature"], "fn predict(values)");
        let handed = about["handed"].as_array().unwrap();
        assert_eq!(handed.len(), 1);
        let [owner, name, unit] = [0, 1, 2].map(|at| handed[0][at].as_str().unwrap());
        assert_eq!([owner, name, unit], ["", "values", "ms"]);
        let code = arena.challenge.beginning();
        let ways = about["ways"].as_array().unwrap().len();
        for (hidden, cases) in [
            (false, arena.challenge.public.len()),
            (true, arena.challenge.hidden),
        ] {
            arena.begin(&code, "Ada", hidden);
            let needs: Value = serde_json::from_str(&arena.needs()).unwrap();
            assert_eq!(needs.as_array().unwrap().len(), (ways + 1) * cases);
        }
        // A text that the laboratory refuses needs no run.
        arena.begin(&"x".repeat(10_000), "Ada", false);
        let needs: Value = serde_json::from_str(&arena.needs()).unwrap();
        assert_eq!(
            needs.as_array().unwrap().len(),
            ways * arena.challenge.public.len()
        );
        assert!(arena.came.last().unwrap().is_err());
    }
}
