import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listTags } from "@thaw/core/accounts/tag/tag";
import { MOST_TAGS_EACH } from "@thaw/core/accounts/tag/tag.schema";
import { changeMailboxes } from "@thaw/core/senders/mailbox/change-mailboxes";
import { listMailboxes } from "@thaw/core/senders/mailbox/mailbox";
import {
  CONNECTION_STATES,
  type Mailbox,
  PROVIDERS,
  type Provider,
} from "@thaw/core/senders/mailbox/mailbox.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { Hint } from "../../components/hint.tsx";
import { Page } from "../../components/page.tsx";
import { clientNames, toClient } from "../../features/client/client-names.server.ts";
import { CLIENT_CHOICES } from "../../features/client/client-page.ts";
import { MailboxBar } from "../../features/mailbox/mailbox-bar.tsx";
import { mailboxColumns } from "../../features/mailbox/mailbox-columns.tsx";
import { CONNECTION_TEXT, type ConnectionState } from "../../features/mailbox/mailbox-state.tsx";
import { useMailboxChange } from "../../features/mailbox/use-mailbox-change.ts";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const RULES: ListRules = {
  filters: { state: CONNECTION_STATES, provider: PROVIDERS, client: "any", tag: "any" },
  firstLimit: 10,
};
const NEW = "/app/email-accounts/new";

export const meta = titled("mailboxes", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    RULES,
  );
  const tag_id = filters.tag?.map(Number).filter(isId).slice(0, MOST_TAGS_EACH) ?? [];
  const ofClients = filters.client?.map(toClient);
  const [page, tags, clients] = await Promise.all([
    listMailboxes(actor, {
      limit,
      cursor,
      ...(search ? { search } : {}),
      ...(filters.state ? { state: filters.state as ConnectionState[] } : {}),
      ...(filters.provider ? { provider: filters.provider as Provider[] } : {}),
      ...(tag_id.length > 0 ? { tag_id } : {}),
      ...(ofClients?.length ? { client_id: ofClients } : {}),
    }),
    listTags(actor, {}),
    clientNames(actor, ofClients ?? []),
  ]);
  return { page, tags: tags.items, clients, canWrite: actor.permissions.has("mailboxes:write") };
}

const isId = (value: number) => Number.isSafeInteger(value) && value > 0;

export { clientAction } from "../../offline-action.ts";

/** What the bar above the list sends. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, { bulk: changeMailboxes });
}

/** A mailbox that is lost opens where it is fixed. */
const rowTo = ({ id, connection_state }: Mailbox) =>
  `/app/email-account/${id}/${connection_state === "CONNECTED" ? "overview" : "error-state"}`;

export default function MailboxListPage() {
  const { page, tags, clients, canWrite } = useLoaderData<typeof loader>();
  const t = useText("mailboxes");
  const clientText = useText("clients");
  const navigate = useNavigate();
  const isEmpty = useIsEmptyList(page, RULES);
  const changing = useMailboxChange();
  const connect = { label: t("connect"), run: () => navigate(NEW) };
  useScreenKeys(canWrite ? [{ keys: "n", ...connect }] : []);
  usePaletteActions(canWrite ? [{ id: "connect-mailbox", ...connect }] : []);
  const button = canWrite ? (
    <Button component={Link} to={NEW} prefetch="intent" leftSection={<IconPlus size={16} />}>
      {t("connect")}
    </Button>
  ) : null;
  const filters = [
    {
      name: "state",
      label: t("state"),
      options: CONNECTION_STATES.map((value) => ({ value, label: t(CONNECTION_TEXT[value]) })),
    },
    {
      name: "provider",
      label: t("provider"),
      options: PROVIDERS.map((value) => ({ value, label: t(value) })),
    },
    // Only an agency with clients has any to choose from.
    ...(clients.length > 0
      ? [
          {
            name: "client",
            label: clientText("client"),
            choicesAt: CLIENT_CHOICES,
            options: [
              ...clients.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: "none", label: clientText("noClient") },
            ],
          },
        ]
      : []),
    {
      name: "tag",
      label: t("tags"),
      options: tags.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ];
  return (
    <Page title={t("title")} sentence={t("sentence")} action={isEmpty ? null : button}>
      {isEmpty ? null : <Hint name="email-accounts" />}
      <ListScreen
        name="mailboxes"
        label={t("label")}
        page={page}
        columns={mailboxColumns(t, tags)}
        rules={RULES}
        filters={filters}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ email }) => email}
        rowTo={rowTo}
        {...(canWrite
          ? {
              bulk: (selected) => (
                <MailboxBar tags={tags} clients={clients} changing={changing} {...selected} />
              ),
            }
          : {})}
        empty={<EmptyState drawing="mailbox" sentence={t("empty")} action={button} />}
      />
    </Page>
  );
}
