import { login } from "@thaw/core/accounts/login/login";
import { signUp } from "@thaw/core/accounts/login/sign-up";
import { verifyUser } from "@thaw/core/accounts/login/verification";
import { answerOnboarding, getOnboarding } from "@thaw/core/accounts/onboarding/onboarding";
import { QUESTIONS } from "@thaw/core/accounts/onboarding/onboarding.schema";
import { authenticateToken } from "@thaw/core/accounts/session/session";
import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { type Actor, NOBODY, type Origin, systemActor } from "@thaw/core/actor";
import { randomToken } from "@thaw/core/random";
import type { DemoStore } from "./demo-store.ts";

type Credentials = { email: string; password: string };

const HERE: Origin = { ip: "127.0.0.1", userAgent: "demo" };

/**
 * The demo's own account, made on first use as everyone makes theirs: sign-up, the link of the verification mail, login.
 *
 * @param inboxUrl where the mail that the product itself sends is kept
 * @param fill is given the new owner once; an account that was not filled to the end is left and another one made
 */
export async function openDemoAccount(options: {
  store: DemoStore;
  inboxUrl: string;
  fill: (actor: Actor) => Promise<unknown>;
}): Promise<Credentials> {
  const { store, inboxUrl, fill } = options;
  const known = store.fact<Credentials>("account");
  if (known) {
    const { token } = await enterAccount(known, HERE);
    await letIn(await authenticateToken(token));
    return known;
  }
  const number = (store.fact<number>("accountsBegun") ?? 0) + 1;
  store.setFact("accountsBegun", number);
  const email = `you${number === 1 ? "" : number}@fernhollow.example`;
  const password = `${randomToken()}a1`;
  const person = { name: "Demo", email, password, terms_accepted: true } as const;
  const { sign_up_proof } = await signUp(NOBODY, person);
  const uuid = await verificationOf(inboxUrl, email);
  const { token } = await verifyUser({ ...NOBODY, origin: HERE }, { uuid, sign_up_proof });
  await letIn(await authenticateToken(token));
  await fill(await authenticateToken(token));
  const credentials = { email, password };
  store.setFact("account", credentials);
  return credentials;
}

/** Its first questions are answered and its plan does not end, however fast the demo's time runs. Safe to run twice. */
async function letIn(owner: Actor): Promise<void> {
  const { onboarding_stage: stage } = await getOnboarding(owner, {});
  for (const [index, { options, isRequired }] of [...QUESTIONS.entries()].slice(stage)) {
    const values = isRequired ? [options[0]] : [];
    await answerOnboarding(owner, { step: index + 1, values });
  }
  await setPlan(systemActor(owner.accountId), { plan_type: "PRO" });
}

export async function enterAccount(
  credentials: Credentials,
  origin: Origin,
): Promise<{ token: string }> {
  const result = await login({ ...NOBODY, origin }, credentials);
  if (!("token" in result)) throw new Error("The demo's account is not verified");
  return { token: result.token };
}

type KeptMail = { destination: { to: string[] }; body: { text?: string } };

async function verificationOf(inboxUrl: string, email: string): Promise<string> {
  const response = await fetch(`${inboxUrl}/store`);
  const { emails } = (await response.json()) as { emails: KeptMail[] };
  const mail = emails.findLast(({ destination }) => destination.to.includes(email));
  const uuid = /[?&]uuid=([^\s&]+)/.exec(mail?.body.text ?? "")?.[1];
  if (!uuid) throw new Error("The demo's verification mail did not arrive");
  return decodeURIComponent(uuid);
}
