import { afterAll, beforeAll, expect, test } from "vitest";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { storeAccount } from "../../../../tests/support/records.ts";
import { startMailbox } from "../../../../tests/support/ses.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { standingOf } from "../access/standing.ts";
import { readPlan } from "../account/account-plan.ts";
import { authenticateToken } from "../account/session.ts";
import { signUp } from "../account/sign-up.ts";
import { verifyUser } from "../account/verification.ts";
import { type Actor, NOBODY, systemActor } from "../actor.ts";
import { getCampaign, listCampaigns } from "../campaign/campaign.ts";
import { checkLaunch, startCampaign } from "../campaign/campaign-launch.ts";
import { installClock, now, toIso } from "../clock.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { getCurrentPlan, showTrialOffer } from "./current-plan.ts";
import { endDueAccess } from "./end-access.ts";
import { holdMails, type MonthlyQuota, monthlyQuotaOf } from "./monthly-quota.ts";
import { DAY_MS } from "./plan-state.ts";
import { warnOfQuota } from "./quota-warning.ts";
import { setPlan } from "./set-plan.ts";

let cloud: TestCloud;
let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  cloud = await startCloud();
  ses = await startMailbox();
});
afterAll(async () => {
  await ses.stop();
  await cloud[Symbol.asyncDispose]();
});

/** Moves the product's clock on by `ms` until disposed of. */
function later(ms: number): Disposable {
  const base = now();
  const restore = installClock({ now: () => base + ms, rate: 1 });
  return { [Symbol.dispose]: restore };
}

async function newOwner() {
  const email = `${crypto.randomUUID()}@firm.example`;
  const form = { name: "Ada", email, password: "glacier-2026", terms_accepted: true as const };
  await signUp(NOBODY, form);
  const mail = (await ses.mailsTo(email)).at(-1);
  const uuid = /uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1] ?? "";
  const { token, user } = await verifyUser(NOBODY, { uuid });
  const who = await authenticateToken(token);
  await finishOnboarding(who);
  return { email, user, token, signIn: () => authenticateToken(token) };
}

/** A campaign under way in an account whose plan is paid for a day. */
async function payingWorld() {
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const { accountId } = world.actor;
  await storeAccount(accountId, "Etc/GMT");
  const end_date = toIso(now() + DAY_MS);
  await setPlan(systemActor(accountId), { plan_type: "BASE", is_sub: false, end_date });
  const campaign = () => getCampaign(world.actor, { campaign_id: world.campaignId });
  return { ...world, campaign };
}

/** Ticks until everything that is due is done: the other tests' accounts are due too. */
async function tickAll(actor: Actor, campaignId: number) {
  for (let tick = 0; tick < 20; tick++) {
    await endDueAccess();
    const { status } = await getCampaign(actor, { campaign_id: campaignId });
    if (status !== "ACTIVE") return;
  }
}

test("a plan tells its type, subscription, trial, details, features and credits [PLAN-02]", async () => {
  const { signIn } = await newOwner();
  const plan = await getCurrentPlan(await signIn(), {});
  expect(plan).toMatchObject({
    plan_type: "TRIAL",
    subscription_detail: { is_sub: false, end_date: null },
    trial_end_date: expect.any(String),
    enterprise_plan_details: {},
    new_feature_access: {
      linkedinAccessAllowed: true,
      smart_delivery: true,
      global_analytics_access: true,
      server_comparison_access: true,
    },
    lead_credits_used: 0,
    trial_left: { days: 11, hours: 23 },
  });
});

test("the trial begins when the address is verified and ends twelve days later [PLAN-18]", async () => {
  const { signIn, user } = await newOwner();
  const { trial_end_date } = await getCurrentPlan(await signIn(), {});
  const start = Date.parse(user.trial_start_date ?? "");
  expect(Math.abs(start - now())).toBeLessThan(60_000);
  expect(trial_end_date).toBe(toIso(start + 12 * DAY_MS));
});

test("once the plan has ended its owner may do nothing but see it and choose one", async () => {
  const { user, signIn } = await newOwner();
  const owner = await signIn();
  const standing = standingOf(
    { kind: "owner", hasOnboardingCompleted: true },
    (await readPlan(user.id)).state,
    now() + 12 * DAY_MS,
  );
  const lapsed = { ...owner, standing };
  await expect(listCampaigns(lapsed, {})).rejects.toMatchObject({ status: 402 });
  expect((await getCurrentPlan(lapsed, {})).plan_type).toBe("TRIAL");
  await showTrialOffer(lapsed, {});
});

test("when access ends campaigns pause and none starts; who pays again finds them paused [PLAN-21]", async () => {
  const { actor, campaignId, campaign } = await payingWorld();
  const { accountId } = actor;
  expect((await campaign()).status).toBe("ACTIVE");
  await tickAll(actor, campaignId);
  expect((await campaign()).status).toBe("ACTIVE");
  using _tomorrow = later(DAY_MS + 1);
  await tickAll(actor, campaignId);
  const paused = { status: "PAUSED", status_reason: "plan_expired" };
  expect(await campaign()).toMatchObject(paused);
  const start = () => startCampaign(actor, { campaign_id: campaignId });
  await expect(start()).rejects.toMatchObject({ status: 402, code: "plan_limit" });
  await setPlan(systemActor(accountId), { plan_type: "PRO" });
  await endDueAccess();
  expect(await campaign()).toMatchObject(paused);
  await start();
  expect((await campaign()).status).toBe("ACTIVE");
});

test("ends of access that are worked off twice at once pause a campaign once [PLAN-21]", async () => {
  const { actor, campaignId, campaign } = await payingWorld();
  using _tomorrow = later(DAY_MS + 1);
  await Promise.allSettled([endDueAccess(), endDueAccess()]);
  await tickAll(actor, campaignId);
  expect(await campaign()).toMatchObject({ status: "PAUSED", status_reason: "plan_expired" });
});

test("a plan that is paid in time pauses nothing, however often it is looked at", async () => {
  const { actor, campaign } = await payingWorld();
  await setPlan(systemActor(actor.accountId), { plan_type: "BASE" });
  using _tomorrow = later(30 * DAY_MS);
  for (let tick = 0; tick < 3; tick++) await endDueAccess();
  expect((await campaign()).status).toBe("ACTIVE");
});

test("leads beyond the plan are reported and the others are in [PLAN-22]", async () => {
  const { actor, campaignId } = await payingWorld();
  await setPlan(systemActor(actor.accountId), {
    plan_type: "ENTERPRISE",
    enterprise_plan_details: { leads: 4 },
  });
  const leads = [1, 2, 3, 4, 5].map((number) => ({ email: `more${number}@prospect.example` }));
  const { counts } = await addLeads(actor, { campaign_id: campaignId, leads });
  expect(counts).toMatchObject({ imported: 2, over_limit: 3 });
  expect((await getCurrentPlan(actor, {})).leads).toEqual({ used: 4, limit: 4 });
});

test("an account that has more leads than its new plan holds keeps them and starts nothing", async () => {
  const { actor, campaignId, leadIds } = await payingWorld();
  const small = { plan_type: "ENTERPRISE", enterprise_plan_details: { leads: 1 } } as const;
  await setPlan(systemActor(actor.accountId), small);
  expect(leadIds).toHaveLength(2);
  expect((await getCurrentPlan(actor, {})).lead_credits_used).toBe(2);
  using _tomorrow = later(DAY_MS + 1);
  await endDueAccess();
  const message = "Your plan holds 1 leads and 2 are in use: delete some first.";
  expect(await checkLaunch(actor, { campaign_id: campaignId })).toEqual([
    { part: "plan", message },
  ]);
});

test("billing months go on from one paid plan to the next, and begin anew after a trial", async () => {
  const { actor } = await payingWorld();
  const first = await monthlyQuotaOf(actor.accountId, now());
  using _week = later(7 * DAY_MS);
  await setPlan(systemActor(actor.accountId), { plan_type: "PRO" });
  expect(await monthlyQuotaOf(actor.accountId, now())).toEqual({ ...first, limit: 150_000 });
  await setPlan(systemActor(actor.accountId), { plan_type: "TRIAL" });
  await setPlan(systemActor(actor.accountId), { plan_type: "PRO" });
  expect((await monthlyQuotaOf(actor.accountId, now())).startsAt).toBe(toIso(now()));
});

test("at four fifths of the month's mails the owner gets one mail, and at all of them campaigns wait [PLAN-23]", async () => {
  const { user, email } = await newOwner();
  await setPlan(systemActor(user.id), {
    plan_type: "ENTERPRISE",
    enterprise_plan_details: { emails_per_month: 10 },
  });
  const warnings = async () =>
    (await ses.mailsTo(email)).filter(({ subject }) => subject?.startsWith("80 %")).length;
  const quota: MonthlyQuota = await monthlyQuotaOf(user.id, now());
  await holdMails(quota, 7);
  await warnOfQuota(quota, 7);
  expect(await warnings()).toBe(0);
  await holdMails(quota, 1);
  await Promise.all([warnOfQuota(quota, 8), warnOfQuota(quota, 8)]);
  expect(await warnings()).toBe(1);
  await holdMails(quota, 2);
  await warnOfQuota(quota, 10);
  expect(await warnings()).toBe(1);
  expect(await holdMails(quota, 1)).toBe(false);
});

test("the offer is open for seven days from when the owner first sees it, and never again [PLAN-19]", async () => {
  const { user } = await newOwner();
  const owner = systemActor(user.id);
  using _day = later(14 * DAY_MS);
  expect((await getCurrentPlan(owner, {})).trial_offer?.state).toBe("new");
  const shown = await showTrialOffer(owner, {});
  expect(shown.trial_offer).toEqual({
    factor: 0.8,
    state: "open",
    ends_at: toIso(now() + 7 * DAY_MS),
  });
  using _week = later(7 * DAY_MS);
  expect((await showTrialOffer(owner, {})).trial_offer).toBeNull();
});

test("nobody gives themselves a plan", async () => {
  const { signIn } = await newOwner();
  await expect(setPlan(await signIn(), { plan_type: "PRO" })).rejects.toMatchObject({
    status: 403,
  });
});
