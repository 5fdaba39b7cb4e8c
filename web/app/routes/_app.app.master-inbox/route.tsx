import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useOutlet,
  useParams,
} from "@remix-run/react";
import { listCategories } from "@thaw/core/accounts/category/category";
import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { refreshInbox } from "@thaw/core/inbox/poll/refresh-inbox";
import { listThreads, markThread, setCategory } from "@thaw/core/inbox/thread/thread";
import { FOLDERS } from "@thaw/core/inbox/thread/thread.schema";
import { CampaignOnly } from "../../features/inbox/campaign-only.tsx";
import { Folders } from "../../features/inbox/folders.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { isReadAnew } from "../../revalidate.ts";
import { requireActor } from "../../session.server.ts";
import { useRememberedSearch } from "../../stored/use-remembered-search.ts";
import { submit } from "../../submit.server.ts";
import "../../features/inbox/inbox.css";
import type { InboxContext } from "../../features/inbox/inbox-context.ts";
import { LateMailboxes } from "../../features/inbox/late-mailboxes.tsx";
import { NothingChosen } from "../../features/inbox/nothing-chosen.tsx";
import { Refresh } from "../../features/inbox/refresh.tsx";
import { ThreadList } from "../../features/inbox/thread-list.tsx";
import { useInboxNews } from "../../features/inbox/use-inbox-news.ts";

const PER_PAGE = 50;

export const meta = titled("inbox", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { searchParams } = new URL(request.url);
  const folder = FOLDERS.find((name) => name === searchParams.get("folder")) ?? "inbox";
  const campaignId = searchParams.get("campaign");
  const cursor = searchParams.get("cursor");
  const [page, { items: categories }, campaign] = await Promise.all([
    listThreads(actor, {
      folder,
      limit: PER_PAGE,
      cursor,
      ...(campaignId ? { campaign_id: campaignId } : {}),
    }),
    listCategories(actor, {}),
    campaignId && actor.permissions.has("campaigns:read")
      ? getCampaign(actor, { campaign_id: campaignId })
      : null,
  ]);
  return {
    page,
    folder,
    categories,
    campaign: campaign && { id: campaign.id, parent_id: campaign.parent_id, name: campaign.name },
    isFirst: cursor === null,
    canAnswer: actor.permissions.has("inbox:reply"),
  };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    mark: markThread,
    category: setCategory,
    refresh: refreshInbox,
  });
}

/** Opening a conversation leaves the list as it is. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  if (change.formMethod) return isReadAnew(change);
  const { currentUrl, nextUrl } = change;
  return currentUrl.href === nextUrl.href || currentUrl.search !== nextUrl.search;
};

export default function InboxPage() {
  const { page, folder, isFirst, canAnswer, categories, campaign } = useLoaderData<typeof loader>();
  const t = useText("inbox");
  const hasOpen = useOutlet() !== null;
  const openId = Number(useParams().threadId ?? 0);
  useInboxNews();
  const remember = useRememberedSearch();
  // An open conversation is what the page is about.
  const Heading = hasOpen ? "h2" : "h1";
  const ids = page.items.map(({ id }) => id);
  return (
    <div className="inbox" data-open={hasOpen}>
      <Folders current={folder} onChoose={remember} />
      <section className="inbox-list" aria-label={t("conversations", { folder: t(folder) })}>
        <div className="inbox-head">
          <Heading className="inbox-title">{t(folder)}</Heading>
          <Refresh />
        </div>
        {campaign ? <CampaignOnly campaign={campaign} folder={folder} /> : null}
        <LateMailboxes />
        <ThreadList
          page={page}
          folder={folder}
          isFirst={isFirst}
          openId={openId}
          categories={categories}
        />
      </section>
      <section className="inbox-open">
        {hasOpen ? (
          <Outlet context={{ folder, ids, canAnswer, categories } satisfies InboxContext} />
        ) : ids.length > 0 ? (
          <NothingChosen />
        ) : null}
      </section>
    </div>
  );
}
