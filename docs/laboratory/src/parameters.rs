//! The parameters of a scenario of this laboratory.

use parameters::Field;
use parameters::table::{Editor, TableText};

use crate::tasks::{COLUMNS, USUAL};

/// How a text holds tasks.
static TASKS_TEXT: TableText = TableText {
    columns: &COLUMNS,
    usual: &USUAL,
    row: ["task", "tasks"],
};

const TASKS: Editor = Editor::Table(&TASKS_TEXT);

/// What differs between the first schedule and the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum Change {
    /// The second schedule has one processor more.
    #[default]
    #[choice(title = "One processor more")]
    Processor,
    /// The second schedule takes the tasks from the end of the list.
    #[choice(title = "Reversed list")]
    Reversed,
    /// In the second schedule, each task takes less time.
    #[choice(title = "Shorter tasks")]
    Shorter,
    /// In the second schedule, no task waits for another.
    #[choice(title = "No constraints")]
    Unconstrained,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// What differs between the first schedule and the second.
    #[parameter(title = "Change", group = "Change", default = "processor")]
    pub change: Change,

    /// How much less time each task takes in the second schedule.
    #[parameter(
        title = "Shorter by",
        group = "Change",
        range = 1..=999,
        default = 1,
        when(change = "shorter")
    )]
    pub shorter: u32,

    /// m: how many identical processors the first schedule has.
    #[parameter(title = "Processors", group = "Resources", symbol = "m", range = 1..=16, default = 3)]
    pub processors: u32,

    /// The tasks in the order of the list, a line each: name, time, and the names of the tasks that must end before.
    #[parameter(
        title = "Tasks",
        group = "Tasks",
        length = 4_000,
        editor = TASKS,
        default = "task,time,after\nT1,3,\nT2,2,\nT3,2,\nT4,2,\nT5,4,T4\nT6,4,T4\nT7,4,T4\nT8,4,T4\nT9,9,T1\n"
    )]
    pub tasks: String,
}
