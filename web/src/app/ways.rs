//! The buttons that stop, pause and resume a run. A pressed button disappears, so the focus moves to the button in its place, or
//! to the result.

use std::rc::Rc;

use session::action::Action;
use session::outcome::Phase;
use session::state::State;
use web_sys::FileList;
use yew::prelude::*;

use crate::address;
use crate::header::focus;
use crate::status::{self, Ways};

/// The callbacks of a run without a result, and the one that pauses, where the run can be paused.
#[hook]
pub(super) fn use_ways(
    state: &Rc<State>,
    act: &Callback<Action>,
    share: &Callback<MouseEvent>,
    on_files: &Callback<Option<FileList>>,
) -> (Ways, Option<Callback<MouseEvent>>) {
    let moves = use_mut_ref(|| false);
    let moved = |action: Action| {
        let (act, moves) = (act.clone(), moves.clone());
        Callback::from(move |_: MouseEvent| {
            moves.replace(true);
            act.emit(action.clone());
        })
    };
    let pause = state.resumes().then(|| moved(Action::Pause));
    let ways = Ways {
        go_on: act.reform(|_| {
            focus("cancel");
            Action::GoOn
        }),
        stop: moved(Action::Cancel),
        again: act.reform(|_| Action::Again),
        resume: moved(Action::Resume),
        restart: act.reform(|_| Action::Restart),
        share: share.clone(),
        reload: Callback::from(|_| address::reload()),
        on_files: on_files.clone(),
    };
    let paused = matches!(state.phase, Phase::Paused { .. });
    use_effect_with(
        (paused, state.busy(), status::progress(state).is_some()),
        move |(paused, busy, slow)| {
            // The button that pauses comes with the bar of progress.
            let waits = *busy && !slow;
            if !waits && moves.replace(false) {
                focus(match (paused, busy) {
                    (true, _) => "resume",
                    (false, true) => "pause",
                    (false, false) => "main",
                });
            }
        },
    );
    (ways, pause)
}
