// A grid under the person's hand: it is read again at every pause and every now and then, not at every pixel.

import { inOrder, latest, post } from "./net.js";
import { busy } from "./say.js";

const PAUSE = 70;
const LONGEST = 400;

export class Moving {
  /** `told`: shot(), read(fresh, newer), refused(error). */
  constructor(told) {
    this.wanted = null;
    this.last = 0;
    this.timer = 0;
    this.send = latest(async ({ grid, stroke }, newer) => {
      try {
        told.read(await busy(inOrder(() => post("/api/grid", { shot: told.shot(), stroke, ...grid }))), newer());
      } catch (error) {
        told.refused(error);
      }
    });
  }

  /** The hand is here; `done` where it lets go. */
  to(grid, stroke, done) {
    clearTimeout(this.timer);
    this.wanted = { grid, stroke };
    if (done || performance.now() - this.last > LONGEST) this.flush();
    else this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  flush() {
    this.last = performance.now();
    if (this.wanted) this.send(this.wanted);
    this.wanted = null;
  }
}
