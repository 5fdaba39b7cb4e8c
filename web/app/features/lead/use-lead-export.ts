import type { LeadExport } from "@thaw/core/leads/lead-export/lead-export.schema";
import { useState } from "react";
import type { Refusal } from "../../answer.ts";
import { callAt } from "../../call.ts";
import { toast } from "../../components/toasts.ts";
import { usePolled } from "../../components/use-polled.ts";
import { useText } from "../../messages/text.tsx";
import type { ExportOperations } from "../../routes/app.leads-export/route.ts";

const call = callAt<ExportOperations>("/app/leads-export");
type Filters = Parameters<ExportOperations["createLeadExport"]>[1];

/** What there is to see of an export; "gone" is one whose file is not kept any more. */
export type ShownExport = LeadExport | "gone";

/**
 * Exports leads. The file of a short list comes at once; a longer one is shown while it is written, until its file is there.
 *
 * @param filters of the list
 * @param known an export from before that is still of interest
 */
export function useLeadExport(filters: Filters, known: LeadExport | null) {
  const t = useText("leads");
  const [shown, setShown] = useState<ShownExport | null>(known);
  const [isStarting, setIsStarting] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const id = shown === null || shown === "gone" ? 0 : shown.id;
  const isRunning = shown !== null && shown !== "gone" && shown.status === "RUNNING";

  const refuse = (refusal: Refusal) => {
    if (refusal.code === "not_found" && id > 0) return setShown("gone");
    const text = Object.values(refusal.fields)[0]?.[0] ?? (refusal.message || t("exportOffline"));
    toast.failed(t("exportFailed"), text);
  };
  usePolled(
    isRunning,
    (signal) => call("getLeadExport", { export_id: id }, signal),
    (answer) => {
      if (answer.ok) setShown(answer.data);
      else if (answer.code === "not_found") setShown("gone");
    },
  );

  const download = async (export_id: number) => {
    const link = await call("downloadLeadExport", { export_id });
    // The answer is an attachment: the page stays.
    if (link.ok) window.location.assign(link.data.url);
    else refuse(link);
  };
  const start = async (ids: readonly string[]) => {
    setIsStarting(true);
    setChosen(ids);
    const only = ids.length > 0 ? { lead_ids: ids.map(Number) } : {};
    const answer = await call("createLeadExport", { ...filters, ...only });
    const isThere = answer.ok && answer.data.status === "COMPLETED" && answer.data.rows_done > 0;
    if (!answer.ok) refuse(answer);
    else setShown(isThere ? null : answer.data);
    if (isThere) await download(answer.data.id);
    setIsStarting(false);
  };
  return {
    shown,
    isBusy: isStarting || isRunning,
    /** All leads of the list, or only some. */
    start: (ids: readonly string[] = []) => void start(ids),
    startAgain: () => void start(chosen),
    download: () => void download(id),
  };
}
