import type { Refusal } from "@thaw/client/thaw-client";

export type { Answer, Refusal } from "@thaw/client/thaw-client";

/** No answer came; it says so in the words of the component that shows it. */
export const OFFLINE: Refusal = { ok: false, status: 0, code: "offline", message: "", fields: {} };

/** What need not be sent to be refused. */
export const refusedHere = (message: string, fields: Refusal["fields"] = {}): Refusal => ({
  ok: false,
  status: 0,
  code: "invalid",
  message,
  fields,
});
