import { useEffect, useSyncExternalStore } from "react";
import { useLatest } from "./use-latest.ts";

/** A key of the current screen: `j`, `Enter`, `?`, or a sequence such as `g c`. */
export type ScreenKey = { keys: string; label: string; run: (event: KeyboardEvent) => void };
export type PaletteAction = {
  id: string;
  label: string;
  description?: string;
  keywords?: string[];
  run: () => void;
};

/** What mounted components offer right now. */
type Registry<Item> = {
  offer: (items: readonly Item[]) => () => void;
  subscribe: (listener: () => void) => () => void;
  read: () => readonly Item[];
};

function registry<Item>(): Registry<Item> {
  let offers: readonly (readonly Item[])[] = [];
  let all: readonly Item[] = [];
  const listeners = new Set<() => void>();
  const change = (next: typeof offers) => {
    offers = next;
    all = next.flat();
    for (const listener of listeners) listener();
  };
  return {
    offer: (items) => {
      change([...offers, items]);
      return () => change(offers.filter((other) => other !== items));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => all,
  };
}

const NOTHING: readonly never[] = [];
const keys = registry<ScreenKey>();
const actions = registry<PaletteAction>();

/** Registers once per set of names; what runs is always the latest. */
function useOffer<Item extends { label: string }>(
  to: Registry<Item>,
  items: readonly Item[],
  withLatest: (item: Item, latest: () => Item | undefined) => Item,
) {
  const latest = useLatest(items);
  const names = items.map((item) => item.label).join("\n");
  useEffect(() => {
    const current = latest.current;
    if (!names || !current) return;
    return to.offer(current.map((item, at) => withLatest(item, () => latest.current?.[at])));
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is read through the ref
  }, [names]);
}

/** Offers keys while the component is mounted; `?` lists them. They do nothing while someone types. */
export function useScreenKeys(offered: readonly ScreenKey[]): void {
  useOffer(keys, offered, (key, latest) => ({ ...key, run: (event) => latest()?.run(event) }));
}

/** Offers actions of the current screen in the command palette. */
export function usePaletteActions(offered: readonly PaletteAction[]): void {
  useOffer(actions, offered, (action, latest) => ({ ...action, run: () => latest()?.run() }));
}

export const useOfferedKeys = () =>
  useSyncExternalStore(keys.subscribe, keys.read, () => NOTHING as readonly ScreenKey[]);
export const useOfferedActions = () =>
  useSyncExternalStore(actions.subscribe, actions.read, () => NOTHING as readonly PaletteAction[]);

const EDITABLE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
/** Where Enter and the arrows have a meaning of their own. */
const OPERABLE = 'a, button, [role="menuitem"], [role="option"], [role="tab"], summary';
/** Milliseconds between the two keys of a sequence. */
const SEQUENCE_MS = 1_000;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(EDITABLE) !== null;
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (isTyping(event.target)) return true;
  const inDialog = document.querySelector('[aria-modal="true"]') !== null;
  const onControl = event.target instanceof Element && event.target.closest(OPERABLE) !== null;
  return inDialog || (event.key === "Enter" && onControl);
}

/** Listens for the keys that mounted components offer. Mount once. */
export function useKeyListener(): void {
  useEffect(() => {
    let before = "";
    let beforeAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const sequence = event.timeStamp - beforeAt < SEQUENCE_MS ? `${before} ${event.key}` : "";
      // The component mounted last is nearest to the user.
      const offered = keys.read().toReversed();
      const match =
        offered.find((key) => sequence && key.keys === sequence) ??
        offered.find((key) => key.keys === event.key);
      before = match ? "" : event.key;
      beforeAt = event.timeStamp;
      if (!match) return;
      event.preventDefault();
      match.run(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
