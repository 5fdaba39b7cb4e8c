import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

const FREEMAIL = new Set(["gmail", "yahoo", "outlook", "aol", "hotmail"]);
const MAX_LOCAL_PART = 64;

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Whether any label of the domain but the last is a freemail provider: yahoo.co.uk is, mygmail.com is not. */
export function isFreemail(email: string): boolean {
  return domainOf(email)
    .split(".")
    .slice(0, -1)
    .some((label) => FREEMAIL.has(label));
}

/** Any address: 6 to 254 characters, of which at most 64 before the @. */
export const EmailAddress = v.pipe(
  v.string(issueText("emailMissing")),
  v.trim(),
  v.nonEmpty(issueText("emailMissing")),
  // Forms show the first line: how short "nope" is helps nobody.
  v.rfcEmail(issueText("email")),
  v.minLength(6, boundText("emailTooShort")),
  v.maxLength(254, boundText("emailTooLong")),
  v.check((email) => email.lastIndexOf("@") <= MAX_LOCAL_PART, issueText("localPartTooLong")),
  v.check((email) => domainOf(email).includes("."), issueText("email")),
);

/** An address to register with: no freemail. */
export const WorkEmailAddress = v.pipe(
  EmailAddress,
  v.check((email) => !isFreemail(email), issueText("workAddress")),
);
