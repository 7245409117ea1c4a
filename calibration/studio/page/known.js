// What a known layout reads beside the board, such as clues: a list for each block, doubtful lines marked. A line that
// is pointed at lights up in the picture.

import { cellsOf } from "./geometry.js";
import { paragraph, quoted } from "./say.js";

const $ = (id) => document.getElementById(id);
const TITLES = { rows: "Rows", cols: "Columns" };

export class KnownView {
  /** `told`: lit(cells), change(path, value). */
  constructor(told) {
    this.told = told;
    this.known = null;
    for (const name of ["pointerover", "focusin"]) $("known-blocks").addEventListener(name, (event) => this.point(event));
    for (const name of ["pointerleave", "focusout"]) $("known-blocks").addEventListener(name, () => told.lit([]));
    $("known-other").addEventListener("click", () => told.change("look"));
  }

  /** `known` as the server tells it; null where nothing is read in this way. What is being typed is left alone. */
  show(known, typing) {
    this.known = known;
    this.teaching(!known);
    for (const id of ["known", "known-blocks"]) $(id).hidden = !known;
    if (!known) {
      $("known-blocks").replaceChildren();
      return;
    }
    $("known-layout").textContent = known.layout;
    $("known-how").textContent = known.why ? "reads this picture, but what is yellow below is in doubt: put it right as text." : "reads this picture.";
    $("known-title").textContent = known.title;
    $("known-command").textContent = `banmen play --window ${quoted(known.window || "TITLE")}`;
    $("known-notes").replaceChildren(...known.notes.map(paragraph));
    const { grid, doubtful } = known, many = doubtful.length;
    const doubts = many ? `, ${many} line${many > 1 ? "s" : ""} in doubt` : "";
    $("reading-size").textContent = `${grid.columns} × ${grid.rows}${doubts}`;
    if (!typing) {
      $("board-text").rows = 16;
      $("board-text").value = known.text;
    }
    const beside = Object.entries(known.blocks).filter(([name]) => name !== "board" && name !== "marked");
    $("known-blocks").replaceChildren(...beside.map(([name, lines]) => this.block(name, lines)));
  }

  /** The tabs by which a layout is made are there where there is something to be taught; else what can be done with
   * the board comes first. */
  teaching(on) {
    const panel = $("desk-panel"), part = $("reading").parentElement;
    if ($("tab-grid").hidden === on) on ? panel.querySelector(".tabs").before(part) : panel.append(part);
    $("show-labels").parentElement.hidden = !on;
    for (const name of ["grid", "kinds", "around", "hands", "save"]) $(`tab-${name}`).hidden = !on;
    $("board-title").textContent = on ? "The whole board, a character for each cell" : "The whole position, block by block";
    for (const id of ["board-hint", "known-other-line"]) $(id).hidden = on === (id === "known-other-line");
    if (document.querySelector('[role=tab][aria-selected=true]').hidden) $("tab-solve").click();
  }

  block(name, lines) {
    const part = document.createElement("div");
    const title = document.createElement("h3");
    title.textContent = TITLES[name] || name;
    title.id = `known-${name}`;
    const list = document.createElement("ol");
    list.className = "clues";
    list.setAttribute("aria-labelledby", title.id);
    list.append(...lines.map((text, number) => this.line(name, text, number)));
    part.append(title, list);
    return part;
  }

  line(name, text, number) {
    const line = document.createElement("li");
    line.dataset.block = name;
    line.dataset.number = number;
    line.textContent = text;
    if (!this.known.doubtful.some(([block, row]) => block === name && row === number)) return line;
    const guess = this.known.guesses.find((one) => one.block === name && one.row === number);
    const others = (guess?.texts || []).slice(1, 4);
    line.className = "doubted";
    line.tabIndex = 0;
    line.title = others.length ? `In doubt: it may be ${others.join(" or ")}` : "In doubt";
    if (others.length) {
      const more = document.createElement("small");
      more.textContent = ` or ${others.join(" or ")}?`;
      line.append(more);
    }
    return line;
  }

  point(event) {
    const line = event.target.closest("[data-block]");
    if (line && this.known) this.told.lit(cellsOf(this.known.grid, line.dataset.block, Number(line.dataset.number)));
  }

  /** The whole position with these cells of the board changed: {cell, label}. */
  withCells(changes) {
    const board = this.known.blocks.board.map((line) => [...line]);
    for (const { cell, label } of changes) board[cell[0]][cell[1]] = label;
    const blocks = { ...this.known.blocks, board: board.map((line) => line.join("")) };
    return Object.entries(blocks).map(([name, lines]) => [`${name}:`, ...lines].join("\n")).join("\n");
  }

  /** The board for the reading, with the cells that are in doubt. */
  rows() {
    const unsure = new Set(this.known.unsure.map(String));
    return (this.known.blocks.board || []).map((line, r) => [...line].map((label, c) => ({
      label, name: "", kind: label.codePointAt(0), unsure: label === "?" || unsure.has(`${r},${c}`), marked: false,
    })));
  }
}
