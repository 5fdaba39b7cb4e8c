import { expect, test } from "vitest";
import { installClock, realSeconds, spanOf } from "./clock.ts";

test("a clock that runs faster makes real spans longer and waits shorter", () => {
  const restore = installClock({ now: () => 0, rate: 60 });
  try {
    expect(spanOf(1_000)).toBe(60_000);
    expect(realSeconds(60_000)).toBe(1);
  } finally {
    restore();
  }
});

test("a clock may have spans of its own, which leaves its waits as they are", () => {
  const restore = installClock({ now: () => 0, rate: 60, spanRate: 6 });
  try {
    expect(spanOf(1_000)).toBe(6_000);
    expect(realSeconds(60_000)).toBe(1);
  } finally {
    restore();
  }
});
