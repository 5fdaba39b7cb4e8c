import { useSyncExternalStore } from "react";

export type Expiry = {
  /** The server's own words, where it had any. */
  message: string | undefined;
};

const EXPIRED = /session expired/i;

let expiry: Expiry | undefined;
const listeners = new Set<() => void>();

/**
 * Notices, in whatever the page asks of the server, that the session has ended: 401 or an error that says so. Pages for
 * visitors have no session to lose. Called once, before anything is fetched.
 */
export function watchSession(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await ask(...request);
    if (response.status >= 400 && isOurs(response)) await notice(response.clone());
    return response;
  };
}

/** What goes out with the session: signing in, too, is answered with refusals. */
function isOurs({ url }: Response): boolean {
  const isInside = window.location.pathname.startsWith("/app");
  return isInside && url.startsWith(`${window.location.origin}/app`);
}

async function notice(response: Response): Promise<void> {
  const message = await messageOf(response);
  if (response.status !== 401 && !EXPIRED.test(message ?? "")) return;
  // Many calls fail together; one has said it.
  expiry ??= { message };
  for (const listener of listeners) listener();
}

/** Only answers in JSON have words that can be read here. */
async function messageOf(response: Response): Promise<string | undefined> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const hasMessage = typeof body === "object" && body !== null && "message" in body;
  return hasMessage && typeof body.message === "string" ? body.message : undefined;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useExpiry(): Expiry | undefined {
  return useSyncExternalStore(
    subscribe,
    () => expiry,
    () => undefined,
  );
}
