// One cell of the board: how sure its reading is, and its label, to be put right.

const $ = (id) => document.getElementById(id);

export class OneCell {
  /** `told`: type(cell, label). */
  constructor(told) {
    this.told = told;
    this.cell = null;
    $("cell-label").addEventListener("focus", () => $("cell-label").select());
    $("cell-label").addEventListener("change", () => this.cell && told.type(this.cell, $("cell-label").value.trim() || "."));
  }

  /** A cell, or null, of what the desk shows: a shot of the draft, the board of a known layout, or neither. */
  show(cell, state, shot) {
    this.cell = cell;
    const now = state?.draft?.shots[shot], read = state?.known;
    $("cell-edit").hidden = !cell || !(now || read);
    if (!cell || !(now || read)) {
      const other = state?.draft ? "No board is read in this picture; it can tell a screen." : "";
      $("cell-about").textContent = now || read ? "Choose a cell to put it right." : other;
      return;
    }
    const [row, column] = cell, where = `Row ${row + 1}, column ${column + 1},`;
    if (read) {
      $("cell-about").textContent = where;
      $("cell-label").value = [...read.blocks.board[row]][column];
      return;
    }
    const kind = now.kind[row][column];
    const sure = kind === -2 ? "could not be told" : `${Math.round(now.margins[row][column] * 100)} % sure`;
    $("cell-about").textContent = `${where} ${sure},`;
    $("cell-label").value = kind === -1 ? "." : kind === -2 ? "?" : state.draft.kinds[kind].label;
  }
}
