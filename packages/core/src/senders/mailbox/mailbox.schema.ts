import { PROVIDERS, SECURITIES } from "@thaw/mail/host/presets.schema";
import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { ClientChoice } from "../../accounts/client/client.schema.ts";
import { TagChoice } from "../../accounts/tag/tag.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, orderInput, PageInput, WholeNumber } from "../../page.schema.ts";
import { TrackingDomain } from "../tracking-domain/tracking-domain.schema.ts";

export {
  DEFAULT_IMAP_PORT,
  DEFAULT_SMTP_PORT,
  PROVIDER_PRESETS,
  PROVIDERS,
  type Provider,
  SECURITIES,
  type Security,
} from "@thaw/mail/host/presets.schema";

export const CONNECTION_STATES = ["CONNECTED", "DISCONNECTED", "ERROR"] as const;

export const DEFAULT_DAILY_LIMIT = 50;
export const DEFAULT_GAP_MINUTES = 10;

const host = v.pipe(
  v.string(issueText("serverMissing")),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(issueText("serverMissing")),
  v.maxLength(253),
);
const port = v.pipe(
  WholeNumber,
  v.minValue(1, issueText("port")),
  v.maxValue(65_535, issueText("port")),
);
const longPassword = v.pipe(
  v.string(issueText("passwordMissing")),
  v.maxLength(1_000, issueText("passwordTooLong")),
);
const password = v.pipe(longPassword, v.nonEmpty(issueText("passwordMissing")));

export const DailyLimit = v.pipe(
  WholeNumber,
  v.minValue(1, boundText("dailyLeast")),
  v.maxValue(2_000, boundText("dailyMost")),
);
export const GapMinutes = v.pipe(
  WholeNumber,
  v.minValue(3, boundText("gapLeast")),
  v.maxValue(1_440, issueText("gapMostDay")),
);

const fromName = v.pipe(
  v.string(issueText("enterName")),
  oneLine,
  v.nonEmpty(issueText("enterName")),
  v.maxLength(100, boundText("nameTooLong")),
);

/** Where a mailbox sends and reads, and how it signs in. */
const servers = {
  smtp_host: host,
  smtp_port: port,
  smtp_security: v.picklist(SECURITIES),
  imap_host: host,
  imap_port: port,
  imap_security: v.picklist(SECURITIES),
  /** The login where it differs from the address. Without a default: Conform gives an empty field to the pipe as undefined. */
  user_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
};

export const ConnectMailbox = v.object({
  provider: v.optional(v.picklist(PROVIDERS), "generic"),
  email: v.pipe(
    v.string(issueText("emailMissing")),
    v.trim(),
    v.toLowerCase(),
    v.email(issueText("email")),
    v.maxLength(254, boundText("emailTooLong")),
  ),
  from_name: fromName,
  ...servers,
  password,
  daily_limit: v.optional(DailyLimit, DEFAULT_DAILY_LIMIT),
  min_gap_minutes: v.optional(GapMinutes, DEFAULT_GAP_MINUTES),
});
export type ConnectMailbox = v.InferOutput<typeof ConnectMailbox>;

export const MailboxId = v.object({ mailbox_id: Id });

export const ReconnectMailbox = v.object({
  mailbox_id: Id,
  ...servers,
  /** Absent or empty: the password that is kept, for servers that nothing else has changed about. */
  password: v.optional(longPassword),
});
export type ReconnectMailbox = v.InferOutput<typeof ReconnectMailbox>;

export const UpdateMailbox = v.object({
  mailbox_id: Id,
  from_name: v.optional(fromName),
  signature: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  daily_limit: v.optional(DailyLimit),
  min_gap_minutes: v.optional(GapMinutes),
});
export type UpdateMailbox = v.InferOutput<typeof UpdateMailbox>;

export const ListMailboxes = v.object({
  ...PageInput,
  ...orderInput("oldest"),
  /** One provider or several. */
  provider: v.optional(v.union([v.picklist(PROVIDERS), v.array(v.picklist(PROVIDERS))])),
  /** One state or several. */
  state: v.optional(
    v.union([v.picklist(CONNECTION_STATES), v.array(v.picklist(CONNECTION_STATES))]),
  ),
  /** With one of these tags. */
  tag_id: TagChoice,
  /** A part of the address or of the sender's name. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  /** Of one client of the agency or several; "none": of none. */
  client_id: ClientChoice,
});

export const MailboxFailure = v.object({
  at: v.string(),
  protocol: v.picklist(["SMTP", "IMAP"]),
  message: v.string(),
});
export type MailboxFailure = v.InferOutput<typeof MailboxFailure>;

/** What anyone gets to see of a mailbox: never a secret. */
export const Mailbox = v.object({
  id: v.number(),
  provider: v.picklist(PROVIDERS),
  email: v.string(),
  from_name: v.string(),
  smtp_host: v.string(),
  smtp_port: v.number(),
  smtp_security: v.picklist(SECURITIES),
  imap_host: v.string(),
  imap_port: v.number(),
  imap_security: v.picklist(SECURITIES),
  user_name: v.string(),
  signature: v.string(),
  daily_limit: v.number(),
  min_gap_minutes: v.number(),
  connection_state: v.picklist(CONNECTION_STATES),
  sent_today: v.number(),
  /** Those of deleted tags may still be among them. */
  tag_ids: v.array(v.number()),
  created_at: v.string(),
  /** When it was last read, at most ten minutes early; absent before the first time, and in what changes give. */
  read_at: v.optional(v.string()),
  /** It has not been read for longer than it should be. */
  is_late: v.optional(v.boolean()),
});
export type Mailbox = v.InferOutput<typeof Mailbox>;

/** A mailbox with what its own page shows besides. */
export const MailboxDetail = v.object({
  ...Mailbox.entries,
  /** The newest first. */
  failures: v.array(MailboxFailure),
  last_send_at: v.optional(v.string()),
  /** After repeated trouble nothing is sent until then. */
  closed_until: v.optional(v.string()),
  /** How many of its mails were refused or came back, by who has to act. */
  refused: v.object({
    address: v.number(),
    "recipient-temporary": v.number(),
    sender: v.number(),
    message: v.number(),
    network: v.number(),
  }),
  tracking: TrackingDomain,
});
export type MailboxDetail = v.InferOutput<typeof MailboxDetail>;

/** A mailbox that has not been read for longer than it should be. */
export const LateMailbox = v.object({
  id: v.number(),
  email: v.string(),
  /** When it was last read; absent where it never was. */
  read_at: v.optional(v.string()),
});

export const LateMailboxes = v.object({
  /** Those that wait longest first, at most twenty. */
  items: v.array(LateMailbox),
  total: v.number(),
});
export type LateMailboxes = v.InferOutput<typeof LateMailboxes>;
