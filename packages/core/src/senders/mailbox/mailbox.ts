import { filteredPageOptions, pageOptions } from "@thaw/data/page-options";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import { accountTimezone } from "../../accounts/account/account.ts";
import { now, toEpochMs } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { holdingCondition } from "../../kernel/access/scope.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { operation } from "../../operation.ts";
import { directionOf, pageOf } from "../../page.schema.ts";
import { type Counts, readMailboxTotals } from "../../reporting/counter/counter.ts";
import { configureSlot, readSlots, type SendSlot } from "../send-slot/send-slot.ts";
import { toTrackingDomain } from "../tracking-domain/to-tracking-domain.ts";
import { readingOf } from "./late-mailbox.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { MailboxFailure } from "./mailbox.schema.ts";
import {
  ListMailboxes,
  Mailbox,
  MailboxDetail,
  MailboxId,
  UpdateMailbox,
} from "./mailbox.schema.ts";
import { countMailboxes } from "./mailbox-count.ts";
import { findCursor, readCursors } from "./mailbox-cursor.ts";
import { requireMailbox, toMailbox } from "./mailbox-record.ts";

const sentOn = (day: string, slot: SendSlot | undefined) =>
  slot?.day === day ? slot.sentToday : 0;

export const getMailbox = operation({
  permission: "mailboxes:read",
  input: MailboxId,
  output: MailboxDetail,
  async run({ accountId }, { mailbox_id }) {
    const [record, [slot], cursor, counts, timezone] = await Promise.all([
      requireMailbox(accountId, mailbox_id),
      readSlots(accountId, [mailbox_id]),
      findCursor({ accountId, mailboxId: mailbox_id }),
      readMailboxTotals(accountId, mailbox_id),
      accountTimezone(accountId),
    ]);
    return {
      ...toMailbox(record, sentOn(localDate(timezone, now()), slot)),
      failures: (record.failures as MailboxFailure[] | undefined) ?? [],
      ...(slot && toEpochMs(slot.lastSendAt) > 0 ? { last_send_at: slot.lastSendAt } : {}),
      ...readingOf(record, cursor),
      ...(slot?.closedUntil && toEpochMs(slot.closedUntil) > now()
        ? { closed_until: slot.closedUntil }
        : {}),
      refused: refusedOf(counts),
      tracking: toTrackingDomain(record),
    };
  },
});

/** An address that is refused at once counts as come back, too; all others have failed or came back for now. */
function refusedOf(counts: Counts): MailboxDetail["refused"] {
  const of = (kind: string, cause: RefusalCause) => counts[`${kind}-${cause}`] ?? 0;
  const passing = (cause: RefusalCause) => of("failed", cause) + of("soft-bounced", cause);
  return {
    address: of("bounced", "address"),
    "recipient-temporary": passing("recipient-temporary"),
    sender: passing("sender"),
    message: passing("message"),
    network: passing("network"),
  };
}

/** In the order in which they were connected. The total is kept, so that only the whole list of an account has one. */
export const listMailboxes = operation({
  permission: "mailboxes:read",
  input: ListMailboxes,
  output: pageOf(Mailbox),
  async run({ accountId, scope }, { limit, cursor, order, ...narrowed }) {
    const { state, provider, tag_id: tagId, client_id: clientId, search } = narrowed;
    const isWhole = scope.kind === "all" && Object.values(narrowed).every((value) => !value);
    const [page, timezone, total] = await Promise.all([
      MailboxEntity.query
        .byAccount({ accountId })
        .where((row, op) => {
          const anyState = listOf(state).map((each) => op.eq(row.connectionState, each));
          const anyProvider = listOf(provider).map((each) => op.eq(row.provider, each));
          const anyTag = listOf(tagId).map((each) => op.contains(row.tagIds, each));
          const anyClient = listOf(clientId).map((each) =>
            each === "none" ? op.notExists(row.clientId) : op.eq(row.clientId, each),
          );
          const searchText = search?.toLowerCase();
          const inText = searchText
            ? [op.contains(row.email, searchText), op.contains(row.nameFolded, searchText)]
            : [];
          const choices = [anyState, anyProvider, anyTag, anyClient, inText].filter(
            ({ length }) => length > 0,
          );
          return [
            ...holdingCondition(scope, row as never, op as never),
            ...choices.map((choice) => `(${choice.join(" OR ")})`),
          ].join(" AND ");
        })
        .go({
          ...(isWhole ? pageOptions(limit) : filteredPageOptions(limit)),
          cursor: cursor ?? null,
          order: directionOf(order),
        }),
      accountTimezone(accountId),
      isWhole ? countMailboxes(accountId) : undefined,
    ]);
    const ids = page.data.map(({ mailboxId }) => mailboxId);
    const [slots, cursors] = await Promise.all([
      readSlots(accountId, ids),
      readCursors(accountId, ids),
    ]);
    const today = localDate(timezone, now());
    const byId = new Map(slots.map((slot) => [slot.mailboxId, slot]));
    return {
      items: page.data.map((record) => ({
        ...toMailbox(record, sentOn(today, byId.get(record.mailboxId))),
        ...readingOf(record, cursors.get(record.mailboxId)),
      })),
      cursor: page.cursor,
      ...(total === undefined ? {} : { total }),
    };
  },
});

const listOf = <Value>(one: Value | Value[] | undefined): Value[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one];

export const updateMailbox = operation({
  permission: "mailboxes:write",
  input: UpdateMailbox,
  output: Mailbox,
  async run({ accountId }, { mailbox_id: mailboxId, from_name, signature, ...limits }) {
    const record = await requireMailbox(accountId, mailboxId);
    const change = {
      ...(from_name === undefined ? {} : { fromName: from_name }),
      ...(signature === undefined ? {} : { signature }),
      ...(limits.daily_limit === undefined ? {} : { dailyLimit: limits.daily_limit }),
      ...(limits.min_gap_minutes === undefined ? {} : { minGapMinutes: limits.min_gap_minutes }),
    };
    await MailboxEntity.patch({ accountId, mailboxId }).set(change).go({ response: "none" });
    await configureSlot(
      { accountId, mailboxId },
      {
        ...(limits.daily_limit === undefined ? {} : { dailyLimit: limits.daily_limit }),
        ...(limits.min_gap_minutes === undefined
          ? {}
          : { minGapMs: limits.min_gap_minutes * MINUTE_MS }),
      },
    );
    return toMailbox({ ...record, ...change });
  },
});
