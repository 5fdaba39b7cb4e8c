import type { Tagged } from "../../accounts/tag/put-tag.ts";
import { MOST_TAGS_EACH } from "../../accounts/tag/tag.schema.ts";
import { notFound } from "../../error.ts";
import { LeadEntity } from "./lead.entity.ts";
import { findLeads, leadKey } from "./lead-record.ts";

/** A lead as something that carries tags. */
export function taggedLead(accountId: number, leadId: number): Tagged {
  const key = leadKey(accountId, leadId);
  return {
    accountId,
    async read() {
      const lead = (await findLeads(accountId, [leadId])).get(leadId);
      if (!lead) throw notFound("lead");
      return [...(lead.tagIds ?? [])];
    },
    add: (tagId) =>
      LeadEntity.patch(key)
        .add({ tagIds: [tagId] })
        .where((row, op) => {
          const hasRoom = `${op.size(row.tagIds)} < ${op.escape(MOST_TAGS_EACH)}`;
          return `${op.notExists(row.tagIds)} OR ${hasRoom}`;
        }),
    take: (tagIds) => LeadEntity.patch(key).delete({ tagIds }),
  };
}
