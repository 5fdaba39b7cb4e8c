import { useFetcher, useSubmit } from "@remix-run/react";
import { useOutcome } from "../components/outcome.ts";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";
import type { action } from "../routes/_app.app.email-campaign.all/route.tsx";
import { CAMPAIGN_LIST } from "./campaign-page.ts";

export type BulkChange = "start" | "pause" | "archive" | "move";
type Wanted = BulkChange | "unarchive";

const UNDO = {
  start: "pause",
  pause: "start",
  archive: "unarchive",
  unarchive: "archive",
} as const;

const BULK = { method: "post", action: CAMPAIGN_LIST, navigate: false } as const;

/** `folderId` null: out of every folder. */
function formOf(change: Wanted, ids: readonly (string | number)[], folderId: number | null) {
  const form = new FormData();
  form.set("intent", "bulk");
  form.set("change", change);
  form.set("folder_id", folderId === null ? "" : String(folderId));
  for (const [at, id] of ids.entries()) form.set(`campaign_ids[${at}]`, String(id));
  return form;
}

type Moved = { id: number; folder_before?: number | null | undefined };

/** Moved campaigns by the folder that they came from. */
function byFolder(moved: readonly Moved[]): Map<number | null, number[]> {
  const groups = new Map<number | null, number[]>();
  for (const { id, folder_before = null } of moved) {
    groups.set(folder_before, [...(groups.get(folder_before) ?? []), id]);
  }
  return groups;
}

/** Changes the campaigns that are selected. Ten seconds long a toast takes back what was done; what was refused says why. */
export function useBulkChange() {
  const t = useText("campaign-list");
  const fetcher = useFetcher<typeof action>({ key: "bulk-campaigns" });
  const send = useSubmit();
  const takeBack = (change: Wanted, done: readonly Moved[]) => {
    if (change !== "move") {
      const form = formOf(
        UNDO[change],
        done.map(({ id }) => id),
        null,
      );
      return send(form, { ...BULK, fetcherKey: "undo-campaigns" });
    }
    for (const [folderId, ids] of byFolder(done)) {
      const fetcherKey = `undo-campaigns-${folderId}`;
      send(formOf("move", ids, folderId), { ...BULK, fetcherKey });
    }
  };
  useOutcome(fetcher.data, "bulk", ({ change, results }) => {
    const done = results.filter((each) => each.ok);
    const refused = results.filter((each) => !each.ok);
    if (done.length > 0) {
      const words = t(`bulkDone_${change}`, { count: done.length });
      toast.undoable(words, () => takeBack(change, done));
    }
    const first = refused[0];
    if (first && !first.ok) {
      toast.failed(t("bulkRefused", { count: refused.length }), first.message);
    }
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (change: BulkChange, ids: readonly string[], folderId: number | null = null) =>
      fetcher.submit(formOf(change, ids, folderId), { method: "post", action: CAMPAIGN_LIST }),
  };
}
