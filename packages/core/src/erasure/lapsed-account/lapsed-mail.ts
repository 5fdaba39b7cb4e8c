import { say } from "@thaw/text/say";
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
    subject: say("mail.lapsedSubject", { until }),
    name: owner.name,
    text: say("mail.lapsedText", { ended: dayOf(endedAt), until }),
    action: {
      label: say("mail.lapsedLabel"),
      link: `${config.siteUrl()}/app/settings/subscription`,
    },
    footer: say("mail.lapsedFooter"),
  });
  await sendProductMail({ to: owner.email, ...mail });
}
