import { Button, Text, Textarea } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useFetcher } from "@remix-run/react";
import { IconSend } from "@tabler/icons-react";
import type { Thread } from "@thaw/core/inbox/thread/thread.schema";
import { type KeyboardEvent, useRef } from "react";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox.$threadId/route.tsx";
import { useConnection } from "../../state/connection.ts";
import { useCommandKey } from "../../state/preferences.ts";
import { useScreenKeys } from "../../state/screen-keys.ts";
import { personOf } from "./person-of.ts";
import { draftKey, stopHolding, useReplyTaken } from "./sent-reply.ts";

export function Composer({ thread }: { thread: Thread }) {
  const t = useText("inbox");
  const { body, setBody, send, isSending, isHeld, error } = useAnswer(thread);
  const key = useCommandKey();
  const field = useRef<HTMLTextAreaElement>(null);
  useScreenKeys([{ keys: "r", label: t("keyAnswer"), run: () => field.current?.focus() }]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") field.current?.blur();
  };
  return (
    <div className="composer">
      <Textarea
        ref={field}
        name="body"
        aria-label={t("answer")}
        placeholder={t("answerPlaceholder", { person: personOf(thread) })}
        autosize
        minRows={2}
        maxRows={12}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={error}
      />
      <div className="composer-foot">
        <Text size="xs" c="dimmed" className="composer-from">
          {isHeld ? t("sendsWhenOnline") : t("answerFrom", { mailbox: thread.mailbox_email })}
          <span className="composer-hint"> · {t("sendHint", { key })}</span>
        </Text>
        <Button
          leftSection={<IconSend size={16} />}
          onClick={send}
          loading={isSending && !isHeld}
          disabled={isHeld || body.trim() === ""}
        >
          {t("send")}
        </Button>
      </div>
    </div>
  );
}

function useAnswer({ id }: Thread) {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  const undo = useFetcher<typeof action>({ key: `undo-${id}` });
  // Words that are not sent yet stay with their conversation while the browser's tab lives.
  const [body, setBody] = useSessionStorage({ key: draftKey(id), defaultValue: "" });
  const sent = useRef("");
  const isOffline = useConnection() === "offline";
  const send = () => {
    if (body.trim() === "" || fetcher.state !== "idle") return;
    sent.current = body;
    fetcher.submit({ intent: "send", body }, { method: "post" });
  };
  const said = useReplyTaken(id);
  useActionResult(fetcher.data, "send", ({ message_id }) => {
    said();
    const text = sent.current;
    setBody("");
    toast.undoable(t("sendingToast"), () => {
      sent.current = text;
      undo.submit(
        { intent: "takeBack", message_id },
        { method: "post", action: `/app/master-inbox/${id}` },
      );
    });
  });
  useActionResult(undo.data, "takeBack", () => {
    // What was begun meanwhile stays below.
    setBody((begun) => [sent.current, begun].filter(Boolean).join("\n\n"));
    toast.done(t("takenBackToast"));
  });
  const { error } = lastResultOf(fetcher.data, "send") ?? {};
  return {
    body,
    setBody: (text: string) => {
      stopHolding(id);
      setBody(text);
    },
    send,
    isHeld: isOffline && fetcher.state === "submitting",
    isSending: fetcher.state !== "idle",
    error: fetcher.state === "idle" ? error?.body?.[0] : undefined,
  };
}
