import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as v from "valibot";
import { expect, test } from "vitest";
import type { Permission } from "../../actor.ts";
import type { Operation } from "../../operation.ts";
import { ACCESS } from "./access-table.ts";
import { VISIBLE_BY_NAME } from "./visibility.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Ids of what belongs to the whole account, to the caller, or to a record whose own id the input names besides. */
const OF_EVERYBODY = new Set([
  "actor_id",
  "client_id",
  "assignee_id",
  "category_id",
  "category_ids",
  "delete_identifier",
  "erasure_id",
  "folder_id",
  "identity_id",
  "issuer_id",
  "key_id",
  "linkedin_account_id",
  "linkedin_account_ids",
  "member_id",
  "message_id",
  "note_id",
  "passkey_id",
  "send_id",
  "session_id",
  "tag_id",
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

/** The names of an input's fields, whatever pipes and variants it is made of. */
function fieldsOf(schema: unknown, depth = 0): string[] {
  if (typeof schema !== "object" || schema === null || depth > 4) return [];
  const { entries, options, pipe, wrapped } = schema as {
    entries?: Record<string, v.GenericSchema>;
    options?: unknown;
    pipe?: unknown[];
    wrapped?: unknown;
  };
  const inner = [...(Array.isArray(options) ? options : []), ...(pipe ?? []), wrapped];
  return [
    ...Object.keys(entries ?? {}),
    ...inner.filter((part) => part !== schema).flatMap((part) => fieldsOf(part, depth + 1)),
  ];
}

test("every id that an operation takes is checked against what its caller reaches, or is known to be everyone's", async () => {
  const operations = await everyOperation();
  expect(operations.size).toBeGreaterThan(120);
  const unknown = [...operations].flatMap(([name, { input }]) =>
    fieldsOf(input)
      .filter((field) => /(_id|_ids|_identifier)$/.test(field))
      .filter((field) => !(field in VISIBLE_BY_NAME) && !OF_EVERYBODY.has(field))
      .map((field) => `${name} ${field}`)
      .filter((use) => !BY_OPERATION.has(use)),
  );
  expect(unknown).toEqual([]);
});

/** What these answer or change belongs to everyone who may call them. */
const ALIKE_FOR_ALL: Readonly<Record<string, string>> = {
  createFolder: "makes a folder, which shows everyone their own campaigns",
  createTemplate: "makes a template of the caller",
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
    const hasId = fieldsOf(input).some((field) => field in VISIBLE_BY_NAME);
    return isNarrowed || hasId ? [] : [name];
  });
  // Neither more nor fewer: anyone who adds one says here why.
  expect(unbounded.sort()).toEqual(Object.keys(ALIKE_FOR_ALL).sort());
});
