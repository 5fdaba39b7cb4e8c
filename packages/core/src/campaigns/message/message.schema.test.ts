import { expect, test } from "vitest";
import { MESSAGE_STATES, MESSAGE_STATUSES, toMessageStatus } from "./message.schema.ts";

test("the campaign stats status of a message is one of five [CAMP-07]", () => {
  expect([...MESSAGE_STATUSES].sort()).toEqual(["DRAFTED", "FAILED", "SENT", "SKIPPED", "STOPPED"]);
  const seen = Object.fromEntries(MESSAGE_STATES.map((state) => [state, toMessageStatus(state)]));
  expect(seen).toEqual({
    DRAFTED: "DRAFTED",
    SENDING: "DRAFTED",
    SENT: "SENT",
    FAILED: "FAILED",
    UNKNOWN: "FAILED",
    SKIPPED: "SKIPPED",
    STOPPED: "STOPPED",
  });
});
