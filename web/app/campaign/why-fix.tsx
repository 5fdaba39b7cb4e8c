import { Anchor, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { Figures, Fix } from "@thaw/core/why/why.schema";
import { useText } from "../messages/text.tsx";

type Props = { campaignId: number; fix: Fix; figures: Figures };

/** The one place where what decides can be changed. */
export function WhyFix({ campaignId, fix, figures }: Props) {
  const t = useText("send-plan");
  // The button to resume stands above.
  if (fix === "resume") return <Text c="dimmed">{t("fix_resume")}</Text>;
  return (
    <Anchor component={Link} to={addressOf(fix, campaignId, figures)} prefetch="intent">
      {t(`fix_${fix}`)}
    </Anchor>
  );
}

function addressOf(
  fix: Exclude<Fix, "resume">,
  campaignId: number,
  { mailbox_id }: Figures,
): string {
  const wizard = `/app/email-campaign/new-campaign?id=${campaignId}`;
  switch (fix) {
    case "start":
      return `${wizard}&step=review`;
    case "leads":
      return wizard;
    case "sequence":
      return `${wizard}&step=sequence`;
    case "setup":
      return `${wizard}&step=setup`;
    case "block_list":
      return "/app/domain-block-list";
    case "tasks":
      return "/app/tasks";
    case "linkedin":
      return "/app/integrations/linkedin";
    case "mailbox":
    case "mailboxes":
      return mailbox_id === undefined
        ? "/app/email-accounts"
        : `/app/email-account/${mailbox_id}/error-state`;
    default:
      return fix satisfies never;
  }
}
