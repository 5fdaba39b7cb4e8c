import { Button, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Link,
  useFetcher,
  useLoaderData,
  useOutletContext,
  useSearchParams,
} from "@remix-run/react";
import type { Actor } from "@thaw/core/actor";
import { listReminders } from "@thaw/core/inbox/reminder/reminder";
import {
  applyRemovalRequest,
  dismissRemovalRequest,
} from "@thaw/core/inbox/thread/removal-request";
import { cancelReply, retryReply, sendReply } from "@thaw/core/inbox/thread/reply";
import type { Thread } from "@thaw/core/inbox/thread/thread.schema";
import { getThread } from "@thaw/core/inbox/thread/thread-detail";
import { useEffect, useRef } from "react";
import * as v from "valibot";
import { Composer } from "../../features/inbox/composer.tsx";
import type { InboxContext } from "../../features/inbox/inbox-context.ts";
import { Message } from "../../features/inbox/message.tsx";
import { personOf } from "../../features/inbox/person-of.ts";
import { Reminders } from "../../features/inbox/reminders.tsx";
import { Removal } from "../../features/inbox/removal.tsx";
import { holdUntilConnected, replyTaken } from "../../features/inbox/sent-reply.ts";
import { ThreadHead } from "../../features/inbox/thread-head.tsx";
import { useSettling } from "../../features/inbox/use-settling.ts";
import { loadMembers } from "../../features/task/task-list.server.ts";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { clientAction as keepTyped } from "../../offline-action.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

type MetaArgs = {
  data: Awaited<ReturnType<typeof loader>> | undefined;
  matches: Parameters<typeof titleMeta>[1];
};

export const meta = ({ data, matches }: MetaArgs) =>
  titleMeta(data ? personOf(data.thread) : "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const limit = new URL(request.url).searchParams.get("mails");
  const thread = await getThread(actor, {
    thread_id: idInPath(params.threadId, "conversation"),
    ...(limit === null ? {} : { limit }),
  });
  const [reminders, people] = await Promise.all([remindersOf(actor, thread), loadMembers(actor)]);
  return { thread, reminders, people: { members: people.members, me: people.me } };
}

/** Those that nobody has dismissed yet. */
async function remindersOf(actor: Actor, { id, lead_id, reminder_at }: Thread) {
  if (lead_id === undefined || reminder_at === undefined) return [];
  const { items } = await listReminders(actor, { lead_id });
  return items.filter(({ thread_id, dismissed_at }) => thread_id === id && !dismissed_at);
}

/** A reply is sent and told of also when its screen has been left while there was no connection. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const threadId = args.params.threadId ?? "";
  const form = await args.request.clone().formData();
  if (form.get("intent") === "send" && !(await holdUntilConnected(threadId))) return null;
  const answer: unknown = await keepTyped(args);
  const isSent = v.is(v.object({ ok: v.literal(true), intent: v.literal("send") }), answer);
  if (isSent) replyTaken(threadId);
  return answer;
}

export function action({ request, params }: ActionFunctionArgs) {
  const fields = { thread_id: idInPath(params.threadId, "conversation") };
  const operations = {
    send: sendReply,
    takeBack: cancelReply,
    retry: retryReply,
    unsubscribe: applyRemovalRequest,
    keep: dismissRemovalRequest,
  };
  return submit(request, operations, { fields });
}

export default function ThreadPage() {
  const { thread, reminders, people } = useLoaderData<typeof loader>();
  const { canAnswer } = useOutletContext<InboxContext>();
  const t = useText("inbox");
  useReading(thread, canAnswer);
  useSettling(thread.messages);
  const end = useEnd(thread);
  const person = personOf(thread);
  return (
    <article className="inbox-open" aria-label={t("conversation", { person })}>
      <ThreadHead thread={thread} people={people} />
      <Removal thread={thread} canAnswer={canAnswer} />
      <Reminders reminders={reminders} canAnswer={canAnswer} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="thread-body" ref={end} tabIndex={0}>
        {thread.is_cut ? <Earlier shown={thread.messages.length} /> : null}
        {thread.messages.map((message) => (
          <Message
            key={message.id}
            threadId={thread.id}
            message={message}
            campaign={thread.campaign_name ?? ""}
            canAnswer={canAnswer}
          />
        ))}
      </div>
      {canAnswer ? (
        <Composer key={thread.id} thread={thread} />
      ) : (
        <Text c="dimmed" p="md">
          {t("cannotAnswer")}
        </Text>
      )}
    </article>
  );
}

const EARLIER_MAILS = 100;

/** Shows what a long conversation left out at its beginning, a part at a time. */
function Earlier({ shown }: { shown: number }) {
  const t = useText("inbox");
  const [params] = useSearchParams();
  const more = new URLSearchParams(params);
  more.set("mails", String(shown + EARLIER_MAILS));
  return (
    <Button
      component={Link}
      to={`?${more}`}
      replace
      variant="default"
      size="xs"
      className="thread-earlier"
    >
      {t("earlierMails")}
    </Button>
  );
}

type Shown = {
  id: number;
  is_unread: boolean;
  last_at: string;
  messages: readonly { id: string }[];
};

/** What is shown has been read: once a conversation and again for each newer mail, not when it is marked unread. */
function useReading({ id, is_unread, last_at }: Shown, canAnswer: boolean) {
  const { submit: send } = useFetcher({ key: `read-${id}` });
  const seen = useRef("");
  useEffect(() => {
    const now = `${id} ${last_at}`;
    if (seen.current === now) return;
    seen.current = now;
    if (!is_unread || !canAnswer) return;
    send(
      { intent: "mark", mark: "read", thread_id: id, seen_at: last_at },
      { method: "post", action: "/app/master-inbox" },
    );
  }, [id, is_unread, last_at, canAnswer, send]);
}

/** Shows the newest message when a conversation opens and when one is added, not when earlier ones are. */
function useEnd({ id, messages }: Shown) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  // oxlint-disable-next-line react/exhaustive-deps -- another conversation, or another message, is the reason to scroll
  useEffect(() => {
    const box = ref.current;
    box?.scrollTo({ top: (box.lastElementChild as HTMLElement | null)?.offsetTop ?? 0 });
  }, [id, newest]);
  return ref;
}
