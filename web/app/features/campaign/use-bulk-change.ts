import { useFetcher, useSubmit } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.all/route.tsx";
import { CAMPAIGN_LIST } from "./campaign-page.ts";
import { UNDO_SECONDS } from "./use-campaign-change.ts";

export type BulkChange = "start" | "pause" | "archive" | "move" | "tag" | "untag";
type Wanted = BulkChange | "unarchive" | "undo_start";

/** Without a folder: out of every one. */
type With = { folder_id?: number | null | undefined; tag_id?: number | undefined };

const UNDO = {
  start: "undo_start",
  undo_start: "start",
  pause: "start",
  archive: "unarchive",
  unarchive: "archive",
  tag: "untag",
  untag: "tag",
} as const;

const BULK = { method: "post", action: CAMPAIGN_LIST, navigate: false } as const;

function formOf(change: Wanted, ids: readonly (string | number)[], { folder_id, tag_id }: With) {
  const form = new FormData();
  form.set("intent", "bulk");
  form.set("change", change);
  if (change === "start") form.set("undo_seconds", String(UNDO_SECONDS));
  form.set("folder_id", String(folder_id ?? ""));
  if (tag_id !== undefined) form.set("tag_id", String(tag_id));
  for (const [at, id] of ids.entries()) form.set(`campaign_ids[${at}]`, String(id));
  return form;
}

type Done = { id: number; folder_before?: number | null | undefined };

/** Moved campaigns by the folder that they came from. */
function byFolder(moved: readonly Done[]): Map<number | null, number[]> {
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
  const revert = (change: Wanted, done: readonly Done[], tag_id: number | undefined) => {
    if (change !== "move") {
      const ids = done.map(({ id }) => id);
      const form = formOf(UNDO[change], ids, { tag_id });
      return send(form, { ...BULK, fetcherKey: "undo-campaigns" });
    }
    for (const [folder_id, ids] of byFolder(done)) {
      const fetcherKey = `undo-campaigns-${folder_id}`;
      send(formOf("move", ids, { folder_id }), { ...BULK, fetcherKey });
    }
  };
  useActionResult(fetcher.data, "bulk", ({ change, tag_id, results }) => {
    const same = results.filter((each) => each.ok && each.is_same);
    const asked = results.filter((each) => each.ok && each.is_asked);
    const done = results.filter((each) => each.ok && !each.is_same && !each.is_asked);
    const refused = results.filter((each) => !each.ok);
    if (done.length > 0) {
      const copy = t(`bulkDone_${change}`, { count: done.length });
      toast.undoable(copy, () => revert(change, done, tag_id));
    } else if (same.length > 0 && (change === "tag" || change === "untag")) {
      toast.done(t(`bulkSame_${change}`, { count: same.length }));
    }
    if (asked.length > 0) toast.done(t("bulkAsked", { count: asked.length }));
    const first = refused[0];
    if (first && !first.ok) {
      toast.failed(t("bulkRefused", { count: refused.length }), first.message);
    }
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (change: BulkChange, ids: readonly string[], more: With = {}) =>
      fetcher.submit(formOf(change, ids, more), { method: "post", action: CAMPAIGN_LIST }),
  };
}
