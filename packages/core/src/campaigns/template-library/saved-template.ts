import { pageOptions } from "@thaw/data/page-options";
import { commit } from "@thaw/data/transact";
import { snippet } from "@thaw/mail/message/snippet";
import { lineOf } from "@thaw/text/say";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { findAttachments } from "../../kernel/upload/attachment.ts";
import type { Attachment } from "../../kernel/upload/upload.schema.ts";
import { operation } from "../../operation.ts";
import { directionOf } from "../../page.schema.ts";
import { readStoredFor } from "../../read-stored.ts";
import { compileTemplate, faultText } from "../template/compile.ts";
import { SavedTemplateEntity, templateIds } from "./saved-template.entity.ts";
import {
  CreateTemplate,
  ListTemplates,
  SavedTemplate,
  TemplateId,
  type TemplateKind,
  TemplatePage,
  type TemplateSummary,
  UpdateTemplate,
} from "./saved-template.schema.ts";

type TemplateRecord = EntityItem<typeof SavedTemplateEntity>;
type Content = Pick<TemplateRecord, "name" | "subject" | "body"> & { attachments: Attachment[] };

/** A template and a snippet may share a name. */
export const nameClaim = (accountId: number, kind: TemplateKind, name: string) => ({
  scope: accountId,
  kind: `${kind}-name`,
  value: name,
});

/** Newest first, without their whole texts. */
export const listTemplates = operation({
  permission: "campaigns:read",
  input: ListTemplates,
  output: TemplatePage,
  async run(actor, { limit, cursor, order, kind, search, tag_id = [] }) {
    const { accountId, scope } = actor;
    const wanted = search?.toLowerCase() ?? "";
    const tagIds = Array.isArray(tag_id) ? tag_id : [tag_id];
    const page = await SavedTemplateEntity.query
      .byAccount({ accountId })
      .where((row, op) => {
        const anyTag = tagIds.map((each) => op.contains(row.tagIds, each)).join(" OR ");
        return [
          ...(kind === undefined ? [] : [op.eq(row.kind, kind)]),
          ...(anyTag ? [`(${anyTag})`] : []),
          ...(scope.kind === "client" ? [op.eq(row.createdBy, scope.clientId)] : []),
        ].join(" AND ");
      })
      .go({
        ...pageOptions(limit),
        cursor: cursor ?? null,
        order: directionOf(order),
        attributes: SUMMARY,
      });
    const items = page.data.filter(({ name }) => name.toLowerCase().includes(wanted));
    return { items: items.map((record) => toSummary(actor, record)), cursor: page.cursor };
  },
});

/** With the whole key: the place where the next page begins is made of it. */
const SUMMARY = [
  "accountId",
  "templateId",
  "kind",
  "name",
  "subject",
  "snippet",
  "error",
  "tagIds",
  "revision",
  "updatedAt",
  "updatedBy",
] as const satisfies (keyof TemplateRecord)[];

export const getTemplate = operation({
  permission: "campaigns:read",
  input: TemplateId,
  output: SavedTemplate,
  async run(actor, { template_id }) {
    return toTemplate(actor, await requireTemplate(actor.accountId, template_id));
  },
});

/** A template with a mistake is kept, and says so. */
export const createTemplate = operation({
  permission: "campaigns:write",
  input: CreateTemplate,
  output: SavedTemplate,
  async run(actor, { kind, ...content }) {
    const { accountId, userId } = actor;
    const templateId = await templateIds.next(accountId);
    const at = nowIso();
    const record = {
      ...(await written(kind, { ...content, attachments: await found(accountId, content) })),
      accountId,
      templateId,
      kind,
      revision: 1,
      createdAt: at,
      createdBy: userId,
      updatedAt: at,
      updatedBy: userId,
    };
    await commit(
      [
        takeClaim(nameClaim(accountId, kind, content.name), { accountId, ownerId: templateId }),
        SavedTemplateEntity.create(record),
      ],
      { otherwise: nameTaken },
    );
    return toTemplate(actor, record);
  },
});

/** A new name moves the claim on it; someone else's change since `revision` is not written over. */
export const updateTemplate = operation({
  permission: "campaigns:write",
  input: UpdateTemplate,
  output: SavedTemplate,
  async run(actor, { template_id: templateId, revision, ...changes }) {
    const { accountId, userId } = actor;
    const before = await requireTemplate(accountId, templateId);
    const { kind } = before;
    const after = {
      ...(await written(kind, { ...contentOf(before), ...definedOf(changes) })),
      revision: revision + 1,
      updatedAt: nowIso(),
      updatedBy: userId,
    };
    if (changes.attachments) after.attachments = await found(accountId, after);
    const { error: _error, ...kept } = before;
    const isRenamed = after.name.toLowerCase() !== before.name.toLowerCase();
    const owner = { accountId, ownerId: templateId };
    // Not the whole record: a tag may be put on it meanwhile.
    const write = SavedTemplateEntity.patch({ accountId, templateId })
      .set(after)
      .remove("error" in after ? [] : ["error"])
      .where((row, op) => op.eq(row.revision, revision));
    const renamed = isRenamed
      ? [
          takeClaim(nameClaim(accountId, kind, after.name), owner),
          dropClaim(nameClaim(accountId, kind, before.name)),
        ]
      : [];
    await commit([{ write, otherwise: changedSinceOpened }, ...renamed], { otherwise: nameTaken });
    return toTemplate(actor, { ...kept, ...after });
  },
});

/** Mails that were written from it keep their text. */
export const deleteTemplate = operation({
  permission: "campaigns:write",
  input: TemplateId,
  output: v.object({ id: v.number() }),
  async run({ accountId }, { template_id: templateId }) {
    const { kind, name } = await requireTemplate(accountId, templateId);
    await commit(
      [
        SavedTemplateEntity.delete({ accountId, templateId }).where((row, op) =>
          op.eq(row.name, name),
        ),
        dropClaim(nameClaim(accountId, kind, name)),
      ],
      { otherwise: changedMeanwhile },
    );
    return { id: templateId };
  },
});

/** @throws AppError not_found */
export async function requireTemplate(
  accountId: number,
  templateId: number,
): Promise<TemplateRecord> {
  const { data } = await SavedTemplateEntity.get({ accountId, templateId }).go({
    consistent: true,
  });
  if (!data) throw notFound("template");
  return data;
}

/** What follows from the text: its beginning, and what is wrong with it. */
async function written(kind: TemplateKind, { name, subject: given, body, attachments }: Content) {
  const { htmlToText } = await import("@thaw/mail/message/html-text");
  const subject = kind === "snippet" ? "" : given;
  const faults = [subject, body].map((source) => compileTemplate(source, { anyName: true }));
  const fault = faults.find(({ ok }) => !ok);
  return {
    name,
    subject,
    body,
    attachments: kind === "snippet" ? [] : attachments,
    snippet: snippet(htmlToText(body)),
    ...(fault && !fault.ok ? { error: lineOf(faultText(fault)) } : {}),
  };
}

/** What is known of the attachments that someone names. @throws AppError not_found, SIZE_EXCEEDED */
async function found(
  accountId: number,
  { attachments }: Pick<Content, "attachments">,
): Promise<Attachment[]> {
  const [files = []] = await findAttachments(accountId, [{ attachments, path: "attachments" }]);
  return files;
}

const contentOf = ({ name, subject, body, attachments = [] }: TemplateRecord): Content => ({
  name,
  subject,
  body,
  attachments,
});

type Changes = { [Name in keyof Content]?: Content[Name] | undefined };

const definedOf = (changes: Changes): Partial<Content> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const changedSinceOpened = () => changedMeanwhile("sinceOpened");

function nameTaken(): AppError {
  return AppError.at("conflict", "name", "template.nameTaken");
}

function toSummary(
  actor: Actor,
  record: Pick<TemplateRecord, (typeof SUMMARY)[number]>,
): TemplateSummary {
  const { templateId, kind, name, subject, snippet: beginning, error, revision } = record;
  return {
    id: templateId,
    kind,
    name,
    subject,
    snippet: beginning,
    tag_ids: [...(record.tagIds ?? [])].sort((a, b) => a - b),
    revision,
    updated_at: record.updatedAt,
    updated_by: record.updatedBy,
    ...readStoredFor(actor, "error", error),
  };
}

function toTemplate(actor: Actor, record: TemplateRecord): SavedTemplate {
  const { snippet: _snippet, ...summary } = toSummary(actor, record);
  return { ...summary, body: record.body, attachments: record.attachments ?? [] };
}
