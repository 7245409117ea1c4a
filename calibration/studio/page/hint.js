// Hints: which line, then which technique, then which cells and why; a step deeper each time they are asked for.

import { post, Refused } from "./net.js";

const $ = (id) => document.getElementById(id);
const KEPT = "banmen-language";
const DEEPEST = 2;
const WORDS = {
  en: { ask: "Hint", more: "Tell me more", again: "Once more", write: "Write it in" },
  ja: { ask: "ヒント", more: "もっと詳しく", again: "もう一度", write: "書き込む" },
};

export class Hints {
  /** `told`: asked() -> {shot, game, rules} or null, point({lit, because, marks} or null), write(marks), fail, busy. */
  constructor(told) {
    this.told = told;
    this.hint = null;
    this.depth = 0;
    const first = localStorage.getItem(KEPT) || navigator.language.slice(0, 2);
    $("hint-language").value = WORDS[first] ? first : "en";
    $("hint-language").addEventListener("change", () => {
      localStorage.setItem(KEPT, this.language);
      this.draw();
    });
    $("hint").addEventListener("click", () => this.ask());
    $("hint-write").addEventListener("click", () => told.write(this.hint.marks));
    this.draw();
  }

  get language() {
    return $("hint-language").value;
  }

  /** Whether the game that is chosen can explain its steps. */
  offer(teaches) {
    $("hint-line").hidden = !teaches;
  }

  /** The hint is not for this board any more. */
  forget() {
    this.hint = null;
    this.depth = 0;
    this.draw();
  }

  async ask() {
    if (this.hint && this.depth < this.says().length - 1) {
      this.depth += 1;
      this.draw();
      return;
    }
    const asked = this.told.asked();
    if (!asked) return;
    try {
      this.hint = await this.told.busy(post("/api/hint", asked));
      this.depth = 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.hint = null;
      this.told.fail(error);
    }
    this.draw();
  }

  says() {
    return this.hint.says[this.language] || this.hint.says.en;
  }

  /** Say and draw what was told so far, as long as this part of the page is looked at. */
  draw(looked = true) {
    const words = WORDS[this.language];
    const told = this.hint ? this.says().slice(0, this.depth + 1) : [];
    const deeper = this.hint && this.depth < this.says().length - 1;
    $("hint").textContent = deeper ? words.more : this.hint?.where ? words.again : words.ask;
    $("hint-write").textContent = words.write;
    $("hint-text").lang = this.language;
    $("hint-text").replaceChildren(...told.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    const deep = this.depth === DEEPEST;
    $("hint-write-line").hidden = !(deep && this.hint.marks.length);
    this.told.point(!this.hint?.where || !looked ? null : {
      lit: this.hint.where, because: deep ? this.hint.because : [], marks: deep ? this.hint.marks : [],
    });
  }
}
