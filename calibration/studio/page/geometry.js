// Grids and views as values: what a drag, a nudge, a zoom makes of them. No page and no canvas here.

export const PARTS = ["nw", "n", "ne", "w", "all", "e", "sw", "s", "se"];
export const PART_NAMES = {
  nw: "top left corner", n: "top edge", ne: "top right corner", w: "left edge", all: "the whole grid",
  e: "right edge", sw: "bottom left corner", s: "bottom edge", se: "bottom right corner",
};
const LEAST = 2;
const CROWDED = 48;

export function boxOf(grid) {
  return { x: grid.x, y: grid.y, w: grid.pitch_x * grid.columns, h: grid.pitch_y * grid.rows };
}

/** The parts that have a handle: where a grid is shown so small that they would hide it, two corners are enough. */
export function partsOf(grid, view) {
  const box = boxOf(grid);
  return Math.min(box.w, box.h) * view.scale < CROWDED ? PARTS.filter((part) => part === "nw" || part === "se") : PARTS;
}

/** Where the handle of a part lies, in pixels of the picture. */
export function handle(grid, part) {
  const box = boxOf(grid);
  const x = part.includes("w") ? 0 : part.includes("e") ? 1 : 0.5;
  const y = part === "all" ? 0.5 : part.includes("n") ? 0 : part.includes("s") ? 1 : 0.5;
  return { x: box.x + x * box.w, y: box.y + y * box.h };
}

/** The grid after one of its parts was moved; `square` keeps the proportions of the cells. */
export function moved(grid, part, dx, dy, square = false) {
  if (part === "all") return { ...grid, x: grid.x + dx, y: grid.y + dy };
  const west = part.includes("w"), east = part.includes("e"), north = part.includes("n"), south = part.includes("s");
  let pitchX = grid.pitch_x + ((east ? dx : 0) - (west ? dx : 0)) / grid.columns;
  let pitchY = grid.pitch_y + ((south ? dy : 0) - (north ? dy : 0)) / grid.rows;
  if (square) {
    const grown = (west || east) ? pitchX / grid.pitch_x : pitchY / grid.pitch_y;
    pitchX = grid.pitch_x * grown;
    pitchY = grid.pitch_y * grown;
  }
  pitchX = Math.max(LEAST, pitchX);
  pitchY = Math.max(LEAST, pitchY);
  return {
    ...grid, pitch_x: pitchX, pitch_y: pitchY,
    x: west ? grid.x + (grid.pitch_x - pitchX) * grid.columns : grid.x,
    y: north ? grid.y + (grid.pitch_y - pitchY) * grid.rows : grid.y,
  };
}

/** The same rectangle, parted into other numbers of rows and columns. */
export function parted(grid, rows, columns) {
  const box = boxOf(grid);
  return { ...grid, rows, columns, pitch_x: box.w / columns, pitch_y: box.h / rows };
}

/** One row or column more or less on a side; cells keep their size. */
export function lined(grid, side, more) {
  const next = { ...grid };
  if (side === "n" || side === "s") next.rows += more;
  else next.columns += more;
  if (side === "n") next.y -= more * grid.pitch_y;
  if (side === "w") next.x -= more * grid.pitch_x;
  return next.rows < 1 || next.columns < 1 || next.rows > 200 || next.columns > 200 ? grid : next;
}

/** A grid drawn from one corner to the other. */
export function drawn(from, to, rows, columns) {
  const x = Math.min(from.x, to.x), y = Math.min(from.y, to.y);
  return {
    x, y, rows, columns,
    pitch_x: Math.max(LEAST, Math.abs(to.x - from.x) / columns),
    pitch_y: Math.max(LEAST, Math.abs(to.y - from.y) / rows),
  };
}

/** The cell [row, column] at a point of the picture, or null. */
export function cellAt(grid, point) {
  const row = Math.floor((point.y - grid.y) / grid.pitch_y), column = Math.floor((point.x - grid.x) / grid.pitch_x);
  return row >= 0 && row < grid.rows && column >= 0 && column < grid.columns ? [row, column] : null;
}

/** The cells of a row or a column; of anything else none. */
export function cellsOf(grid, block, number) {
  if (block === "rows") return Array.from({ length: grid.columns }, (_, column) => [number, column]);
  return block === "cols" ? Array.from({ length: grid.rows }, (_, row) => [row, number]) : [];
}

export function same(a, b) {
  return Boolean(a && b) && ["x", "y", "pitch_x", "pitch_y", "rows", "columns"].every((key) => a[key] === b[key]);
}

/** A view shows point p of the picture at p * scale + (x, y) of the stage, in CSS pixels. */
export const toStage = (view, p) => ({ x: p.x * view.scale + view.x, y: p.y * view.scale + view.y });
export const toPicture = (view, p) => ({ x: (p.x - view.x) / view.scale, y: (p.y - view.y) / view.scale });

/** The view that shows all of a picture, with room for the handles and, below, for the bar. */
export function fitted(size, stage) {
  const edge = stage.w < 600 ? 16 : 28, bar = 56;
  const room = { w: Math.max(40, stage.w - 2 * edge), h: Math.max(40, stage.h - edge - bar) };
  const scale = Math.min(room.w / size.w, room.h / size.h, 4);
  return { scale, x: (stage.w - size.w * scale) / 2, y: edge + (room.h - size.h * scale) / 2 };
}

/** The view with another scale; the point `at` of the stage stays where it is. */
export function zoomed(view, factor, at) {
  const scale = Math.min(48, Math.max(0.03, view.scale * factor));
  const grown = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

/** The view with some of the picture still on the stage. */
export function kept(view, size, stage) {
  const edge = 60;
  return {
    scale: view.scale,
    x: Math.min(stage.w - edge, Math.max(edge - size.w * view.scale, view.x)),
    y: Math.min(stage.h - edge, Math.max(edge - size.h * view.scale, view.y)),
  };
}
