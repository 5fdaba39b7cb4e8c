import { marshall } from "@aws-sdk/util-dynamodb";
import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { deleteLead } from "@thaw/core/leads/lead/lead";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { client } from "@thaw/data/table";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import { type Row, readTable } from "../../../../tests/support/every-entity.ts";
import { leadImage } from "../../../../tests/support/records.ts";
import { handler } from "./lead-change.ts";

type Image = Record<string, unknown>;

const change = (before: Image | undefined, after: Image | undefined) => ({
  eventName: !before ? "INSERT" : !after ? "REMOVE" : "MODIFY",
  dynamodb: {
    ...(before ? { OldImage: marshall(before) } : {}),
    ...(after ? { NewImage: marshall(after) } : {}),
  },
});

const deliver = async (...Records: ReturnType<typeof change>[]) =>
  handler({ Records } as DynamoDBStreamEvent, {} as Context, () => undefined);

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
  const image = await leadImage(accountId, lead_id);
  await deliver(change(undefined, image));
  const words = ["ada@engine.example", "engine.example"];
  expect(terms(await readTable(), accountId)).toEqual(words);
  await deleteLead(actor, { lead_id });
  // What came first is told once more, and late.
  await deliver(change(undefined, image));
  await deliver(change(image, undefined));
  expect(terms(await readTable(), accountId)).toEqual([]);
});

test("what cannot be worked on in one way is in all others, and comes again", async () => {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leads = [{ email: "bo@berg.example" }];
  const { results } = await addLeads(actor, { campaign_id, leads });
  const image = await leadImage(actor.accountId, results[0]?.lead_id ?? 0);
  const stop = client.intercept(async (_action, input, next) => {
    if (JSON.stringify(input).includes("categorisedlead")) throw new Error("No categories today");
    return next(input);
  });
  onTestFinished(stop);
  const delivered = deliver(change(undefined, { ...image, categoryId: 1 }));
  await expect(delivered).rejects.toThrow("No categories today");
  expect(terms(await readTable(), actor.accountId)).toEqual(["berg.example", "bo@berg.example"]);
});
