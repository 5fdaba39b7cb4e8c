import {
  closeSmtp,
  connectSmtp,
  isSmtpOpen,
  type SmtpConnection,
} from "@thaw/mail/smtp/connect-smtp";
import type { SessionFailure } from "@thaw/mail/smtp/reply";
import { type RawMail, type SmtpOutcome, sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { accountTimezone } from "../../accounts/account/account.ts";
import type { CampaignStatus } from "../../campaigns/campaign/campaign.schema.ts";
import {
  type CampaignRecord,
  requireAnyCampaign,
} from "../../campaigns/campaign/campaign-record.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import type { DurationMs, EpochMs } from "../../instant.schema.ts";
import { hasErased } from "../../leads/suppression/erased-address.ts";
import { blocksDomain, type RecentList } from "../../leads/suppression/suppression.ts";
import { appendEvents, type NewEvent } from "../../reporting/event/event.ts";
import { smtpServer } from "../../senders/mailbox/mailbox-login.ts";
import { findMailbox, type MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import type { MailboxKey } from "../../senders/send-slot/send-slot.ts";
import { AttachmentParts } from "./attachment-parts.ts";
import { type CompiledVariant, compileVariant } from "./render-message.ts";

/** A pause must hold within 5 seconds: a campaign is read again when what we know is older than this. */
const FRESH_MS = 2_000;
/** Figures may lag so far behind; a slow mailbox of the batch does not hold up what others did. */
const RECORDED_AFTER_MS = 500;

type Read<Value> = { at: EpochMs; value: Promise<Value> };

/** What to do with the queue's message: nothing more, or bring it again after a while (product milliseconds). */
export type SendResult = {
  againMs?: DurationMs;
  /** The message has a row by now. */
  isBegun?: boolean;
};

/**
 * What one batch of sends shares: records read once, templates compiled once, and one SMTP connection a mailbox.
 * Dispose of it when the batch is done.
 */
export class SendSession implements RecentList {
  readonly attachments = new AttachmentParts();
  private readonly campaigns = new Map<string, Read<CampaignRecord>>();
  private readonly mailboxes = new Map<string, Read<MailboxRecord | undefined>>();
  private readonly enrolments = new Map<string, Read<CampaignLeadRecord | undefined>>();
  private readonly domains = new Map<string, Read<boolean>>();
  private readonly erased = new Map<string, Read<boolean>>();
  private readonly timezones = new Map<number, Promise<string>>();
  private readonly steps = new Map<string, Promise<SequenceStep[]>>();
  private readonly variants = new Map<string, CompiledVariant>();
  private readonly connections = new Map<string, Promise<SmtpConnection>>();

  private readonly events: NewEvent[] = [];
  private readonly writes: Promise<void>[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** An event of a message whose state is written already: it is recorded soon, together with others. */
  note(event: NewEvent): void {
    this.events.push(event);
    this.timer ??= setTimeout(() => this.write(), RECORDED_AFTER_MS);
  }

  /**
   * Waits until all that was noted is recorded. Where that fails or is not reached, the messages are carried on again and
   * note the same.
   */
  async record(): Promise<void> {
    this.write();
    await Promise.all(this.writes.splice(0));
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const write = appendEvents(this.events.splice(0));
    // The caller for the record gets the failure.
    write.catch(() => undefined);
    this.writes.push(write);
  }

  /** Also one that was deleted, which is never ACTIVE: a mail that left then is recorded all the same. */
  campaign(accountId: number, campaignId: number): Promise<CampaignRecord> {
    return fresh(this.campaigns, `${accountId}|${campaignId}`, () =>
      requireAnyCampaign(accountId, campaignId),
    );
  }

  /** Undefined for a campaign that was deleted. */
  async statusOf(accountId: number, campaignId: number): Promise<CampaignStatus | undefined> {
    try {
      const { status, deletedAt } = await this.campaign(accountId, campaignId);
      return deletedAt ? undefined : status;
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return undefined;
      throw error;
    }
  }

  /** The client whose entries of the block list count; for a subsequence its campaign is known already. */
  async clientOf({ accountId, clientId, parentId }: CampaignRecord): Promise<number | undefined> {
    if (parentId === undefined) return clientId;
    return (await this.campaign(accountId, parentId)).clientId;
  }

  mailbox(accountId: number, mailboxId: number): Promise<MailboxRecord | undefined> {
    return fresh(this.mailboxes, `${accountId}|${mailboxId}`, () =>
      findMailbox(accountId, mailboxId, { consistent: false }),
    );
  }

  /** A lead's place in its campaign as of about now. */
  enrolment(key: CampaignLeadKey): Promise<CampaignLeadRecord | undefined> {
    return fresh(this.enrolments, `${key.accountId}|${key.campaignId}|${key.leadId}`, () =>
      findCampaignLead(key, { consistent: false }),
    );
  }

  blocksDomain(list: Parameters<typeof blocksDomain>[0], domain: string): Promise<boolean> {
    return fresh(this.domains, `${list.accountId}|${list.clientId ?? ""}|${domain}`, () =>
      blocksDomain(list, domain),
    );
  }

  /** An erasure is recorded long enough before it deletes anything that this has been read again. */
  hasErased(accountId: number): Promise<boolean> {
    return fresh(this.erased, String(accountId), () => hasErased(accountId));
  }

  timezone(accountId: number): Promise<string> {
    return once(this.timezones, accountId, () => accountTimezone(accountId));
  }

  /** A version of a sequence that mails are sent from does not change, so it is kept as long as the session lives. */
  sequence(accountId: number, campaignId: number, version: number): Promise<SequenceStep[]> {
    return once(this.steps, `${accountId}|${campaignId}|${version}`, () =>
      readSteps(accountId, campaignId, version),
    );
  }

  /** @throws TemplateFault */
  variant(key: string, source: SequenceStep["variants"][number]): CompiledVariant {
    const id = `${key}|${source.letter}`;
    const known = this.variants.get(id);
    if (known) return known;
    const compiled = compileVariant(source);
    this.variants.set(id, compiled);
    return compiled;
  }

  /** Opens the mailbox's only connection unless it is open; returns what went wrong. */
  async open(mailbox: MailboxRecord): Promise<SessionFailure | undefined> {
    const id = idOf(mailbox);
    try {
      const connection = await once(this.connections, id, async () =>
        connectSmtp(await smtpServer(mailbox)),
      );
      if (isSmtpOpen(connection)) return undefined;
      await this.drop(id);
      return await this.open(mailbox);
    } catch (error) {
      if (error instanceof SmtpError) return error.failure;
      throw error;
    }
  }

  /** Hands one mail over through the connection that `open` opened. */
  async deliver(mailbox: MailboxRecord, mail: { to: string; raw: RawMail }): Promise<SmtpOutcome> {
    const connection = await this.connections.get(idOf(mailbox));
    if (!connection) throw new Error(`Mailbox ${mailbox.mailboxId} is not open`);
    return sendSmtp(connection, { from: mailbox.email, to: [mail.to], raw: mail.raw });
  }

  /** Nothing more is to leave through the mailbox: its connection is closed, where there is one. */
  close(mailbox: MailboxKey): Promise<void> {
    return this.drop(idOf(mailbox));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.connections.keys()].map((id) => this.drop(id)));
  }

  /** After trouble the next mail of the mailbox gets a new connection. */
  private async drop(id: string): Promise<void> {
    const connection = this.connections.get(id);
    this.connections.delete(id);
    await connection?.then(closeSmtp).catch(() => undefined);
  }
}

const idOf = ({ accountId, mailboxId }: MailboxKey) => `${accountId}|${mailboxId}`;

function once<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  read: () => Promise<Value>,
): Promise<Value> {
  const present = known.get(key);
  if (present) return present;
  const value = read();
  known.set(key, value);
  // A failure is not remembered: the next one tries again.
  value.catch(() => known.delete(key));
  return value;
}

function fresh<Value>(
  known: Map<string, Read<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const present = known.get(key);
  if (present && now() - present.at < FRESH_MS) return present.value;
  const value = read();
  known.set(key, { at: now(), value });
  value.catch(() => known.delete(key));
  return value;
}
