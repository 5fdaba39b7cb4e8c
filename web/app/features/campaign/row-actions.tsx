import { ActionIcon, Group } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { useText } from "../../messages/text.tsx";
import { CampaignMenu } from "./campaign-menu.tsx";
import { type Changing, useCampaignChange } from "./use-campaign-change.ts";

/** The one change of status that a click away makes sense for; a draft starts in the wizard, where its checks are. */
const OFFERED = { ACTIVE: "pause", PAUSED: "start" } as const;

export function RowActions({ campaign }: { campaign: CampaignWithFigures }) {
  const { status } = campaign;
  const changing = useCampaignChange(campaign);
  const offered = status === "ACTIVE" || status === "PAUSED" ? OFFERED[status] : undefined;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {offered ? <StatusButton name={campaign.name} offered={offered} changing={changing} /> : null}
      <CampaignMenu campaign={campaign} shownIn="row" changing={changing} />
    </Group>
  );
}

type Props = { name: string; offered: "start" | "pause"; changing: Changing };

function StatusButton({ name, offered, changing: { change, isBusy } }: Props) {
  const t = useText("campaign-list");
  const OfferedIcon = offered === "start" ? IconPlayerPlay : IconPlayerPause;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      title={t(offered)}
      aria-label={t(offered === "start" ? "startNamed" : "pauseNamed", { name })}
      loading={isBusy}
      onClick={() => change(offered)}
    >
      <OfferedIcon size={16} />
    </ActionIcon>
  );
}
