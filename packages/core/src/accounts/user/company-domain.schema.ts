import { isFreemail } from "./email-address.schema.ts";

/** Labels of providers that give addresses to everyone, besides those that nobody may sign up with. */
const FOR_EVERYBODY = new Set([
  "gmx",
  "googlemail",
  "icloud",
  "laposte",
  "libero",
  "live",
  "mail",
  "me",
  "msn",
  "proton",
  "protonmail",
  "qq",
  "t-online",
  "web",
  "yandex",
  "ymail",
]);

/** The domain of an address whose people are colleagues; undefined where a provider gives addresses to everyone. */
export function companyOf(email: string): string | undefined {
  const domain = email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  const [label = ""] = domain.split(".");
  // "mail.acme.example" is a company's; "mail.example" is not.
  const isShared = domain.split(".").length <= 2 && FOR_EVERYBODY.has(label);
  return isShared || isFreemail(`x@${domain}`) ? undefined : domain;
}

/** Where a lead is listed with its colleagues. */
export function companyKeys({
  accountId,
  leadId,
  email,
}: {
  accountId: number;
  leadId: number;
  email: string;
}): { companyBox?: string; companyPlace?: string } {
  const domain = companyOf(email);
  if (domain === undefined) return {};
  return {
    companyBox: `${accountId}.${domain}`,
    companyPlace: companyPlaceOf(leadId),
  };
}

/** Sorts as ids do. */
export const companyPlaceOf = (leadId: number) => String(leadId).padStart(12, "0");
