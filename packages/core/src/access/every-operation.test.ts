import { readdirSync } from "node:fs";
import { join } from "node:path";
import type * as v from "valibot";
import { expect, test } from "vitest";
import type { Operation } from "../operation.ts";
import { REACHED_BY_NAME } from "./reach.ts";

const ROOT = join(import.meta.dirname, "..");

/** Ids of what belongs to the whole account, to whoever asks, or to a record whose own id the input names besides. */
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

test("every id that an operation takes is checked against what its caller reaches, or is known to be everybody's", async () => {
  const operations = await everyOperation();
  expect(operations.size).toBeGreaterThan(120);
  const unknown = [...operations].flatMap(([name, { input }]) =>
    fieldsOf(input)
      .filter((field) => /(_id|_ids|_identifier)$/.test(field))
      .filter((field) => !(field in REACHED_BY_NAME) && !OF_EVERYBODY.has(field))
      .map((field) => `${name} ${field}`)
      .filter((use) => !BY_OPERATION.has(use)),
  );
  expect(unknown).toEqual([]);
}, 60_000);
