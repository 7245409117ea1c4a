// Pointing at cells as `banmen hint --out` does: the line to look at in yellow, what a step argues from in blue frames,
// and what is written: squares, crosses, and red frames where something must be wiped.

import { toStage } from "./geometry.js";

const LINE = "rgba(255, 225, 90, .42)";
const BECAUSE = "#148cdc";
const NEW = "#1ea03c";
const WRONG = "#e12929";
const DARK = "#181818";

/** The cells to look at, under the lines of the grid. `lit` and `unsure` are lists of [row, column]. */
export function paintLit(context, grid, { lit = [], unsure = [] }, view) {
  for (const [cells, colour] of [[lit, LINE], [unsure, "rgba(251, 191, 36, .45)"]]) {
    context.fillStyle = colour;
    for (const cell of cells) {
      const { x, y, w, h } = boxAt(grid, view, cell);
      context.fillRect(x, y, w, h);
    }
  }
}

/** What is argued from and what is written, over the lines of the grid. `marks`: {cell, label, colour}. */
export function paintPointing(context, grid, { because = [], marks = [] }, view) {
  for (const cell of because) frame(context, boxAt(grid, view, cell), BECAUSE);
  for (const { cell, label, colour } of marks) {
    const box = boxAt(grid, view, cell);
    if (label === "" || label === ".") frame(context, box, label ? WRONG : NEW);
    else if (label === "x") cross(context, box);
    else square(context, box, colour);
  }
}

function boxAt(grid, view, [row, column]) {
  const at = toStage(view, { x: grid.x + column * grid.pitch_x, y: grid.y + row * grid.pitch_y });
  return { x: at.x, y: at.y, w: grid.pitch_x * view.scale, h: grid.pitch_y * view.scale };
}

function frame(context, { x, y, w, h }, colour) {
  const thick = Math.max(2, Math.min(w, h) / 10), inset = thick + 0.5;
  for (const [width, style] of [[thick + 1.5, DARK], [thick, colour]]) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.strokeRect(x + inset, y + inset, w - 2 * inset, h - 2 * inset);
  }
}

function cross(context, { x, y, w, h }) {
  const path = new Path2D(), thick = Math.max(1.5, Math.min(w, h) / 9);
  path.moveTo(x + w * 0.32, y + h * 0.32);
  path.lineTo(x + w * 0.68, y + h * 0.68);
  path.moveTo(x + w * 0.32, y + h * 0.68);
  path.lineTo(x + w * 0.68, y + h * 0.32);
  for (const [width, style] of [[thick + 1.5, DARK], [thick, NEW]]) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.stroke(path);
  }
}

function square(context, { x, y, w, h }, colour) {
  const [left, top, wide, high] = [x + w * 0.2, y + h * 0.2, w * 0.6, h * 0.6];
  context.fillStyle = DARK;
  context.fillRect(left - 1, top - 1, wide + 2, high + 2);
  context.fillStyle = colour;
  context.fillRect(left, top, wide, high);
}
