import { useFetcher, useSubmit } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-accounts._index/route.tsx";

/** Where the list of mailboxes sends its forms. */
const MAILBOXES = "/app/email-accounts?index";

type MailboxChange = "tag" | "untag" | "limits" | "delete";
type With = Partial<Record<"tag_id" | "daily_limit" | "min_gap_minutes", number>>;
type Form = { change: MailboxChange; ids: readonly (string | number)[]; more: With };
type Done = {
  id: number;
  daily_limit_before?: number | undefined;
  min_gap_minutes_before?: number | undefined;
};

function formOf({ change, ids, more }: Form): FormData {
  const form = new FormData();
  form.set("intent", "bulk");
  form.set("change", change);
  for (const [name, value] of Object.entries(more)) form.set(name, String(value));
  for (const [at, id] of ids.entries()) form.set(`mailbox_ids[${at}]`, String(id));
  return form;
}

/** The changes that take one back: a deleted mailbox has lost its password. */
function undoOf(change: MailboxChange, done: readonly Done[], tag_id = 0): Form[] {
  const ids = done.map(({ id }) => id);
  switch (change) {
    case "tag":
      return [{ change: "untag", ids, more: { tag_id } }];
    case "untag":
      return [{ change: "tag", ids, more: { tag_id } }];
    case "limits":
      return byLimits(done);
    case "delete":
      return [];
    default:
      return change satisfies never;
  }
}

/** Mailboxes by the limits that they had. */
function byLimits(done: readonly Done[]): Form[] {
  const groups = new Map<string, Form>();
  for (const { id, daily_limit_before = 0, min_gap_minutes_before = 0 } of done) {
    const more = { daily_limit: daily_limit_before, min_gap_minutes: min_gap_minutes_before };
    const key = Object.values(more).join();
    const ids = [...(groups.get(key)?.ids ?? []), id];
    groups.set(key, { change: "limits", ids, more });
  }
  return [...groups.values()];
}

/** Changes the mailboxes that are selected. Where it can, a toast takes that back; what was refused says why. */
export function useMailboxChange() {
  const t = useText("mailboxes");
  const fetcher = useFetcher<typeof action>({ key: "bulk-mailboxes" });
  const send = useSubmit();
  useActionResult(fetcher.data, "bulk", ({ change, tag_id, results }) => {
    const done = results.filter((each) => each.ok && !each.is_same);
    const undo = undoOf(change, done, tag_id);
    const copy = t(`bulkDone_${change}`, { count: done.length });
    const revert = () => {
      for (const [at, form] of undo.entries()) {
        const options = { method: "post", action: MAILBOXES, navigate: false } as const;
        send(formOf(form), { ...options, fetcherKey: `undo-mailboxes-${at}` });
      }
    };
    if (done.length > 0 && undo.length > 0) toast.undoable(copy, revert);
    else if (done.length > 0) toast.done(copy);
    const same = results.filter((each) => each.ok && each.is_same);
    if (done.length === 0 && same.length > 0) toast.done(t("bulkSame", { count: same.length }));
    const refused = results.filter((each) => !each.ok);
    const [first] = refused;
    if (first && !first.ok) {
      toast.failed(t("bulkRefused", { count: refused.length }), first.message);
    }
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (change: MailboxChange, ids: readonly string[], more: With = {}) =>
      fetcher.submit(formOf({ change, ids, more }), { method: "post", action: MAILBOXES }),
  };
}
export type MailboxChanging = ReturnType<typeof useMailboxChange>;
