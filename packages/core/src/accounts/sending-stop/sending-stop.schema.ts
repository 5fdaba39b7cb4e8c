import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { oneLine } from "../../one-line.schema.ts";

/** Who threw a switch: the account itself, or the operator of the installation. Each releases only their own. */
export const STOPPED_BY = ["account", "operator"] as const;
export type StoppedBy = (typeof STOPPED_BY)[number];

const MOST_CHARACTERS = 200;

const StopReason = v.pipe(
  v.string(issueText("stopReasonMissing")),
  oneLine,
  v.nonEmpty(issueText("stopReasonMissing")),
  v.maxLength(MOST_CHARACTERS, boundText("reasonTooLong")),
);

export const StopSending = v.object({ reason: StopReason });

/** What the operator's command says: who it is, which people of the account are not shown, and why. */
export const OperatorStop = v.object({ reason: StopReason, who: StopReason });

export const SendingState = v.object({
  is_stopped: v.boolean(),
  /** Whose switch holds; the operator's where both do. */
  stopped_by: v.optional(v.picklist(STOPPED_BY)),
  /** ISO 8601. */
  stopped_at: v.optional(v.string()),
  /** Of the account's own switch. The operator's reason is the operator's. */
  reason: v.optional(v.string()),
  /** Who of the account threw its switch; absent for someone who is no longer known. */
  stopped_by_name: v.optional(v.string()),
});
export type SendingState = v.InferOutput<typeof SendingState>;
