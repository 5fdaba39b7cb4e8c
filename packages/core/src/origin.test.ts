import { expect, onTestFinished, test, vi } from "vitest";
import { edgeSecrets } from "./edge-secret.ts";
import { variable } from "./environment.ts";
import { isFromEdge } from "./origin.ts";

const ONE = "one-".repeat(10);
const OTHER = "other-".repeat(10);

function isTaken(secret: string, sent?: string): boolean {
  vi.stubEnv(variable.secret("EDGE_SECRET"), secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  return isFromEdge(new Headers(sent === undefined ? {} : { "x-thaw-edge": sent }));
}

test("where the edge has a secret a request without it did not come through the edge", () => {
  expect(isTaken(ONE, ONE)).toBe(true);
  for (const wrong of [undefined, "", OTHER, `${ONE}x`, ONE.slice(1), `${ONE},${OTHER}`]) {
    expect(isTaken(ONE, wrong), wrong).toBe(false);
  }
});

test("while a secret is replaced both values are accepted, and the edge sends the first", () => {
  const both = `${ONE}, ${OTHER}`;
  expect([isTaken(both, ONE), isTaken(both, OTHER), isTaken(both)]).toEqual([true, true, false]);
  expect(edgeSecrets(both)[0]).toBe(ONE);
});

test.each(["", "__FETCH_FROM_SSM__", "short"])(
  "without a secret, as on one machine, there is no edge: %j",
  (secret) => expect(isTaken(secret)).toBe(true),
);
