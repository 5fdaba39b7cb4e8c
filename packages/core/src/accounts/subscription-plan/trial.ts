import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { PendingWrite } from "@thaw/data/transact";
import { now, nowIso, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { type ClaimKey, type ClaimOwner, findClaims, takeClaim } from "../../kernel/claim/claim.ts";
import { patchAccount, readAccount } from "../account/account-record.ts";
import { companyOf } from "../user/company-domain.schema.ts";
import type { UserRecord } from "../user/user-record.ts";
import { TRIAL_DAYS, type TrialHolder } from "./subscription-plan.schema.ts";

type Owner = Pick<UserRecord, "accountId" | "email">;

/** What the account's record says of its trial, and the claims that are taken with it, all or none. */
export type Trial = {
  fields: { trialStartedAt: string; trialHadBy?: TrialHolder };
  claims: PendingWrite[];
};

type Mark = { holder: TrialHolder; claim: ClaimKey };

/** Taken with the first trial of each and never given back: a hash, for it outlives the account. */
const markOf = (holder: TrialHolder, value: string): Mark => ({
  holder,
  claim: {
    scope: "global",
    kind: holder === "address" ? "trial" : "trial-company",
    value: createHash("sha256").update(value).digest("hex"),
  },
});

async function marksOf(email: string): Promise<Mark[]> {
  const address = email.trim().toLowerCase();
  const company = await companyDomainOf(address);
  return [markOf("address", address), ...(company ? [markOf("company", company)] : [])];
}

/** acme.co.uk of mail.acme.co.uk; undefined where a provider gives addresses to everyone. Few requests need the list. */
async function companyDomainOf(address: string): Promise<string | undefined> {
  const { getDomain } = await import("tldts");
  const host = domainToASCII(address.slice(address.lastIndexOf("@") + 1));
  return companyOf(`x@${getDomain(host, { allowPrivateDomains: true }) ?? host}`);
}

/** A trial counts as used where the address or the company has had one in another account (D16.2). */
function trialOf(
  accountId: number,
  marks: readonly Mark[],
  held: readonly (ClaimOwner | undefined)[],
): Trial {
  const had = marks.find((_mark, index) => {
    const holder = held[index];
    return holder !== undefined && holder.accountId !== accountId;
  });
  if (had) {
    const trialStartedAt = toIso(now() - TRIAL_DAYS * DAY_MS);
    return { fields: { trialStartedAt, trialHadBy: had.holder }, claims: [] };
  }
  const owner = { accountId, ownerId: accountId };
  const free = marks.filter((_mark, index) => held[index] === undefined);
  return {
    fields: { trialStartedAt: nowIso() },
    claims: free.map(({ claim }) => takeClaim(claim, owner)),
  };
}

/**
 * Does what verifies an owner's address, with the trial that begins then: anew where the trial became another account's at the
 * same moment.
 *
 * @throws what `verify` throws for any other reason; it has to be all or none
 */
export async function withTrial<Result>(
  { accountId, email }: Owner,
  verify: (trial: Trial) => Promise<Result>,
): Promise<Result> {
  const marks = await marksOf(email);
  const find = () => findClaims(marks.map(({ claim }) => claim));
  let held = await find();
  for (;;) {
    try {
      return await verify(trialOf(accountId, marks, held));
    } catch (error) {
      const found = await find();
      if (isDeepStrictEqual(found, held)) throw error;
      held = found;
    }
  }
}

/** For the transaction that verifies a user's address: an owner's trial begins with it, once. */
export async function startTrial<Result>(
  user: Owner & Pick<UserRecord, "kind">,
  verify: (writes: readonly PendingWrite[]) => Promise<Result>,
): Promise<Result> {
  const { accountId, kind } = user;
  if (kind !== "owner") return verify([]);
  return withTrial(user, async ({ fields, claims }) => {
    const { data } = await readAccount(accountId).go({ consistent: true });
    if (data?.trialStartedAt !== undefined) return verify([]);
    const begin = patchAccount({ accountId })
      .set(fields)
      .where((account, op) => op.notExists(account.trialStartedAt));
    return verify([begin, ...claims]);
  });
}
