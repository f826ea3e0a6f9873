//! Enums of choices.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result, Type, Variant};

use crate::help;

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.span(), "only an enum has choices"));
    };
    let choices = data.variants.iter().map(Chosen::of);
    let choices = choices.collect::<Result<Vec<_>>>()?;
    let name = &input.ident;
    let rows = choices.iter().map(Chosen::row);
    let default = choices.iter().find(|choice| choice.default);
    let default = match default {
        Some(Chosen { value, .. }) => quote!(Some(::parameters::Constant::Text(#value))),
        None => quote!(None),
    };
    let plain: Vec<_> = choices
        .iter()
        .filter(|choice| choice.held.is_none())
        .collect();
    let holding: Vec<_> = choices
        .iter()
        .filter(|choice| choice.held.is_some())
        .collect();
    let (plain_values, plain_variants) = parts(&plain);
    let (holding_values, holding_variants) = parts(&holding);
    let from_held = (!holding.is_empty()).then(|| {
        quote! {
            let (name, held) = ::parameters::field::entry(value)?;
            match name {
                #(#holding_values => ::parameters::Held::from_held(held).map(Self::#holding_variants),)*
                _ => None,
            }
        }
    });
    let from_held = from_held.unwrap_or_else(|| quote!(None));
    Ok(quote! {
        #[automatically_derived]
        impl ::parameters::Field for #name {
            const KIND: ::parameters::Kind = ::parameters::Kind::Choice(&[#(#rows),*]);
            const DEFAULT: Option<::parameters::Constant> = #default;

            fn from_value(value: &::parameters::Value) -> Option<Self> {
                match value.as_str() {
                    #(Some(#plain_values) => return Some(Self::#plain_variants),)*
                    // A choice that is named without values has their defaults.
                    #(Some(#holding_values) => return ::parameters::Held::from_held(&::parameters::Value::Object(::parameters::Values::new())).map(Self::#holding_variants),)*
                    Some(_) => return None,
                    None => {}
                }
                #from_held
            }

            fn to_value(&self) -> ::parameters::Value {
                match self {
                    #(Self::#plain_variants => #plain_values.into(),)*
                    #(Self::#holding_variants(held) => {
                        ::parameters::field::holding(#holding_values, ::parameters::Held::to_held(held))
                    })*
                }
            }
        }
    })
}

/// The names of choices, and their variants.
fn parts<'c>(choices: &[&'c Chosen<'c>]) -> (Vec<&'c str>, Vec<&'c syn::Ident>) {
    choices
        .iter()
        .map(|choice| (choice.value.as_str(), &choice.variant.ident))
        .unzip()
}

/// A variant as a choice.
struct Chosen<'v> {
    variant: &'v Variant,
    value: String,
    title: String,
    held: Option<&'v Type>,
    default: bool,
}

impl<'v> Chosen<'v> {
    fn of(variant: &'v Variant) -> Result<Self> {
        let held = match &variant.fields {
            Fields::Unit => None,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                fields.unnamed.first().map(|field| &field.ty)
            }
            _ => {
                let one = "a choice holds nothing, or one thing without a name";
                return Err(Error::new(variant.span(), one));
            }
        };
        let (mut value, mut title) = (kebab(&variant.ident.to_string()), None);
        let mut default = false;
        for attribute in &variant.attrs {
            if attribute.path().is_ident("default") {
                default = true;
            } else if attribute.path().is_ident("choice") {
                attribute.parse_nested_meta(|meta| {
                    let text = meta.value()?.parse::<LitStr>()?.value();
                    if meta.path.is_ident("name") {
                        value = text;
                    } else if meta.path.is_ident("title") {
                        title = Some(text);
                    } else {
                        return Err(meta.error("unknown; known: name, title"));
                    }
                    Ok(())
                })?;
            }
        }
        Ok(Self {
            variant,
            title: title.unwrap_or_else(|| value.replace('-', " ")),
            value,
            held,
            default,
        })
    }

    fn row(&self) -> TokenStream {
        let (value, title) = (&self.value, &self.title);
        let help = help::of(&self.variant.attrs);
        let holds = match self.held {
            Some(held) => quote!(<#held as ::parameters::Held>::HOLDS),
            None => quote!(::parameters::Holds::Nothing),
        };
        quote! {
            ::parameters::Choice { value: #value, title: #title, help: #help, holds: #holds }
        }
    }
}

/// The name of a variant as JSON has it: `SetOne` is `set-one`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.chars().enumerate() {
        if at > 0 && letter.is_uppercase() {
            out.push('-');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
