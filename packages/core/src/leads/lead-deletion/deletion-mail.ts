import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { mailBrandOf } from "../../accounts/white-label/mail-brand.ts";
import type { DeletionKind } from "./csv-deletion.schema.ts";

type Asked = {
  kind: DeletionKind;
  campaignId: number;
  identifier: string;
  matched: number;
  /** The campaign's. */
  name: string;
};

/** Mails the link to the page on which a deletion by CSV is confirmed. */
export async function mailDeletionLink(
  user: { name: string; email: string; kind: string; accountId: number },
  { kind, campaignId, identifier, matched, name }: Asked,
): Promise<void> {
  const isLeads = kind === "campaign_leads";
  const folder = isLeads ? `email-campaigns/${campaignId}` : "domain-block-list";
  const count = matched.toLocaleString("en-US");
  const what = isLeads
    ? `remove ${count} of the leads of the campaign “${name}”`
    : `remove ${count} of the entries of the block list`;
  const { origin, from } = await mailBrandOf(user);
  const mail = renderActionMail({
    subject: isLeads ? "Confirm that leads are removed" : "Confirm that entries are removed",
    greeting: `Hello ${user.name},`,
    text: `Your file asks to ${what}. Nothing is removed until you confirm it. The link works once, for 24 hours.`,
    action: {
      label: "Look and confirm",
      link: `${origin}/app/${folder}/confirm-delete-csv/${identifier}`,
    },
    footer: "If it was not you, ignore this email: nothing is removed.",
  });
  await sendProductMail({ to: user.email, ...mail, from });
}
