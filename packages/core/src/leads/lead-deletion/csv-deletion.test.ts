import { afterAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { createUser } from "../../accounts/user/user-record.ts";
import { DAY_MS } from "../../duration.ts";
import { listCampaignLeads } from "../lead/campaign-lead-list.ts";
import { addSuppressions } from "../suppression/block-list.ts";
import { listSuppressions } from "../suppression/list-entries.ts";
import { optOut } from "../suppression/suppression.ts";
import {
  confirmBlockListDeletion,
  confirmLeadDeletion,
  getBlockListDeletion,
  getLeadDeletion,
  requestBlockListDeletion,
  requestLeadDeletion,
} from "./csv-deletion.ts";

/** Random ones: version 4 of RFC 9562. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const GONE = { status: 404, message: expect.stringMatching(/^This link has expired/) };

await cloudOfFile();
const ses = await startMailbox();
afterAll(() => ses.stop());

/** A campaign whose owner gets mail. */
async function setUp() {
  const world = await makeWorld({ smtpPort: 1, leads: 3 });
  const { actor, campaignId } = world;
  const user = await createUser({
    accountId: actor.accountId,
    userId: actor.userId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: "",
    isEmailVerified: true,
  });
  return {
    actor,
    campaignId,
    email: user.email,
    upload: (text: string) => uploadCsv(actor, text),
    addresses: async () =>
      (await listCampaignLeads(actor, { campaign_id: campaignId })).items.map(
        ({ lead }) => lead?.email,
      ),
    async linkIn(folder: string) {
      const [mail] = await ses.mailsTo(user.email);
      const pattern = new RegExp(`/app/${folder}/confirm-delete-csv/(${UUID.source})\n`);
      return pattern.exec(mail?.body.text ?? "")?.[1] ?? "";
    },
  };
}

const LIST = "email\nLEAD0@prospect.example\nlead2@prospect.example\nnobody@x.example\noops\n";

test("a file of leads shows what it matches, mails a link, and only that link's page takes them out, once [LEAD-22] [ROUTE-55]", async () => {
  const it = await setUp();
  const { actor, campaignId: campaign_id } = it;
  const file_key = await it.upload(LIST);
  const counts = { matched: 2, unmatched: 1, invalid: 1, opted_out: 0 };
  expect(await requestLeadDeletion(actor, { campaign_id, file_key })).toEqual({
    ...counts,
    mailed_to: it.email,
  });
  expect(await it.addresses()).toHaveLength(3);

  const delete_identifier = await it.linkIn(`email-campaigns/${campaign_id}`);
  const link = { campaign_id, delete_identifier };
  expect(await getLeadDeletion(actor, link)).toEqual(counts);
  expect(await it.addresses()).toHaveLength(3);
  expect(await confirmLeadDeletion(actor, link)).toEqual({ deleted: 2, kept: 0 });
  expect(await it.addresses()).toEqual(["lead1@prospect.example"]);

  await expect(getLeadDeletion(actor, link)).rejects.toMatchObject(GONE);
  await expect(confirmLeadDeletion(actor, link)).rejects.toMatchObject(GONE);
});

test("a link of another account, of another campaign, of the other kind or older than a day has expired [LEAD-22] [ROUTE-55]", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const it = await setUp();
  const { actor, campaignId: campaign_id } = it;
  await requestLeadDeletion(actor, { campaign_id, file_key: await it.upload(LIST) });
  const delete_identifier = await it.linkIn(`email-campaigns/${campaign_id}`);
  const link = { campaign_id, delete_identifier };
  for (const call of [getLeadDeletion, confirmLeadDeletion]) {
    await expect(call(testActor(), link)).rejects.toMatchObject(GONE);
    const other = { ...link, campaign_id: campaign_id + 1 };
    await expect(call(actor, other)).rejects.toMatchObject(GONE);
  }
  for (const call of [getBlockListDeletion, confirmBlockListDeletion]) {
    await expect(call(actor, { delete_identifier })).rejects.toMatchObject(GONE);
  }
  clock.move(DAY_MS - 1);
  expect(await getLeadDeletion(actor, link)).toMatchObject({ matched: 2 });
  clock.move(1);
  await expect(confirmLeadDeletion(actor, link)).rejects.toMatchObject(GONE);
  expect(await it.addresses()).toHaveLength(3);
});

test("a file that matches nothing mails nothing", async () => {
  const it = await setUp();
  const file_key = await it.upload("nobody@x.example\n");
  const { campaignId: campaign_id } = it;
  expect(await requestLeadDeletion(it.actor, { campaign_id, file_key })).toEqual({
    matched: 0,
    unmatched: 1,
    invalid: 0,
    opted_out: 0,
  });
  expect(await ses.mailsTo(it.email)).toEqual([]);
});

test.each([
  { opted_out: false, done: { deleted: 2, kept: 1 }, left: ["gone@x.example", "kept.example"] },
  { opted_out: true, done: { deleted: 3, kept: 0 }, left: ["kept.example"] },
])(
  "a file of block list entries takes them off, and opt-outs only where confirmed: $opted_out [LEAD-22]",
  async ({ opted_out, done, left }) => {
    const it = await setUp();
    const { actor } = it;
    await addSuppressions(actor, { values: ["a@x.example", "b.example", "kept.example"] });
    const origin = { source: "unsubscribe", createdBy: 0 } as const;
    await optOut(actor.accountId, "gone@x.example", origin);
    const file_key = await it.upload("a@x.example\nB.example\ngone@x.example\nother.example\n");
    expect(await requestBlockListDeletion(actor, { file_key })).toMatchObject({
      matched: 3,
      unmatched: 1,
      opted_out: 1,
    });
    const delete_identifier = await it.linkIn("domain-block-list");
    expect(await getBlockListDeletion(actor, { delete_identifier })).toMatchObject({ matched: 3 });
    expect(await confirmBlockListDeletion(actor, { delete_identifier, opted_out })).toEqual(done);
    const { items } = await listSuppressions(actor, {});
    expect(items.map(({ value }) => value)).toEqual(left);
    await expect(
      confirmBlockListDeletion(actor, { delete_identifier, opted_out }),
    ).rejects.toMatchObject(GONE);
  },
);
