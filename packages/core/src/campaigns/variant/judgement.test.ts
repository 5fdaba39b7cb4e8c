import { expect, test } from "vitest";
import { DAY_MS } from "../../duration.ts";
import { judge, type Test } from "./judgement.ts";

const ofOneStep = (counts: Record<string, Record<string, number>>): Test => ({
  seed: "s",
  step: 1,
  metric: "reply",
  letters: ["A"],
  days: Object.entries(counts).map(([day, each]) => ({ day, counts: each })),
  after: "",
});

const recordOf = (test: Test, at: string) => judge(test, Date.parse(at)).records[0];

test("sends of the day on which the texts changed, and of those before, tell nothing of the texts", () => {
  const days = ofOneStep({
    "2026-03-01": { "sent.1.A": 1 },
    "2026-03-02": { "sent.1.A": 10 },
    "2026-03-03": { "sent.1.A": 100 },
  });
  const record = recordOf({ ...days, after: "2026-03-02" }, "2026-04-01T00:00:00.000Z");
  expect(record).toMatchObject({ sent: 100, counted: 100 });
});

test("a success that came too late is none, and each metric counts its own", () => {
  const replied = ofOneStep({
    "2026-03-02": {
      "sent.1.A": 100,
      "replied.1.A": 9,
      "late-replied.1.A": 2,
      "positive.1.A": 4,
      "late-positive.1.A": 1,
      "opened.1.A": 50,
      "clicked.1.A": 20,
    },
  });
  const at = "2026-04-01T00:00:00.000Z";
  const successes = (["reply", "positive_reply", "open", "click"] as const).map(
    (metric) => recordOf({ ...replied, metric }, at)?.successes,
  );
  expect(successes).toEqual([7, 3, 50, 20]);
});

test("a reply is waited for three days after the end of the day of its email, an open for one", () => {
  const sent = ofOneStep({ "2026-03-02": { "sent.1.A": 5 } });
  const countedAt = (metric: Test["metric"], at: number) =>
    judge({ ...sent, metric }, at).records[0]?.counted;
  const end = Date.parse("2026-03-03T00:00:00.000Z");
  for (const [metric, days] of [
    ["reply", 3],
    ["open", 1],
  ] as const) {
    expect(countedAt(metric, end + days * DAY_MS - 1)).toBe(0);
    expect(countedAt(metric, end + days * DAY_MS)).toBe(5);
  }
});
