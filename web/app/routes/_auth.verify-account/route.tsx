import { Button, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from "@remix-run/react";
import { resendVerification, verifyUser } from "@thaw/core/account/verification";
import { useEffect, useRef } from "react";
import { ResendForm } from "../../auth/resend-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { refuseForeignForm, startSession, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("auth", "verifyTitle");

/** Opening the link changes nothing: scanners of mail open links too. The page posts it. */
export function loader({ request }: LoaderFunctionArgs) {
  return { uuid: new URL(request.url).searchParams.get("uuid") };
}

export async function action({ request }: ActionFunctionArgs) {
  refuseForeignForm(request);
  const outcome = await submit(
    request,
    { verify: verifyUser, resend: resendVerification },
    { actor: visitor(request) },
  );
  const answer = outcome.data;
  if (!answer.ok || answer.intent === "resend") return outcome;
  throw startSession(request, answer.data.token, null);
}

export default function VerifyAccountPage() {
  const t = useText("auth");
  const { uuid } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  if (!uuid || outcome?.ok === false) {
    return <ResendForm title={t("expiredTitle")} sentence={t("expiredText")} />;
  }
  return <Verification uuid={uuid} />;
}

/** Posts itself; the button is for browsers without scripts. */
function Verification({ uuid }: { uuid: string }) {
  const t = useText("auth");
  const submitForm = useSubmit();
  const navigation = useNavigation();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    submitForm({ intent: "verify", uuid }, { method: "post" });
  }, [uuid, submitForm]);
  return (
    <Form method="post">
      <input type="hidden" name="uuid" value={uuid} />
      <Stack gap="md">
        <Title order={1} size="h2">
          {t("verifyTitle")}
        </Title>
        <Text size="sm" component="output">
          {t("verifyText")}
        </Text>
        <Button
          type="submit"
          name="intent"
          value="verify"
          loading={navigation.state !== "idle"}
          fullWidth
        >
          {t("verify")}
        </Button>
      </Stack>
    </Form>
  );
}
