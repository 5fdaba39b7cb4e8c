import { Button } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useText } from "../../messages/text.tsx";
import type { AskedLead } from "./diagnostics-dialog.tsx";

const DiagnosticsDialog = lazy(() => import("./diagnostics-dialog.tsx"));

type Props = {
  campaignId: number;
  /** Absent: about the campaign as a whole. */
  lead?: AskedLead;
};

/** Asks the planner why a lead, or the whole campaign, gets mail when it does. */
export function DiagnosticsButton({ campaignId, lead }: Props) {
  const t = useText("send-plan");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconHelpCircle size={14} />}
        onClick={() => setOpen(true)}
        {...(lead ? { "aria-label": t("diagnosticsOfLead", { lead: lead.name }) } : {})}
      >
        {lead ? t("diagnostics") : t("sendingStatus")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <DiagnosticsDialog
            campaignId={campaignId}
            {...(lead ? { lead } : {})}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
