import { DAY_MS } from "@thaw/core/duration";
import { startLocal } from "@thaw/local/local";
import { expect, test } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { temporaryFolder } from "./start.ts";

/** On a machine that does much else at once; it is a matter of seconds. */
const SOON = { timeout: paced(240_000), interval: 1_000 };

// The product reads where its table is when it is loaded: after the runtime has said so.
async function load() {
  const modules = await Promise.all([
    import("@thaw/core/actor"),
    import("@thaw/core/workspace/demo/demo"),
    import("@thaw/core/accounts/session/session"),
    import("@thaw/core/campaigns/campaign/campaign"),
    import("@thaw/core/campaigns/campaign/campaign-launch"),
    import("@thaw/core/leads/lead/campaign-lead-list"),
    import("@thaw/core/reporting/counter/counter"),
    import("@thaw/core/inbox/thread/thread"),
    import("@thaw/core/senders/mailbox/mailbox-connect"),
  ]);
  return Object.assign({}, ...modules) as (typeof modules)[0] &
    (typeof modules)[1] &
    (typeof modules)[2] &
    (typeof modules)[3] &
    (typeof modules)[4] &
    (typeof modules)[5] &
    (typeof modules)[6] &
    (typeof modules)[7] &
    (typeof modules)[8];
}

test("in the demo world a campaign that someone starts is opened, clicked, answered and bounced by itself", {
  timeout: paced(300_000),
}, async () => {
  using folder = temporaryFolder();
  const local = await startLocal({
    data: folder.path,
    port: 0,
    innerPort: 0,
    demo: true,
    emailFrom: "Thaw <no-reply@localhost>",
  });
  await using _stopped = { [Symbol.asyncDispose]: local.stop };
  const thaw = await load();
  const { token } = await thaw.enterDemo(thaw.NOBODY, {});
  const actor = await thaw.authenticateToken(token);
  const list = async () => (await thaw.listCampaigns(actor, {})).items;
  const named = async (name: string) => (await list()).find((campaign) => campaign.name === name);
  const stateOf = async (name: string) => {
    const found = await named(name);
    return [found?.status, found?.figures.leads];
  };
  await expect.poll(() => stateOf("Coffee tasting"), SOON).toEqual(["DRAFTED", 200]);
  await expect.poll(() => stateOf("Coffee pilot"), SOON).toEqual(["ACTIVE", 24]);
  const [draft, pilot] = (await Promise.all([named("Coffee tasting"), named("Coffee pilot")])).map(
    (campaign) => campaign && { campaign_id: campaign.id },
  );
  if (!draft || !pilot) throw new Error("The demo's campaigns are missing");

  await expect.poll(() => named("Coffee for studios"), SOON).toMatchObject({ status: "ACTIVE" });
  const past = { campaign_id: (await named("Coffee for studios"))?.id ?? 0 };
  const threads = (await thaw.listThreads(actor, { ...past, limit: 50 })).items;
  expect(threads.length).toBeGreaterThan(20);
  const figures = async () => (await thaw.readTotals(actor.accountId, [past.campaign_id]))[0] ?? {};
  await expect.poll(async () => (await figures())["replied"], SOON).toBe(threads.length);
  const { sent = 0, opened = 0, positive = 0, bounced = 0 } = await figures();
  expect(sent).toBeGreaterThan(300);
  expect(opened / sent).toBeGreaterThan(0.4);
  expect(bounced / sent).toBeLessThan(0.05);
  expect(positive).toBeGreaterThan(threads.length / 2);
  const times = threads.map(({ last_at }) => Date.parse(last_at));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(21 * DAY_MS);

  const elsewhere = {
    smtp_host: "192.0.2.1",
    imap_host: "192.0.2.1",
    smtp_port: 465,
    imap_port: 993,
  };
  await expect(
    thaw.connectMailbox(actor, {
      ...elsewhere,
      email: "me@firm.example",
      from_name: "Me",
      password: "secret",
      smtp_security: "SSL",
      imap_security: "SSL",
    }),
  ).rejects.toThrow(/another machine/);

  expect(await thaw.checkLaunch(actor, draft)).toEqual([]);
  await thaw.pauseCampaign(actor, pilot);
  await thaw.startCampaign(actor, draft);
  const seen = async () => {
    const [[counts = {}], threads, leads] = await Promise.all([
      thaw.readTotals(actor.accountId, [draft.campaign_id]),
      thaw.listThreads(actor, draft),
      thaw.listCampaignLeads(actor, { ...draft, limit: 50 }),
    ]);
    const has = (name: string) => (counts[name] ?? 0) > 0;
    return {
      sent: has("sent"),
      opened: has("opened"),
      openedByMachine: has("machine-opened"),
      clicked: has("clicked"),
      replied: has("replied") && threads.items.some(({ is_unread }) => is_unread),
      stopped: leads.items.some(({ stop_reason }) => stop_reason === "reply"),
      bounced: has("bounced") && leads.items.some(({ stop_reason }) => stop_reason === "bounce"),
      away: leads.items.some(({ status }) => status === "PAUSED"),
    };
  };
  await expect.poll(seen, SOON).toEqual({
    sent: true,
    opened: true,
    openedByMachine: true,
    clicked: true,
    replied: true,
    stopped: true,
    bounced: true,
    away: true,
  });
});
