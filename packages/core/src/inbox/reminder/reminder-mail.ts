import { say } from "@thaw/text/say";
import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { mailBrandOf } from "../../accounts/white-label/mail-brand.ts";
import type { LeadRecord } from "../../leads/lead/lead-record.ts";
import type { ReminderRecord } from "./reminder-record.ts";

/** Mails a reminder to the user who made it, with the way to the conversation, or to the lead where there is none. */
export async function mailReminder(
  user: { name: string; email: string; kind: string; accountId: number },
  { threadId, leadId, note }: ReminderRecord,
  { email, first_name, last_name }: LeadRecord,
): Promise<void> {
  const name = [first_name, last_name].filter(Boolean).join(" ") || email;
  const path = threadId === undefined ? `lead/${leadId}/view` : `master-inbox/${threadId}`;
  const about = name === email ? email : `${name} (${email})`;
  const { origin, productName, from } = await mailBrandOf(user);
  const mail = renderActionMail({
    subject: say("mail.reminderSubject", { name }),
    name: user.name,
    text: note
      ? say("mail.reminderNoteText", { about, note })
      : say("mail.reminderText", { about }),
    action: {
      label: say(threadId === undefined ? "mail.reminderLead" : "mail.reminderConversation"),
      link: `${origin}/app/${path}`,
    },
    footer: say("mail.reminderFooter", { product: productName }),
  });
  await sendProductMail({ to: user.email, ...mail, from });
}
