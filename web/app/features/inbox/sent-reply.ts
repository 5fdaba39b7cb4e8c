import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { useEffect } from "react";
import { toast } from "../../components/toasts.ts";
import { textOf } from "../../messages/text.tsx";

/** Where the browser keeps what is not sent yet. */
export const draftKey = (threadId: number | string) => `inbox-draft-${threadId}`;

/** Replies that wait for a connection, by conversation. */
const held = new Map<string, AbortController>();
/** Conversations whose composer is on the screen. */
const composed = new Set<string>();
/** Replies that the server has taken and that their composer has not said yet, by conversation. */
const unsaid = new Set<string>();

/**
 * Waits until there is a connection, also after the reply's screen has been left.
 *
 * @returns false where `stopHolding` came first
 */
export async function holdUntilConnected(threadId: string): Promise<boolean> {
  const hold = new AbortController();
  held.set(threadId, hold);
  try {
    await window.whenConnected?.(hold.signal);
    return true;
  } catch (error) {
    if (hold.signal.aborted) return false;
    throw error;
  } finally {
    held.delete(threadId);
  }
}

/** A reply that is being changed is not sent as it was. */
export const stopHolding = (threadId: number): void => held.get(String(threadId))?.abort();

/** The server has taken a reply. The composer says so; where its screen has been left, this does. */
export function replyTaken(threadId: string): void {
  if (composed.has(threadId)) unsaid.add(threadId);
  else sayElsewhere(threadId);
}

/**
 * For the composer of a conversation, which may be left between the server's answer and the moment when it would say it.
 *
 * @returns what the composer calls when it has said that the reply was taken
 */
export function useReplyTaken(threadId: number): () => void {
  const id = String(threadId);
  useEffect(() => {
    composed.add(id);
    return () => {
      composed.delete(id);
      if (unsaid.delete(id)) sayElsewhere(id);
    };
  }, [id]);
  return () => unsaid.delete(id);
}

/** What was sent is no draft any more. */
function sayElsewhere(threadId: string): void {
  window.sessionStorage.removeItem(draftKey(threadId));
  const t = textOf(document.documentElement.lang || DEFAULT_LOCALE, "inbox");
  toast.done(t("sentElsewhere"));
}
