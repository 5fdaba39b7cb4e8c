import { expect, test } from "vitest";
import { saysWrongPassword } from "./password-failure.ts";

test.each([
  "Authentication Failed",
  "Invalid login: 535 5.7.8 Error",
  "SMTP: 535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6",
  "Invalid password",
  "LOGIN INVALID PASSWORD",
])("%j says that the password was refused [AUTH-17]", (text) => {
  expect(saysWrongPassword(text)).toBe(true);
});

test.each(["", "Connection timed out", "authentication is required", "invalid", "login failed"])(
  "%j does not say that the password was refused [AUTH-17]",
  (text) => {
    expect(saysWrongPassword(text)).toBe(false);
  },
);
