import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { useText } from "../messages/text.tsx";
import { useLatest } from "../state/use-latest.ts";
import { toast } from "./toasts.ts";

export type AnyActionResult =
  | { ok: true; intent: string; data: unknown; result: SubmissionResult }
  | { ok: false; intent: string; message: string; result: SubmissionResult };

type DoneOf<O, I> = Extract<O, { ok: true; intent: I }> extends { data: infer Data } ? Data : never;

/** What Conform needs of the last answer, for the form that sent `intent`: `useForm({ lastResult: lastResultOf(useActionData(), "create") })`. */
export function lastResultOf(
  actionResult: AnyActionResult | null | undefined,
  intent: string,
): SubmissionResult | null {
  return actionResult?.intent === intent ? actionResult.result : null;
}

/**
 * The same for a form in a `SettingsForm`: only what was wrong. What was saved is what the form begins with once the screen has
 * it, which is a moment after the answer.
 */
export function refusalOf(
  actionResult: AnyActionResult | null | undefined,
  intent: string,
): SubmissionResult | null {
  return actionResult?.ok ? null : lastResultOf(actionResult, intent);
}

/** True where every message stands at a field of this screen, and need not be said again. */
function isAtFields({ error }: SubmissionResult): boolean {
  const names = Object.keys(error ?? {});
  return names.length > 0 && names.every(isField);
}

function isField(name: string): boolean {
  return [...document.getElementsByName(name)].some(
    (field) => field.getAttribute("type") !== "hidden",
  );
}

type Options = {
  /** What the toast says of a failure above the server's own words. */
  failedTitle?: string;
};

/**
 * Runs `onDone` once for each success of `intent`, with what the operation returned; shows a failure that no field
 * of the screen explains as a red toast, in the server's own words. `outcome` is the page's action data or a fetcher's data.
 */
export function useActionResult<O extends AnyActionResult, I extends O["intent"]>(
  actionResult: O | null | undefined,
  intent: I,
  onDone: (data: DoneOf<O, I>) => void,
  { failedTitle }: Options = {},
): void {
  const t = useText("shell");
  const latest = useLatest(onDone);
  useEffect(() => {
    if (!actionResult || actionResult.intent !== intent) return;
    if (actionResult.ok) latest.current?.(actionResult.data as DoneOf<O, I>);
    else if (!isAtFields(actionResult.result)) {
      toast.failed(failedTitle ?? t("failed"), actionResult.message || t("apiFallback"));
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a title in other words is no other failure
  }, [actionResult, intent, latest, t]);
}
