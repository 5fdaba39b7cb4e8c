import { changeCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-actions";
import { addSuppressions, removeSuppression } from "@thaw/core/leads/suppression/block-list";
import { optOut } from "@thaw/core/leads/suppression/suppression";
import { expect, test } from "vitest";
import { makeWorld } from "../../../../tests/support/world.ts";
import { submit } from "../../submit.server.ts";

const post = (fields: Record<string, string>) =>
  new Request("http://web/", { method: "POST", body: new URLSearchParams(fields) });

test("what the bar above a campaign's leads sends changes them", async () => {
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 2 });
  const [first = 0, second = 0] = leadIds;
  const { data } = await submit(
    post({
      intent: "change",
      action: "pause",
      "lead_ids[0]": String(first),
      "lead_ids[1]": String(second),
    }),
    { change: changeCampaignLeads },
    { actor, fields: { campaign_id: campaignId } },
  );
  expect(data).toMatchObject({
    ok: true,
    data: { action: "pause", lead_ids: leadIds, refused: [] },
  });
});

test("what the block list's forms send adds entries, and removes an opt-out once that is confirmed", async () => {
  const { actor } = await makeWorld({ smtpPort: 1, leads: 0, start: false });
  const operations = { add: addSuppressions, remove: removeSuppression };
  const added = await submit(post({ intent: "add", text: "a@x.example\nb.example" }), operations, {
    actor,
  });
  expect(added.data).toMatchObject({ ok: true, data: { added: 2 } });
  const value = "gone@x.example";
  await optOut(actor.accountId, value, { source: "unsubscribe", createdBy: 0 });
  const refused = await submit(post({ intent: "remove", value }), operations, { actor });
  expect(refused.data).toMatchObject({ ok: false, message: expect.stringContaining("unsub") });
  const fields = { intent: "remove", value, opted_out: "true" };
  const removed = await submit(post(fields), operations, { actor });
  expect(removed.data).toMatchObject({ ok: true, data: { value } });
});
