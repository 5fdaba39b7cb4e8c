import type { EntityItem } from "electrodb";
import { WhiteLabelEntity } from "./white-label.entity.ts";

export type WhiteLabelRecord = EntityItem<typeof WhiteLabelEntity>;

/** Also for an agency that has set nothing yet. */
export async function readWhiteLabel(accountId: number): Promise<WhiteLabelRecord> {
  const { data } = await WhiteLabelEntity.get({ accountId }).go({ consistent: true });
  return data ?? { accountId, domainState: "NONE" };
}
