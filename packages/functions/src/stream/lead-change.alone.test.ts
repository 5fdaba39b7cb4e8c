import { marshall } from "@aws-sdk/util-dynamodb";
import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { deleteLead } from "@thaw/core/leads/lead/lead";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { client } from "@thaw/data/table";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import { type Row, readTable } from "../../../../tests/support/every-entity.ts";
import { leadItem } from "../../../../tests/support/records.ts";
import { handler } from "./lead-change.ts";

type Image = Record<string, unknown>;

const change = (before: Image | undefined, after: Image | undefined) => ({
  eventName: !before ? "INSERT" : !after ? "REMOVE" : "MODIFY",
  dynamodb: {
    ...(before ? { OldImage: marshall(before) } : {}),
    ...(after ? { NewImage: marshall(after) } : {}),
  },
});

/** Gives what the stream is answered. The first change is the first of its shard. */
const deliver = async (...changes: ReturnType<typeof change>[]) => {
  const Records = changes.map(({ eventName, dynamodb }, index) => ({
    eventName,
    dynamodb: { ...dynamodb, SequenceNumber: String(index + 1) },
  }));
  return handler({ Records } as DynamoDBStreamEvent, {} as Context, () => undefined);
};

const terms = (rows: readonly Row[], accountId: number) =>
  rows
    .filter((row) => row.__edb_e__ === "leadPosting" && row.accountId === accountId)
    .map(({ term }) => String(term))
    .sort();

test("a lead is indexed by its words as it comes, and by none once it is gone", async () => {
  const actor = testActor();
  const { accountId } = actor;
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leads = [{ email: "ada@engine.example", first_name: "Ada" }];
  const { results } = await addLeads(actor, { campaign_id, leads });
  const lead_id = results[0]?.lead_id ?? 0;
  const image = await leadItem(accountId, lead_id);
  await deliver(change(undefined, image));
  const words = ["ada@engine.example", "engine.example"];
  expect(terms(await readTable(), accountId)).toEqual(words);
  await deleteLead(actor, { lead_id });
  // What came first is told once more, and late.
  await deliver(change(undefined, image));
  await deliver(change(image, undefined));
  expect(terms(await readTable(), accountId)).toEqual([]);
});

test("a change that one subscriber fails on is handled by all others and comes again, and no other change with it", async () => {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leads = [{ email: "bo@berg.example" }, { email: "cy@cliff.example" }];
  const { results } = await addLeads(actor, { campaign_id, leads });
  const changes = [];
  for (const { lead_id } of results) {
    const image = await leadItem(actor.accountId, lead_id ?? 0);
    changes.push(change(undefined, { ...image, categoryId: 1 }));
  }
  const poison = `leadid_${String(results[0]?.lead_id).padStart(12, "0")}`;
  const stop = client.intercept(async (_action, input, next) => {
    const text = JSON.stringify(input);
    if (text.includes("categorisedlead") && text.includes(poison)) throw new Error("Not this one");
    return next(input);
  });
  onTestFinished(stop);
  expect(await deliver(...changes)).toEqual({ batchItemFailures: [{ itemIdentifier: "1" }] });
  const rows = await readTable();
  const words = ["berg.example", "bo@berg.example", "cliff.example", "cy@cliff.example"];
  expect(terms(rows, actor.accountId)).toEqual(words);
  const listed = rows.filter(
    (row) => row.__edb_e__ === "categorisedLead" && row.accountId === actor.accountId,
  );
  expect(listed.map(({ leadId }) => leadId)).toEqual([results[1]?.lead_id]);
});
