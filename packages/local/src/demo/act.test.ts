import { now } from "@thaw/core/clock";
import { classify } from "@thaw/mail/message/read-delivery";
import { readMessage } from "@thaw/mail/message/read-message";
import { stripReply } from "@thaw/mail/message/strip-reply";
import { expect, test } from "vitest";
import { actsFor, type Letter, REPLIES } from "./act.ts";
import { characterOf, makeEarlierPeople, makePeople } from "./people.ts";
import { writeAway, writeBounce, writeReply } from "./write-mail.ts";

const letter: Letter = {
  to: "amara.abbasi@alder-bicycles.example",
  from: "ada@fernhollow.example",
  fromName: "Ada Lindqvist",
  subject: "Better coffee for Alder Bicycles",
  messageId: "<0123456789abcdefghijkl@fernhollow.example>",
  references: [],
  date: "2026-11-23T09:00:00.000Z",
  text: "Hi Amara,\n\nMay I send you one?",
};
const people = makePeople(0, 224);
const read = async (raw: Buffer | Promise<Buffer>) => readMessage(await raw);

test("nobody is in the lists twice, and all live at domains that do not exist", () => {
  const all = [...people, ...makeEarlierPeople(400)];
  expect(new Set(all.map(({ email }) => email)).size).toBe(624);
  expect(people.filter(({ email }) => !/^[a-z]+\.[a-z]+@[a-z-]+\.example$/.test(email))).toEqual(
    [],
  );
});

test("so few mails bounce that the bounce guard stays silent", () => {
  const parts = people.map(({ email }) => characterOf(email));
  const bounces = parts.filter((part) => part === "gone" || part === "closed").length;
  expect(bounces / parts.length).toBeLessThan(0.045);
  expect(new Set(parts.slice(0, 12)).size).toBeGreaterThan(9);
});

test("the same mail makes the same person do the same actions, none before it arrived", () => {
  for (const { email } of people) {
    const acts = actsFor({ ...letter, to: email }, 1_000);
    expect(actsFor({ ...letter, to: email }, 1_000)).toEqual(acts);
    expect(acts.filter(({ at }) => at <= 1_000)).toEqual([]);
  }
});

test("a scanner comes within two seconds of the mail, a person after minutes", () => {
  const scanned = people.find(({ email }) => characterOf(email) === "scanned");
  const acts = actsFor({ ...letter, to: scanned?.email ?? "" }, 0);
  const scans = acts.filter(({ act }) => "by" in act && act.by === "scanner");
  expect(scans).toHaveLength(2);
  expect(scans.filter(({ at }) => at > 2_000)).toEqual([]);
  const [open] = actsFor(letter, 0);
  expect(open?.at).toBeGreaterThan(3 * 60_000);
});

test("every answer is a person's words above the mail, in its thread", async () => {
  for (const kind of REPLIES) {
    const mail = await read(writeReply(letter, kind));
    expect(classify(mail, now())).toEqual({ kind: "human" });
    expect([mail.inReplyTo, mail.subject]).toEqual([letter.messageId, `Re: ${letter.subject}`]);
    expect(mail.text).toContain("> May I send you one?");
    expect(stripReply({ text: mail.text })).not.toContain("May I send you one?");
  }
});

test("an out-of-office says when someone is back", async () => {
  const mail = await read(writeAway(letter));
  const delivery = classify(mail, now());
  expect(delivery.kind).toBe("out-of-office");
  const returnsOn = delivery.kind === "out-of-office" ? delivery.returnsOn : undefined;
  expect(Date.parse(returnsOn ?? "")).toBeGreaterThan(now());
});

test("a mail that comes back is a report of a mailbox that is not there", async () => {
  const mail = await read(writeBounce(letter));
  expect(classify(mail, now())).toMatchObject({
    kind: "bounce",
    severity: "hard",
    statusCode: "5.1.1",
    recipients: [letter.to],
    originalMessageId: letter.messageId,
  });
});
