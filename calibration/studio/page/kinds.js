// The kinds that were told apart: look at them, name them, make one of two or two of one.

import { hue } from "./paint.js";

const $ = (id) => document.getElementById(id);

export class Kinds {
  /** `told`: change(path, value), chosen(label or null), crop(context, best). */
  constructor(told) {
    this.told = told;
    this.kinds = [];
    this.label = null;
    this.merging = false;
    this.stale = false;
    $("kinds").addEventListener("click", (event) => {
      const tile = event.target.closest("[data-label]");
      if (tile) this.pick(tile.dataset.label);
    });
    $("kinds").addEventListener("keydown", (event) => this.key(event));
    this.listenToDrags();
    $("kind-label").addEventListener("change", () => this.rename());
    $("kind-name").addEventListener("change", () => this.rename());
    $("kind-edit").addEventListener("keydown", (event) => event.key === "Escape" && this.merging && this.merge(false));
    $("kind-merge").addEventListener("click", () => this.merge(!this.merging));
    $("kind-split").addEventListener("click", () => this.split());
    $("kind-empty").addEventListener("click", () => this.empty());
  }

  get chosen() {
    const at = this.kinds.findIndex((kind) => kind.label === this.label);
    return at < 0 ? null : at;
  }

  show(kinds) {
    this.kinds = kinds;
    if (this.label !== null && this.chosen === null) this.choose(null);
    $("kind-count").textContent = kinds.length || "";
    this.stale = true;
    this.refresh();
  }

  /** Draw the kinds, if they changed and can be seen. */
  refresh() {
    if (!this.stale || $("pane-kinds").hidden) return;
    this.stale = false;
    const { kinds } = this;
    const list = $("kinds");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.label : null;
    list.replaceChildren(...kinds.map((kind, number) => this.tile(kind, number)));
    if (focused !== null) (list.querySelector(`[data-label="${CSS.escape(focused)}"]`) || list.firstElementChild)?.focus();
    this.edit();
  }

  tile(kind, number) {
    const tile = document.createElement("div");
    tile.className = "tile";
    tile.tabIndex = kind.label === this.label || (this.chosen === null && number === 0) ? 0 : -1;
    tile.dataset.label = kind.label;
    tile.draggable = true;
    tile.setAttribute("role", "option");
    tile.setAttribute("aria-selected", String(kind.label === this.label));
    tile.setAttribute("aria-label", `${kind.label}${kind.name ? `, ${kind.name}` : ""}, ${kind.count} cells`);
    tile.title = `${kind.name || kind.label}: ${kind.count} cell${kind.count === 1 ? "" : "s"}`;
    const crop = document.createElement("canvas");
    crop.width = crop.height = 96;
    this.told.crop(crop.getContext("2d"), kind.best);
    const label = document.createElement("b");
    label.textContent = kind.label;
    label.style.setProperty("--hue", hue(number));
    const about = document.createElement("span");
    about.textContent = kind.name || `×${kind.count}`;
    const caption = document.createElement("small");
    caption.append(label, about);
    tile.append(crop, caption);
    return tile;
  }

  pick(label) {
    if (this.merging && this.label !== null && label !== this.label) {
      const gone = this.label;
      this.merge(false);
      this.label = label;
      this.told.change("merge", { keep: label, gone });
      return;
    }
    this.merge(false);
    this.choose(label === this.label ? null : label);
  }

  choose(label) {
    this.label = label;
    for (const tile of $("kinds").children) {
      tile.setAttribute("aria-selected", String(tile.dataset.label === label));
      tile.tabIndex = tile.dataset.label === label ? 0 : -1;
    }
    if (label === null && $("kinds").firstElementChild) $("kinds").firstElementChild.tabIndex = 0;
    this.edit();
    this.told.chosen(label);
  }

  edit() {
    const kind = this.chosen === null ? null : this.kinds[this.chosen];
    const left = !kind && $("kind-edit").contains(document.activeElement);
    $("kind-edit").hidden = !kind;
    if (left) $("kinds").querySelector("[tabindex='0']")?.focus(); // what is hidden would drop the focus
    if (!kind) this.merging = false;
    $("kind-merge").setAttribute("aria-pressed", String(this.merging));
    $("kinds").classList.toggle("merging", this.merging);
    $("kind-hint").textContent = this.merging
      ? `Now choose the kind that ${kind.label} really is.`
      : "Choose a kind to name, merge or split it; its cells light up in the picture.";
    if (!kind) return;
    $("kind-label").value = kind.label;
    $("kind-name").value = kind.name;
    $("kind-split").disabled = kind.count < 2;
    this.told.crop($("kind-picture").getContext("2d"), kind.best);
  }

  /** Whether the next kind that is picked is the same as the chosen one; whoever asked by keyboard goes on there. */
  merge(on) {
    const asked = document.activeElement === $("kind-merge");
    this.merging = on && this.label !== null;
    this.edit();
    if (this.merging && asked) $("kinds").querySelector("[tabindex='0']")?.focus();
  }

  async split() {
    const { label } = this, before = new Set(this.kinds.map((kind) => kind.label));
    if (label === null || !(await this.told.change("split", { label }))) return;
    const fresh = this.kinds.find((kind) => !before.has(kind.label));
    if (!fresh) return;
    $("kind-hint").textContent = `${label} was split in two: the other is ${fresh.label}.`;
    $("kinds").querySelector(`[data-label="${CSS.escape(fresh.label)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  empty() {
    if (this.label !== null) this.told.change("merge", { keep: ".", gone: this.label });
  }

  async rename() {
    const kind = this.kinds[this.chosen];
    if (!kind) return;
    const label = $("kind-label").value.trim() || kind.label, name = $("kind-name").value.trim();
    if (label === kind.label && name === kind.name) return;
    const before = this.label;
    this.label = label;
    if (!(await this.told.change("name", { label: kind.label, new: label, name }))) {
      this.choose(before);
      $("kind-label").select();
    }
  }

  key(event) {
    const tiles = [...$("kinds").children];
    const at = tiles.indexOf(event.target.closest("[data-label]"));
    if (at < 0) return;
    const across = Math.max(1, tiles.filter((tile) => tile.offsetTop === tiles[0].offsetTop).length);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
    const does = {
      m: () => this.merge(true), s: () => this.split(), Delete: () => this.empty(), F2: () => $("kind-label").select(),
    }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && tiles[at + step]) tiles[at + step].focus();
    else if (event.key === "Enter" || event.key === " ") this.pick(tiles[at].dataset.label);
    else if (event.key === "Escape") this.merging ? this.merge(false) : this.choose(null);
    else if (does && !this.merging) {
      this.choose(tiles[at].dataset.label);
      does();
    } else if (!step) return;
    event.preventDefault();
  }

  /** One kind dropped on another is the same as that. */
  listenToDrags() {
    const list = $("kinds");
    const over = (event) => event.target.closest?.("[data-label]");
    let held = null;
    list.addEventListener("dragstart", (event) => {
      held = over(event)?.dataset.label ?? null;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", held);
    });
    list.addEventListener("dragover", (event) => {
      const tile = over(event);
      if (held === null || !tile || tile.dataset.label === held) return;
      event.preventDefault();
      for (const other of list.children) other.classList.toggle("under", other === tile);
    });
    list.addEventListener("dragend", () => {
      held = null;
      for (const other of list.children) other.classList.remove("under");
    });
    list.addEventListener("drop", (event) => {
      const tile = over(event);
      if (held === null || !tile || tile.dataset.label === held) return;
      event.preventDefault();
      event.stopPropagation();
      this.told.change("merge", { keep: tile.dataset.label, gone: held });
      held = null;
    });
  }
}
