import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";

const PAGE = 500;
const WIDTH = 16;

/** What stands where an address was. */
export const REDACTED = "(erased)";

/**
 * Takes addresses out of the To line of the mails of a page of the account's conversations: those of people who are erased stand
 * in what others wrote to several at once. Safe to run twice.
 *
 * @param after the conversation that the page before ended with; 0 at the beginning
 * @param tally what counts, in the same transaction, each mail that is changed
 * @returns the conversation to go on after; undefined when there are no more
 */
export async function redactRecipients(
  accountId: number,
  { addresses, after }: { addresses: readonly string[]; after: number },
  tally: () => PendingWrite,
): Promise<number | undefined> {
  const { data: threads } = await ThreadEntity.query
    .byAccount({ accountId })
    .gt({ threadId: after })
    .go({ count: PAGE, attributes: ["threadId"] });
  const folded = new Set(addresses.map((address) => address.toLowerCase()));
  await concurrently(threads, WIDTH, ({ threadId }) =>
    redactThread({ accountId, threadId }, folded, tally),
  );
  return threads.length < PAGE ? undefined : threads.at(-1)?.threadId;
}

async function redactThread(
  key: { accountId: number; threadId: number },
  addresses: ReadonlySet<string>,
  tally: () => PendingWrite,
): Promise<void> {
  const { data } = await ThreadMessageEntity.query
    .byThread(key)
    .go({ pages: "all", consistent: true, attributes: ["at", "messageKey", "to"] });
  for (const { at, messageKey, to } of data) {
    const redacted = redact(to, addresses);
    if (redacted === to) continue;
    await commitIfExpected([
      ThreadMessageEntity.patch({ ...key, at, messageKey })
        .set({ to: redacted })
        .where((row, op) => op.eq(row.to, to)),
      tally(),
    ]);
  }
}

/** A long line is cut when it is stored, so that its last address may be a part of one. */
export function redact(line: string, addresses: ReadonlySet<string>): string {
  const last = line.split(", ").length - 1;
  return line
    .split(", ")
    .map((address, index) => {
      const folded = address.toLowerCase();
      const isPart =
        index === last &&
        folded.length > 3 &&
        [...addresses].some((each) => each.startsWith(folded));
      return addresses.has(folded) || (line.length >= 1_000 && isPart) ? REDACTED : address;
    })
    .join(", ");
}
