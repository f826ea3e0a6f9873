//! The availability of one computer from its mean times.

use recovery_model::availability::Availability;
use report::chart::{Axis, Series};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Layout, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::cluster::refused;

/// The classes of the thesis's table: their availability in per cent, hours a year and minutes a month as printed.
const CLASSES: [(u32, &str, &str, &str); 5] = [
    (2, "99", "87.60", "438"),
    (3, "99.9", "8.76", "43.8"),
    (4, "99.99", "0.88", "4.38"),
    (5, "99.999", "0.9", "0.44"),
    (6, "99.9999", "0.1", "0.04"),
];

/// The availability for the given times.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    availability: Availability,
    /// The availability for shorter and longer repairs.
    repairs: Vec<(f64, Availability)>,
}

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    let of = |to_repair: f64| {
        Availability::new(parameters.between_failures, to_repair).map_err(refused("to_repair"))
    };
    // Two decades on each side.
    let repairs = (-10..=10).map(|step| {
        let to_repair = parameters.to_repair * decade(2 * step);
        Ok((to_repair, of(to_repair)?))
    });
    Ok(Findings {
        parameters,
        availability: of(parameters.to_repair)?,
        repairs: repairs.collect::<Result<_, laboratory::Error>>()?,
    })
}

/// 10^(step/10).
fn decade(step: i32) -> f64 {
    /// 10^0.1.
    const TENTH: f64 = 1.258_925_411_794_167_2;
    let size = (0..step.abs()).fold(1.0, |value, _| value * TENTH);
    match step < 0 {
        true => 1.0 / size,
        false => size,
    }
}

/// A computed time, in the unit that suits it.
fn hours(value: f64) -> String {
    report::words::milliseconds(3_600_000.0 * value)
}

/// A time of a field, with the digits and in the unit of the field.
fn typed(hours: f64) -> String {
    let text = hours.to_string();
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    format!("{}\u{a0}h", fixed(hours, decimals))
}

/// The number of nines with which a share in per cent begins; of 100 % as many as there can be.
fn nines(percent: &str) -> usize {
    let digits = percent.chars().filter(char::is_ascii_digit);
    match percent.chars().take_while(char::is_ascii_digit).count() {
        // Less than 10 %: a leading 9 stands in the second place of the share, or further on.
        0 | 1 => 0,
        2 => digits.take_while(|digit| *digit == '9').count(),
        _ => usize::MAX,
    }
}

/// The availability in per cent, with enough digits not to be rounded to that of a higher class.
fn percent(availability: Availability) -> String {
    /// The decimals after which a double of this size ends.
    const MOST: usize = 14;
    let class = availability.class() as usize;
    let text = |decimals| report::words::percent(availability.up(), decimals);
    let mut texts = (class.clamp(1, 9)..MOST).map(text);
    let found = texts.find(|text| nines(text) <= class);
    found.unwrap_or_else(|| text(MOST))
}

/// The figure of the availability. Where its three digits would be those of a higher class, more of them stand beside it.
fn figure(availability: Availability) -> Figure {
    let figure = Figure::share("availability", word!("Availability"), availability.up());
    match nines(&figure.text()) > availability.class() as usize {
        true => figure.beside(say!("more exactly {}", percent(availability))),
        false => figure,
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let a = self.availability;
        Report {
            layout: Layout::charts(&["downtime"]),
            headline: say!(
                "A computer is up {} of the time: it is down {} a year",
                percent(a),
                hours(a.hours_a_year())
            ),
            why: say!(
                "It runs {} between two failures and takes {} to repair, on average. That is {}.",
                typed(self.parameters.between_failures),
                typed(self.parameters.to_repair),
                match a.class() {
                    0 => word!("availability class 0: not one nine").to_owned(),
                    1 => word!("availability class 1: one nine").to_owned(),
                    class => say!("availability class {class}: {class} nines"),
                }
            ),
            figures: vec![
                figure(a),
                Figure::time("year", word!("Down in a year"), 3_600_000.0 * a.hours_a_year()),
                Figure::time("month", word!("Down in a month"), 60_000.0 * a.minutes_a_month()),
                Figure::count("class", word!("Class"), a.class().into()),
                Figure::number("reliability", word!("Reliability 1/(1 − A)"), a.reliability()),
            ],
            charts: vec![self.downtime()],
            tables: vec![self.classes()],
            notes: vec![
                word!("A year has 8760 hours, a month 730. This is one computer: the thesis gives no rule for a cluster. “Random crashes and repairs” simulates one.").to_owned(),
                word!("The thesis prints these availabilities a row too low: it has 99.9 % beside 87.6 hours a year, which belong to 99 %. For classes 5 and 6 it prints about ten times as many hours as computed.").to_owned(),
            ],
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![Sample::new(
            "down",
            word!("Share of time down"),
            Unit::Share,
            vec![self.availability.down()],
        )]
    }
}

impl Findings<'_> {
    fn downtime(&self) -> Chart {
        let points = self.repairs.iter().map(|(to_repair, availability)| {
            (
                3_600_000.0 * to_repair,
                3_600_000.0 * availability.hours_a_year(),
            )
        });
        let here = (
            3_600_000.0 * self.parameters.to_repair,
            3_600_000.0 * self.availability.hours_a_year(),
        );
        Chart::new(
            "downtime",
            word!("How much downtime do shorter repairs save?"),
            Axis::time(word!("mean time to repair")).logarithmic(),
            Axis::time(word!("down in a year")).logarithmic(),
            vec![
                Series::curve(word!("downtime"), points, true),
                Series::dots(word!("here"), [here], false),
            ],
        )
    }

    fn classes(&self) -> Table {
        let rows = CLASSES.iter().map(|(class, percent, year, month)| {
            // F = 10^-class.
            let down = (0..*class).fold(1.0, |value, _| value / 10.0);
            [
                Cell::whole(*class as usize),
                Cell::words(format!("{percent}\u{a0}%")),
                Cell::words(*year),
                Cell::Number(8_760.0 * down),
                Cell::words(*month),
                Cell::Number(43_800.0 * down),
            ]
        });
        Table::new(
            "classes",
            word!("Classes of availability"),
            [
                word!("Class"),
                word!("Availability"),
                word!("Hours a year, printed"),
                word!("Hours a year, computed"),
                word!("Minutes a month, printed"),
                word!("Minutes a month, computed"),
            ],
            rows,
        )
    }
}
