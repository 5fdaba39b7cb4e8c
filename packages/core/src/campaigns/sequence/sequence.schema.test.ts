import * as v from "valibot";
import { expect, test } from "vitest";
import { inEnglish } from "../../../../../tests/support/in-english.ts";
import { SaveSequence, Steps } from "./sequence.schema.ts";

const isSequence = (...delays: number[]) =>
  v.safeParse(
    Steps,
    delays.map((delayInDays, index) => ({
      seq_number: index + 1,
      seq_delay_details: { delayInDays },
      variants: [{ letter: "A", subject: "Hello", body: "Hello" }],
    })),
  ).success;

test("the first step of a campaign has delay 0, follow-ups wait 1 to 365 whole days", () => {
  expect([isSequence(0), isSequence(0, 1, 365)]).toEqual([true, true]);
  for (const delays of [[1], [-1], [0, 0], [0, 366], [0, 1.5], [0, 1, 0], [0, -1]]) {
    expect(isSequence(...delays), String(delays)).toBe(false);
  }
});

test("the first step of a subsequence waits 0 to 365 whole days [SEQ-09]", () => {
  const isSaved = (delayInDays: number) =>
    v.safeParse(SaveSequence, {
      campaign_id: 1,
      steps: [
        {
          seq_number: 1,
          seq_delay_details: { delayInDays },
          variants: [{ letter: "A", subject: "", body: "Hello" }],
        },
      ],
    }).success;
  expect([0, 1, 365, 366, -1, 1.5].map(isSaved)).toEqual([true, true, true, false, false, false]);
});

test("the steps of a sequence are no longer together than what the table holds of one record", () => {
  const steps = (letters: number, body: string) =>
    v.safeParse(
      Steps,
      Array.from({ length: 2 }, (_, index) => ({
        seq_number: index + 1,
        seq_delay_details: { delayInDays: index },
        variants: Array.from({ length: letters }, () => ({ letter: "A", subject: "", body })),
      })),
    );
  expect(steps(1, "x".repeat(180_000)).success).toBe(true);
  expect(inEnglish(steps(2, "x".repeat(100_000)).issues?.[0].message ?? "")).toMatch(
    /too long together/,
  );
  expect(steps(1, "é".repeat(100_000)).success).toBe(false);
});
