// The pictures on the desk, decoded once and kept for a while; a cell of one, cut out for a kind.

import { bitmap } from "./net.js";
import { busy } from "./say.js";

const $ = (id) => document.getElementById(id);
const KEPT = 6;

export class Pictures {
  constructor() {
    this.kept = new Map();
  }

  keep(id, image) {
    this.kept.set(id, image);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  async load(id) {
    const image = this.kept.get(id) || await busy(bitmap(`/api/pictures/${id}`));
    this.keep(id, image);
    return image;
  }

  /** Draw a cell, [row, column], of a shot into the small canvas of `context`; nothing where its picture is not kept. */
  crop(context, shot, [row, column]) {
    const { canvas } = context, image = this.kept.get(shot.picture);
    if (!image) return;
    const { grid } = shot;
    const share = Math.min(canvas.width / grid.pitch_x, canvas.height / grid.pitch_y);
    const w = grid.pitch_x * share, h = grid.pitch_y * share;
    context.imageSmoothingQuality = "high";
    context.drawImage(
      image, grid.x + column * grid.pitch_x, grid.y + row * grid.pitch_y, grid.pitch_x, grid.pitch_y,
      (canvas.width - w) / 2, (canvas.height - h) / 2, w, h,
    );
  }
}

/** The pictures that can be looked at: those with the board, in the order of its shots, then those of other screens. */
export function shownOf({ draft, pictures }) {
  const boards = (draft?.shots || []).map((one) => one.picture);
  const ids = pictures.map((one) => one.id);
  return draft ? [...boards, ...ids.filter((id) => !boards.includes(id))] : ids.slice(-1);
}

/** A button for each of several pictures; `turned(number)` is told which one was chosen. */
export function buttons(count, shown, turned) {
  $("shots").hidden = count < 2;
  $("shots").replaceChildren(...Array.from({ length: count }, (_, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = number + 1;
    button.setAttribute("aria-label", `Picture ${number + 1}`);
    button.setAttribute("aria-pressed", String(number === shown));
    button.addEventListener("click", () => turned(number));
    return button;
  }));
}
