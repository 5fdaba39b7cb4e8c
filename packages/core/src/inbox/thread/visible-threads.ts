import type { EntityItem } from "electrodb";
import {
  listVisibleCampaigns,
  visibleCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { isHiddenCategory, type Scope } from "../../kernel/access/scope.ts";
import { listVisibleMailboxes, visibleMailboxes } from "../../senders/mailbox/visible-mailboxes.ts";
import { ThreadEntity } from "./thread.entity.ts";

type Visible = Pick<
  EntityItem<typeof ThreadEntity>,
  "threadId" | "campaignId" | "mailboxId" | "categoryId"
>;
type Ids = ReadonlySet<number>;

/** A conversation is visible where its campaign is; one without a campaign, where its mailbox is. */
const isIn = (thread: Visible, scope: Scope, campaigns: Ids, mailboxes: Ids) =>
  !isHiddenCategory(scope, thread.categoryId) &&
  (thread.campaignId === undefined
    ? mailboxes.has(thread.mailboxId)
    : campaigns.has(thread.campaignId));

/** Which of these conversations are visible: a batch read of them, and of their campaigns and mailboxes. */
export async function visibleThreads(
  accountId: number,
  scope: Scope,
  threadIds: readonly number[],
): Promise<Ids> {
  const ids = [...new Set(threadIds)];
  if (scope.kind === "all" || ids.length === 0) return new Set(ids);
  const { data } = await ThreadEntity.get(ids.map((threadId) => ({ accountId, threadId }))).go({
    consistent: true,
  });
  const [campaigns, mailboxes] = await Promise.all([
    visibleCampaigns(
      accountId,
      scope,
      data.flatMap(({ campaignId }) => campaignId ?? []),
    ),
    visibleMailboxes(
      accountId,
      scope,
      data.flatMap(({ campaignId, mailboxId }) => (campaignId === undefined ? mailboxId : [])),
    ),
  ]);
  return new Set(
    data.flatMap((thread) => (isIn(thread, scope, campaigns, mailboxes) ? [thread.threadId] : [])),
  );
}

/** The same test for many conversations that were read already; two queries. */
export async function threadVisibility(
  accountId: number,
  scope: Scope,
): Promise<(thread: Visible) => boolean> {
  if (scope.kind === "all") return () => true;
  const [campaigns, mailboxes] = await Promise.all([
    listVisibleCampaigns(accountId, scope),
    listVisibleMailboxes(accountId, scope),
  ]);
  return (thread) => isIn(thread, scope, campaigns, mailboxes);
}
