// Mail that tells about mail, in the form that its standard wants.

export type Report = {
  to: string;
  recipient: string;
  original?: string;
  from?: string;
  /** RFC 3463, and the server's words. */
  status?: string;
  diagnostic?: string;
};

/** A delivery report as RFC 3464 wants it. */
export function report({
  to,
  recipient,
  original,
  from = "MAILER-DAEMON@mx.test",
  status = "5.1.1",
  diagnostic = "550 5.1.1 User unknown",
}: Report): Buffer {
  const id = crypto.randomUUID();
  return Buffer.from(
    [
      `From: ${from}`,
      `To: ${to}`,
      "Subject: Undelivered Mail Returned to Sender",
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <${id}@mx.test>`,
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=delivery-status; boundary="b"`,
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      `<${recipient}>: ${diagnostic}`,
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.test",
      "",
      `Final-Recipient: rfc822; ${recipient}`,
      "Action: failed",
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
      "",
      ...(original
        ? ["--b", "Content-Type: text/rfc822-headers", "", `Message-ID: ${original}`, ""]
        : []),
      "--b--",
      "",
    ].join("\r\n"),
  );
}

/** A complaint in the form of RFC 5965. */
export function complaint({ to, recipient, original }: Report): Buffer {
  return Buffer.from(
    [
      "From: feedback@provider.test",
      `To: ${to}`,
      "Subject: complaint",
      `Message-ID: <${crypto.randomUUID()}@provider.test>`,
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=feedback-report; boundary="b"`,
      "",
      "--b",
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "Version: 1",
      "User-Agent: Provider/1",
      "",
      "--b",
      "Content-Type: message/rfc822",
      "",
      `Message-ID: ${original}`,
      `To: ${recipient}`,
      "",
      "Hi",
      "--b--",
      "",
    ].join("\r\n"),
  );
}
