import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

export const SearchEverything = v.object({
  search: v.pipe(v.string(), v.trim(), v.minLength(1, issueText("word")), v.maxLength(200)),
});

const Found = v.object({ id: v.number(), name: v.string(), detail: v.string() });
export const FoundEverywhere = v.object({
  /** By name, with the address and the company. */
  leads: v.array(Found),
  campaigns: v.array(Found),
  /** By address, with the sender's name. */
  mailboxes: v.array(Found),
});
