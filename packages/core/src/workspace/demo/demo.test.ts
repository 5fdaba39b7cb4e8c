import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { NOBODY } from "../../actor.ts";
import { enterDemo, fillDemo, installDemoWorld, isDemoWorld, setDemoSpeed } from "./demo.ts";

test("without a demo world no visitor is signed in, no clock changes and no account is filled", async () => {
  expect(isDemoWorld()).toBe(false);
  const noDemo = { code: "not_found" };
  await expect(enterDemo(NOBODY, {})).rejects.toMatchObject(noDemo);
  await expect(setDemoSpeed(NOBODY, { speed: 60 })).rejects.toMatchObject(noDemo);
  await expect(fillDemo(testActor(), {})).rejects.toMatchObject(noDemo);
});

test("the demo world's clock takes its three speeds and no other, and an account is filled by who may write campaigns", async () => {
  const speeds: number[] = [];
  const uninstall = installDemoWorld({
    setSpeed: (speed) => speeds.push(speed),
    enter: async ({ ip }) => ({ token: `for ${ip}` }),
    fill: async () => ({ campaignId: 7 }),
  });
  try {
    await setDemoSpeed(NOBODY, { speed: "600" });
    await expect(setDemoSpeed(NOBODY, { speed: "100000" })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(speeds).toEqual([600]);
    const visitor = { ...NOBODY, origin: { ip: "192.0.2.7", userAgent: "" } };
    expect(await enterDemo(visitor, {})).toEqual({ token: "for 192.0.2.7" });
    expect(await fillDemo(testActor(), {})).toEqual({ campaign_id: 7 });
    await expect(fillDemo(testActor({ permissions: [] }), {})).rejects.toMatchObject({
      code: "forbidden",
    });
  } finally {
    uninstall();
  }
});
