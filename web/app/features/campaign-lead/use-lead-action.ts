import { useFetcher, useSubmit } from "@remix-run/react";
import type { LeadAction } from "@thaw/core/campaigns/campaign-lead/transition";
import { useEffect } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "./lead-list-tab.server.ts";
import { MOST_AT_ONCE, useBatches } from "./use-batches.ts";

/** What takes an action back; a lead that was removed or moved has lost its place. */
const UNDO: Partial<Record<LeadAction, LeadAction>> = {
  pause: "resume",
  stop: "resume",
};

function formOf(action: LeadAction, ids: readonly (string | number)[], toCampaignId?: number) {
  const form = new FormData();
  form.set("intent", "change");
  form.set("action", action);
  for (const [at, id] of ids.entries()) form.set(`lead_ids[${at}]`, String(id));
  if (toCampaignId !== undefined) form.set("to_campaign_id", String(toCampaignId));
  return form;
}

/** Changes leads of the campaign whose lead list this is. Where it can, a toast takes it back for ten seconds. */
export function useLeadAction(campaignId: number, key: string) {
  const t = useText("campaign-leads");
  const fetcher = useFetcher<typeof action>({ key: `lead-action-${key}` });
  const send = useSubmit();
  const address = `/app/email-campaign/${campaignId}/lead-list`;
  const batches = useBatches((form) => fetcher.submit(form, { method: "post", action: address }));
  useEffect(() => {
    if (fetcher.data?.ok === false) batches.end();
    // oxlint-disable-next-line react/exhaustive-deps -- each answer once
  }, [fetcher.data]);
  useActionResult(fetcher.data, "change", ({ action, ...answer }) => {
    const whole = batches.take(answer);
    if (!whole) return;
    const { lead_ids, refused } = whole;
    const copy = t(`done.${action}`, { count: lead_ids.length });
    const undo = lead_ids.length <= MOST_AT_ONCE ? UNDO[action] : undefined;
    const revert = undo && formOf(undo, lead_ids);
    if (lead_ids.length > 0 && revert) {
      const options = { method: "post", action: address, navigate: false } as const;
      toast.undoable(copy, () => send(revert, { ...options, fetcherKey: `undo-${key}` }));
    } else if (lead_ids.length > 0) toast.done(copy);
    const [first] = refused;
    if (first) toast.failed(t("refused", { count: refused.length }), first.reason);
  });
  useActionResult(fetcher.data, "accept", () => toast.done(t("connectionAccepted")));
  useActionResult(fetcher.data, "reassign", ({ lead_ids: done, refused: ids }) => {
    const whole = batches.take({
      lead_ids: done,
      refused: ids.map((lead_id) => ({ lead_id, reason: "" })),
    });
    if (!whole) return;
    const { lead_ids, refused } = whole;
    if (lead_ids.length > 0) toast.done(t("done.reassign", { count: lead_ids.length }));
    if (refused.length > 0) {
      toast.failed(t("refused", { count: refused.length }), t("reassignRefused"));
    }
  });
  return {
    isBusy: fetcher.state !== "idle" || batches.progress !== null,
    /** Of leads that take more than one request. */
    progress: batches.progress,
    change: (action: LeadAction, ids: readonly (string | number)[], toCampaignId?: number) =>
      batches.run(ids, (some) => formOf(action, some, toCampaignId)),
    /** Another mailbox of the campaign writes the rest. */
    reassign: (ids: readonly (string | number)[], mailboxId: number) =>
      batches.run(ids, (some) => {
        const form = new FormData();
        form.set("intent", "reassign");
        form.set("mailbox_id", String(mailboxId));
        for (const [at, id] of some.entries()) form.set(`lead_ids[${at}]`, String(id));
        return form;
      }),
    /** Someone has seen that the lead took the request to connect on LinkedIn. */
    acceptConnection: (lead_id: number) =>
      fetcher.submit({ intent: "accept", lead_id }, { method: "post", action: address }),
  };
}
export type LeadChanging = ReturnType<typeof useLeadAction>;
