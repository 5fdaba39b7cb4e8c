import { expect, test } from "vitest";
import { type DraftStep, newStep } from "./sequence-draft.ts";
import { addVariant, removeVariant, setShare, sumOfShares } from "./variant-draft.ts";

const lettersOf = ({ variants }: DraftStep) =>
  variants.map(({ letter, share }) => `${letter}${share}`);

test("a new variant copies the one that is shown and shares become even; removing one renames those behind it", () => {
  const [first] = newStep(0).variants;
  const one = { ...newStep(0), variants: first ? [{ ...first, subject: "Hello" }] : [] };
  const three = addVariant(addVariant(one, "A"), "B");
  expect(lettersOf(three)).toEqual(["A34", "B33", "C33"]);
  expect(three.variants[2]?.subject).toBe("Hello");
  const changed = {
    ...three,
    variants: three.variants.map((each, at) => ({ ...each, body: String(at) })),
  };
  const two = removeVariant(changed, "B");
  expect(lettersOf(two)).toEqual(["A50", "B50"]);
  expect(two.variants[1]?.body).toBe("2");
});

test("the last variant stays, and alone it is not distributed by AI", () => {
  const two = {
    ...addVariant(newStep(0), "A"),
    distribution: { mode: "ai", metric: "open" } as const,
  };
  const one = removeVariant(two, "B");
  expect(one).toMatchObject({
    distribution: { mode: "manual" },
    variants: [{ letter: "A", share: 100 }],
  });
  expect(removeVariant(one, "A")).toBe(one);
});

test("shares are the user's own; what they sum to is told, not changed", () => {
  const step = setShare(addVariant(newStep(0), "A"), "B", 70);
  expect(lettersOf(step)).toEqual(["A50", "B70"]);
  expect(sumOfShares(step)).toBe(120);
});
