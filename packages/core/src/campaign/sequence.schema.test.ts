import * as v from "valibot";
import { expect, test } from "vitest";
import { Steps } from "./sequence.schema.ts";

const isSequence = (...delays: number[]) =>
  v.safeParse(
    Steps,
    delays.map((delayInDays, index) => ({
      seq_number: index + 1,
      seq_delay_details: { delayInDays },
      variants: [{ letter: "A", subject: "Hello", body: "Hello" }],
    })),
  ).success;

// SEQ-09 says it of subsequences too, which may start after 0 to 365 days: there are none yet.
test("the first step of a campaign has delay 0, follow-ups wait 1 to 365 whole days", () => {
  expect([isSequence(0), isSequence(0, 1, 365)]).toEqual([true, true]);
  for (const delays of [[1], [-1], [0, 0], [0, 366], [0, 1.5], [0, 1, 0], [0, -1]]) {
    expect(isSequence(...delays), String(delays)).toBe(false);
  }
});
