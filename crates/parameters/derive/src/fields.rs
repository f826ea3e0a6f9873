//! Structs of parameters.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;
use syn::{
    Data, DeriveInput, Error, Expr, ExprLit, ExprRange, Field, Fields, Ident, Lit, LitStr, Path,
    RangeLimits, Result,
};

use crate::help;

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(input.span(), "only a struct has parameters"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new(input.span(), "parameters need names"));
    };
    let whole = Whole::of(input)?;
    let name = &input.ident;
    let help = help::of(&input.attrs);
    let idents: Vec<_> = fields
        .named
        .iter()
        .filter_map(|one| one.ident.as_ref())
        .collect();
    let rows = fields.named.iter().map(|field| row(field, &whole));
    let rows = rows.collect::<Result<Vec<_>>>()?;
    let places = 0..idents.len();
    let (visible, names) = (&input.vis, format_ident!("{}Names", name));
    let types: Vec<_> = fields.named.iter().map(|one| &one.ty).collect();
    let visibilities: Vec<_> = fields.named.iter().map(|one| &one.vis).collect();
    let full = idents
        .iter()
        .map(|ident| format!("{}{}", whole.below, ident.unraw()));
    let about = format!("The names of the fields of [`{name}`].");
    let fields_doc = idents
        .iter()
        .map(|ident| format!("That of [`{name}::{ident}`]."));
    let together = match &whole.together {
        Some(path) => quote!(Some(#path)),
        None => quote!(None),
    };
    Ok(quote! {
        #[automatically_derived]
        impl ::parameters::Parameters for #name {
            const TABLE: ::parameters::Table = ::parameters::Table {
                help: #help,
                parameters: &[#(#rows),*],
                together: #together,
            };

            fn from_values(values: &::parameters::Values) -> Self {
                let table = &<Self as ::parameters::Parameters>::TABLE;
                Self { #(#idents: ::parameters::field::of(values, table, #places)),* }
            }

            fn to_values(&self) -> ::parameters::Values {
                let table = &<Self as ::parameters::Parameters>::TABLE;
                ::parameters::field::written(table, &[#(&self.#idents),*])
            }
        }

        #[doc = #about]
        #[derive(Debug)]
        #[allow(dead_code, reason = "not every name is needed")]
        #visible struct #names {
            #(#[doc = #fields_doc] #visibilities #idents: ::parameters::Name<#name, #types>),*
        }

        #[automatically_derived]
        impl #name {
            /// The names of its fields.
            #[allow(dead_code, reason = "not every struct's names are needed")]
            #visible const NAMES: #names = #names {
                #(#idents: ::parameters::Name::of_field(#full, |all| &mut all.#idents)),*
            };
        }

        #[automatically_derived]
        impl Default for #name {
            fn default() -> Self {
                <Self as ::parameters::Parameters>::from_values(&::parameters::Values::new())
            }
        }
    })
}

/// The attributes of the whole struct.
#[derive(Default)]
struct Whole {
    below: String,
    together: Option<Path>,
}

impl Whole {
    fn of(input: &DeriveInput) -> Result<Self> {
        let mut whole = Self::default();
        for attribute in &input.attrs {
            if attribute.path().is_ident("parameters") {
                attribute.parse_nested_meta(|meta| {
                    if meta.path.is_ident("below") {
                        whole.below = format!("{}.", text(&meta)?);
                    } else if meta.path.is_ident("together") {
                        whole.together = Some(meta.value()?.parse()?);
                    } else {
                        return Err(meta.error("unknown; known: below, together"));
                    }
                    Ok(())
                })?;
            }
        }
        Ok(whole)
    }
}

/// The row of a field in the table.
fn row(field: &Field, whole: &Whole) -> Result<TokenStream> {
    let Some(ident) = &field.ident else {
        return Err(Error::new(field.span(), "a parameter needs a name"));
    };
    let key = ident.unraw().to_string();
    let (name, ty) = (format!("{}{key}", whole.below), &field.ty);
    let (mut title, mut symbol, mut unit) = (key.replace('_', " "), String::new(), String::new());
    let (mut group, mut rare, mut ordinal) = (String::new(), false, false);
    let mut kind = quote!(<#ty as ::parameters::Field>::KIND);
    let mut default = quote!(<#ty as ::parameters::Field>::DEFAULT);
    let (mut when, mut or) = (Vec::new(), Vec::new());
    let mut given = Vec::new();
    for attribute in &field.attrs {
        if !attribute.path().is_ident("parameter") {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            let said = meta.path.require_ident()?.to_string();
            // The last of both would hold alone.
            if given.contains(&said) {
                return Err(meta.error(format!("`{said}` is given twice")));
            }
            match said.as_str() {
                "title" => title = text(&meta)?,
                "symbol" => symbol = text(&meta)?,
                "unit" => unit = text(&meta)?,
                "group" => group = text(&meta)?,
                "rare" => rare = true,
                "ordinal" => ordinal = true,
                "range" => {
                    let (low, high) = range(meta.value()?.parse()?)?;
                    kind = quote!(#kind.within(#low as f64, #high as f64));
                }
                "length" => {
                    let most: Expr = meta.value()?.parse()?;
                    kind = quote!(#kind.long(0, #most));
                }
                "editor" => {
                    let editor: Expr = meta.value()?.parse()?;
                    kind = quote!(#kind.edited(#editor));
                }
                "default" => {
                    let value = constant(meta.value()?.parse()?)?;
                    default = quote!(Some(#value));
                }
                "when" => when = conditions(&meta)?,
                "or" => or = conditions(&meta)?,
                _ => {
                    return Err(meta.error(
                        "unknown; known: title, symbol, unit, group, rare, ordinal, range, length, editor, default, when, or",
                    ));
                }
            }
            given.push(said);
            Ok(())
        })?;
    }
    let help = help::of(&field.attrs);
    Ok(quote! {
        ::parameters::Parameter {
            name: #name,
            title: #title,
            symbol: #symbol,
            help: #help,
            unit: #unit,
            group: #group,
            rare: #rare,
            ordinal: #ordinal,
            when: &[#(#when),*],
            or: &[#(#or),*],
            default: #default,
            kind: #kind,
        }
    })
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

/// Both ends of `low..=high`.
fn range(range: Expr) -> Result<(Expr, Expr)> {
    let span = range.span();
    match range {
        Expr::Range(ExprRange {
            start: Some(low),
            end: Some(high),
            limits: RangeLimits::Closed(_),
            ..
        }) => Ok((*low, *high)),
        _ => Err(Error::new(span, "a range is `low..=high`")),
    }
}

/// A literal as a constant of the table; any other expression is a number.
fn constant(value: Expr) -> Result<TokenStream> {
    let Expr::Lit(ExprLit { lit, .. }) = &value else {
        return Ok(quote!(::parameters::Constant::Number(#value)));
    };
    Ok(match lit {
        Lit::Bool(_) => quote!(::parameters::Constant::Flag(#lit)),
        Lit::Int(_) => quote!(::parameters::Constant::Whole(#lit)),
        Lit::Float(_) => quote!(::parameters::Constant::Number(#lit)),
        Lit::Str(_) => quote!(::parameters::Constant::Text(#lit)),
        _ => {
            return Err(Error::new(
                value.span(),
                "a default is yes or no, a number or a text",
            ));
        }
    })
}

/// `(name = value, …)`: a name, a flag, or a list of names.
fn conditions(meta: &ParseNestedMeta<'_>) -> Result<Vec<TokenStream>> {
    let mut out = Vec::new();
    meta.parse_nested_meta(|meta| {
        let parameter = meta.path.require_ident().map(Ident::unraw)?.to_string();
        let value: Expr = meta.value()?.parse()?;
        let is = match &value {
            Expr::Lit(ExprLit {
                lit: Lit::Bool(flag),
                ..
            }) => quote!(::parameters::Is::Flag(#flag)),
            Expr::Lit(_) => quote!(::parameters::Is::OneOf(&[#value])),
            _ => quote!(::parameters::Is::OneOf(&#value)),
        };
        out.push(quote!(::parameters::When { parameter: #parameter, is: #is }));
        Ok(())
    })?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_is_given_once() {
        let refused = |input| derive(&input).err().map(|error| error.to_string());
        let twice = refused(syn::parse_quote! {
            struct Own {
                /// How many runs.
                #[parameter(when(topic = "a"), or(topic = "b"))]
                #[parameter(or(topic = "c"))]
                runs: u32,
            }
        });
        assert_eq!(twice.as_deref(), Some("`or` is given twice"));
        let once = refused(syn::parse_quote! {
            struct Own {
                /// How many runs.
                #[parameter(when(topic = "a"), or(topic = "b"))]
                runs: u32,
            }
        });
        assert_eq!(once, None);
    }
}
