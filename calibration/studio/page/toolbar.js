// The tools over the picture: undo, layout or recording, zoom, where the pointer is; and the keys that do the same.

import { cellAt } from "./geometry.js";

const $ = (id) => document.getElementById(id);
const WRITING = "input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select";
const STEPS = { undo: ["Undo", "Ctrl+Z"], redo: ["Redo", "Ctrl+Shift+Z"] };

export class Toolbar {
  /** `told`: back("undo" or "redo"), turn("desk" or "film"), key(event) for what else keys may do: true where it did. */
  constructor(stage, told) {
    this.told = told;
    for (const way of Object.keys(STEPS)) $(way).addEventListener("click", () => this.back(way));
    for (const to of ["desk", "film"]) $(`mode-${to}`).addEventListener("click", () => told.turn(to));
    $("zoom-in").addEventListener("click", () => stage.zoom(1.25));
    $("zoom-out").addEventListener("click", () => stage.zoom(0.8));
    $("zoom-fit").addEventListener("click", () => stage.fit());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** What can be undone and done again, by what the server calls it. */
  steps(state) {
    for (const [way, [name, keys]] of Object.entries(STEPS)) {
      $(way).disabled = state[way] === null;
      $(way).title = state[way] === null ? `${name} (${keys})` : `${name} ${state[way]} (${keys})`;
    }
  }

  back(way) {
    if (!$(way).disabled) this.told.back(way);
  }

  key(event) {
    const writing = event.target.closest?.(WRITING), name = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !writing && (name === "z" || name === "y")) {
      event.preventDefault();
      this.back(name === "y" || event.shiftKey ? "redo" : "undo");
    } else if (!writing && event.target.id !== "film-slider" && this.told.key(event)) event.preventDefault();
  }

  zoomed(scale) {
    $("zoom-level").textContent = `${Math.round(scale * 100)}%`;
  }

  /** Where the pointer is, in pixels of the picture, and on which cell. */
  where(point, grid) {
    const at = point && grid && cellAt(grid, point);
    const cell = at ? `  ·  row ${at[0] + 1}, column ${at[1] + 1}` : "";
    $("where").textContent = point ? `${Math.round(point.x)}, ${Math.round(point.y)}${cell}` : "";
  }
}
