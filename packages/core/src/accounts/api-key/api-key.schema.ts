import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { PERMISSIONS } from "../../kernel/access/permission.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { pageOf, WholeNumber } from "../../page.schema.ts";

/** Everything that its maker may do, only what ends in ":read" of that, or permissions by name. */
export const KEY_ACCESS = ["all", "read", "chosen"] as const;
export const MOST_API_KEYS = 20;

const Days = v.pipe(
  WholeNumber,
  v.minValue(1, issueText("keyDays")),
  v.maxValue(730, issueText("keyDays")),
);

export const CreateApiKey = v.pipe(
  v.object({
    name: v.pipe(
      v.string(issueText("keyName")),
      oneLine,
      v.nonEmpty(issueText("keyName")),
      v.maxLength(60, boundText("nameTooLong")),
    ),
    access: v.optional(v.picklist(KEY_ACCESS), "all"),
    permissions: v.optional(v.pipe(v.array(v.picklist(PERMISSIONS)), v.maxLength(50))),
    /** It never expires without. */
    expires_in_days: v.optional(Days),
  }),
  v.forward(
    v.check(
      ({ access, permissions }) => access !== "chosen" || (permissions ?? []).length > 0,
      issueText("keyPermissions"),
    ),
    ["permissions"],
  ),
);

export const ApiKeyId = v.object({ key_id: v.pipe(WholeNumber, v.minValue(0)) });

export const RenewApiKey = v.object({
  ...ApiKeyId.entries,
  /** How long the key before goes on working. */
  overlap_hours: v.optional(
    v.pipe(
      WholeNumber,
      v.minValue(0, issueText("overlapHours")),
      v.maxValue(168, issueText("overlapHours")),
    ),
    0,
  ),
});

export const ApiKey = v.object({
  id: v.number(),
  name: v.string(),
  access: v.picklist(KEY_ACCESS),
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** The key's last four characters: enough to tell keys apart. */
  ending: v.string(),
  created_at: v.string(),
  /** A user's id. */
  created_by: v.number(),
  expires_at: v.nullable(v.string()),
  last_used_at: v.nullable(v.string()),
  /** Until when the key before this one works. */
  replaced_until: v.nullable(v.string()),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export const ApiKeyPage = pageOf(ApiKey);

/** Shown this once. */
export const NewApiKey = v.object({ ...ApiKey.entries, api_key: v.string() });
