//! The plane that steps are drawn on: dates to the right, factors upward.

use yew::prelude::*;

/// Its size, in units of the picture.
pub(super) const WIDTH: f64 = 320.0;
pub(super) const HEIGHT: f64 = 160.0;

const LEFT: f64 = 30.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 22.0;

/// The greatest distance of a pointer from its step.
pub(in crate::form) const NEAR: f64 = 16.0;

/// The least factor that can be drawn: at 0 nothing would ever end.
const LEAST: f64 = 0.05;

/// The axes from 0 to the last date and to the largest factor that can be drawn, and their resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    last: f64,
    most: f64,
    date_step: f64,
}

/// 1, 2 or 5 times a power of ten, at least `least`.
pub(in crate::form) fn round_up(least: f64) -> f64 {
    let mut unit = 1e-6;
    while unit < 1e12 {
        let found = [1.0, 2.0, 5.0].map(|factor| factor * unit);
        if let Some(round) = found.into_iter().find(|round| *round >= least) {
            return round;
        }
        unit *= 10.0;
    }
    least
}

impl Plane {
    /// The plane that shows all these steps, with room for one more.
    pub(super) fn around(steps: impl Iterator<Item = (f64, f64)>) -> Self {
        let (last, most) = steps
            .filter(|(date, factor)| date.is_finite() && factor.is_finite())
            .fold((0.0, 1.0), |(last, most): (f64, f64), (date, factor)| {
                (last.max(date), most.max(factor))
            });
        // Larger dates would make the marks of the axis infinite.
        let last = if last > 0.0 {
            (last * 1.25).min(1e300)
        } else {
            1000.0
        };
        let tick = round_up(last / 4.0);
        Self {
            last: (last / tick).ceil() * tick,
            most: most * 1.2,
            date_step: round_up(last / 200.0),
        }
    }

    /// The largest factor.
    pub(super) fn most(self) -> f64 {
        self.most
    }

    /// The place of a step.
    pub(super) fn place(self, (date, factor): (f64, f64)) -> (f64, f64) {
        (
            LEFT + date / self.last * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - factor / self.most * (HEIGHT - TOP - BOTTOM),
        )
    }

    /// The date and factor at a place, rounded to the plane's resolution.
    pub(super) fn value(self, (x, y): (f64, f64)) -> (f64, f64) {
        self.fine((
            (x - LEFT) / (WIDTH - LEFT - RIGHT) * self.last,
            (HEIGHT - BOTTOM - y) / (HEIGHT - TOP - BOTTOM) * self.most,
        ))
    }

    fn fine(self, (date, factor): (f64, f64)) -> (f64, f64) {
        // Dividing by a whole number leaves no trace of binary fractions.
        let part = (1.0 / self.date_step).round();
        let date = match part >= 1.0 {
            true => (date * part).round() / part,
            false => (date / self.date_step).round() * self.date_step,
        };
        (date, (factor / LEAST).round() / (1.0 / LEAST).round())
    }

    /// A step moved by so many units of the plane.
    pub(super) fn moved(self, (date, factor): (f64, f64), by: (f64, f64)) -> (f64, f64) {
        self.fine((date + by.0 * self.date_step, factor + by.1 * LEAST))
    }

    /// The nearest allowed step: between its neighbours, and not at 0.
    pub(super) fn between(
        self,
        steps: &[Option<(f64, f64)>],
        at: usize,
        (date, factor): (f64, f64),
        most: f64,
    ) -> (f64, f64) {
        let date_of = |at: usize| steps.get(at).copied().flatten().map(|(date, _)| date);
        let low = at.checked_sub(1).and_then(date_of);
        let low = low.map_or(0.0, |date| date + self.date_step);
        let high = date_of(at + 1).map_or(f64::MAX, |date| date - self.date_step);
        (date.min(high).max(low), factor.clamp(LEAST, most))
    }

    /// A step after one of these: half way to the next, or as far again as from the one before.
    pub(super) fn after(self, steps: &[Option<(f64, f64)>], at: Option<usize>) -> (f64, f64) {
        let step = |at: usize| steps.get(at).copied().flatten();
        let Some((date, factor)) = at.and_then(step) else {
            return self.fine((self.last / 4.0, 0.5));
        };
        let next = at.and_then(|at| step(at + 1));
        let before = at.and_then(|at| at.checked_sub(1)).and_then(step);
        let distance = match (next, before) {
            (Some((next, _)), _) => (next - date) / 2.0,
            (None, Some((before, _))) => date - before,
            (None, None) => self.last / 4.0,
        };
        let (date, _) = self.fine((date + distance.max(self.date_step), 0.0));
        (date, if factor == 1.0 { 0.5 } else { 1.0 })
    }

    /// The step at a place.
    pub(super) fn near(self, steps: &[Option<(f64, f64)>], (x, y): (f64, f64)) -> Option<usize> {
        let distance = |step: (f64, f64)| {
            let (left, top) = self.place(step);
            (left - x) * (left - x) + (top - y) * (top - y)
        };
        steps
            .iter()
            .enumerate()
            .filter_map(|(at, step)| Some((at, distance((*step)?))))
            .filter(|(_, distance)| *distance <= NEAR * NEAR)
            .min_by(|(_, one), (_, other)| one.total_cmp(other))
            .map(|(at, _)| at)
    }

    /// The axes with their numbers.
    pub(super) fn axes(self) -> Html {
        let (left, ground) = self.place((0.0, 0.0));
        let (_, one) = self.place((0.0, 1.0));
        let tick = round_up(self.last / 4.0);
        let dates = (0..)
            .map(|number| f64::from(number) * tick)
            .take_while(|date| *date <= self.last * 1.0001);
        let (right, _) = self.place((self.last, 0.0));
        html! {
            <g class="axes" aria-hidden="true">
                <line class="one" x1={left.to_string()} x2={right.to_string()} y1={one.to_string()} y2={one.to_string()} />
                <line x1={left.to_string()} x2={right.to_string()} y1={ground.to_string()} y2={ground.to_string()} />
                <text x={(left - 6.0).to_string()} y={(one + 4.0).to_string()} text-anchor="end">{ "1" }</text>
                <text x={(left - 6.0).to_string()} y={(ground + 4.0).to_string()} text-anchor="end">{ "0" }</text>
                { for dates.map(|date| {
                    let (x, y) = self.place((date, 0.0));
                    html! { <text x={x.to_string()} y={(y + 15.0).to_string()} text-anchor="middle">{ report::number::short(date) }</text> }
                }) }
            </g>
        }
    }

    /// The course of the factor.
    pub(super) fn course(self, steps: impl Iterator<Item = (f64, f64)>) -> Html {
        let (x, y) = self.place((0.0, 1.0));
        let mut path = format!("M{x:.1} {y:.1}");
        for step in steps {
            let (x, y) = self.place(step);
            path += &format!("H{x:.1}V{y:.1}");
        }
        let (end, _) = self.place((self.last, 0.0));
        html! { <path class="course" d={format!("{path}H{end:.1}")} /> }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_where_it_is_drawn_and_stays_between_its_neighbours() {
        let steps = [Some((300.0, 0.5)), Some((900.0, 1.0))];
        let plane = Plane::around(steps.into_iter().flatten());
        for (at, step) in steps.into_iter().flatten().enumerate() {
            let place = plane.place(step);
            assert_eq!(plane.near(&steps, place), Some(at));
            assert_eq!(plane.value(place), step);
        }
        let (date, factor) = plane.between(&steps, 0, (5000.0, -3.0), 1000.0);
        assert!(date < 900.0 && date > 300.0, "{date}");
        assert_eq!(factor, LEAST);
        assert_eq!(plane.between(&steps, 1, (0.0, 2.0), 1000.0).1, 2.0);
    }

    #[test]
    fn a_new_step_comes_after_the_one_that_it_is_added_to() {
        let steps = [Some((300.0, 0.5)), Some((900.0, 1.0))];
        let plane = Plane::around(steps.into_iter().flatten());
        assert_eq!(plane.after(&steps, Some(0)), (600.0, 1.0));
        assert_eq!(plane.after(&steps, Some(1)), (1500.0, 0.5));
        assert!(plane.after(&[], None).0 > 0.0);
    }
}
