import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { getUserRecord } from "@thaw/core/accounts/user/profile";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { storeAccount } from "../../../../tests/support/records.ts";
import { action } from "../../routes/_app.app.settings.profile/route.tsx";

await cloudOfFile();

async function signedIn(): Promise<string> {
  const userId = await userIds.next("global");
  await storeAccount(userId, "Etc/UTC");
  const user = await createUser({
    accountId: userId,
    userId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: "none",
    isEmailVerified: true,
  });
  await finishOnboarding(user);
  return (await issueSession(user, { ip: "192.0.2.1", userAgent: "test" })).token;
}

test("the profile is saved without a designation, and a designation is cleared", async () => {
  const token = await signedIn();
  const save = (designation: string) => {
    const body = new URLSearchParams({ intent: "save", name: "Ada Byron", designation });
    const headers = { cookie: `__Host-thaw_session=${token}` };
    const request = new Request("http://web/app/settings/profile", {
      method: "POST",
      body,
      headers,
    });
    return action({ request, params: {}, context: { requestId: "" } });
  };
  const saved = async () => {
    const { name, designation } = (await getUserRecord(await authenticateToken(token), {})) ?? {};
    return { name, designation };
  };
  await save("");
  expect(await saved()).toEqual({ name: "Ada Byron", designation: "" });
  await save("Head of Sales");
  expect(await saved()).toEqual({ name: "Ada Byron", designation: "Head of Sales" });
  await save("");
  expect(await saved()).toEqual({ name: "Ada Byron", designation: "" });
});
