import type { PendingRead } from "@thaw/data/batch-get";
import { loadBatched } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import { SequenceEntity } from "./sequence.entity.ts";
import type { SequenceStep } from "./sequence.schema.ts";

const sequences = recordsOf<
  EntityItem<typeof SequenceEntity>,
  { accountId: number; campaignId: number; version: number }
>(SequenceEntity);

/** The steps of a campaign at one version; none when nothing was saved yet. */
export async function readSteps(
  accountId: number,
  campaignId: number,
  version: number,
): Promise<SequenceStep[]> {
  const found = await loadBatched(sequences.read({ accountId, campaignId, version }));
  return (found?.steps as SequenceStep[] | undefined) ?? [];
}

/** The steps at each of these versions, in one request for many. */
export async function readVersions(
  accountId: number,
  campaignId: number,
  versions: readonly number[],
): Promise<Map<number, SequenceStep[]>> {
  if (versions.length === 0) return new Map();
  const { data } = await SequenceEntity.get(
    versions.map((version) => ({ accountId, campaignId, version })),
  ).go();
  return new Map(data.map(({ version, steps }) => [version, steps as SequenceStep[]]));
}

/** The steps at one version, to be read together with records of other features. */
export function stepsRead(
  accountId: number,
  campaignId: number,
  version: number,
): PendingRead<SequenceStep[]> {
  const { key, read } = sequences.read({ accountId, campaignId, version });
  return { key, read: (item) => read(item).steps as SequenceStep[] };
}

/** The steps of a campaign at one version; for a transaction, or written with `go`. */
export const writeSteps = (record: EntityItem<typeof SequenceEntity>) => SequenceEntity.put(record);

/** How many steps the longest version of a campaign's sequence has. */
export async function countMostSteps(key: {
  accountId: number;
  campaignId: number;
}): Promise<number> {
  let most = 0;
  let cursor: string | null = null;
  do {
    const page: { data: { steps?: unknown }[]; cursor: string | null } = await SequenceEntity.query
      .byCampaign(key)
      .go({ limit: 10, cursor, consistent: true });
    for (const { steps } of page.data) most = Math.max(most, (steps as SequenceStep[]).length);
    cursor = page.cursor;
  } while (cursor !== null);
  return most;
}
