import { lineOf } from "@thaw/text/say";
import { freeMail } from "../../accounts/subscription-plan/monthly-quota.ts";
import type { MessageFailure } from "../../campaigns/message/message.schema.ts";
import {
  giveUp,
  type MessageRecord,
  recordFailure,
} from "../../campaigns/message/message-state.ts";
import { AppError } from "../../error.ts";
import { finishFailed } from "./finish-message.ts";
import { TemplateFault } from "./render-message.ts";

/** A fault of a mail's step, as the message keeps it. */
export type StepFault = MessageFailure & { kind: "template" | "attachment" };

/**
 * What keeps a mail from being made, however often that is tried: a text that cannot be read, or an attachment that is gone.
 *
 * @throws the error where it is something else
 */
export function faultOf(error: unknown): StepFault {
  if (error instanceof TemplateFault) {
    return { kind: "template", text: lineOf(error.text) };
  }
  if (error instanceof AppError && error.code === "LOADING_ERROR") {
    return { kind: "attachment", text: lineOf(error.text) };
  }
  throw error;
}

/** Whether a mail FAILED for what its step is: it leaves once that is fixed. */
export const isFaultOfStep = ({ status, failure }: MessageRecord): boolean =>
  status === "FAILED" && (failure?.kind === "template" || failure?.kind === "attachment");

/**
 * DRAFTED → FAILED, or SENDING → FAILED under our fence. A person may send the mail again once the step is fixed.
 */
export async function failUnbuilt(
  message: MessageRecord,
  fault: StepFault,
  fence?: string,
): Promise<void> {
  const end = { status: "FAILED", failure: fault } as const;
  const ended = await (fence === undefined
    ? giveUp(message, end)
    : recordFailure(message, fence, end));
  if (!ended) return;
  await freeMail(message);
  await finishFailed({ ...message, ...end });
}
