// Where the words of arrows stand: beside their own line, off other lines, places and words.

/** The size of a letter, and the height of words, px. */
const LETTER = 6.6;
const HIGH = 13;
/** How far words stay from other words, so that each is read with its own line, px. */
const APART = 10;
/** How far words stand from the line, px, the nearest first. */
const CLEAR = [3, 9, 16];
/** Where along a curve they may stand, the best first, and how many points of a curve are looked at. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
const POINTS = 24;
/** How much worse it is to cover words or a place than a point of a line, and how many turns are tried. */
const WORSE = 100;
const TURNS = 12;

/** The point of a curve at a share of the way. */
const at = ({ start, bend, end }, t) => [0, 1].map((i) => (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * bend[i] + t ** 2 * end[i]);

const pointsOf = (curve) => Array.from({ length: POINTS + 1 }, (_, i) => at(curve, i / POINTS));

/** A box around a centre: left, top, right, bottom. */
export const box = ([x, y], wide, high) => [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const holds = ([left, top, right, bottom], [x, y], room) => x > left - room && x < right + room && y > top - room && y < bottom + room;

/** The places along a curve, on both of its sides, as the centres of words with this size. */
function* candidates(curve, wide) {
  for (const clear of CLEAR) {
    for (const t of ALONG) {
      const [x, y] = at(curve, t);
      const [fx, fy] = at(curve, t - 0.01);
      const length = Math.hypot(x - fx, y - fy) || 1;
      for (const side of [1, -1]) {
        const [nx, ny] = [(side * (y - fy)) / length, (-side * (x - fx)) / length];
        // So far that no corner of them touches the line.
        const far = curve.wide / 2 + clear + (Math.abs(nx) * wide + Math.abs(ny) * HIGH) / 2;
        yield [x + nx * far, y + ny * far];
      }
    }
  }
}

/** Of several boxes the first that covers least of curves and of what stands there. */
export function freest(boxes, curves, taken) {
  const covers = boxes.map((own) => {
    const crossed = curves.reduce((sum, curve) => sum + pointsOf(curve).filter((point) => holds(own, point, curve.wide / 2)).length, 0);
    return taken.filter((other) => overlap(own, other)).length * WORSE + crossed;
  });
  return covers.indexOf(Math.min(...covers));
}

/** The centre of each curve's words, or null where it has none: of all curves in turn as the first, the turn that covers least. */
export function labelled(curves, taken) {
  const lines = curves.map((curve) => ({ room: curve.wide / 2, points: pointsOf(curve) }));
  let best = { covers: Infinity };
  for (let turn = 0; turn < Math.max(1, Math.min(curves.length, TURNS)) && best.covers > 0; turn++) {
    const one = placed(curves, lines, taken, turn);
    if (one.covers < best.covers) best = one;
  }
  return best.centres;
}

/** The words of all curves, each where it covers least of what stands there by then. */
function placed(curves, lines, taken, turn) {
  const [words, centres] = [[], curves.map(() => null)];
  let sum = 0;
  for (let step = 0; step < curves.length; step++) {
    const place = (turn + step) % curves.length;
    const curve = curves[place];
    if (!curve.label) continue;
    const wide = curve.label.length * LETTER;
    let best = { covers: Infinity };
    for (const centre of candidates(curve, wide)) {
      const own = box(centre, wide, HIGH);
      const around = box(centre, wide + 2 * APART, HIGH + 2 * APART);
      const covered = (taken.filter((other) => overlap(own, other)).length + words.filter((other) => overlap(around, other)).length) * WORSE;
      const crossed = lines.reduce((sum, { room, points }) => sum + points.filter((point) => holds(own, point, room)).length, 0);
      if (covered + crossed < best.covers) best = { covers: covered + crossed, centre, own };
      if (best.covers === 0) break;
    }
    words.push(best.own);
    centres[place] = best.centre;
    sum += best.covers;
  }
  return { covers: sum, centres };
}
