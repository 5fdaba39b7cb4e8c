import { readAttachment } from "@thaw/mail/message/read-attachment";
import { readMessage } from "@thaw/mail/message/read-message";
import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { type SinkOptions, startSink } from "../../../../../tests/support/sink.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeAttachment } from "../../../../../tests/support/upload.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { type Actor, systemActor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { listMessageLog } from "../delivery/message-log.ts";
import { listTestSenders, sendTestMail } from "./send-test-mail.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const VARIANT = {
  letter: "A",
  subject: "Ahoy {{first_name}}",
  body: '<p>Dear {{first_name}}, <a href="https://acme.example/offer">look</a></p>',
};

async function testWorld(options: SinkOptions = {}) {
  const sink = await startSink(options);
  const world = await makeWorld({ smtpPort: sink.port, leads: 2, mailboxes: 2 });
  return { sink, world, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() };
}

const asked = ({ campaignId }: World) => ({
  campaign_id: campaignId,
  step: 1,
  variant: VARIANT,
  to: "colleague@acme.example",
});

test("a test mail is rendered for the chosen lead, leaves from the chosen mailbox to any address, and counts nowhere [CAMP-22]", async () => {
  await using it = await testWorld();
  const { sink, world } = it;
  const { actor, campaignId, leadIds, mailboxIds } = world;
  expect(await listTestSenders(actor, { campaign_id: campaignId })).toEqual([
    { id: mailboxIds[0], email: "sender0@sender.example" },
    { id: mailboxIds[1], email: "sender1@sender.example" },
  ]);
  const before = await readTotals(actor.accountId, [campaignId]);
  const sent = await sendTestMail(actor, {
    ...asked(world),
    lead_id: leadIds[1],
    mailbox_id: mailboxIds[1],
  });
  expect(sent).toMatchObject({
    to: "colleague@acme.example",
    from: "sender1@sender.example",
    subject: "Ahoy Lee1",
  });
  expect(sink.mails).toHaveLength(1);
  const [mail] = sink.mails;
  expect(mail).toMatchObject({ from: "sender1@sender.example", to: ["colleague@acme.example"] });
  expect(mail?.raw).toContain("Subject: Ahoy Lee1");
  expect(mail?.raw).toContain("Dear Lee1");
  // Links and pictures of a test are its own, not ones that count.
  expect(mail?.raw).toContain("https://acme.example/offer");
  expect(mail?.raw).not.toMatch(/\/[oc]\//);
  expect(await readTotals(actor.accountId, [campaignId])).toEqual(before);
  const { items } = await listMessageLog(actor, { campaign_id: campaignId });
  expect(items.filter(({ kind }) => kind === "sent")).toEqual([]);
});

test("a test mail carries the files that it names, and none of another account", async () => {
  await using it = await testWorld();
  const { sink, world } = it;
  const file = await makeAttachment(world.actor, "Angebot für Ä.pdf", "hello");
  await sendTestMail(world.actor, { ...asked(world), attachments: [file] });
  const raw = Buffer.from(sink.mails[0]?.raw ?? "");
  expect((await readMessage(raw)).html).toContain("Dear Lee0");
  expect(await readAttachment(raw, 0)).toMatchObject({
    fileName: "Angebot für Ä.pdf",
    content: Buffer.from("hello"),
  });
  const strange = { ...file, file_key: file.file_key.replace(/acct\/\d+/, "acct/1") };
  await expect(
    sendTestMail(world.actor, { ...asked(world), attachments: [strange] }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(sink.mails).toHaveLength(1);
});

test("a follow-up without a subject answers the mail before it", async () => {
  await using it = await testWorld();
  const { actor, leadIds } = it.world;
  const variant = { ...VARIANT, subject: "" };
  await sendTestMail(actor, { ...asked(it.world), step: 2, variant, lead_id: leadIds[0] });
  expect(it.sink.mails[0]?.raw).toContain("Subject: Re: Hello Lee0");
});

test("a test mail does not leave to a blocked address, from another's mailbox, or with a mistake in it", async () => {
  await using it = await testWorld();
  const { world } = it;
  const { actor } = world;
  await addSuppression(systemActor(actor.accountId), { value: "gone@acme.example" });
  const refused = async (change: object) =>
    expect(sendTestMail(actor, { ...asked(world), ...change })).rejects;
  await (await refused({ to: "gone@acme.example" })).toMatchObject({
    fields: { to: [told("This address is on the block list")] },
  });
  await (await refused({ mailbox_id: 99 })).toMatchObject({
    fields: { mailbox_id: [told("Choose a mailbox of this campaign")] },
  });
  await (await refused({ variant: { ...VARIANT, body: "{{first_name" } })).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("The body has an error"),
  });
  expect(it.sink.mails).toHaveLength(0);
});

test("a draft without mailboxes sends its tests from any connected mailbox that the user may see, and from no other", async () => {
  await using it = await testWorld();
  const { actor, mailboxIds } = it.world;
  const [lost = 0, connected = 0] = mailboxIds;
  const key = { accountId: actor.accountId, mailboxId: lost };
  for (let time = 0; time < 3; time++) {
    await recordTrouble(key, "SMTP", { kind: "mailbox-auth", text: "No" });
  }
  const { id: campaign_id } = await createCampaign(actor, { name: "Draft" });
  const test = { ...asked(it.world), campaign_id };
  expect(await listTestSenders(actor, { campaign_id })).toEqual([
    { id: connected, email: "sender1@sender.example" },
  ]);
  expect(await sendTestMail(actor, { ...test, mailbox_id: connected })).toMatchObject({
    from: "sender1@sender.example",
  });
  await expect(sendTestMail(actor, { ...test, mailbox_id: lost })).rejects.toMatchObject({
    fields: { mailbox_id: [told("Choose a connected mailbox for this campaign")] },
  });
  const other: Actor = { ...actor, userId: 99, scope: { kind: "own", userId: 99 } };
  const { id: own } = await createCampaign(other, { name: "Of another" });
  expect(await listTestSenders(other, { campaign_id: own })).toEqual([]);
  await expect(
    sendTestMail(other, { ...test, campaign_id: own, mailbox_id: connected }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(it.sink.mails).toHaveLength(1);
});

test("an account sends 20 test mails an hour, and a refusal says the server's own words", async () => {
  await using it = await testWorld({
    refuse: (to) => (to.startsWith("no") ? "550 5.1.1 No such user" : undefined),
  });
  const { world } = it;
  await expect(
    sendTestMail(world.actor, { ...asked(world), to: "nobody@acme.example" }),
  ).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("No such user"),
  });
  for (let count = 1; count < 20; count++) await sendTestMail(world.actor, asked(world));
  await expect(sendTestMail(world.actor, asked(world))).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(it.sink.mails).toHaveLength(19);
});
