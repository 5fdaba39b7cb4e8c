import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";

/** Goes to the first field that a server refused: in a long form it may lie above what is seen. */
export function useRefusedField(formId: string, lastResult: SubmissionResult | null): void {
  useEffect(() => {
    if (lastResult?.status !== "error") return;
    // Not before the fields say so.
    const frame = requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [formId, lastResult]);
}
