import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { LinkedInAccount } from "@thaw/core/senders/linkedin/linkedin.schema";
import { useActionResult } from "../../components/action-result.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { toast } from "../../components/toasts.ts";
import type { Column } from "../../list/column.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.integrations.linkedin/route.tsx";

const TONES = { SUCCESS: "good", INPROGRESS: "waiting", INVALID: "failed" } as const;
/** What can be done about an account, by how far it is. */
const ACTIONS = {
  INPROGRESS: ["confirm", "check", "lose", "remove"],
  SUCCESS: ["lose", "remove"],
  INVALID: ["reconnect", "remove"],
} as const;

export function useAccountColumns(
  canWrite: boolean,
  hasConnector: boolean,
): Column<LinkedInAccount>[] {
  const t = useText("integrations");
  return [
    {
      id: "name",
      header: t("name"),
      isFixed: true,
      cell: ({ name, profile_url }) => (
        <Anchor href={profile_url} target="_blank" rel="noreferrer">
          {name}
        </Anchor>
      ),
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ progress, problem }) => (
        <Stack gap={2}>
          <StatusBadge tone={TONES[progress]}>{t(`progress_${progress}`)}</StatusBadge>
          {problem ? (
            <Text size="xs" c="dimmed">
              {problem}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      id: "by",
      header: t("by"),
      cell: ({ is_automatic }) => t(is_automatic ? "byConnector" : "byHand"),
    },
    ...(canWrite
      ? [
          {
            id: "actions",
            header: t("actions"),
            align: "right" as const,
            cell: (account: LinkedInAccount) => (
              <AccountActions account={account} hasConnector={hasConnector} />
            ),
          },
        ]
      : []),
  ];
}

function AccountActions({
  account: { id, name, progress },
  hasConnector,
}: {
  account: LinkedInAccount;
  hasConnector: boolean;
}) {
  const t = useText("integrations");
  const fetcher = useFetcher<typeof action>({ key: `linkedin-${id}` });
  useActionResult(fetcher.data, "confirm", () => toast.done(t("confirmed", { name })));
  useActionResult(fetcher.data, "remove", () => toast.done(t("removed", { name })));
  const actions = ACTIONS[progress].filter((each) => each !== "check" || hasConnector);
  return (
    <fetcher.Form method="post" action="/app/integrations/linkedin">
      <input type="hidden" name="linkedin_account_id" value={id} />
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {actions.map((intent) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            size="compact-xs"
            variant="default"
            aria-label={t(`${intent}Named`, { name })}
            loading={fetcher.formData?.get("intent") === intent}
          >
            {t(intent)}
          </Button>
        ))}
      </Group>
    </fetcher.Form>
  );
}
