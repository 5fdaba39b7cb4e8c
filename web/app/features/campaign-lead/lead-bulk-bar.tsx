import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { LEAD_ACTIONS, type LeadAction } from "@thaw/core/campaigns/campaign-lead/transition";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { LEAD_ACTION_ICONS } from "./lead-menu.tsx";
import { ReassignDialog } from "./reassign-dialog.tsx";
import type { LeadChanging } from "./use-lead-action.ts";

type Props = {
  campaignId: number;
  ids: readonly string[];
  clear: () => void;
  /** Of the list, so that what came of it is told after the selection is gone. */
  changing: LeadChanging;
};

/** What can be done with the selected leads at once. */
export function LeadBulkBar({ campaignId, ids, clear, changing }: Props) {
  const t = useText("campaign-leads");
  const [asking, setAsking] = useState<"move" | "remove" | "reassign" | null>(null);
  const choose = (action: LeadAction) =>
    action === "move" || action === "remove" ? setAsking(action) : changing.change(action, ids);
  return (
    <>
      {LEAD_ACTIONS.map((action) => {
        const ActionImage = LEAD_ACTION_ICONS[action];
        return (
          <Button
            key={action}
            size="xs"
            variant="default"
            disabled={changing.isBusy}
            leftSection={<ActionImage size={14} />}
            onClick={() => choose(action)}
          >
            {t(action)}
          </Button>
        );
      })}
      <Button
        size="xs"
        variant="default"
        disabled={changing.isBusy}
        leftSection={<IconMailForward size={14} />}
        onClick={() => setAsking("reassign")}
      >
        {t("reassign")}
      </Button>
      {asking === "reassign" ? (
        <ReassignDialog
          campaignId={campaignId}
          ids={ids}
          changing={{
            reassign: (...what) => {
              changing.reassign(...what);
              clear();
            },
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "move" || asking === "remove" ? (
        <LeadDialog
          asking={asking}
          campaignId={campaignId}
          ids={ids}
          changing={{
            ...changing,
            change: (...what) => {
              changing.change(...what);
              clear();
            },
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
