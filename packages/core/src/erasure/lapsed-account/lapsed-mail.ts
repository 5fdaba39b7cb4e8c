import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { toIso } from "../../clock.ts";
import { config } from "../../config.ts";

const dayOf = (ms: number) => toIso(ms).slice(0, 10);

/** Tells an account's owner until when its data is kept. */
export async function mailLapsed(
  owner: { name: string; email: string },
  { endedAt, keptUntil }: { endedAt: number; keptUntil: number },
): Promise<void> {
  const until = dayOf(keptUntil);
  const mail = renderActionMail({
    subject: `Your data is kept until ${until}`,
    greeting: `Hello ${owner.name},`,
    text: `Your plan ended on ${dayOf(endedAt)}. Your campaigns are paused, and all of your data is kept until ${until}. Choose a plan before that day and go on where you stopped.`,
    action: { label: "Choose a plan", link: `${config.siteUrl()}/app/settings/subscription` },
    footer: "You get this email because the account is yours.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
