import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { spendRequests } from "../../../../../tests/support/spend-requests.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { requireRequest, takeRequest } from "./request-rate.ts";

await cloudOfFile();

const visitor = (ip: string): Actor => ({ ...NOBODY, origin: { ip, userAgent: "test" } });

test("a visitor is counted by network address, in one request of the table", async () => {
  const ip = crypto.randomUUID();
  using requests = countRequests();
  expect(await takeRequest(visitor(ip))).toMatchObject({ limit: 300, remaining: 299 });
  expect(requests.actions).toEqual(["UpdateItem"]);
  expect(await takeRequest(visitor(crypto.randomUUID()))).toMatchObject({ remaining: 299 });
});

test("a caller that has used up a minute's requests waits, and no other caller does", async () => {
  const [ip, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await spendRequests(visitor(ip));
  await expect(requireRequest(visitor(ip))).rejects.toMatchObject({ code: "rate_limited" });
  await requireRequest(visitor(other));
  const actor = { ...testActor(), userId: 7_000_001 };
  await spendRequests(actor);
  await expect(requireRequest(actor)).rejects.toMatchObject({ code: "rate_limited" });
  await requireRequest({ ...actor, userId: 7_000_002 });
});
