// The same schedules drawn by others, as one would at first. These functions run in the page.

/** vis-timeline: an item a span, a group a lane, no stacking. */
export function visTimeline([json, offsets, start, end, phase]) {
  const header = JSON.parse(json);
  const groups = header.lanes.map((content, id) => ({ id, content }));
  const items = [];
  for (let lane = 0; lane < groups.length; lane++) {
    for (let row = offsets[lane]; row < offsets[lane + 1]; row++) {
      items.push({ id: row, group: lane, start: start[row], end: end[row], content: "", className: `phase${phase[row]}` });
    }
  }
  const place = document.getElementById("app");
  const options = { stack: false, height: 540, start: 0, end: header.makespan, zoomKey: "ctrlKey", showCurrentTime: false };
  new globalThis.vis.Timeline(place, new globalThis.vis.DataSet(items), new globalThis.vis.DataSet(groups), options);
}

/** A rectangle a span; the group around them is moved and scaled. */
export function plainSvg([json, offsets, start, end, phase]) {
  const { lanes, makespan } = JSON.parse(json);
  const colours = ["#2f7fc1", "#d9571b", "#e8a013", "#e9edf2", "#129173"];
  const [width, pitch] = [1400, 12];
  const rectangles = [];
  for (let lane = 0; lane < lanes.length; lane++) {
    for (let row = offsets[lane]; row < offsets[lane + 1]; row++) {
      rectangles.push(
        `<rect x="${start[row]}" y="${lane * pitch}" width="${end[row] - start[row]}" height="10" fill="${colours[phase[row]]}"/>`,
      );
    }
  }
  const place = document.getElementById("app");
  place.innerHTML = `<svg width="${width}" height="540"><g>${rectangles.join("")}</g></svg>`;
  const [svg, group] = [place.firstChild, place.firstChild.firstChild];
  let [from, length, held] = [0, makespan, null];
  const draw = () => {
    group.setAttribute("transform", `scale(${width / length} 1) translate(${-from} 0)`);
  };
  draw();
  svg.addEventListener("pointerdown", (event) => (held = event.clientX));
  addEventListener("pointerup", () => (held = null));
  svg.addEventListener("pointermove", (event) => {
    if (held === null) return;
    from -= ((event.clientX - held) / width) * length;
    held = event.clientX;
    draw();
  });
  const zoom = (event) => {
    event.preventDefault();
    const at = from + (event.offsetX / width) * length;
    const factor = event.deltaY > 0 ? 1.25 : 0.8;
    [from, length] = [at - (at - from) * factor, length * factor];
    draw();
  };
  svg.addEventListener("wheel", zoom, { passive: false });
}
