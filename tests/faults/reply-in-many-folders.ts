/** Bar 6. The same answer lies in Inbox, Junk, All Mail and Sent, in every order: one entry in the inbox, one reply event. */

import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import { chance } from "./support/chance.ts";
import {
  answerTo,
  inboxOf,
  labOrEnd,
  layInto,
  makeLabWorld,
  pollAll,
} from "./support/lab-world.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";

const START = "2026-03-02T06:00:00.000Z";
const RATE = 120;
const ANSWERS = 20;
const FOLDERS = ["INBOX", "Junk", "All Mail", "Sent"];

const lab = await labOrEnd();
scaleClock(START, RATE);
const users = lab.users.filter((user) => user.endsWith("@gamma.test"));
const world = await makeLabWorld(lab, users, ANSWERS);
const draw = chance("folders");
const answers = world.sent.map((sent) => ({
  user: sent.mailbox,
  raw: answerTo(sent),
  folders: FOLDERS.map((folder) => ({ folder, order: draw() }))
    .sort((a, b) => a.order - b.order)
    .map(({ folder }) => folder),
}));
// A folder of each at a time, and a reading of all mailboxes in between.
for (const turn of FOLDERS.keys()) {
  for (const user of users) {
    const own = answers.filter((answer) => answer.user === user);
    const mails = own.map(({ raw, folders }) => ({ raw, folder: folders[turn] ?? "" }));
    await layInto(lab, user, mails);
  }
  await sleep((5 * MINUTE_MS) / RATE);
  await pollAll(world);
}
await waitUntil(30, async () => {
  await pollAll(world);
  return (await inboxOf(world, START)).received >= ANSWERS;
});
await sleep((5 * MINUTE_MS) / RATE);
await pollAll(world);
const { conversations, received, replied } = await inboxOf(world, START);
printFigure("copies of answers", ANSWERS * FOLDERS.length);
show("conversations in the inbox", conversations, conversations === ANSWERS);
show("mails in them", received, received === ANSWERS);
show("reply events", replied, replied === ANSWERS);
await lab.stop();
process.exit();
