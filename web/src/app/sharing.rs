//! The callbacks that share or save the scenario with its present view.

use std::cell::RefCell;
use std::rc::Rc;

use session::action::Action;
use session::state::State;
use yew::prelude::*;

use crate::gantt::Sight;
use crate::share;

/// Opens the panel of ways to share; `hall` sets whether the page is projected. The callback stays the same, because it stands
/// within the result.
#[hook]
pub(super) fn use_share(
    act: &Callback<Action>,
    shown: &Rc<RefCell<Rc<State>>>,
    sight: &Rc<Sight>,
    hall: UseStateSetter<bool>,
) -> Callback<MouseEvent> {
    let (act, shown, sight) = (act.clone(), shown.clone(), sight.clone());
    use_callback((), move |_: MouseEvent, ()| {
        let state = shown.borrow().clone();
        // The copied address holds the present view.
        act.emit(Action::Share(Box::new(state.given(sight.focus()))));
        let save = save(&act, &state, &sight);
        let hall = hall.clone();
        let project = Callback::from(move |()| hall.set(true));
        share::open(act.clone(), &state, &share::Ways { save, project });
    })
}

/// Saves this state as a file.
pub(super) fn save(act: &Callback<Action>, state: &Rc<State>, sight: &Rc<Sight>) -> Callback<()> {
    let (state, sight) = (state.clone(), sight.clone());
    act.reform(move |()| Action::Save(Box::new(state.given(sight.focus()))))
}
