// What lies around the board: regions that are read too, and marks by which the screens of the program are told.

import { inOrder, latest, post, upload } from "./net.js";

const $ = (id) => document.getElementById(id);
const HINTS = {
  cells: "Cells beside the board that show the same kinds: next pieces, a second board. Draw a rectangle around all of them.",
  number: "Plain digits, a number in each row, with a little room around them. Draw a rectangle that nothing else is in.",
};
const FIELDS = { "area-x": "x", "area-y": "y" };
const FIRST_NAMES = { cells: ["next", "next2", "board2", "hold"], number: ["score", "level", "moves"] };
const LEAST = 4;

export class Around {
  /** `told`: picture() (its number), shot(), look(picture), added(state), change(path, value), show(state, all),
   *  fail(error), busy(promise). */
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    this.state = null;
    this.name = null;
    this.looked = false;
    $("area-what").addEventListener("change", () => this.choose(null));
    $("area-draw").addEventListener("click", () => this.draw(stage.drawing !== "area"));
    $("area-find").addEventListener("click", () => told.change("mark", { picture: told.picture(), shows: $("area-what").value }));
    $("area-picture").addEventListener("click", () => $("area-file").click());
    $("area-file").addEventListener("change", () => this.add([...$("area-file").files]));
    $("area-name").addEventListener("change", () => this.typed());
    for (const id of ["area-columns", "area-rows", "area-x", "area-y", "area-w", "area-h"]) $(id).addEventListener("change", () => this.typed());
    $("areas").addEventListener("click", (event) => this.clicked(event));
    $("take").addEventListener("click", () => told.change("take", { layout: $("take-from").value }));
  }

  /** Whether a region is meant, and no mark. */
  get reads() {
    return $("area-what").value in HINTS;
  }

  get region() {
    return this.state?.regions.find((one) => one.name === this.name) || null;
  }

  show(around, picture) {
    this.state = around;
    if (!this.region) this.name = null;
    this.list(picture);
    this.fields();
    this.paint(picture);
    $("take-line").hidden = !around.layouts.length;
    const known = around.layouts.join();
    if ($("take-from").dataset.known !== known) {
      $("take-from").dataset.known = known;
      $("take-from").replaceChildren(...around.layouts.map((name) => new Option(name, name)));
    }
  }

  /** Over the picture: everything while this pane is looked at, else nothing. */
  paint(picture = this.told.picture()) {
    if (!this.state || !this.looked) {
      this.stage.set({ areas: [], area: null });
      return;
    }
    const regions = this.state.regions.map(({ name, grid }) => ({ name, grid }));
    const marks = this.state.marks.filter((one) => one.seen.includes(picture)).map(({ shows, box }) => ({
      name: shows, mark: true, grid: { x: box.x, y: box.y, pitch_x: box.w, pitch_y: box.h, rows: 1, columns: 1 },
    }));
    const held = this.stage.holding && this.stage.scene.area;
    this.stage.set({ areas: [...regions, ...marks], area: held || this.region?.grid || null });
  }

  /** Whether this pane is looked at. */
  look(looked) {
    this.looked = looked;
    if (!looked) {
      this.draw(false);
      this.name = null;
    }
    this.paint();
    if (this.state) this.list(this.told.picture());
  }

  list(picture) {
    const line = (kind, key, title, about, pressed) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset[kind] = key;
      if (kind === "region") button.setAttribute("aria-pressed", String(pressed));
      const name = document.createElement("b");
      name.textContent = title;
      const said = document.createElement(kind === "region" ? "code" : "small");
      said.textContent = about;
      button.append(name, said);
      const gone = document.createElement("button");
      gone.type = "button";
      gone.className = "gone";
      gone.dataset.gone = key;
      gone.dataset.kind = kind;
      gone.textContent = "×";
      gone.setAttribute("aria-label", `Remove ${title}`);
      gone.title = `Remove ${title}`;
      item.append(button, gone);
      return item;
    };
    const shot = this.told.shot();
    const regions = this.state.regions.map((one) => line("region", one.name, one.name, (one.read[shot] || one.read[0] || []).join("\n"), one.name === this.name));
    const marks = this.state.marks.map((one, number) => line(
      "mark", String(number), `Screen: ${one.shows}`, one.seen.includes(picture) ? "seen in this picture" : "not seen in this picture", false,
    ));
    $("areas").replaceChildren(...regions, ...marks);
    const shown = this.state.shown[picture];
    $("area-shown").textContent = this.state.marks.length ? `This picture is taken for: ${shown || "none of the screens"}.` : "";
  }

  /** The fields show the region that is chosen, or what is drawn next. */
  fields() {
    const region = this.region;
    if (region) $("area-what").value = region.reader;
    const reads = this.reads, number = $("area-what").value === "number";
    $("area-columns-line").hidden = number;
    if (number) $("area-columns").value = 1;
    $("area-region").hidden = !reads;
    $("area-find").hidden = reads;
    $("area-place").hidden = !region;
    $("area-draw").textContent = region ? "Draw another" : reads ? "Draw it" : "Draw its mark";
    $("area-hint").textContent = HINTS[$("area-what").value]
      || "A part of the picture that is there on this screen and on no other, such as a notice. Show the picture of it, then find or draw the mark.";
    const put = (id, value) => { if (document.activeElement !== $(id)) $(id).value = value; };
    if (!region) return;
    put("area-name", region.name);
    put("area-columns", region.columns);
    put("area-rows", region.rows);
    this.place(region.grid);
  }

  place(grid) {
    const put = (id, value) => { if (document.activeElement !== $(id)) $(id).value = Number(value.toFixed(1)); };
    for (const [id, key] of Object.entries(FIELDS)) put(id, grid[key]);
    put("area-w", grid.pitch_x * grid.columns);
    put("area-h", grid.pitch_y * grid.rows);
  }

  /** Whether the next drag draws something around the board. */
  draw(on) {
    if (on) {
      this.name = null;
      const typed = $("area-name").value, usual = Object.values(FIRST_NAMES).flat().includes(typed);
      if (!typed || usual || this.state?.regions.some((one) => one.name === typed)) $("area-name").value = this.free();
      this.paint();
      if (this.state) this.list(this.told.picture());
    }
    if (on || this.stage.drawing === "area") this.stage.drawing = on ? "area" : null;
    $("area-draw").setAttribute("aria-pressed", String(on));
    this.stage.top.style.cursor = this.stage.drawing ? "crosshair" : "default";
  }

  free() {
    const taken = new Set(this.state?.regions.map((one) => one.name));
    return (FIRST_NAMES[$("area-what").value] || []).find((name) => !taken.has(name)) || `region${taken.size + 1}`;
  }

  size() {
    const number = (id) => Math.max(1, Math.min(200, Math.round($(id).valueAsNumber) || 1));
    return this.reads ? { rows: number("area-rows"), columns: number("area-columns") } : { rows: 1, columns: 1 };
  }

  /** Something was drawn or moved on the picture. */
  moved(grid, stroke, done) {
    const box = [grid.x, grid.y, grid.pitch_x * grid.columns, grid.pitch_y * grid.rows];
    const drawing = this.stage.drawing === "area";
    if (drawing && !this.reads) {
      if (!done) return;
      this.draw(false);
      this.stage.set({ area: null });
      if (Math.min(box[2], box[3]) >= LEAST) this.told.change("mark", { picture: this.told.picture(), shows: $("area-what").value, box });
      return;
    }
    this.place(grid);
    if (drawing && !done) return;
    if (drawing) this.draw(false);
    this.send({ box, stroke, was: this.name || "", name: this.name || $("area-name").value.trim() || this.free(), done });
  }

  /** Something was typed about the region that is chosen. */
  typed() {
    if (!this.region) return;
    const value = (id) => $(id).valueAsNumber;
    const box = [value("area-x"), value("area-y"), value("area-w"), value("area-h")];
    if (!box.every(Number.isFinite)) return;
    this.send({ box, stroke: crypto.randomUUID(), was: this.name, name: $("area-name").value.trim(), done: true });
  }

  send = latest(async ({ box: [x, y, w, h], stroke, was, name, done }, newer) => {
    const { rows, columns } = this.size();
    const reader = $("area-what").value;
    try {
      const asked = { picture: this.told.picture(), name, was, reader, rows, columns, x, y, w, h, stroke };
      const fresh = await this.told.busy(inOrder(() => post("/api/region", asked)));
      this.name = name;
      this.told.show(fresh, done && !newer() && !this.stage.holding);
    } catch (error) {
      this.told.fail(error);
      if (!this.stage.holding) this.told.show(null, true);
    }
  });

  clicked(event) {
    const gone = event.target.closest("[data-gone]");
    if (gone) {
      if (gone.dataset.kind === "region") this.told.change("region-gone", { name: gone.dataset.gone });
      else this.told.change("mark-gone", { number: Number(gone.dataset.gone) });
      return;
    }
    const mark = event.target.closest("[data-mark]");
    if (mark) {
      this.told.look(this.state.marks[Number(mark.dataset.mark)].seen[0]);
      return;
    }
    const chosen = event.target.closest("[data-region]")?.dataset.region;
    if (chosen === undefined) return;
    this.choose(chosen === this.name ? null : chosen);
    $("areas").querySelector(`[data-region="${CSS.escape(chosen)}"]`)?.focus();
  }

  /** Choose a region, whose handles then lie over the picture. */
  choose(name) {
    this.draw(false);
    this.name = name;
    this.fields();
    this.list(this.told.picture());
    this.paint();
  }

  /** Pictures of other screens of the program; the last one is shown. */
  async add(files) {
    for (const file of files) {
      try {
        const fresh = await this.told.busy(inOrder(() => upload(file, "screen")));
        this.told.added(fresh);
      } catch (error) {
        this.told.fail(error);
      }
    }
    $("area-file").value = "";
  }
}
