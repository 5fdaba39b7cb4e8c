import { Anchor, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { Figures, Fix } from "@thaw/core/workspace/diagnostics/diagnostics.schema";
import { useText } from "../../messages/text.tsx";
import { stepAddress } from "../campaign-builder/steps.ts";
import { SENDING } from "../sending/sending-page.ts";
import { campaignPath } from "./campaign-path.ts";

type Props = { campaignId: number; fix: Fix; figures: Figures };

/** The one place where what decides can be changed. */
export function DiagnosticsFix({ campaignId, fix, figures }: Props) {
  const t = useText("send-plan");
  // The button to resume stands above.
  if (fix === "resume") return <Text c="dimmed">{t("fix_resume")}</Text>;
  const { parent_id } = figures;
  const campaign = {
    id: campaignId,
    ...(parent_id === undefined ? {} : { parent_id: Number(parent_id) }),
  };
  return (
    <Anchor component={Link} to={ADDRESSES[fix]({ campaign, figures })} prefetch="intent">
      {t(`fix_${fix}`)}
    </Anchor>
  );
}

type FixContext = { campaign: { id: number; parent_id?: number }; figures: Figures };

const ADDRESSES: Record<Exclude<Fix, "resume">, (context: FixContext) => string> = {
  start: ({ campaign }) => stepAddress(campaign, "review"),
  leads: ({ campaign }) => stepAddress(campaign, "leads"),
  condition: ({ campaign }) => stepAddress(campaign, "condition"),
  sequence: ({ campaign }) => stepAddress(campaign, "sequence"),
  setup: ({ campaign }) => stepAddress(campaign, "setup"),
  campaign: ({ campaign }) => `${campaignPath(campaign)}/analytics`,
  parent: ({ campaign }) => `${campaignPath({ id: campaign.parent_id ?? campaign.id })}/analytics`,
  bounces: ({ campaign }) => `${campaignPath(campaign)}/performance?kind=bounced`,
  sending: () => SENDING,
  plan: () => "/app/settings/subscription",
  block_list: () => "/app/domain-block-list",
  tasks: () => "/app/tasks",
  linkedin: () => "/app/integrations/linkedin",
  mailbox: mailboxAddress,
  mailboxes: mailboxAddress,
};

function mailboxAddress({ figures: { mailbox_id } }: FixContext): string {
  return mailbox_id === undefined
    ? "/app/email-accounts"
    : `/app/email-account/${mailbox_id}/error-state`;
}
