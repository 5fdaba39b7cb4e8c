import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { nowIso } from "../../clock.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { GetStartedEntity } from "./get-started.entity.ts";
import { progressOf, TASK_STATUSES } from "./get-started.schema.ts";
import { endCelebration, getGetStarted } from "./get-started.ts";

await cloudOfFile();

test("an item is completed or pending [ONB-04]", () => {
  expect(TASK_STATUSES).toEqual(["COMPLETED", "PENDING"]);
});

test("four items are the whole of it, a quarter each [ONB-06]", () => {
  expect([0, 1, 2, 3, 4].map((done) => progressOf(done).percentage)).toEqual([0, 25, 50, 75, 100]);
  expect(progressOf(3).is_complete).toBe(false);
  expect(progressOf(4).is_complete).toBe(true);
});

test("items are done by what the account has, and stay so when that is deleted", async () => {
  const actor = testActor();
  expect(await getGetStarted(actor, {})).toEqual({
    added_first_email_account: "PENDING",
    enabled_warmup_optimisation: "PENDING",
    imported_first_leads: "PENDING",
    created_first_campaign: "PENDING",
    total_steps_completed: 0,
    percentage: 0,
    is_complete: false,
    is_to_celebrate: false,
  });
  await createCampaign(actor, {});
  expect(await getGetStarted(actor, {})).toMatchObject({
    created_first_campaign: "COMPLETED",
    imported_first_leads: "PENDING",
    percentage: 25,
  });

  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const all = {
    added_first_email_account: "COMPLETED",
    imported_first_leads: "COMPLETED",
    created_first_campaign: "COMPLETED",
    enabled_warmup_optimisation: "PENDING",
    total_steps_completed: 3,
  };
  expect(await getGetStarted(world.actor, {})).toMatchObject(all);
  await deleteMailbox(world.actor, { mailbox_id: world.mailboxIds[0] ?? 0 });
  expect(await getGetStarted(world.actor, {})).toMatchObject(all);
});

test("the celebration at the end is shown once", async () => {
  const { accountId, ...actor } = testActor();
  const at = nowIso();
  await GetStartedEntity.create({
    accountId,
    mailboxAt: at,
    warmupAt: at,
    leadsAt: at,
    campaignAt: at,
  }).go();
  const look = () => getGetStarted({ ...actor, accountId }, {});
  expect(await look()).toMatchObject({ is_complete: true, is_to_celebrate: true });
  const ends = Array.from({ length: 2 }, () => endCelebration({ ...actor, accountId }, {}));
  expect((await Promise.all(ends)).filter(({ is_first }) => is_first)).toHaveLength(1);
  expect(await look()).toMatchObject({ is_complete: true, is_to_celebrate: false });
});
