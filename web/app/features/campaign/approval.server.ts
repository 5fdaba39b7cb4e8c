import { listUserNames } from "@thaw/core/accounts/user/user-names";
import type { Actor } from "@thaw/core/actor";
import type { Approval } from "@thaw/core/campaigns/approval/approval.schema";
import type { Campaign } from "@thaw/core/campaigns/campaign/campaign.schema";

const MOST_NAMES = 200;

export type ApprovalView = {
  approval: Approval;
  askedBy: string | undefined;
  decidedBy: string | undefined;
  /** The person who looks is the one who asked. */
  isMine: boolean;
  canDecide: boolean;
};

/** Where a start stands that a second person approves, with names; null where nobody asks. */
export async function loadApproval(
  actor: Actor,
  { approval, status }: Pick<Campaign, "approval" | "status">,
): Promise<ApprovalView | null> {
  if (!approval || (status !== "DRAFTED" && status !== "PAUSED" && status !== "COMPLETED")) {
    return null;
  }
  const { items } = await listUserNames(actor, { limit: MOST_NAMES });
  const nameOf = (id: number | undefined) => items.find((each) => each.id === id)?.name;
  const isMine = approval.asked_by === actor.userId;
  return {
    approval,
    askedBy: nameOf(approval.asked_by),
    decidedBy: nameOf(approval.decided_by),
    isMine,
    canDecide: !isMine && actor.permissions.has("campaigns:approve"),
  };
}
