import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import {
  CONNECTOR_SECRET,
  type FakeConnector,
  startLinkedInConnector,
} from "../../../../../tests/support/linkedin-connector.ts";
import { told } from "../../../../../tests/support/told.ts";
import type { Actor } from "../../actor.ts";
import { askConnector } from "./connector-request.ts";
import { linkedInErasure } from "./erase-linkedin.ts";
import {
  addLinkedInAccount,
  listLinkedInAccounts,
  removeLinkedInAccount,
} from "./linkedin-account.ts";
import {
  getLinkedInConnector,
  removeLinkedInConnector,
  setLinkedInConnector,
} from "./linkedin-connector.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
afterAll(() => {
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
});

const SAM = { name: "Sam Sender", profile_url: "linkedin.com/in/sam-sender" };

const withConnector = (actor: Actor, { url }: FakeConnector) =>
  setLinkedInConnector(actor, { url, secret: CONNECTOR_SECRET });

test("the connector's secret is never given back", async () => {
  const actor = testActor();
  const secret = "0123456789abcdef-wxyz";
  const set = await setLinkedInConnector(actor, { url: "https://li.example.com/x/", secret });
  expect(set).toEqual({ url: "https://li.example.com/x", secret_masked: "…wxyz" });
  expect(JSON.stringify(await getLinkedInConnector(actor, {}))).not.toContain(secret);
  expect(await removeLinkedInConnector(actor, {})).toEqual({ url: null, secret_masked: null });
});

/** As where nobody has allowed private networks. */
function publicOnly(): Disposable {
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
  return {
    [Symbol.dispose]() {
      process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
    },
  };
}

test.each([
  "https://169.254.169.254/latest",
  "https://[::1]",
  "https://127.1",
  "https://0x7f000001",
  "https://2130706433",
  "https://[::ffff:10.0.0.1]",
  "https://localhost:8443",
  "http://8.8.8.8",
])("a connector at %s is refused when it is saved", async (url) => {
  using _public = publicOnly();
  const actor = testActor();
  await expect(
    setLinkedInConnector(actor, { url, secret: CONNECTOR_SECRET }),
  ).rejects.toMatchObject({ code: "invalid", fields: { url: [told(expect.any(String))] } });
  expect(await getLinkedInConnector(actor, {})).toMatchObject({ url: null });
});

test("a redirect of a connector, for example to a service of the cloud, is not followed", async () => {
  await using metadata = await startLinkedInConnector();
  const redirecting = createServer((_request, response) => {
    response.writeHead(302, { location: `${metadata.url}/latest/meta-data` }).end();
  });
  redirecting.listen(0, "127.0.0.1");
  await once(redirecting, "listening");
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  const login = { url, secret: CONNECTOR_SECRET };
  await expect(askConnector(login, { path: "/view", body: {} })).rejects.toMatchObject({
    isPassing: false,
    message: "The connector replied 302",
  });
  redirecting.close();
  expect([metadata.requests, metadata.refused]).toEqual([[], []]);
});

test("a connector is told to release an account that is removed, and of all when the data is deleted", async () => {
  await using connector = await startLinkedInConnector();
  const actor = testActor();
  await withConnector(actor, connector);
  const [first, second] = [
    await addLinkedInAccount(actor, SAM),
    await addLinkedInAccount(actor, { ...SAM, profile_url: "linkedin.com/in/kim" }),
  ];
  const left = () => connector.requests.filter(({ path }) => path === "/disconnect");
  await removeLinkedInAccount(actor, { linkedin_account_id: first.id });
  expect(left().map(({ body }) => body)).toEqual([{ account: { ref: "ref-1" } }]);
  // A connector that does not know the request holds nothing up.
  connector.answers["/disconnect"] = 404;
  for await (const _gone of linkedInErasure.erase(actor.accountId));
  expect(left().slice(1)).toMatchObject([{ body: { account: { ref: "ref-2" } } }]);
  expect(second.progress).toBe("SUCCESS");
  expect((await listLinkedInAccounts(actor, {})).items).toEqual([]);
  expect(await getLinkedInConnector(actor, {})).toMatchObject({ url: null });
});

test("a connector is asked at public addresses only, by https, and never redirected", async () => {
  await using connector = await startLinkedInConnector();
  connector.answers["*"] = 302;
  const login = { url: connector.url, secret: CONNECTOR_SECRET };
  await expect(askConnector(login, { path: "/status/x" })).rejects.toMatchObject({
    isPassing: false,
  });
  {
    using _public = publicOnly();
    for (const url of [
      connector.url,
      connector.url.replace("http:", "https:"),
      "https://10.0.0.1",
    ]) {
      await expect(askConnector({ ...login, url }, { path: "/status/x" })).rejects.toMatchObject({
        isPassing: false,
      });
    }
  }
  expect(connector.requests).toHaveLength(1);
});

test("a temporary failure is tried three times with one key, and a wrong signature is detected", async () => {
  await using connector = await startLinkedInConnector();
  connector.answers["*"] = 500;
  const login = { url: connector.url, secret: CONNECTOR_SECRET };
  const call = { path: "/view", body: { a: 1 }, idempotencyKey: "k" };
  await expect(askConnector(login, call)).rejects.toMatchObject({ isPassing: true });
  expect(connector.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k", "k", "k"]);
  await expect(askConnector({ ...login, secret: "x".repeat(16) }, call)).rejects.toMatchObject({
    isPassing: false,
    message: "The connector replied 401",
  });
  expect(connector.refused).toEqual(["/view"]);
});
