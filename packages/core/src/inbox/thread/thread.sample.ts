import type { Sample } from "../../../../../tests/support/sample.ts";
import { nowIso } from "../../clock.ts";
import { threadFor } from "./thread-store.ts";

export const sample: Sample = {
  async make({ world, hidden }) {
    const about = {
      mailboxId: world.mailboxIds[0] ?? 1,
      mailboxEmail: "sender0@sender.example",
      email: `${hidden}0@prospect.example`,
      name: hidden,
      subject: hidden,
    };
    const { threadId } = await threadFor(world.actor.accountId, "lead:1:1", () => about, nowIso());
    const message_id = encodeURIComponent(`2026-03-02T09:00:00.000Z|${"x".repeat(22)}`);
    return { thread_id: threadId, message_id, index: 0 };
  },
  body: () => ({ mark: "archive", body: "Hello" }),
};
