import { ActionIcon, Anchor, Button, Text } from "@mantine/core";
import { Link, useFetcher, useNavigate, useOutletContext, useSearchParams } from "@remix-run/react";
import { IconArchive, IconArrowLeft, IconInbox, IconMail } from "@tabler/icons-react";
import type { Thread } from "@thaw/core/inbox/thread/thread.schema";
import { lazy, Suspense, useRef } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox/route.tsx";
import { useScreenKeys } from "../../state/screen-keys.ts";
import { leadAddress } from "../lead/lead-page.ts";
import type { Members } from "../task/task-text.tsx";
import { CategorySelect } from "./category.tsx";
import type { InboxContext } from "./inbox-context.ts";

const LeadMenu = lazy(() => import("../lead/lead-menu.tsx"));

export function ThreadHead({ thread, people }: { thread: Thread; people: Members }) {
  const t = useText("inbox");
  const { canAnswer, categories } = useOutletContext<InboxContext>();
  const { back, mark, category } = useThreadActions(thread);
  const isArchived = thread.state === "archived";
  return (
    <header className="thread-head">
      <div className="thread-title">
        <ActionIcon
          className="thread-back"
          variant="subtle"
          color="gray"
          size={44}
          component={Link}
          to={back}
          aria-label={t("back")}
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        <div>
          <h1>{thread.subject || t("noSubject")}</h1>
          <Person thread={thread} />
        </div>
      </div>
      {canAnswer ? (
        <div className="thread-tools">
          <CategorySelect thread={thread} categories={categories} inputRef={category} />
          <Button
            size="xs"
            variant="default"
            leftSection={isArchived ? <IconInbox size={14} /> : <IconArchive size={14} />}
            onClick={() => mark(isArchived ? "unarchive" : "archive")}
          >
            {t(isArchived ? "unarchive" : "archive")}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMail size={14} />}
            onClick={() => mark("unread")}
          >
            {t("markUnread")}
          </Button>
          {thread.lead_id === undefined ? null : (
            <Suspense>
              <LeadMenu {...people} leadId={thread.lead_id} threadId={thread.id} />
            </Suspense>
          )}
        </div>
      ) : null}
    </header>
  );
}

/** Whom the conversation is with; leads to what is known of them. */
function Person({ thread }: { thread: Thread }) {
  const { name, email, lead_name, company_name, lead_id } = thread;
  const copy = [lead_name || name, company_name, email].filter(Boolean).join(" · ");
  if (lead_id === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {copy}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={leadAddress(lead_id)} prefetch="intent" size="xs">
      {copy}
    </Anchor>
  );
}

type Mark = "unread" | "archive" | "unarchive";

/** The list without the conversation; marks, which go on to the next one; and their keys. */
function useThreadActions(thread: Thread) {
  const t = useText("inbox");
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>({ key: "mark" });
  const { ids, canAnswer } = useOutletContext<InboxContext>();
  const [searchParams] = useSearchParams();
  const category = useRef<HTMLInputElement>(null);
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  const back = `/app/master-inbox${search}`;
  const send = (thread_id: number, to: Mark) =>
    fetcher.submit(
      { intent: "mark", mark: to, thread_id },
      { method: "post", action: "/app/master-inbox" },
    );
  useActionResult(fetcher.data, "mark", () => {});
  const mark = (to: Mark) => {
    send(thread.id, to);
    const at = ids.indexOf(thread.id);
    const after = ids[at + 1] ?? ids[at - 1];
    navigate(to === "archive" && after ? `/app/master-inbox/${after}${search}` : back);
    if (to === "archive") toast.undoable(t("archivedToast"), () => send(thread.id, "unarchive"));
  };
  const archive = { label: t("archive"), run: () => mark("archive") };
  const unread = { label: t("markUnread"), run: () => mark("unread") };
  const choose = {
    label: t("keyCategory"),
    run: () => {
      category.current?.focus();
      category.current?.click();
    },
  };
  useScreenKeys([
    { keys: "Escape", label: t("keyBack"), run: () => navigate(back) },
    ...(canAnswer
      ? [
          { keys: "e", ...archive },
          { keys: "a", ...archive },
          { keys: "l a", ...archive },
          { keys: "u", ...unread },
          { keys: "l u", ...unread },
          { keys: "l c", ...choose },
        ]
      : []),
  ]);
  return { back, mark, category };
}
