import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForConnection } from "./connection.ts";

const PAGE = "https://thaw.example/app/tasks";
const answer = new Response("{}");
const broken = () => Promise.reject(new TypeError("Failed to fetch"));

/** A browser whose network answers with these, one after another. */
function browser(isOnline: boolean, ...answers: (() => Promise<Response>)[]) {
  const fetch = vi.fn(() => (answers.shift() ?? (() => Promise.resolve(answer)))());
  const window = Object.assign(new EventTarget(), { fetch, location: new URL(PAGE) }) as never;
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", { onLine: isOnline });
  waitForConnection();
  return { asked: fetch, window: window as unknown as Window };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what a screen reads is asked for again until there is an answer", async () => {
  const { asked, window } = browser(false, broken, broken);
  const read = window.fetch("/app/tasks.data");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  expect(await read).toBe(answer);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("what changes something is sent once, and so is what is no screen's", async () => {
  const { asked, window } = browser(true, broken, broken);
  await expect(window.fetch("/app/tasks.data", { method: "POST" })).rejects.toThrow(TypeError);
  await expect(window.fetch("/app/unread")).rejects.toThrow(TypeError);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a navigation meanwhile ends the waiting", async () => {
  const { asked, window } = browser(true, broken);
  const left = new AbortController();
  const read = window.fetch("/app/tasks.data", { signal: left.signal });
  const ended = expect(read).rejects.toThrow("abort");
  await vi.advanceTimersByTimeAsync(100);
  left.abort();
  await ended;
  expect(asked).toHaveBeenCalledTimes(1);
});

test("the code of a screen waits until the server can be reached, whatever the browser believes", async () => {
  const { window } = browser(false, broken);
  let isConnected = false;
  void window.whenConnected?.().then(() => {
    isConnected = true;
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isConnected).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isConnected).toBe(true);
});
