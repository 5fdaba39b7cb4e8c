import { Anchor, Group } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { Folder } from "@thaw/core/inbox/thread/thread.schema";
import { useText } from "../../messages/text.tsx";
import { campaignPath } from "../campaign/campaign-path.ts";

type Props = {
  campaign: { id: number; parent_id?: number | undefined; name: string };
  folder: Folder;
};

/** Says that the list holds the conversations of one campaign alone, and leads back to it or to all of them. */
export function CampaignOnly({ campaign, folder }: Props) {
  const t = useText("inbox");
  const copy = t.rich("ofCampaign", {
    name: campaign.name,
    campaign: (name) => (
      <Anchor component={Link} to={campaignPath(campaign)} prefetch="intent">
        {name}
      </Anchor>
    ),
  });
  return (
    <Group className="inbox-campaign" justify="space-between" gap="xs">
      <span>{copy}</span>
      <Anchor component={Link} to={`/app/master-inbox?folder=${folder}`} prefetch="intent">
        {t("ofAll")}
      </Anchor>
    </Group>
  );
}
