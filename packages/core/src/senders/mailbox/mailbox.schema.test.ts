import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { fieldsInEnglish } from "../../../../../tests/support/in-english.ts";
import { ConnectMailbox, ReconnectMailbox } from "./mailbox.schema.ts";

test("each field that is left out of the form gets an error text", () => {
  const { issues } = safeParse(ConnectMailbox, {
    email: undefined,
    from_name: undefined,
    smtp_host: undefined,
    smtp_port: undefined,
    smtp_security: "SSL",
    imap_host: undefined,
    imap_port: "143x",
    imap_security: "SSL",
    password: undefined,
  });
  expect(issues && fieldsInEnglish(issues)).toEqual({
    email: ["Enter an email address"],
    from_name: ["Enter a name"],
    smtp_host: ["Enter the server's name"],
    smtp_port: ["Enter a whole number"],
    imap_host: ["Enter the server's name"],
    imap_port: ["Enter a whole number"],
    password: ["Enter the password"],
  });
});

test("reconnecting asks for no password and no login of its own", () => {
  const servers = { smtp_host: "a.example", smtp_port: 465, smtp_security: "SSL" };
  const input = { ...servers, imap_host: "b.example", imap_port: 993, imap_security: "SSL" };
  const given = safeParse(ReconnectMailbox, {
    ...input,
    mailbox_id: "7",
    user_name: undefined,
    password: undefined,
  });
  expect(given.success).toBe(true);
});
