import { Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import {
  createApiKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
} from "@thaw/core/accounts/api-key/api-key";
import type { ApiKey } from "@thaw/core/accounts/api-key/api-key.schema";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { ConfirmByTyping } from "../../components/confirm-by-typing.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DateTime, RelativeTime, useTimeText } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { KeyDialog } from "../../features/api-key/key-dialog.tsx";
import { type Made, MadeKey } from "../../features/api-key/made-key.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("api-keys", "title");

const SENT = { method: "post", action: "/app/settings/api-keys" } as const;
const OVERLAP_HOURS = 24;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return { keys: (await listApiKeys(actor, {})).items, permissions: [...actor.permissions] };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { create: createApiKey, renew: renewApiKey, revoke: revokeApiKey });
}

export default function ApiKeysPage() {
  const { keys, permissions } = useLoaderData<typeof loader>();
  const t = useText("api-keys");
  // Of the dialog: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const write = useTimeText();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  const [leaving, setLeaving] = useState<ApiKey>();
  const renewal = useFetcher<typeof action>();
  const revocation = useFetcher<typeof action>();
  useActionResult(renewal.data, "renew", setMade);
  useActionResult(revocation.data, "revoke", ({ name }) => {
    setLeaving(undefined);
    toast.done(t("revoked", { name }));
  });
  const renew = ({ id }: ApiKey) =>
    renewal.submit({ intent: "renew", key_id: id, overlap_hours: OVERLAP_HOURS }, SENT);
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
      {t("add")}
    </Button>
  );
  return (
    <Stack gap="md" component="section">
      <Group justify="space-between" align="flex-end">
        <div style={{ flex: "1 1 280px" }}>
          <Title order={2}>{t("title")}</Title>
          <Text size="sm" c="dimmed" maw={640}>
            {t("sentence")}
          </Text>
          <Anchor component={Link} to="/app/settings/api-reference" size="sm">
            {t("reference")}
          </Anchor>
        </div>
        {keys.length > 0 ? button : null}
      </Group>
      {made ? <MadeKey made={made} /> : null}
      {keys.length === 0 ? (
        <EmptyState drawing="list" sentence={t("empty")} action={button} />
      ) : (
        <DataTable
          label={t("label")}
          rows={keys}
          columns={columns(t, write, {
            renew,
            revoke: setLeaving,
            isBusy: renewal.state !== "idle",
          })}
          rowId={({ id }) => String(id)}
          rowName={({ name }) => name}
        />
      )}
      {isOpen ? (
        <KeyDialog permissions={permissions} onMade={setMade} onClose={() => setOpen(false)} />
      ) : null}
      {leaving ? (
        <ConfirmByTyping
          title={t("revokeTitle", { name: leaving.name })}
          text={t("revokeText")}
          word={leaving.name}
          action={t("revoke")}
          isBusy={revocation.state !== "idle"}
          onConfirm={() => revocation.submit({ intent: "revoke", key_id: leaving.id }, SENT)}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </Stack>
  );
}

type Changing = { renew: (key: ApiKey) => void; revoke: (key: ApiKey) => void; isBusy: boolean };

const columns = (
  t: Words<"api-keys">,
  write: ReturnType<typeof useTimeText>,
  { renew, revoke, isBusy }: Changing,
): Column<ApiKey>[] => [
  {
    id: "name",
    header: t("name"),
    isFixed: true,
    cell: ({ name, replaced_until }) => (
      <Group gap="xs">
        {name}
        {replaced_until ? (
          <Badge variant="light">{t("overlap", { at: write(replaced_until, "full") })}</Badge>
        ) : null}
      </Group>
    ),
  },
  { id: "access", header: t("access"), cell: ({ access }) => t(`access.${access}`) },
  { id: "ending", header: t("ending"), cell: ({ ending }) => ending },
  {
    id: "lastUsed",
    header: t("lastUsed"),
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : t("never")),
  },
  {
    id: "expiry",
    header: t("expiry"),
    cell: ({ expires_at }) =>
      expires_at ? <DateTime at={expires_at} style="date" /> : t("expires.never"),
  },
  {
    id: "actions",
    header: t("actions"),
    cell: (key) => (
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isBusy}
          title={t("renewHint")}
          aria-label={t("renewOf", { name: key.name })}
          onClick={() => renew(key)}
        >
          {t("renew")}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t("revokeOf", { name: key.name })}
          onClick={() => revoke(key)}
        >
          {t("revoke")}
        </Button>
      </Group>
    ),
  },
];
