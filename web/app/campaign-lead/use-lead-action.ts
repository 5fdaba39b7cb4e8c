import { useFetcher, useSubmit } from "@remix-run/react";
import type { LeadAction } from "@thaw/core/campaign-lead/transition";
import { useOutcome } from "../components/outcome.ts";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";
import type { action } from "../routes/_app.app.email-campaign.$id.lead-list/route.tsx";

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
  useOutcome(fetcher.data, "change", ({ action, lead_ids, refused }) => {
    const words = t(`done.${action}`, { count: lead_ids.length });
    const undo = UNDO[action];
    const takeBack = undo && formOf(undo, lead_ids);
    if (lead_ids.length > 0 && takeBack) {
      const options = { method: "post", action: address, navigate: false } as const;
      toast.undoable(words, () => send(takeBack, { ...options, fetcherKey: `undo-${key}` }));
    } else if (lead_ids.length > 0) toast.done(words);
    const [first] = refused;
    if (first) toast.failed(t("refused", { count: refused.length }), first.reason);
  });
  useOutcome(fetcher.data, "accept", () => toast.done(t("connectionAccepted")));
  useOutcome(fetcher.data, "reassign", ({ lead_ids, refused }) => {
    if (lead_ids.length > 0) toast.done(t("done.reassign", { count: lead_ids.length }));
    if (refused.length > 0) {
      toast.failed(t("refused", { count: refused.length }), t("reassignRefused"));
    }
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (action: LeadAction, ids: readonly (string | number)[], toCampaignId?: number) =>
      fetcher.submit(formOf(action, ids, toCampaignId), { method: "post", action: address }),
    /** Another mailbox of the campaign writes the rest. */
    reassign: (ids: readonly (string | number)[], mailboxId: number) => {
      const form = new FormData();
      form.set("intent", "reassign");
      form.set("mailbox_id", String(mailboxId));
      for (const [at, id] of ids.entries()) form.set(`lead_ids[${at}]`, String(id));
      fetcher.submit(form, { method: "post", action: address });
    },
    /** Somebody has seen that the lead took the request to connect on LinkedIn. */
    acceptConnection: (lead_id: number) =>
      fetcher.submit({ intent: "accept", lead_id }, { method: "post", action: address }),
  };
}
export type LeadChanging = ReturnType<typeof useLeadAction>;
