// The studio: what lies on the desk is the server's; this page shows it and sends what the person does.

import { Around } from "./around.js";
import { BoardView, rowsOf } from "./board.js";
import { Film } from "./film.js";
import { Finish } from "./finish.js";
import { GridPane } from "./gridpane.js";
import { Hands } from "./hands.js";
import { Hints } from "./hint.js";
import { Intake } from "./intake.js";
import { Kinds } from "./kinds.js";
import { KnownView } from "./known.js";
import { Moving } from "./moving.js";
import { get, inOrder, post } from "./net.js";
import { OneCell } from "./onecell.js";
import { Pictures, buttons, shownOf } from "./pictures.js";
import { busy, fail, hush, say } from "./say.js";
import { Stage } from "./stage.js";
import { tabs } from "./tabs.js";
import { Toolbar } from "./toolbar.js";
import { boardOf, sizeOf, trouble } from "./wording.js";

const $ = (id) => document.getElementById(id);
let state = null;
let shot = 0;
let shownPicture = null;
let mode = "desk";
let cell = null;
let edited = false;

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
    moving.to(grid, stroke, done);
  },
  area: (grid, stroke, done) => around.moved(grid, stroke, done),
  cell: (at) => mode === "desk" && choose(at, false),
  part: (part) => pane.part(part),
  hover: (point) => toolbar.where(point, stage.scene.grid),
  view: (view) => toolbar.zoomed(view.scale),
  size: (what) => (what === "area" ? around.size() : pane.size()),
});

const moving = new Moving({
  shot: () => shot,
  read: (fresh, newer) => (newer || stage.holding ? showReading(fresh) : show(fresh)),
  refused: (error) => {
    fail(error);
    if (!stage.holding && state) show(state);
  },
});

const pane = new GridPane(stage, { send: (grid) => moving.send(grid), change, say });

const pictures = new Pictures();

const onecell = new OneCell({ type: (at, label) => typeCell(at, label) });

const reading = new BoardView($("reading"), {
  choose: (at, focus) => choose(at, focus),
  type: (at, label) => typeCell(at, label),
});

const kinds = new Kinds({
  change,
  chosen: () => stage.set({ chosen: { cell, kind: kinds.chosen } }),
  crop: (context, best) => {
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    const from = best && state.draft?.shots[best[0]];
    if (from) pictures.crop(context, from, best.slice(1));
  },
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
  say, fail, busy,
});

new Intake({
  begin: () => {
    hush();
    turn("desk");
    shot = 0;
    edited = false;
  },
  looking,
  show: (fresh) => show(fresh),
  local: (id, image) => pictures.keep(id, image),
  change, say, fail, busy,
});

const film = new Film({
  picture: (image) => showPicture(image, null),
  scene: (scene) => { if (mode === "film") stage.set(scene); },
  taken: (fresh) => { turn("desk"); show(fresh); },
  fail, busy,
});

const toolbar = new Toolbar(stage, {
  back: (way) => change(way),
  turn: (to) => turn(to),
  key: (event) => mode === "film" && film.key(event),
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
  toolbar.steps(state);
  if (mode === "desk") showDesk();
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
  const said = trouble(state, now);
  $("trouble").hidden = !said;
  $("trouble").textContent = said;
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
  if (!read) $("reading-size").textContent = now ? sizeOf(now) : "";
  if (now) {
    if (!stage.holding) pane.show(now.grid);
    $("reader").value = draft.reader;
    $("board-text").rows = Math.min(24, now.grid.rows + 1);
    if (!edited) $("board-text").value = boardOf(now);
  }
  buttons(shown.length, shot, (number) => {
    shot = number;
    edited = false;
    showDesk();
  });
  choose(cell, false);
  around.show(state.around, picture);
  hands.show(state.around.hands, state.around.controls);
  finish.show(state);
  point();
}

async function loadPicture(id) {
  try {
    const image = await pictures.load(id);
    if (shownPicture === id && mode === "desk") showPicture(image, id);
    kinds.show(state.draft?.kinds || []);
  } catch (error) {
    fail(error);
  }
}

/** The first picture is seen at once, while its board is looked for; where that fails, the page is empty again. */
function looking(image, on = true) {
  $("looking").hidden = !on;
  if (!state || state.pictures.length || mode !== "desk") return;
  $("welcome").hidden = Boolean(image);
  if (image) showPicture(image, undefined);
  else if (!on) stage.clear();
}

function showPicture(image, id) {
  const same = stage.size && stage.size.w === image.width && stage.size.h === image.height;
  if (id === null && same) stage.swap(image);
  else stage.show(image);
}

// ---- one cell ------------------------------------------------------------------------------------------------------

function choose(at, focus = true) {
  cell = at;
  reading.choose(at, focus);
  stage.set({ chosen: { cell: at, kind: kinds.chosen } });
  onecell.show(at, state, shot);
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
  $("show-labels").addEventListener("change", () => stage.set({ labels: $("show-labels").checked }));
  $("board-text").addEventListener("input", () => { edited = true; });
  $("board-apply").addEventListener("click", useText);
  $("board-reset").addEventListener("click", () => {
    edited = false;
    showDesk();
  });
}

/** The typed board; where it is refused, the text stays as it was typed. */
async function useText() {
  if (!(await change("board", { shot, text: $("board-text").value }))) return;
  edited = false;
  showDesk();
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
