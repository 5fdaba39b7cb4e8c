import { randomBytes } from "node:crypto";
import { authenticateToken } from "@thaw/core/accounts/session/session";
import { variable } from "@thaw/core/environment";
import { parseKeyRing } from "@thaw/core/kernel/signing-key/key-ring";
import type { Operation } from "@thaw/core/operation";
import { client } from "@thaw/data/table";
import { expect, test, vi } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { runAndSend } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { readTable } from "../../../../tests/support/every-entity.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { createApi } from "./app.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();
const api = createApi();

const RING = { session: "SESSION_KEYS", link: "LINK_KEYS" } as const;

const canary = () => `canary-${randomBytes(9).toString("hex")}-1`;

/** What is written to the logs, until it is disposed of. */
function overhear() {
  const lines: string[] = [];
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => lines.push(String(chunk)) > 0),
  );
  return {
    lines,
    [Symbol.dispose]() {
      for (const output of outputs) output.mockRestore();
    },
  };
}

/** Someone at the API, whose answers are kept. */
function visitor() {
  const answers: { request: string; text: string }[] = [];
  let token = "";
  const headers = { "x-forwarded-viewer": crypto.randomUUID() };
  const hear = async (request: string, body?: object): Promise<string> => {
    const [method = "", path = ""] = request.split(" ");
    const response = await api.request(path, {
      method,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    answers.push({ request, text: `${text} ${JSON.stringify([...response.headers])}` });
    return text;
  };
  return {
    answers,
    hear,
    carry(given: string) {
      token = given;
    },
    async ask<Data>(request: string, body?: object): Promise<Data> {
      return (JSON.parse(await hear(request, body)) as { data: Data }).data;
    },
  };
}

/** The secret of the newest mail to someone. */
async function mailed(email: string, name: "uuid" | "token"): Promise<string> {
  const mail = (await cloud.mails()).findLast(({ destination }) => destination.to.includes(email));
  return new RegExp(`${name}=([\\w-]+)`).exec(mail?.body.text ?? "")?.[1] ?? "";
}

type Visitor = ReturnType<typeof visitor>;
type Given = { token: string };

/** Signs up and comes in by every way that there is; gives each secret with the request whose answer holds it, if any. */
async function comeIn(me: Visitor, email: string) {
  const secrets: [secret: string, givenBy?: string][] = [];
  const note = (secret: string, givenBy?: string) => {
    secrets.push(givenBy ? [secret, givenBy] : [secret]);
    return secret;
  };
  const enter = async (request: string, body?: object) => {
    const { token } = await me.ask<Given>(request, body);
    me.carry(note(token, request));
  };
  const [first, second, third, wrong] = [canary(), canary(), canary(), canary()];
  for (const password of [first, second, third, wrong]) note(password);
  const { sign_up_proof } = await me.ask<{ sign_up_proof: string }>("POST /api/auth/signup", {
    name: "Ada",
    email,
    password: first,
    terms_accepted: true,
  });
  const asked = `uuid=${note(await mailed(email, "uuid"))}&sign_up_proof=${note(sign_up_proof, "POST /api/auth/signup")}`;
  await enter(`GET /api/auth/verify-user?${asked}`);
  await me.ask("POST /api/auth/login", { email, password: wrong });
  await enter("POST /api/auth/login", { email, password: first });
  await me.ask("POST /api/auth/password/forgot", { email });
  const uuid = note(await mailed(email, "uuid"));
  await enter("POST /api/auth/password/reset", { uuid, newPassword: second });
  await me.ask("POST /api/auth/magic-link", { email });
  await enter("POST /api/auth/magic-link/login", { token: note(await mailed(email, "token")) });
  const change = { current_password: second, new_password: third };
  await me.ask("POST /api/auth/password/change", change);
  return { note, secrets };
}

const reads = () =>
  api.routes.flatMap(({ method, path, handler }) => {
    const { operation } = handler as { operation?: Operation };
    return method === "GET" && operation ? [path.replace(/:\w+/g, "1")] : [];
  });

test(
  "no password, token, key or link is in the table, the logs or any answer but the one that gives it: a canary for each",
  async () => {
    await using sink = await startSink({ password: "another" });
    const me = visitor();
    const email = `${crypto.randomUUID()}@canary.example`;
    using heard = overhear();
    const { note, secrets } = await comeIn(me, email);
    const token = secrets.findLast(([, givenBy]) => givenBy?.includes("magic-link"))?.[0] ?? "";
    await finishOnboarding(await authenticateToken(token));
    const actor = await authenticateToken(token);

    for (const request of ["POST /api/api-keys", "POST /api/auth/api-key"]) {
      note((await me.ask<{ api_key: string }>(request, { name: "Robot" })).api_key, request);
    }
    const temporary = "POST /api/auth/temp-token";
    note((await me.ask<Given>(temporary)).token, temporary);
    const [connector, model, mailbox] = [note(canary()), note(canary()), note(canary())];
    const url = "http://127.0.0.1:1/connector";
    await me.ask("PUT /api/linkedin/connector", { url, secret: connector });
    await me.ask("POST /api/linkedin/accounts", {
      name: "Ada",
      profile_url: "linkedin.com/in/ada",
    });
    await me.ask("PATCH /api/ai/settings", { secret_key: model });
    for (const invited of ["kim@canary.example", "sam@canary.example"].map(
      (name) => `${Date.now()}${name}`,
    )) {
      await me.ask("POST /api/team", { email: invited, role: "ADMIN_ACCESS" });
      note(await mailed(invited, "uuid"));
    }
    // A login that is refused, and one that nobody answers.
    const server = { smtp_host: "127.0.0.1", imap_host: "127.0.0.1", imap_port: 1 } as const;
    const plain = { smtp_security: "None", imap_security: "None", provider: "generic" } as const;
    await me.ask("POST /api/mailboxes", {
      ...server,
      ...plain,
      email: "ada@sender.example",
      from_name: "Ada",
      smtp_port: sink.port,
      password: mailbox,
    });
    {
      using clock = stoppedClock(new Date().toISOString());
      const options = { actor, smtpPort: sink.port, leads: 1, mailbox: { password: mailbox } };
      const world = await makeWorld(options);
      await runAndSend(world, clock, 16);
    }
    for (const path of reads()) await me.hear(`GET ${path}`);
    const fault = client.intercept((action, input, next) => {
      if (action === "Query") throw new Error("The table's disk is gone");
      return next(input);
    });
    await me.hear("GET /api/campaigns");
    fault();

    expect(secrets.map(([secret]) => secret.length > 20)).toEqual(secrets.map(() => true));
    expect(new Set(secrets.map(([secret]) => secret)).size).toBe(secrets.length);
    const table = JSON.stringify(await readTable());
    const logs = heard.lines.join("");
    expect(table).toContain(email);
    expect(logs).toContain("A request failed");
    expect(sink.mails).toEqual([]);
    for (const [index, [secret, givenBy]] of secrets.entries()) {
      const shown = me.answers.filter(({ text }) => text.includes(secret));
      expect([index, shown.map(({ request }) => request)]).toEqual([
        index,
        givenBy ? [givenBy] : [],
      ]);
      expect([index, table.includes(secret), logs.includes(secret)]).toEqual([index, false, false]);
    }
    const everything = [table, logs, ...me.answers.map(({ text }) => text)].join("");
    for (const ring of ["session", "link"] as const) {
      const [key] = parseKeyRing(ring, process.env[variable.secret(RING[ring])] ?? "");
      expect(everything).not.toContain(key?.secret.toString("base64"));
    }
  },
  paced(120_000),
);
