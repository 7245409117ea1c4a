// The studio: what lies on the desk is the server's; this page shows it and sends what the person does.

import { BoardView, rowsOf } from "./board.js";
import { Film } from "./film.js";
import { Finish } from "./finish.js";
import { cellAt, lined, PART_NAMES, parted, PARTS, same } from "./geometry.js";
import { Kinds } from "./kinds.js";
import { bitmap, get, latest, post, Refused, upload } from "./net.js";
import { Stage } from "./stage.js";

const $ = (id) => document.getElementById(id);
const FIRST_SIZE = { rows: 8, columns: 8 };
const LONG = 60;
const ALIKE = "All cells look alike: does the grid lie on the board, with a cell for each piece?";
const PAUSE = 70;
const LONGEST = 400;

let state = null;
let shot = 0;
let shownPicture = null;
let mode = "desk";
let cell = null;
let edited = false;
const pictures = new Map();

// ---- saying things -------------------------------------------------------------------------------------------------

function say(text, bad = false) {
  const toast = document.createElement("div");
  toast.className = bad ? "toast bad" : "toast";
  const words = document.createElement("span");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.textContent = "×";
  close.addEventListener("click", () => toast.remove());
  toast.append(words, close);
  $("toasts").replaceChildren(toast);
  setTimeout(() => toast.remove(), 2000 + LONG * text.length);
}

const fail = (error) => {
  say(error.message, true);
  if (!(error instanceof Refused)) console.error(error);
};

let tasks = 0;
async function busy(promise) {
  tasks += 1;
  $("busy").hidden = false;
  try {
    return await promise;
  } finally {
    tasks -= 1;
    $("busy").hidden = tasks === 0;
  }
}

/** Ask for a change of the desk and show what came of it; false where it was refused, and then all is as it was. */
async function change(path, value = {}) {
  try {
    show(await busy(post(`/api/${path}`, value)));
    return true;
  } catch (error) {
    fail(error);
    if (state) show(state);
    return false;
  }
}

// ---- the parts of the page -----------------------------------------------------------------------------------------

const stage = new Stage($("stage"), {
  grid: (grid, stroke, done) => {
    if (done && stage.drawing) draw(false);
    fields(grid);
    settle();
    wanted = { grid, stroke };
    if (done || performance.now() - flush.last > LONGEST) flush();
    else settle.timer = setTimeout(flush, PAUSE);
  },
  cell: (at) => mode === "desk" && choose(at, false),
  part: (part) => { $("pad").querySelector(`[value="${part}"]`).checked = true; title(part); },
  hover: (point) => where(point),
  view: (view) => { $("zoom-level").textContent = `${Math.round(view.scale * 100)}%`; },
  size: () => ({ rows: Number($("rows").value) || FIRST_SIZE.rows, columns: Number($("columns").value) || FIRST_SIZE.columns }),
});

const reading = new BoardView($("reading"), {
  choose: (at, focus) => choose(at, focus),
  type: (at, label) => typeCell(at, label),
});

const kinds = new Kinds({
  change,
  chosen: () => stage.set({ chosen: { cell, kind: kinds.chosen } }),
  crop,
});

const finish = new Finish({
  shot: () => shot,
  lines: (lines) => { if (mode === "desk") stage.set({ lines, handles: !lines, labels: !lines && $("show-labels").checked }); },
  fail, busy,
});

const film = new Film({
  picture: (image) => showPicture(image, null),
  scene: (scene) => { if (mode === "film") stage.set(scene); },
  taken: (fresh) => { turn("desk"); show(fresh); },
  fail, busy,
});

/** While the hand moves, the grid is read again at every pause and every now and then, not at every pixel. */
const settle = () => clearTimeout(settle.timer);
let wanted = null;
flush.last = 0;
function flush() {
  flush.last = performance.now();
  if (wanted) sendGrid(wanted);
  wanted = null;
}

const sendGrid = latest(async ({ grid, stroke }) => {
  try {
    show(await busy(post("/api/grid", { shot, stroke, ...grid })));
  } catch (error) {
    fail(error);
    if (!stage.holding && state) show(state);
  }
});

// ---- showing the desk ----------------------------------------------------------------------------------------------

function show(fresh) {
  state = fresh;
  if (stage.holding && state.draft?.shots[shot]) {
    const now = state.draft.shots[shot];
    stage.set({ shot: now, kinds: state.draft.kinds });
    reading.show(rowsOf(now, state.draft.kinds), "Reading");
    return;
  }
  const { draft } = state;
  shot = Math.min(shot, Math.max(0, (draft?.shots.length || 1) - 1));
  const now = draft?.shots[shot];
  const empty = !state.pictures.length;
  document.body.classList.toggle("empty", empty && mode === "desk");
  $("welcome").hidden = !empty || mode !== "desk";
  $("desk-panel").toggleAttribute("inert", empty);
  $("zoom-bar").hidden = empty && mode === "desk";
  tool("undo", state.undo, "Undo", "Ctrl+Z");
  tool("redo", state.redo, "Redo", "Ctrl+Shift+Z");
  const said = state.trouble || draft?.why || (now && draft.kinds.length < 2 ? ALIKE : "");
  $("trouble").hidden = !said;
  $("trouble").textContent = state.trouble ? `${state.trouble.split(":")[0]}. Draw the grid over it: drag from one corner of the board to the other.` : said;
  $("modes").hidden = !state.recording;
  if (mode === "film") return;
  const picture = now ? now.picture : state.pictures.at(-1)?.id ?? null;
  if (picture !== shownPicture) {
    shownPicture = picture;
    cell = null;
    if (picture === null) stage.clear();
    else loadPicture(picture);
  }
  if (cell && now && !(now.kind[cell[0]] && cell[1] < now.kind[0].length)) cell = null;
  kinds.show(draft?.kinds || []);
  const grid = stage.holding ? stage.scene.grid : now?.grid || null;
  stage.set({ grid, shot: now || null, kinds: draft?.kinds || [], hands: null, chosen: { cell, kind: kinds.chosen } });
  draw(state.trouble !== "" && !empty);
  if (!stage.holding && now) fields(now.grid);
  if (now) reading.show(rowsOf(now, draft.kinds), "Reading");
  else $("reading").replaceChildren(), reading.shape = "";
  $("reading-size").textContent = now ? `${now.grid.columns} × ${now.grid.rows}${doubts(now)}` : "";
  $("reader").value = draft?.reader || "tiles";
  if (now && !edited) $("board-text").value = board(now);
  shots();
  choose(cell, false);
  finish.show(state);
  enable(Boolean(draft));
}

function tool(id, what, name, keys) {
  $(id).disabled = what === null;
  $(id).title = what === null ? `${name} (${keys})` : `${name} ${what} (${keys})`;
}

function doubts(now) {
  const unsure = now.kind.flat().filter((kind) => kind === -2).length;
  return unsure ? `, ${unsure} in doubt` : "";
}

const board = (now) => now.text.split(/^(?:board|marked):\n/m).filter(Boolean)[0].trimEnd();

function enable(there) {
  for (const id of ["look-size", "solve", "save", "board-apply", "board-reset", "reader"]) $(id).disabled = !there;
  for (const button of $("lines").querySelectorAll("button")) button.disabled = !there;
}

async function loadPicture(id) {
  try {
    if (!pictures.has(id)) pictures.set(id, await busy(bitmap(`/api/pictures/${id}`)));
    if (shownPicture === id && mode === "desk") showPicture(pictures.get(id), id);
    kinds.show(state.draft?.kinds || []);
  } catch (error) {
    fail(error);
  }
}

function showPicture(image, id) {
  const same = stage.size && stage.size.w === image.width && stage.size.h === image.height;
  if (id === null && same) stage.swap(image);
  else stage.show(image);
}

/** A cell of a kind, drawn into a small canvas. */
function crop(context, best) {
  const { canvas } = context;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const from = best && state.draft?.shots[best[0]];
  const image = from && pictures.get(from.picture);
  if (!image) return;
  const { grid } = from;
  const share = Math.min(canvas.width / grid.pitch_x, canvas.height / grid.pitch_y);
  const w = grid.pitch_x * share, h = grid.pitch_y * share;
  context.imageSmoothingQuality = "high";
  context.drawImage(
    image, grid.x + best[2] * grid.pitch_x, grid.y + best[1] * grid.pitch_y, grid.pitch_x, grid.pitch_y,
    (canvas.width - w) / 2, (canvas.height - h) / 2, w, h,
  );
}

function shots() {
  const all = state.draft?.shots || [];
  $("shots").hidden = all.length < 2;
  $("shots").replaceChildren(...all.map((_, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = number + 1;
    button.setAttribute("aria-label", `Picture ${number + 1}`);
    button.setAttribute("aria-pressed", String(number === shot));
    button.addEventListener("click", () => { shot = number; edited = false; show(state); });
    return button;
  }));
}

function where(point) {
  const grid = stage.scene.grid;
  const at = point && grid && cellAt(grid, point);
  $("where").textContent = point ? `${Math.round(point.x)}, ${Math.round(point.y)}${at ? `  ·  row ${at[0] + 1}, column ${at[1] + 1}` : ""}` : "";
}

// ---- the grid ------------------------------------------------------------------------------------------------------

const NUMBERS = { "grid-x": "x", "grid-y": "y", "pitch-x": "pitch_x", "pitch-y": "pitch_y" };

function fields(grid) {
  const put = (id, value) => { if (document.activeElement !== $(id)) $(id).value = value; };
  put("columns", grid.columns);
  put("rows", grid.rows);
  for (const [id, key] of Object.entries(NUMBERS)) put(id, Number(grid[key].toFixed(2)));
}

function setGrid(grid, stroke = crypto.randomUUID()) {
  if (!grid || same(grid, stage.scene.grid)) return;
  stage.set({ grid });
  fields(grid);
  sendGrid({ grid, stroke });
}

function typed() {
  const { grid } = stage.scene;
  if (!grid) return;
  const rows = $("rows").valueAsNumber, columns = $("columns").valueAsNumber;
  if (!(rows >= 1 && rows <= 200 && columns >= 1 && columns <= 200)) {
    say("A board has 1 to 200 rows and columns.", true);
    return;
  }
  let next = rows !== grid.rows || columns !== grid.columns ? parted(grid, Math.round(rows), Math.round(columns)) : { ...grid };
  for (const [id, key] of Object.entries(NUMBERS)) {
    const value = $(id).valueAsNumber;
    if (document.activeElement === $(id) && Number.isFinite(value)) next = { ...next, [key]: value };
  }
  if (next.pitch_x < 2 || next.pitch_y < 2) {
    say("Cells are at least two pixels wide and high.", true);
    return;
  }
  setGrid(next, `typed-${document.activeElement.id}`);
}

function draw(on) {
  stage.drawing = on;
  $("draw-grid").setAttribute("aria-pressed", String(on));
  stage.top.style.cursor = on ? "crosshair" : "default";
}

function title(part) {
  $("part-title").textContent = `Arrow keys move ${PART_NAMES[part]}`;
}

function buildPad() {
  for (const part of PARTS) {
    const label = document.createElement("label");
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = "part";
    radio.value = part;
    radio.checked = part === stage.scene.part;
    radio.setAttribute("aria-label", PART_NAMES[part]);
    radio.addEventListener("change", () => { stage.set({ part }); title(part); });
    const dot = document.createElement("span");
    dot.className = part;
    label.append(radio, dot);
    label.title = PART_NAMES[part];
    $("pad").append(label);
  }
  title(stage.scene.part);
  for (const [side, name] of [["n", "top"], ["w", "left"], ["e", "right"], ["s", "bottom"]]) {
    const line = document.createElement("div");
    line.className = side;
    for (const [more, sign, verb] of [[-1, "−", "Take the line at the"], [1, "+", "Add a line at the"]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", `${verb} ${name}`);
      button.title = `${verb} ${name}`;
      button.addEventListener("click", () => stage.scene.grid && setGrid(lined(stage.scene.grid, side, more)));
      line.append(button);
    }
    $("lines").append(line);
  }
}

// ---- one cell ------------------------------------------------------------------------------------------------------

function choose(at, focus = true) {
  cell = at;
  const now = state?.draft?.shots[shot];
  reading.choose(at, focus);
  stage.set({ chosen: { cell: at, kind: kinds.chosen } });
  $("cell-edit").hidden = !at || !now;
  if (!at || !now) {
    $("cell-about").textContent = now ? "Choose a cell to put it right." : "";
    return;
  }
  const kind = now.kind[at[0]][at[1]], margin = now.margins[at[0]][at[1]];
  const sure = kind === -2 ? "could not be told" : `${Math.round(margin * 100)} % sure`;
  $("cell-about").textContent = `Row ${at[0] + 1}, column ${at[1] + 1}, ${sure},`;
  $("cell-label").value = kind === -1 ? "." : kind === -2 ? "?" : state.draft.kinds[kind].label;
}

async function typeCell(at, label) {
  await change("cell", { shot, row: at[0], column: at[1], label });
}

// ---- pictures in ---------------------------------------------------------------------------------------------------

async function open(files) {
  const chosen = [...files].filter((file) => file.type.startsWith("image/") || file.type === "");
  if (!chosen.length) {
    say("That is no picture; give a screenshot as PNG, JPEG, WebP or BMP.", true);
    return;
  }
  turn("desk");
  shot = 0;
  edited = false;
  for (const [number, file] of chosen.entries()) {
    try {
      const fresh = await busy(upload(file, number > 0));
      await keepLocal(file, fresh);
      show(fresh);
    } catch (error) {
      fail(error);
    }
  }
  stage.top.focus({ preventScroll: true });
}

/** The page has the picture already: it need not come back from the server, unless that saw it in another size. */
async function keepLocal(file, fresh) {
  const last = fresh.pictures.at(-1);
  try {
    const image = await createImageBitmap(file, { imageOrientation: "none" });
    if (image.width === last.width && image.height === last.height) pictures.set(last.id, image);
  } catch {
    // The server could read it and the browser cannot: it is fetched.
  }
}

async function pickWindow() {
  let found;
  try {
    found = (await busy(get("/api/windows"))).windows;
  } catch (error) {
    fail(error);
    return;
  }
  $("window-list").replaceChildren(...found.map((one) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const name = document.createElement("b");
    name.textContent = one.title || "without a title";
    const about = document.createElement("span");
    about.textContent = `${one.program} · ${one.size.join(" × ")}`;
    button.append(name, about);
    button.addEventListener("click", async () => {
      $("windows").close();
      turn("desk");
      shot = 0;
      edited = false;
      await change("window", { id: one.id });
    });
    line.append(button);
    return line;
  }));
  if (!found.length) say("There is no window on the screen.", true);
  else $("windows").showModal();
}

// ---- layout or recording -------------------------------------------------------------------------------------------

function turn(to) {
  if (to === mode) return;
  mode = to;
  document.body.dataset.mode = to;
  $("mode-desk").setAttribute("aria-pressed", String(to === "desk"));
  $("mode-film").setAttribute("aria-pressed", String(to === "film"));
  $("desk-panel").hidden = to !== "desk";
  $("film-panel").hidden = $("timeline").hidden = to !== "film";
  stage.size = null;
  shownPicture = null;
  film.shown = null;
  stage.set({ grid: null, shot: null, lines: null, hands: null, handles: to === "desk", chosen: { cell: null, kind: null } });
  if (to === "film") {
    draw(false);
    $("welcome").hidden = true;
    document.body.classList.remove("empty");
    $("zoom-bar").hidden = false;
    film.go(Math.max(0, film.at));
  } else if (state) {
    stage.clear();
    show(state);
  }
}

// ---- wiring --------------------------------------------------------------------------------------------------------

function tabs() {
  const all = [...document.querySelectorAll('[role="tab"]')];
  const select = (tab, focus) => {
    for (const other of all) {
      const mine = other === tab;
      other.setAttribute("aria-selected", String(mine));
      other.tabIndex = mine ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !mine;
    }
    if (focus) tab.focus();
    if (tab.id === "tab-kinds") kinds.refresh();
    else kinds.choose(null);
    finish.draw(tab.id === "tab-solve" || tab.id === "tab-save");
  };
  for (const [number, tab] of all.entries()) {
    tab.addEventListener("click", () => select(tab, false));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) select(all.at((number + step) % all.length), true);
    });
  }
}

function wire() {
  $("open").addEventListener("click", () => $("file").click());
  $("welcome-open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => { open($("file").files); $("file").value = ""; });
  $("pick-window").addEventListener("click", pickWindow);
  $("welcome-window").addEventListener("click", pickWindow);
  $("undo").addEventListener("click", () => back("undo"));
  $("redo").addEventListener("click", () => back("redo"));
  $("mode-desk").addEventListener("click", () => turn("desk"));
  $("mode-film").addEventListener("click", () => turn("film"));
  $("zoom-in").addEventListener("click", () => stage.zoom(1.25));
  $("zoom-out").addEventListener("click", () => stage.zoom(0.8));
  $("zoom-fit").addEventListener("click", () => stage.fit());
  $("show-labels").addEventListener("change", () => stage.set({ labels: $("show-labels").checked }));
  for (const id of ["rows", "columns", ...Object.keys(NUMBERS)]) $(id).addEventListener("change", typed);
  $("look-size").addEventListener("click", () => change("look", { rows: Number($("rows").value), columns: Number($("columns").value) }));
  $("draw-grid").addEventListener("click", () => draw(!stage.drawing));
  $("reader").addEventListener("change", () => change("reader", { reader: $("reader").value }));
  $("cell-label").addEventListener("focus", () => $("cell-label").select());
  $("cell-label").addEventListener("change", () => cell && typeCell(cell, $("cell-label").value.trim() || "."));
  $("board-text").addEventListener("input", () => { edited = true; });
  $("board-apply").addEventListener("click", async () => { edited = !(await change("board", { shot, text: $("board-text").value })); if (!edited) show(state); });
  $("board-reset").addEventListener("click", () => { edited = false; show(state); });
  document.addEventListener("paste", (event) => {
    if (!event.clipboardData?.files.length) return;
    event.preventDefault();
    open(event.clipboardData.files);
  });
  let depth = 0;
  const files = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  document.addEventListener("dragenter", (event) => { if (files(event)) $("dropping").hidden = (depth += 1) === 0; });
  document.addEventListener("dragleave", (event) => { if (files(event)) $("dropping").hidden = (depth = Math.max(0, depth - 1)) === 0; });
  document.addEventListener("dragover", (event) => { if (files(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    depth = 0;
    $("dropping").hidden = true;
    open(event.dataTransfer.files);
  });
  document.addEventListener("keydown", keys);
}

const back = (way) => {
  if ($(way).disabled) return;
  edited = false;
  change(way);
};

function keys(event) {
  const writing = event.target.closest?.("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select");
  const control = event.ctrlKey || event.metaKey;
  const name = event.key.toLowerCase();
  if (control && !writing && (name === "z" || name === "y")) {
    event.preventDefault();
    back(name === "y" || event.shiftKey ? "redo" : "undo");
  } else if (mode === "film" && !writing && event.target.id !== "film-slider" && film.key(event)) event.preventDefault();
}

buildPad();
tabs();
wire();
busy(get("/api/state")).then((first) => {
  show(first);
  if (!first.recording) return;
  film.follow().catch(fail);
  turn("film");
}, fail);
