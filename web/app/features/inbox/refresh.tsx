import { ActionIcon } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconRefresh } from "@tabler/icons-react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox/route.tsx";

/** Reads the mailboxes now; what is new appears in the list by itself. */
export function Refresh() {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "refresh", ({ mailboxes }) =>
    toast.done(t("refreshed", { mailboxes })),
  );
  return (
    <fetcher.Form method="post" action="/app/master-inbox">
      <ActionIcon
        type="submit"
        name="intent"
        value="refresh"
        variant="subtle"
        color="gray"
        title={t("refresh")}
        aria-label={t("refresh")}
        loading={fetcher.state !== "idle"}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </fetcher.Form>
  );
}
