import { issueSession } from "@thaw/core/accounts/session/session";
import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { addMember } from "@thaw/core/accounts/team/member";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import { systemActor } from "@thaw/core/actor";
import { DAY_MS } from "@thaw/core/duration";
import type { Role } from "@thaw/core/kernel/access/role.schema";
import type { Page } from "playwright/test";
import { testUser } from "../../support/user.ts";
import { SESSION } from "./api.ts";

const PASSWORD = "glacier-2026";

type Plan = Parameters<typeof setPlan>[1];
type User = Parameters<typeof issueSession>[0];

/** An account's owner. Their trial began so many days ago, or never. */
export async function owner(
  plan?: Plan,
  { trialDays, isNew = false }: { trialDays?: number; isNew?: boolean } = {},
): Promise<User> {
  const began = trialDays === undefined ? undefined : new Date(Date.now() - trialDays * DAY_MS);
  const user = await testUser("owner", PASSWORD, {
    isNew,
    ...(began ? { trialStartedAt: began.toISOString() } : {}),
  });
  if (plan) await setPlan(systemActor(user.accountId), plan);
  return user;
}

export const member = (
  { accountId }: Pick<User, "accountId">,
  role: Exclude<Role, "OWNER">,
): Promise<User> =>
  addMember(accountId, { name: role, email: anyAddress(), password: PASSWORD, role });

/** An agency's client who may look, and no more. */
export const readingClient = async ({ accountId }: Pick<User, "accountId">): Promise<User> =>
  createUser({
    accountId,
    userId: await userIds.next("global"),
    kind: "client",
    name: "Cleo",
    email: anyAddress(),
    passwordHash: "none",
    isEmailVerified: true,
    clientPermissions: [],
    hiddenCategoryIds: [],
  });

const anyAddress = () => `${crypto.randomUUID()}@firm.example`;

/** The session of someone who has just signed in. */
export const tokenFor = async (user: User): Promise<string> =>
  (await issueSession(user, { ip: "127.0.0.1", userAgent: "journey" })).token;

/** Signs the browser in as this user, in place of any other: under the product's own address or an agency's host. */
export async function become(page: Page, origin: string, user?: User): Promise<void> {
  await page.context().clearCookies({ name: SESSION });
  if (!user) return;
  await page.context().addCookies([{ name: SESSION, value: await tokenFor(user), url: origin }]);
}

/** The address without its origin that the browser ends at when it opens one. */
export async function endOf(page: Page, address: string): Promise<string> {
  await page.goto(address, { waitUntil: "commit" });
  return withoutOrigin(page.url());
}

/** The same as the server leads from page to page, without the last of them being drawn if it is the one that is expected. */
export async function ledTo(page: Page, address: string, expected: string): Promise<string> {
  let at = address;
  while (new URL(at).pathname !== expected) {
    const { location } = (await page.request.get(at, { maxRedirects: 0 })).headers();
    if (location === undefined) return withoutOrigin(at);
    at = new URL(location, at).href;
  }
  return expected;
}

function withoutOrigin(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
