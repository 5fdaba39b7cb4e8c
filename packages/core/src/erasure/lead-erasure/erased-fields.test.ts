import { client, table } from "@thaw/data/table";
import { expect, test } from "vitest";
import { paced } from "../../../../../scripts/pace.ts";
import { jobIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import {
  type AnyEntity,
  everyEntity,
  putSample,
  type Row,
  readTable,
} from "../../../../../tests/support/every-entity.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findMessage } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { createReminder } from "../../inbox/reminder/reminder.ts";
import { createTask } from "../../inbox/task/task.ts";
import { createNote } from "../../leads/note/note.ts";
import { eraseLead } from "./lead-erasure.ts";
import { runErasure } from "./run-erasure.ts";

const CANARY = "xq7field";

/** Comes into being with the erasure. */
const MADE = "leadErasure";

/** Fields of text that name no person, and why. */
const NAMES_NOBODY = new Map([
  ["campaignLead.heldVariant", "the letter of a variant"],
  ["campaignLead.lastSendId", "an id"],
  ["event.countedOn", "a date"],
  ["event.detail", "what a server said or a link held is tested beside this; else ids and rules"],
  ["event.sendId", "an id"],
  ["event.variant", "the letter of a variant"],
  ["linkedinAction.ref", "the connector's own id of what it does"],
  ["message.fence", "random"],
  ["message.messageId", "an id of ours"],
  ["message.month", "an instant"],
  ["message.variant", "the letter of a variant"],
]);

/** What a field of this kind may hold, where any value does not do. */
const SAMPLES: Record<string, unknown> = {
  "campaignLead.continues": { subject: CANARY, references: [CANARY] },
  "campaignLead.thread": { step: 1, subject: CANARY, mailboxId: 1 },
  "lead.own": { 1: { first_name: CANARY } },
};

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Someone who got a mail and answered, and whom people have notes, tasks and reminders of. */
async function makeKnown(smtpPort: number): Promise<World> {
  const world = await makeWorld({ smtpPort, leads: 1 });
  const { actor, campaignId, leadIds } = world;
  const lead_id = leadIds[0] ?? 0;
  await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
  await sendBatch([jobIn(world)]);
  const { accountId } = actor;
  const sendId = sendIdOf({ accountId, campaignId, leadId: lead_id, step: 1 });
  const answers = (await findMessage({ accountId, sendId }))?.messageId ?? "";
  await receive(world, { from: "lead0@prospect.example", answers });
  const due_at = "2100-01-01T09:00:00.000Z";
  await createTask(actor, { title: "Call", due_at, lead_id });
  await createNote(actor, { lead_id, text: "Knows" });
  await createReminder(actor, { lead_id, due_at, note: "Ask" });
  return world;
}

const rowsOf = async ({ actor, leadIds }: World): Promise<Row[]> =>
  (await readTable()).filter(
    ({ accountId, leadId, __edb_e__ }) =>
      accountId === actor.accountId && leadId === leadIds[0] && __edb_e__ !== MADE,
  );

/** Keys say where a record is, instants when something was; a list of values and a number name nobody. */
function wordyFields({ schema }: AnyEntity): string[] {
  const keys = Object.values(schema.indexes).flatMap(({ pk, sk }) => [
    ...pk.composite,
    ...(sk?.composite ?? []),
  ]);
  return Object.entries(schema.attributes).flatMap(([name, { type, enumArray = [] }]) => {
    const isWordy = ["string", "any", "list", "map"].includes(String(type));
    const isTold = keys.includes(name) || /(At|Until|Since)$/.test(name);
    const field = `${schema.model.entity}.${name}`;
    const isNobodys = enumArray.length > 0 || NAMES_NOBODY.has(field);
    return isWordy && !Array.isArray(type) && !isTold && !isNobodys ? [name] : [];
  });
}

const sampleOf = (field: string, type: unknown): unknown => {
  if (SAMPLES[field] !== undefined) return SAMPLES[field];
  if (type === "string") return CANARY;
  return type === "list" ? [CANARY] : { [CANARY]: CANARY };
};

/** Puts the word into every field of a record that can hold one. */
async function fill(row: Row, entity: AnyEntity): Promise<void> {
  const { model, attributes } = entity.schema;
  const words = wordyFields(entity).map((name) => {
    const isThere = JSON.stringify(row[name] ?? "").includes(CANARY);
    const value = sampleOf(`${model.entity}.${name}`, attributes[name]?.type);
    return [name, isThere ? row[name] : value];
  });
  const Item = { ...row, ...Object.fromEntries(words) };
  await client.send("PutItem", { TableName: table, Item });
}

test("whatever any field of a record of a person holds goes with the person's erasure, that of fields to come too [BEY-10]", {
  timeout: paced(240_000),
}, async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  await using sink = await startSink();
  const world = await makeKnown(sink.port);
  const { accountId } = world.actor;
  const [leadId = 0] = world.leadIds;
  const entities = new Map(
    [...(await everyEntity())].filter(
      ([name, { schema }]) => "leadId" in schema.attributes && name !== MADE,
    ),
  );
  const there = new Set((await rowsOf(world)).map(({ __edb_e__ }) => __edb_e__));
  for (const [name, entity] of entities) {
    const { campaignId } = world;
    if (!there.has(name)) await putSample(entity, { accountId, campaignId, leadId, at: "9999" });
  }
  for (const row of await rowsOf(world)) {
    const entity = entities.get(row.__edb_e__);
    if (entity) await fill(row, entity);
  }
  const filled = await rowsOf(world);
  expect([...new Set(filled.map(({ __edb_e__ }) => __edb_e__))].sort()).toEqual(
    [...entities.keys()].sort(),
  );
  const { id } = await eraseLead(world.actor, { lead_id: leadId });
  clock.move(60_000);
  expect(await runErasure({ accountId, erasureId: id })).toBeUndefined();
  const left = (await readTable()).filter((row) => JSON.stringify(row).includes(CANARY));
  // Named here: let the erasure take it, or say in NAMES_NOBODY why it can name no person.
  const fields = left.flatMap((row) =>
    Object.keys(row)
      .filter((name) => JSON.stringify(row[name]).includes(CANARY))
      .map((name) => `${row.__edb_e__}.${name}`),
  );
  expect(fields).toEqual([]);
});
