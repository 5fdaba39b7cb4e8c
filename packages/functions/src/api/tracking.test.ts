import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { pauseCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { deleteCampaign } from "@thaw/core/campaigns/campaign/campaign-life";
import { nowIso } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { listMessageLog } from "@thaw/core/engine/delivery/message-log";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { signTracking } from "@thaw/core/engine/tracking/tracking-token";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { deleteLead, updateLead } from "@thaw/core/leads/lead/lead";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { readEvents } from "@thaw/core/reporting/event/event";
import { expect, test } from "vitest";
import {
  jobIn,
  leaveUnknown,
  messageIn,
  planRun,
  sendIdIn,
} from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import {
  eventsOf,
  leadOf,
  MONDAY,
  PERSON,
  sent,
  visit,
} from "../../../../tests/support/tracked-campaign.ts";
import { makeWorld } from "../../../../tests/support/world.ts";

const PROXY =
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("the first load of the image by a person is an open, further ones and a HEAD are not", async () => {
  await using it = await sent();
  const head = await visit(it.links.open, PERSON, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await eventsOf(it.world)).toEqual([]);
  const first = await visit(it.links.open);
  expect(first.headers.get("content-type")).toBe("image/gif");
  expect(first.headers.get("cache-control")).toContain("no-store");
  expect(first.headers.get("set-cookie")).toBeNull();
  await Promise.all([visit(it.links.open), visit(it.links.open)]);
  it.clock.move(MINUTE_MS);
  await visit(it.links.open);
  expect(await eventsOf(it.world)).toEqual(["opened"]);
  expect((await leadOf(it.world))?.status).toBe("INPROGRESS");
});

test("ten loads at once count one open", async () => {
  await using it = await sent();
  await Promise.all(Array.from({ length: 10 }, () => visit(it.links.open)));
  expect(await eventsOf(it.world)).toEqual(["opened"]);
});

test("links and images of a deleted campaign's mails lead on", async () => {
  await using it = await sent();
  const { actor, campaignId: campaign_id } = it.world;
  await pauseCampaign(actor, { campaign_id });
  await deleteCampaign(actor, { campaign_id, name: "Spring" });
  expect((await visit(it.links.open)).status).toBe(200);
  expect((await visit(it.links.click)).status).toBe(302);
  expect(await eventsOf(it.world)).toEqual(["clicked", "opened"]);
});

test("machines that load images and follow links are kept apart and stop nobody [CAMP-46]", async () => {
  await using it = await sent({ settings: { stop_on_open: true, stop_on_click: true } });
  for (const agent of [PROXY, "Mozilla/5.0", "curl/8.5.0", "", PROXY]) {
    await visit(it.links.open, agent);
    expect((await visit(it.links.click, agent)).status).toBe(302);
  }
  expect(await eventsOf(it.world)).toEqual(["machine-clicked", "machine-opened"]);
  const { items } = await listMessageLog(it.world.actor, {
    campaign_id: it.world.campaignId,
    kind: ["machine-opened", "machine-clicked"],
  });
  expect(items.map(({ email }) => email)).toEqual(Array(2).fill("lead0@prospect.example"));
  expect((await leadOf(it.world))?.status).toBe("INPROGRESS");
  expect((await messageIn(it.world))?.openedAt).toBeUndefined();
});

test("a visit within two seconds of the send is a machine's", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { accountId } = world.actor;
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  const sendId = sendIdIn(world);
  await sendBatch([jobIn(world)]);
  expect((await messageIn(world))?.status).toBe("SENT");
  const path = `/o/${signTracking({ kind: "open", accountId, sendId })}.gif`;
  clock.move(1_999);
  await visit(path);
  expect(await eventsOf(world)).toEqual(["machine-opened"]);
  clock.move(1);
  await visit(path);
  expect(await eventsOf(world)).toEqual(["machine-opened", "opened"]);
});

test("an open stops the lead where the campaign says so [CAMP-08]", async () => {
  await using stops = await sent({ settings: { stop_on_open: true } });
  await visit(stops.links.open);
  await visit(stops.links.open);
  expect(await leadOf(stops.world)).toMatchObject({ status: "STOPPED", stopReason: "open" });
  expect(await eventsOf(stops.world)).toEqual(["lead-finished", "opened"]);
});

test("a click leads to its target and stops the lead where the campaign says so [CAMP-08]", async () => {
  await using it = await sent({ settings: { stop_on_click: true } });
  await visit(it.links.open);
  expect((await leadOf(it.world))?.status).toBe("INPROGRESS");
  const head = await visit(it.links.click, PERSON, { method: "HEAD" });
  expect(head.headers.get("location")).toBeNull();
  expect(await eventsOf(it.world)).toEqual(["opened"]);
  const response = await visit(it.links.click);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("https://example.com/%C3%BC?a=1&b=2");
  await visit(it.links.click);
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "click" });
  expect(await eventsOf(it.world)).toEqual(["clicked", "lead-finished", "opened"]);
});

test("a link that we did not make is a 404 and never a redirect", async () => {
  await using it = await sent();
  const { accountId } = it.world.actor;
  const sendId = sendIdIn(it.world);
  const [account, id, target, mac] = it.links.click.slice(3).split(".");
  const evil = Buffer.from("https://evil.example/").toString("base64url");
  const scripts = ["javascript:alert(1)", "//evil.example", "data:text/html,x", "/app", "https://"];
  const paths = [
    `/c/${account}.${id}.${evil}.${mac}`,
    `/c/${Number(account) + 1}.${id}.${target}.${mac}`,
    `/c/${it.links.open.slice(3)}`,
    `/o/${it.links.click.slice(3)}`,
    `/u/${it.links.click.slice(3)}`,
    "/c/https://evil.example",
    "/c///evil.example",
    `/c/${"x".repeat(9_000)}`,
    // Signed by us, yet nowhere that a browser should be sent to.
    ...scripts.map((url) => `/c/${signTracking({ kind: "click", accountId, sendId, url })}`),
    `/c/${signTracking({ kind: "click", accountId, sendId: "A".repeat(22), url: "https://a.example" })}`,
  ];
  for (const path of paths) {
    const response = await visit(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("location")).toBeNull();
  }
});

test("looking at the unsubscribe page changes nothing, whoever opens it [LEAD-26]", async () => {
  await using it = await sent();
  for (const agent of [PERSON, PROXY]) {
    const response = await visit(it.links.unsubscribe, agent);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("lead0@prospect.example");
    expect(page).toContain('<form method="post">');
  }
  await visit(it.links.unsubscribe, PERSON, { method: "HEAD" });
  expect((await listSuppressions(it.world.actor, {})).items).toEqual([]);
  expect((await leadOf(it.world))?.status).toBe("INPROGRESS");
  expect(await eventsOf(it.world)).toEqual([]);
  await visit(it.links.unsubscribe, PERSON, { method: "POST" });
  expect((await leadOf(it.world))?.status).toBe("BLOCKED");
});

test("the unsubscribe page names who wrote, and whom to write to after a mistake", async () => {
  await using it = await sent();
  const sender = "sender0@sender.example";
  expect(await (await visit(it.links.unsubscribe)).text()).toContain(sender);
  const done = await (await visit(it.links.unsubscribe, PERSON, { method: "POST" })).text();
  expect(done).toContain(`<a href="mailto:${sender}">`);
});

test("a damaged link is a page for people and an error in JSON for programs, and leads nowhere", async () => {
  await using it = await sent();
  const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const link of [it.links.unsubscribe, it.links.click]) {
    const damaged = link.slice(0, -3);
    const seen = await visit(damaged, PERSON, { headers });
    expect(seen.status).toBe(404);
    expect(seen.headers.get("content-type")).toContain("text/html");
    expect(await seen.text()).not.toMatch(/thaw|<script|<form|https?:\/\//i);
    const answered = await visit(damaged, "Program/1.0");
    expect(answered.status).toBe(404);
    expect(await answered.json()).toMatchObject({ code: "not_found" });
  }
});

test("the unsubscribe page names no brand, sets no cookie, runs no script and is not kept", async () => {
  await using it = await sent();
  for (const method of ["GET", "POST"]) {
    const response = await visit(it.links.unsubscribe, PERSON, { method });
    const page = await response.text();
    expect(page).not.toMatch(/thaw|<script|https?:\/\//i);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  }
});

test("one click of a mail program takes the person off every list, once, with campaign and time", async () => {
  await using it = await sent({ leads: 2 });
  const other = await makeWorld({ smtpPort: it.sink.port, leads: 0, start: false });
  // A second campaign of the same account has the same person.
  const { id: second } = await createCampaign(it.world.actor, { name: "Second" });
  await addLeads(it.world.actor, {
    campaign_id: second,
    leads: [{ email: "lead0@prospect.example" }],
  });
  await addLeads(other.actor, {
    campaign_id: other.campaignId,
    leads: [{ email: "lead0@prospect.example" }],
  });
  // RFC 8058 3.1: this body, as a form.
  const post = () =>
    visit(it.links.unsubscribe, "Mail/1.0", {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const [first, again] = await Promise.all([post(), post()]);
  expect([first?.status, again?.status, (await post()).status]).toEqual([200, 200, 200]);
  expect((await listSuppressions(it.world.actor, {})).items).toEqual([
    {
      kind: "email",
      value: "lead0@prospect.example",
      scope: "account",
      source: "unsubscribe",
      campaign_id: it.world.campaignId,
      created_at: nowIso(),
      created_by: 0,
    },
  ]);
  expect((await listSuppressions(other.actor, {})).items).toEqual([]);
  expect((await leadOf(it.world, 0))?.status).toBe("BLOCKED");
  expect((await leadOf({ ...it.world, campaignId: second }, 0))?.status).toBe("BLOCKED");
  expect((await leadOf(it.world, 1))?.status).toBe("INPROGRESS");
  expect(await eventsOf(it.world)).toEqual(["lead-finished", "unsubscribed"]);
});

test("a link of a mail whose lead was deleted since unsubscribes its reader, who gets no mail as a new lead either", async () => {
  await using it = await sent({ leads: 2 });
  const { actor, leadIds, campaignId: campaign_id } = it.world;
  await deleteLead(actor, { lead_id: leadIds[0] ?? 0 });
  const asked = await (await visit(it.links.unsubscribe)).text();
  expect(asked).toContain('<form method="post">');
  // Someone brings the address back before its owner is heard.
  const again = { campaign_id, leads: [{ email: "Lead0@prospect.example" }] };
  const { results } = await addLeads(actor, again);
  for (let post = 0; post < 2; post++) {
    const answer = await visit(it.links.unsubscribe, "Mail/1.0", { method: "POST" });
    expect(answer.status).toBe(200);
  }
  expect(await (await visit(it.links.unsubscribe)).text()).not.toContain("<form");
  expect((await eventsOf(it.world)).filter((kind) => kind === "unsubscribed")).toHaveLength(1);
  it.clock.move(MINUTE_MS);
  await runTrigger({ accountId: actor.accountId, campaignId: campaign_id }, "Etc/GMT");
  it.clock.move(15 * MINUTE_MS);
  const returned = { ...it.world, leadIds: [results[0]?.lead_id ?? 0] };
  await sendBatch([jobIn(returned)]);
  expect((await leadOf(returned))?.status).toBe("BLOCKED");
  expect(it.sink.mails).toHaveLength(2);
  await deleteLead(actor, { lead_id: results[0]?.lead_id ?? 0 });
  expect((await addLeads(actor, again)).results[0]?.outcome).toBe("blocked");
});

test("a link of a mail to an address that its lead has no more unsubscribes both", async () => {
  await using it = await sent();
  const { actor, leadIds, campaignId: campaign_id } = it.world;
  await updateLead(actor, { lead_id: leadIds[0] ?? 0, email: "new0@prospect.example" });
  await visit(it.links.unsubscribe, PERSON, { method: "POST" });
  const { results } = await addLeads(actor, {
    campaign_id,
    leads: ["lead0", "new0", "other"].map((name) => ({ email: `${name}@prospect.example` })),
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(["blocked", "blocked", "imported"]);
});

test("a link of a mail that is gone with its account says that no more mail comes", async () => {
  const gone = { accountId: 7, sendId: "A".repeat(22) };
  const link = `/u/${signTracking({ kind: "unsubscribe", ...gone })}`;
  for (const method of ["GET", "POST"]) {
    const answer = await visit(link, PERSON, { method });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("gets no more emails from this sender");
  }
});

test("a mail that is planned already is not sent to someone who unsubscribed meanwhile", async () => {
  await using it = await sent({ leads: 1 });
  it.clock.set("2026-03-04T09:05:00.000Z");
  await planRun(it.world);
  expect((await messageIn(it.world, 0, 2))?.status).toBe("DRAFTED");
  await visit(it.links.unsubscribe, PERSON, { method: "POST" });
  it.clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(it.world, 0, 2)]);
  expect((await messageIn(it.world, 0, 2))?.status).toBe("STOPPED");
  expect(it.sink.mails).toHaveLength(1);
});

test("an open proves that a mail of unknown outcome was sent, and it then counts as sent", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { accountId } = world.actor;
  const key = { accountId, sendId: sendIdIn(world) };
  await leaveUnknown(world);
  clock.move(30 * MINUTE_MS);
  const path = `/o/${signTracking({ kind: "open", ...key })}.gif`;
  await Promise.all([visit(path), visit(path)]);
  const message = await messageIn(world);
  expect(message).toMatchObject({ status: "SENT", sentAt: message?.scheduledAt });
  expect(message?.failure).toBeUndefined();
  const { items } = await readEvents(
    { accountId, campaignId: world.campaignId, day: MONDAY.slice(0, 10) },
    { limit: 50 },
  );
  expect(items.map(({ kind }) => kind).filter((kind) => /sent|opened/.test(kind))).toEqual([
    "sent",
    "opened",
  ]);
});
