import { Anchor, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerOnboarding, getOnboarding } from "@thaw/core/accounts/onboarding/onboarding";
import { QUESTIONS, STEPS } from "@thaw/core/accounts/onboarding/onboarding.schema";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { Choices } from "../../features/onboarding/choices.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { readForm } from "../../read-form.server.ts";
import { requireActor } from "../../session.server.ts";
import { submitForm } from "../../submit.server.ts";

const PAGE = "/app/onboarding";

export const meta = titled("onboarding", "title");

/** The question that comes next, or one before it where the address says so. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { onboarding_stage, answers } = await getOnboarding(actor, {});
  const next = Math.min(onboarding_stage + 1, STEPS);
  const asked = Number(new URL(request.url).searchParams.get("step") ?? next);
  const step = Number.isInteger(asked) && asked >= 1 && asked <= next ? asked : next;
  const { name } = QUESTIONS[step - 1] ?? QUESTIONS[0];
  return { step, answer: answers[name] ?? { values: [] } };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  await requireRequest(actor);
  const form = await readForm(request, "user");
  const step = Number(form.get("step"));
  const actionResult = await submitForm(actor, form, { answer: answerOnboarding });
  const answer = actionResult.data;
  if (!answer.ok) return actionResult;
  if (answer.data.has_onboarding_completed) throw redirect("/app/get-started");
  throw redirect(`${PAGE}?step=${step + 1}`);
}

export default function OnboardingPage() {
  const { step, answer } = useLoaderData<typeof loader>();
  const t = useText("onboarding");
  const actionResult = useActionData<typeof action>();
  const isSending = useNavigation().formMethod === "POST";
  const question = QUESTIONS[step - 1] ?? QUESTIONS[0];
  const errors = actionResult?.ok === false ? actionResult.result.error : undefined;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          {t("step", { step, total: STEPS })}
        </Text>
        <Progress.Root size="sm" mt={4} mb="md">
          <Progress.Section
            value={(100 * (step - 1)) / STEPS}
            aria-label={t("progress")}
            withAria
          />
        </Progress.Root>
        <Title order={1} size="h2" id="question">
          {t(question.name)}
        </Title>
        {question.isMulti ? (
          <Text size="sm" c="dimmed">
            {t("goalsHint")}
          </Text>
        ) : null}
      </div>
      <Form method="post" key={step}>
        <Stack gap="md">
          <input type="hidden" name="step" value={step} />
          <Choices
            question={question}
            chosen={answer.values}
            other={answer.other}
            errors={errors ?? undefined}
          />
          <Group justify="space-between">
            {step > 1 ? (
              <Anchor component={Link} to={`${PAGE}?step=${step - 1}`} size="sm">
                {t("back")}
              </Anchor>
            ) : (
              <span />
            )}
            <Button type="submit" name="intent" value="answer" loading={isSending}>
              {step === STEPS ? t("finish") : t("next")}
            </Button>
          </Group>
        </Stack>
      </Form>
      {question.isRequired ? null : (
        <Form method="post">
          <input type="hidden" name="step" value={step} />
          <Button
            type="submit"
            name="intent"
            value="answer"
            variant="subtle"
            fullWidth
            disabled={isSending}
          >
            {t("skip")}
          </Button>
        </Form>
      )}
    </Stack>
  );
}
