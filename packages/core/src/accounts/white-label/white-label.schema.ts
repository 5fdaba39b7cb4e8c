import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { noLink } from "../../no-link.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { HOST_STATES, OwnHost } from "../host-watch/host-watch.schema.ts";
import { EmailAddress } from "../user/email-address.schema.ts";

const BrandName = v.pipe(
  v.string(issueText("brandMissing")),
  oneLine,
  v.nonEmpty(issueText("brandMissing")),
  noLink,
  v.maxLength(60, boundText("brandTooLong")),
);
const Color = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^#[0-9a-f]{6}$/, issueText("color")),
);
const FileKey = v.optional(v.pipe(v.string(), v.maxLength(300)));
/** An OAuth client's id is public; its secret has no place here. */
const OauthClientId = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200, boundText("oauthIdTooLong")),
  v.regex(/^[\w.-]+$/, issueText("oauthIdCharacters")),
);
/** What is left empty is taken away. A form's reader makes nothing of an empty field, so neither a union nor a default can have it. */
const orNone = (schema: v.GenericSchema<string, string>) =>
  v.optional(
    v.pipe(
      v.string(),
      v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value.trim() === "") return "";
        const { success, output, issues } = v.safeParse(schema, dataset.value);
        if (success) return output;
        addIssue({ message: issues[0].message });
        return NEVER;
      }),
    ),
  );

export const UpdateBrand = v.object({
  brand_name: BrandName,
  primary_color: orNone(Color),
  support_email: orNone(EmailAddress),
  wl_google_client_id: orNone(OauthClientId),
  wl_microsoft_client_id: orNone(OauthClientId),
  logo_file_key: FileKey,
  favicon_file_key: FileKey,
});
export const SetDomain = v.object({ domain: OwnHost });

export const WhiteLabel = v.object({
  whitelabel_domain: v.nullable(v.string()),
  domain_state: v.picklist(HOST_STATES),
  /** What the agency's host has to point to. */
  cname_target: v.string(),
  /** What shows that the host is the account's, while that is asked for. */
  txt_record: v.nullable(v.object({ name: v.string(), value: v.string() })),
  /** What the last look found wrong. */
  problem: v.nullable(v.string()),
  checked_at: v.nullable(v.string()),
  whitelabel_details: v.object({
    brand_name: v.string(),
    logo_url: v.nullable(v.string()),
    favicon_url: v.nullable(v.string()),
    primary_color: v.string(),
    support_email: v.string(),
  }),
  wl_google_client_id: v.string(),
  wl_microsoft_client_id: v.string(),
});
export type WhiteLabel = v.InferOutput<typeof WhiteLabel>;

/** What a page under an agency's own host shows of it. */
export type Brand = {
  accountId: number;
  host: string;
  name: string;
  logoUrl: string | null;
  faviconUrl: string | null;
  primaryColor: string | null;
  supportEmail: string | null;
};
