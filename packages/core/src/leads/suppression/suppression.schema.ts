import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { ClientChoice } from "../../accounts/client/client.schema.ts";
import { Id, PageInput } from "../../page.schema.ts";
import { domainOf } from "../../web-address.schema.ts";
import { bareAddress } from "../lead/lead.schema.ts";

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
    v.string(issueText("emailMissing")),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(254),
    v.regex(/^[^@\s]+@[^@\s]+$/, issueText("emailMissing")),
  ),
});

const ADDRESS = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const MAX_ENTRY = 254;
export const MAX_ENTRIES_PER_CALL = 400;

/** The address or the domain that a text is, in the one form that the list knows; a domain's website stands for it. */
export function readEntry(text: string): string | undefined {
  const written = bareAddress(text).toLowerCase();
  const value = ADDRESS.test(written) ? written : domainOf(written);
  return value !== undefined && value.length <= MAX_ENTRY ? value : undefined;
}

const Entry = v.pipe(
  v.string(),
  v.check((text) => readEntry(text) !== undefined, issueText("emailOrDomain")),
  v.transform((text) => readEntry(text) ?? text),
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
  v.forward(
    v.check((given) => entriesOf(given).length > 0, issueText("entryMissing")),
    ["values"],
  ),
  v.forward(
    v.check(
      (given) => entriesOf(given).length <= MAX_ENTRIES_PER_CALL,
      issueText("entriesMost", { most: MAX_ENTRIES_PER_CALL }),
    ),
    ["values"],
  ),
);

/** All that was given, as it was written. Of `Name <address>` the address is the entry, whatever the name holds. */
export function entriesOf({ values, text }: { values: readonly string[]; text: string }): string[] {
  return [...values, ...text.split(/[\r\n]+/).flatMap(entriesOfLine)];
}

function entriesOfLine(line: string): string[] {
  if (!line.includes("<")) return line.split(/[\s,;]+/).filter(Boolean);
  // What stands before a bracket is a name; what stands between two commas without one is an entry, unless it is half a name.
  return line.split(/[,;]/).flatMap((piece) => {
    const bracketed = [...piece.matchAll(/<([^<>]*)>/g)].flatMap(
      ([, inner]) => inner?.trim() || [],
    );
    if (bracketed.length > 0) return bracketed;
    return piece.includes("@") ? piece.split(/\s+/).filter(Boolean) : [];
  });
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
  value: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(MAX_ENTRY)),
  ...ofClient,
  /** For an entry by which a person opted out: anyone who removes it knows so. */
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
