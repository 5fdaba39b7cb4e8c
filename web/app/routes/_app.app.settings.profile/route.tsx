import { Anchor, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { rotateApiKey } from "@thaw/core/accounts/api-key/api-key";
import { changeEmail } from "@thaw/core/accounts/login/email-change";
import { dismissHint, resetHints } from "@thaw/core/accounts/user/guidance";
import { getUserRecord, profileIdOf, updateProfile } from "@thaw/core/accounts/user/profile";
import type { Actor } from "@thaw/core/actor";
import { notFound } from "@thaw/core/error";
import type { Role } from "@thaw/core/kernel/access/role.schema";
import type * as v from "valibot";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { DetailsPanel } from "../../features/profile/details-panel.tsx";
import { EmailPanel } from "../../features/profile/email-panel.tsx";
import { MemoryPanel } from "../../features/profile/memory-panel.tsx";
import { ProfileForm } from "../../features/profile/profile-form.ts";
import { PicturePanel } from "../../features/upload/picture-panel.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { initialsOf } from "../../shell/account-menu.tsx";
import { submit } from "../../submit.server.ts";

export const meta = titled("security", "profile");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const record = await getUserRecord(actor, {});
  if (!record) throw notFound("user");
  const { name, email, role, profile_pic_url: picture, designation, show_guidance } = record;
  const canChangeAccount = actor.permissions.has("account:write");
  const chosen = record.timezone_preferences.account;
  const names = [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
  return {
    person: { name, email, role, picture },
    profile: { name, designation, showsGuidance: show_guidance },
    timezone: canChangeAccount ? { chosen, names } : null,
    userId: actor.userId,
    canMakeKey: canChangeAccount,
  };
}

const saveProfile = Object.assign(
  (actor: Actor, { timezone, designation = "", ...changes }: v.InferOutput<typeof ProfileForm>) =>
    updateProfile(actor, {
      id: profileIdOf(actor),
      changes: {
        ...changes,
        designation,
        ...(timezone === undefined ? {} : { timezone_preferences: { account: timezone } }),
      },
    }),
  { permission: updateProfile.permission, input: ProfileForm, output: updateProfile.output },
);

export { clientAction } from "../../offline-action.ts";

/** What the panels send, and the hints on every screen. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    save: saveProfile,
    "change-email": changeEmail,
    "reset-hints": resetHints,
    "dismiss-hint": dismissHint,
    "new-key": rotateApiKey,
  });
}

export default function ProfilePage() {
  const { person, profile, timezone, userId, canMakeKey } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const { name, email, role, picture } = person;
  const team = useText("team");
  return (
    <>
      <Stack p="lg" gap={4} className="panel" component="section">
        <Title order={2}>{name}</Title>
        <Text c="dimmed">{email}</Text>
        {role === null ? null : <Text size="sm">{team(`role.${role as Role}`)}</Text>}
      </Stack>
      <DetailsPanel profile={profile} timezone={timezone} actionResult={actionResult} />
      <PicturePanel picture={picture} initials={initialsOf(name)} />
      <EmailPanel email={email} actionResult={actionResult} />
      <MemoryPanel userId={userId} actionResult={actionResult} />
      {canMakeKey ? <ApiKeyPanel /> : null}
    </>
  );
}

function ApiKeyPanel() {
  const t = useText("security");
  const actionResult = useActionData<typeof action>();
  const isBusy = useNavigation().formData?.get("intent") === "new-key";
  useActionResult(actionResult, "new-key", () => toast.done(t("keyMade")));
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("apiKey")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t("apiKeySentence")}
        </Text>
      </div>
      {actionResult?.ok && actionResult.intent === "new-key" ? (
        <Code block aria-label={t("apiKey")}>
          {actionResult.data.api_key}
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
