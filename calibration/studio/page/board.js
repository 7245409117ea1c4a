// A board beside the picture: every cell with its label, in the colour of its kind; reachable by keyboard.

import { hue } from "./paint.js";

const MANY = 1600;
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class BoardView {
  /** `told`: choose(cell), type(cell, character); without them the board is only shown. */
  constructor(root, told = null) {
    this.root = root;
    this.told = told;
    this.cells = [];
    this.chosen = null;
    this.shape = "";
    if (!told) return;
    root.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) told.choose(cell.dataset.cell.split(",").map(Number), true);
    });
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** `rows`: arrays of {label, kind, unsure, marked, other}; what is not given is not shown. */
  show(rows, name = "Board") {
    if (!rows.length) {
      this.shape = "";
      this.cells = [];
      this.root.replaceChildren();
      return;
    }
    const shape = `${rows.length}x${rows[0].length}`;
    if (rows.length * rows[0].length > MANY) {
      this.shape = "";
      const text = document.createElement("pre");
      text.textContent = rows.map((row) => row.map((cell) => cell.label).join("")).join("\n");
      this.root.replaceChildren(text);
      this.cells = [];
      return;
    }
    if (shape !== this.shape) this.build(rows, name);
    this.shape = shape;
    rows.forEach((row, r) => row.forEach((cell, c) => this.fill(this.cells[r][c], cell, r, c)));
    this.choose(this.chosen && this.cells[this.chosen[0]]?.[this.chosen[1]] ? this.chosen : null);
  }

  build(rows, name) {
    const grid = document.createElement("div");
    grid.className = "grid";
    grid.setAttribute("role", this.told ? "grid" : "table");
    grid.setAttribute("aria-label", `${name}, ${rows.length} rows, ${rows[0].length} columns`);
    grid.style.setProperty("--columns", rows[0].length);
    grid.style.setProperty("--rows", rows.length);
    this.cells = rows.map((row, r) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      const cells = row.map((_, c) => {
        const cell = document.createElement("span");
        cell.setAttribute("role", this.told ? "gridcell" : "cell");
        if (this.told) cell.tabIndex = r + c === 0 ? 0 : -1;
        cell.dataset.cell = `${r},${c}`;
        return cell;
      });
      line.append(...cells);
      grid.append(line);
      return cells;
    });
    this.root.replaceChildren(grid);
  }

  fill(element, cell, row, column) {
    const empty = cell.label === ".";
    const kind = empty ? "empty" : cell.unsure ? "unsure" : "kind";
    const state = `${cell.label}|${kind}|${cell.kind}|${cell.marked}|${cell.other}`;
    if (element.dataset.state === state) return;
    element.dataset.state = state;
    element.className = `${kind}${cell.marked ? " marked" : ""}${cell.other ? " other" : ""}`;
    element.textContent = empty ? "·" : cell.label;
    element.style.setProperty("--hue", kind === "kind" ? hue(cell.kind) : 0);
    const holds = empty ? "empty" : cell.unsure ? "could not be told" : cell.name ? `${cell.label}, ${cell.name}` : cell.label;
    element.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}: ${holds}${cell.marked ? ", highlighted" : ""}`);
  }

  choose(cell, focus = false) {
    const old = this.chosen && this.cells[this.chosen[0]]?.[this.chosen[1]];
    if (old) {
      old.classList.remove("chosen");
      old.removeAttribute("aria-selected");
      old.tabIndex = -1;
    }
    this.chosen = cell;
    const now = cell && this.cells[cell[0]]?.[cell[1]];
    if (!now) {
      if (this.told && this.cells[0]) this.cells[0][0].tabIndex = 0;
      return;
    }
    if (this.cells[0][0] !== now) this.cells[0][0].tabIndex = -1;
    now.classList.add("chosen");
    now.setAttribute("aria-selected", "true");
    now.tabIndex = 0;
    if (focus) now.focus({ preventScroll: true });
  }

  key(event) {
    const at = event.target.dataset?.cell?.split(",").map(Number);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    if (STEPS[event.key]) {
      const [row, column] = [at[0] + STEPS[event.key][0], at[1] + STEPS[event.key][1]];
      if (this.cells[row]?.[column]) this.told.choose([row, column], true);
    } else if (event.key === "Delete" || event.key === "Backspace") this.told.type(at, ".");
    else if (event.key === "Enter") this.told.choose(at, true);
    else if (event.key.length === 1 && event.key !== " ") this.told.type(at, event.key);
    else return;
    event.preventDefault();
  }
}

/** The rows of a shot for `show`. */
export function rowsOf(shot, kinds) {
  const marked = new Set(shot.marked.map(String));
  return shot.kind.map((row, r) => row.map((kind, c) => ({
    label: kind === -1 ? "." : kind === -2 ? "?" : kinds[kind].label,
    name: kind >= 0 ? kinds[kind].name : "",
    kind, unsure: kind === -2, marked: marked.has(`${r},${c}`),
  })));
}

/** The rows of a board of text; `beside` is another board, whose cells are compared. */
export function rowsOfText(board, beside = null) {
  return board.map((line, r) => [...line].map((label, c) => ({
    label, name: "", kind: label.codePointAt(0), unsure: label === "?", marked: false,
    other: Boolean(beside) && [...(beside[r] || "")][c] !== label,
  })));
}
