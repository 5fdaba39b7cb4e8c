import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { fieldsInEnglish } from "../../../../../tests/support/in-english.ts";
import { Login, NewPassword, ReferralCode, SignUp } from "../account/account.schema.ts";
import { EmailAddress, isFreemail, WorkEmailAddress } from "./email-address.schema.ts";

const LONG_DOMAIN = `${Array.from({ length: 6 }, () => "a".repeat(45)).join(".")}.com`;
/** A valid address of exactly this many characters. */
const ofLength = (length: number) => `x@${LONG_DOMAIN.slice(2 - length)}`;

test.each([
  ["a@b.c", false],
  ["a@b.co", true],
  [`${"l".repeat(64)}@firm.com`, true],
  [`${"l".repeat(65)}@firm.com`, false],
  ["no-at-sign.example", false],
  ["two@@firm.com", false],
  ["someone@localhost", false],
  ["line@firm.com\nbcc: x@y.zz", false],
])("the general address %s is accepted: %s [AUTH-15]", (email, accepted) => {
  expect(v.is(EmailAddress, email)).toBe(accepted);
});

test("an address has 6 to 254 characters and at most 64 before the @ [AUTH-13]", () => {
  for (const Address of [EmailAddress, WorkEmailAddress]) {
    const accepted = (email: string) => v.is(Address, email);
    expect(["a@b.c", "a@b.co"].map(accepted)).toEqual([false, true]);
    expect([ofLength(254), ofLength(255)].map((email) => email.length)).toEqual([254, 255]);
    expect([ofLength(254), ofLength(255)].map(accepted)).toEqual([true, false]);
    const local = (length: number) => `${"l".repeat(length)}@firm.com`;
    expect([local(64), local(65)].map(accepted)).toEqual([true, false]);
  }
});

test("a freemail address cannot be registered, but is an address [AUTH-14] [AUTH-15]", () => {
  for (const provider of ["gmail", "yahoo", "outlook", "aol", "hotmail"]) {
    expect(v.is(WorkEmailAddress, `someone@${provider}.com`)).toBe(false);
    expect(v.is(EmailAddress, `someone@${provider}.com`)).toBe(true);
  }
  expect(v.is(WorkEmailAddress, "someone@firm.com")).toBe(true);
});

test.each([
  ["a@yahoo.co.uk", true],
  ["a@mail.gmail.com", true],
  ["a@GMail.COM", true],
  ["a@outlook.office.example", true],
  ["a@mygmail.com", false],
  ["a@gmail-team.com", false],
  ["gmail@firm.com", false],
  ["a@firm.gmail", false],
])("%s is freemail: %s [AUTH-19]", (email, freemail) => {
  expect(isFreemail(email)).toBe(freemail);
});

test.each([
  ["abcdef1", false],
  ["abcdefg1", true],
  ["abcdefgh", false],
  ["12345678", false],
  ["пароль12", true],
  [`${"a".repeat(127)}1`, true],
  [`${"a".repeat(128)}1`, false],
])("the password %s is accepted: %s [AUTH-21]", (password, accepted) => {
  expect(v.is(NewPassword, password)).toBe(accepted);
});

test.each([
  ["SW-ABCDE12345", true],
  ["SW-ABCDE1234", false],
  ["SW-ABCDE123456", false],
  ["SW-abcde12345", false],
  ["sw-ABCDE12345", false],
  ["SWABCDE12345", false],
  ["xSW-ABCDE12345", false],
  ["SW-ABCDE12345\n", false],
  ["SW-ÄBCDE12345", false],
])("the referral code %j is accepted: %s [AUTH-16]", (code, accepted) => {
  expect(v.is(ReferralCode, code)).toBe(accepted);
});

test("a referral code is valid exactly when it is SW- and ten capitals or digits [AUTH-16]", () => {
  const near = fc.stringMatching(/^SW-[A-Ca-c019 _-]{9,11}$/);
  const right = fc.stringMatching(/^SW-[A-Z0-9]{10}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), near, right), (text) => {
      const signs = text.slice(3).split("");
      const expected =
        text.startsWith("SW-") &&
        signs.length === 10 &&
        signs.every((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".includes(sign));
      expect(v.is(ReferralCode, text)).toBe(expected);
    }),
  );
});

test("sign-up names every field that is wrong", () => {
  const result = v.safeParse(SignUp, {
    name: " ",
    email: "someone@gmail.com",
    password: "short",
    referral_code: "SW-1",
    terms_accepted: false,
  });
  expect(Object.keys(v.flatten(result.issues ?? ([] as never)).nested ?? {})).toEqual([
    "name",
    "email",
    "password",
    "referral_code",
    "terms_accepted",
  ]);
});

test("what is no address is told so before anything of its length", () => {
  const said = (email: string) =>
    fieldsInEnglish(
      v.safeParse(v.object({ email: EmailAddress }), { email }).issues ?? ([] as never),
    );
  expect(said("nope")["email"]?.[0]).toBe("This is not an email address");
  expect(said("a@b.c")["email"]).toEqual(["An email address has at least 6 characters"]);
});

test("a field that is left out is asked for by name", () => {
  const messages = (schema: typeof SignUp | typeof Login) =>
    fieldsInEnglish(v.safeParse(schema, {}).issues ?? ([] as never));
  expect(messages(SignUp)).toEqual({
    name: ["Enter your name"],
    email: ["Enter your email address"],
    password: ["Enter your password"],
    terms_accepted: ["Accept the terms to go on"],
  });
  expect(messages(Login)).toEqual({
    email: ["Enter your email address"],
    password: ["Enter your password"],
  });
});
