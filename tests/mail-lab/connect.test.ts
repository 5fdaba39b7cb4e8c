import { AppError } from "@thaw/core/error";
import { getMailbox, listMailboxes, updateMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { connectMailbox } from "@thaw/core/senders/mailbox/mailbox-connect";
import { deleteMailbox } from "@thaw/core/senders/mailbox/mailbox-delete";
import { recordTrouble } from "@thaw/core/senders/mailbox/mailbox-health";
import { imapServer } from "@thaw/core/senders/mailbox/mailbox-login";
import { reconnectMailbox } from "@thaw/core/senders/mailbox/mailbox-reconnect";
import { findMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import { readSlots } from "@thaw/core/senders/send-slot/send-slot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testActor } from "../support/actor.ts";
import { raceWrites } from "../support/race.ts";
import { startSink } from "../support/sink.ts";
import { told } from "../support/told.ts";
import { type MailLab, mailLab } from "./lab.ts";

const found = await mailLab();
const lab = found as MailLab;

beforeAll(() => {
  if (!found) return;
  Object.assign(process.env, { ALLOW_PRIVATE_MAIL_HOSTS: "true", MAIL_CA_FILE: lab.caPath });
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
  delete process.env.MAIL_CA_FILE;
  await found?.stop();
});

const EMAIL = "user01@alpha.test";

/** Both sides of a lab user, by a name that its certificate holds. */
const servers = () => ({
  smtp_host: "localhost",
  smtp_port: lab.smtp.SSL,
  smtp_security: "SSL" as const,
  imap_host: "localhost",
  imap_port: lab.imap.SSL,
  imap_security: "SSL" as const,
});

const account = (change: object = {}) => ({
  email: EMAIL,
  from_name: "Uma",
  password: lab.password,
  ...servers(),
  ...change,
});

async function refusalOf(attempt: Promise<unknown>): Promise<AppError> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

const AUTH_REFUSED = {
  smtp: told(expect.stringMatching(/^SMTP: Error: authentication failed/)),
  imap: told(expect.stringMatching(/^IMAP: .*Authentication failed/i)),
};

describe.runIf(found)("connecting a mailbox to Postfix and Dovecot", () => {
  test("a mailbox is connected once both logins work, over SSL and over TLS [MBX-11]", async () => {
    const actor = testActor();
    const mailbox = await connectMailbox(actor, account());
    expect(mailbox).toMatchObject({ email: EMAIL, connection_state: "CONNECTED" });
    const starttls = {
      smtp_port: lab.smtp.TLS,
      smtp_security: "TLS",
      imap_port: lab.imap.TLS,
      imap_security: "TLS",
    };
    const other = await connectMailbox(testActor(), account(starttls));
    expect(other.connection_state).toBe("CONNECTED");
    const [slot] = await readSlots(actor.accountId, [mailbox.id]);
    expect(slot?.sending).toBe("on");
  });

  test("a wrong password is told in the words of both servers, at the password [MBX-11]", async () => {
    const actor = testActor();
    const refusal = await refusalOf(connectMailbox(actor, account({ password: "wrong" })));
    expect(refusal.status).toBe(400);
    expect(refusal.fields).toEqual({ password: [AUTH_REFUSED.smtp, AUTH_REFUSED.imap] });
    expect((await listMailboxes(actor, {})).items).toEqual([]);
  });

  test("where one side refuses, only that side is blamed [MBX-11]", async () => {
    await using lenient = await startSink();
    const onlyImap = {
      smtp_host: "127.0.0.1",
      smtp_port: lenient.port,
      smtp_security: "None",
      password: "wrong",
    };
    const imap = await refusalOf(connectMailbox(testActor(), account(onlyImap)));
    expect(imap.fields).toEqual({ password: [AUTH_REFUSED.imap] });
    await using strict = await startSink({ password: "another" });
    const onlySmtp = { ...onlyImap, smtp_port: strict.port, password: lab.password };
    const smtp = await refusalOf(connectMailbox(testActor(), account(onlySmtp)));
    expect(smtp.fields).toEqual({ password: [told("SMTP: Wrong password")] });
  });

  test("a wrong port, a wrong security and a wrong name are told at the host of their side", async () => {
    const refusal = await refusalOf(
      connectMailbox(
        testActor(),
        account({ smtp_port: lab.smtp.None, imap_host: "127.0.0.1", imap_port: 1 }),
      ),
    );
    expect(refusal.fields).toEqual({
      smtp_host: [told(expect.stringMatching(/^SMTP: localhost:\d+ does not speak SSL/))],
      imap_host: [told("IMAP: 127.0.0.1:1 refused the connection. Check the port")],
    });
    const unknown = await refusalOf(
      connectMailbox(testActor(), account({ smtp_host: "no-such-host.invalid" })),
    );
    expect(unknown.fields).toEqual({
      smtp_host: [told("SMTP: There is no server called no-such-host.invalid")],
    });
  });

  test("a local server is refused where the operator has not allowed it", async () => {
    delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
    const refusal = await refusalOf(
      connectMailbox(testActor(), account({ smtp_port: 465, imap_port: 993 })),
    );
    process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
    expect(Object.keys(refusal.fields ?? {})).toEqual(["smtp_host", "imap_host"]);
    expect(refusal.message).toContain("public internet");
  });

  test("neither an answer nor the stored record holds the password in the clear [MBX-12]", async () => {
    const actor = testActor();
    const connected = await connectMailbox(actor, account());
    const id = { mailbox_id: connected.id };
    const refused = await refusalOf(
      reconnectMailbox(actor, { ...id, ...servers(), imap_port: 1, password: lab.password }),
    );
    const record = await findMailbox(actor.accountId, connected.id);
    const seen = JSON.stringify([
      connected,
      await getMailbox(actor, id),
      await listMailboxes(actor, {}),
      await updateMailbox(actor, { ...id, from_name: "Una" }),
      await reconnectMailbox(actor, { ...id, ...servers(), password: "" }),
      [refused.message, refused.fields],
    ]);
    expect(seen).not.toContain(lab.password);
    for (const secret of [record?.smtp.secret ?? "-", record?.imap.secret ?? "-"]) {
      expect(seen).not.toContain(secret);
    }
    expect(JSON.stringify(record)).not.toContain(lab.password);
  });

  test("the same address is refused a second time in one account", async () => {
    const actor = testActor();
    await connectMailbox(actor, account());
    const again = await refusalOf(connectMailbox(actor, account({ email: "User01@Alpha.test" })));
    expect(again).toMatchObject({
      status: 409,
      fields: { email: [told("This mailbox is connected already")] },
    });
  });

  test("a disconnected mailbox sends again after it was reconnected with its new password", async () => {
    const actor = testActor();
    const { id } = await connectMailbox(actor, account());
    const key = { accountId: actor.accountId, mailboxId: id };
    for (let time = 0; time < 3; time++) {
      await recordTrouble(key, "SMTP", { kind: "mailbox-auth", text: "Password expired" });
    }
    const lost = await getMailbox(actor, { mailbox_id: id });
    expect(lost.connection_state).toBe("DISCONNECTED");
    expect(lost.failures[0]).toMatchObject({ protocol: "SMTP", message: "Password expired" });
    const form = { mailbox_id: id, ...servers() };
    const refused = await refusalOf(reconnectMailbox(actor, { ...form, password: "wrong" }));
    expect(refused.fields).toEqual({ password: [AUTH_REFUSED.smtp, AUTH_REFUSED.imap] });
    expect((await readSlots(actor.accountId, [id]))[0]?.sending).toBe("off");
    const back = await reconnectMailbox(actor, { ...form, password: lab.password });
    expect(back.connection_state).toBe("CONNECTED");
    expect((await readSlots(actor.accountId, [id]))[0]?.sending).toBe("on");
    const record = await findMailbox(actor.accountId, id);
    expect(record).toMatchObject({ consecutiveFailures: 0 });
    if (!record) throw new Error("The mailbox is gone");
    expect((await imapServer(record)).login).toMatchObject({ password: lab.password });
  });

  test("a breaker that closed a mailbox opens when someone reconnects it", async () => {
    const actor = testActor();
    const { id } = await connectMailbox(actor, account());
    const key = { accountId: actor.accountId, mailboxId: id };
    for (let time = 0; time < 5; time++) {
      await recordTrouble(key, "IMAP", { kind: "network", text: "It ended the connection" });
    }
    expect((await getMailbox(actor, { mailbox_id: id })).closed_until).toBeDefined();
    await reconnectMailbox(actor, { mailbox_id: id, ...servers(), password: "" });
    expect((await getMailbox(actor, { mailbox_id: id })).closed_until).toBeUndefined();
  });

  test("a mailbox that is deleted while it reconnects stays deleted", async () => {
    const actor = testActor();
    const { id } = await connectMailbox(actor, account());
    const form = { mailbox_id: id, ...servers(), password: lab.password };
    using _race = raceWrites(2, /^TransactWrite/);
    const [, deleted] = await Promise.allSettled([
      reconnectMailbox(actor, form),
      deleteMailbox(actor, { mailbox_id: id }),
    ]);
    expect(deleted.status).toBe("fulfilled");
    expect(await findMailbox(actor.accountId, id)).toBeUndefined();
    expect((await readSlots(actor.accountId, [id]))[0]?.sending).toBe("off");
  });
});
