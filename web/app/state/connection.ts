import { useSyncExternalStore } from "react";

/** Milliseconds between two tries while nothing answers. */
const AGAIN_MS = 3_000;
/** Small, and served to everyone: whether it arrives tells whether the server can be reached. */
const PROBE = "/favicon.svg";

declare global {
  interface Window {
    /** Ends when there is a connection. The loader of a screen's code waits for it (vite.config.ts), and so do replies. */
    whenConnected?: (signal?: AbortSignal) => Promise<void>;
  }
}

let waiting = 0;
const listeners = new Set<() => void>();

/**
 * What a screen reads waits while there is no connection and is asked for again without a click, so that the screen and what
 * was typed into it stay. What changes something is sent once: it may have arrived. Called once, before anything is fetched.
 */
export function waitForConnection(): void {
  const ask = window.fetch.bind(window);
  window.whenConnected = (signal) => connected(ask, signal);
  window.fetch = async (input, init) => {
    if (!isReadOfScreen(input, init)) return ask(input, init);
    const signal = init?.signal ?? undefined;
    for (;;) {
      try {
        return await ask(input, init);
      } catch (error) {
        // A request that was given up is no failure of the network, whose failures are TypeErrors (Fetch, 5.6).
        if (signal?.aborted || !(error instanceof TypeError)) throw error;
        await counted(pause(signal));
      }
    }
  };
}

/** Files, calls of the API and other hosts have ways of their own. */
function isReadOfScreen(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if ((init?.method ?? "GET") !== "GET") return false;
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith(".data");
}

/** Browsers say that they are online before they are, and tell falsely of being offline now and then, so the server is asked. */
async function connected(ask: typeof fetch, signal?: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  let isAnswered = false;
  while (!isAnswered) {
    await counted(pause(signal));
    const answer = ask(PROBE, { method: "HEAD", cache: "no-store" });
    isAnswered = await answer.then(Boolean, () => false);
  }
}

/** Until the browser is online again, and no longer than until the next try. */
function pause(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const { signal: ended } = end;
    const finish = (settle: () => void) => () => {
      end.abort();
      settle();
    };
    const timer = setTimeout(finish(resolve), AGAIN_MS);
    ended.addEventListener("abort", () => clearTimeout(timer));
    window.addEventListener("online", finish(resolve), { signal: ended });
    signal?.addEventListener(
      "abort",
      finish(() => reject(signal.reason)),
      { signal: ended },
    );
    if (signal?.aborted) finish(() => reject(signal.reason))();
  });
}

async function counted(wait: Promise<void>): Promise<void> {
  change(1);
  try {
    await wait;
  } finally {
    change(-1);
  }
}

function change(by: number) {
  waiting += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

type Connection = "online" | "offline" | "unreachable";

const read = (): Connection => {
  if (!navigator.onLine) return "offline";
  return waiting > 0 ? "unreachable" : "online";
};

/** How it stands with the connection, for components that show it. */
export const useConnection = (): Connection =>
  useSyncExternalStore(subscribe, read, () => "online");
