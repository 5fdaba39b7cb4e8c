import { expect, test } from "vitest";
import { diagnose } from "./diagnosis.ts";

test.each(["too_late", "reassigned", "version_changed"] as const)(
  "an email that the sender requeues as %s waits for the next run, and nobody has to fix anything",
  (reason) => {
    expect(diagnose(reason)).toEqual({ rule: "next_run" });
  },
);

test("a subsequence that waits for its parent is fixed at the parent", () => {
  expect(diagnose("parent_paused")).toEqual({ rule: "parent_paused", fix: "parent" });
});
