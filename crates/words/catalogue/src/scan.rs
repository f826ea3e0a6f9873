//! The sentences of a crate's sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use syn::LitStr;

use crate::Error;

/// A marked sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The English sentence.
    pub english: String,
    /// Its source, below the searched folder.
    pub file: String,
    /// Help for a translator: the function's doc comment, and the expressions of placeholders without a name.
    pub help: Vec<String>,
}

/// An unmarked sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loose {
    /// The sentence.
    pub text: String,
    /// Its source.
    pub file: String,
}

/// The sentences of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The marked sentences, in the order of files and lines; repeated sentences stand there repeatedly.
    pub messages: Vec<Message>,
    /// The unmarked sentences.
    pub loose: Vec<Loose>,
}

/// Searches all sources below a folder's `src`, and `src` of crates within it, such as `model/src`.
///
/// # Errors
/// Where a source cannot be read, or is no Rust.
pub fn folder(root: &Path) -> Result<Scan, Error> {
    let mut files = Vec::new();
    for folder in roots(root)? {
        sources(&folder, &mut files)?;
    }
    files.sort();
    let mut scan = Scan::default();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|source| Error::Read {
            path: path.clone(),
            source,
        })?;
        let name = path.strip_prefix(root).unwrap_or(&path);
        let name = name.display().to_string();
        let found = source(&name, &text).map_err(|source| Error::Source { path, source })?;
        scan.messages.extend(found.messages);
        scan.loose.extend(found.loose);
    }
    Ok(scan)
}

/// The folders of a crate's own sources, and of the sources of crates within its folder.
fn roots(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let within = entries(root)?.into_iter();
    let crates = within.filter(|path| path.join("Cargo.toml").is_file());
    let all = std::iter::once(root.to_owned()).chain(crates);
    let sources = all.map(|path| path.join("src"));
    Ok(sources.filter(|path| path.is_dir()).collect())
}

/// All sources below a folder.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) -> Result<(), Error> {
    for path in entries(folder)? {
        if path.is_dir() {
            sources(&path, out)?;
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            out.push(path);
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let read = |source| Error::Read {
        path: folder.to_owned(),
        source,
    };
    let entries = fs::read_dir(folder).map_err(read)?;
    entries
        .map(|entry| Ok(entry.map_err(read)?.path()))
        .collect()
}

/// The sentences of one source: sentences marked with `say!` and `word!`, and unmarked texts of two words or more. Tests,
/// comments and attributes are ignored, except for the messages of errors.
///
/// # Errors
/// Where the source is no Rust.
///
/// ```
/// use words_catalogue::scan::source;
/// let found = source("lib.rs", r#"fn f() { (say!("{n} of {}", 8), "not marked", "a-key") }"#)?;
/// assert_eq!(found.messages[0].english, "{n} of {}");
/// assert_eq!(found.loose[0].text, "not marked");
/// assert_eq!(found.loose.len(), 1);
/// # Ok::<(), syn::Error>(())
/// ```
pub fn source(file: &str, text: &str) -> syn::Result<Scan> {
    let mut reader = Reader {
        file,
        about: String::new(),
        scan: Scan::default(),
    };
    reader.read(text.parse()?);
    Ok(reader.scan)
}

/// Whether a text has two words or more, or one beside a placeholder or a number; single letters, as in a formula, are no words.
///
/// ```
/// use words_catalogue::scan::is_sentence;
/// assert!(is_sentence("{} of {}") && is_sentence("equal shares") && is_sentence("Jumps, made"));
/// assert!(!is_sentence("set-two") && !is_sentence("{} {}") && !is_sentence("1 / N"));
/// ```
#[must_use]
pub fn is_sentence(text: &str) -> bool {
    let mut plain = String::new();
    let mut open = false;
    for letter in text.chars() {
        match letter {
            '{' => open = true,
            '}' if open => {
                open = false;
                plain.push('1');
            }
            _ if open => {}
            letter => plain.push(letter),
        }
    }
    let words = plain.split(|letter: char| !letter.is_alphabetic());
    let words = words.filter(|word| word.chars().count() > 1).count();
    let letters: Vec<char> = plain.chars().collect();
    let within = |three: &[char]| match three {
        [before, gap, after] => {
            before.is_alphanumeric() && gap.is_whitespace() && after.is_alphanumeric()
        }
        _ => false,
    };
    match words {
        0 => false,
        1 => letters.windows(3).any(within),
        _ => letters.iter().any(|letter| letter.is_whitespace()),
    }
}

/// Reads the tokens of a source.
struct Reader<'f> {
    file: &'f str,
    /// The function's doc comment.
    about: String,
    scan: Scan,
}

/// Macros whose texts no user reads.
const SILENT: [&str; 9] = [
    "assert",
    "assert_eq",
    "debug_assert",
    "debug_assert_eq",
    "env",
    "include_bytes",
    "include_str",
    "unreachable",
    "concat",
];

impl Reader<'_> {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut doc = String::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    let inner = tokens.get(at).is_some_and(|next| is_sign(next, '!'));
                    at += usize::from(inner);
                    let Some(TokenTree::Group(attribute)) = tokens.get(at) else {
                        continue;
                    };
                    at += 1;
                    let said = attribute.stream();
                    match named(&said) {
                        Name::Doc(line) if doc.is_empty() => doc = line,
                        Name::Error => self.read(said),
                        Name::Test => at = after_item(&tokens, at),
                        Name::Doc(_) | Name::Other => {}
                    }
                }
                TokenTree::Ident(word) if *word == "fn" => {
                    let name = tokens.get(at).map(ToString::to_string);
                    self.about = match doc.is_empty() {
                        true => format!("In `{}`.", name.unwrap_or_default()),
                        false => std::mem::take(&mut doc),
                    };
                }
                TokenTree::Ident(word) if tokens.get(at).is_some_and(|next| is_sign(next, '!')) => {
                    let Some(TokenTree::Group(arguments)) = tokens.get(at + 1) else {
                        continue;
                    };
                    let name = word.to_string();
                    if SILENT.contains(&name.as_str()) {
                        at += 2;
                    } else if name == "say" || name == "word" {
                        at += 2;
                        self.marked(arguments);
                    }
                }
                TokenTree::Literal(literal) => self.unmarked(literal),
                TokenTree::Group(group) => {
                    self.read(group.stream());
                    if group.delimiter() == Delimiter::Brace {
                        doc.clear();
                    }
                }
                _ => {}
            }
        }
    }

    /// Records the sentence of `say!(…)`, and sentences within the expressions of its placeholders.
    fn marked(&mut self, arguments: &Group) {
        let mut rest = arguments.stream().into_iter();
        let Some(TokenTree::Literal(literal)) = rest.next() else {
            return;
        };
        let Some(english) = text(&literal) else {
            return;
        };
        let rest: TokenStream = rest.collect();
        let mut help = vec![self.about.clone()];
        let unnamed = split(&rest);
        for (at, filling) in unnamed.iter().enumerate() {
            /// The longest expression that helps a translator.
            const LONGEST: usize = 80;
            if filling.len() <= LONGEST && !filling.contains('"') {
                match filling.split_once(" = ") {
                    Some((name, filling)) => help.push(format!("{{{name}}}: {filling}")),
                    None => help.push(format!("{{{at}}}: {filling}")),
                }
            }
        }
        help.retain(|line| !line.is_empty());
        self.scan.messages.push(Message {
            english,
            file: self.file.to_owned(),
            help,
        });
        self.read(rest);
    }

    fn unmarked(&mut self, literal: &Literal) {
        let found = text(literal).filter(|text| is_sentence(text));
        self.scan.loose.extend(found.map(|text| Loose {
            text,
            file: self.file.to_owned(),
        }));
    }
}

/// The kinds of attributes that matter here.
enum Name {
    Doc(String),
    Error,
    Test,
    Other,
}

fn named(attribute: &TokenStream) -> Name {
    let mut tokens = attribute.clone().into_iter();
    match tokens.next().map(|first| first.to_string()).as_deref() {
        Some("doc") => match tokens.nth(1) {
            Some(TokenTree::Literal(line)) => {
                Name::Doc(text(&line).unwrap_or_default().trim().to_owned())
            }
            _ => Name::Other,
        },
        Some("error") => Name::Error,
        Some("cfg") => match tokens.next() {
            Some(TokenTree::Group(what)) if what.stream().to_string() == "test" => Name::Test,
            _ => Name::Other,
        },
        _ => Name::Other,
    }
}

/// The place after the item that begins here: after its braces or its semicolon.
fn after_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_sign(token, ';'),
    };
    let rest = tokens.get(from..).unwrap_or_default();
    from + rest.iter().position(ends).map_or(rest.len(), |end| end + 1)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == sign)
}

/// The text of a literal, where it is a text.
fn text(literal: &Literal) -> Option<String> {
    let token = TokenTree::from(literal.clone());
    let text: LitStr = syn::parse2(token.into()).ok()?;
    Some(text.value())
}

/// The tokens between commas, in the notation of sources.
fn split(tokens: &TokenStream) -> Vec<String> {
    let mut parts = vec![String::new()];
    for token in tokens.clone() {
        match (is_sign(&token, ','), parts.last_mut()) {
            (true, _) => parts.push(String::new()),
            (false, Some(part)) => {
                if !part.is_empty() {
                    part.push(' ');
                }
                part.push_str(&token.to_string());
            }
            (false, None) => {}
        }
    }
    let tidy = |part: String| {
        let mut part = part;
        for (wide, narrow) in [
            (" . ", "."),
            (" :: ", "::"),
            (" : : ", "::"),
            (" (", "("),
            ("( ", "("),
            (" )", ")"),
            (" ,", ","),
            ("& ", "&"),
            (" [", "["),
            (" ?", "?"),
            ("* ", "*"),
            ("! ", "!"),
        ] {
            part = part.replace(wide, narrow);
        }
        part
    };
    let parts: Vec<String> = parts.into_iter().map(tidy).collect();
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// The texts that no table contains.
#[must_use]
pub fn outside<'l>(loose: &'l [Loose], tables: &BTreeSet<String>) -> Vec<&'l Loose> {
    loose
        .iter()
        .filter(|one| !tables.contains(&one.text))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn sentences_are_found_within_macros_and_errors_and_not_within_tests() {
        let source = source(
            "lib.rs",
            r#"
            /// How long they wait.
            fn waiting() { vec![say!("{} of {all}", share(1, 2), all = 3)] }
            #[derive(Debug, thiserror::Error)]
            enum Error { #[error("{}", say!("no {name}"))] Missing, #[error("too many workers")] Many }
            #[parameter(title = "Two words")]
            #[cfg(test)]
            mod tests { fn f() { "left out" } }
            "#,
        )
        .unwrap();
        let first = &source.messages[0];
        assert_eq!(first.english, "{} of {all}");
        assert_eq!(
            first.help,
            ["How long they wait.", "{0}: share(1, 2)", "{all}: 3"]
        );
        assert_eq!(source.messages[1].english, "no {name}");
        let loose: Vec<_> = source.loose.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(loose, ["too many workers"]);
        assert_eq!(
            outside(&source.loose, &["too many workers".to_owned()].into()),
            [&source.loose[0]; 0]
        );
    }
}
