import { useFetcher, useSubmit } from "@remix-run/react";
import type { LeadChange, LeadChanged } from "@thaw/core/leads/lead/change-leads.schema";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.leads.all/route.tsx";
import { LEADS } from "./lead-page.ts";

/** What a change goes with. */
type With = Partial<Record<"campaign_id" | "to_campaign_id" | "tag_id" | "category_id", number>>;
type Form = { change: LeadChange; ids: readonly (string | number)[]; more: With };

export function formOf({ change, ids, more }: Form): FormData {
  const form = new FormData();
  form.set("intent", "change");
  form.set("change", change);
  for (const [name, value] of Object.entries(more)) form.set(name, String(value));
  for (const [at, id] of ids.entries()) form.set(`lead_ids[${at}]`, String(id));
  return form;
}

/** Leads by what each of them is put back to. */
export function grouped(
  leads: readonly LeadChanged[],
  keysOf: (lead: LeadChanged) => readonly number[],
) {
  const groups = new Map<number, number[]>();
  for (const lead of leads) {
    for (const key of keysOf(lead)) groups.set(key, [...(groups.get(key) ?? []), lead.lead_id]);
  }
  return [...groups];
}

/** The changes that take one back; none for what is gone or cannot be told any more. */
function undoOf(change: LeadChange, leads: readonly LeadChanged[], tag_id = 0): Form[] {
  const ids = leads.map(({ lead_id }) => lead_id);
  switch (change) {
    case "pause":
    case "stop":
      return grouped(leads, ({ campaign_ids = [] }) => campaign_ids).map(
        ([campaign_id, group]) => ({
          change: "resume",
          ids: group,
          more: { campaign_id },
        }),
      );
    case "category":
      return grouped(leads, ({ category_before = -1 }) => [category_before]).map(
        ([category_id, group]) => ({ change, ids: group, more: { category_id } }),
      );
    case "tag":
      return [{ change: "untag", ids, more: { tag_id } }];
    case "untag":
      return [{ change: "tag", ids, more: { tag_id } }];
    case "block":
      return [{ change: "unblock", ids, more: {} }];
    case "resume":
    case "unblock":
    case "move":
    case "delete":
      return [];
    default:
      return change satisfies never;
  }
}

/** Changes leads wherever they are. Where it can, a toast takes that back for ten seconds; what was refused says why. */
export function useLeadChange(key: string) {
  const t = useText("leads");
  const fetcher = useFetcher<typeof action>({ key: `lead-change-${key}` });
  const send = useSubmit();
  useActionResult(fetcher.data, "change", ({ change, tag_id, is_final, changed, refused }) => {
    const done = changed.filter(({ is_same }) => !is_same);
    const undo = is_final ? [] : undoOf(change, done, tag_id);
    const copy = t(`done.${change}`, { count: done.length });
    const revert = () => {
      for (const [at, form] of undo.entries()) {
        const fetcherKey = `undo-leads-${key}-${at}`;
        send(formOf(form), { method: "post", action: LEADS, navigate: false, fetcherKey });
      }
    };
    if (done.length > 0 && undo.length > 0) toast.undoable(copy, revert);
    else if (done.length > 0) toast.done(copy);
    else if (changed.length > 0) toast.done(t("same", { count: changed.length }));
    const [first] = refused;
    if (first) toast.failed(t("refused", { count: refused.length }), first.reason);
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (change: LeadChange, ids: readonly (string | number)[], more: With = {}) =>
      fetcher.submit(formOf({ change, ids, more }), { method: "post", action: LEADS }),
  };
}
export type LeadChanging = ReturnType<typeof useLeadChange>;
