import { batchDelete } from "@thaw/data/batch-write";
import { recordsOf } from "@thaw/data/records";
import { leadKey } from "../lead/lead-record.ts";
import { type LeadPosting, LeadPostingEntity } from "./lead-posting.entity.ts";
import { termsOf } from "./lead-terms.ts";

/** Ids of one range; see the entity. */
export const RANGE = 131_072;
/** Longer terms are kept by their beginnings: the lead itself tells the rest. */
const LONGEST_TERM = 60;

export const rangeOf = (leadId: number) => Math.floor(leadId / RANGE);
export const cutTerm = (term: string) => term.slice(0, LONGEST_TERM);

const postings = recordsOf<LeadPosting, LeadPosting>(LeadPostingEntity);

type Indexed = Parameters<typeof termsOf>[0] & { accountId: number; leadId: number };

/** Where a lead is to be found, by key. */
export function postingsOf(lead: Indexed): Map<string, LeadPosting> {
  const key = { ...leadKey(lead.accountId, lead.leadId), range: rangeOf(lead.leadId) };
  return new Map(
    termsOf(lead).map((term) => {
      const posting = { ...key, term: cutTerm(term) };
      return [`${key.accountId} ${key.leadId} ${posting.term}`, posting];
    }),
  );
}

export const putPosting = (posting: LeadPosting) => postings.put(posting);
export const dropPosting = (posting: LeadPosting) => LeadPostingEntity.delete(posting);

/** Takes away what a lead was found by, once the lead is gone. */
export async function erasePostingsOf(lead: Indexed): Promise<void> {
  await batchDelete([...postingsOf(lead).values()].map(dropPosting));
}
