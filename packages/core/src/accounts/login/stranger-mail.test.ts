import ts from "typescript";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { newAddress } from "../../../../../tests/support/address.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { nodesOf, sourceFiles } from "../../../../../tests/support/source.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { parse } from "../../operation.ts";
import { PersonName } from "../account/account.schema.ts";
import { CreateClient } from "../client/client.schema.ts";
import { UpdateBrand } from "../white-label/white-label.schema.ts";
import { signUp } from "./sign-up.ts";
import { requireMailTo, takeMailTo, takeSignUp } from "./stranger-mail.ts";

await cloudOfFile();

const at = (ip: string): Actor => ({ ...NOBODY, origin: { ip, userAgent: "test" } });
const LIMITED = { code: "rate_limited" };

test("one network address opens ten accounts an hour, however many it asks for at once", async () => {
  const ip = crypto.randomUUID();
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => takeSignUp(at(ip))));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  await takeSignUp(at(crypto.randomUUID()));
});

test("the addresses of one line, which has 2^64 of them, open ten accounts an hour together", async () => {
  const [line = "", other = ""] = [1, 2].map(() => `2001:db8:${crypto.randomUUID().slice(0, 4)}`);
  for (let host = 1; host <= 10; host += 1) await takeSignUp(at(`${line}:7::${host}`));
  await expect(takeSignUp(at(`${line}:7:1:2:3:4`))).rejects.toMatchObject(LIMITED);
  await takeSignUp(at(`${other}:7::1`));
});

test("the eleventh sign-up of a network address is refused before a password is hashed", async () => {
  const ip = crypto.randomUUID();
  for (let count = 0; count < 10; count += 1) await takeSignUp(at(ip));
  const form = { name: "Ada", email: newAddress(), password: "glacier-2026" };
  await expect(signUp(at(ip), { ...form, terms_accepted: true })).rejects.toMatchObject(LIMITED);
});

test("an address gets three emails an hour of those that others cause, however it is written", async () => {
  const email = newAddress();
  const asked = await Promise.all([email, email.toUpperCase(), ` ${email}`, email].map(takeMailTo));
  expect(asked.filter(Boolean)).toHaveLength(3);
  await expect(requireMailTo(testActor(), email)).rejects.toMatchObject(LIMITED);
  expect(await takeMailTo(newAddress())).toBe(true);
});

test("an account on trial has 50 emails a day sent to others", async () => {
  const actor = { ...testActor(), accountStatus: { planType: "TRIAL" } } as unknown as Actor;
  for (let count = 0; count < 50; count += 1) await requireMailTo(actor, newAddress());
  await expect(requireMailTo(actor, newAddress())).rejects.toMatchObject(LIMITED);
  await requireMailTo(testActor(), newAddress());
});

test("a paying account has 500 emails a day sent to others", async () => {
  const actor = testActor();
  const asked = await Promise.allSettled(
    Array.from({ length: 510 }, () => requireMailTo(actor, newAddress())),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(500);
});

test("sign-ups and emails to an address are counted for an hour, those of an account for a day", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const visitor = at(crypto.randomUUID());
  const email = newAddress();
  const actor = { ...testActor(), accountStatus: { planType: "TRIAL" } } as unknown as Actor;
  for (let count = 0; count < 10; count += 1) await takeSignUp(visitor);
  for (let count = 0; count < 3; count += 1) await takeMailTo(email);
  for (let count = 0; count < 50; count += 1) await requireMailTo(actor, newAddress());
  clock.move(59 * MINUTE_MS);
  await expect(takeSignUp(visitor)).rejects.toMatchObject(LIMITED);
  expect(await takeMailTo(email)).toBe(false);
  clock.move(2 * MINUTE_MS);
  await takeSignUp(visitor);
  expect(await takeMailTo(email)).toBe(true);
  clock.move(22 * HOUR_MS);
  await expect(requireMailTo(actor, newAddress())).rejects.toMatchObject(LIMITED);
  clock.move(HOUR_MS);
  await requireMailTo(actor, newAddress());
});

test("a name that stands in emails holds no web address", () => {
  for (const name of ["pay at https://evil.example", "WWW.evil.example", "see ftp://x"]) {
    expect(() => parse(PersonName, name)).toThrow("no web address");
    const client = { name, email: newAddress(), permissions: "none" };
    expect(() => parse(CreateClient, client)).toThrow("Some fields");
    expect(() => parse(UpdateBrand, { brand_name: name })).toThrow("Some fields");
  }
  expect(parse(PersonName, "Wwwald J. R. Smith: the 3rd")).toBe("Wwwald J. R. Smith: the 3rd");
});

/** What mails an address that nobody has proven to be the one's who asks for it. */
const TO_STRANGERS =
  /^mail(?:Verification|NewAddress|PasswordReset|MagicLink|Invitation|ClientInvitation)$/;

test("whatever mails an address that is not proven is counted first", () => {
  const mailing: string[] = [];
  for (const file of sourceFiles("packages/core/src")) {
    const called = nodesOf(file, ts.isCallExpression).map((node) => node.expression.getText());
    if (!called.some((name) => TO_STRANGERS.test(name))) continue;
    mailing.push(file.fileName);
    expect(called, file.fileName).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:takeMailTo|requireMailTo)$/)]),
    );
  }
  expect(mailing.length).toBeGreaterThanOrEqual(5);
});
