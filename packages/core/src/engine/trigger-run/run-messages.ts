import { concurrently } from "@thaw/data/concurrently";
import type { PlainKey } from "@thaw/text/catalogue";
import { listDueFirst, listDueFollowUps } from "../../campaigns/campaign-lead/due-leads.ts";
import { toIso } from "../../clock.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import type { Checkpoint } from "../planner/plan-output.ts";
import { hasRoom } from "./plan-room.ts";

const WIDTH = 32;

const MESSAGES = {
  sending_stopped: "campaign.runSendingStopped",
  no_automatic_step: "campaign.runNoAutomaticStep",
  no_follow_up_due: "campaign.runNoFollowUp",
  no_new_lead: "campaign.runNoNewLead",
} as const satisfies Record<Checkpoint, PlainKey>;

type Key = { accountId: number; campaignId: number };

/**
 * What a run says that it found nothing of, by the keys of its texts. It reads no lane of a mailbox without room, and no new leads where none has any:
 * those are asked before it says that nobody waits.
 */
export async function messagesOf(
  key: Key,
  checkpoints: readonly Checkpoint[],
  { slots, at }: { slots: readonly SendSlot[]; at: EpochMs },
): Promise<string[]> {
  const busy = slots.filter((slot) => !hasRoom(slot, at));
  const said = await concurrently(checkpoints, WIDTH, async (checkpoint) => {
    const isWrong =
      (checkpoint === "no_follow_up_due" && (await hasFollowUp(key, busy, at))) ||
      (checkpoint === "no_new_lead" && busy.length === slots.length && (await hasNew(key, at)));
    return isWrong ? [] : [MESSAGES[checkpoint]];
  });
  return said.flat();
}

async function hasFollowUp(key: Key, slots: readonly SendSlot[], at: EpochMs): Promise<boolean> {
  const until = toIso(at + HORIZON_MS);
  const found = await concurrently(slots, WIDTH, ({ mailboxId }) =>
    listDueFollowUps({ ...key, mailboxId }, until, 1),
  );
  return found.some(({ length }) => length > 0);
}

const hasNew = async (key: Key, at: EpochMs) => (await listDueFirst(key, toIso(at), 1)).length > 0;
