import { client } from "@thaw/data/table";
import { commit } from "@thaw/data/transact";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { jobIn, messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { fillLead } from "../../../../../tests/support/fill-lead.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { placesOf } from "../../../../../tests/support/places-of.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findMessage } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { listThreads } from "../../inbox/thread/thread.ts";
import { getThread, getThreadMessage } from "../../inbox/thread/thread-detail.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { moveCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { getLead, updateLead } from "../../leads/lead/lead.ts";
import { findLeadIds } from "../../leads/lead/lead-record.ts";
import { createLeadExport } from "../../leads/lead-export/lead-export.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import {
  createLeadImport,
  getLeadImport,
  previewLeadImport,
} from "../../leads/lead-import/lead-import.ts";
import { runLeadImport } from "../../leads/lead-import/run-lead-import.ts";
import { keepErased, publishErasure } from "../../leads/suppression/erased-address.ts";
import { findSuppressed, optOut } from "../../leads/suppression/suppression.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { eraseLead, getLeadErasure, listLeadErasures } from "./lead-erasure.ts";
import { runErasure } from "./run-erasure.ts";

const NINE = "2026-03-02T09:00:00.000Z";
const CANARY = "xq7canary";
const ADDRESS = `Lee.${CANARY}@prospect.example`;
const FOLDED = ADDRESS.toLowerCase();

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();

async function importCanary({ actor, campaignId: campaign_id }: World): Promise<void> {
  const rows = [
    "email,first_name,company",
    `${ADDRESS},Lee ${CANARY},${CANARY} Ltd`,
    `${ADDRESS},Twice,${CANARY}`,
    "other@prospect.example,Olaf,Other",
  ];
  const file_key = await uploadCsv(actor, rows.join("\n"));
  const { mapping } = await previewLeadImport(actor, { file_key });
  const { id } = await createLeadImport(actor, {
    campaign_id,
    file_key,
    file_name: "people.csv",
    mapping,
  });
  const limits = { signal: new AbortController().signal, creditLimit: Number.POSITIVE_INFINITY };
  await runLeadImport({ accountId: actor.accountId, importId: id }, limits);
  expect(await getLeadImport(actor, { import_id: id })).toMatchObject({ status: "COMPLETED" });
}

/** A lead of two campaigns: one mail is refused with its address in the words, one is answered. */
async function makeKnown(smtpPort: number) {
  const steps = [{ delayInDays: 0, subject: "Hello {{first_name}}", body: "<p>Hi</p>" }];
  const world = await makeWorld({ smtpPort, leads: 1, steps, mailboxes: 2 });
  const other = await makeWorld({ smtpPort, leads: 0, steps, within: world, start: false });
  const { accountId } = world.actor;
  await importCanary(world);
  const [leadId = 0] = await findLeadIds(accountId, [FOLDED]);
  await planRun(world);
  const step = { accountId, campaignId: world.campaignId, leadId, step: 1 };
  const sendId = sendIdOf(step);
  await sendBatch([step]);
  const message = await findMessage({ accountId, sendId });
  await receive(world, {
    from: FOLDED,
    answers: message?.messageId ?? "",
    text: `Call ${CANARY} tomorrow.`,
  });
  await addLeads(world.actor, { campaign_id: other.campaignId, leads: [{ email: ADDRESS }] });
  await fillLead(world.actor, leadId, `Knows ${CANARY}`);
  await optOut(accountId, FOLDED, { source: "unsubscribe", createdBy: 0 });
  await createLeadExport(world.actor, { search: CANARY });
  return { world, other, accountId, leadId, sendId };
}

test("after an erasure no row of the table and no object of the bucket names the person, figures stay, and nobody writes to them again [BEY-10]", async () => {
  using clock = stoppedClock(NINE);
  await using sink = await startSink();
  const { world, other, accountId, leadId, sendId } = await makeKnown(sink.port);
  const { actor } = world;
  const before = await placesOf(cloud.bucket, CANARY);
  expect(before).toContain("leadExport");
  for (const kind of [
    "lead",
    "claim",
    "message",
    "thread",
    "threadMessage",
    "suppression",
    "note",
    "task",
    "reminder",
  ]) {
    expect(before).toContain(kind);
  }
  expect(before.filter((kind) => kind === "object").length).toBeGreaterThanOrEqual(3);
  const [counts] = await readTotals(accountId, [world.campaignId]);
  const asked = await eraseLead(actor, { lead_id: leadId });
  expect(asked).toMatchObject({ stage: "block", progress: { done: 0, of: 9 } });
  clock.move(60_000);
  await runErasure({ accountId, erasureId: asked.id });
  expect(await placesOf(cloud.bucket, CANARY)).toEqual([]);
  await expect(getLead(actor, { lead_id: leadId })).rejects.toMatchObject({ code: "not_found" });
  expect((await listThreads(actor, { folder: "inbox" })).items).toEqual([]);
  const proof = await getLeadErasure(actor, { erasure_id: asked.id });
  expect(proof).toMatchObject({
    lead_id: leadId,
    stage: "done",
    progress: { done: 9, of: 9 },
    requested_by: actor.userId,
    requested_at: NINE,
    finished_at: "2026-03-02T09:01:00.000Z",
    removed: {
      leads: 1,
      places: 2,
      mails: 1,
      conversations: 1,
      conversation_mails: 1,
      block_list_entries: 1,
    },
  });
  expect(proof.address_hashes).toHaveLength(1);
  expect(proof.removed.files).toBeGreaterThanOrEqual(3);
  // What happened stays countable.
  expect((await findMessage({ accountId, sendId }))?.status).toBe("SENT");
  expect((await readTotals(accountId, [world.campaignId]))[0]).toEqual(counts);
  // The hash keeps them out, in whatever case, and nobody else.
  expect(await findSuppressed(accountId, [ADDRESS, "other@prospect.example"], undefined)).toEqual(
    new Set([ADDRESS]),
  );
  const again = { campaign_id: other.campaignId, leads: [{ email: FOLDED }] };
  expect((await addLeads(actor, again)).results[0]?.outcome).toBe("blocked");
  expect(await findSuppressed(testActor().accountId, [ADDRESS], undefined)).toEqual(new Set());
});

test("an address of someone who was erased gets no mail that was planned before", async () => {
  using clock = stoppedClock(NINE);
  await using sink = await startSink();
  const world = await makeWorld({ smtpPort: sink.port, leads: 2, mailboxes: 2 });
  const { accountId } = world.actor;
  await planRun(world);
  await commit([publishErasure(accountId, NINE)]);
  await keepErased(accountId, "lead0@prospect.example", NINE);
  clock.move(15 * 60_000);
  await sendBatch([jobIn(world, 0), jobIn(world, 1)]);
  expect(sink.mails.map(({ to }) => to[0])).toEqual(["lead1@prospect.example"]);
  expect((await messageIn(world, 0))?.status).toBe("STOPPED");
});

test("a server's response about the address is removed from mails and events", async () => {
  using _clock = stoppedClock(NINE);
  await using sink = await startSink({ refuse: (address) => `550 5.1.1 <${address}> unknown` });
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    leadEmail: () => "refused7canary@prospect.example",
  });
  const { accountId } = world.actor;
  const [leadId = 0] = world.leadIds;
  await planRun(world);
  await sendBatch([{ accountId, campaignId: world.campaignId, leadId, step: 1 }]);
  expect(await placesOf(cloud.bucket, "refused7canary")).toEqual(
    expect.arrayContaining(["event", "message", "suppression"]),
  );
  const { id } = await eraseLead(world.actor, { lead_id: leadId });
  await runErasure({ accountId, erasureId: id });
  expect(await placesOf(cloud.bucket, "refused7canary")).toEqual([]);
  const { removed } = await getLeadErasure(world.actor, { erasure_id: id });
  expect(removed).toMatchObject({ mails: 1, events: 2, block_list_entries: 1 });
});

test("an erasure reaches the campaigns that the person had been taken out of before", async () => {
  using _clock = stoppedClock(NINE);
  await using sink = await startSink({ refuse: (address) => `450 4.2.0 <${address}> not now` });
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    leadEmail: () => "moved7canary@prospect.example",
  });
  const { actor, campaignId: campaign_id } = world;
  const { accountId } = actor;
  const [lead_id = 0] = world.leadIds;
  const other = await makeWorld({ smtpPort: sink.port, leads: 0, within: world, start: false });
  await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
  await sendBatch([jobIn(world)]);
  expect(await placesOf(cloud.bucket, "moved7canary")).toContain("message");
  await moveCampaignLead(actor, { campaign_id, lead_id, to_campaign_id: other.campaignId });
  const { id } = await eraseLead(actor, { lead_id });
  await runErasure({ accountId, erasureId: id });
  expect(await placesOf(cloud.bucket, "moved7canary")).toEqual([]);
});

test("an erasure reaches the addresses that the lead had before, but not one that another lead has now", async () => {
  using _clock = stoppedClock(NINE);
  await using sink = await startSink();
  const { world, accountId, leadId } = await makeKnown(sink.port);
  const { actor, campaignId: campaign_id } = world;
  const rename = (email: string) => updateLead(actor, { lead_id: leadId, email });
  await rename("taken@prospect.example");
  await rename("now@prospect.example");
  await addLeads(actor, { campaign_id, leads: [{ email: "taken@prospect.example" }] });
  await receive(world, { from: "carol@prospect.example", text: `Ask ${ADDRESS}.` });
  const { id } = await eraseLead(actor, { lead_id: leadId });
  await runErasure({ accountId, erasureId: id });
  expect(await placesOf(cloud.bucket, CANARY)).toEqual([]);
  const all = [ADDRESS, "taken@prospect.example", "now@prospect.example"];
  expect(await findSuppressed(accountId, all, undefined)).toEqual(
    new Set([ADDRESS, "now@prospect.example"]),
  );
  const { address_hashes } = await getLeadErasure(actor, { erasure_id: id });
  expect(address_hashes).toHaveLength(2);
});

test("an erasure that is cut off and begun by two workers ends with the same proof", async () => {
  using _clock = stoppedClock(NINE);
  await using sink = await startSink();
  const { world, accountId, leadId } = await makeKnown(sink.port);
  const html = `<p>Hello</p><blockquote>${ADDRESS} wrote</blockquote>`;
  await receive(world, { from: "carol@prospect.example", html });
  const [one, other] = await Promise.all([
    eraseLead(world.actor, { lead_id: leadId }),
    eraseLead(world.actor, { lead_id: leadId }),
  ]);
  expect(other.id).toBe(one.id);
  const key = { accountId, erasureId: one.id };
  let writes = 0;
  for (let until = 1; until < 40; until += 3) {
    writes = 0;
    const stop = client.intercept(async (action, input, next) => {
      if (!/Put|Update|Delete|Transact|BatchWrite/.test(action) || ++writes <= until) {
        return next(input);
      }
      // Every other time the write is done, and only its answer is lost.
      if (until % 2 === 0) await next(input);
      throw new Error("Cut off");
    });
    const ended = await runErasure(key).then(
      () => true,
      () => false,
    );
    stop();
    if (ended) break;
  }
  await Promise.all([runErasure(key), runErasure(key)]);
  expect(await placesOf(cloud.bucket, CANARY)).toEqual([]);
  expect(await getLeadErasure(world.actor, { erasure_id: one.id })).toMatchObject({
    stage: "done",
    removed: {
      leads: 1,
      places: 2,
      mails: 1,
      conversations: 1,
      conversation_mails: 1,
      mentions: 1,
      block_list_entries: 1,
    },
  });
  expect((await listLeadErasures(world.actor, {})).items).toHaveLength(1);
  expect((await eraseLead(world.actor, { lead_id: leadId })).stage).toBe("done");
});

test("only users who run the account may erase, and another account's erasure is not found", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const [lead_id = 0] = world.leadIds;
  const member = { ...world.actor, permissions: permissionsOf("FULL_MEMBER_ACCESS") };
  await expect(eraseLead(member, { lead_id })).rejects.toMatchObject({ code: "forbidden" });
  const { id } = await eraseLead(world.actor, { lead_id });
  const stranger = testActor();
  await expect(getLeadErasure(stranger, { erasure_id: id })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(eraseLead(stranger, { lead_id })).rejects.toMatchObject({ code: "not_found" });
});

/** The whole of each mail in the only conversation of a folder. */
async function wholeMails({ actor }: World, folder: "untracked" | "inbox") {
  const [thread] = (await listThreads(actor, { folder })).items;
  const thread_id = thread?.id ?? 0;
  const { messages } = await getThread(actor, { thread_id });
  const whole = messages.map(({ id }) => getThreadMessage(actor, { thread_id, message_id: id }));
  return { thread, messages, whole: await Promise.all(whole) };
}

test("an erased person's address is removed from headers, texts and bodies of other people's conversations", async () => {
  using _clock = stoppedClock(NINE);
  await using sink = await startSink();
  const { world, accountId, leadId } = await makeKnown(sink.port);
  await receive(world, {
    from: "carol@prospect.example",
    to: `sender0@sender.example, ${ADDRESS}, dave@prospect.example`,
    subject: `Ask ${ADDRESS}`,
    html: `<p>Ask <a href="mailto:${encodeURIComponent(FOLDED)}">${ADDRESS}</a></p>`,
  });
  const { id } = await eraseLead(world.actor, { lead_id: leadId });
  // The mail is counted, and the worker dies before its body is written.
  const stop = client.intercept(async (_action, input, next) => {
    const answer = await next(input);
    if (JSON.stringify(input).includes("#mentions")) throw new Error("Cut off");
    return answer;
  });
  await expect(runErasure({ accountId, erasureId: id })).rejects.toThrow("Cut off");
  stop();
  await runErasure({ accountId, erasureId: id });
  const { thread, messages, whole } = await wholeMails(world, "untracked");
  expect(thread).toMatchObject({ subject: "Ask (erased)" });
  expect(thread?.snippet).toContain("Ask (erased)");
  expect(messages).toMatchObject([
    {
      to: "sender0@sender.example, (erased), dave@prospect.example",
      subject: "Ask (erased)",
      text: expect.stringContaining("Ask (erased)"),
    },
  ]);
  expect(whole[0]?.html).toContain(">(erased)</a>");
  const { removed } = await getLeadErasure(world.actor, { erasure_id: id });
  expect(removed.mentions).toBe(1);
  expect(await placesOf(cloud.bucket, CANARY)).toEqual([]);
});

test("what an erased person wrote in someone else's conversation is emptied, and the rest of it stays", async () => {
  using clock = stoppedClock(NINE);
  await using sink = await startSink();
  const { world, accountId, leadId } = await makeKnown(sink.port);
  await sendBatch([jobIn(world, 0)]);
  const answers = (await messageIn(world, 0))?.messageId ?? "";
  await receive(world, { from: "lead0@prospect.example", answers, text: "My colleague knows." });
  clock.move(60_000);
  await receive(world, {
    from: FOLDED,
    answers,
    text: `${CANARY} is away until Monday.`,
    headers: ["Auto-Submitted: auto-replied"],
  });
  const { id } = await eraseLead(world.actor, { lead_id: leadId });
  await runErasure({ accountId, erasureId: id });
  const { thread, whole } = await wholeMails(world, "inbox");
  expect(thread?.snippet).toBe("(erased)");
  expect(whole.map(({ text }) => text.trim())).toContain("My colleague knows.");
  expect(await placesOf(cloud.bucket, CANARY)).toEqual([]);
  expect((await getLeadErasure(world.actor, { erasure_id: id })).removed.mentions).toBe(1);
});
