import { Anchor, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { Role } from "@thaw/core/access/role.schema";
import { rotateApiKey } from "@thaw/core/account/api-key";
import { getCurrentUser } from "@thaw/core/account/user";
import { useOutcome } from "../../components/outcome.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { initialsOf } from "../../shell/account-menu.tsx";
import { submit } from "../../submit.server.ts";
import { PicturePanel } from "../../upload/picture-panel.tsx";

export const meta = titled("security", "profile");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { name, email, role, profile_pic_url: picture } = await getCurrentUser(actor, {});
  return { name, email, role, picture, canMakeKey: actor.permissions.has("account:write") };
}

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { "new-key": rotateApiKey });
}

export default function ProfilePage() {
  const { name, email, role, picture, canMakeKey } = useLoaderData<typeof loader>();
  const team = useText("team");
  return (
    <>
      <Stack p="lg" gap={4} className="panel" component="section">
        <Title order={2}>{name}</Title>
        <Text c="dimmed">{email}</Text>
        {role === null ? null : <Text size="sm">{team(`role.${role as Role}`)}</Text>}
      </Stack>
      <PicturePanel picture={picture} initials={initialsOf(name)} />
      {canMakeKey ? <ApiKeyPanel /> : null}
    </>
  );
}

function ApiKeyPanel() {
  const t = useText("security");
  const outcome = useActionData<typeof action>();
  const isBusy = useNavigation().formData?.get("intent") === "new-key";
  useOutcome(outcome, "new-key", () => toast.done(t("keyMade")));
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("apiKey")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t("apiKeySentence")}
        </Text>
      </div>
      {outcome?.ok ? (
        <Code block aria-label={t("apiKey")}>
          {outcome.data.api_key}
        </Code>
      ) : null}
      <Form method="post">
        <Group>
          <Button type="submit" name="intent" value="new-key" variant="default" loading={isBusy}>
            {t("newKey")}
          </Button>
          <Anchor component={Link} to="/app/settings/api-keys" size="sm">
            {t("moreKeys")}
          </Anchor>
        </Group>
      </Form>
    </Stack>
  );
}
