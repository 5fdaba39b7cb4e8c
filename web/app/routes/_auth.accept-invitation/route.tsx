import { useForm } from "@conform-to/react";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { acceptInvitation, getInvitation } from "@thaw/core/accounts/team/invitation";
import { AcceptInvitation } from "@thaw/core/accounts/team/team.schema";
import { AppError } from "@thaw/core/error";
import { lastResultOf } from "../../components/action-result.ts";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { startSession, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("team", "accept");

export async function loader({ request }: LoaderFunctionArgs) {
  const uuid = new URL(request.url).searchParams.get("uuid") ?? "";
  try {
    return { uuid, invitation: await getInvitation(visitor(request), { uuid }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") return { uuid, invitation: null };
    throw error;
  }
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actionResult = await submit(
    request,
    { accept: acceptInvitation },
    { actor: visitor(request) },
  );
  const answer = actionResult.data;
  if (!answer.ok) return actionResult;
  throw await startSession(request, answer.data.token, null);
}

export default function AcceptInvitationPage() {
  const { uuid, invitation } = useLoaderData<typeof loader>();
  return invitation ? (
    <Accept uuid={uuid} account={invitation.account_name} email={invitation.email} />
  ) : (
    <Expired />
  );
}

function Expired() {
  const t = useText("team");
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h2">
          {t("expiredTitle")}
        </Title>
        <Text c="dimmed">{t("expiredText")}</Text>
      </div>
      <Anchor component={Link} to="/login" underline="always">
        {t("toLogin")}
      </Anchor>
    </Stack>
  );
}

type Props = { uuid: string; account: string; email: string };

function Accept({ uuid, account, email }: Props) {
  const t = useText("team");
  const [form, fields] = useForm({
    lastResult: lastResultOf(useActionData<typeof action>(), "accept"),
    onValidate: useValidation(AcceptInvitation),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <AuthForm
      title={t("acceptTitle", { account })}
      sentence={t("acceptText", { email })}
      intent="accept"
      form={form}
      submitLabel={t("accept")}
    >
      <input type="hidden" name="uuid" value={uuid} />
      <TextField field={fields.name} label={t("name")} autoComplete="name" />
      <PasswordField
        field={fields.password}
        label={t("password")}
        description={fields.password.errors ? null : t("passwordRule")}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
