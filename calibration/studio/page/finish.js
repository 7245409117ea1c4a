// Solving and saving: which game it is, what to play, and what the layout is called.

import { post, Refused } from "./net.js";
import { paragraph, quoted } from "./say.js";

const $ = (id) => document.getElementById(id);
const AT_FIRST = 12;
const SHOWN = 500;

export class Finish {
  /** `told`: shot(), lines(lines or null), marks(marks or null), chosen(game), choose(cell), say(text), fail(error), busy(promise). */
  constructor(told) {
    this.told = told;
    this.state = null;
    this.plan = null;
    this.games = "";
    for (const select of document.querySelectorAll("select.game")) {
      select.addEventListener("change", () => this.choose(select.value));
    }
    $("solve").addEventListener("click", () => this.solve());
    $("rules").addEventListener("keydown", (event) => event.key === "Enter" && this.solve());
    $("plan-step").addEventListener("input", () => this.draw());
    $("moves").addEventListener("click", (event) => {
      const move = event.target.closest("[data-number]");
      if (move) this.step(Number(move.dataset.number));
    });
    $("save-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    $("save-name").addEventListener("input", () => this.over(false));
  }

  /** The games to choose from: those that fit the board first. */
  show(state) {
    const games = JSON.stringify([state.games, state.likely, state.game, state.told]);
    if (games !== this.games) {
      this.games = games;
      const others = state.games.filter((name) => !state.likely.includes(name));
      for (const select of document.querySelectorAll("select.game")) {
        const before = select.dataset.mine ? select.value : "";
        const ask = new Option("Which game is it?", "");
        ask.disabled = ask.hidden = true;
        select.replaceChildren(
          ask, group("Fits this board", state.likely), group(state.likely.length ? "Others" : "All games", others),
        );
        select.value = before || state.game || state.told || "";
      }
    }
    if (state === this.state) return;
    this.state = state;
    this.told.chosen($("game").value);
    if (!$("save-window").value && state.window) $("save-window").value = state.window;
    if (this.plan) this.forget();
    $("saved").hidden = true;
  }

  choose(game) {
    for (const select of document.querySelectorAll("select.game")) {
      select.value = game;
      select.dataset.mine = "yes";
    }
    this.forget();
    this.over(false);
    this.told.chosen(game);
  }

  /** The plan is not for this board any more. */
  forget() {
    this.plan = null;
    $("plan").hidden = true;
    $("verdict").textContent = "";
    $("plan-notes").replaceChildren();
    this.told.lines(null);
    this.told.marks(null);
  }

  /** Whether it is said which game it is; where not, that is asked. */
  asked(id) {
    if ($(id).value) return true;
    $(id).focus();
    this.told.fail(new Refused("Which game is it? That the board fits a game does not tell: choose it.", 400));
    return false;
  }

  /** The board and the game that a plan or a hint is asked for; null where it is not said which game it is. */
  what() {
    return this.asked("game") ? { shot: this.told.shot(), game: $("game").value, rules: $("rules").value.trim() } : null;
  }

  async solve() {
    const asked = this.what();
    if (!asked) return;
    $("verdict").textContent = "Thinking…";
    $("plan").hidden = true;
    try {
      this.plan = await this.told.busy(post("/api/solve", asked));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.forget();
      $("verdict").textContent = error.message;
      $("verdict").className = "verdict bad";
      return;
    }
    const { moves, verdict, notes } = this.plan;
    $("plan-notes").replaceChildren(...notes.map(paragraph));
    $("verdict").textContent = verdict;
    $("verdict").className = "verdict good";
    $("plan").hidden = !moves.length;
    $("moves").replaceChildren(...moves.slice(0, SHOWN).map((move, at) => item(move.text, at + 1)));
    $("plan-step").max = Math.max(1, moves.length);
    this.step(Math.min(AT_FIRST, moves.length));
  }

  step(number) {
    $("plan-step").value = number;
    this.draw();
    const list = $("moves"), move = list.children[number - 1];
    if (move) list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** Draw the plan over the picture, as long as this part of the page is looked at. */
  draw(looked = true) {
    if (!this.plan || !looked) {
      this.told.lines(null);
      this.told.marks(null);
      return;
    }
    this.told.marks(this.plan.marks);
    const upTo = Number($("plan-step").value);
    $("plan-at").textContent = `${upTo} of ${this.plan.moves.length}`;
    [...$("moves").children].forEach((move, at) => {
      move.classList.toggle("now", at + 1 === upTo);
      move.classList.toggle("later", at + 1 > upTo);
    });
    this.told.lines(this.plan.moves.slice(0, upTo).map((move, at) => ({ cells: move.line, number: at + 1 })));
  }

  /** Whether the layout reads its own pictures, and the cells that it is least sure of. */
  checked({ ok, said, narrowest }) {
    $("saved-check").textContent = said;
    $("saved").classList.toggle("doubted", !ok);
    $("saved-narrow").hidden = !narrowest.length;
    $("saved-cells").replaceChildren(...narrowest.map((cell) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${cell.label} at row ${cell.row + 1}, column ${cell.column + 1}: ${Math.round(cell.margin * 100)} %`;
      button.addEventListener("click", () => this.told.choose(cell));
      return button;
    }));
  }

  over(there) {
    $("save-over-line").hidden = !there;
    if (!there) $("save-over").checked = false;
  }

  async save() {
    const typed = $("save-name").value.trim(), name = slug(typed);
    if (!name) {
      $("save-name").focus();
      this.told.fail(new Refused("Give the layout a name, such as my-tiles.", 400));
      return;
    }
    $("save-name").value = name;
    if (!this.asked("save-game")) return;
    const asked = {
      game: $("save-game").value, name, title: $("save-title").value.trim(), rules: $("rules").value.trim(),
      window: $("save-window").value.trim(), replace: $("save-over").checked,
    };
    try {
      const kept = await this.told.busy(post("/api/save", asked));
      $("saved").hidden = false;
      $("saved-folder").textContent = kept.folder;
      $("saved-command").textContent = `banmen play --window ${quoted(asked.window || "TITLE")} --layout ${kept.layout}`;
      this.checked(kept.check);
      if (name !== typed) this.told.say(`Kept as ${name}: names have small letters, digits and dashes.`);
      this.over(false);
      $("saved").scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.over(error.status === 409);
      this.told.fail(error);
    }
  }
}

function group(label, names) {
  const part = document.createElement("optgroup");
  part.label = label;
  part.append(...names.map((name) => new Option(name, name)));
  part.hidden = !names.length;
  return part;
}

export function item(text, number) {
  const line = document.createElement("li");
  line.dataset.number = number;
  line.value = number;
  line.textContent = text;
  return line;
}

/** What a person typed as a name for a folder: small letters, digits and dashes. */
export function slug(text) {
  const plain = text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  return plain.slice(0, 40).replace(/-+$/, "");
}
