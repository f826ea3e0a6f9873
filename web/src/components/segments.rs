//! Choices side by side, one of them taken.

use yew::prelude::*;

/// A choice.
pub(crate) struct Segment {
    /// Its words.
    pub(crate) words: AttrValue,
    /// Its value in the document, which tells it from the others.
    pub(crate) value: AttrValue,
    /// A longer description.
    pub(crate) title: Option<AttrValue>,
    /// Whether it is the one that is taken.
    pub(crate) taken: bool,
    /// Whether it cannot be taken now.
    pub(crate) refused: bool,
    /// Takes it.
    pub(crate) take: Callback<Event>,
}

/// The name of the group for screen readers.
pub(crate) enum Named {
    /// These words.
    Words(&'static str),
    /// The text of the element with this id.
    By(AttrValue),
    /// The legend of the field set around, whose role is `radiogroup`.
    Legend,
}

/// The group of the choices: one stop of the Tab key, and a `radiogroup` with a name.
pub(crate) struct Segments {
    /// The name that its radio buttons share, and no others.
    pub(crate) name: AttrValue,
    /// Its name.
    pub(crate) named: Named,
    /// Further classes.
    pub(crate) class: Option<&'static str>,
    pub(crate) hidden: bool,
}

impl Segments {
    /// The group with these choices.
    pub(crate) fn view(self, segments: impl IntoIterator<Item = Segment>) -> Html {
        let (label, by) = match self.named {
            Named::Words(words) => (Some(words), None),
            Named::By(id) => (None, Some(id)),
            Named::Legend => (None, None),
        };
        let role = (label.is_some() || by.is_some()).then_some("radiogroup");
        let segments = segments.into_iter().map(|segment| segment.view(&self.name));
        html! {
            <div class={classes!("segments", self.class)} {role} aria-label={label} aria-labelledby={by} hidden={self.hidden}>
                { for segments }
            </div>
        }
    }
}

impl Segment {
    fn view(self, name: &AttrValue) -> Html {
        html! {
            <label key={self.value.to_string()} title={self.title}>
                <input type="radio" name={name.clone()} value={self.value} checked={self.taken} disabled={self.refused} onchange={self.take} />
                <span>{ self.words }</span>
            </label>
        }
    }
}
