// Pictures in: dropped, pasted, picked from a list of files, or taken of a window.

import { get, inOrder, Refused, upload } from "./net.js";

const $ = (id) => document.getElementById(id);

export class Intake {
  /** `told`: begin(), looking(bitmap or null, false once it is over), show(state), local(id, bitmap), change(path, value),
   *  say(text, bad), fail(error), busy(promise). */
  constructor(told) {
    this.told = told;
    for (const id of ["open", "welcome-open"]) $(id).addEventListener("click", () => $("file").click());
    for (const id of ["pick-window", "welcome-window"]) $(id).addEventListener("click", () => this.pick());
    $("file").addEventListener("change", async () => {
      await this.open([...$("file").files]);
      $("file").value = "";
    });
    document.addEventListener("paste", (event) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      this.open([...event.clipboardData.files]);
    });
    this.listenToDrops();
  }

  listenToDrops() {
    let depth = 0;
    const on = (name, handle) => document.addEventListener(name, (event) => {
      if (![...(event.dataTransfer?.types || [])].includes("Files")) return;
      event.preventDefault();
      handle(event);
      $("dropping").hidden = depth === 0;
    });
    on("dragenter", () => { depth += 1; });
    on("dragleave", () => { depth = Math.max(0, depth - 1); });
    on("dragover", () => {});
    on("drop", (event) => {
      depth = 0;
      this.open([...event.dataTransfer.files]);
    });
  }

  /** The first picture replaces what lies on the desk, the others join it. */
  async open(files) {
    const pictures = files.filter((file) => file.type.startsWith("image/") || file.type === "");
    if (!pictures.length) {
      this.told.say("That is no picture; give a screenshot as PNG, JPEG, WebP or BMP.", true);
      return;
    }
    this.told.begin();
    for (const [number, file] of pictures.entries()) {
      const image = await createImageBitmap(file, { imageOrientation: "none" }).catch(() => null);
      this.told.looking(image);
      try {
        const state = await this.told.busy(inOrder(() => upload(file, number > 0)));
        this.keep(image, state.pictures.at(-1));
        this.told.show(state);
      } catch (error) {
        this.told.fail(error);
      }
      this.told.looking(null, false);
    }
  }

  /** The page has the picture already: it need not come back from the server, unless that saw it in another size. */
  keep(image, picture) {
    if (image && image.width === picture.width && image.height === picture.height) this.told.local(picture.id, image);
  }

  async pick() {
    let found;
    try {
      found = (await this.told.busy(get("/api/windows"))).windows;
      if (!found.length) throw new Refused("There is no window on the screen.", 404);
    } catch (error) {
      this.told.fail(error);
      return;
    }
    $("window-list").replaceChildren(...found.map((one) => this.line(one)));
    $("windows").showModal();
  }

  line(one) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const name = document.createElement("b");
    name.textContent = one.title || "without a title";
    const about = document.createElement("span");
    about.textContent = `${one.program} · ${one.size.join(" × ")}`;
    button.append(name, about);
    button.addEventListener("click", () => {
      $("windows").close();
      this.told.begin();
      this.told.looking(null);
      this.told.change("window", { id: one.id }).finally(() => this.told.looking(null, false));
    });
    line.append(button);
    return line;
  }
}
