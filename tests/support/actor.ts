import { randomInt } from "node:crypto";
import { type Actor, PERMISSIONS, type Permission } from "../../packages/core/src/actor.ts";

/** Someone of an account that no other test uses. */
export function testActor(options: { permissions?: readonly Permission[] } = {}): Actor {
  return {
    kind: "owner",
    accountId: randomInt(1_000, 2 ** 40),
    userId: 1,
    permissions: new Set(options.permissions ?? PERMISSIONS),
    scope: { kind: "all" },
  };
}
