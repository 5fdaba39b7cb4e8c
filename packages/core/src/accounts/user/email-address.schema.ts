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
  v.string("Enter an email address"),
  v.trim(),
  v.nonEmpty("Enter an email address"),
  v.minLength(6, "An email address has at least 6 characters"),
  v.maxLength(254, "An email address has at most 254 characters"),
  v.rfcEmail("This is not an email address"),
  v.check(
    (email) => email.lastIndexOf("@") <= MAX_LOCAL_PART,
    "The part before the @ has at most 64 characters",
  ),
  v.check((email) => domainOf(email).includes("."), "This is not an email address"),
);

/** An address to register with: no freemail. */
export const WorkEmailAddress = v.pipe(
  EmailAddress,
  v.check((email) => !isFreemail(email), "Use your work address: freemail cannot be registered"),
);
