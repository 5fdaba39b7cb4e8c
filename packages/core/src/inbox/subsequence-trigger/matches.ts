import type { Condition } from "../../campaigns/subsequence/condition.schema.ts";

/** What a lead did in the parent campaign, or what was decided about it. */
export type Happening =
  | { kind: "categorised"; categoryId: number }
  | { kind: "opened" }
  | { kind: "clicked"; url: string }
  /** A person wrote; `isFirst`: for the first time to a mail of the campaign. */
  | { kind: "replied"; text: string; isFirst: boolean }
  /** Mail to it came back for good. */
  | { kind: "bounced" }
  /** Of a request to connect on LinkedIn. */
  | { kind: "requested" }
  | { kind: "accepted" }
  | { kind: "completed" };

/** A lead's history in the parent campaign so far. */
export type Trail = { opens: number; hasReplied: boolean };

/** Whether a happening moves the lead at once (D6.2). Conditions that wait are settled by `holdsAfterWait`. */
export function matches(condition: Condition, happening: Happening, trail: Trail): boolean {
  switch (happening.kind) {
    case "categorised":
      return condition.kind === "category" && condition.category_ids.includes(happening.categoryId);
    case "opened":
      return awaits(condition, happening, trail) === 0;
    case "clicked":
      return condition.kind === "click" && contains(happening.url, condition.url_contains);
    case "replied":
      return matchesReply(condition, happening);
    case "bounced":
      return condition.kind === "push_on_bounce";
    case "accepted":
      return condition.kind === "linkedin_connection" && condition.when === "accepted";
    case "requested":
    case "completed":
      return false;
  }
}

function matchesReply(
  condition: Condition,
  { text, isFirst }: Extract<Happening, { kind: "replied" }>,
): boolean {
  if (condition.kind === "reply") return isFirst;
  if (condition.kind !== "reply_text") return false;
  return condition.phrases.some((phrase) => containsPhrase(text, phrase));
}

const contains = (url: string, part = "") => url.toLowerCase().includes(part.toLowerCase());

/** After how many days without a reply an event moves the lead; undefined when it does not. */
export function awaits(
  condition: Condition,
  happening: Happening,
  trail: Trail,
): number | undefined {
  if (trail.hasReplied) return undefined;
  if (condition.kind === "open" && happening.kind === "opened") {
    return trail.opens >= condition.count ? condition.wait_days : undefined;
  }
  if (condition.kind === "re_engagement" && happening.kind === "completed") return condition.days;
  if (condition.kind !== "linkedin_connection" || happening.kind !== "requested") return undefined;
  return condition.when === "pending" ? condition.pending_days : undefined;
}

/** Whether a lead that has waited enters: the condition still holds, and the lead has not replied. */
export function holdsAfterWait(
  condition: Condition,
  trail: Trail,
  inParent: { status: string; connection?: string | undefined } | undefined,
): boolean {
  if (trail.hasReplied) return false;
  if (condition.kind === "open") return trail.opens >= condition.count;
  if (condition.kind === "re_engagement") return inParent?.status === "COMPLETED";
  if (condition.kind !== "linkedin_connection" || inParent?.connection === undefined) return false;
  // Whether a mail has gone out instead meanwhile or not.
  return inParent.connection !== "ACCEPTED";
}

/** Whether a text contains a phrase as whole words, without regard to case and to how its words are spaced. */
export function containsPhrase(text: string, phrase: string): boolean {
  const pattern = fold(phrase).split(/\s+/).map(escapeRegExp).join("\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "u").test(fold(text));
}

const fold = (text: string) => text.normalize("NFC").toLowerCase().trim();

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
