import type { PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import { type Actor, originOf } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { log } from "../../log.ts";
import { networkOf } from "../../network.ts";
import { operation, parse } from "../../operation.ts";
import { takeAttempt } from "../login/attempt.ts";
import { enterProven } from "../login/login.ts";
import { newSignUpProof } from "../login/sign-up-proof.ts";
import { takeOver } from "../team/take-over.ts";
import { WorkEmailAddress } from "../user/email-address.schema.ts";
import { findClientByEmail, findUser, findUserByEmail } from "../user/user-record.ts";
import { findHostAccount, isProviderHost } from "../white-label/host.ts";
import {
  addIdentity,
  findIdentity,
  identityIdOf,
  type Realm,
  touchIdentity,
} from "./identity-record.ts";
import type { Person } from "./issuer-client.ts";
import { issuersAt, redirectUriOf, requireIssuer } from "./issuers.ts";
import {
  AnswerOidcCode,
  BeginOidc,
  FinishOidc,
  OidcAnswer,
  OidcBeginning,
  OidcEntry,
  type OidcIssuer,
  OidcIssuerPage,
} from "./oidc.schema.ts";
import { ANYBODY, find, type Holder, type Left, leave, spend, stale } from "./oidc-state.ts";

const BEGINNINGS = { kind: "oidc-beginning", limit: 300, windowMs: 60 * 60_000 };

/** The ways in besides ours at the host that the browser asked. */
export const listOidcIssuers = operation({
  permission: "public",
  input: v.object({}),
  output: OidcIssuerPage,
  async run(actor) {
    return { items: issuersAt(hostOf(actor)).map(({ id, name }) => ({ id, name })) };
  },
});

/** Returns the address at which the issuer identifies the user. */
export const beginOidc = operation({
  permission: "public",
  input: BeginOidc,
  output: OidcBeginning,
  run: (actor, { issuer_id, next }) => begin(actor, { issuerId: issuer_id, next }, ANYBODY),
});

export async function begin(
  actor: Actor,
  { issuerId, next }: { issuerId: string; next?: string | undefined },
  holder: Holder,
): Promise<v.InferOutput<typeof OidcBeginning>> {
  const host = hostOf(actor);
  const issuer = requireIssuer(issuerId, host);
  const { ip } = originOf(actor);
  if (ip !== "" && (await takeAttempt(BEGINNINGS, networkOf(ip))) === undefined) {
    throw new AppError("rate_limited", "signIn.tooManyAttempts");
  }
  const left = { issuerId, host, ...(next === undefined ? {} : { next }) };
  const secret = await leave("oidc-state", holder, left);
  const redirectUri = redirectUriOf(issuer, host);
  try {
    const { authorizationUrl } = await import("./issuer-client.ts");
    return { url: await authorizationUrl(issuer, { secret, redirectUri }), secret };
  } catch (error) {
    log.error("An issuer of identities does not answer", { issuer: issuer.id, error });
    throw new AppError("unavailable", "signIn.issuerSilent", { issuer: issuer.name });
  }
}

/**
 * Reads the issuer's response, once: signs in the user of the identity, offers an account to a new person, or links the
 * identity with the signed-in user who asked for that.
 */
export const finishOidc = operation({
  permission: "public",
  input: FinishOidc,
  output: OidcAnswer,
  async run(actor, { issuer_id, secret, query }) {
    const host = hostOf(actor);
    const issuer = requireIssuer(issuer_id, host);
    const left = await find("oidc-state", secret, host);
    if (left?.issuerId !== issuer.id || !(await spend("oidc-state", secret))) throw stale();
    // The user who began to link has to be the one who is signed in now.
    if (left.userId !== ANYBODY.userId && left.userId !== actor.userId) throw stale();
    const person = await ask(issuer, { secret, query, redirectUri: redirectUriOf(issuer, host) });
    const realm = await realmOf(host);
    return left.userId === ANYBODY.userId
      ? signIn(actor, { issuer, realm, person, left })
      : link(actor, { issuer, realm, person });
  },
});

/** The mailed code of two-step login: what an issuer says counts for the password alone. */
export const answerOidcCode = operation({
  permission: "public",
  input: AnswerOidcCode,
  output: OidcEntry,
  async run(actor, { secret, otp }) {
    const host = hostOf(actor);
    const left = await find("oidc-code", secret, host);
    if (!left?.person) throw stale();
    const { identityId, email } = left.person;
    const answer = await enterProven(actor, countedOf(actor, identityId), {
      prove: () => findUser(left),
      refusal: "signIn.notLinked",
      isOfClients: !isProviderHost(host),
      secondStep: { otp },
    });
    if (answer.requiresOTP) throw stale();
    await spend("oidc-code", secret);
    if (!("token" in answer)) return toVerify(answer.user.id, email);
    return signedIn(answer.token, left);
  },
});

export const hostOf = (actor: Actor) => originOf(actor).host ?? "";

/** @throws AppError not_found at a host that is nobody's */
export async function realmOf(host: string): Promise<Realm> {
  if (isProviderHost(host)) return "global";
  const accountId = await findHostAccount(host);
  if (accountId === undefined) throw stale();
  return accountId;
}

const countedOf = (actor: Actor, identityId: string) => ({
  address: `oidc ${identityId}`,
  ip: originOf(actor).ip,
});

async function ask(
  issuer: OidcIssuer,
  asked: { secret: string; query: string; redirectUri: string },
): Promise<Person> {
  try {
    const { readPerson } = await import("./issuer-client.ts");
    return await readPerson(issuer, asked);
  } catch (error) {
    log.warn("A sign-in by an issuer failed", { issuer: issuer.id, error });
    throw new AppError("invalid", "signIn.issuerFailed", { issuer: issuer.name });
  }
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;
type Came = { issuer: OidcIssuer; realm: Realm; person: Person };

async function link(actor: Actor, { issuer, realm, person }: Came): Promise<OidcAnswer> {
  const { accountId, userId } = actor;
  await addIdentity(actor, realm, {
    accountId,
    userId,
    identityId: identityIdOf(person),
    issuerId: issuer.id,
    email: person.email ?? "",
  });
  return { step: "linked", name: issuer.name };
}

async function signIn(actor: Actor, came: Came & { left: Left }): Promise<OidcAnswer> {
  const { issuer, realm, person, left } = came;
  const identityId = identityIdOf(person);
  const isProven = issuer.is_trusted && person.isEmailVerified;
  const known = await findIdentity(realm, identityId);
  const user = known ? await findUser(known) : await findByAddress(came, isProven);
  if (!user && !known && realm === "global") return offerAccount(came, { identityId, isProven });
  const answer = await enterProven(actor, countedOf(actor, identityId), {
    prove: async () => {
      if (known) return (await touchIdentity(known)) ? user : undefined;
      return user?.status === "active" ? linkByAddress(actor, came, user) : user;
    },
    refusal: "signIn.notLinked",
    isOfClients: realm !== "global",
    secondStep: {},
  });
  if ("token" in answer) return signedIn(answer.token, left);
  const { accountId, userId, email } = user ?? { ...ANYBODY, email: "" };
  if (!answer.requiresOTP) return toVerify(answer.user.id, email);
  const waiting = { ...left, person: { identityId, email, name: "", isProven } };
  return { step: "code", secret: await leave("oidc-code", { accountId, userId }, waiting) };
}

const toVerify = async (userId: number, email: string) =>
  ({ step: "verify", email, sign_up_proof: await newSignUpProof({ userId }) }) as const;

const signedIn = (token: string, { next = null }: { next?: string | null | undefined }) =>
  ({ step: "signed_in", token, next }) as const;

async function findByAddress(
  { realm, person: { email } }: Came,
  isProven: boolean,
): Promise<User | undefined> {
  if (email === undefined || !isProven) return undefined;
  return realm === "global" ? findUserByEmail(email) : findClientByEmail(realm, email);
}

/** The issuer is trusted and vouches for the address: anyone who has it is the same person. */
async function linkByAddress(
  actor: Actor,
  { issuer, realm, person }: Came,
  user: User,
): Promise<User> {
  const { accountId, userId } = user;
  const identityId = identityIdOf(person);
  const draft = { accountId, userId, identityId, issuerId: issuer.id, email: user.email };
  const who = { accountId, userId, origin: originOf(actor) };
  const link = (others: readonly PendingWrite[]) => addIdentity(who, realm, draft, others);
  if (!user.isEmailVerified) return { ...user, ...(await takeOver(user, link)) };
  await link([]);
  return user;
}

/**
 * A new person, or one whose address is claimed by an issuer that we do not trust: both get the same response, and the
 * rules of a sign-up decide.
 */
async function offerAccount(
  { issuer, person, left }: Came & { left: Left },
  { identityId, isProven }: { identityId: string; isProven: boolean },
): Promise<OidcAnswer> {
  if (!person.isEmailVerified || person.email === undefined)
    throw new AppError("invalid", "signIn.notLinked");
  const { email } = parse(v.object({ email: WorkEmailAddress }), { email: person.email });
  const waiting = {
    ...left,
    issuerId: issuer.id,
    person: { identityId, email, name: person.name, isProven },
  };
  return { step: "sign_up", secret: await leave("oidc-sign-up", ANYBODY, waiting) };
}
