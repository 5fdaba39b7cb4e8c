import * as v from "valibot";
import { Id, PageInput, WholeNumber } from "../page.schema.ts";

export const PROVIDERS = ["gmail", "outlook", "zoho", "generic"] as const;
export const SECURITIES = ["SSL", "TLS", "None"] as const;
export const CONNECTION_STATES = ["CONNECTED", "DISCONNECTED", "ERROR"] as const;

export const DEFAULT_DAILY_LIMIT = 50;
export const DEFAULT_GAP_MINUTES = 10;

const host = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty("Enter the server's name"),
  v.maxLength(253),
);
const port = v.pipe(
  WholeNumber,
  v.minValue(1, "A port is between 1 and 65535"),
  v.maxValue(65_535, "A port is between 1 and 65535"),
);
const password = v.pipe(
  v.string(),
  v.nonEmpty("Enter the password"),
  v.maxLength(1_000, "This password is too long"),
);

export const DailyLimit = v.pipe(
  WholeNumber,
  v.minValue(1, "Send at least 1 mail a day"),
  v.maxValue(2_000, "Send at most 2,000 mails a day"),
);
export const GapMinutes = v.pipe(
  WholeNumber,
  v.minValue(3, "Leave at least 3 minutes between two mails"),
  v.maxValue(1_440, "Leave at most a day between two mails"),
);

export const ConnectMailbox = v.object({
  provider: v.optional(v.picklist(PROVIDERS), "generic"),
  email: v.pipe(v.string(), v.trim(), v.email("Enter an e-mail address"), v.maxLength(254)),
  from_name: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter a name"), v.maxLength(100)),
  smtp_host: host,
  smtp_port: port,
  smtp_security: v.picklist(SECURITIES),
  imap_host: host,
  imap_port: port,
  imap_security: v.picklist(SECURITIES),
  /** The login where it differs from the address. */
  user_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), ""),
  password,
  daily_limit: v.optional(DailyLimit, DEFAULT_DAILY_LIMIT),
  min_gap_minutes: v.optional(GapMinutes, DEFAULT_GAP_MINUTES),
});
export type ConnectMailbox = v.InferOutput<typeof ConnectMailbox>;

export const MailboxId = v.object({ mailbox_id: Id });
export const UpdateMailbox = v.object({
  mailbox_id: Id,
  from_name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty("Enter a name"), v.maxLength(100))),
  signature: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  daily_limit: v.optional(DailyLimit),
  min_gap_minutes: v.optional(GapMinutes),
});
export const ListMailboxes = v.object({
  ...PageInput,
  state: v.optional(v.picklist(CONNECTION_STATES)),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
});

export const MailboxFailure = v.object({
  at: v.string(),
  protocol: v.picklist(["SMTP", "IMAP"]),
  message: v.string(),
});
export type MailboxFailure = v.InferOutput<typeof MailboxFailure>;

/** What anybody gets to see of a mailbox: never a secret. */
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
  signature: v.string(),
  daily_limit: v.number(),
  min_gap_minutes: v.number(),
  connection_state: v.picklist(CONNECTION_STATES),
  sent_today: v.number(),
  created_at: v.string(),
});
export type Mailbox = v.InferOutput<typeof Mailbox>;
