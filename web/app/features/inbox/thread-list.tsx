import { Anchor, Button, VisuallyHidden } from "@mantine/core";
import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { IconBell } from "@tabler/icons-react";
import type { Category } from "@thaw/core/accounts/category/category.schema";
import type { Folder, Thread } from "@thaw/core/inbox/thread/thread.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import { useScreenKeys } from "../../state/screen-keys.ts";
import { CategoryBadge } from "./category.tsx";
import { personOf } from "./person-of.ts";

const EMPTY: Record<Folder, TextKey<"inbox">> = {
  inbox: "emptyInbox",
  unread: "emptyUnread",
  sent: "emptySent",
  reminders: "emptyReminders",
  archived: "emptyArchived",
  untracked: "emptyUntracked",
};

type Props = {
  page: { items: Thread[]; cursor: string | null };
  folder: Folder;
  isFirst: boolean;
  /** The conversation that is open, or 0. */
  openId: number;
  categories: readonly Category[];
};

/** Conversations, newest first, by reminder the soonest first. `j` and `k` move from the one that has the focus or is open. */
export function ThreadList({ page, folder, isFirst, openId, categories }: Props) {
  const t = useText("inbox");
  const { pathTo, search } = usePaths();
  useListKeys(page.items, openId, pathTo);
  if (page.items.length === 0) return <Empty folder={folder} isFirst={isFirst} />;
  return (
    <>
      <ul className="inbox-rows">
        {page.items.map((thread) => (
          <li key={thread.id}>
            <Row
              thread={thread}
              folder={folder}
              to={pathTo(thread.id)}
              isOpen={thread.id === openId}
              categories={categories}
            />
          </li>
        ))}
      </ul>
      <div className="inbox-pages">
        {isFirst ? null : (
          <Anchor component={Link} to={`/app/master-inbox${search(null)}`}>
            {t("newest")}
          </Anchor>
        )}
        {page.cursor ? (
          <Anchor component={Link} to={`/app/master-inbox${search(page.cursor)}`}>
            {t("older")}
          </Anchor>
        ) : null}
      </div>
    </>
  );
}

function usePaths() {
  const [searchParams] = useSearchParams();
  const search = (cursor: string | null) => {
    const next = new URLSearchParams(searchParams);
    if (cursor === null) next.delete("cursor");
    else next.set("cursor", cursor);
    return next.size > 0 ? `?${next}` : "";
  };
  const here = search(searchParams.get("cursor"));
  return { search, pathTo: (id: number) => `/app/master-inbox/${id}${here}` };
}

function Empty({ folder, isFirst }: { folder: Folder; isFirst: boolean }) {
  const t = useText("inbox");
  const action =
    folder === "inbox" && isFirst ? (
      <Button component={Link} to="/app/email-campaign/all" prefetch="intent">
        {t("seeCampaigns")}
      </Button>
    ) : null;
  return (
    <EmptyState
      drawing={folder === "untracked" ? "people" : "inbox"}
      sentence={t(isFirst ? EMPTY[folder] : "emptyPage")}
      action={action}
    />
  );
}

type RowProps = {
  thread: Thread;
  folder: Folder;
  to: string;
  isOpen: boolean;
  categories: readonly Category[];
};

function Row({ thread, to, isOpen, categories, folder }: RowProps) {
  const t = useText("inbox");
  const when = folder === "reminders" ? thread.reminder_at : undefined;
  return (
    <Link
      to={to}
      prefetch="intent"
      className="inbox-row"
      data-thread={thread.id}
      data-unread={thread.is_unread}
      {...(isOpen ? { "aria-current": "true" as const } : {})}
    >
      <span className="inbox-row-head">
        {thread.is_unread ? (
          <span className="inbox-dot">
            <VisuallyHidden>{t("isUnread")}</VisuallyHidden>
          </span>
        ) : null}
        <span className="inbox-person">
          {personOf(thread)}
          {thread.company_name ? (
            <span className="inbox-company"> · {thread.company_name}</span>
          ) : null}
        </span>
        <span className="inbox-when">
          {when === undefined ? null : (
            <IconBell size={12} aria-label={t("reminder")} className="inbox-bell" />
          )}
          <RelativeTime at={when ?? thread.last_at} />
        </span>
      </span>
      <span className="inbox-subject">{thread.subject || t("noSubject")}</span>
      <span className="inbox-row-foot">
        <span className="inbox-snippet">{thread.snippet}</span>
        <CategoryBadge id={thread.category_id} categories={categories} />
      </span>
    </Link>
  );
}

function useListKeys(items: Thread[], openId: number, pathTo: (id: number) => string) {
  const t = useText("inbox");
  const navigate = useNavigate();
  const move = (by: number) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-thread]")?.dataset.thread;
    const at = items.findIndex(({ id }) => id === (openId || Number(focused)));
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
    if (!next) return;
    const row = document.querySelector<HTMLElement>(`[data-thread="${next.id}"]`);
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
    if (openId) navigate(pathTo(next.id));
  };
  useScreenKeys([
    { keys: "j", label: t("keyNext"), run: () => move(1) },
    { keys: "k", label: t("keyPrevious"), run: () => move(-1) },
    {
      keys: "Enter",
      label: t("keyOpen"),
      run: () => {
        const [first] = items;
        if (first && !openId) navigate(pathTo(first.id));
      },
    },
  ]);
}
