//! Undo and redo.

/// The most steps that are kept.
const STEPS: usize = 200;

/// The states before the present, and the undone ones.
#[derive(Clone, Debug)]
pub struct History<T> {
    past: Vec<T>,
    future: Vec<T>,
    /// The number of steps ever taken, undone or redone; it identifies a step.
    taken: u64,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self {
            past: Vec::new(),
            future: Vec::new(),
            taken: 0,
        }
    }
}

impl<T> History<T> {
    /// Records the present before something new replaces it.
    pub fn record(&mut self, present: T) {
        if self.past.len() == STEPS {
            self.past.remove(0);
        }
        self.past.push(present);
        self.future.clear();
        self.taken += 1;
    }

    /// Notes that the present changes within the last step.
    pub fn amend(&mut self) {
        self.future.clear();
    }

    /// Returns the state before the present; redo brings the present back.
    pub fn undo(&mut self, present: T) -> Option<T> {
        let before = self.past.pop()?;
        self.future.push(present);
        self.taken += 1;
        Some(before)
    }

    /// Returns the state that was undone last.
    pub fn redo(&mut self, present: T) -> Option<T> {
        let after = self.future.pop()?;
        self.past.push(present);
        self.taken += 1;
        Some(after)
    }

    /// Whether there is something to undo, and to redo.
    pub fn ways(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// The number of the last step, forward or back.
    pub fn step(&self) -> u64 {
        self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps between letters, as a page takes them.
    struct Page {
        present: char,
        history: History<char>,
    }

    impl Page {
        fn go(&mut self, to: char) {
            self.history.record(self.present);
            self.present = to;
        }

        fn undo(&mut self) -> bool {
            match self.history.undo(self.present) {
                Some(before) => self.present = before,
                None => return false,
            }
            true
        }

        fn redo(&mut self) -> bool {
            match self.history.redo(self.present) {
                Some(after) => self.present = after,
                None => return false,
            }
            true
        }
    }

    fn page() -> Page {
        Page {
            present: 'a',
            history: History::default(),
        }
    }

    #[test]
    fn what_was_undone_can_be_redone() {
        let mut page = page();
        page.go('b');
        page.go('c');
        assert!(page.undo() && page.undo() && !page.undo());
        assert_eq!(page.present, 'a');
        assert!(page.redo() && page.redo() && !page.redo());
        assert_eq!(page.present, 'c');
        assert_eq!(page.history.ways(), (true, false));
    }

    #[test]
    fn a_new_step_ends_what_was_undone() {
        let mut page = page();
        page.go('b');
        page.undo();
        page.go('c');
        assert!(!page.redo());
        assert!(page.undo());
        assert_eq!(page.present, 'a');
    }

    #[test]
    fn each_step_forward_or_back_has_a_number_of_its_own() {
        let mut page = page();
        let mut steps = vec![page.history.step()];
        page.go('b');
        steps.push(page.history.step());
        // A change within a step has the step's number, and so has the page where there is nothing to redo.
        page.history.amend();
        assert!(!page.redo());
        assert_eq!(steps.last(), Some(&page.history.step()));
        assert!(page.undo());
        steps.push(page.history.step());
        assert!(page.redo());
        steps.push(page.history.step());
        assert!(steps.is_sorted_by(|one, next| one < next), "{steps:?}");
    }

    #[test]
    fn the_oldest_steps_are_forgotten_first() {
        let mut history = History::default();
        for step in 0..STEPS + 3 {
            history.record(step);
        }
        let mut present = STEPS + 3;
        while let Some(before) = history.undo(present) {
            present = before;
        }
        assert_eq!(present, 3);
    }
}
