import { randomBytes } from "node:crypto";
import type { Operation } from "@thaw/core/operation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { ask } from "../../../../tests/support/ask.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWholeAccount, type WholeAccount } from "../../../../tests/support/whole-account.ts";
import { createApi } from "./app.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();
const api = createApi();

/** In everything of both accounts; with what only one has behind it. */
const SHARED = "permafrost";
type Person = WholeAccount & { own: string };

let sink: Awaited<ReturnType<typeof startSink>>;
let people: Person[];

beforeAll(async () => {
  sink = await startSink();
  people = [];
  for (const letter of ["a", "b"]) {
    const own = `${letter}${randomBytes(6).toString("hex")}`;
    const endsAt = new Date(Date.now() + 365 * 86_400_000).toISOString();
    const account = { mark: `${SHARED}${own}`, smtpPort: sink.port, endsAt };
    people.push({ own, ...(await makeWholeAccount(cloud, account)) });
  }
}, paced(120_000));
afterAll(() => sink[Symbol.asyncDispose]());

/** The one account and the other, in either order. */
const pairs = () => {
  const [a, b] = people;
  if (!a || !b) throw new Error("There are two accounts");
  return [
    { me: a, other: b },
    { me: b, other: a },
  ];
};

async function call({ token }: Person, method: string, path: string, body?: object) {
  const response = await ask(api, `${method} ${path}`, { token, body });
  return { status: response.status, text: await response.text() };
}

type Read = { path: string; operation: Operation };
const reads = (): Read[] =>
  api.routes.flatMap(({ method, path, handler }) => {
    const { operation } = handler as { operation?: Operation };
    const isRead = method === "GET" && operation && operation.permission !== "public";
    return isRead ? [{ path, operation }] : [];
  });

/** Ids are counted by account, so that the first of each kind is there in both. */
function addressOf({ path }: Read, { world, subsequenceId }: Person): string {
  const ids: Record<string, number | undefined> = {
    campaign_id: world.campaignId,
    subsequence_id: subsequenceId,
    lead_id: world.leadIds[0],
    mailbox_id: world.mailboxIds[0],
    category_id: 1_001,
  };
  return path.replace(/:(\w+)/g, (_whole, name: string) => String(ids[name] ?? 1));
}

/** What two accounts have alike, to look for. */
const ALIKE = `search=${SHARED}&email=lead0@prospect.example&limit=100&folder=inbox`;

test(
  "two accounts with the same leads, senders and texts: whatever one reads, searches or exports holds no byte of the other's",
  async () => {
    expect(reads().length).toBeGreaterThan(50);
    for (const { me, other } of pairs()) {
      const found: string[] = [];
      let bytes = "";
      const paths = reads().map((read) => addressOf(read, me));
      for (const path of paths.flatMap((each) => [
        `${each}?${ALIKE}`,
        `${each}?search=${other.own}`,
      ])) {
        const { text } = await call(me, "GET", path);
        bytes += text;
        // What was asked for may be said again.
        if (text.replaceAll(`search=${other.own}`, "").includes(other.own)) found.push(path);
      }
      expect(found).toEqual([]);
      // It does show one's own.
      expect(bytes.split(me.own).length).toBeGreaterThan(20);
    }
  },
  paced(120_000),
);

test("what is another account's is refused without a byte of it: hosts, addresses, the ids of its people", async () => {
  for (const { me, other } of pairs()) {
    const requests = [
      ["PUT", "/api/white-label/domain", { domain: other.hosts.agency }],
      ["PUT", "/api/mailboxes/1/tracking-domain", { domain: other.hosts.tracking }],
      ["POST", "/api/team", { email: other.email, role: "ADMIN_ACCESS" }],
      ["GET", `/api/team/${other.userIds[1]}/assignments`],
      ["GET", `/api/clients/${other.userIds.at(-1)}`],
      ["DELETE", `/api/clients/${other.userIds.at(-1)}`],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, text } = await call(me, method, path, body);
      const asked = Object.values(body ?? {}).map(String);
      const said = asked.reduce((rest, word) => rest.replaceAll(word, ""), text);
      expect([path, [400, 404, 409].includes(status)]).toEqual([path, true]);
      expect([path, said.includes(other.own)]).toEqual([path, false]);
    }
  }
});

test("what is done to a lead in one account is done to that of the same address in no other", async () => {
  const [pair] = pairs();
  if (!pair) return;
  const { me, other } = pair;
  const value = "lead0@prospect.example";
  const theirs = () => call(other, "GET", `/api/leads/${other.world.leadIds[0]}`);
  const before = await theirs();
  expect(before.text).toContain(value);
  const lead = `/api/leads/${me.world.leadIds[0]}`;
  for (const [method, path, body] of [
    ["POST", "/api/block-list", { value }],
    ["PATCH", lead, { first_name: me.own }],
    ["POST", `${lead}/erase`, {}],
  ] as const) {
    expect([path, (await call(me, method, path, body)).status < 300]).toEqual([path, true]);
  }
  expect(await theirs()).toEqual(before);
  const { text } = await call(other, "GET", "/api/block-list?limit=100");
  const entries = (JSON.parse(text) as { data: { value: string; source: string }[] }).data;
  expect(entries.filter((entry) => entry.value === value && entry.source === "manual")).toEqual([]);
});
