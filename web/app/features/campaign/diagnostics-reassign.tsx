import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { ReassignDialog } from "../campaign-lead/reassign-dialog.tsx";
import { useLeadAction } from "../campaign-lead/use-lead-action.ts";

type Props = { campaignId: number; leadId: number };

/** Lets another mailbox write to a lead whose own cannot. */
export function DiagnosticsReassign({ campaignId, leadId }: Props) {
  const t = useText("campaign-leads");
  const changing = useLeadAction(campaignId, `why-${leadId}`);
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMailForward size={14} />}
        loading={changing.isBusy}
        onClick={() => setAsking(true)}
      >
        {t("reassign")}
      </Button>
      {isAsking ? (
        <ReassignDialog
          campaignId={campaignId}
          ids={[leadId]}
          changing={changing}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
