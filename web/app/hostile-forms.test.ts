import type { ActionFunction } from "@remix-run/node";
import { issueSession } from "@thaw/core/accounts/session/session";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import { AppError } from "@thaw/core/error";
import { beforeAll, expect, test, vi } from "vitest";
import { cloudOfFile } from "../../tests/support/file-cloud.ts";
import { finishOnboarding } from "../../tests/support/onboarding.ts";

await cloudOfFile();
vi.stubEnv("PROVIDER_HOSTS", "web");

type Route = { action?: ActionFunction };
const routes = import.meta.glob<Route>("./routes/*/route.{ts,tsx}");

let token = "";
beforeAll(async () => {
  const userId = await userIds.next("global");
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
  token = (await issueSession(user, { ip: "192.0.2.1", userAgent: "test" })).token;
});

const HOSTILE = [
  ["an index of forty million", "email[40000000]=x&password=x"],
  ["an index in a field that the form has not", "intent=save&z[3000000]=x"],
  ["a name of 3,000 levels", `a${".a".repeat(3_000)}=1`],
  ["thirty thousand fields", "a=1&".repeat(30_000)],
  ["what every object has", "intent=login&__proto__.isAdmin=1"],
  ["a name that every object answers to", "intent=login&toString=1"],
  ["a list that is given a name of lists", "intent=login&a[0]=1&a.map=2"],
  ["an intent of the form library", "__intent__=%5B"],
  ["three megabytes", `email=${"x".repeat(3_000_000)}`],
] as const;

const post = (body: string, cookie: string) =>
  new Request("http://web/login", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(cookie ? { cookie } : {}),
    },
  });

/** What a route's action says to a request, as a status and the length of the answer. */
async function ask(action: ActionFunction, request: Request) {
  const params = { id: "1", threadId: "1", deleteIdentifier: "x" };
  const said = await Promise.resolve()
    .then(() => action({ request, params, context: { requestId: "" } }))
    .catch((error: unknown) => error);
  if (said instanceof AppError) return { status: said.status, length: said.message.length };
  if (said instanceof Response) {
    return { status: said.status, length: (await said.text()).length };
  }
  // A bug, or an answer with what was sent.
  return { status: 500, length: String(JSON.stringify(said)).length, said };
}

test.each(HOSTILE)(
  "%s: every action refuses it, to visitors and users, within a second of CPU",
  async (_name, body) => {
    const wrong: unknown[] = [];
    for (const [name, load] of Object.entries(routes)) {
      const { action } = await load();
      if (!action || name.includes("/logout/")) continue;
      for (const cookie of ["", `__Host-thaw_session=${token}`]) {
        const [memory, at] = [process.memoryUsage().rss, process.cpuUsage()];
        const { status, length, ...rest } = await ask(action, post(body, cookie));
        const { user, system } = process.cpuUsage(at);
        const seconds = (user + system) / 1_000_000;
        const megabytes = (process.memoryUsage().rss - memory) / 2 ** 20;
        const isRefused = status >= 300 && status < 500 && length < 1_000;
        if (!isRefused || seconds > 1 || megabytes > 50) {
          wrong.push({ name, cookie, status, length, seconds, megabytes, ...rest });
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
