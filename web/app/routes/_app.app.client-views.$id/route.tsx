import { useForm } from "@conform-to/react";
import { Anchor, Button, Group, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from "@remix-run/react";
import { IconEye } from "@tabler/icons-react";
import { listCategories } from "@thaw/core/accounts/category/category";
import {
  deactivateClient,
  getClient,
  inviteClient,
  reactivateClient,
  resetClientPassword,
  updateClient,
} from "@thaw/core/accounts/client/client";
import { type ClientDetail, CreateClient } from "@thaw/core/accounts/client/client.schema";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { Count } from "../../components/count.tsx";
import { Page } from "../../components/page.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { ClientFields } from "../../features/client/client-fields.tsx";
import { CLIENTS, TO_CLIENTS } from "../../features/client/client-page.ts";
import { PersonStatus } from "../../features/team/person-status.tsx";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

type MetaArgs = { data?: { client: ClientDetail } | undefined; matches: readonly { id: string }[] };

export const meta = ({ data, matches }: MetaArgs) => titleMeta(data?.client.name ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [client, { items: categories }] = await Promise.all([
    getClient(actor, { client_id: idInPath(params.id, "client") }),
    listCategories(actor, {}),
  ]);
  return { client, categories };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const operations = {
    save: updateClient,
    invite: inviteClient,
    deactivate: deactivateClient,
    reactivate: reactivateClient,
    reset: resetClientPassword,
  };
  return submit(request, operations, { fields: { client_id: idInPath(params.id, "client") } });
}

export default function ClientPage() {
  const { client, categories } = useLoaderData<typeof loader>();
  const t = useText("clients");
  const actionResult = useActionData<typeof action>();
  const { name } = client;
  useActionResult(actionResult, "save", () => toast.done(t("saved")));
  useActionResult(actionResult, "invite", () => toast.done(t("invited", { name })));
  useActionResult(actionResult, "reset", () => toast.done(t("resetSent", { name })));
  useActionResult(actionResult, "deactivate", () => toast.done(t("deactivated", { name })));
  useActionResult(actionResult, "reactivate", () => toast.done(t("reactivated", { name })));
  const [form, fields] = useForm({
    id: `client-${client.id}`,
    defaultValue: { name, email: client.email },
    lastResult: refusalOf(actionResult, "save"),
    onValidate: useValidation(CreateClient),
    shouldRevalidate: "onInput",
  });
  const view = (
    <Form method="post" action="/app/client-preview" reloadDocument>
      <input type="hidden" name="client_id" value={client.id} />
      <Button type="submit" variant="default" leftSection={<IconEye size={16} />}>
        {t("view")}
      </Button>
    </Form>
  );
  return (
    <Page title={name} breadcrumb={[{ label: t("title"), to: CLIENTS }]} action={view}>
      <Stack gap="lg">
        <Figures client={client} />
        <Given client={client} />
        <LoginPanel client={client} />
        <SettingsForm title={t("may")} intent="save" form={form}>
          <ClientFields fields={fields} client={client} categories={categories} />
        </SettingsForm>
      </Stack>
    </Page>
  );
}

type Props = { client: ClientDetail };

function Figures({ client: { figures } }: Props) {
  const t = useText("clients");
  const names = Object.keys(figures) as (keyof typeof figures)[];
  return (
    <Stack className="panel" p="lg" gap="sm" component="section">
      <Title order={2}>{t("statistics")}</Title>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} component="dl" m={0}>
        {names.map((name) => (
          <div key={name}>
            <Text size="xs" c="dimmed" component="dt">
              {t(name)}
            </Text>
            <Text fw={600} component="dd" m={0}>
              <Count value={figures[name]} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Given({ client: { campaigns, mailboxes } }: Props) {
  const t = useText("clients");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Stack className="panel" p="lg" gap="sm" component="section">
        <Title order={2}>{t("campaigns")}</Title>
        {campaigns.length === 0 ? <Text c="dimmed">{t("noCampaigns")}</Text> : null}
        <List listStyleType="none">
          {campaigns.map(({ id, name }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/app/email-campaign/${id}`} prefetch="intent">
                {name}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
      <Stack className="panel" p="lg" gap="sm" component="section">
        <Title order={2}>{t("mailboxes")}</Title>
        {mailboxes.length === 0 ? <Text c="dimmed">{t("noMailboxes")}</Text> : null}
        <List listStyleType="none">
          {mailboxes.map(({ id, email }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/app/email-account/${id}`} prefetch="intent">
                {email}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    </SimpleGrid>
  );
}

const NEXT = { active: "deactivate", invited: "invite", deactivated: "reactivate" } as const;

function LoginPanel({ client: { id, status, email } }: Props) {
  const t = useText("clients");
  const send = useSubmit();
  const sent = useNavigation().formData?.get("intent");
  const remove = () => send({ intent: "delete", client_id: id }, { ...TO_CLIENTS, replace: true });
  return (
    <Stack className="panel" p="lg" gap="sm" component="section">
      <Title order={2}>{t("users")}</Title>
      <Group gap="sm">
        <Text>{email}</Text>
        <PersonStatus status={status}>{t(`status.${status}`)}</PersonStatus>
      </Group>
      <Form method="post">
        <Group gap="xs">
          <Button
            type="submit"
            name="intent"
            value={NEXT[status]}
            variant="default"
            loading={sent === NEXT[status]}
          >
            {t(NEXT[status])}
          </Button>
          {status === "active" ? (
            <Button
              type="submit"
              name="intent"
              value="reset"
              variant="default"
              loading={sent === "reset"}
            >
              {t("reset")}
            </Button>
          ) : null}
          <Button variant="subtle" color="red" onClick={remove}>
            {t("delete")}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
