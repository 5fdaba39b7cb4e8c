import { RUN_SHARDS } from "@thaw/core/campaigns/campaign/campaign-status";
import { toIso } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { pollMinuteOf } from "@thaw/core/senders/mailbox/mailbox-poll";
import { client, table } from "@thaw/data/table";
import { type Row, readTable } from "../../support/every-entity.ts";
import type { World } from "../../support/world.ts";
import { writeStraight } from "./write-straight.ts";

/** What the clock and the planner read of an account. */
const NEEDED = new Set([
  "campaign",
  "campaignLead",
  "forecast",
  "lead",
  "mailbox",
  "mailboxCount",
  "sendSlot",
  "sequence",
]);
const FIRST_ACCOUNT = 1_000_001;
const RUN_MINUTES = 5;
/** Puts of one transaction of the file. */
const BATCH = 2_000;

/** Copies the world's account so many times, its campaign due in one minute of five and each mailbox in its own. */
export async function copyAccount(
  { actor }: World,
  times: number,
  { file, at }: { file: string; at: number },
): Promise<void> {
  const rows = (await readTable()).filter(
    (row) => row.accountId === actor.accountId && NEEDED.has(row.__edb_e__),
  );
  const texts = rows.map((row) => JSON.stringify(row));
  const stop = writeStraight(file);
  let puts: { PutRequest: { Item: Row } }[] = [];
  const flush = async () => {
    await client.send("BatchWriteItem", { RequestItems: { [table]: puts } });
    puts = [];
  };
  for (let index = 0; index < times; index++) {
    const accountId = FIRST_ACCOUNT + index;
    const nextRunAt = toIso(at + (index % RUN_MINUTES) * MINUTE_MS);
    for (const text of texts) {
      const row = JSON.parse(text.replaceAll(String(actor.accountId), String(accountId))) as Row;
      puts.push({ PutRequest: { Item: { ...row, ...placeOf(row, { accountId, nextRunAt }) } } });
    }
    if (puts.length >= BATCH) await flush();
  }
  await flush();
  stop();
}

/** Where the indexes of the clock hold the copy. */
function placeOf(row: Row, { accountId, nextRunAt }: { accountId: number; nextRunAt: string }) {
  if (row.__edb_e__ === "mailbox") {
    const pollMinute = pollMinuteOf({ accountId, mailboxId: Number(row.mailboxId) });
    return { pollMinute, gsi1pk: `$thaw#pollminute_${pollMinute}` };
  }
  if (row.__edb_e__ !== "campaign") return {};
  const runShard = (accountId + Number(row.campaignId)) % RUN_SHARDS;
  const gsi1sk = `$campaign_1#nextrunat_${nextRunAt.toLowerCase()}`;
  return { runShard, nextRunAt, gsi1pk: `$thaw#runshard_${runShard}`, gsi1sk };
}
