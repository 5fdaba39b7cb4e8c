import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress } from "../../../../../tests/support/address.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { NOBODY, systemActor } from "../../actor.ts";
import { now } from "../../clock.ts";
import { readSubscriptionPlan } from "../account/account-plan.ts";
import { changeEmail } from "../login/email-change.ts";
import { forgotPassword, resetPassword } from "../login/mailed-link.ts";
import { signUp } from "../login/sign-up.ts";
import { resendVerification, verifyUser } from "../login/verification.ts";
import { authenticateToken } from "../session/session.ts";
import { getCurrentPlan } from "./current-plan.ts";
import { hasAccess } from "./subscription-plan-state.ts";

const PASSWORD = "glacier-2026";

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const proofs = new Map<string, string>();
async function ask(email: string): Promise<void> {
  const form = { name: "Ada", email, password: PASSWORD, terms_accepted: true } as const;
  proofs.set(email, (await signUp(NOBODY, form)).sign_up_proof);
}
const verify = async (email: string) =>
  verifyUser(NOBODY, { uuid: await ses.uuidTo(email), sign_up_proof: proofs.get(email) });

async function newOwner(email = newAddress()) {
  await ask(email);
  const { token, user } = await verify(email);
  return { email, user, actor: await authenticateToken(token) };
}

async function planOf({ user }: { user: { id: number } }) {
  const { has_access, trial_had_by } = await getCurrentPlan(systemActor(user.id), {});
  return { has_access, trial_had_by };
}
const TRIAL = { has_access: true, trial_had_by: null };

test("an address that has had a trial gets no second one with another account [PLAN-18]", async () => {
  const first = await newOwner();
  const { email } = first;
  const other = newAddress();
  await changeEmail(first.actor, { email: other, password: PASSWORD });
  await verify(other);
  expect(await planOf(await newOwner(email))).toEqual({
    has_access: false,
    trial_had_by: "address",
  });
  expect(await planOf(first)).toEqual(TRIAL);
});

test("a company that has had a trial gets no second one with another account, whichever host of it the address is at [PLAN-18]", async () => {
  const [firm, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await planOf(await newOwner(`ada@${firm}.co.uk`))).toEqual(TRIAL);
  for (const email of [`bob@${firm}.co.uk`, `cleo@Mail.${firm}.co.uk`]) {
    expect(await planOf(await newOwner(email))).toEqual({
      has_access: false,
      trial_had_by: "company",
    });
  }
  expect(await planOf(await newOwner(`ada@${other}.co.uk`))).toEqual(TRIAL);
});

test("where a provider gives addresses to everyone each of them has a trial", async () => {
  for (const name of [crypto.randomUUID(), crypto.randomUUID()]) {
    expect(await planOf(await newOwner(`${name}@gmx.net`))).toEqual(TRIAL);
  }
});

test("of two colleagues who verify their addresses at the same moment both come in, and one has the trial", async () => {
  const domain = `${crypto.randomUUID()}.example`;
  const emails = [`ada@${domain}`, `bob@${domain}`];
  const links: string[] = [];
  for (const email of emails) {
    await ask(email);
    links.push(await ses.uuidTo(email));
  }
  using _race = raceWrites(2);
  const entered = await Promise.all(links.map((uuid) => verifyUser(NOBODY, { uuid })));
  const plans = await Promise.all(entered.map(({ user }) => readSubscriptionPlan(user.id)));
  const access = plans.map(({ state }) => hasAccess(state, now()));
  expect(access.filter(Boolean)).toHaveLength(1);
  expect(plans.map(({ state }) => state.trialHadBy).filter(Boolean)).toEqual(["company"]);
});

test("a password that is reset changes nothing of a trial that has begun, though a colleague has the company's", async () => {
  const domain = `${crypto.randomUUID()}.example`;
  await newOwner(`ada@${domain}`);
  const bob = await newOwner();
  await changeEmail(bob.actor, { email: `bob@${domain}`, password: PASSWORD });
  await verify(`bob@${domain}`);
  await forgotPassword(NOBODY, { email: `bob@${domain}` });
  await resetPassword(NOBODY, {
    uuid: await ses.uuidTo(`bob@${domain}`),
    newPassword: "moraine-2027",
  });
  expect(await planOf(bob)).toEqual(TRIAL);
});

test("two links that are used at once begin one trial", async () => {
  const email = newAddress();
  await ask(email);
  const first = await ses.uuidTo(email);
  using _later = later(2 * 60_000);
  await resendVerification(NOBODY, { email });
  const links = [first, await ses.uuidTo(email)];
  expect(new Set(links).size).toBe(2);
  using _race = raceWrites(2);
  const sign_up_proof = proofs.get(email);
  const results = await Promise.allSettled(
    links.map((uuid) => verifyUser(NOBODY, { uuid, sign_up_proof })),
  );
  const entered = results.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  expect(entered.length).toBeGreaterThan(0);
  const { state } = await readSubscriptionPlan(entered[0]?.user.id ?? 0);
  expect(hasAccess(state, now())).toBe(true);
});
