import { expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import type { LinkedInType } from "../../campaigns/sequence/step-type.schema.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { listTasks } from "../task/task-list.ts";
import { LINKEDIN_DAILY_LIMITS } from "./linkedin-limit.schema.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

await cloudOfFile();

/** A campaign of one LinkedIn step, of the account of `within`. */
const linkedInWorld = (type: LinkedInType, leads: number, within?: World) =>
  makeWorld({
    smtpPort: 1,
    leads,
    leadEmail: (index) => `${crypto.randomUUID()}-${index}@prospect.example`,
    leadFields: (index) => ({ linkedin_profile: `https://www.linkedin.com/in/lee${index}` }),
    steps: [{ type, delayInDays: 0, subject: "Hello", body: "Hi {{first_name}}" }],
    ...(within ? { within } : {}),
  });

async function tasksOf({ actor }: World): Promise<(string | undefined)[]> {
  const actions: (string | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTasks(actor, {
      scope: "all",
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    actions.push(...page.items.map(({ step }) => step?.action));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  return actions;
}

test("each action has forty of its own on a date, and what is over comes up on the next [LI-05]", async () => {
  using clock = stoppedClock(MONDAY);
  const types = Object.keys(LINKEDIN_DAILY_LIMITS) as LinkedInType[];
  const worlds: World[] = [];
  for (const type of types) worlds.push(await linkedInWorld(type, 41, worlds[0]));
  const [world] = worlds;
  if (!world) throw new Error("There is no action");
  const countedBy = async () => {
    const actions = await tasksOf(world);
    return types.map((type) => actions.filter((action) => action === type).length);
  };
  for (let run = 0; run < 2; run += 1, clock.move(6 * MINUTE_MS)) {
    for (const each of worlds) await planRun(each);
  }
  expect(await countedBy()).toEqual([40, 40, 40, 40, 40]);
  clock.move(DAY_MS);
  for (const each of worlds) await planRun(each);
  expect(await countedBy()).toEqual([41, 41, 41, 41, 41]);
});

test("of two campaigns that take the fortieth of a date at one moment one gets it, and the other has its task on the next [LI-05]", async () => {
  using clock = stoppedClock(MONDAY);
  const most = await linkedInWorld("LI_CONNECT", 39);
  for (let run = 0; run < 2; run += 1, clock.move(6 * MINUTE_MS)) await planRun(most);
  expect(await tasksOf(most)).toHaveLength(39);
  const two = [
    await linkedInWorld("LI_CONNECT", 1, most),
    await linkedInWorld("LI_CONNECT", 1, most),
  ];
  {
    using _race = raceWrites(2, /^TransactWrite/);
    await Promise.all(two.map(planRun));
  }
  expect(await tasksOf(most)).toHaveLength(40);
  clock.move(DAY_MS);
  for (const each of two) await planRun(each);
  expect(await tasksOf(most)).toHaveLength(41);
});
