import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { useText } from "../messages/text.tsx";
import { useLatest } from "../shell/use-latest.ts";
import { toast } from "./toasts.ts";

type AnyOutcome =
  | { ok: true; intent: string; data: unknown; result: SubmissionResult }
  | { ok: false; intent: string; message: string; result: SubmissionResult };

type DoneOf<O, I> = Extract<O, { ok: true; intent: I }> extends { data: infer Data } ? Data : never;

/** What Conform needs of the last answer, for the form that sent `intent`: `useForm({ lastResult: lastResultOf(useActionData(), "create") })`. */
export function lastResultOf(
  outcome: AnyOutcome | null | undefined,
  intent: string,
): SubmissionResult | null {
  return outcome?.intent === intent ? outcome.result : null;
}

/** True where the message stands at a field, and need not be said again. */
function isAtField({ error }: SubmissionResult): boolean {
  return Object.keys(error ?? {}).some((name) => name !== "");
}

type Options = {
  /** False for forms that show `form.errors` themselves. */
  hasToast?: boolean;
};

/**
 * Runs `onDone` once for each success of `intent`, with what the operation returned; shows a failure that no field
 * explains as a red toast, in the server's own words. `outcome` is the page's action data or a fetcher's data.
 */
export function useOutcome<O extends AnyOutcome, I extends O["intent"]>(
  outcome: O | null | undefined,
  intent: I,
  onDone: (data: DoneOf<O, I>) => void,
  { hasToast = true }: Options = {},
): void {
  const t = useText("shell");
  const latest = useLatest(onDone);
  useEffect(() => {
    if (!outcome || outcome.intent !== intent) return;
    if (outcome.ok) latest.current?.(outcome.data as DoneOf<O, I>);
    else if (hasToast && !isAtField(outcome.result)) {
      toast.failed(t("failed"), outcome.message || t("apiFallback"));
    }
  }, [outcome, intent, hasToast, latest, t]);
}
