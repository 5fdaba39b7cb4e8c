import { useEffect } from "react";
import { useLatest } from "../state/use-latest.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

async function fetchTicket(signal: AbortSignal): Promise<string> {
  const response = await fetch("/app/realtime-ticket", { signal });
  if (!response.ok) throw new Error(`No ticket: ${response.status}`);
  const { ticket } = (await response.json()) as { ticket: string };
  return ticket;
}

function addressOf(ticket: string): string {
  const url = new URL("/socket", window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("ticket", ticket);
  return url.href;
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Keeps one socket open until `signal` aborts; each attempt waits twice as long as the one before. */
function keepOpen(signal: AbortSignal, onMessage: (message: unknown) => void): void {
  let wait = FIRST_WAIT_MS;
  const retry = () => {
    if (signal.aborted) return;
    // Half of the wait is chance, so that a restarted server is not met by everyone at once.
    setTimeout(connect, wait / 2 + Math.random() * (wait / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };
  const open = async () => {
    const socket = new WebSocket(addressOf(await fetchTicket(signal)));
    signal.addEventListener("abort", () => socket.close());
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
    });
    socket.addEventListener("message", (event) => onMessage(parse(event.data)));
    socket.addEventListener("close", retry);
  };
  const connect = () => {
    if (!signal.aborted) open().catch(retry);
  };
  connect();
}

const listeners = new Set<(message: unknown) => void>();
let opened: AbortController | undefined;

/** One socket serves everything on the page that listens. */
function listen(listener: (message: unknown) => void): () => void {
  listeners.add(listener);
  if (!opened) {
    const { signal } = (opened = new AbortController());
    keepOpen(signal, (message) => {
      if (!signal.aborted) for (const each of listeners) each(message);
    });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    opened?.abort();
    opened = undefined;
  };
}

/** Calls `onMessage` with each message (parsed JSON; undefined if it was none) that the server pushes. */
export function useRealtime(onMessage: (message: unknown) => void): void {
  const latest = useLatest(onMessage);
  useEffect(() => listen((message) => latest.current?.(message)), [latest]);
}
