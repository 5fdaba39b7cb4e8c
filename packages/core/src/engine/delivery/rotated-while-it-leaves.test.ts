import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSentFolder } from "../../../../../tests/support/sent-folder.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { MINUTE_MS } from "../../duration.ts";
import { variable } from "../../environment.ts";
import { parseKeyRing, rotate, writeKeyRing } from "../../kernel/signing-key/key-ring.ts";
import { moveCursor } from "../../senders/mailbox/mailbox-cursor.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { sendBatch } from "./send-batch.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("a mail whose worker died before a rotation is found in Sent under its earlier id, and not sent again", async () => {
  const address = "sam@sender.example";
  const password = "secret";
  await using sent = await startSentFolder({ address, password });
  let stop: (() => void) | undefined;
  const options = { imapPort: sent.port, mailbox: { email: address, password } };
  await using it = await makeSinkWorld("2026-03-02T09:00:00.000Z", options, {
    password,
    beforeAccept(mail) {
      sent.keep(mail);
      stop = client.intercept(() => Promise.reject(new Error("the worker is dead")));
    },
  });
  const { actor, campaignId, mailboxIds } = it.world;
  const { accountId } = actor;
  // Its provider keeps what was sent: were the mail not found, it would go out once more.
  const key = { accountId, mailboxId: mailboxIds[0] ?? 0 };
  await moveCursor(key, undefined, { cursors: {}, keepsSent: true, isWhole: true });
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  it.clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(it.world)]);
  stop?.();
  expect([it.sink.mails.length, (await messageIn(it.world))?.status]).toEqual([1, "SENDING"]);

  const setting = variable.secret("LINK_KEYS");
  const before = process.env[setting] ?? "";
  process.env[setting] = writeKeyRing(rotate("link", parseKeyRing(setting, before), Date.now()));
  for (let round = 0; round < 6; round++, it.clock.move(10 * MINUTE_MS)) {
    await sendBatch([{ ...jobIn(it.world), isBegun: true }]);
  }
  process.env[setting] = before;
  const message = await messageIn(it.world);
  expect([it.sink.mails.length, message?.status]).toEqual([1, "SENT"]);
  const left = /^Message-ID: (<.+>)/im.exec(it.sink.mails[0]?.raw ?? "")?.[1];
  expect(message?.messageId).toBe(left);
});
