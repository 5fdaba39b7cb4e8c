import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress } from "../../../../../tests/support/address.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { finishOnboarding } from "../../../../../tests/support/onboarding.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { readSubscriptionPlan } from "../../accounts/account/account-plan.ts";
import { signUp } from "../../accounts/login/sign-up.ts";
import { verifyUser } from "../../accounts/login/verification.ts";
import { authenticateToken } from "../../accounts/session/session.ts";
import { getCurrentPlan, showTrialOffer } from "../../accounts/subscription-plan/current-plan.ts";
import {
  type MonthlyQuota,
  monthlyQuotaOf,
  reserveMails,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import { type Choice, discountFactor } from "../../accounts/subscription-plan/plan-price.ts";
import { warnOfQuota } from "../../accounts/subscription-plan/quota-warning.ts";
import { setPlan } from "../../accounts/subscription-plan/set-plan.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { getCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { checkLaunch, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { variable } from "../../environment.ts";
import { accountStatusOf } from "../../kernel/access/account-status.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { endDueAccess } from "./end-access.ts";
import { lapseStep } from "./notify-lapsed.ts";

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

async function newOwner() {
  const email = newAddress();
  const form = { name: "Ada", email, password: "glacier-2026", terms_accepted: true as const };
  await signUp(NOBODY, form);
  const { token, user } = await verifyUser(NOBODY, { uuid: await ses.uuidTo(email) });
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
  const accountStatus = accountStatusOf(
    { kind: "owner", hasOnboardingCompleted: true },
    (await readSubscriptionPlan(user.id)).state,
    now() + 12 * DAY_MS,
  );
  const lapsed = { ...owner, accountStatus };
  await expect(listCampaigns(lapsed, {})).rejects.toMatchObject({ status: 402 });
  expect((await getCurrentPlan(lapsed, {})).plan_type).toBe("TRIAL");
  await showTrialOffer(lapsed, {});
});

test("when access ends campaigns pause and none starts; who pays again finds them paused", async () => {
  const { actor, campaignId, campaign } = await payingWorld();
  const { accountId } = actor;
  expect((await campaign()).status).toBe("ACTIVE");
  await tickAll(actor, campaignId);
  expect((await campaign()).status).toBe("ACTIVE");
  using _tomorrow = later(DAY_MS + 1);
  await tickAll(actor, campaignId);
  const paused = { status: "PAUSED", status_reason: "plan_expired" };
  expect(await campaign()).toMatchObject(paused);
  const { data_kept_until } = await getCurrentPlan(actor, {});
  expect(Date.parse(data_kept_until ?? "") - now()).toBeGreaterThan(89 * DAY_MS);
  const start = () => startCampaign(actor, { campaign_id: campaignId });
  await expect(start()).rejects.toMatchObject({ status: 402, code: "plan_limit" });
  await setPlan(systemActor(accountId), { plan_type: "PRO" });
  await endDueAccess();
  expect(await campaign()).toMatchObject(paused);
  expect((await getCurrentPlan(actor, {})).data_kept_until).toBeNull();
  await start();
  expect((await campaign()).status).toBe("ACTIVE");
});

test("ends of access that are processed twice at once pause a campaign once", async () => {
  const { actor, campaignId, campaign } = await payingWorld();
  using _tomorrow = later(DAY_MS + 1);
  await Promise.all([endDueAccess(), endDueAccess()]);
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
  await reserveMails(quota, 7);
  await warnOfQuota(quota, 7);
  expect(await warnings()).toBe(0);
  await reserveMails(quota, 1);
  await Promise.all([warnOfQuota(quota, 8), warnOfQuota(quota, 8)]);
  expect(await warnings()).toBe(1);
  await reserveMails(quota, 2);
  await warnOfQuota(quota, 10);
  expect(await warnings()).toBe(1);
  expect(await reserveMails(quota, 1)).toBe(false);
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

test("add-ons open what they are for, stay with the next plan, and end when others are given", async () => {
  const { user, signIn } = await newOwner();
  const pay = (plan: Parameters<typeof setPlan>[1]) => setPlan(systemActor(user.id), plan);
  await pay({ plan_type: "BASE", add_ons: { linkedin_seats: 2 } });
  const add_ons = { linkedin_seats: 2, deliverability_plan: null };
  const opened = { linkedinAccessAllowed: true, smart_delivery: false };
  const base = await getCurrentPlan(await signIn(), {});
  expect(base).toMatchObject({ add_ons, new_feature_access: opened });
  expect(base.features).toEqual([
    "smart_servers",
    "smart_server_owner",
    "smart_senders",
    "linkedin",
  ]);
  expect(await pay({ plan_type: "BASE" })).toMatchObject({ add_ons });
  const tests = { deliverability_plan: "EXPERT" } as const;
  expect(await pay({ plan_type: "BASE", add_ons: tests })).toMatchObject({
    add_ons: { linkedin_seats: 0, ...tests },
    new_feature_access: { linkedinAccessAllowed: false, smart_delivery: true },
  });
});

test("no user can set their own account's plan", async () => {
  const { signIn } = await newOwner();
  await expect(setPlan(await signIn(), { plan_type: "PRO" })).rejects.toMatchObject({
    status: 403,
  });
});

/** The subjects of the mails that tell until when data is kept. */
const keptMails = async (email: string) =>
  (await ses.mailsTo(email)).flatMap(({ subject }) =>
    /is kept until/.test(subject) ? subject : [],
  );

/** Every tick that is due, of two workers at once. */
async function tickOften() {
  for (let tick = 0; tick < 20; tick++) await Promise.all([endDueAccess(), endDueAccess()]);
}

async function endedOwner() {
  const owner = await newOwner();
  const end_date = toIso(now() + 20 * DAY_MS);
  await setPlan(systemActor(owner.user.id), { plan_type: "BASE", is_sub: false, end_date });
  return { ...owner, until: toIso(Date.parse(end_date) + 90 * DAY_MS).slice(0, 10) };
}

test("the owner of an account whose access has ended is told on days 60 and 83, once each, until when data is kept", async () => {
  const { email, until, signIn } = await endedOwner();
  const subject = `Your data is kept until ${until}`;
  const told = async (days: number) => {
    using _day = later((20 + days) * DAY_MS);
    await tickOften();
    return keptMails(email);
  };
  expect(await told(1)).toEqual([]);
  expect(await told(59.9)).toEqual([]);
  expect(await told(60)).toEqual([subject]);
  expect(await told(70)).toEqual([subject]);
  expect(await told(83)).toEqual([subject, subject]);
  expect(await told(89)).toEqual([subject, subject]);
  expect((await ses.mailsTo(email)).at(-1)?.body.text).toContain("/app/settings/subscription");
  expect(await signIn()).toBeDefined();
});

test("a mail that did not leave is sent by a later tick, and an owner who pays gets none", async () => {
  const [late, payer] = [await endedOwner(), await endedOwner()];
  using _sixty = later(81 * DAY_MS);
  await setPlan(systemActor(payer.user.id), { plan_type: "PRO", is_sub: true });
  // Without a sender no mail leaves.
  const sender = process.env[variable.emailFrom];
  delete process.env[variable.emailFrom];
  await tickOften();
  process.env[variable.emailFrom] = sender;
  expect(await keptMails(late.email)).toEqual([]);
  using _soon = later(11 * 60_000);
  await tickOften();
  expect(await keptMails(late.email)).toHaveLength(1);
  expect(await keptMails(payer.email)).toEqual([]);
});

test("an owner who is notified late keeps the data as long from then on, and nothing is deleted without notice", () => {
  const endedAt = Date.parse("2026-01-01T00:00:00.000Z");
  const at = (day: number) => endedAt + day * DAY_MS;
  const step = (day: number, toldDay?: number) => lapseStep({ endedAt, toldDay }, at(day));
  expect(step(10)).toEqual({ next: at(60) });
  expect(step(60)).toEqual({ mail: { day: 60, keptUntil: at(90) }, next: at(83) });
  expect(step(84, 60)).toEqual({ mail: { day: 83, keptUntil: at(90) }, next: at(90) });
  expect(step(88, 60)).toEqual({ mail: { day: 83, keptUntil: at(95) }, next: at(95) });
  expect(step(400)).toEqual({ mail: { day: 83, keptUntil: at(407) }, next: at(407) });
  expect(step(89.9, 83)).toEqual({ next: at(90) });
  expect(step(90, 83)).toEqual({ next: undefined });
});

test("an owner whose access ends again after paying is notified again", async () => {
  const { email, user } = await endedOwner();
  using _first = later(81 * DAY_MS);
  await tickOften();
  const end_date = toIso(now() + DAY_MS);
  await setPlan(systemActor(user.id), { plan_type: "BASE", is_sub: false, end_date });
  using _second = later(62 * DAY_MS);
  await tickOften();
  expect(new Set(await keptMails(email)).size).toBe(2);
});

test("the lower first invoice of an upgrade is an account's once, whatever it chooses later", async () => {
  const { user } = await newOwner();
  const system = systemActor(user.id);
  const pay = (plan_type: "BASE" | "POPULAR") =>
    setPlan(system, { plan_type, is_sub: true, interval: "monthly" });
  const factorOf = async (choice: Choice) =>
    discountFactor((await readSubscriptionPlan(user.id)).state, choice, now());
  const yearly = { planType: "BASE", interval: "yearly" } as const;
  await pay("BASE");
  expect(await factorOf(yearly)).toBe(0.85);
  await pay("BASE");
  expect(await factorOf(yearly)).toBe(0.85);
  await pay("POPULAR");
  expect(await factorOf({ planType: "PRO", interval: "monthly" })).toBe(1);
  await pay("BASE");
  expect(await factorOf(yearly)).toBe(1);
});
