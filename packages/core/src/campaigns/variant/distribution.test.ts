import fc from "fast-check";
import { expect, test } from "vitest";
import { chooserIn, distribute, type VariantRecord } from "./distribution.ts";
import { chancesOfBest } from "./posterior.ts";

const record = (letter: string, sent: number, counted: number, successes: number) => ({
  letter,
  sent,
  counted,
  successes,
});
const shares = (records: VariantRecord[]) =>
  distribute(records, { seed: "s" }).variants.map(({ share }) => share);

test("leads are shared evenly until every variant has 50 sends, however well one does [SEQ-15]", () => {
  const early = [record("A", 400, 400, 300), record("B", 49, 49, 0)];
  expect(distribute(early, { seed: "s" })).toMatchObject({ phase: "even" });
  expect(shares(early)).toEqual([50, 50]);
});

test("after 50 sends each the better one gets more and none less than 5 percent [SEQ-15]", () => {
  const records = [record("A", 60, 60, 20), record("B", 60, 60, 6), record("C", 60, 60, 1)];
  const { phase, variants } = distribute(records, { seed: "s" });
  expect(phase).toBe("learning");
  const [a = 0, b = 0, c = 0] = variants.map(({ share }) => share);
  expect(a).toBeGreaterThan(80);
  expect(b).toBeGreaterThanOrEqual(5);
  expect(c).toBeGreaterThanOrEqual(5);
  expect(a + b + c).toBeCloseTo(100);
});

test("shares are at least the floor and sum to 100 for whatever records", () => {
  const anyRecord = fc
    .record({
      sent: fc.nat(2_000),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      rate: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ sent, part, rate }) => {
      const counted = Math.floor(sent * part);
      return { sent, counted, successes: Math.floor(counted * rate) };
    });
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 26 }), fc.string(), (many, seed) => {
      const records = many.map((one, index) => ({
        ...one,
        letter: String.fromCharCode(65 + index),
      }));
      const { phase, variants } = distribute(records, { seed });
      expect(variants.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100);
      expect(variants.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1);
      const floor = phase === "proved" ? 0 : Math.min(5, 100 / records.length);
      for (const { share } of variants) expect(share).toBeGreaterThanOrEqual(floor - 1e-9);
    }),
    { numRuns: 40 },
  );
});

test("a variant leads when it is best with 95 percent and each has 100 counted sends; others keep 5 percent of the leads", () => {
  const clear = [record("A", 200, 100, 8), record("B", 200, 100, 40)];
  expect(distribute(clear, { seed: "s" })).toMatchObject({
    phase: "leading",
    best: "B",
    missing: { leading: 0, proved: 800 },
  });
  expect(shares(clear)).toEqual([5, 95]);
  const early = [record("A", 200, 99, 8), record("B", 200, 100, 40)];
  expect(distribute(early, { seed: "s" })).toMatchObject({
    phase: "learning",
    missing: { leading: 1, proved: 801 },
  });
  const close = [record("A", 200, 100, 30), record("B", 200, 100, 32)];
  expect(distribute(close, { seed: "s" }).phase).toBe("learning");
});

test("a variant is proved when it was best with 99 percent and each had 500 counted sends at the weekly look, and stays so", () => {
  const known = [record("A", 600, 600, 12), record("B", 600, 600, 60)];
  const proof = [record("A", 500, 500, 12), record("B", 500, 500, 30)];
  const proved = distribute(known, { seed: "s", weekly: proof });
  expect(proved).toMatchObject({ phase: "proved", best: "B", missing: { leading: 0, proved: 0 } });
  expect(proved.variants.map(({ share }) => share)).toEqual([0, 100]);
  // Between two looks nobody wins, however clear it is by now.
  expect(distribute(known, { seed: "s" })).toMatchObject({ phase: "leading", best: "B" });
  const few = [record("A", 499, 499, 12), record("B", 500, 500, 30)];
  expect(distribute(known, { seed: "s", weekly: few }).phase).toBe("leading");
  // About 97 percent: enough to lead, and no proof.
  const unsure = [record("A", 500, 500, 15), record("B", 500, 500, 27)];
  expect(distribute(unsure, { seed: "s", weekly: unsure }).phase).toBe("leading");
  const later = [record("A", 900, 900, 80), record("B", 900, 900, 60)];
  expect(distribute(later, { seed: "s", weekly: later, proved: "B" })).toMatchObject({
    phase: "proved",
    best: "B",
    variants: [{ share: 0 }, { share: 100 }],
  });
});

test("chances are those of the posteriors, and the same for the same seed", () => {
  // P(Beta(2,1) > Beta(1,2)) = 5/6.
  const [better = 0] = chancesOfBest(
    [
      { trials: 1, successes: 1 },
      { trials: 1, successes: 0 },
    ],
    7,
  );
  expect(better).toBeCloseTo(5 / 6, 1.5);
  const arms = [1, 2, 3].map((successes) => ({ trials: 40, successes }));
  expect(chancesOfBest(arms, "x")).toEqual(chancesOfBest(arms, "x"));
  expect(chancesOfBest(arms, "x")).not.toEqual(chancesOfBest(arms, "y"));
});

test("a lead's variant is drawn by chance where shares are chances, and else makes up for what a variant lacks", () => {
  const phases = ["even", "learning", "leading", "proved"] as const;
  expect(phases.map(chooserIn)).toEqual(["deficit", "chance", "chance", "deficit"]);
});
