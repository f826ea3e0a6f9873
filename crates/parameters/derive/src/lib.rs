//! Derives `parameters::Parameters` for a struct of parameters, and `parameters::Field` for an enum of choices.
//!
//! Those traits document the attributes.

mod choices;
mod fields;
mod help;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// The table of a struct's fields, its default, and the ways from checked values and back.
#[proc_macro_derive(Parameters, attributes(parameter, parameters))]
pub fn parameters(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    fields::derive(&input)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// The choices of an enum, and the ways from checked values and back.
#[proc_macro_derive(Field, attributes(choice))]
pub fn field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    choices::derive(&input)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
