// The pane of the grid: rows and columns, the part that the arrow keys move, lines added and taken, exact places.

import { lined, PART_NAMES, parted, PARTS, same } from "./geometry.js";

const $ = (id) => document.getElementById(id);
const NUMBERS = { "grid-x": "x", "grid-y": "y", "pitch-x": "pitch_x", "pitch-y": "pitch_y" };
const FIRST_SIZE = { rows: 8, columns: 8 };
const LEAST = 2;
const MOST_LINES = 200;
const SIDES = [["n", "top"], ["w", "left"], ["e", "right"], ["s", "bottom"]];

export class GridPane {
  /** `told`: send({grid, stroke}), change(path, value), say(text, bad). */
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    this.buildPad();
    this.buildLines();
    for (const id of ["rows", "columns", ...Object.keys(NUMBERS)]) $(id).addEventListener("change", () => this.typed(id));
    $("look-size").addEventListener("click", () => told.change("look", this.size()));
    $("draw-grid").addEventListener("click", () => this.draw(stage.drawing !== "grid"));
    $("reader").addEventListener("change", () => told.change("reader", { reader: $("reader").value }));
  }

  /** How many rows and columns a grid that is drawn gets. */
  size() {
    return { rows: Number($("rows").value) || FIRST_SIZE.rows, columns: Number($("columns").value) || FIRST_SIZE.columns };
  }

  /** Show a grid in the fields, except in the one that is being typed in. */
  show(grid) {
    const put = (id, value) => { if (document.activeElement !== $(id)) $(id).value = value; };
    put("columns", grid.columns);
    put("rows", grid.rows);
    for (const [id, key] of Object.entries(NUMBERS)) put(id, Number(grid[key].toFixed(2)));
  }

  enable(there) {
    for (const id of ["look-size", "reader"]) $(id).disabled = !there;
    for (const button of $("lines").querySelectorAll("button")) button.disabled = !there;
  }

  /** Which part of the grid the arrow keys move. */
  part(part) {
    $("pad").querySelector(`[value="${part}"]`).checked = true;
    $("part-title").textContent = `Arrow keys move ${PART_NAMES[part]}`;
  }

  /** Whether the next drag draws a new grid. */
  draw(on) {
    if (on || this.stage.drawing === "grid") this.stage.drawing = on ? "grid" : null;
    $("draw-grid").setAttribute("aria-pressed", String(on));
    this.stage.top.style.cursor = this.stage.drawing ? "crosshair" : "default";
  }

  set(grid, stroke = crypto.randomUUID()) {
    if (!grid || same(grid, this.stage.scene.grid)) return;
    this.stage.set({ grid });
    this.show(grid);
    this.told.send({ grid, stroke });
  }

  typed(id) {
    const { grid } = this.stage.scene;
    if (!grid) return;
    const rows = $("rows").valueAsNumber, columns = $("columns").valueAsNumber;
    const fits = (count) => count >= 1 && count <= MOST_LINES;
    if (!fits(rows) || !fits(columns)) {
      this.told.say(`A board has 1 to ${MOST_LINES} rows and columns.`, true);
      return;
    }
    const value = $(id).valueAsNumber;
    const next = !NUMBERS[id] ? parted(grid, Math.round(rows), Math.round(columns))
      : Number.isFinite(value) ? { ...grid, [NUMBERS[id]]: value } : grid;
    if (next.pitch_x < LEAST || next.pitch_y < LEAST) {
      this.told.say("Cells are at least two pixels wide and high.", true);
      return;
    }
    this.set(next);
  }

  buildPad() {
    for (const part of PARTS) {
      const label = document.createElement("label");
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "part";
      radio.value = part;
      radio.setAttribute("aria-label", PART_NAMES[part]);
      radio.addEventListener("change", () => {
        this.stage.set({ part });
        this.part(part);
      });
      const dot = document.createElement("span");
      dot.className = part;
      label.append(radio, dot);
      label.title = PART_NAMES[part];
      $("pad").append(label);
    }
    this.part(this.stage.scene.part);
  }

  buildLines() {
    for (const [side, name] of SIDES) {
      const line = document.createElement("div");
      line.className = side;
      for (const [more, sign, verb] of [[-1, "−", "Take the line at the"], [1, "+", "Add a line at the"]]) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = sign;
        button.title = `${verb} ${name}`;
        button.setAttribute("aria-label", button.title);
        button.addEventListener("click", () => this.stage.scene.grid && this.set(lined(this.stage.scene.grid, side, more)));
        line.append(button);
      }
      $("lines").append(line);
    }
  }
}
