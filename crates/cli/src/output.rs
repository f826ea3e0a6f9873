//! Standard output and standard error, whose readers may leave: `makespan presets | head` is no failure.

use std::io::{self, ErrorKind, Stderr, StdoutLock, Write};

/// Standard output, locked.
pub(crate) fn stdout() -> Stream<StdoutLock<'static>> {
    Stream::of(io::stdout().lock())
}

/// Standard error.
pub(crate) fn stderr() -> Stream<Stderr> {
    Stream::of(io::stderr())
}

/// A stream that takes everything, and drops it once its reader has closed the pipe.
///
/// Only these streams may lose their reader unnoticed: a broken pipe to a measuring process stays an error.
pub(crate) struct Stream<W> {
    to: W,
    closed: bool,
}

impl<W> Stream<W> {
    fn of(to: W) -> Self {
        Self { to, closed: false }
    }

    fn unless_closed<T>(
        &mut self,
        dropped: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.closed {
            return Ok(dropped);
        }
        match write(&mut self.to) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(dropped)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), Write::flush)
    }
}

/// A text that somebody else wrote, as a terminal may show it: without control characters, and cut after so many letters.
pub(crate) fn shown(text: &str, most: usize) -> String {
    let letters = text.chars().take(most);
    let letters = letters.map(|one| if one.is_control() { ' ' } else { one });
    let cut = if text.chars().nth(most).is_some() {
        "…"
    } else {
        ""
    };
    letters.chain(cut.chars()).collect()
}
