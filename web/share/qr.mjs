// A text as a QR code, as a standalone SVG.
import { correction, generate } from "lean-qr";

/** The edge that readers need around the code, in its squares. */
const MARGIN = 4;

/** The code, or null where the text is too long for one. */
export function qr(text) {
  let code;
  try {
    // The lowest level of correction makes the largest squares: on a screen nothing is stained.
    code = generate(text, { minCorrectionLevel: correction.L });
  } catch {
    return null;
  }
  const size = code.size + 2 * MARGIN;
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let end = x;
      while (code.get(end + 1, y)) end++;
      path += `M${x + MARGIN} ${y + MARGIN}h${end - x + 1}v1h-${end - x + 1}z`;
      x = end;
    }
  }
  // Black on white in every theme: many readers know nothing else.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
