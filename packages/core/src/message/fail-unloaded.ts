import { AppError } from "../error.ts";
import { freeMail } from "../plan/monthly-quota.ts";
import { finishFailed } from "./finish-message.ts";
import { giveUp, type MessageRecord, recordFailure } from "./message-state.ts";

/** Whether an attachment of the mail is gone, which no later try would bring back. */
export const isLoadingError = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "LOADING_ERROR";

/**
 * DRAFTED → FAILED, or SENDING → FAILED under our fence: the mail would lack an attachment. A person may send it again once the
 * step is put right.
 */
export async function failUnloaded(
  message: MessageRecord,
  { code, message: words }: AppError,
  fence?: string,
): Promise<void> {
  const end = { status: "FAILED", failure: `${code}: ${words}` } as const;
  const ended = await (fence === undefined
    ? giveUp(message, end)
    : recordFailure(message, fence, end));
  if (!ended) return;
  await freeMail(message);
  await finishFailed({ ...message, ...end });
}
