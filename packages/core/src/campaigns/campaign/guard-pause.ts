import { writeIfExpected } from "@thaw/data/condition";
import * as v from "valibot";
import { noteGuarded, readGuarded } from "../../accounts/user/guarded-campaigns.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { type CampaignRecord, findCampaigns } from "./campaign-record.ts";
import { mailGuardPause } from "./guard-pause-mail.ts";
import { visibleCampaigns } from "./visible-campaigns.ts";

export const BOUNCE_GUARD = "bounce_guard";

export const isGuardPaused = ({
  status,
  statusReason,
}: Pick<CampaignRecord, "status" | "statusReason">): boolean =>
  status === "PAUSED" && statusReason === BOUNCE_GUARD;

/** The campaigns that a guard has paused and nobody has looked after, for the notice beside the navigation: two reads. */
export const listGuardPauses = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: v.object({ items: v.array(v.object({ id: v.number(), name: v.string() })) }),
  async run({ accountId, scope }) {
    const paused = await stillPaused(accountId);
    const ids = paused.map(({ campaignId }) => campaignId);
    const visible = await visibleCampaigns(accountId, scope, ids);
    return {
      items: paused.flatMap(({ campaignId: id, name }) => (visible.has(id) ? [{ id, name }] : [])),
    };
  },
});

async function stillPaused(accountId: number): Promise<CampaignRecord[]> {
  return (await findCampaigns(accountId, await readGuarded(accountId))).filter(isGuardPaused);
}

/**
 * Tells of a pause by a guard: notes it with the account and mails its owner, once for each pause. Never throws: the pause
 * stands, and the next bounce tries it again.
 */
export async function notifyGuardPause(campaign: CampaignRecord): Promise<void> {
  const { accountId, campaignId } = campaign;
  try {
    if (!(await claim(campaign))) return;
    await notify(campaign).catch(async (error: unknown) => {
      await release(campaign);
      throw error;
    });
  } catch (error) {
    log.error("The owner could not be notified that a campaign paused itself", {
      accountId,
      campaignId,
      error,
    });
  }
}

/** A pause is known by the revision that it made. */
const claim = ({ accountId, campaignId, revision }: CampaignRecord): Promise<boolean> =>
  writeIfExpected(
    CampaignEntity.patch({ accountId, campaignId })
      .set({ guardToldRevision: revision })
      .where((row, op) =>
        [
          op.eq(row.revision, revision),
          `(${op.notExists(row.guardToldRevision)} OR ${op.ne(row.guardToldRevision, revision)})`,
        ].join(" AND "),
      ),
  );

const release = ({ accountId, campaignId, revision }: CampaignRecord): Promise<boolean> =>
  writeIfExpected(
    CampaignEntity.patch({ accountId, campaignId })
      .remove(["guardToldRevision"])
      .where((row, op) => op.eq(row.guardToldRevision, revision)),
  );

async function notify({ accountId, campaignId, name }: CampaignRecord): Promise<void> {
  const known = await readGuarded(accountId);
  const paused = new Set((await stillPaused(accountId)).map((each) => each.campaignId));
  const over = known.filter((id) => id !== campaignId && !paused.has(id));
  // Of an account that is being deleted nobody is left to look at its campaigns.
  if (!(await noteGuarded(accountId, { campaignId, over }))) return;
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status !== "active") return;
  await mailGuardPause(owner, { campaignId, name });
}
