import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { createCategory } from "../../accounts/category/category.ts";
import { changeLeads } from "../../leads/lead/change-leads.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { sendBatch } from "./send-batch.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("a mail names its lead's category, a built-in one or the account's own, and its fallback where there is none", async () => {
  await using sink = await startSink();
  const subject = "You are {{category|nobody yet}}";
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 3,
    mailboxes: 3,
    steps: [{ delayInDays: 0, subject, body: "<p>Hi</p>" }],
  });
  const { actor, campaignId, leadIds } = world;
  const own = await createCategory(actor, { name: "Golf", sentiment: "neutral", color: "blue" });
  const [first = 0, second = 0] = leadIds;
  await changeLeads(actor, { change: "category", lead_ids: [first], category_id: 1 });
  await changeLeads(actor, { change: "category", lead_ids: [second], category_id: own.id });
  const { accountId } = actor;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  for (const leadId of leadIds) {
    await sendBatch([{ accountId, campaignId, leadId, step: 1 }]);
  }
  const subjects = sink.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  expect(new Set(subjects)).toEqual(
    new Set(["You are Golf", "You are Interested", "You are nobody yet"]),
  );
});
