import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as v from "valibot";
import { expect, test } from "vitest";
import type { Permission } from "../../actor.ts";
import type { Operation } from "../../operation.ts";
import { AccountWideId } from "../../page.schema.ts";
import { ACCESS } from "./access-table.ts";
import { VISIBLE_BY_NAME } from "./visibility.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Ids of what belongs to the whole account, to whoever asks, or to a record whose own id the input names besides, where the
 * noun's schema cannot say it by `AccountWideId`.
 */
const OF_EVERYBODY = new Set([
  "actor_id",
  "client_id",
  "assignee_id",
  "category_ids",
  "delete_identifier",
  "identity_id",
  "issuer_id",
  "key_id",
  "linkedin_account_ids",
  "message_id",
  "note_id",
  "passkey_id",
  "send_id",
  "session_id",
  "wl_microsoft_client_id",
  "wl_google_client_id",
  "restricted_category_ids",
  "template_ids",
]);
/** Narrowed by the operation itself: what is there already may stay. */
const BY_OPERATION = new Set([
  "updateCampaign mailbox_ids",
  "assignToClient mailbox_ids",
  "changeAssignments mailbox_ids",
  "changeMailboxes mailbox_ids",
  "getLeadExport export_id",
  "downloadLeadExport export_id",
]);

const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/\.(test|schema|entity)\.ts$/.test(file),
);

async function everyOperation(): Promise<Map<string, Operation>> {
  const found = new Map<string, Operation>();
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(ROOT, file))) as Record<string, unknown>),
  );
  for (const module of modules) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "function" && "permission" in value && "input" in value) {
        found.set(name, value as Operation);
      }
    }
  }
  return found;
}

type Field = { name: string; schema: v.GenericSchema };

/** The fields of an input, whatever pipes and variants it is made of. */
function fieldsOf(schema: unknown, depth = 0): Field[] {
  if (typeof schema !== "object" || schema === null || depth > 4) return [];
  const { entries, options, pipe, wrapped } = schema as {
    entries?: Record<string, v.GenericSchema>;
    options?: unknown;
    pipe?: unknown[];
    wrapped?: unknown;
  };
  const inner = [...(Array.isArray(options) ? options : []), ...(pipe ?? []), wrapped];
  return [
    ...Object.entries(entries ?? {}).map(([name, field]) => ({ name, schema: field })),
    ...inner.filter((part) => part !== schema).flatMap((part) => fieldsOf(part, depth + 1)),
  ];
}

/** The names of the ids that some noun's own schema gives to every user of the account. */
const accountWideNames = (operations: Map<string, Operation>): ReadonlySet<string> =>
  new Set(
    [...operations.values()]
      .flatMap(({ input }) => fieldsOf(input))
      .flatMap(({ name, schema }) => (schema === AccountWideId ? [name] : [])),
  );

test("every id that an operation takes is checked against what its caller reaches, or is known to be everybody's", async () => {
  const operations = await everyOperation();
  const accountWide = accountWideNames(operations);
  expect(
    [...accountWide].filter((name) => name in VISIBLE_BY_NAME || OF_EVERYBODY.has(name)),
  ).toEqual([]);
  expect(operations.size).toBeGreaterThan(120);
  const unknown = [...operations].flatMap(([name, { input }]) =>
    fieldsOf(input)
      .map((field) => field.name)
      .filter((field) => /(_id|_ids|_identifier)$/.test(field))
      .filter((field) => !(field in VISIBLE_BY_NAME))
      .filter((field) => !accountWide.has(field) && !OF_EVERYBODY.has(field))
      .map((field) => `${name} ${field}`)
      .filter((use) => !BY_OPERATION.has(use)),
  );
  expect(unknown).toEqual([]);
});

/** What these answer or change belongs to everyone who may call them. */
const ALIKE_FOR_ALL: Readonly<Record<string, string>> = {
  createFolder: "makes a folder, which shows everybody their own campaigns",
  getApprovalSetting: "a setting of the account that changes what the caller may do",
  getGetStarted: "how many of four steps the account has done",
  getStepAccess: "whether the plan has LinkedIn",
  linkAttachment: "the file's name is a secret in itself, and stands in mails",
  startAttachmentUpload: "a form for a new file",
  startImageUpload: "a form for a new file",
  startLeadUpload: "a form for a new file of the caller",
  takeAttachment: "the upload's name is a secret in itself",
  takeSequenceImage: "the upload's name is a secret in itself",
  writeWithAi: "a text made of what the caller gives",
};

/** Those who see a part of the account alone may call it. */
const isForSome = (permission: string): boolean => {
  const visibility = ACCESS[permission as Permission]?.visibility;
  return (
    visibility !== undefined &&
    Object.values(visibility).some((of) => of === "own" || of === "client")
  );
};

/** What the code of an operation takes of the caller: "actor", or the names of the parts. */
function inputTypesOf(code: string): string {
  const [, whole, parts] = /\brun\(\s*(?:(\w+)|\{([^}]*)\})/.exec(code) ?? [];
  return whole ?? parts ?? (/\brun:\s*\(?(\w+)/.exec(code)?.[1] || "");
}

/** By its name: the code of each operation. */
function codeOfOperations(): Map<string, string> {
  const code = files.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  const found = code.matchAll(/export const (\w+) = operation\(\{([\s\S]*?)\n\}\);/g);
  return new Map([...found].map(([, name = "", body = ""]) => [name, body]));
}

test("an operation for someone who sees a part of the account asks for that part, or for an id in it, or is known to be alike for all", async () => {
  const code = codeOfOperations();
  const operations = [...(await everyOperation())].filter(([, { permission }]) =>
    isForSome(permission),
  );
  expect(operations.length).toBeGreaterThan(80);
  expect(operations.map(([name]) => name).filter((name) => !code.has(name))).toEqual([]);
  const unbounded = operations.flatMap(([name, { input }]) => {
    const taken = inputTypesOf(code.get(name) ?? "");
    const isNarrowed = taken === "actor" || /\bscope\b/.test(taken);
    const hasId = fieldsOf(input).some((field) => field.name in VISIBLE_BY_NAME);
    return isNarrowed || hasId ? [] : [name];
  });
  // Neither more nor fewer: anyone who adds one says here why.
  expect(unbounded.sort()).toEqual(Object.keys(ALIKE_FOR_ALL).sort());
});
