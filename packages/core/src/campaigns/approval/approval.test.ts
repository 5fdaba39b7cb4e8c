import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { setApprovalSetting } from "../../accounts/account/approval-setting.ts";
import { getCampaign, updateCampaign } from "../campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../campaign/campaign-launch.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { approveStart, refuseStart, withdrawStart } from "./approval.ts";

await cloudOfFile();

async function twoPeople() {
  const { actor: author, campaignId: campaign_id } = await makeWorld({
    smtpPort: 1,
    leads: 1,
    start: false,
  });
  const { accountId } = author;
  await storeAccount(accountId, "Etc/GMT");
  await setApprovalSetting(author, { is_needed: true });
  return { author, approver: { ...author, userId: 2 }, campaign_id };
}

test("with approval on, a start asks for approval, and another person's approval starts the campaign", async () => {
  const { author, approver, campaign_id } = await twoPeople();
  expect(await startCampaign(author, { campaign_id })).toMatchObject({
    status: "DRAFTED",
    approval: { state: "asked", asked_by: 1 },
  });
  await expect(approveStart(author, { campaign_id })).rejects.toMatchObject({ code: "forbidden" });
  const writer = { ...approver, permissions: new Set(["campaigns:write"] as const) };
  await expect(approveStart(writer, { campaign_id })).rejects.toMatchObject({ code: "forbidden" });
  expect(await approveStart(approver, { campaign_id })).toMatchObject({
    status: "ACTIVE",
    approval: { state: "approved", asked_by: 1, decided_by: 2, decided_at: expect.any(String) },
  });
});

test("a refusal says why and by whom, and the author asks again", async () => {
  const { author, approver, campaign_id } = await twoPeople();
  await startCampaign(author, { campaign_id });
  const reason = "The second mail names the wrong price";
  expect(await refuseStart(approver, { campaign_id, reason })).toMatchObject({
    status: "DRAFTED",
    approval: { state: "refused", decided_by: 2, reason },
  });
  const again = await startCampaign(author, { campaign_id });
  expect(again.approval).toMatchObject({ state: "asked" });
  expect((await withdrawStart(author, { campaign_id })).approval).toBeUndefined();
});

test("an edit after an approval needs a new approval, and nothing can be edited while the campaign is sent", async () => {
  const { author, approver, campaign_id } = await twoPeople();
  const { steps } = await getSequence(author, { campaign_id });
  const edits = [
    () => saveSequence(author, { campaign_id, steps: steps.toReversed().slice(1) }),
    () => updateCampaign(author, { campaign_id, settings: { plain_text: true } }),
  ];
  for (const edit of edits) {
    await startCampaign(author, { campaign_id });
    await edit();
    expect((await getCampaign(author, { campaign_id })).approval).toBeUndefined();
    await expect(approveStart(approver, { campaign_id })).rejects.toMatchObject({
      code: "invalid_transition",
    });
  }
  await startCampaign(author, { campaign_id });
  await approveStart(approver, { campaign_id });
  for (const edit of edits) {
    await expect(edit()).rejects.toMatchObject({ code: "invalid_transition" });
  }
  await pauseCampaign(author, { campaign_id });
  expect((await startCampaign(author, { campaign_id })).status).toBe("ACTIVE");
  await pauseCampaign(author, { campaign_id });
  await updateCampaign(author, { campaign_id, settings: { plain_text: false } });
  expect((await startCampaign(author, { campaign_id })).status).toBe("PAUSED");
});

test("of an approval and an edit at the same moment, nothing that was not approved starts", async () => {
  const { author, approver, campaign_id } = await twoPeople();
  await startCampaign(author, { campaign_id });
  await Promise.allSettled([
    approveStart(approver, { campaign_id }),
    updateCampaign(author, { campaign_id, settings: { plain_text: true } }),
  ]);
  const { status, approval, settings } = await getCampaign(author, { campaign_id });
  expect(status === "ACTIVE" && settings.plain_text).toBe(false);
  if (settings.plain_text) expect(approval).toBeUndefined();
});
