import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { classify } from "./read-delivery.ts";
import { type ReceivedMessage, readMessage } from "./read-message.ts";
import { stripReply } from "./strip-reply.ts";

const FOLDER = process.env.CORPORA_DIR ?? "";
const isMissing = !existsSync(join(FOLDER, "bounces")) || !existsSync(join(FOLDER, "replies"));
const why = isMissing ? " (skipped: CORPORA_DIR names no folder with bounces/ and replies/)" : "";

function files(folder: string, ending: string): string[] {
  return readdirSync(join(FOLDER, folder)).filter((name) => name.endsWith(ending));
}

/** What the name of a file and, for late deliveries, its own words say that it is. */
function expectedKinds(name: string, raw: string, message: ReceivedMessage): string[] {
  if (name.startsWith("arf-")) return ["complaint"];
  if (name.startsWith("rfc3834-")) return ["auto-reply", "out-of-office"];
  const isLate = /^action:\s*delayed/im.test(raw) && !/^action:\s*(?:failed|expired)/im.test(raw);
  return isLate || /\(delay\)|\bdelayed\b/i.test(message.subject)
    ? ["delivery-notice"]
    : ["bounce"];
}

test.skipIf(isMissing)(`real reports get the right kind and recipient${why}`, async () => {
  const wrong: string[] = [];
  const withoutRecipient: string[] = [];
  const names = files("bounces", ".eml");
  let failures = 0;
  for (const name of names) {
    const raw = readFileSync(join(FOLDER, "bounces", name));
    const message = await readMessage(raw);
    const expected = expectedKinds(name, raw.toString("latin1"), message);
    const found = classify(message, Date.parse(message.date ?? "2020-01-01"));
    if (!expected.includes(found.kind)) wrong.push(`${name} as ${found.kind}`);
    if (!expected.includes("bounce")) continue;
    failures += 1;
    const own = new Set(message.to.map(({ address }) => address));
    const recipients = "recipients" in found ? found.recipients : [];
    if (!recipients.some((recipient) => !own.has(recipient))) withoutRecipient.push(name);
  }
  const right = 1 - wrong.length / names.length;
  const located = 1 - withoutRecipient.length / failures;
  console.log(
    `kind right in ${percent(right)} of ${names.length}; recipient found in ${percent(located)} of ${failures} failures`,
    { wrong, withoutRecipient },
  );
  expect(right).toBeGreaterThanOrEqual(0.97);
  expect(located).toBeGreaterThanOrEqual(0.95);
});

test.skipIf(isMissing)(
  `real replies keep their own words and lose quotations and signatures${why}`,
  () => {
    const names = files("replies", ".txt");
    for (const name of names) {
      const text = readFileSync(join(FOLDER, "replies", name), "utf8");
      const own = stripReply({ text });
      expect(own, name).not.toBe("");
      expect(own, name).not.toMatch(/^>/m);
      expect(own, name).not.toMatch(
        /^(?:From:|\*From:|Sent from my (?:\w+ ){0,3}(?:iPhone|BlackBerry)$|-- $)/m,
      );
      expect(own, name).not.toMatch(/^On .+ wrote:\s*$/m);
      // All but one begin with words of their own.
      const first = text.split(/\r?\n/)[0]?.trim() ?? "";
      if (!first.endsWith("wrote:")) expect(own.startsWith(first), name).toBe(true);
    }
    console.log(`${names.length} replies read`);
  },
);

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
