import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowRight,
  IconCircleCheck,
  IconDots,
  IconLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconUserMinus,
} from "@tabler/icons-react";
import type { CampaignLead } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { actionsFor, type LeadAction } from "@thaw/core/campaigns/campaign-lead/transition";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { useLeadAction } from "./use-lead-action.ts";

export const LEAD_ACTION_ICONS = {
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  stop: IconPlayerStop,
  unblock: IconCircleCheck,
  move: IconArrowRight,
  remove: IconUserMinus,
} as const satisfies Record<LeadAction, unknown>;

type Props = { row: CampaignLead; name: string };

/** All that can be done with a lead of a campaign, as its status allows. */
export function LeadMenu({ row, name }: Props) {
  const t = useText("campaign-leads");
  const changing = useLeadAction(row.campaign_id, String(row.lead_id));
  const [asking, setAsking] = useState<"move" | "remove" | null>(null);
  const offered = actionsFor({
    status: row.status,
    stopReason: row.stop_reason,
    isContacted: row.next_step > 1,
  });
  const choose = (action: LeadAction) =>
    action === "move" || action === "remove"
      ? setAsking(action)
      : changing.change(action, [row.lead_id]);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            title={t("more")}
            aria-label={t("moreNamed", { name })}
            loading={changing.isBusy}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {row.connection === undefined || row.connection === "ACCEPTED" ? null : (
            <Menu.Item
              leftSection={<IconLink size={16} />}
              onClick={() => changing.acceptConnection(row.lead_id)}
            >
              {t("acceptConnection")}
            </Menu.Item>
          )}
          {offered.map((action) => {
            const ActionImage = LEAD_ACTION_ICONS[action];
            return (
              <Menu.Item
                key={action}
                leftSection={<ActionImage size={16} />}
                {...(action === "remove" ? { c: "var(--tone-red)" } : {})}
                onClick={() => choose(action)}
              >
                {t(action)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <LeadDialog
          asking={asking}
          campaignId={row.campaign_id}
          ids={[row.lead_id]}
          changing={changing}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
