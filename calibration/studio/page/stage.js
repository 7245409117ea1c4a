// The stage: a picture that can be zoomed and panned, and a grid over it whose handles can be dragged.

import { cellAt, drawn, fitted, handle, kept, moved, partsOf, toPicture, toStage, zoomed } from "./geometry.js";
import { paintOverlay, paintPicture, pyramid } from "./paint.js";

const KEYPAD = { 7: "nw", 8: "n", 9: "ne", 4: "w", 5: "all", 6: "e", 1: "sw", 2: "s", 3: "se" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PANS = { w: [0, 1], a: [1, 0], s: [0, -1], d: [-1, 0] };
const PAUSE = 900;

export class Stage {
  /** `told`: grid(grid, stroke, done), area(grid, stroke, done), cell(cell), part(part), hover(point), view(view). */
  constructor(root, told) {
    this.root = root;
    this.told = told;
    this.base = root.querySelector("#picture");
    this.top = root.querySelector("#overlay");
    this.contexts = [this.base.getContext("2d", { alpha: true }), this.top.getContext("2d")];
    this.scene = {
      grid: null, shot: null, kinds: [], labels: true, part: "se", handles: true, coarse: matchMedia("(pointer: coarse)").matches,
      chosen: { cell: null, kind: null }, lines: null, hands: null, area: null, areas: [], pointing: null,
    };
    this.view = { scale: 1, x: 0, y: 0 };
    this.size = null;
    this.levels = null;
    this.drawing = null;
    this.touched = false;
    this.pointers = new Map();
    this.grip = null;
    this.stroke = { name: "", part: "", at: 0 };
    this.dirty = { base: true, top: true };
    this.waiting = false;
    new ResizeObserver(() => this.resized()).observe(root);
    this.listen();
  }

  get room() {
    return { w: this.root.clientWidth, h: this.root.clientHeight };
  }

  /** What the handles move: an area beside the board while one is chosen, else the grid. */
  get held() {
    return this.scene.area || this.scene.grid;
  }

  put(grid, stroke, done, what = this.scene.area ? "area" : "grid") {
    this.scene[what] = grid;
    this.told[what](grid, stroke, done);
    this.redraw();
  }

  /** True while a handle is held. */
  get holding() {
    return this.grip !== null && this.grip.kind !== "pan";
  }

  async show(bitmap) {
    this.size = { w: bitmap.width, h: bitmap.height };
    this.levels = [bitmap];
    this.touched = false;
    this.fit();
    const levels = await pyramid(bitmap);
    if (this.levels && this.levels[0] === bitmap) {
      this.levels = levels;
      this.redraw(true);
    }
  }

  /** Another picture of the same size: the view stays. */
  swap(bitmap) {
    this.levels = [bitmap];
    this.redraw(true);
  }

  clear() {
    this.size = this.levels = null;
    this.redraw(true);
  }

  set(changes) {
    Object.assign(this.scene, changes);
    this.redraw();
  }

  fit() {
    if (this.size) this.look(fitted(this.size, this.room));
    this.touched = false;
  }

  zoom(factor, at = { x: this.room.w / 2, y: this.room.h / 2 }) {
    this.look(zoomed(this.view, factor, at));
  }

  pan(dx, dy) {
    this.look({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  look(view) {
    if (!this.size) return;
    this.touched = true;
    this.view = kept(view, this.size, this.room);
    this.told.view(this.view);
    this.redraw(true);
  }

  resized() {
    const ratio = devicePixelRatio || 1;
    for (const canvas of [this.base, this.top]) {
      canvas.width = Math.round(this.room.w * ratio);
      canvas.height = Math.round(this.room.h * ratio);
    }
    if (this.touched) this.look(this.view);
    else this.fit();
    this.redraw(true);
  }

  /** Paint once at the next frame, however often it is asked for. */
  redraw(base = false) {
    this.dirty.top = true;
    this.dirty.base ||= base;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.waiting = false;
    this.follow();
    const ratio = devicePixelRatio || 1;
    if (this.dirty.base) paintPicture(this.contexts[0], this.levels, this.view, ratio);
    if (this.dirty.top) paintOverlay(this.contexts[1], this.scene, this.view, ratio);
    this.dirty = { base: false, top: false };
  }

  /** Let what is held go where the pointer went since the last frame. */
  follow() {
    const { grip } = this;
    if (!grip || !grip.to) return;
    const to = grip.to;
    grip.to = null;
    if (grip.kind === "pan") {
      this.look({ ...grip.view, x: grip.view.x + to.x - grip.from.x, y: grip.view.y + to.y - grip.from.y });
    } else if (grip.kind === "pinch") {
      const view = zoomed(grip.view, to.spread / grip.spread, grip.from);
      this.look({ ...view, x: view.x + to.x - grip.from.x, y: view.y + to.y - grip.from.y });
    } else {
      const a = toPicture(this.view, grip.from), b = toPicture(this.view, to);
      this.dirty.top = true;
      this.put(
        grip.kind === "draw" ? drawn(a, b, grip.rows, grip.columns) : moved(grip.grid, grip.kind, b.x - a.x, b.y - a.y, to.square),
        grip.stroke, false, grip.what,
      );
    }
  }

  listen() {
    const { top } = this;
    top.addEventListener("pointerdown", (event) => this.down(event));
    top.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) top.addEventListener(name, (event) => this.up(event));
    top.addEventListener("pointerleave", () => this.told.hover(null));
    top.addEventListener("dblclick", () => { if (!this.holding) this.fit(); });
    top.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey) this.pan(-(event.deltaX || event.deltaY) * lines, 0);
      else this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.place(event));
    }, { passive: false });
    top.addEventListener("keydown", (event) => this.key(event));
  }

  place(event) {
    const box = this.top.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The part whose handle lies under a point; corners before edges, edges before the middle. */
  partAt(at, reach) {
    const grid = this.held;
    if (!grid || !this.scene.handles) return null;
    const order = [...partsOf(grid, this.view)].sort((a, b) => (b.length === 2) - (a.length === 2) || (a === "all") - (b === "all"));
    return order.find((part) => {
      const p = toStage(this.view, handle(grid, part));
      return Math.hypot(p.x - at.x, p.y - at.y) <= reach;
    }) || null;
  }

  down(event) {
    if (!this.size || (event.pointerType === "mouse" && event.button > 1)) return;
    this.top.focus({ preventScroll: true });
    this.top.setPointerCapture(event.pointerId);
    const at = this.place(event);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) {
      this.let(false);
      this.grip = { kind: "pinch", view: this.view, ...this.pinch(), to: null };
      return;
    }
    if (this.pointers.size > 2) return;
    const stroke = crypto.randomUUID();
    const part = event.button === 1 ? null : this.partAt(at, event.pointerType === "mouse" ? 12 : 24);
    if (this.drawing && event.button !== 1) {
      const { rows, columns } = this.told.size(this.drawing);
      this.grip = { kind: "draw", what: this.drawing, from: at, stroke, rows, columns, to: null };
    } else if (part) {
      this.set({ part });
      this.told.part(part);
      this.grip = { kind: part, what: this.scene.area ? "area" : "grid", from: at, grid: this.held, stroke, to: null };
    } else {
      this.grip = { kind: "pan", from: at, view: this.view, to: null };
    }
    this.grip.still = true;
    this.grip.before = this.scene[this.grip.what];
  }

  pinch() {
    const [a, b] = [...this.pointers.values()];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const spread = Math.max(8, Math.hypot(a.x - b.x, a.y - b.y));
    return { from: middle, spread, x: middle.x, y: middle.y };
  }

  move(event) {
    const at = this.place(event);
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, at);
    const { grip } = this;
    if (!grip) {
      this.hover(at, event.pointerType);
      return;
    }
    if (grip.kind === "pinch") {
      if (this.pointers.size === 2) grip.to = this.pinch();
    } else {
      if (grip.still && Math.hypot(at.x - grip.from.x, at.y - grip.from.y) < 4) return;
      grip.still = false;
      grip.to = { ...at, square: event.shiftKey };
    }
    this.redraw();
  }

  hover(at, type) {
    const part = this.drawing ? null : this.partAt(at, type === "mouse" ? 12 : 24);
    const across = { nw: "nwse-resize", se: "nwse-resize", ne: "nesw-resize", sw: "nesw-resize", n: "ns-resize", s: "ns-resize", w: "ew-resize", e: "ew-resize", all: "move" };
    this.top.style.cursor = this.drawing ? "crosshair" : part ? across[part] : "default";
    this.told.hover(this.size ? toPicture(this.view, at) : null);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    const { grip } = this;
    if (!grip) return;
    if (grip.kind === "pinch") {
      if (this.pointers.size === 0) this.grip = null;
      return;
    }
    if (event.type === "pointercancel") {
      this.let(false);
      return;
    }
    if (grip.still) {
      this.grip = null;
      if (grip.kind === "pan" && this.scene.grid) this.told.cell(cellAt(this.scene.grid, toPicture(this.view, grip.from)));
      return;
    }
    this.let(true);
  }

  /** Let go of what is held; where that was a grid, it stays (`keep`) or goes back. */
  let(keep) {
    const { grip } = this;
    if (grip && keep) this.follow();
    this.grip = null;
    if (!grip || grip.still || grip.kind === "pan" || grip.kind === "pinch") return;
    if (!keep) this.scene[grip.what] = grip.before;
    if (this.scene[grip.what]) this.put(this.scene[grip.what], grip.stroke, true, grip.what);
    this.redraw();
  }

  key(event) {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) return;
    const { part } = this.scene, grid = this.held;
    if (ARROWS[name] && grid && this.scene.handles) {
      const [dx, dy] = ARROWS[name];
      const step = event.shiftKey ? 10 : event.altKey ? 0.25 : 1;
      this.nudge(moved(grid, part, dx * step, dy * step), part);
    } else if (KEYPAD[name] && this.scene.handles) {
      this.set({ part: KEYPAD[name] });
      this.told.part(KEYPAD[name]);
    } else if (name === "+" || name === "=") this.zoom(1.25);
    else if (name === "-") this.zoom(0.8);
    else if (name === "0") this.fit();
    else if (PANS[name]) this.pan(PANS[name][0] * 60, PANS[name][1] * 60);
    else if (name === "Escape" && this.grip) this.let(false);
    else return;
    event.preventDefault();
  }

  /** Nudges that follow each other quickly are undone together. */
  nudge(grid, part) {
    const now = performance.now();
    if (part !== this.stroke.part || now - this.stroke.at > PAUSE) this.stroke = { name: crypto.randomUUID(), part };
    this.stroke.at = now;
    this.put(grid, this.stroke.name, true);
  }
}
