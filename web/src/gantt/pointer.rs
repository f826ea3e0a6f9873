//! The gestures of pointers: press, drag, pinch and click, from the raw events. Places are in pixels.

/// The greatest distance that a pressed pointer may move and still click.
const STRAY: f64 = 4.0;

/// The action of a movement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Move {
    /// Nothing is pressed: point at the span at this place.
    Hover,
    /// Pressed, but not moved far enough.
    Nothing,
    /// Move the picture to the right by so much.
    Drag(f64),
    /// Make the visible time `factor` times as long around `x`, then move the picture by `drag`.
    Pinch { x: f64, factor: f64, drag: f64 },
}

#[derive(Clone, Copy, Debug)]
struct Pointer {
    id: i32,
    x: f64,
    y: f64,
}

/// The pointers that are pressed: none, one that may drag, or two that pinch. A third is ignored.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    first: Option<Pointer>,
    second: Option<Pointer>,
    strayed: bool,
}

impl Pointers {
    pub(super) fn press(&mut self, id: i32, x: f64, y: f64) {
        let pointer = Some(Pointer { id, x, y });
        if self.first.is_none() {
            (self.first, self.strayed) = (pointer, false);
        } else if self.second.is_none() {
            (self.second, self.strayed) = (pointer, true);
        }
    }

    pub(super) fn moved(&mut self, id: i32, x: f64, y: f64) -> Move {
        match (&mut self.first, &mut self.second) {
            (None, _) => Move::Hover,
            (Some(only), None) if only.id == id => {
                let by = x - only.x;
                self.strayed |= by.abs() > STRAY || (y - only.y).abs() > STRAY;
                if !self.strayed {
                    return Move::Nothing;
                }
                only.x = x;
                Move::Drag(by)
            }
            (Some(first), Some(second)) if first.id == id || second.id == id => {
                let spread = |a: &Pointer, b: &Pointer| {
                    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
                        .sqrt()
                        .max(8.0)
                };
                let middle = |a: &Pointer, b: &Pointer| (a.x + b.x) / 2.0;
                let (before, at) = (spread(first, second), middle(first, second));
                let moved = if first.id == id {
                    &mut *first
                } else {
                    &mut *second
                };
                (moved.x, moved.y) = (x, y);
                Move::Pinch {
                    x: at,
                    factor: before / spread(first, second),
                    drag: middle(first, second) - at,
                }
            }
            _ => Move::Nothing,
        }
    }

    /// Whether this was a click.
    pub(super) fn release(&mut self, id: i32) -> bool {
        let known = |pointer: &Option<Pointer>| pointer.is_some_and(|pointer| pointer.id == id);
        if known(&self.second) {
            self.second = None;
            false
        } else if known(&self.first) {
            self.first = self.second.take();
            self.first.is_none() && !self.strayed
        } else {
            false
        }
    }

    /// Forgets the pointers, because the browser has taken over to scroll.
    pub(super) fn cancel(&mut self) {
        *self = Pointers::default();
    }

    /// Whether a pointer drags or pinches.
    pub(super) fn busy(&self) -> bool {
        self.first.is_some() && self.strayed
    }
}

/// The factor of the visible time for a turn of the wheel, in pixels. Turning back undoes it.
pub(super) fn wheel_factor(pixels: f64) -> f64 {
    let turn = pixels.clamp(-240.0, 240.0) * 0.0025;
    if turn >= 0.0 {
        1.0 + turn
    } else {
        1.0 / (1.0 - turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_hardly_moves_is_a_click() {
        let mut pointers = Pointers::default();
        pointers.press(1, 10.0, 10.0);
        assert_eq!(pointers.moved(1, 12.0, 11.0), Move::Nothing);
        assert!(pointers.release(1));
        assert_eq!(pointers.moved(1, 13.0, 11.0), Move::Hover);
    }

    #[test]
    fn a_drag_moves_by_what_the_pointer_moved_and_is_no_click() {
        let mut pointers = Pointers::default();
        pointers.press(1, 10.0, 10.0);
        assert_eq!(pointers.moved(1, 30.0, 10.0), Move::Drag(20.0));
        assert_eq!(pointers.moved(1, 29.0, 10.0), Move::Drag(-1.0));
        assert!(!pointers.release(1));
    }

    #[test]
    fn two_pointers_pinch_around_their_middle() {
        let mut pointers = Pointers::default();
        pointers.press(1, 100.0, 0.0);
        pointers.press(2, 200.0, 0.0);
        assert_eq!(
            pointers.moved(2, 300.0, 0.0),
            Move::Pinch {
                x: 150.0,
                factor: 0.5,
                drag: 50.0
            }
        );
        assert!(!pointers.release(1));
        assert_eq!(pointers.moved(2, 310.0, 0.0), Move::Drag(10.0));
        assert!(!pointers.release(2));
    }

    #[test]
    fn turning_the_wheel_back_undoes_the_turn() {
        assert!((wheel_factor(100.0) * wheel_factor(-100.0) - 1.0).abs() < 1e-12);
        assert!(wheel_factor(-1e9) > 0.5);
    }
}
