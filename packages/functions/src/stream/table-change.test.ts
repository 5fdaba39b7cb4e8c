import { marshall } from "@aws-sdk/util-dynamodb";
import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { makeWorld } from "../../../../tests/support/world.ts";
import { handler } from "./table-change.ts";

test("the bounces that exceed the limit pause their campaign, however late they are counted", async () => {
  const { actor, campaignId } = await makeWorld({ smtpPort: 1 });
  const event = { __edb_e__: "event", pk: "$thaw", accountId: actor.accountId, campaignId };
  const deliver = async (kind: string, amount: number) => {
    const NewImage = marshall({ ...event, sk: `$${kind}`, kind, amount, countedOn: "2026-03-02" });
    const Records = [{ eventName: "INSERT", dynamodb: { NewImage } }];
    await handler({ Records } as DynamoDBStreamEvent, {} as Context, () => undefined);
  };
  const status = async () => (await getCampaign(actor, { campaign_id: campaignId })).status;
  await deliver("sent", 100);
  expect(await status()).toBe("ACTIVE");
  await deliver("bounced", 6);
  expect(await status()).toBe("PAUSED");
});
