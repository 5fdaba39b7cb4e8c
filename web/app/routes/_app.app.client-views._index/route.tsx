import { Box, Button, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconUserPlus } from "@tabler/icons-react";
import { deleteClient, listClients, restoreClient } from "@thaw/core/accounts/client/client";
import type { Client } from "@thaw/core/accounts/client/client.schema";
import { Count } from "../../components/count.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useClientDeletion } from "../../features/client/client-deletion.ts";
import { clientPath, NEW_CLIENT } from "../../features/client/client-page.ts";
import { PersonStatus } from "../../features/team/person-status.tsx";
import type { Column } from "../../list/column.ts";
import { readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const RULES = {};

export const meta = titled("clients", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const { limit, cursor, search } = readListQuery(new URL(request.url).searchParams, RULES);
  const asked = { limit, cursor, ...(search ? { search } : {}) };
  return { page: await listClients(await requireActor(request), asked) };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { delete: deleteClient, restore: restoreClient });
}

export default function ClientsPage() {
  const { page } = useLoaderData<typeof loader>();
  const t = useText("clients");
  useClientDeletion();
  const navigate = useNavigate();
  const create = { label: t("newClient"), run: () => navigate(NEW_CLIENT) };
  useScreenKeys([{ keys: "n", ...create }]);
  usePaletteActions([{ id: "new-client", ...create }]);
  const button = (
    <Button component={Link} to={NEW_CLIENT} leftSection={<IconUserPlus size={16} />}>
      {t("newClient")}
    </Button>
  );
  const isEmpty = useIsEmptyList(page, RULES);
  return (
    <Page title={t("title")} sentence={t("sentence")} action={isEmpty ? null : button}>
      <ListScreen
        name="clients"
        label={t("label")}
        page={page}
        columns={columns(t)}
        rules={RULES}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        onOpen={({ id }) => navigate(clientPath(id))}
        empty={<EmptyState drawing="people" sentence={t("empty")} action={button} />}
      />
    </Page>
  );
}

type Row = Client & { campaigns: number; mailboxes: number };

const columns = (t: Words<"clients">): Column<Row>[] => [
  {
    id: "name",
    header: t("name"),
    isFixed: true,
    cell: ({ id, name, email }) => (
      <Box py={4}>
        <Text
          component={Link}
          to={clientPath(id)}
          prefetch="intent"
          className="list-link"
          fw={500}
          truncate
          display="block"
        >
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {email}
        </Text>
      </Box>
    ),
  },
  {
    id: "status",
    header: t("status"),
    cell: ({ status }) => <PersonStatus status={status}>{t(`status.${status}`)}</PersonStatus>,
  },
  {
    id: "may",
    header: t("may"),
    cell: ({ permissions }) => t(`set.${permissions[0] ?? "none"}`),
  },
  {
    id: "campaigns",
    header: t("campaigns"),
    align: "right",
    cell: ({ campaigns }) => <Count value={campaigns} />,
  },
  {
    id: "mailboxes",
    header: t("mailboxes"),
    align: "right",
    cell: ({ mailboxes }) => <Count value={mailboxes} />,
  },
];
