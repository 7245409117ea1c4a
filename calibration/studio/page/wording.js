// What the page says about a board that was read: what could not be seen, what is in doubt, and the board as text.

const ALIKE = "All cells look alike: does the grid lie on the board, with a cell for each piece?";
const UNTOLD = "No cell can be told from another: if the grid lies on the board, type what it holds under Text.";
const OPTION = / --[a-z]/;

/** What could not be seen in a picture, and what to do about it; empty where nothing is open. */
export function trouble(state, now) {
  if (state.trouble) return `${state.trouble.split(":")[0]}. Draw the grid over it: drag from one corner of the board to the other.`;
  const held = new Set(now ? now.kind.flat() : []);
  const one = held.size === 1 ? (held.has(-2) ? UNTOLD : ALIKE) : "";
  const why = state.known?.why || state.draft?.why || one;
  return OPTION.test(why) ? `${why.split(":")[0]}. Put the grid right: drag its corners, or draw it anew.` : why;
}

/** How many columns and rows, and how many cells are in doubt. */
export function sizeOf(now) {
  const unsure = now.kind.flat().filter((kind) => kind === -2).length;
  return `${now.grid.columns} × ${now.grid.rows}${unsure ? `, ${unsure} in doubt` : ""}`;
}

/** The rows of the board, without what stands beside it. */
export const boardOf = (now) => now.text.split(/^(?:board|marked):\n/m).filter(Boolean)[0].trimEnd();
