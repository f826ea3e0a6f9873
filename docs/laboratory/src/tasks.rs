//! Tasks as a table that users type or paste from a spreadsheet.

use parameters::Rejected;
use parameters::sheet::{Absent, Column, Sheet, Takes};
use report::words::list;
use words::say;

/// The most tasks of a scenario.
const MOST: usize = 60;
/// The longest time of a task.
const LONGEST: f64 = 1_000.0;

/// A task: it runs on one processor, without interruption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name, without spaces.
    pub name: String,
    /// How long it takes, at least 1.
    pub time: u32,
    /// The tasks that must end before it starts, by their places.
    pub after: Vec<usize>,
}

/// The columns of a table of tasks.
pub const COLUMNS: [Column; 3] = [
    Column {
        symbol: "task",
        name: "task",
        words: &["name", "job"],
        unit: "",
        takes: Takes::Text,
        absent: Absent::Refused,
    },
    Column {
        symbol: "time",
        name: "time",
        words: &["length", "duration"],
        unit: "",
        takes: Takes::Whole,
        absent: Absent::Refused,
    },
    Column {
        symbol: "after",
        name: "after",
        words: &["predecessors"],
        unit: "",
        takes: Takes::Text,
        absent: Absent::Is(""),
    },
];

/// Time and predecessors follow the name in a table without headers.
pub const USUAL: [usize; 2] = [1, 2];

/// The tasks of a table, a line each.
///
/// # Errors
/// Line, value and allowed values of the first cell at fault; tasks that wait for each other in a circle.
///
/// ```
/// use anomalies::tasks::read;
///
/// let tasks = read("task,time,after\nA,3,\nB,2,A\n").unwrap();
/// assert_eq!(tasks[1].after, [0]);
/// let refused = read("A,3,\nB,2,X\n").unwrap_err().to_string();
/// assert_eq!(refused, "tasks: line 2: B cannot wait for X; choose among A, B");
/// ```
pub fn read(text: &str) -> Result<Vec<Task>, Rejected> {
    let refused = |expected: String| Rejected::one("tasks", "", expected);
    let sheet = Sheet::read(text, &COLUMNS, &USUAL);
    if let Some(fault) = sheet.faults(&COLUMNS).first() {
        return Err(refused(fault.to_string()));
    }
    let number = sheet.rows.len();
    if number > MOST {
        let expected = say!("has {number} tasks; allowed: 1 to {MOST}");
        return Err(refused(expected));
    }
    let names: Vec<String> = (0..number)
        .map(|row| sheet.text(&COLUMNS, row, 0))
        .collect();
    let mut tasks: Vec<Task> = Vec::new();
    for ((place, row), name) in sheet.rows.iter().enumerate().zip(&names) {
        let line = row.line;
        if name.is_empty() || name.contains(char::is_whitespace) {
            let expected = say!("line {line}: “{name}” is no name; write a name without spaces");
            return Err(refused(expected));
        }
        if tasks.iter().any(|task| task.name == *name) {
            let expected = say!("line {line}: {name} is the name of two tasks; write another one");
            return Err(refused(expected));
        }
        let time = sheet.value(&COLUMNS, place, 1).unwrap_or_default();
        if !(1.0..=LONGEST).contains(&time) {
            let expected = say!("line {line}: the time is {time}; allowed: 1 to {LONGEST}");
            return Err(refused(expected));
        }
        let after = sheet.text(&COLUMNS, place, 2);
        let known = |other: &str| {
            let found = names.iter().position(|name| name == other);
            found.ok_or_else(|| {
                let all = names.join(", ");
                refused(say!(
                    "line {line}: {name} cannot wait for {other}; choose among {all}"
                ))
            })
        };
        tasks.push(Task {
            name: name.clone(),
            time: time as u32,
            after: after
                .split_whitespace()
                .map(known)
                .collect::<Result<_, _>>()?,
        });
    }
    match circle(&tasks) {
        None => Ok(tasks),
        Some(circle) => Err(refused(say!(
            "{} wait for each other, so none can start; remove one of these constraints",
            list(&circle)
        ))),
    }
}

/// The names of tasks that wait for each other in a circle.
fn circle(tasks: &[Task]) -> Option<Vec<String>> {
    let mut ends = vec![false; tasks.len()];
    let open = |ends: &[bool], place: &usize| !ends.get(*place).copied().unwrap_or(true);
    // A task ends if all tasks before it do: each pass finds at least one more, or there is none.
    for _ in tasks {
        for (place, task) in tasks.iter().enumerate() {
            let free = !task.after.iter().any(|before| open(&ends, before));
            if let Some(end) = ends.get_mut(place) {
                *end = free;
            }
        }
    }
    // Each of the others waits for one of the others: from one to the next, the walk comes back.
    let mut walk: Vec<usize> = Vec::new();
    let mut next = (0..tasks.len()).find(|place| open(&ends, place))?;
    while !walk.contains(&next) {
        walk.push(next);
        let mut before = tasks.get(next)?.after.iter();
        next = *before.find(|place| open(&ends, place))?;
    }
    let round = walk.iter().skip_while(|place| **place != next);
    round
        .map(|place| Some(tasks.get(*place)?.name.clone()))
        .collect()
}
