//! The settings of the author of an embedding page, in the query of the address.

use std::rc::Rc;

use laboratory::Picture;
use parameters::Parameter;
use session::outcome::Outcome;

use super::limits::Free;

/// The language of the page's words, the only one so far.
const ENGLISH: &str = "en";
/// The first part of the name of a single chart.
const CHART: &str = "chart:";

/// A part of the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// One headline, one control, one picture.
    Slide,
    /// The outcome, and its reason.
    Headline,
    /// The figures of merit.
    Figures,
    /// The schedule, or the compared schedules.
    Gantt,
    /// The same work in several schedules, and the reason why one is ahead.
    Worlds,
    /// The parameters that a reader may change.
    Controls,
    /// The claims of a document, beside the results.
    Claims,
    /// All charts.
    Charts,
    /// The chart with this key.
    Chart(String),
    /// All tables.
    Tables,
}

impl Part {
    /// The parts of a figure whose author picks none: the same work without and with, where there are two ways, and the
    /// schedule, or the charts.
    pub(super) fn usual(picture: Picture, result: Option<&Outcome>) -> Vec<Self> {
        let worlds = result.is_some_and(|it| it.report.worlds.is_some());
        let mut parts = vec![Self::Headline, Self::Controls];
        parts.extend(worlds.then_some(Self::Worlds));
        parts.push(Self::Figures);
        parts.push(match picture {
            // Some topics have no schedule.
            Picture::Schedule if result.is_none_or(|it| it.schedule.is_some()) => Self::Gantt,
            Picture::Schedule | Picture::Charts => Self::Charts,
        });
        parts
    }

    /// Its name, as [`Options::read`] reads it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Slide => "slide".into(),
            Self::Headline => "headline".into(),
            Self::Figures => "figures".into(),
            Self::Gantt => "gantt".into(),
            Self::Worlds => "worlds".into(),
            Self::Controls => "controls".into(),
            Self::Claims => "claims".into(),
            Self::Charts => "charts".into(),
            Self::Chart(key) => format!("{CHART}{key}"),
            Self::Tables => "tables".into(),
        }
    }

    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "slide" => Self::Slide,
            "headline" => Self::Headline,
            "figures" => Self::Figures,
            "gantt" => Self::Gantt,
            "worlds" => Self::Worlds,
            "controls" => Self::Controls,
            "claims" => Self::Claims,
            "charts" => Self::Charts,
            "tables" => Self::Tables,
            name => Self::Chart(
                name.strip_prefix(CHART)
                    .filter(|key| !key.is_empty())?
                    .into(),
            ),
        })
    }
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The parts in their order; nothing where the laboratory decides.
    pub(super) show: Option<Vec<Part>>,
    /// The parameters that a reader may change, in their order.
    pub(super) parameters: Vec<Free>,
    /// The first run waits for a click.
    pub(super) click: bool,
    /// The schedule has no buttons: none to play, zoom, measure or save it.
    pub(super) plain: bool,
    /// The name of the colours, as the styles know them.
    pub(super) theme: &'static str,
    /// The language of the document, for its attribute.
    pub(super) language: String,
    /// The invalid settings, in words.
    pub(super) problems: Vec<String>,
}

impl Options {
    /// Reads the query; `get` returns the value of a name.
    pub(super) fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let mut problems = Vec::new();
        let show = get("show").and_then(|text| {
            let parts: Vec<_> = words(&text).filter_map(|word| {
                let part = Part::of(word);
                if part.is_none() {
                    problems.push(format!(
                        "show has “{}”; allowed: slide, headline, figures, worlds, gantt, controls, claims, charts, chart:KEY, tables", short(word)
                    ));
                }
                part
            }).collect();
            (!parts.is_empty()).then_some(parts)
        });
        let mut one_of = |name: &str, allowed: &[&'static str]| -> &'static str {
            let first = allowed.first().copied().unwrap_or_default();
            let Some(text) = get(name).filter(|text| !text.is_empty()) else {
                return first;
            };
            allowed
                .iter()
                .copied()
                .find(|one| *one == text)
                .unwrap_or_else(|| {
                    problems.push(format!(
                        "{name} is “{}”; allowed: {}",
                        short(&text),
                        allowed.join(", ")
                    ));
                    first
                })
        };
        let theme = match one_of("theme", &["auto", "light", "dark", "contrast"]) {
            "auto" => "system",
            theme => theme,
        };
        let click = one_of("run", &["auto", "click"]) == "click";
        let plain = one_of("tools", &["all", "none"]) == "none";
        let parameters = get("params").map(|text| Free::read(&text));
        Self {
            show,
            parameters: parameters.unwrap_or_default(),
            click,
            plain,
            theme,
            language: language(&get("lang").unwrap_or_default()),
            problems,
        }
    }

    /// The same options with other parts, and other parameters that a reader may change; omitted settings stay.
    ///
    /// # Errors
    /// The invalid settings, in words.
    pub(super) fn showing(&self, show: Option<&str>, params: Option<&str>) -> Result<Self, String> {
        let asked = Self::read(|name| match name {
            "show" => show.map(str::to_owned),
            "params" => params.map(str::to_owned),
            _ => None,
        });
        if !asked.problems.is_empty() {
            return Err(asked.problems.join("; "));
        }
        let mut next = self.clone();
        if show.is_some() {
            next.show = asked.show;
        }
        if params.is_some() {
            next.parameters = asked.parameters;
        }
        Ok(next)
    }

    /// The parameters that a reader may change, and the invalid settings among them, in words.
    pub(super) fn chosen(&self, all: &[Rc<Parameter>]) -> (Vec<Rc<Parameter>>, Vec<String>) {
        let (mut chosen, mut problems) = (Vec::<Rc<Parameter>>::new(), Vec::new());
        let mut unknown = Vec::new();
        for free in &self.parameters {
            match all.iter().find(|parameter| parameter.name == free.name) {
                Some(parameter) if chosen.iter().all(|there| there.name != free.name) => {
                    let offered = free.offered(parameter).unwrap_or_else(|problem| {
                        problems.push(problem);
                        **parameter
                    });
                    chosen.push(Rc::new(Parameter {
                        // Authors who name a parameter want it seen at this place.
                        rare: false,
                        group: "Parameters",
                        ..offered
                    }))
                }
                Some(_) => {}
                None => unknown.push(short(&free.name)),
            }
        }
        if !unknown.is_empty() {
            let there: Vec<_> = all.iter().map(|one| one.name).collect();
            problems.push(format!(
                "params has {}; allowed: {}",
                unknown.join(", "),
                there.join(", ")
            ));
        }
        (chosen, problems)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
}

/// The beginning of a text, to be quoted.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A regional kind of English where the tag asks for one; English otherwise, because the words are English.
fn language(tag: &str) -> String {
    let mut parts = tag.split('-');
    let english = parts
        .next()
        .is_some_and(|first| first.eq_ignore_ascii_case(ENGLISH));
    let regular = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if english && parts.all(regular) && tag.len() <= 35 {
        tag.to_owned()
    } else {
        ENGLISH.to_owned()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn a_host_shows_other_parts_and_what_it_does_not_name_stays() {
        let options = read(&[("show", "gantt"), ("params", "copies"), ("theme", "dark")]);
        let parts = options.showing(Some("worlds"), None).unwrap();
        assert_eq!(parts.show, Some(vec![Part::Worlds]));
        assert_eq!(
            (&parts.parameters, parts.theme),
            (&options.parameters, "dark")
        );
        let free = options.showing(None, Some("")).unwrap();
        assert_eq!((&free.show, free.parameters.len()), (&options.show, 0));
        let usual = options.showing(Some(""), None).unwrap();
        assert_eq!(usual.show, None);
        assert!(
            options
                .showing(Some("everything"), None)
                .unwrap_err()
                .contains("everything")
        );
    }

    fn read(pairs: &[(&str, &str)]) -> Options {
        Options::read(|name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn without_a_word_the_laboratory_decides_and_all_is_locked() {
        let options = read(&[]);
        assert_eq!((options.show, options.parameters.len()), (None, 0));
        assert_eq!(
            (options.click, options.theme, options.language.as_str()),
            (false, "system", "en")
        );
        assert_eq!(options.problems.len(), 0);
    }

    #[test]
    fn an_author_can_leave_out_the_buttons_of_the_schedule() {
        assert!(!read(&[]).plain);
        assert!(read(&[("tools", "none")]).plain);
        let wrong = read(&[("tools", "some")]);
        assert_eq!(wrong.problems, ["tools is “some”; allowed: all, none"]);
    }

    #[test]
    fn parts_come_in_the_order_in_which_they_are_named() {
        let options = read(&[("show", "gantt, chart:totals,headline")]);
        let parts = [Part::Gantt, Part::Chart("totals".into()), Part::Headline];
        assert_eq!(options.show.unwrap(), parts);
    }

    #[test]
    fn what_is_usual_can_be_asked_for() {
        for picture in [Picture::Schedule, Picture::Charts] {
            let usual = Part::usual(picture, None);
            let names: Vec<_> = usual.iter().map(Part::name).collect();
            assert_eq!(read(&[("show", &names.join(","))]).show.unwrap(), usual);
        }
    }

    #[test]
    fn what_is_not_there_is_named_and_the_rest_is_shown() {
        let options = read(&[
            ("show", "gnatt,figures,chart:"),
            ("run", "now"),
            ("theme", "dusk"),
        ]);
        assert_eq!(options.show.unwrap(), [Part::Figures]);
        assert_eq!((options.click, options.theme), (false, "system"));
        assert_eq!(options.problems.len(), 4);
        assert!(options.problems.iter().any(|text| text.contains("gnatt")));
        assert!(
            options
                .problems
                .contains(&"theme is “dusk”; allowed: auto, light, dark, contrast".to_owned())
        );
    }

    #[test]
    fn the_language_is_that_of_the_words() {
        for (asked, is) in [
            ("en-GB", "en-GB"),
            ("EN", "EN"),
            ("de", "en"),
            ("english", "en"),
            ("en-\"><b>", "en"),
            ("en-", "en"),
        ] {
            assert_eq!(read(&[("lang", asked)]).language, is, "{asked}");
        }
    }

    #[test]
    fn parameters_come_as_named_once() {
        let scenario = playground::presets::first()
            .scenario()
            .with("copies", "4")
            .unwrap();
        let all: Vec<_> = scenario.parameters().into_iter().map(Rc::new).collect();
        let options = read(&[("params", "seed,copies,seed,nonesuch")]);
        let (chosen, problems) = options.chosen(&all);
        let names: Vec<_> = chosen.iter().map(|one| one.name).collect();
        assert_eq!(names, ["seed", "copies"]);
        assert_eq!(problems.len(), 1);
        assert!(
            problems
                .iter()
                .all(|text| text.starts_with("params has nonesuch; allowed: "))
        );
        assert!(
            chosen
                .iter()
                .all(|one| !one.rare && one.group == "Parameters")
        );
    }

    #[test]
    fn the_guide_has_every_parameter_of_the_query() {
        let asked = std::cell::RefCell::new(vec!["embed".to_owned()]);
        Options::read(|name| {
            asked.borrow_mut().push(name.to_owned());
            None
        });
        let text = include_str!("../../../docs/embedding.md");
        let table = text
            .split_once("| parameter | values | without it |")
            .unwrap()
            .1;
        let mut listed: Vec<_> = table
            .lines()
            .skip(2)
            .take_while(|row| row.starts_with('|'))
            .filter_map(|row| row.split('`').nth(1))
            .collect();
        let mut asked = asked.into_inner();
        listed.sort_unstable();
        asked.sort_unstable();
        assert_eq!(listed, asked);
    }
}
