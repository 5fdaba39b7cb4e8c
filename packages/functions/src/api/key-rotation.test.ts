import { createHmac, randomBytes } from "node:crypto";
import { issueCode, spendCode } from "@thaw/core/accounts/login/one-time-code";
import { readToken, signToken, type TokenPurpose } from "@thaw/core/accounts/login/signed-token";
import { messageIdOf, messageIdsOf, sendIdInMessageId } from "@thaw/core/campaigns/message/send-id";
import { now } from "@thaw/core/clock";
import {
  readTracking,
  signTracking,
  type TrackingToken,
} from "@thaw/core/engine/tracking/tracking-token";
import { variable } from "@thaw/core/environment";
import { replyMessageId, threadIdInMessageId } from "@thaw/core/inbox/thread/reply-id";
import { requireSigningKeys } from "@thaw/core/kernel/signing-key/signing-key";
import { decodeProtectedHeader } from "jose";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => void vi.unstubAllEnvs());

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const OLDER = randomBytes(48).toString("base64");

/** What an installation has set, whatever the tests' own has. */
function useKeys(given: { session?: string; link?: string; older?: string }): void {
  vi.stubEnv(variable.secret("SESSION_KEYS"), given.session ?? "");
  vi.stubEnv(variable.secret("LINK_KEYS"), given.link ?? "");
  vi.stubEnv(variable.secret("TOKEN_SECRET"), given.older ?? "");
}

const sendId = "a".repeat(22);
const SENDER = "sam@sender.example";
const TRACKED = [
  { kind: "open", accountId: 7, sendId },
  { kind: "click", accountId: 7, sendId, url: "https://example.com/?a=b" },
  { kind: "unsubscribe", accountId: 7, sendId, hash: undefined },
  { kind: "unsubscribe", accountId: 7, sendId, hash: "of-an-address" },
] as const satisfies TrackingToken[];
const PURPOSES = [
  "session",
  "realtime",
  "unsubscribe",
  "sign-up",
  "device",
] as const satisfies TokenPurpose[];
const CLAIMS = { sub: "7" };
let lastUser = 5_000_000;

/** Something signed, and whether it is accepted now. */
type Signed = { name: string; text: string; isAccepted: () => Promise<boolean> | boolean };

async function signSessions(): Promise<Signed[]> {
  const tokens = PURPOSES.map(async (purpose): Promise<Signed> => {
    const text = await signToken(purpose, CLAIMS, now() + 60_000);
    const isAccepted = async () => (await readToken(purpose, text))?.sub === CLAIMS.sub;
    return { name: purpose, text, isAccepted };
  });
  const userId = lastUser++;
  const code = await issueCode(userId);
  return [
    ...(await Promise.all(tokens)),
    // A code is used up by being accepted: it is tried once.
    { name: "code", text: "", isAccepted: () => spendCode(userId, code) },
  ];
}

function signLinks(): Signed[] {
  const links = TRACKED.map((token): Signed => {
    const text = signTracking(token);
    return {
      name: token.kind,
      text,
      isAccepted: () => JSON.stringify(readTracking(token.kind, text)) === JSON.stringify(token),
    };
  });
  const messageId = messageIdOf(sendId, SENDER);
  const replyId = replyMessageId({ accountId: 7, threadId: 12 }, "b".repeat(22), SENDER);
  return [
    ...links,
    {
      name: "Message-ID",
      text: messageId,
      isAccepted: () => sendIdInMessageId(messageId) === sendId,
    },
    { name: "reply", text: replyId, isAccepted: () => threadIdInMessageId(7, replyId) === 12 },
  ];
}

async function expectAll(signed: readonly Signed[], isAccepted: boolean): Promise<void> {
  for (const each of signed) {
    expect([each.name, await each.isAccepted()]).toEqual([each.name, isAccepted]);
  }
}

test("after a rotation everything that was signed before is accepted, and so is what is signed from then on [OPS-10]", async () => {
  const [session, link] = [key("1"), key("1")];
  useKeys({ session, link });
  const before = [...(await signSessions()), ...signLinks()];
  useKeys({ session: `${key("k2")} ${session}`, link: `${key("k2")} ${link}` });
  await expectAll(before, true);
  const after = [...(await signSessions()), ...signLinks()];
  for (const { name, text } of after.filter(({ name }) => name !== "code")) {
    const id = text.startsWith("ey") ? decodeProtectedHeader(text).kid : /\.(k2)\./.exec(text)?.[1];
    expect(id, name).toBe("k2");
  }
  await expectAll(after, true);
});

test("a session key that was removed ends sessions and codes alone: links and ids of old emails stay [OPS-10]", async () => {
  const [leaked, link] = [key("1"), key("1")];
  useKeys({ session: leaked, link });
  const [sessions, links] = [await signSessions(), signLinks()];
  useKeys({ session: key("2"), link });
  await expectAll(sessions, false);
  await expectAll(links, true);
});

test("a link key that was removed ends what it has signed, and no session", async () => {
  const [session, link] = [key("1"), key("1")];
  useKeys({ session, link });
  const [sessions, links] = [await signSessions(), signLinks()];
  useKeys({ session, link: key("2") });
  await expectAll(links, false);
  await expectAll(sessions, true);
});

test("an installation with one secret goes on, and what that signed is accepted once there are rings [OPS-10]", async () => {
  useKeys({ older: OLDER });
  const before = [...(await signSessions()), ...signLinks()];
  for (const { name, text } of before) expect(text, name).not.toMatch(/"kid"|\.1\./);
  expect(decodeProtectedHeader(before[0]?.text ?? "")).toEqual({ alg: "HS256", typ: "JWT" });
  await expectAll(await signSessions(), true);

  const older = `-:${Buffer.from(OLDER).toString("base64")}`;
  useKeys({ session: `${key("1")} ${older}`, link: `${key("1")} ${older}` });
  await expectAll(before, true);
  await expectAll([...(await signSessions()), ...signLinks()], true);

  // A ring counts alone: the secret beside it signs and opens nothing.
  useKeys({ older: OLDER });
  const again = [...(await signSessions()), ...signLinks()];
  useKeys({ session: key("1"), link: key("1"), older: OLDER });
  await expectAll(again, false);
});

test("what was signed before there were ids is accepted to the letter: the forms of the first release", () => {
  useKeys({ older: OLDER });
  const mac = (text: string, length: number) =>
    createHmac("sha256", OLDER).update(text).digest("base64url").slice(0, length);
  expect(readTracking("open", `7.${sendId}..${mac(`tracking|o|7.${sendId}.`, 22)}`)).toEqual(
    TRACKED[0],
  );
  expect(sendIdInMessageId(`<${sendId}.${mac(`mail|${sendId}`, 16)}@x.example>`)).toBe(sendId);
  const token = "b".repeat(22);
  expect(
    threadIdInMessageId(7, `<re.12.${token}.${mac(`reply|7|12|${token}`, 16)}@x.example>`),
  ).toBe(12);
});

test("a forged id of a key opens nothing: an unknown one, that of another key, none, and one that is no id", async () => {
  useKeys({ session: `${key("2")} ${key("1")}`, link: `${key("2")} ${key("1")}` });
  const [token = ""] = (await signSessions()).map(({ text }) => text);
  const [, payload, signature] = token.split(".");
  for (const kid of ["1", "9", "-", "", "__proto__", "../../dev/null", undefined, 2, null, ["2"]]) {
    const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT", kid })).toString(
      "base64url",
    );
    expect(
      await readToken("session", `${header}.${payload}.${signature}`),
      String(kid),
    ).toBeUndefined();
  }
  const [link = ""] = signLinks().map(({ text }) => text);
  for (const other of [".1.", ".9.", ".", ".-.", "..", ".22.", ".2x.", ".222."]) {
    expect(readTracking("open", link.replace(".2.", other)), other).toBeUndefined();
  }
  const messageId = messageIdOf(sendId, SENDER);
  for (const other of [".1.", ".9.", ".", ".-.", ".."]) {
    expect(sendIdInMessageId(messageId.replace(".2.", other)), other).toBeUndefined();
  }
});

test("no algorithm but ours is taken, whichever key the token names", async () => {
  useKeys({ session: key("1"), link: key("1") });
  const [token = ""] = (await signSessions()).map(({ text }) => text);
  const [, payload, signature] = token.split(".");
  for (const alg of ["none", "None", "HS384", "HS512", "RS256", "dir", ""]) {
    const header = Buffer.from(JSON.stringify({ alg, typ: "JWT", kid: "1" })).toString("base64url");
    for (const end of ["", signature]) {
      expect(await readToken("session", `${header}.${payload}.${end}`), alg).toBeUndefined();
    }
  }
});

test("the key of one ring is never accepted by the other, even where someone wrote the same into both", async () => {
  const same = key("1");
  useKeys({ session: same, link: same });
  const [sessions, links] = [await signSessions(), signLinks()];
  // Each ring signs with what it derives: taken for a key of the other, it opens nothing.
  const secret = Buffer.from(same.slice(2), "base64");
  const derived = (ring: string) => createHmac("sha256", secret).update(`thaw ${ring}`).digest();
  expect(derived("session")).not.toEqual(derived("link"));
  const swapped = `1:${derived("link").toString("base64")}`;
  useKeys({ session: swapped, link: `1:${derived("session").toString("base64")}` });
  await expectAll(sessions, false);
  await expectAll(links, false);
});

test("keys that cannot be used, and none at all, are refused at start by the name of the setting", () => {
  useKeys({ session: "k1:dG9vIHNob3J0", link: key("1") });
  expect(requireSigningKeys).toThrow(/^SESSION_KEYS: key k1 has fewer than 32 bytes$/);
  useKeys({ session: key("1"), link: `${key("1")} ${key("1")}` });
  expect(requireSigningKeys).toThrow(/^LINK_KEYS: two keys have the id 1$/);
  useKeys({});
  expect(requireSigningKeys).toThrow("SESSION_KEYS is not set");
});

test("an email that left under a key before is looked for by every id that it may have", () => {
  const first = key("1");
  useKeys({ session: key("1"), link: first });
  const before = messageIdOf(sendId, SENDER);
  useKeys({ session: key("1"), link: `${key("2")} ${first}` });
  expect(messageIdsOf(sendId, SENDER)).toEqual([messageIdOf(sendId, SENDER), before]);
  expect(messageIdOf(sendId, SENDER)).not.toBe(before);
});
