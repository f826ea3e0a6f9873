//! Giving the link away.

use gloo::utils::window;
use js_sys::{Promise, Reflect};
use report::number::fixed;
use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use session::state::State;

/// From how many characters on a link may not survive every mail program.
const LONG: usize = 2_000;

/// Copies the address, and says so; where that is not allowed, shows it to be copied by hand. Whoever opens it is asked
/// for the file that is missing, where there is one.
pub(crate) fn copy(act: Callback<Action>, missing: Option<String>, ran: bool) {
    let link = window().location().href().unwrap_or_default();
    spawn_local(async move {
        let mut notice = match write(&link).await {
            true => copied(&link, missing.is_some()),
            false => {
                let mut notice = Notice::new(Topic::Share, Tone::Good, "Copy this link")
                    .with("The browser did not let this page copy it.");
                notice.link = Some(link);
                notice
            }
        };
        if let Some(name) = missing {
            notice = notice.with(format!(
                "The values of “{name}” are too many for a link: whoever opens it is asked for that file. In a scenario file \
                 they travel with the rest."
            ));
            notice.save = true;
        }
        notice.more = ran;
        act.emit(Action::Say(notice));
    });
}

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanShare, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Program;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Program, run: &JsValue) -> Result<(), JsValue>;
}

/// Opens the dialog of `web/share` for the result that is shown: QR code, citation, embedding. The address is its link.
pub(crate) fn more(act: Callback<Action>, state: &State) {
    let Some(result) = &state.result else {
        return;
    };
    let run = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "laboratory": state.scenario.about().title,
        "headline": result.report.headline,
        "digest": result.digest,
        "fingerprint": result.fingerprint,
        "seed": result.seed.to_string(),
        "stem": result.stem,
        "missing": state.scenario.missing_file().map(|own| own.name),
    });
    let run = run.to_string();
    spawn_local(async move {
        let opened = async {
            let program = JsFuture::from(fetch()?).await?;
            program
                .unchecked_into::<Program>()
                .open(&js_sys::JSON::parse(&run)?)
        };
        if opened.await.is_err() {
            let title = "The ways to share could not be loaded";
            let notice = Notice::new(Topic::Share, Tone::Bad, title)
                .with("The address of this page is the link; its host may be out of reach.");
            act.emit(Action::Say(notice));
        }
    });
}

fn copied(link: &str, incomplete: bool) -> Notice {
    let notice = Notice::new(Topic::Share, Tone::Good, "The link is copied");
    match link.len() {
        _ if incomplete => notice,
        length if length > LONG => Notice {
            save: true,
            ..notice.with(format!(
                "It has {} characters: some programs cut links above {}. A scenario file is the safer way.",
                fixed(length as f64, 0),
                fixed(LONG as f64, 0)
            ))
        },
        length => notice.with(format!(
            "It has {} characters. Whoever opens it sees this scenario with the same numbers, and where you look now.",
            fixed(length as f64, 0)
        )),
    }
}

async fn write(link: &str) -> bool {
    let navigator = window().navigator();
    // Pages that were not loaded safely have no clipboard.
    match Reflect::get(&navigator, &JsValue::from_str("clipboard")) {
        Ok(clipboard) if clipboard.is_object() => {}
        _ => return false,
    }
    JsFuture::from(navigator.clipboard().write_text(link))
        .await
        .is_ok()
}

/// What a link to be copied by hand needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The link.
    pub(crate) link: String,
}

/// A link to be copied by hand, selected already.
#[component]
pub(crate) fn ByHand(props: &Props) -> Html {
    let field = use_node_ref();
    use_effect_with((field.clone(), props.link.clone()), |(field, _)| {
        if let Some(input) = field.cast::<HtmlInputElement>() {
            let _ = input.focus();
            input.select();
        }
    });
    html! {
        <input ref={field} class="link" type="text" readonly=true value={props.link.clone()} aria-label="Link to this scenario" />
    }
}
