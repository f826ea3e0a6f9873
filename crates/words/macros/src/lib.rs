//! Marks sentences, and adds their translations when a program is compiled: see `words`.

use std::collections::HashMap;
use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Result, parse_macro_input};
use words_catalogue::Folder;

/// A sentence in the chosen language. Takes the arguments of `format!`, and is `format!` where there is no translation.
#[proc_macro]
pub fn say(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let said = parse_macro_input!(input as Said);
    let form = |text: &LitStr, rest: &TokenStream| quote!(::std::format!(#text #rest));
    expand(&said, form).into()
}

/// A text that is known when the program is compiled, in the chosen language.
#[proc_macro]
pub fn word(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let said = parse_macro_input!(input as Said);
    expand(&said, |text, _| quote!(::words::plain(#text))).into()
}

/// The translations of this folder's texts without placeholders, as a constant `words::Catalogue`.
#[proc_macro]
pub fn catalogue(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let whole = |folder: &Folder| {
        let languages = folder.translations.iter().map(|translation| {
            let language = &translation.language;
            let pairs = translation.sentences.iter();
            let pairs = pairs.filter(|(english, _)| !english.contains('{'));
            let pairs = pairs.map(|(english, said)| quote!((#english, #said)));
            quote!((#language, &[#(#pairs),*]))
        });
        quote!(::words::Catalogue(&[#(#languages),*]))
    };
    let watched = watched();
    let catalogue = with_folder(|folder| folder.map(whole));
    match catalogue.map(|found| found.unwrap_or_else(|| quote!(::words::Catalogue::EMPTY))) {
        Ok(catalogue) => quote!({ #watched #catalogue }).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// A sentence, and the values of its placeholders: a comma and the rest.
struct Said {
    english: LitStr,
    rest: TokenStream,
}

impl Parse for Said {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        Ok(Self {
            english: input.parse()?,
            rest: input.parse()?,
        })
    }
}

/// Expands to the sentence alone, or to a choice by the language among its translations.
fn expand(said: &Said, form: impl Fn(&LitStr, &TokenStream) -> TokenStream) -> TokenStream {
    let Said { english, rest } = said;
    let plain = form(english, rest);
    let sentence = english.value();
    let arms = with_folder(|folder| {
        let translations = folder.map_or(&[][..], |folder| &folder.translations);
        let mut arms = Vec::new();
        for translation in translations {
            let Some(text) = translation.sentences.get(&sentence) else {
                continue;
            };
            if let Some(fault) = translation.fault(&sentence) {
                return Err(Error::new(english.span(), fault));
            }
            // Names in it resolve as in the English sentence.
            let text = form(&LitStr::new(text, english.span()), rest);
            let language = &translation.language;
            arms.push(quote!(#language => #text,));
        }
        Ok(arms)
    });
    let watched = watched();
    match arms.and_then(|arms| arms) {
        Ok(arms) if arms.is_empty() && watched.is_empty() => plain,
        Ok(arms) if arms.is_empty() => quote!({ #watched #plain }),
        Ok(arms) => quote!({ #watched match ::words::chosen() { #(#arms)* _ => #plain } }),
        Err(error) => error.into_compile_error(),
    }
}

/// The folders read so far, by the crate that is compiled: usually one.
static FOLDERS: Mutex<Option<HashMap<PathBuf, Found>>> = Mutex::new(None);

/// The folder of a crate, or the reason why it cannot be read.
struct Found {
    folder: std::result::Result<Option<Folder>, String>,
    /// Whether the compiler knows its files.
    watched: bool,
}

fn found<T>(of: impl FnOnce(&mut Found) -> T) -> T {
    let crate_ = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let folders = folders.get_or_insert_default();
    let entry = folders.entry(crate_);
    of(entry.or_insert_with_key(|crate_| Found {
        folder: Folder::of(crate_).map_err(|error| error.to_string()),
        watched: false,
    }))
}

/// Calls a function with the crate's folder, or with nothing where it has none.
fn with_folder<T>(of: impl FnOnce(Option<&Folder>) -> T) -> Result<T> {
    found(|found| match &found.folder {
        Ok(folder) => Ok(of(folder.as_ref())),
        Err(reason) => Err(Error::new(Span::call_site(), reason)),
    })
}

/// Names the files of the translations to the compiler, once a crate, so that it compiles anew when they change.
fn watched() -> TokenStream {
    found(|found| {
        let Ok(Some(folder)) = &found.folder else {
            return TokenStream::new();
        };
        if std::mem::replace(&mut found.watched, true) {
            return TokenStream::new();
        }
        let files = folder.files().map(|file| file.display().to_string());
        let files = files.map(|file| TokenTree::from(Literal::string(&file)));
        quote!(#(const _: &[u8] = ::core::include_bytes!(#files);)*)
    })
}
