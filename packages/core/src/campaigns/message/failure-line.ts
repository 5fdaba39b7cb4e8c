import { lineOf, say } from "@thaw/text/say";
import { textIn, wordsToStore } from "@thaw/text/stored-text";
import type { FailureKind, MessageFailure } from "./message.schema.ts";

const FAULTS: Partial<Record<FailureKind, "email.templateFault" | "email.attachmentFault">> = {
  template: "email.templateFault",
  attachment: "email.attachmentFault",
};

/** A failure as events keep it and as readers get it rendered: a line of the catalogue, a server's words or the name of a rule. */
export function failureLine({ kind, text }: MessageFailure): string {
  const key = FAULTS[kind];
  if (key !== undefined) return lineOf(say(key, { fault: textIn(text) ?? text }));
  return kind === "unconfirmed" ? text : wordsToStore(text);
}
