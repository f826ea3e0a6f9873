//! The editor of a strategy: its text with the numbers of its lines, its arguments and its answer. The program that colours,
//! completes and underlines loads on demand and takes the place of the text area; without it the text area stays.

use gloo::utils::document;
use js_sys::{Array, Promise};
use parameters::Spot;
use session::refusal::Complaint;
use strategy::{Handed, Hook};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use super::field::Props;

/// Numbers beside the lines of `text`, then the arguments of the hook.
pub(super) fn view(props: &Props, hook: &'static Hook, text: Html) -> Html {
    let typed = props.text.as_ref().unwrap_or(&props.value);
    let fault = props.complaint.as_ref().filter(|one| one.spot.is_some());
    let wrong = fault.and_then(|fault| Some(fault.spot?.line));
    let lines = typed.matches('\n').count() + 1;
    let number = |line: usize| {
        let wrong = (wrong == Some(line)).then_some("wrong");
        html! { <li class={classes!(wrong)}>{ line }</li> }
    };
    html! {
        <div class="code">
            { text }
            <Colours id={props.id("text")} text={typed.clone()} fault={fault.cloned()} {hook} />
            <ol class="code-lines" aria-hidden="true">{ for (1..=lines).map(number) }</ol>
            <details class="rare">
                <summary>{ "Inputs and answer" }</summary>
                <p><code>{ hook.signature() }</code></p>
                <dl>{ for hook.handed.iter().map(|one| handed("", one)) }</dl>
                <p>{ format!("It answers: {}", hook.answer) }</p>
                <p><a href="docs/strategies.html">{ "All functions, with examples" }</a>{ " · " }<a href="challenge/index.html">{ "Let it compete" }</a></p>
            </details>
        </div>
    }
}

/// An argument, with its unit and its parts.
fn handed(owner: &str, one: &Handed) -> Html {
    let unit = match one.unit {
        "" => String::new(),
        unit => format!(", {unit}"),
    };
    let name = format!("{owner}{}", one.name);
    let owner = format!("{}.", one.owner());
    html! {
        <>
            <dt><code>{ name }</code>{ unit }</dt><dd>{ one.help }</dd>
            { for one.parts.iter().map(|part| handed(&owner, part)) }
        </>
    }
}

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanCode, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    /// `web/code`.
    type Program;

    #[wasm_bindgen(method, catch)]
    fn edit(this: &Program, area: &JsValue, handed: &JsValue) -> Result<Editor, JsValue>;

    type Editor;

    #[wasm_bindgen(method)]
    fn show(this: &Editor, text: &str, line: usize, column: usize, message: &str);

    #[wasm_bindgen(method)]
    fn end(this: &Editor);
}

/// Properties of the editor.
#[derive(Clone, PartialEq, Properties)]
struct Shown {
    /// The id of the text area.
    id: String,
    text: String,
    /// The complaint, with its place.
    fault: Option<Complaint>,
    hook: &'static Hook,
}

impl Shown {
    fn in_editor(&self, editor: &Editor) {
        let place = self
            .fault
            .as_ref()
            .and_then(|fault| Some((fault.spot?, &fault.text)));
        match place {
            Some((Spot { line, column }, told)) => editor.show(&self.text, line, column, told),
            None => editor.show(&self.text, 0, 0, ""),
        }
    }

    /// The editor in the place of the text area.
    async fn put(&self) -> Result<Editor, JsValue> {
        let program: Program = JsFuture::from(fetch()?).await?.unchecked_into();
        let area = document().get_element_by_id(&self.id);
        let handed = self.hook.all().map(|(owner, one)| {
            Array::from_iter([owner, one.name, one.unit, one.help].map(JsValue::from_str))
        });
        program.edit(&area.into(), &Array::from_iter(handed))
    }
}

/// The editor, which stands in the place of the text area while this is shown.
#[component]
fn Colours(props: &Shown) -> Html {
    // The shown properties, and the editor once it is there; nothing after the component has gone.
    let held = use_mut_ref(|| None::<(Shown, Option<Editor>)>);
    {
        let held = held.clone();
        use_effect_with(props.clone(), move |shown| {
            if let Some((kept, editor)) = &mut *held.borrow_mut() {
                if let Some(editor) = editor {
                    shown.in_editor(editor);
                }
                *kept = shown.clone();
            }
        });
    }
    let first = props.clone();
    use_effect_with((), move |()| {
        *held.borrow_mut() = Some((first.clone(), None));
        let waiting = held.clone();
        spawn_local(async move {
            let Ok(put) = first.put().await else {
                return;
            };
            match &mut *waiting.borrow_mut() {
                Some((shown, editor)) => {
                    shown.in_editor(&put);
                    *editor = Some(put);
                }
                None => put.end(),
            }
        });
        move || {
            if let Some((_, Some(editor))) = held.borrow_mut().take() {
                editor.end();
            }
        }
    });
    Html::default()
}
