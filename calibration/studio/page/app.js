// The studio: what lies on the desk is the server's; this page shows it and sends what the person does.

import { Around } from "./around.js";
import { BoardView, rowsOf } from "./board.js";
import { Film } from "./film.js";
import { Finish } from "./finish.js";
import { cellAt } from "./geometry.js";
import { GridPane } from "./gridpane.js";
import { Hands } from "./hands.js";
import { Hints } from "./hint.js";
import { Intake } from "./intake.js";
import { Kinds } from "./kinds.js";
import { KnownView } from "./known.js";
import { bitmap, get, inOrder, latest, post } from "./net.js";
import { busy, fail, say } from "./say.js";
import { Stage } from "./stage.js";
import { tabs } from "./tabs.js";

const $ = (id) => document.getElementById(id);
const ALIKE = "All cells look alike: does the grid lie on the board, with a cell for each piece?";
const OPTION = / --[a-z]/;
const PAUSE = 70;
const LONGEST = 400;
const KEPT = 6;

let state = null;
let shot = 0;
let shownPicture = null;
let mode = "desk";
let cell = null;
let edited = false;
const pictures = new Map();

/** Ask for a change of the desk and show what came of it; false where it was refused, and then all is as it was. */
async function change(path, value = {}) {
  try {
    show(await busy(inOrder(() => post(`/api/${path}`, value))));
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
    if (done && stage.drawing === "grid") pane.draw(false);
    pane.show(grid);
    settle();
    wanted = { grid, stroke };
    if (done || performance.now() - flush.last > LONGEST) flush();
    else settle.timer = setTimeout(flush, PAUSE);
  },
  area: (grid, stroke, done) => around.moved(grid, stroke, done),
  cell: (at) => mode === "desk" && choose(at, false),
  part: (part) => pane.part(part),
  hover: (point) => where(point),
  view: (view) => { $("zoom-level").textContent = `${Math.round(view.scale * 100)}%`; },
  size: (what) => (what === "area" ? around.size() : pane.size()),
});

const pane = new GridPane(stage, { send: (grid) => sendGrid(grid), change, say });

const reading = new BoardView($("reading"), {
  choose: (at, focus) => choose(at, focus),
  type: (at, label) => typeCell(at, label),
});

const kinds = new Kinds({
  change,
  chosen: () => stage.set({ chosen: { cell, kind: kinds.chosen } }),
  crop,
});

const around = new Around(stage, {
  picture: () => shownPicture,
  shot: () => shot,
  show: (fresh, all) => {
    if (all) show(fresh || state);
    else {
      state = fresh;
      around.state = fresh.around;
      around.list(shownPicture);
    }
  },
  added: (fresh) => {
    shot = shownOf(fresh).length - 1;
    show(fresh);
  },
  look: (picture) => {
    const at = shownOf(state).indexOf(picture);
    if (at < 0 || at === shot) return;
    shot = at;
    showDesk();
  },
  change, fail, busy,
});

const hands = new Hands({ change, say });

/** What is pointed at in the picture: what was typed, a line of the reading, and a hint or a plan. */
const pointed = { lit: [], hint: null, plan: null };
function point(changes = {}) {
  Object.assign(pointed, changes);
  const read = state?.known, { lit, hint, plan } = pointed;
  const pointing = read || plan || hint ? {
    lit: lit.length ? lit : hint?.lit, unsure: read?.unsure, because: hint?.because,
    marks: [...(read?.written || []), ...(hint?.marks || []), ...(plan || [])],
  } : null;
  if (mode === "desk") stage.set({ pointing });
}

const known = new KnownView({ change, lit: (lit) => point({ lit }) });

const hints = new Hints({
  asked: () => {
    finish.forget();
    return finish.what();
  },
  point: (hint) => point({ hint }),
  write: (marks) => change("board", { shot, text: known.withCells(marks) }),
  fail, busy,
});

const finish = new Finish({
  shot: () => shot,
  marks: (marks) => {
    if (marks) hints.forget();
    point({ plan: marks?.length ? marks : null });
  },
  chosen: (game) => {
    hints.forget();
    hints.offer(state.teachers.includes(game));
  },
  lines: (lines) => { if (mode === "desk") stage.set({ lines, handles: !lines && !state?.known, labels: !lines && $("show-labels").checked }); },
  choose: (one) => {
    shot = one.shot;
    cell = [one.row, one.column];
    showDesk();
  },
  fail, busy,
});

new Intake({
  begin: () => {
    turn("desk");
    shot = 0;
    edited = false;
  },
  show: (fresh) => show(fresh),
  local: (id, image) => keepPicture(id, image),
  change, say, fail, busy,
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

const sendGrid = latest(async ({ grid, stroke }, newer) => {
  try {
    const fresh = await busy(inOrder(() => post("/api/grid", { shot, stroke, ...grid })));
    if (newer() || stage.holding) showReading(fresh);
    else show(fresh);
  } catch (error) {
    fail(error);
    if (!stage.holding && state) show(state);
  }
});

// ---- showing the desk ----------------------------------------------------------------------------------------------

/** Only the reading, while the grid is still on its way. */
function showReading(fresh) {
  state = fresh;
  const now = state.draft?.shots[shot];
  if (!now) return;
  stage.set({ shot: now, kinds: state.draft.kinds });
  reading.show(rowsOf(now, state.draft.kinds), "Reading");
}

function show(fresh) {
  state = fresh;
  const empty = !state.pictures.length && mode === "desk";
  document.body.classList.toggle("empty", empty);
  $("welcome").hidden = !empty;
  $("zoom-bar").hidden = empty;
  $("desk-panel").toggleAttribute("inert", empty);
  $("modes").hidden = !state.recording;
  tool("undo", state.undo, "Undo", "Ctrl+Z");
  tool("redo", state.redo, "Redo", "Ctrl+Shift+Z");
  if (mode === "desk") showDesk();
}

/** The pictures that can be looked at: those with the board, in the order of its shots, then those of other screens. */
function shownOf({ draft, pictures: all }) {
  const boards = (draft?.shots || []).map((one) => one.picture);
  return draft ? [...boards, ...all.map((one) => one.id).filter((id) => !boards.includes(id))] : all.slice(-1).map((one) => one.id);
}

function showDesk() {
  const { draft } = state;
  const shown = shownOf(state);
  shot = Math.min(shot, Math.max(0, shown.length - 1));
  const now = draft?.shots[shot] || null;
  const picture = shown[shot] ?? null;
  if (picture !== shownPicture) {
    shownPicture = picture;
    if (picture === null) stage.clear();
    else loadPicture(picture);
  }
  const size = now?.grid || state.known?.grid;
  if (cell && !(size && cell[0] < size.rows && cell[1] < size.columns)) cell = null;
  const read = state.known;
  known.show(read, edited);
  note(now);
  kinds.show(draft?.kinds || []);
  stage.set({
    grid: stage.holding ? stage.scene.grid : now?.grid || read?.grid || null, shot: now, handles: !read, kinds: draft?.kinds || [], hands: null,
    chosen: { cell, kind: kinds.chosen },
  });
  pane.draw(Boolean(state.trouble));
  pane.enable(Boolean(now));
  for (const id of ["solve", "hint", "board-apply", "board-reset"]) $(id).disabled = !now && !read;
  $("save").disabled = !draft;
  reading.show(now ? rowsOf(now, draft.kinds) : read ? known.rows() : [], "Reading");
  if (!read) $("reading-size").textContent = now ? `${now.grid.columns} × ${now.grid.rows}${doubts(now)}` : "";
  if (now) {
    if (!stage.holding) pane.show(now.grid);
    $("reader").value = draft.reader;
    $("board-text").rows = Math.min(24, now.grid.rows + 1);
    if (!edited) $("board-text").value = boardOf(now);
  }
  shots();
  choose(cell, false);
  around.show(state.around, picture);
  hands.show(state.around.hands, state.around.controls);
  finish.show(state);
  point();
}

/** What stands over the reading: what could not be seen, and what to do about it. */
function note(now) {
  const why = state.known?.why || state.draft?.why || (now && state.draft.kinds.length < 2 ? ALIKE : "");
  const said = state.trouble
    ? `${state.trouble.split(":")[0]}. Draw the grid over it: drag from one corner of the board to the other.`
    : OPTION.test(why) ? `${why.split(":")[0]}. Put the grid right: drag its corners, or draw it anew.` : why;
  $("trouble").hidden = !said;
  $("trouble").textContent = said;
}

function tool(id, what, name, keys) {
  $(id).disabled = what === null;
  $(id).title = what === null ? `${name} (${keys})` : `${name} ${what} (${keys})`;
}

function doubts(now) {
  const unsure = now.kind.flat().filter((kind) => kind === -2).length;
  return unsure ? `, ${unsure} in doubt` : "";
}

const boardOf = (now) => now.text.split(/^(?:board|marked):\n/m).filter(Boolean)[0].trimEnd();

function keepPicture(id, image) {
  pictures.set(id, image);
  if (pictures.size > KEPT) pictures.delete(pictures.keys().next().value);
}

async function loadPicture(id) {
  try {
    const image = pictures.get(id) || await busy(bitmap(`/api/pictures/${id}`));
    keepPicture(id, image);
    if (shownPicture === id && mode === "desk") showPicture(image, id);
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
  const all = shownOf(state);
  $("shots").hidden = all.length < 2;
  $("shots").replaceChildren(...all.map((_, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = number + 1;
    button.setAttribute("aria-label", `Picture ${number + 1}`);
    button.setAttribute("aria-pressed", String(number === shot));
    button.addEventListener("click", () => {
      shot = number;
      edited = false;
      showDesk();
    });
    return button;
  }));
}

function where(point) {
  const grid = stage.scene.grid;
  const at = point && grid && cellAt(grid, point);
  $("where").textContent = point ? `${Math.round(point.x)}, ${Math.round(point.y)}${at ? `  ·  row ${at[0] + 1}, column ${at[1] + 1}` : ""}` : "";
}

// ---- one cell ------------------------------------------------------------------------------------------------------

function choose(at, focus = true) {
  cell = at;
  const now = state?.draft?.shots[shot], read = state?.known;
  reading.choose(at, focus);
  stage.set({ chosen: { cell: at, kind: kinds.chosen } });
  $("cell-edit").hidden = !at || !(now || read);
  if (at && read) {
    $("cell-about").textContent = `Row ${at[0] + 1}, column ${at[1] + 1},`;
    $("cell-label").value = [...read.blocks.board[at[0]]][at[1]];
    return;
  }
  if (!at || !now) {
    $("cell-about").textContent = now || read ? "Choose a cell to put it right." : state?.draft ? "No board is read in this picture; it can tell a screen." : "";
    return;
  }
  const kind = now.kind[at[0]][at[1]], margin = now.margins[at[0]][at[1]];
  const sure = kind === -2 ? "could not be told" : `${Math.round(margin * 100)} % sure`;
  $("cell-about").textContent = `Row ${at[0] + 1}, column ${at[1] + 1}, ${sure},`;
  $("cell-label").value = kind === -1 ? "." : kind === -2 ? "?" : state.draft.kinds[kind].label;
}

async function typeCell(at, label) {
  if (state.known) await change("board", { shot, text: known.withCells([{ cell: at, label }]) });
  else await change("cell", { shot, row: at[0], column: at[1], label });
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
  stage.set({ grid: null, shot: null, lines: null, hands: null, area: null, areas: [], pointing: null, handles: to === "desk", chosen: { cell: null, kind: null } });
  if (to === "film") {
    pane.draw(false);
    show(state);
    film.go(Math.max(0, film.at));
  } else if (state) {
    stage.clear();
    show(state);
  }
}

// ---- wiring --------------------------------------------------------------------------------------------------------

function wire() {
  $("undo").addEventListener("click", () => back("undo"));
  $("redo").addEventListener("click", () => back("redo"));
  $("mode-desk").addEventListener("click", () => turn("desk"));
  $("mode-film").addEventListener("click", () => turn("film"));
  $("zoom-in").addEventListener("click", () => stage.zoom(1.25));
  $("zoom-out").addEventListener("click", () => stage.zoom(0.8));
  $("zoom-fit").addEventListener("click", () => stage.fit());
  $("show-labels").addEventListener("change", () => stage.set({ labels: $("show-labels").checked }));
  $("cell-label").addEventListener("focus", () => $("cell-label").select());
  $("cell-label").addEventListener("change", () => cell && typeCell(cell, $("cell-label").value.trim() || "."));
  $("board-text").addEventListener("input", () => { edited = true; });
  $("board-apply").addEventListener("click", useText);
  $("board-reset").addEventListener("click", () => {
    edited = false;
    showDesk();
  });
  document.addEventListener("keydown", keys);
}

/** The typed board; where it is refused, the text stays as it was typed. */
async function useText() {
  if (!(await change("board", { shot, text: $("board-text").value }))) return;
  edited = false;
  showDesk();
}

const back = (way) => {
  if (!$(way).disabled) change(way);
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

tabs((tab) => {
  if (tab === "tab-kinds") kinds.refresh();
  else kinds.choose(null);
  around.look(tab === "tab-around");
  finish.draw(tab === "tab-solve" || tab === "tab-save");
  if (tab === "tab-solve" || state?.known) hints.draw();
  else hints.draw(false);
});
wire();
busy(get("/api/state")).then((first) => {
  show(first);
  if (!first.recording) return;
  film.follow().catch(fail);
  turn("film");
}, fail);
