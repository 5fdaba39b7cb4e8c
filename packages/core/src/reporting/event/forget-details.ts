import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { DAY_MS } from "../../duration.ts";
import { EventEntity } from "./event.entity.ts";
import type { EventKind } from "./event.schema.ts";

/** Details that are not ids or rules: responses of servers that name an address, and links that may contain one. */
const OUTSPOKEN: readonly EventKind[] = [
  "failed",
  "bounced",
  "soft-bounced",
  "clicked",
  "clicked-again",
  "machine-clicked",
];

/**
 * Removes the texts from a lead's events; that they happened stays. Reads the campaign's days from `from` to `to` (ISO
 * 8601). Safe to run twice.
 *
 * @param tally what counts, in the same transaction, what goes
 */
export async function forgetDetails(
  key: { accountId: number; campaignId: number; leadId: number },
  { from, to }: { from: string; to: string },
  tally: (count: number) => PendingWrite,
): Promise<void> {
  const { accountId, campaignId, leadId } = key;
  const last = to.slice(0, 10);
  for (
    let day = from.slice(0, 10);
    day <= last;
    day = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  ) {
    const { data } = await EventEntity.query
      .byDay({ accountId, campaignId, day })
      .where((row, op) => {
        const kinds = OUTSPOKEN.map((kind) => op.eq(row.kind, kind)).join(" OR ");
        return `${op.eq(row.leadId, leadId)} AND ${op.exists(row.detail)} AND (${kinds})`;
      })
      .go({ pages: "all", consistent: true });
    for (const { at, kind, key: happening } of data) {
      await commitIfExpected([
        EventEntity.patch({ accountId, campaignId, day, at, kind, key: happening })
          .remove(["detail"])
          .where((row, op) => op.exists(row.detail)),
        tally(1),
      ]);
    }
  }
}
