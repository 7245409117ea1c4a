// How the program is played: what the hand does, how long and how fast, and which key means what.

const $ = (id) => document.getElementById(id);
const TIMES = ["hold", "gap", "response", "falling"];

export class Hands {
  /** `told`: change(path, value), say(text, bad). */
  constructor(told) {
    this.told = told;
    this.hands = null;
    for (const id of ["control", ...TIMES]) $(`hands-${id}`).addEventListener("change", () => this.typed());
    $("hands-keys").addEventListener("change", () => this.typed());
    $("hands-keys").addEventListener("click", (event) => {
      const gone = event.target.closest(".gone");
      if (!gone) return;
      gone.closest("tr").remove();
      this.typed();
    });
    $("hands-add").addEventListener("click", () => {
      const row = this.row("", "");
      $("hands-keys").append(row);
      row.querySelector("input").focus();
      $("hands-table").hidden = false;
    });
  }

  show(hands, controls) {
    this.hands = hands;
    if ($("hands-control").length !== controls.length) $("hands-control").replaceChildren(...controls.map((name) => new Option(name, name)));
    $("hands-control").value = hands.control;
    for (const id of TIMES) if (document.activeElement !== $(`hands-${id}`)) $(`hands-${id}`).value = Math.round(1e4 * hands[id]) / 10;
    const keys = JSON.stringify(hands.keys);
    if ($("hands-keys").dataset.known !== keys) {
      $("hands-keys").dataset.known = keys;
      $("hands-keys").replaceChildren(...Object.entries(hands.keys).map(([meaning, key]) => this.row(meaning, key)));
    }
    $("hands-table").hidden = !$("hands-keys").children.length;
    $("hands-from").textContent = hands.from === "here" ? "As said here." : hands.from ? `As in ${hands.from}.` : "As usual for a game that nobody knows.";
  }

  row(meaning, key) {
    const row = document.createElement("tr");
    for (const [value, label, hint] of [[meaning, "Meaning", "left"], [key, "Key", "Left"]]) {
      const cell = document.createElement("td");
      const field = document.createElement("input");
      field.value = value;
      field.maxLength = 40;
      field.placeholder = hint;
      field.spellcheck = false;
      field.autocomplete = "off";
      field.setAttribute("aria-label", label);
      cell.append(field);
      row.append(cell);
    }
    const cell = document.createElement("td");
    const gone = document.createElement("button");
    gone.type = "button";
    gone.className = "gone";
    gone.textContent = "×";
    gone.setAttribute("aria-label", `Remove the key for ${meaning || "nothing yet"}`);
    cell.append(gone);
    row.append(cell);
    return row;
  }

  async typed() {
    const rows = [...$("hands-keys").children].map((row) => [...row.querySelectorAll("input")].map((field) => field.value.trim()));
    if (rows.some(([meaning, key]) => Boolean(meaning) !== Boolean(key))) return;
    const times = Object.fromEntries(TIMES.map((id) => [id, $(`hands-${id}`).valueAsNumber / 1000]));
    if (!Object.values(times).every((time) => time >= 0 && time <= 60)) {
      this.told.say("Times are 0 to 60000 milliseconds.", true);
      this.show(this.hands, [...$("hands-control").options].map((option) => option.value));
      return;
    }
    const keys = Object.fromEntries(rows.filter(([meaning]) => meaning));
    $("hands-keys").dataset.known = "";
    await this.told.change("hands", { control: $("hands-control").value, ...times, keys });
  }
}
