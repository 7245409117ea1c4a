// A recording, look by look: what was seen, believed, planned and done, and where it hesitated.

import { BoardView, rowsOfText } from "./board.js";
import { bitmap, get, latest, post } from "./net.js";
import { item } from "./finish.js";

const $ = (id) => document.getElementById(id);
const KEPT = 24;
const AHEAD = 100;

export class Film {
  /** `told`: picture(bitmap), scene(changes), fail(error), taken(state), busy(promise). */
  constructor(told) {
    this.told = told;
    this.looks = [];
    this.at = -1;
    this.shown = null;
    this.active = false;
    this.pictures = new Map();
    this.seen = new BoardView($("film-seen"));
    this.believed = new BoardView($("film-believed"));
    this.offer = latest((number) => this.load(number));
    $("film-slider").addEventListener("input", () => this.go(Number($("film-slider").value)));
    $("film-prev").addEventListener("click", () => this.go(this.at - 1));
    $("film-next").addEventListener("click", () => this.go(this.at + 1));
    $("film-back").addEventListener("click", () => this.jump(-1));
    $("film-forward").addEventListener("click", () => this.jump(1));
    $("film-take").addEventListener("click", () => this.take());
    new ResizeObserver(() => this.marks()).observe($("film-slider"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.marks());
  }

  /** Fetch what is told so far, again and again until it is all told. */
  async follow() {
    for (let ended = false; !ended;) {
      const told = await get(`/api/looks?first=${this.looks.length}`);
      this.looks.push(...told.looks);
      ended = told.ended;
      if (ended && told.trouble) this.told.fail(new Error(told.trouble));
      $("film-slider").max = Math.max(0, this.looks.length - 1);
      this.marks();
      this.count();
      if (this.at < 0 && this.looks.length) this.go(0);
      if (!ended && !told.looks.length) await new Promise((done) => setTimeout(done, 200));
    }
  }

  count() {
    const slow = this.looks.filter((look) => look.hesitation).length;
    $("film-count").textContent = `${this.at + 1} / ${this.looks.length}`;
    $("film-back").disabled = $("film-forward").disabled = !slow;
    $("film-forward").title = `Next hesitation (N); there ${slow === 1 ? "is 1" : `are ${slow}`}`;
  }

  go(number) {
    if (!this.looks.length) return;
    this.at = Math.min(this.looks.length - 1, Math.max(0, number));
    $("film-slider").value = this.at;
    $("film-slider").setAttribute("aria-valuetext", `look ${this.at + 1} of ${this.looks.length}: ${this.looks[this.at].step}`);
    this.count();
    this.offer(this.at);
  }

  /** To the next look at which it hesitated; a row of them counts as one. */
  jump(step) {
    const slow = (at) => Boolean(this.looks[at]?.hesitation);
    let at = this.at + step;
    while (this.looks[at] && !(slow(at) && !slow(at - 1))) at += step;
    if (this.looks[at]) this.go(at);
  }

  async load(number) {
    try {
      const look = await get(`/api/looks/${number}`);
      if (this.shown?.frame !== look.frame) this.told.picture(await this.picture(number, look.frame));
      this.shown = look;
      this.show(look);
    } catch (error) {
      this.told.fail(error);
    }
  }

  async picture(number, frame) {
    if (!this.pictures.has(frame)) {
      this.pictures.set(frame, await bitmap(`/api/looks/${number}/picture`));
      if (this.pictures.size > KEPT) this.pictures.delete(this.pictures.keys().next().value);
    }
    return this.pictures.get(frame);
  }

  show(look) {
    $("film-number").textContent = this.at + 1;
    $("film-time").textContent = `at ${(look.t - this.looks[0].t).toFixed(2)} s, frame ${look.frame}${look.times > 1 ? `, ${look.times} looks alike` : ""}`;
    $("film-step").textContent = look.step;
    $("film-step").className = `step ${look.step.split(":")[0]}`;
    $("film-step").classList.toggle("doubted", Boolean(look.hesitation));
    $("film-hesitation").hidden = !look.hesitation || look.step.endsWith(look.hesitation);
    $("film-hesitation").textContent = look.hesitation;
    const done = look.done === null ? "" : ` (${look.done} done)`;
    $("film-hands").textContent = look.hands.length
      ? `The hand: ${look.hands.map((hand) => hand.what + (hand.at ? ` at ${hand.at.map(Math.round).join(", ")}` : "")).join("; ")}${done}.`
      : "";
    $("film-sight").textContent = look.sight;
    const board = look.seen?.board, believed = look.believed?.board;
    show(this.seen, board, believed, "Nothing that could be read.");
    show(this.believed, believed, null, "Nothing yet.");
    const plan = look.plan || [];
    $("film-plan-count").textContent = plan.length ? `${plan.length} moves` : "nothing yet";
    const from = Math.max(0, (look.move ?? 0) - 3);
    $("film-plan").replaceChildren(...plan.slice(from, from + AHEAD).map((text, at) => item(text, from + at + 1)));
    if (look.move !== null) $("film-plan").children[look.move - from]?.classList.add("now");
    this.told.scene({
      grid: look.grid, shot: null, kinds: [], hands: look.hands, chosen: { cell: look.doubts[0] || null, kind: null },
      lines: look.lines.length ? look.lines.map((cells, at) => ({ cells, number: at + 1 })) : null,
    });
  }

  /** Where it hesitated, as ticks over the slider. */
  marks() {
    const canvas = $("film-marks");
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const place = (at) => 8 + ((width - 16) * at) / Math.max(1, this.looks.length - 1);
    this.looks.forEach((look, at) => {
      if (!look.hesitation && !look.step.startsWith("act")) return;
      context.fillStyle = style.getPropertyValue(look.hesitation ? "--doubt" : "--accent");
      context.globalAlpha = look.hesitation ? 1 : 0.55;
      context.fillRect(place(at) - 1, look.hesitation ? 0 : height * 0.45, 2, height);
    });
  }

  async take() {
    try {
      this.told.taken(await this.told.busy(post(`/api/looks/${this.at}/take`)));
    } catch (error) {
      this.told.fail(error);
    }
  }

  key(event) {
    const todo = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this.looks.length - 1), n: () => this.jump(1), p: () => this.jump(-1) }[event.key];
    if (!todo || event.ctrlKey || event.metaKey || event.altKey) return false;
    todo();
    return true;
  }
}

function show(view, board, beside, otherwise) {
  if (board) {
    view.show(rowsOfText(board, beside));
    return;
  }
  view.shape = "";
  const nothing = document.createElement("p");
  nothing.className = "faint";
  nothing.textContent = otherwise;
  view.root.replaceChildren(nothing);
}
