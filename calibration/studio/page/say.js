// Saying things to the person: short messages over the page, and that something is being worked out.

import { Refused } from "./net.js";

const $ = (id) => document.getElementById(id);
const LONG = 60;

export function say(text, bad = false) {
  const toast = document.createElement("div");
  toast.className = bad ? "toast bad" : "toast";
  const words = document.createElement("span");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.textContent = "×";
  close.addEventListener("click", () => toast.remove());
  toast.append(words, close);
  $("toasts").replaceChildren(toast);
  setTimeout(() => toast.remove(), 2000 + LONG * text.length);
}

/** Take away what was said: it was about something that is gone. */
export const hush = () => $("toasts").replaceChildren();

export const fail = (error) => {
  say(error.message, true);
  if (!(error instanceof Refused)) console.error(error);
};

export function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}

/** A word of a command, as a shell takes it. */
export const quoted = (text) => (/^[\w./-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, "\\$1")}"`);

let tasks = 0;
export async function busy(promise) {
  tasks += 1;
  $("busy").hidden = false;
  try {
    return await promise;
  } finally {
    tasks -= 1;
    $("busy").hidden = tasks === 0;
  }
}
