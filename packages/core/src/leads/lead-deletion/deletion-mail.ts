import { say } from "@thaw/text/say";
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
  const { origin, from } = await mailBrandOf(user);
  const mail = renderActionMail({
    subject: say(isLeads ? "mail.removeLeadsSubject" : "mail.removeEntriesSubject"),
    name: user.name,
    text: isLeads
      ? say("mail.removeLeadsText", { count: matched, campaign: name })
      : say("mail.removeEntriesText", { count: matched }),
    action: {
      label: say("mail.removeLabel"),
      link: `${origin}/app/${folder}/confirm-delete-csv/${identifier}`,
    },
    footer: say("mail.removeFooter"),
  });
  await sendProductMail({ to: user.email, ...mail, from });
}
