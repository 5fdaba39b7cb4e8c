import { expect, test } from "vitest";
import { messageIn, planRun, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const dueOf = async ({ actor, campaignId, leadIds: [leadId = 0] }: World) =>
  (await findCampaignLead({ accountId: actor.accountId, campaignId, leadId }))?.due?.split("#")[0];

test("a follow-up falls due days after the email left, not after it was planned: at that wall-clock time, then in the next open window [SEQ-08]", async () => {
  await using sink = await startSink();
  // Thursday, ten minutes before closing time in New York.
  using clock = stoppedClock("2026-03-05T21:50:00.000Z");
  const schedule = {
    timezone: "America/New_York",
    weekdays: [1, 2, 3, 4, 5],
    start: "09:00",
    end: "17:00",
  };
  const steps = [0, 3, 2].map((delayInDays) => ({ delayInDays, subject: "Hi", body: "<p>Hi</p>" }));
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, schedule, steps });
  await planRun(world);
  expect((await messageIn(world))?.scheduledAt).toMatch(/^2026-03-05T21:5/);
  clock.set("2026-03-06T15:30:00.000Z");
  await runAndSend(world, clock, 0);
  // Friday 10:30 and three days, a Sunday among them on which summer time began.
  expect(await dueOf(world)).toBe("2026-03-09T14:30:00.000Z");
  clock.set("2026-03-09T14:24:00.000Z");
  await planRun(world);
  expect((await messageIn(world, 0, 2))?.scheduledAt).toMatch(/^2026-03-09T14:3/);
  clock.set("2026-03-12T16:00:00.000Z");
  await runAndSend(world, clock, 12, [2]);
  expect(sink.mails).toHaveLength(2);
  // Thursday and two days is a Saturday.
  expect(await dueOf(world)).toBe("2026-03-16T13:00:00.000Z");
});

test("a date in an email is that of the campaign's timezone when it is sent, not when it was planned [TPL-14]", async () => {
  await using sink = await startSink();
  // Ten to midnight in Auckland.
  using clock = stoppedClock("2026-03-02T10:50:00.000Z");
  const body = '<p>Today is {{date "+0d" "dddd, D MMMM"}}, in a while {{date "+1bd" "dddd"}}</p>';
  const steps = [{ delayInDays: 0, subject: '{{date "+1d" "dddd"}}', body }];
  const schedule = { timezone: "Pacific/Auckland" };
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps, schedule });
  await planRun(world);
  clock.set("2026-03-02T11:10:00.000Z");
  await runAndSend(world, clock, 0);
  const [mail] = sink.mails;
  expect(mail?.raw).toContain("Today is Tuesday, 3 March, in a while Wednesday");
  expect(mail?.raw).toMatch(/^Subject: Wednesday\r?$/m);
});
