import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { TAG_CHANGES, TagChoice } from "../../accounts/tag/tag.schema.ts";
import { changedIds, Refused } from "../../bulk-results.schema.ts";
import { Attachments } from "../../kernel/upload/upload.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, orderInput, PageInput, pageOf, WholeNumber } from "../../page.schema.ts";

/** A template is a whole mail, a snippet a piece that is put into one. */
export const TEMPLATE_KINDS = ["template", "snippet"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** What the table holds of one record, with room for the rest of it. */
const MAX_BODY_BYTES = 300_000;
const encoder = new TextEncoder();

const kind = v.picklist(TEMPLATE_KINDS);
const name = v.pipe(
  v.string(issueText("nameMissing")),
  oneLine,
  v.nonEmpty(issueText("nameMissing")),
  v.maxLength(100, boundText("nameTooLong")),
);
const subject = v.pipe(v.string(), v.maxLength(1_000, boundText("subjectTooLong")));
const body = v.pipe(
  v.string(),
  v.check((text) => encoder.encode(text).length <= MAX_BODY_BYTES, issueText("templateTooLong")),
);

export const SavedTemplate = v.object({
  id: v.number(),
  kind,
  name: v.string(),
  /** Empty for a snippet. */
  subject: v.string(),
  body: v.string(),
  attachments: v.optional(Attachments),
  /** What is wrong with it; it can be kept like that, but a mail with it does not leave. */
  error: v.optional(v.string()),
  error_key: v.optional(v.string()),
  /** Those of deleted tags may still be among them. */
  tag_ids: v.array(v.number()),
  /** Moves with every change of the text. */
  revision: v.number(),
  updated_at: v.string(),
  updated_by: v.number(),
});
export type SavedTemplate = v.InferOutput<typeof SavedTemplate>;

/** Of a list: the beginning of the text instead of the whole. */
export const TemplateSummary = v.object({
  ...v.omit(SavedTemplate, ["body", "attachments"]).entries,
  snippet: v.string(),
});
export type TemplateSummary = v.InferOutput<typeof TemplateSummary>;
export const TemplatePage = pageOf(TemplateSummary);

export const ListTemplates = v.object({
  ...PageInput,
  ...orderInput("newest"),
  kind: v.optional(kind),
  /** With one of these tags. */
  tag_id: TagChoice,
  /** A part of the name. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
});
export const CreateTemplate = v.object({
  kind: v.optional(kind, "template"),
  name,
  subject: v.optional(subject, ""),
  body: v.optional(body, ""),
  /** A snippet has none. */
  attachments: v.optional(Attachments, []),
});
export const TemplateId = v.object({ template_id: Id });
export const UpdateTemplate = v.object({
  template_id: Id,
  name: v.optional(name),
  subject: v.optional(subject),
  body: v.optional(body),
  attachments: v.optional(Attachments),
  /** The revision that was read: a change made since then is not written over. */
  revision: WholeNumber,
});

export const ChangeTemplates = v.object({
  template_ids: changedIds(issueText("chooseTemplates"), boundText("templatesAtOnce")),
  change: v.picklist(TAG_CHANGES),
  tag_id: Id,
});
export const ChangedTemplates = v.object({
  change: v.picklist(TAG_CHANGES),
  tag_id: v.number(),
  results: v.array(
    v.variant("ok", [
      /** `is_same`: it was as wanted before. */
      v.object({ id: v.number(), ok: v.literal(true), is_same: v.boolean() }),
      Refused,
    ]),
  ),
});
