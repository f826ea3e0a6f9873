//! The action of a key while the chart has the focus.

/// An action of keys, buttons and gestures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    /// Move the view by this part of its length.
    Pan(f64),
    /// Make the visible time this many times as long, around the middle.
    Zoom(f64),
    /// Show the whole run.
    Fit,
    /// Go to the beginning of the run.
    First,
    /// Go to the end of the run.
    Last,
    /// Scroll by this many lanes.
    Scroll(f64),
    /// Select the next or previous span of the lane.
    Along(Step),
    /// Select the span at about the same time in the lane below or above.
    Across(Step),
    /// Select nothing.
    Deselect,
    /// Fold or unfold the group of the selected span, or all groups.
    Fold,
    /// Fold or unfold all groups.
    FoldAll(bool),
    /// Play from the cursor, or stop.
    Play,
    /// Set the cursor to the next or previous event.
    Event(Step),
    /// Play at the speed at this place of the list, or one faster or slower.
    Speed(usize),
    Faster(Step),
    /// Set the beginning or the end of the range at the cursor.
    RangeFrom,
    RangeTo,
    /// Show the range alone.
    ZoomToRange,
    /// Forget the range.
    ClearRange,
    /// Let a drag measure, or no longer.
    Arm,
    /// Keep the selected span's details in sight.
    Pin,
    /// Keep no span's details in sight.
    Unpin,
    /// Pin the next or previous span of the same job.
    SameJob(Step),
    /// Show or hide the help.
    Help,
    /// Hide the help.
    CloseHelp,
}

impl Action {
    /// Whether the action moves the chart under the pointer.
    pub(super) fn moves(self) -> bool {
        matches!(
            self,
            Action::Pan(_)
                | Action::Zoom(_)
                | Action::Fit
                | Action::First
                | Action::Last
                | Action::Scroll(_)
                | Action::ZoomToRange
                | Action::Fold
                | Action::FoldAll(_)
        )
    }
}

/// Forth or back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Next,
    Previous,
}

/// The factor of the visible time for one press.
pub(super) const CLOSER: f64 = 0.5;
pub(super) const FARTHER: f64 = 2.0;

/// The help on the keys, for people: keys and words.
pub(super) const HELP: [(&str, &str); 15] = [
    ("← →", "move in time"),
    ("↑ ↓", "scroll the lanes"),
    ("Page Up, Page Down", "move by a whole view"),
    ("Home, End", "go to the beginning, to the end"),
    ("+ −", "zoom in, out"),
    ("0", "show the whole run"),
    ("Shift + ← →", "select the previous or next span"),
    ("Shift + ↑ ↓", "select in the lane above or below"),
    ("G", "fold or unfold the group, or all groups"),
    ("Enter", "keep the selected span's details"),
    ("Space", "play or stop"),
    (", .", "go to the previous, the next event"),
    ("< >", "play slower, faster"),
    ("[ ]", "measure from, to the cursor"),
    ("Escape", "clear the selection, step by step"),
];

/// The help on the pointer, for people.
pub(super) const GESTURES: [(&str, &str); 7] = [
    ("Drag", "move in time"),
    ("Ctrl + wheel, pinch", "zoom at the pointer"),
    ("Double click", "zoom in"),
    ("Click, drag on the axis", "set the time cursor"),
    ("Shift + drag", "measure a range"),
    ("Click on a name", "fold or unfold its group"),
    ("Shift + wheel", "move in time"),
];

/// The help on fingers, for people.
pub(super) const FINGERS: [(&str, &str); 6] = [
    ("Drag", "move in time"),
    ("Pinch", "zoom at the fingers"),
    ("Double tap", "zoom in"),
    ("Tap, drag on the axis", "set the time cursor"),
    ("Measure, then drag", "measure a range"),
    ("Tap on a name", "fold or unfold its group"),
];

/// The action of a key, by its name in the browser; none if the chart does not use the key.
pub(super) fn action(key: &str, shift: bool, other_modifier: bool) -> Option<Action> {
    if other_modifier {
        return None;
    }
    let action = match (key, shift) {
        ("ArrowLeft", true) => Action::Along(Step::Previous),
        ("ArrowRight", true) => Action::Along(Step::Next),
        ("ArrowUp", true) => Action::Across(Step::Previous),
        ("ArrowDown", true) => Action::Across(Step::Next),
        ("ArrowLeft", false) => Action::Pan(-0.1),
        ("ArrowRight", false) => Action::Pan(0.1),
        ("ArrowUp", false) => Action::Scroll(-3.0),
        ("ArrowDown", false) => Action::Scroll(3.0),
        ("PageUp", false) => Action::Pan(-0.9),
        ("PageDown", false) => Action::Pan(0.9),
        ("Home", false) => Action::First,
        ("End", false) => Action::Last,
        ("+" | "=", _) => Action::Zoom(CLOSER),
        ("-" | "−" | "_", _) => Action::Zoom(FARTHER),
        ("0", _) => Action::Fit,
        ("Escape", _) => Action::Deselect,
        ("g", _) => Action::Fold,
        (" ", _) => Action::Play,
        (".", _) => Action::Event(Step::Next),
        (",", _) => Action::Event(Step::Previous),
        (">", _) => Action::Faster(Step::Next),
        ("<", _) => Action::Faster(Step::Previous),
        ("[", _) => Action::RangeFrom,
        ("]", _) => Action::RangeTo,
        ("Enter", _) => Action::Pin,
        ("?", _) => Action::Help,
        _ => return None,
    };
    Some(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_the_view_and_with_shift_the_selection() {
        assert_eq!(action("ArrowLeft", false, false), Some(Action::Pan(-0.1)));
        assert_eq!(
            action("ArrowLeft", true, false),
            Some(Action::Along(Step::Previous))
        );
    }

    #[test]
    fn keys_that_move_the_chart_take_the_tip_of_the_pointer_away() {
        let moves = |key| action(key, false, false).map(Action::moves);
        let keys = ["ArrowLeft", "ArrowDown", "PageUp", "End", "+", "0"];
        assert!(keys.map(moves).iter().all(|moves| *moves == Some(true)));
        assert_eq!(["Enter", " ", "["].map(moves), [Some(false); 3]);
    }

    #[test]
    fn the_browsers_own_shortcuts_stay_the_browsers() {
        assert_eq!(action("+", false, true), None);
        assert_eq!(action("Tab", false, false), None);
        assert_eq!(action("a", false, false), None);
        assert_eq!(action(" ", false, true), None);
    }
}
