import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { oneLine } from "../../one-line.schema.ts";
import { AccountWideId } from "../../page.schema.ts";
import { isWebUrl } from "../../web-address.schema.ts";

/** How far a LinkedIn account is: entered, in use, or lost. */
export const LINKEDIN_PROGRESS = ["INVALID", "SUCCESS", "INPROGRESS"] as const;
export type LinkedInProgress = (typeof LINKEDIN_PROGRESS)[number];

/** What an account may have at most: a list that is read whole. */
export const MOST_LINKEDIN_ACCOUNTS = 50;

const NOT_A_PROFILE = issueText("linkedinProfile");
const PROFILE =
  /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/in\/([^/?#\s]{3,100})\/?(?:[?#].*)?$/i;

/** A person's profile page, in the one form that names it. */
const ProfileUrl = v.pipe(
  v.string(NOT_A_PROFILE),
  v.trim(),
  v.regex(PROFILE, NOT_A_PROFILE),
  v.transform((url) => `https://www.linkedin.com/in/${PROFILE.exec(url)?.[1] ?? ""}`),
);
const Name = v.pipe(
  v.string(issueText("linkedinName")),
  oneLine,
  v.nonEmpty(issueText("linkedinName")),
  v.maxLength(100, boundText("nameTooLong")),
);

export const AddLinkedInAccount = v.object({ name: Name, profile_url: ProfileUrl });
export type AddLinkedInAccount = v.InferOutput<typeof AddLinkedInAccount>;
export const LinkedInAccountId = v.object({ linkedin_account_id: AccountWideId });

export const LinkedInAccount = v.object({
  id: v.number(),
  name: v.string(),
  profile_url: v.string(),
  progress: v.picklist(LINKEDIN_PROGRESS),
  /** Why the connector refused it, in its words. */
  problem: v.nullable(v.string()),
  problem_key: v.optional(v.string()),
  /** Its steps are done by the connector; those of others are tasks for people. */
  is_automatic: v.boolean(),
  created_at: v.string(),
});
export type LinkedInAccount = v.InferOutput<typeof LinkedInAccount>;

export const SetConnector = v.object({
  url: v.pipe(
    v.string(issueText("connectorMissing")),
    v.trim(),
    v.check(isWebUrl, issueText("connectorAddress")),
    v.maxLength(500, boundText("addressTooLong")),
    v.transform((url) => url.replace(/(^|[^/])\/+$/, "$1")),
  ),
  /** Shared with the connector: it comes as a bearer token, and signs each request. */
  secret: v.pipe(
    v.string(issueText("secretMissing")),
    v.trim(),
    v.minLength(16, boundText("secretTooShort")),
    v.maxLength(200, boundText("secretTooLong")),
    v.regex(/^[\x21-\x7e]*$/, issueText("secretCharacters")),
  ),
});

export const Connector = v.object({
  url: v.nullable(v.string()),
  secret_masked: v.nullable(v.string()),
});
export type Connector = v.InferOutput<typeof Connector>;
