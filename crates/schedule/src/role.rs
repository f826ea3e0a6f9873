//! The roles that a lane can have at a time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The meaning of a phase for the schedule: decides colour, pattern and whether the time counts as useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Work that counts.
    Compute,
    /// Work that somebody else does as well, and that may be in vain.
    Copy,
    /// Work thrown away: a killed copy of a job.
    Cancelled,
    /// Work lost to a fault.
    Failed,
    /// Work that was interrupted and goes on later, here or elsewhere.
    Preempted,
    /// Sending or receiving.
    Message,
    /// Waiting for others.
    Wait,
    /// Synchronising with others.
    Synchronise,
    /// Measuring, deciding and moving work.
    Rebalance,
}

impl Role {
    /// Every role, in the order of legends.
    pub const ALL: [Role; 9] = [
        Role::Compute,
        Role::Cancelled,
        Role::Message,
        Role::Wait,
        Role::Synchronise,
        Role::Rebalance,
        Role::Copy,
        Role::Failed,
        Role::Preempted,
    ];

    /// The role's name in files: lower case, as serde writes it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Compute => "compute",
            Role::Copy => "copy",
            Role::Cancelled => "cancelled",
            Role::Failed => "failed",
            Role::Preempted => "preempted",
            Role::Message => "message",
            Role::Wait => "wait",
            Role::Synchronise => "synchronise",
            Role::Rebalance => "rebalance",
        }
    }

    /// Whether time in this role counts towards utilisation: [`Role::Compute`], and [`Role::Preempted`], which is
    /// kept.
    pub fn is_useful(self) -> bool {
        matches!(self, Role::Compute | Role::Preempted)
    }

    /// Whether a lane in this role has nothing of its own to do: it waits, or goes along with the others.
    pub fn is_idle(self) -> bool {
        matches!(self, Role::Wait | Role::Synchronise)
    }
}

/// A phase of a laboratory's model: its own word, and its meaning for the schedule. Several phases may share a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Phase {
    /// The laboratory's word, such as `killed copy`.
    pub name: String,
    /// The phase's meaning for the schedule.
    pub role: Role,
    /// The reason why a span of this phase ends, such as `another copy was faster`; empty where the end says nothing more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ending: String,
    /// 0 for the role's own colour; 1, 2 and 3 tell further phases of the same role from it.
    #[serde(default, skip_serializing_if = "is_first")]
    pub shade: u8,
}

fn is_first(shade: &u8) -> bool {
    *shade == 0
}

impl Phase {
    /// A phase with this name and role.
    pub fn new(name: impl Into<String>, role: Role) -> Phase {
        Phase {
            name: name.into(),
            role,
            ending: String::new(),
            shade: 0,
        }
    }

    /// The same phase in another shade of its role's colour, from 1 to 3.
    #[must_use]
    pub fn shaded(mut self, shade: u8) -> Phase {
        self.shade = shade;
        self
    }

    /// The same phase with the reason why its spans end.
    #[must_use]
    pub fn ending(mut self, why: impl Into<String>) -> Phase {
        self.ending = why.into();
        self
    }
}
