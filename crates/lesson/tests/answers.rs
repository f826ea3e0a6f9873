//! Files of answers: their writing, their refusal, and their marks.

use lesson::answers::{Answers, Mark, Refused, differing, foreign, mark, open, seal};
use lesson::runs::Outcome;
use lesson::{EXAMPLE, Lesson, Runs, parse};
use playground::{Scenario, link};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A question of each kind, about one small scenario.
pub(crate) const ALL: &str = "+++\ntitle = \"T\"\nminutes = 20\nidea = \"I\"\nlaboratory = \"replication\"\nobjectives = [\"O\"]\n+++\n\
## Predict\n```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nvalues = { runs = 2, iterations = 40, copies = 1 }\nshow = [\"gantt\"]\nfree = [\"copies(1,2)\"]\n```\n\
```question\nkind = \"predict\"\nask = \"A\"\nexplain = \"E\"\nlow = \"l\"\nhigh = \"h\"\nbars = [{ label = \"x\", value = \"waiting of a\" }, { label = \"y\", value = \"speedup of a\" }]\nmax = 100\nstart = 50\nstep = 1\nnear = 2\nafter = \"a\"\n```\n\
## Number\n```scenario\nid = \"a\"\n```\n```question\nkind = \"number\"\nask = \"A\"\nexplain = \"E\"\nlow = \"l\"\nhigh = \"h\"\nvalue = \"waiting of a\"\nwithin = 1\n```\n\
## Choice\n```question\nkind = \"choice\"\nask = \"A\"\nexplain = \"E\"\nchoices = [{ text = \"x\", when = \"waiting of a < 0\", says = \"n\" }, { text = \"y\", when = \"waiting of a >= 0\", says = \"n\" }]\n```\n\
## Order\n```question\nkind = \"order\"\nask = \"A\"\nexplain = \"E\"\nwrong = \"w\"\nitems = [{ text = \"one\" }, { text = \"two\" }, { text = \"three\" }]\n```\n\
## Mark\n```scenario\nid = \"a\"\n```\n```question\nkind = \"mark\"\nask = \"A\"\nexplain = \"E\"\nwrong = \"w\"\nof = \"a\"\nphase = \"compute\"\nnth = 1\nwhich = \"longest\"\n```\n\
## Find\n```scenario\nid = \"a\"\n```\n```question\nkind = \"find\"\nask = \"A\"\nexplain = \"E\"\nof = \"a\"\ngoals = [\"discarded > 0\"]\nsolution = { copies = 2 }\n```\n\
## Nothing is asked\nText.\n";

pub(crate) fn lesson(seed: u64) -> (Lesson, Runs) {
    let lesson = parse(ALL)
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .raised(seed)
        .unwrap();
    let runs = Runs::of(&lesson).unwrap();
    (lesson, runs)
}

fn base(lesson: &Lesson) -> Scenario {
    lesson.scenarios["a"].scenario.clone()
}

/// Right guesses, by the runs themselves.
pub(crate) fn right(lesson: &Lesson, runs: &Runs) -> Vec<Value> {
    let figure = |key: &str| {
        let figures = &runs.outcome("a").unwrap().figures;
        figures
            .iter()
            .find(|figure| figure.key == key)
            .unwrap()
            .value
    };
    let built = lesson::build(lesson, runs).unwrap();
    let two = link::encode(base(lesson).with("copies", "2").unwrap()).unwrap();
    vec![
        json!([100.0 * figure("waiting") + 1.0, figure("speedup") - 1.0]),
        json!(100.0 * figure("waiting") - 0.5),
        json!(1),
        built.answers[3]["right"].clone(),
        built.answers[4]["told"].clone(),
        json!(two),
    ]
}

pub(crate) fn given(
    lesson: &Lesson,
    seed: u64,
    tries: impl IntoIterator<Item = Vec<Value>>,
) -> Answers {
    let answer = |tries: Vec<Value>| (!tries.is_empty()).then_some(json!({"tries": tries}));
    let mut answers: Vec<_> = tries.into_iter().map(answer).collect();
    answers.push(None);
    let value = json!({"makespan-answers": 1, "program": "0", "student": "Ada", "title": "T", "source": lesson.source,
        "seed": seed, "answers": answers, "runs": {}});
    open(&seal(&value.to_string()).unwrap()).unwrap()
}

/// The marks of answers; found scenarios are run.
pub(crate) fn marks(lesson: &Lesson, runs: &Runs, answers: &Answers) -> Vec<Mark> {
    let find = |found: &Scenario| Some(Outcome::by_running(found));
    mark(lesson, runs, answers, find).unwrap()
}

#[test]
fn answers_to_all_kinds_of_questions_are_marked_by_the_runs() {
    let (lesson, runs) = lesson(0);
    let right = right(&lesson, &runs);
    let wrong = [
        json!([0, 0]),
        json!(99),
        json!(0),
        json!([2, 1, 0]),
        json!("nobody"),
        json!("#p=bursts-replicate"),
    ];
    let marked = |tries: &dyn Fn(usize) -> Vec<Value>| {
        marks(&lesson, &runs, &given(&lesson, 0, (0..6).map(tries)))
    };
    assert_eq!(marked(&|n| vec![right[n].clone()]), [Mark::Right; 6]);
    assert_eq!(
        marked(&|n| vec![wrong[n].clone(), right[n].clone()]),
        [Mark::Later; 6]
    );
    assert_eq!(marked(&|n| vec![wrong[n].clone()]), [Mark::Wrong; 6]);
    assert_eq!(marked(&|_| Vec::new()), [Mark::None; 6]);
    // A guess of another form is wrong, and no fault.
    for form in [
        json!(null),
        json!("x"),
        json!(-1),
        json!([]),
        json!({"a": 1}),
        json!(1e300),
    ] {
        assert_eq!(marked(&|_| vec![form.clone()]), [Mark::Wrong; 6], "{form}");
    }
}

#[test]
fn a_scenario_that_changes_more_than_what_is_free_is_not_found() {
    let (lesson, runs) = lesson(0);
    let marked = |scenario: &Scenario| {
        let link = json!(link::encode(scenario).unwrap());
        let answers = given(
            &lesson,
            0,
            (0..6).map(|n| {
                if n == 5 {
                    vec![link.clone()]
                } else {
                    Vec::new()
                }
            }),
        );
        marks(&lesson, &runs, &answers)[5]
    };
    let two = base(&lesson).with("copies", "2").unwrap();
    assert_eq!(marked(&two), Mark::Right);
    assert_eq!(marked(&two.with("seed", "99").unwrap()), Mark::Wrong);
    assert_eq!(marked(&base(&lesson)), Mark::Wrong);
    // A scenario that cannot be run reaches no goal, and is no fault: three copies of eight processors.
    assert_eq!(marked(&two.with("copies", "3").unwrap()), Mark::Wrong);
}

#[test]
fn rounding_makes_no_guess_wrong() {
    use lesson::runs::near;
    // In hundredths: the slow way has whole numbers.
    for (value, within) in [(29i32, 100), (700, 100), (60, 20), (123_456, 10)] {
        for off in -2 * within..=2 * within {
            let (came, guess) = (f64::from(value) / 100.0, f64::from(value + off) / 100.0);
            let is_near = near(guess, guess - came, f64::from(within) / 100.0);
            assert_eq!(is_near, off.abs() <= within, "{guess} for {came}");
        }
    }
    assert!(!near(f64::NAN, f64::NAN, 1.0));
}

#[test]
fn another_seed_is_another_run_with_other_answers() {
    let ((first, runs), (second, others)) = (lesson(0), lesson(7));
    assert_eq!(base(&second).seed(), base(&first).seed() + 7);
    assert_eq!(first.source, second.source);
    assert_ne!(
        runs.outcome("a").unwrap().fingerprint,
        others.outcome("a").unwrap().fingerprint
    );
    let own = right(&second, &others);
    let answers = given(&second, 7, own.iter().map(|one| vec![one.clone()]));
    assert_eq!(marks(&second, &others, &answers), [Mark::Right; 6]);
    // The answers of one student are not those of another.
    assert_ne!(marks(&first, &runs, &answers), [Mark::Right; 6]);
    assert!(first.is_drawn());
    // The largest seed is followed by the smallest.
    assert_eq!(
        base(&first.clone().raised(u64::MAX).unwrap()).seed(),
        base(&first).seed() - 1
    );
}

#[test]
fn files_that_were_edited_or_belong_elsewhere_are_known() {
    let (lesson, runs) = lesson(0);
    let answers = given(&lesson, 0, (0..6).map(|_| vec![json!(1)]));
    let file = seal(&serde_json::to_string(&answers).unwrap()).unwrap();
    assert_eq!(open(&file), Ok(answers.clone()));
    // Ends of lines are those of the system; a mark of the encoding changes nothing.
    assert_eq!(
        open(&format!("\u{FEFF}{}", file.replace('\n', "\r\n"))),
        Ok(answers.clone())
    );
    assert_eq!(open(&file.replace("Ada", "Bob")), Err(Refused::Edited));
    let anew: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(open(&anew.to_string()), Err(Refused::Edited));
    for foreign in ["", "{}", "[1]", "nonsense", "{\"digest\":\""] {
        assert!(
            matches!(open(foreign), Err(Refused::Unknown(_))),
            "{foreign}"
        );
    }
    assert_eq!(foreign(&lesson, &answers), None);
    let changed = parse(&ALL.replace("Text.", "Other text.")).unwrap();
    assert_eq!(
        foreign(&changed, &answers),
        Some("another version of the lesson")
    );
    assert_eq!(
        foreign(&parse(EXAMPLE).unwrap(), &answers),
        Some("another lesson")
    );
    let print = |text: &str| Answers {
        runs: [("a".to_owned(), text.to_owned())].into(),
        ..answers.clone()
    };
    assert_eq!(differing(&print("0"), &runs), ["a"]);
    assert_eq!(
        differing(&print(&runs.outcome("a").unwrap().fingerprint), &runs),
        Vec::<&str>::new()
    );
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(text in "\\PC{0,200}", place in 0usize..600) {
        let value = json!({"makespan-answers": 1, "program": "0", "student": text, "title": "T", "source": "0", "seed": 0, "answers": [], "runs": {}});
        let file = seal(&value.to_string()).unwrap();
        prop_assert_eq!(&open(&file).unwrap().student, &text);
        prop_assert!(open(&text).is_err());
        let cut: String = file.chars().take(place).collect();
        prop_assert!(cut.trim_end() == file.trim_end() || open(&cut).is_err());
    }
}

#[test]
fn a_solution_is_told_in_the_words_of_the_form() {
    let (lesson, runs) = lesson(0);
    let built = lesson::build(&lesson, &runs).unwrap();
    assert_eq!(built.answers[5]["told"], "2 copies of each job");
}
