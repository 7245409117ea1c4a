// The tabs of the panel: one pane at a time, with the mouse or the arrow keys.

const $ = (id) => document.getElementById(id);

/** `turned(id)` is told which tab was chosen. */
export function tabs(turned) {
  const all = [...document.querySelectorAll('[role="tab"]')];
  const select = (tab, focus) => {
    for (const other of all) {
      const mine = other === tab;
      other.setAttribute("aria-selected", String(mine));
      other.tabIndex = mine ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !mine;
    }
    if (focus) tab.focus();
    turned(tab.id);
  };
  for (const tab of all) {
    tab.addEventListener("click", () => select(tab, false));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], shown = all.filter((one) => !one.hidden);
      if (step) select(shown.at((shown.indexOf(tab) + step) % shown.length), true);
    });
  }
}
