import { writeIfExpected } from "@thaw/data/condition";
import { toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignRecord } from "./campaign-record.ts";

/** Keys of an index query; a page of them is far below a megabyte. */
const PAGE = 1_000;
const ACCOUNT = /#accountid_(\d+)$/;
const CAMPAIGN = /#campaignid_(\d+)$/;
/** ElectroDB keeps keys in small letters. */
const DUE = /#nextrunat_(.+)$/;

type DueRun = { accountId: number; campaignId: number; dueAt: IsoInstant };
type DueKeys = { pk: string; sk: string; gsi1sk: string };

/** The campaigns whose trigger run is due, of all accounts, the longest due first: what the clock asks. Reads keys alone. */
export async function listDueCampaigns(
  runShard: number,
  until: IsoInstant,
  limit: number,
): Promise<DueRun[]> {
  const due: DueRun[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: unknown; cursor: string | null } = await CampaignEntity.query
      .byNextRun({ runShard })
      .lte({ nextRunAt: until })
      .go({
        limit: Math.min(limit - due.length, PAGE),
        cursor,
        data: "raw",
        ignoreOwnership: true,
      });
    const { Items = [] } = page.data as { Items?: DueKeys[] };
    due.push(...Items.map(toDueRun));
    cursor = page.cursor;
  } while (cursor !== null && due.length < limit);
  return due;
}

function toDueRun({ pk, sk, gsi1sk }: DueKeys): DueRun {
  return {
    accountId: Number(ACCOUNT.exec(pk)?.[1]),
    campaignId: Number(CAMPAIGN.exec(sk)?.[1]),
    dueAt: toIso(Date.parse(DUE.exec(gsi1sk)?.[1]?.toUpperCase() ?? "")),
  };
}

/**
 * Claims the next run of an ACTIVE campaign: nobody else gets it until `lockedUntil`.
 *
 * @returns false when it is not due, not ACTIVE, or someone has it
 */
export async function claimRun(
  key: { accountId: number; campaignId: number },
  at: { now: IsoInstant; lockedUntil: IsoInstant },
): Promise<boolean> {
  return writeIfExpected(
    CampaignEntity.patch(key)
      .set({ runLockedUntil: at.lockedUntil })
      .where((row, op) =>
        [
          op.eq(row.status, "ACTIVE"),
          op.lte(row.nextRunAt, at.now),
          `(${op.notExists(row.runLockedUntil)} OR ${op.lte(row.runLockedUntil, at.now)})`,
        ].join(" AND "),
      ),
  );
}

/**
 * Counts first steps against the campaign's limit of new leads a day before they are handed out: after a crash the day
 * has too few of them, never too many.
 */
export async function reserveNewLeads(
  campaign: CampaignRecord,
  { newDay, count }: { newDay: string; count: number },
): Promise<boolean> {
  const { accountId, campaignId } = campaign;
  const before = campaign.newDay === newDay ? (campaign.newCount ?? 0) : 0;
  return writeIfExpected(
    CampaignEntity.patch({ accountId, campaignId })
      .set({ newDay, newCount: before + count })
      .where((row, op) =>
        campaign.newDay === undefined
          ? op.notExists(row.newDay)
          : `${op.eq(row.newDay, campaign.newDay)} AND ${op.eq(row.newCount, campaign.newCount ?? 0)}`,
      ),
  );
}

/** The leads of the campaign are being looked at since `soughtAt`. */
export async function recordSearch(
  { accountId, campaignId }: CampaignRecord,
  soughtAt: IsoInstant,
): Promise<void> {
  await CampaignEntity.patch({ accountId, campaignId }).set({ soughtAt }).go({ response: "none" });
}

/**
 * Ends a claimed run and says when the next is due. Where someone has changed the campaign since the run read it, the next
 * stays due: it is to go by what the campaign is now.
 */
export async function finishRun(
  { accountId, campaignId, revision }: CampaignRecord,
  { lockedUntil }: { lockedUntil: IsoInstant },
  nextRunAt: IsoInstant,
): Promise<void> {
  const unlocked = () => CampaignEntity.patch({ accountId, campaignId }).remove(["runLockedUntil"]);
  const isDue = await writeIfExpected(
    unlocked()
      .set({ nextRunAt })
      .where((row, op) =>
        [
          op.eq(row.runLockedUntil, lockedUntil),
          op.eq(row.status, "ACTIVE"),
          op.eq(row.revision, revision),
        ].join(" AND "),
      ),
  );
  if (isDue) return;
  await writeIfExpected(unlocked().where((row, op) => op.eq(row.runLockedUntil, lockedUntil)));
}
