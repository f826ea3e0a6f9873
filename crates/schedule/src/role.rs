//! What a lane can be doing.

use serde::{Deserialize, Serialize};

/// What a phase means to the schedule: decides colour, pattern and whether the time counts as
/// useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Work that counts.
    Compute,
    /// Work thrown away: a killed copy of a job.
    Cancelled,
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
    pub const ALL: [Role; 6] = [
        Role::Compute,
        Role::Cancelled,
        Role::Message,
        Role::Wait,
        Role::Synchronise,
        Role::Rebalance,
    ];

    /// The role's name in files: lower case, as serde writes it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Compute => "compute",
            Role::Cancelled => "cancelled",
            Role::Message => "message",
            Role::Wait => "wait",
            Role::Synchronise => "synchronise",
            Role::Rebalance => "rebalance",
        }
    }

    /// Whether time in this role counts towards utilisation. Only [`Role::Compute`] does.
    pub fn is_useful(self) -> bool {
        self == Role::Compute
    }
}

/// A phase of a laboratory's model: its own word for it, and what it means to the schedule. Several
/// phases may share a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// The laboratory's word, such as `killed copy`.
    pub name: String,
    /// What the phase means to the schedule.
    pub role: Role,
}

impl Phase {
    /// A phase with this name and role.
    pub fn new(name: impl Into<String>, role: Role) -> Phase {
        Phase {
            name: name.into(),
            role,
        }
    }
}
