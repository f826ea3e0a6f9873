// The positions of the words of arrows: beside their own line, off other lines, places and words.

/** The size of a letter, and the height of words, px. */
const LETTER = 6.6;
const HIGH = 13;
/** The distance of words from other words, so that each is read with its own line, px. */
const APART = 10;
/** The distances of words from the line, px, the nearest first. */
const CLEAR = [3, 9, 16];
/** The places of words along a curve, the best first, and the number of points of a curve that are looked at. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
const POINTS = 24;
/** The cost of covering words or a place, in points of a line, and the greatest number of turns. */
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
        // So far that no corner of the words touches the line.
        const far = curve.wide / 2 + clear + (Math.abs(nx) * wide + Math.abs(ny) * HIGH) / 2;
        yield [x + nx * far, y + ny * far];
      }
    }
  }
}

/** The index of the first box that covers least of curves and of taken places. */
export function freest(boxes, curves, taken) {
  const covers = boxes.map((own) => {
    const crossed = curves.reduce((sum, curve) => sum + pointsOf(curve).filter((point) => holds(own, point, curve.wide / 2)).length, 0);
    return taken.filter((other) => overlap(own, other)).length * WORSE + crossed;
  });
  return covers.indexOf(Math.min(...covers));
}

/** The centre of each curve's words, or null where it has none. Each curve is first in one turn; the turn that covers least counts. */
export function labelled(curves, taken) {
  const lines = curves.map((curve) => ({ room: curve.wide / 2, points: pointsOf(curve) }));
  let best = { covers: Infinity };
  for (let turn = 0; turn < Math.max(1, Math.min(curves.length, TURNS)) && best.covers > 0; turn++) {
    const one = placed(curves, lines, taken, turn);
    if (one.covers < best.covers) best = one;
  }
  return best.centres;
}

/** Places the words of all curves in turn, each where it covers least of lines, places and earlier words. */
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
