// Painting: the picture, and what lies over it: the grid, the kinds, the plan, what the hand did.

import { boxOf, handle, partsOf, toStage } from "./geometry.js";
import { paintLit, paintPointing } from "./pointing.js";

const DARK = "rgba(10, 14, 18, .62)";
const LINE = "#5eead4";
const DOUBT = "#fbbf24";
const AREA = "#f0abfc";
const FEW = 12;
const FAINT = 0.4;

/** The hue of a kind: neighbours in number are far apart. */
export const hue = (kind) => Math.round((kind * 137.508 + 160) % 360);

/** Smaller copies of a large picture, so that showing all of a 4K screenshot costs no more than a small one. */
export async function pyramid(bitmap) {
  const levels = [bitmap];
  let last = bitmap;
  while (last.width > 1400) {
    last = await createImageBitmap(last, {
      resizeWidth: Math.ceil(last.width / 2), resizeHeight: Math.ceil(last.height / 2), resizeQuality: "medium",
    });
    levels.push(last);
  }
  return levels;
}

export function paintPicture(context, levels, view, ratio) {
  const { canvas } = context;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (!levels) return;
  const full = levels[0];
  const level = levels.findLast((one) => one.width >= full.width * view.scale * ratio) || full;
  const share = full.width / level.width;
  context.imageSmoothingEnabled = view.scale * ratio < 3;
  context.imageSmoothingQuality = "low";
  // Only the part that can be seen.
  const left = Math.max(0, -view.x / view.scale), top = Math.max(0, -view.y / view.scale);
  const right = Math.min(full.width, (canvas.width / ratio - view.x) / view.scale);
  const bottom = Math.min(full.height, (canvas.height / ratio - view.y) / view.scale);
  if (right <= left || bottom <= top) return;
  context.drawImage(
    level, left / share, top / share, (right - left) / share, (bottom - top) / share,
    (left * view.scale + view.x) * ratio, (top * view.scale + view.y) * ratio,
    (right - left) * view.scale * ratio, (bottom - top) * view.scale * ratio,
  );
}

/** Everything over the picture. `scene`: grid, shot, kinds, labels, part, chosen {cell, kind}, lines, hands, areas, area, pointing. */
export function paintOverlay(context, scene, view, ratio) {
  const { canvas } = context;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { grid } = scene;
  if (grid) {
    const fit = scene.shot && scene.shot.kind.length === grid.rows && scene.shot.kind[0].length === grid.columns;
    if (fit) paintCells(context, scene, view);
    if (scene.pointing) paintLit(context, grid, scene.pointing, view);
    paintGrid(context, grid, view, LINE, scene.pointing ? FAINT : 1);
    if (scene.pointing) paintPointing(context, grid, scene.pointing, view);
    if (fit) paintMarks(context, scene, view);
    if (scene.lines) paintLines(context, scene, view);
    if (scene.chosen.cell) paintChosen(context, scene, view);
  }
  for (const area of scene.areas) paintArea(context, area, view);
  if (scene.area) paintGrid(context, scene.area, view, AREA);
  if (scene.handles && (scene.area || grid)) paintHandles(context, scene.area || grid, scene, view);
  if (scene.hands) paintHands(context, scene.hands, view);
}

function cellBox(grid, view, row, column) {
  const at = toStage(view, { x: grid.x + column * grid.pitch_x, y: grid.y + row * grid.pitch_y });
  return { x: at.x, y: at.y, w: grid.pitch_x * view.scale, h: grid.pitch_y * view.scale };
}

/** The rows and columns that can be seen. */
function span(context, grid, view, ratio) {
  const width = context.canvas.width / ratio, height = context.canvas.height / ratio;
  const first = (start, pitch) => Math.max(0, Math.floor(-start / pitch));
  const last = (start, pitch, room, count) => Math.min(count - 1, Math.floor((room - start) / pitch));
  const at = toStage(view, grid), w = grid.pitch_x * view.scale, h = grid.pitch_y * view.scale;
  return { top: first(at.y, h), bottom: last(at.y, h, height, grid.rows), left: first(at.x, w), right: last(at.x, w, width, grid.columns) };
}

function paintCells(context, scene, view) {
  const { grid, shot, kinds, chosen } = scene;
  const ratio = context.getTransform().a;
  const seen = span(context, grid, view, ratio);
  const side = Math.min(grid.pitch_x, grid.pitch_y) * view.scale;
  const letters = scene.labels && side >= 20;
  const size = Math.max(9, Math.min(17, side * 0.3));
  context.font = `600 ${size}px ui-monospace, monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = seen.top; row <= seen.bottom; row++) {
    for (let column = seen.left; column <= seen.right; column++) {
      const kind = shot.kind[row][column];
      const box = cellBox(grid, view, row, column);
      const aside = chosen.kind !== null && kind !== chosen.kind;
      if (aside) {
        context.fillStyle = "rgba(12, 16, 20, .58)";
        context.fillRect(box.x, box.y, box.w, box.h);
        continue;
      }
      if (kind === -2) {
        context.fillStyle = "rgba(251, 191, 36, .34)";
        context.fillRect(box.x, box.y, box.w, box.h);
      }
      if (chosen.kind !== null) {
        context.strokeStyle = "#fff";
        context.lineWidth = 2;
        context.strokeRect(box.x + 1.5, box.y + 1.5, box.w - 3, box.h - 3);
      }
      if (!letters || kind === -1) continue;
      badge(context, box, kind === -2 ? "?" : kinds[kind].label, kind === -2 ? DOUBT : `hsl(${hue(kind)} 72% 72%)`, size);
    }
  }
}

/** A label in the lower left of its cell, where it hides least of the face. */
function badge(context, box, text, colour, size) {
  const w = size * 1.15, h = size * 1.2;
  context.fillStyle = "rgba(12, 16, 20, .8)";
  context.beginPath();
  context.roundRect(box.x + 1.5, box.y + box.h - h - 1.5, w, h, size * 0.28);
  context.fill();
  context.fillStyle = colour;
  context.fillText(text, box.x + 1.5 + w / 2, box.y + box.h - 1.5 - h / 2 + size * 0.06);
}

function paintGrid(context, grid, view, line = LINE, inside = 1) {
  const box = boxOf(grid), from = toStage(view, box);
  const w = box.w * view.scale, h = box.h * view.scale;
  const inner = new Path2D();
  if (Math.min(grid.pitch_x, grid.pitch_y) * view.scale >= 4) {
    for (let column = 1; column < grid.columns; column++) {
      const x = from.x + column * grid.pitch_x * view.scale;
      inner.moveTo(x, from.y);
      inner.lineTo(x, from.y + h);
    }
    for (let row = 1; row < grid.rows; row++) {
      const y = from.y + row * grid.pitch_y * view.scale;
      inner.moveTo(from.x, y);
      inner.lineTo(from.x + w, y);
    }
  }
  const stroke = (path, width, style) => {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.stroke(path);
  };
  const outer = new Path2D();
  outer.rect(from.x, from.y, w, h);
  context.globalAlpha = inside;
  stroke(inner, 2.5, "rgba(10, 14, 18, .38)");
  stroke(inner, 1, line);
  context.globalAlpha = 1;
  stroke(outer, 4, DARK);
  stroke(outer, 2, line);
}

/** A region that is read, or the mark of a screen, with its name over it. */
function paintArea(context, { grid, name, mark }, view) {
  const box = boxOf(grid), at = toStage(view, box);
  const w = box.w * view.scale, h = box.h * view.scale;
  context.setLineDash(mark ? [6, 4] : []);
  for (const [width, style] of [[4, DARK], [2, AREA]]) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.strokeRect(at.x, at.y, w, h);
  }
  context.setLineDash([]);
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  const wide = context.measureText(name).width + 10, y = at.y > 22 ? at.y - 19 : at.y + h + 2;
  context.fillStyle = "rgba(12, 16, 20, .8)";
  context.beginPath();
  context.roundRect(at.x, y, wide, 17, 4);
  context.fill();
  context.fillStyle = AREA;
  context.fillText(name, at.x + 5, y + 9);
}

/** Cells that the game shows as picked or highlighted get a second frame. */
function paintMarks(context, { grid, shot }, view) {
  context.setLineDash([4, 3]);
  context.lineWidth = 2;
  context.strokeStyle = "#f472b6";
  for (const [row, column] of shot.marked) {
    const box = cellBox(grid, view, row, column);
    context.strokeRect(box.x + 3, box.y + 3, box.w - 6, box.h - 6);
  }
  context.setLineDash([]);
}

function paintChosen(context, { grid, chosen }, view) {
  const [row, column] = chosen.cell;
  const box = cellBox(grid, view, row, column);
  for (const [width, style] of [[5, DARK], [2.5, "#fff"]]) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.strokeRect(box.x, box.y, box.w, box.h);
  }
}

function paintHandles(context, grid, { part, coarse }, view) {
  for (const name of partsOf(grid, view)) {
    const at = toStage(view, handle(grid, name));
    const mine = name === part;
    const size = (coarse ? 9 : 6.5) + (mine ? 1.5 : 0);
    context.beginPath();
    if (name === "all") context.arc(at.x, at.y, size + 2, 0, 7);
    else context.roundRect(at.x - size, at.y - size, 2 * size, 2 * size, name.length === 2 ? 3 : size);
    context.fillStyle = mine ? "#fbbf24" : "#ffffff";
    context.globalAlpha = name === "all" && !mine ? 0.55 : 1;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = "#0f4f4a";
    context.stroke();
    context.globalAlpha = 1;
  }
}

/** The moves of a plan as numbered lines, warm to cold; the newest ones strong. */
function paintLines(context, { grid, lines }, view) {
  const side = Math.min(grid.pitch_x, grid.pitch_y) * view.scale;
  const centre = ([row, column]) => toStage(view, { x: grid.x + (column + 0.5) * grid.pitch_x, y: grid.y + (row + 0.5) * grid.pitch_y });
  const strongFrom = lines.length - FEW;
  context.lineCap = context.lineJoin = "round";
  lines.forEach((line, number) => {
    if (!line.cells.length) return;
    const strong = number >= strongFrom;
    const aside = ((number * 3) % 5 - 2) * side / 24;
    const path = new Path2D();
    line.cells.map(centre).forEach((p, at) => (at ? path.lineTo(p.x + aside, p.y + aside) : path.moveTo(p.x + aside, p.y + aside)));
    const wide = Math.max(2, side / (strong ? 12 : 22));
    context.globalAlpha = strong ? 1 : 0.4;
    context.lineWidth = wide + Math.max(2, side / 18);
    context.strokeStyle = DARK;
    context.stroke(path);
    context.lineWidth = wide;
    context.strokeStyle = `hsl(${(number * 137.508 + 12) % 360} 90% 62%)`;
    context.stroke(path);
  });
  const radius = Math.max(7, Math.min(15, side * 0.23));
  context.font = `700 ${radius * 1.15}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  lines.forEach((line, number) => {
    const strong = number >= strongFrom;
    if (!line.cells.length || (!strong && side < 26)) return;
    context.globalAlpha = strong ? 1 : 0.55;
    const ends = line.cells.length > 1 ? [line.cells[0], line.cells.at(-1)] : [line.cells[0]];
    for (const cell of ends) {
      const box = cellBox(grid, view, ...cell);
      const x = box.x + box.w - radius, y = box.y + radius;
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fillStyle = `hsl(${(number * 137.508 + 12) % 360} 90% 62%)`;
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = "#15181c";
      context.stroke();
      context.fillStyle = "#15181c";
      context.fillText(String(line.number), x, y + 0.5);
    }
  });
  context.globalAlpha = 1;
}

/** Where the hand clicked. */
function paintHands(context, hands, view) {
  hands.forEach((hand, number) => {
    if (!hand.at) return;
    const at = toStage(view, { x: hand.at[0], y: hand.at[1] });
    for (const [width, style] of [[6, DARK], [3, "#f472b6"]]) {
      context.beginPath();
      context.arc(at.x, at.y, 9 + 3 * (number % 2), 0, 7);
      context.lineWidth = width;
      context.strokeStyle = style;
      context.stroke();
    }
  });
}
