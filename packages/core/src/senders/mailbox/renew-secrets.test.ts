import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { findLanguageModel, updateAiSettings } from "../../accounts/ai/ai-settings.ts";
import { variable } from "../../environment.ts";
import { setLinkedInConnector } from "../linkedin/linkedin-connector.ts";
import { findConnector } from "../linkedin/linkedin-record.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { sealedServers } from "./mailbox-connect.ts";
import { imapServer, smtpServer } from "./mailbox-login.ts";
import { requireMailbox } from "./mailbox-record.ts";
import { renewSecrets } from "./renew-secrets.ts";

const dir = mkdtempSync(join(tmpdir(), "thaw-rotation-"));
const given = process.env[variable.encryption];
process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
afterAll(() => {
  process.env[variable.encryption] = given;
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
  rmSync(dir, { recursive: true });
});

const newKey = () => randomBytes(32).toString("base64");

/** As an operator has it: one key a line, the newest last. */
function useKeys(...keys: string[]): void {
  const path = join(dir, `${crypto.randomUUID()}.key`);
  writeFileSync(path, keys.join("\n"));
  process.env[variable.encryption] = `file:${path}`;
}

async function newMailbox(password: string) {
  const world = await makeWorld({ smtpPort: 1, leads: 0, start: false, mailbox: { password } });
  const key = { accountId: world.actor.accountId, mailboxId: world.mailboxIds[0] ?? 0 };
  return { key, actor: world.actor, read: () => requireMailbox(key.accountId, key.mailboxId) };
}

test("once every secret was used under a new master key, the old one may go", async () => {
  const [old, fresh] = [newKey(), newKey()];
  useKeys(old);
  const { actor, key, read } = await newMailbox("tr0ub4dor&3");
  const connector = { url: "http://127.0.0.1:1", secret: "a-secret-of-both-sides" };
  await setLinkedInConnector(actor, connector);
  await updateAiSettings(actor, { secret_key: "sk-of-the-account" });

  useKeys(old, fresh);
  await renewSecrets(await read());
  await findConnector(key.accountId);
  await findLanguageModel(key.accountId);

  useKeys(fresh);
  const mailbox = await read();
  const login = { user: mailbox.email, password: "tr0ub4dor&3" };
  expect([(await smtpServer(mailbox)).login, (await imapServer(mailbox)).login]).toEqual([
    login,
    login,
  ]);
  expect(await findConnector(key.accountId)).toEqual(connector);
  expect(await findLanguageModel(key.accountId)).toBeDefined();
});

test("a login that was changed while the previous one was sealed anew stays as it was changed", async () => {
  const [old, fresh] = [newKey(), newKey()];
  useKeys(old);
  const { key, read } = await newMailbox("the one before");
  const before = await read();
  useKeys(old, fresh);
  const server = { host: "127.0.0.1", port: 1, security: "None" } as const;
  const changed = await sealedServers(key, {
    email: before.email,
    user_name: "",
    password: "the new one",
    smtp_host: server.host,
    smtp_port: server.port,
    smtp_security: server.security,
    imap_host: server.host,
    imap_port: server.port,
    imap_security: server.security,
  });
  await MailboxEntity.patch(key).set(changed).go();
  await renewSecrets(before);
  expect((await smtpServer(await read())).login).toMatchObject({ password: "the new one" });
});
