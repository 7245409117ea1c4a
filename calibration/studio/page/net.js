// Talking to the studio's own server. The token came once in the address and is kept for this tab only.

const KEPT = "banmen-token";

function token() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEPT) || "";
}

const TOKEN = token();

/** A request that was refused; the message is a sentence for the person. */
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options = {}) {
  const headers = { ...options.headers, "X-Banmen-Token": TOKEN };
  let answer;
  try {
    answer = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
  } catch {
    throw new Refused("The studio does not answer; is `banmen studio` still running?", 0);
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refused(said.error || `The studio could not do that (${answer.status}).`, answer.status);
}

export const get = async (path) => (await ask(path)).json();

export const post = async (path, value = {}) =>
  (await ask(path, { method: "POST", body: JSON.stringify(value), headers: { "Content-Type": "application/json" } })).json();

let before = Promise.resolve();

/** Changes of the desk reach the server in the order in which they were made. */
export function inOrder(request) {
  const mine = before.then(request);
  before = mine.catch(() => {});
  return mine;
}

export const upload = async (file, add) =>
  (await ask(`/api/pictures${add ? `?add=${add === "screen" ? add : 1}` : ""}`, {
    method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
  })).json();

export async function bitmap(path) {
  return createImageBitmap(await (await ask(path)).blob());
}

/**
 * Calls `send` with the newest value only: while one request is under way, older ones that wait are dropped. `send`
 * may ask whether a newer value waits already.
 */
export function latest(send) {
  let waiting = null;
  let busy = false;
  return async function offer(value) {
    waiting = { value };
    if (busy) return;
    busy = true;
    while (waiting) {
      const next = waiting.value;
      waiting = null;
      await send(next, () => waiting !== null);
    }
    busy = false;
  };
}
