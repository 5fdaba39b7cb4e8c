import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { SECURITIES } from "@thaw/mail/host/presets.schema";
import { findInSent } from "@thaw/mail/imap/find-in-sent";
import { verifyImap } from "@thaw/mail/imap/verify-imap";
import { closeSmtp, connectSmtp, isSmtpOpen } from "@thaw/mail/smtp/connect-smtp";
import { sendSmtp } from "@thaw/mail/smtp/send-smtp";
import type { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { verifySmtp } from "@thaw/mail/smtp/verify-smtp";
import { SignJWT } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { type MailLab, mailLab } from "./lab.ts";
import { eventually, imapOf, openImap, smtpOf, submit, testMail } from "./mailbox.ts";

const found = await mailLab();
const lab = found as MailLab;
afterAll(() => found?.stop());

const ann = "user01@alpha.test";
const bob = "user06@beta.test";

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: SmtpError) => reason,
  );
  return error?.failure;
}

describe.runIf(found)("SMTP against Postfix", () => {
  test.each(SECURITIES)("a message sent over %s arrives", async (security) => {
    const mail = testMail(ann, bob);
    const connection = await connectSmtp(smtpOf(lab, ann, security));
    const outcome = await sendSmtp(connection, { from: ann, to: [bob], raw: mail.raw });
    await closeSmtp(connection);
    expect(outcome).toMatchObject({ kind: "sent", accepted: [bob] });
    const inbox = await openImap(lab, bob);
    await eventually(async () => (await findInSent(inbox, "INBOX", mail.messageId)) || undefined);
  });

  test("a wrong password is refused in Postfix's words, whatever the security", async () => {
    for (const security of SECURITIES) {
      const server = smtpOf(lab, ann, security);
      const failure = await failureOf(
        verifySmtp({ ...server, login: { user: ann, password: "wrong" } }),
      );
      expect(failure).toEqual({
        kind: "mailbox-auth",
        code: 535,
        statusCode: "5.7.8",
        text: expect.stringMatching(/^Error: authentication failed/),
      });
    }
  });

  test("a bearer token signs in to both sides and an expired one is refused", async () => {
    const token = (lifetime: string) =>
      new SignJWT({ email: ann })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setSubject(ann)
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(createPrivateKey(readFileSync(lab.oauthKeyPath)));
    const alive = { user: ann, accessToken: await token("1h") };
    await verifySmtp({ ...smtpOf(lab, ann), login: alive });
    await verifyImap({ ...imapOf(lab, ann), login: alive });
    const dead = { user: ann, accessToken: await token("-1h") };
    const failure = await failureOf(verifySmtp({ ...smtpOf(lab, ann), login: dead }));
    expect(failure).toMatchObject({ kind: "mailbox-auth", code: 535 });
    const imap = verifyImap({ ...imapOf(lab, ann), login: dead });
    await expect(imap).rejects.toMatchObject({ kind: "mailbox-auth" });
  });

  test("a certificate for another name is refused", async () => {
    const failure = await failureOf(verifySmtp({ ...smtpOf(lab, ann), host: "mail.example.com" }));
    expect(failure?.text).toMatch(/^The certificate of mail\.example\.com:\d+ was not accepted/);
    const starttls = { ...smtpOf(lab, ann, "TLS"), host: "mail.example.com" };
    expect((await failureOf(verifySmtp(starttls)))?.text).toMatch(/^The certificate of/);
  });

  test("each way to refuse a recipient is distinguished, over one connection as far as it lasts", async () => {
    const connection = await connectSmtp(smtpOf(lab, ann));
    const outcomes: string[] = [];
    for (const prefix of ["hard", "soft", "full", "spamblock", "block", "grey", "drop421"]) {
      expect(isSmtpOpen(connection)).toBe(true);
      const to = `${prefix}-x@beta.test`;
      const outcome = await sendSmtp(connection, {
        from: ann,
        to: [to],
        raw: testMail(ann, to).raw,
      });
      expect(outcome.text).not.toBe("");
      outcomes.push(`${prefix} ${"cause" in outcome ? outcome.cause : outcome.kind}`);
    }
    expect(outcomes).toEqual([
      "hard address",
      "soft recipient-temporary",
      "full recipient-temporary",
      "spamblock message",
      "block sender",
      "grey recipient-temporary",
      "drop421 mailbox-busy",
    ]);
    expect(isSmtpOpen(connection)).toBe(false);
  });

  test("after a refusal the same connection still delivers", async () => {
    const connection = await connectSmtp(smtpOf(lab, ann));
    const refused = testMail(ann, "hard-x@beta.test");
    await sendSmtp(connection, { from: ann, to: ["hard-x@beta.test"], raw: refused.raw });
    const sent = await sendSmtp(connection, { from: ann, to: [bob], raw: testMail(ann, bob).raw });
    expect(sent.kind).toBe("sent");
    await closeSmtp(connection);
  });

  test("a stopped Postfix is the network's fault and a started one delivers again", async () => {
    await lab.stopService("postfix");
    const failure = await failureOf(verifySmtp(smtpOf(lab, ann)));
    await lab.startService("postfix");
    expect(failure).toMatchObject({ kind: "network" });
    expect((await submit(lab, ann, bob)).outcome.kind).toBe("sent");
  });
});
