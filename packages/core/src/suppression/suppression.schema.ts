import * as v from "valibot";
import { ClientChoice } from "../client/client.schema.ts";
import { Id, PageInput } from "../page.schema.ts";

export const SUPPRESSION_SOURCES = [
  "manual",
  "csv",
  "api",
  "unsubscribe",
  "category",
  "untracked",
  "complaint",
  "bounce",
] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

/** Sources by which a person, not we, said no. */
export const OPTED_OUT: ReadonlySet<SuppressionSource> = new Set<SuppressionSource>([
  "unsubscribe",
  "complaint",
]);

export const Suppression = v.object({
  kind: v.picklist(["email", "domain"]),
  value: v.string(),
  /** Whom it holds for: the whole account, or the campaigns of one client. */
  scope: v.picklist(["account", "client"]),
  client_id: v.optional(v.number()),
  source: v.picklist(SUPPRESSION_SOURCES),
  created_at: v.string(),
  /** The user; 0: the product itself, for instance by a click on an unsubscribe link. */
  created_by: v.number(),
  campaign_id: v.optional(v.number()),
});
export type Suppression = v.InferOutput<typeof Suppression>;

export const UnsubscribeAddress = v.object({
  email: v.pipe(
    v.string("Enter an email address"),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(254),
    v.regex(/^[^@\s]+@[^@\s]+$/, "Enter an email address"),
  ),
});

const ENTRY = /^([^@\s]+@)?[^@\s.]+(\.[^@\s.]+)+$/;
const MAX_ENTRY = 254;
export const MAX_ENTRIES_PER_CALL = 400;

/** Whether a text, trimmed and in lower case, is an address or a domain. */
export const isEntry = (value: string) => value.length <= MAX_ENTRY && ENTRY.test(value);

const Entry = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.check(isEntry, "Enter an e-mail address or a domain"),
);

/** The client whose campaigns alone it holds for; a client's own entries are its without that. */
const ofClient = { client_id: v.optional(Id) };

/** One entry: an address, or a domain that covers its subdomains. */
export const AddSuppression = v.object({ value: Entry, ...ofClient });

export const AddSuppressionFile = v.object({
  file_key: v.pipe(v.string(), v.maxLength(200)),
  ...ofClient,
});

/** Many at once; those that are none are counted and left out. `text`: one a line, or with commas or blanks between. */
export const AddSuppressions = v.pipe(
  v.object({
    values: v.optional(v.array(v.string()), []),
    text: v.optional(v.pipe(v.string(), v.maxLength(200_000)), ""),
    ...ofClient,
  }),
  v.check((given) => entriesOf(given).length > 0, "Give at least one entry"),
  v.check(
    (given) => entriesOf(given).length <= MAX_ENTRIES_PER_CALL,
    `At most ${MAX_ENTRIES_PER_CALL} entries a call: use a CSV file for more`,
  ),
);

/** All that was given, trimmed and in lower case. */
export function entriesOf({ values, text }: { values: readonly string[]; text: string }): string[] {
  const written = text.split(/[\s,;]+/).filter(Boolean);
  return [...values, ...written].map((value) => value.trim().toLowerCase());
}

export const SuppressionsAdded = v.object({
  added: v.number(),
  /** On the list before. */
  existing: v.number(),
  /** Neither addresses nor domains. */
  invalid: v.number(),
});
export type SuppressionsAdded = v.InferOutput<typeof SuppressionsAdded>;

export const RemoveSuppression = v.object({
  value: v.pipe(v.string(), v.trim(), v.toLowerCase()),
  ...ofClient,
  /** For an entry by which a person opted out: whoever removes it knows so. */
  opted_out: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.literal("true"),
        v.transform(() => true),
      ),
    ]),
  ),
});

export const ListSuppressions = v.object({
  ...PageInput,
  /** The beginning of an address or a domain. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(MAX_ENTRY))),
  source: v.optional(
    v.union([v.picklist(SUPPRESSION_SOURCES), v.array(v.picklist(SUPPRESSION_SOURCES))]),
  ),
  /** Those of clients; "none": those that hold for the whole account. */
  client_id: ClientChoice,
});
