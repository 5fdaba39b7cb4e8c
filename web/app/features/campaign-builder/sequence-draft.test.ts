import { STEP_TYPES, type StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import { expect, test } from "vitest";
import { inEnglish } from "../../../../tests/support/in-english.ts";
import {
  changeType,
  type DraftStep,
  draftProblems,
  duplicate,
  insertAfter,
  move,
  remove,
  toDraft,
  toSteps,
  typeOptions,
} from "./sequence-draft.ts";

const step = (subject: string, delayInDays: number): DraftStep => ({
  key: subject,
  type: "EMAIL",
  delayInDays,
  connectWaitDays: 7,
  distribution: { mode: "manual" },
  variants: [{ letter: "A", subject, body: "<p>Hi</p>", share: 100 }],
  attachments: [],
});
const draft = [step("one", 0), step("two", 2), step("three", 5)];
const shape = (steps: readonly DraftStep[]) =>
  steps.map(({ delayInDays, variants }) => [variants[0]?.subject, delayInDays]);

test("steps that are moved swap their texts and leave the waiting days in place", () => {
  expect(shape(move(draft, 2, 0))).toEqual([
    ["three", 0],
    ["one", 2],
    ["two", 5],
  ]);
  expect(shape(move(draft, 0, -1))).toEqual(shape(draft));
});

test("another kind of step keeps its words: on LinkedIn as plain text, back in a mail as its lines", () => {
  const mail = {
    ...step("one", 0),
    variants: [{ letter: "A", subject: "", body: "<div>a &amp; b</div><div>c</div>", share: 100 }],
  };
  const message = changeType(mail, "LI_MESSAGE");
  expect(message).toMatchObject({ type: "LI_MESSAGE", variants: [{ body: "a & b\nc" }] });
  expect(changeType(message, "LI_INMAIL").variants).toEqual(message.variants);
  expect(changeType(message, "MANUAL_EMAIL").variants).toEqual(mail.variants);
});

test("every kind of step can be chosen in the editor; without LinkedIn in the plan its kinds are off [SEQ-11]", () => {
  const offered = (current: StepType, hasLinkedIn: boolean) =>
    typeOptions(current, hasLinkedIn).flatMap(({ value, isOff }) => (isOff ? [] : value));
  expect(offered("EMAIL", true)).toEqual([...STEP_TYPES]);
  expect(offered("EMAIL", false)).toEqual(["EMAIL", "MANUAL_EMAIL"]);
  expect(offered("LI_VIEW", false)).toEqual(["EMAIL", "MANUAL_EMAIL", "LI_VIEW"]);
});

test("whatever is first after a deletion waits no day", () => {
  expect(shape(remove(draft, 0))).toEqual([
    ["two", 0],
    ["three", 5],
  ]);
});

test("a copy and a new step stand right behind their step and wait at least a day", () => {
  expect(shape(duplicate(draft, 0))).toEqual([
    ["one", 0],
    ["one", 3],
    ["two", 2],
    ["three", 5],
  ]);
  expect(shape(insertAfter(draft, 1))[2]).toEqual(["", 3]);
  expect(draftProblems(insertAfter(duplicate(draft, 0), 3), inEnglish)).toEqual(new Map());
});

test("an empty or wrong waiting time is told at its step, and nothing of the draft is lost", () => {
  const wrong: DraftStep[] = [step("one", 0), { ...step("two", 2), delayInDays: "" }];
  expect(draftProblems(wrong, inEnglish)).toEqual(
    new Map([[1, "Wait between 1 and 365 days after the step before"]]),
  );
  expect(draftProblems([step("one", 0), step("two", 400)], inEnglish).has(1)).toBe(true);
});

test("what was saved comes back as it was, with all its variants", () => {
  const saved = toSteps(draft).map((each) => ({
    ...each,
    variants: [...each.variants, { letter: "B", subject: "other", body: "", share: 0 }],
  }));
  expect(toSteps(toDraft(saved))).toEqual(saved);
  expect(toDraft([])).toMatchObject([{ delayInDays: 0, variants: [{ letter: "A", body: "" }] }]);
});
