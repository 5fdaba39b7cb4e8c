import { useEffect, useRef, useState } from "react";
import type { Refusal } from "../../answer.ts";
import { useLatest } from "../../state/use-latest.ts";

/** Milliseconds without a change until it is saved. */
const PAUSE = 800;

export type SaveResult = { ok: true } | Refusal;
export type SaveEvent = { state: "saving" } | { state: "saved" } | (Refusal & { state: "failed" });
export type Autosave = {
  isDirty: () => boolean;
  /** Saves what is not saved yet. @returns whether everything is */
  flush: (options?: { byHand?: boolean }) => Promise<boolean>;
};

type Options<Value> = {
  value: Value;
  save: (value: Value) => Promise<SaveResult>;
  onEvent: (event: SaveEvent) => void;
  /** Only a person saves: neither a pause nor leaving does. */
  isByHand?: boolean;
  /** True when even the first value was never saved. */
  startsUnsaved?: boolean;
};

/**
 * Saves a value after each pause in its changes, one save at a time and always the newest. A refused value stays and
 * is tried again with its next change.
 */
export function useAutosave<Value>(options: Options<Value>): Autosave {
  const latest = useLatest(options);
  const text = JSON.stringify(options.value);
  const saved = useRef(options.startsUnsaved ? undefined : text);
  const underway = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const [autosave] = useState<Autosave>(() => {
    const isDirty = () => JSON.stringify(latest.current?.value) !== saved.current;
    const saveOnce = async () => {
      const current = latest.current;
      if (!current) return false;
      const value = JSON.stringify(current.value);
      current.onEvent({ state: "saving" });
      const result = await current.save(current.value);
      if (!result.ok) {
        current.onEvent({ ...result, state: "failed" });
        return false;
      }
      saved.current = value;
      if (!isDirty()) current.onEvent({ state: "saved" });
      return true;
    };
    const saveAll = async (): Promise<boolean> => {
      while (isDirty()) {
        if (!(await saveOnce())) return false;
      }
      return true;
    };
    const flush = async ({ byHand = false } = {}) => {
      clearTimeout(timer.current);
      if (latest.current?.isByHand && !byHand) return !isDirty();
      underway.current ??= saveAll().finally(() => {
        underway.current = undefined;
      });
      return underway.current;
    };
    return { isDirty, flush };
  });

  useEffect(() => {
    clearTimeout(timer.current);
    if (text !== saved.current && !latest.current?.isByHand)
      timer.current = setTimeout(() => void autosave.flush(), PAUSE);
    return () => clearTimeout(timer.current);
  }, [text, autosave, latest]);
  return autosave;
}
