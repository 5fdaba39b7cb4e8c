import type { EntityItem } from "electrodb";
import { notFound } from "../../error.ts";
import { LeadErasureEntity } from "./lead-erasure.entity.ts";

export type ErasureRecord = EntityItem<typeof LeadErasureEntity>;
export const erasureClaim = (accountId: number, leadId: number) => ({
  scope: accountId,
  kind: "lead-erasure",
  value: String(leadId),
});

/** @throws AppError not_found */
export async function requireErasure(accountId: number, erasureId: number): Promise<ErasureRecord> {
  const { data } = await LeadErasureEntity.get({ accountId, erasureId }).go({ consistent: true });
  if (!data) throw notFound("erasure");
  return data;
}
