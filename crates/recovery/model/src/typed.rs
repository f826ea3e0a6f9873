//! Lists and scripts of events as text from users. Each error names the place of the fault.
use words::word;

use crate::error::{Error, Whose, one_each, within};
use crate::list::{List, MOST_COMPUTERS};
use crate::scheme::Scheme;
use crate::timeline::Event;

/// The entries of a list: whole numbers between commas or spaces, with or without brackets around.
fn entries(list: Whose, computers: usize, text: &str) -> Result<Vec<usize>, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let inside = text
        .trim()
        .trim_start_matches(['<', '[', '('])
        .trim_end_matches(['>', ']', ')']);
    let words = inside
        .split(|c: char| c == ',' || c == ';' || c.is_whitespace())
        .filter(|word| !word.is_empty());
    let number = |(place, word): (usize, &str)| {
        word.parse().map_err(|_| Error::Word {
            list,
            place,
            text: word.chars().take(40).collect(),
            least: usize::from(list == Whose::Base),
            most: computers - 1,
        })
    };
    // One entry too many is enough to refuse the list.
    (1..=computers).zip(words).map(number).collect()
}

/// The list of process 0, as in `1, 3, 2`.
///
/// # Errors
/// [`Error::Word`] for an entry that is no number, else as for [`List::new`].
///
/// ```
/// use recovery_model::typed;
/// assert_eq!(typed::list(4, "1, 3, 2")?.entries(), [1, 3, 2]);
/// let refused = typed::list(4, "1, 4, 2").unwrap_err().to_string();
/// assert_eq!(refused, "entry 2 of the list is 4; it must be from 1 to 3");
/// # Ok::<(), recovery_model::Error>(())
/// ```
pub fn list(computers: usize, text: &str) -> Result<List, Error> {
    List::new(computers, entries(Whose::Base, computers, text)?)
}

/// The lists of all processes, one a line, computer 0's first; blank lines are ignored. A line may begin with its
/// computer and a colon, as in `0: 1, 2, 3`.
///
/// # Errors
/// [`Error::Word`] for an entry that is no number, else as for [`Scheme::of_lists`].
pub fn lists(computers: usize, text: &str) -> Result<Scheme, Error> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // All lines are counted before the first one is read.
    one_each(word!("lists"), lines.clone().count(), computers)?;
    let list = |(home, line): (usize, &str)| {
        let after = match line.split_once(':') {
            Some((label, rest)) if label.trim().parse() == Ok(home) => rest,
            _ => line,
        };
        entries(Whose::Computer(home), computers, after)
    };
    Scheme::of_lists(
        computers,
        (0..).zip(lines).map(list).collect::<Result<_, _>>()?,
    )
}

/// A script of events, as in `crash 1, crash 0, repair 1`.
///
/// # Errors
/// [`Error::Event`] with the place of the first unreadable event.
pub fn events(computers: usize, text: &str) -> Result<Vec<Event>, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let parts = text
        .split([',', ';', '\n'])
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let event = |(place, part): (usize, &str)| {
        let read = part
            .split_once(char::is_whitespace)
            .and_then(|(what, computer)| {
                let computer = computer
                    .trim()
                    .parse()
                    .ok()
                    .filter(|computer| *computer < computers)?;
                match what {
                    "crash" => Some(Event::Crash(computer)),
                    "repair" => Some(Event::Repair(computer)),
                    _ => None,
                }
            });
        read.ok_or_else(|| Error::Event {
            place,
            text: part.chars().take(40).collect(),
            most: computers - 1,
        })
    };
    (1..).zip(parts).map(event).collect()
}
