import { Button, Group, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { ThreadDetail } from "@thaw/core/inbox/thread/thread.schema";
import { useActionResult } from "../../components/action-result.ts";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox.$threadId/route.tsx";
import { personOf } from "./person-of.ts";

/** Someone asked to get no more mail: what happens by itself, and what a person may say to it. */
export function Removal({ thread, canAnswer }: { thread: ThreadDetail; canAnswer: boolean }) {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "unsubscribe", () =>
    toast.done(t("unsubscribedToast", { email: thread.email })),
  );
  useActionResult(fetcher.data, "keep", () => toast.done(t("keptToast")));
  const dueAt = thread.removal_due_at;
  if (!dueAt) return null;
  const title = t("removal", { person: personOf(thread) });
  const send = (intent: "unsubscribe" | "keep") => fetcher.submit({ intent }, { method: "post" });
  const isBusy = fetcher.state !== "idle";
  return (
    <section className="thread-notice" aria-label={title}>
      <Text fw={600} c="var(--tone-amber)">
        {title}
      </Text>
      <Text size="sm">{t.rich("removalText", { time: () => <RelativeTime at={dueAt} /> })}</Text>
      {canAnswer ? (
        <Group gap="xs" mt="xs">
          <Button size="xs" loading={isBusy} onClick={() => send("unsubscribe")}>
            {t("unsubscribeNow")}
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => send("keep")}>
            {t("keepPerson")}
          </Button>
        </Group>
      ) : null}
    </section>
  );
}
