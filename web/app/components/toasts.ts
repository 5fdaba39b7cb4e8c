import { useSyncExternalStore } from "react";

export type ToastContent =
  | { kind: "done"; text: string }
  | { kind: "failed"; title: string; text: string }
  | { kind: "undoable"; text: string; onUndo: () => void };

let queued: ToastContent[] = [];
let show: ((toast: ToastContent) => void) | undefined;
let isWanted = false;
const listeners = new Set<() => void>();

function raise(toast: ToastContent) {
  if (show) return show(toast);
  queued.push(toast);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Short messages at the top right. Call from events and effects. */
export const toast = {
  done: (text: string) => raise({ kind: "done", text }),
  /** Red; `text` is the server's own message. */
  failed: (title: string, text: string) => raise({ kind: "failed", title, text }),
  /** Ten seconds in which `onUndo` may take back what `text` says. */
  undoable: (text: string, onUndo: () => void) => raise({ kind: "undoable", text, onUndo }),
};

/** The area that shows toasts takes over, with what came before it was loaded. */
export function connectToasts(receiver: (toast: ToastContent) => void): () => void {
  show = receiver;
  const waiting = queued;
  queued = [];
  for (const each of waiting) receiver(each);
  return () => {
    show = undefined;
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
}
