import type { Condition } from "./condition.schema.ts";

/** What a lead did in the parent campaign, or what somebody decided about it. */
export type Happening =
  | { kind: "categorised"; categoryId: number }
  | { kind: "opened" }
  | { kind: "clicked"; url: string }
  /** A person wrote; `isFirst`: for the first time to a mail of the campaign. */
  | { kind: "replied"; text: string; isFirst: boolean }
  | { kind: "completed" };

/** What the parent's mails tell of a lead by now. */
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

/** After how many days without a reply a happening moves the lead; undefined when it does not. */
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
  return undefined;
}

/** Whether what was waited for has come: the condition still holds, and nobody has replied. */
export function holdsAfterWait(
  condition: Condition,
  trail: Trail,
  parentStatus: string | undefined,
): boolean {
  if (trail.hasReplied) return false;
  if (condition.kind === "open") return trail.opens >= condition.count;
  return condition.kind === "re_engagement" && parentStatus === "COMPLETED";
}

/** Whether a text contains a phrase as whole words, without regard to case and to how its words are spaced. */
export function containsPhrase(text: string, phrase: string): boolean {
  const words = fold(phrase).split(/\s+/).map(escapeRegExp).join("\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])`, "u").test(fold(text));
}

const fold = (text: string) => text.normalize("NFC").toLowerCase().trim();

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
