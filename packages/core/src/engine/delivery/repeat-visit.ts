import { createHash } from "node:crypto";
import { commitIfExpected } from "@thaw/data/transact";
import { patchMessage } from "../../campaigns/message/message-record.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { nowIso } from "../../clock.ts";
import { appendEvent, eventItem } from "../../reporting/event/event.ts";
import { subjectOf } from "./finish-message.ts";

/** More opens of a mail than a subsequence can wait for tell nothing more. */
const MOST_OPENS = 20;

/** A person opened a mail once more. Of opens at one instant one is counted. */
export async function recordOpenAgain(message: MessageRecord): Promise<void> {
  const { accountId, sendId, openCount } = message;
  const count = (openCount ?? 1) + 1;
  if (count > MOST_OPENS) return;
  await commitIfExpected([
    patchMessage({ accountId, sendId })
      .set({ openCount: count })
      .where((row, op) =>
        openCount === undefined ? op.notExists(row.openCount) : op.eq(row.openCount, openCount),
      ),
    eventItem({
      ...subjectOf(message),
      kind: "opened-again",
      at: nowIso(),
      key: `${sendId}|${count}`,
    }),
  ]);
}

/** A person followed a link of a mail after another one. One record a mail and link. */
export async function recordClickAgain(message: MessageRecord, url: string): Promise<void> {
  const hash = createHash("sha256").update(url).digest("base64url").slice(0, 8);
  await appendEvent({
    ...subjectOf(message),
    kind: "clicked-again",
    at: message.sentAt ?? message.scheduledAt,
    key: `${message.sendId}|${hash}`,
    detail: url.slice(0, 500),
  });
}
