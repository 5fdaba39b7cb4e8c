import { Button, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { type Icon, IconArrowBackUp, IconClock, IconSend } from "@tabler/icons-react";
import type { ThreadMessage } from "@thaw/core/inbox/thread/thread.schema";
import { useActionResult } from "../../components/action-result.ts";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox.$threadId/route.tsx";

type Status = NonNullable<ThreadMessage["status"]>;

const LOOKS: Record<Status, { word: TextKey<"inbox">; tone: Tone; icon?: Icon }> = {
  SCHEDULED: { word: "scheduled", tone: "waiting", icon: IconClock },
  INPROGRESS: { word: "sending", tone: "active", icon: IconSend },
  COMPLETED: { word: "completed", tone: "good" },
  FAILED: { word: "failed", tone: "failed" },
  SKIPPED: { word: "skipped", tone: "drafted", icon: IconArrowBackUp },
};

/** Where an answer stands, and what can be done about it. */
export function ReplyState({ message, canAnswer }: { message: ThreadMessage; canAnswer: boolean }) {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "retry", () => {});
  useActionResult(fetcher.data, "takeBack", () => {});
  const { status, failure } = message;
  if (!status) return null;
  const { word, ...look } = LOOKS[status];
  const isWaiting = status === "SCHEDULED" && failure !== undefined;
  const send = (intent: "retry" | "takeBack") =>
    fetcher.submit({ intent, message_id: message.id }, { method: "post" });
  const offer = { FAILED: "retry", SCHEDULED: "takeBack" } as const;
  const intent = status === "FAILED" || status === "SCHEDULED" ? offer[status] : undefined;
  return (
    <>
      <StatusBadge {...look}>{t(isWaiting ? "waiting" : word)}</StatusBadge>
      {failure ? (
        <Text size="xs" c="dimmed">
          {failure}
        </Text>
      ) : null}
      {intent && canAnswer ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={fetcher.state !== "idle"}
          onClick={() => send(intent)}
        >
          {t(intent)}
        </Button>
      ) : null}
    </>
  );
}
