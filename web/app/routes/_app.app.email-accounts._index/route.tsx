import { Button } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listMailboxes } from "@thaw/core/mailbox/mailbox";
import { CONNECTION_STATES, type Mailbox } from "@thaw/core/mailbox/mailbox.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { CONNECTION_WORDS, type ConnectionState } from "../../components/mailbox-state.tsx";
import { Page } from "../../components/page.tsx";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../shell/screen-keys.ts";
import { mailboxColumns } from "./columns.tsx";

const RULES: ListRules = { filters: { state: CONNECTION_STATES }, firstLimit: 10 };
const NEW = "/app/email-accounts/new";

export const meta = titled("mailboxes", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    RULES,
  );
  const page = await listMailboxes(actor, {
    limit,
    cursor,
    ...(search ? { search } : {}),
    ...(filters.state ? { state: filters.state as ConnectionState[] } : {}),
  });
  return { page, canWrite: actor.permissions.has("mailboxes:write") };
}

/** A mailbox that is lost opens where it is put right. */
const rowTo = ({ id, connection_state }: Mailbox) =>
  `/app/email-account/${id}/${connection_state === "CONNECTED" ? "overview" : "error-state"}`;

export default function MailboxListPage() {
  const { page, canWrite } = useLoaderData<typeof loader>();
  const t = useText("mailboxes");
  const navigate = useNavigate();
  const connect = { label: t("connect"), run: () => navigate(NEW) };
  useScreenKeys(canWrite ? [{ keys: "n", ...connect }] : []);
  usePaletteActions(canWrite ? [{ id: "connect-mailbox", ...connect }] : []);
  const button = canWrite ? (
    <Button component={Link} to={NEW} prefetch="intent" leftSection={<IconPlus size={16} />}>
      {t("connect")}
    </Button>
  ) : null;
  const states = CONNECTION_STATES.map((value) => ({ value, label: t(CONNECTION_WORDS[value]) }));
  return (
    <Page title={t("title")} sentence={t("sentence")} action={button}>
      <ListScreen
        label={t("label")}
        page={page}
        columns={mailboxColumns(t)}
        rules={RULES}
        filters={[{ name: "state", label: t("state"), options: states }]}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ email }) => email}
        rowTo={rowTo}
        empty={<EmptyState drawing="mailbox" sentence={t("empty")} action={button} />}
      />
    </Page>
  );
}
