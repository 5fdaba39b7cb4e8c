import { Alert, Stack, Text, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getCurrentPlan, showTrialOffer } from "@thaw/core/accounts/subscription-plan/current-plan";
import { listPlanChoices } from "@thaw/core/accounts/subscription-plan/plan-choices";
import { useTimeText } from "../../components/time.tsx";
import { CurrentPlanPanel } from "../../features/subscription-plan/current-plan-panel.tsx";
import { EnterprisePanel } from "../../features/subscription-plan/enterprise-panel.tsx";
import { PlanPicker } from "../../features/subscription-plan/plan-picker.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

export const meta = titled("plan", "title");

/** Anyone who comes here sees the offer at the end of the trial: from then on it is open for its days. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const plan = await getCurrentPlan(actor, {});
  const isNew = plan.trial_offer?.state === "new";
  return {
    plan: isNew ? await showTrialOffer(actor, {}) : plan,
    ...(await listPlanChoices(actor, {})),
  };
}

export default function SubscriptionPage() {
  const { plan, choices, contact } = useLoaderData<typeof loader>();
  const t = useText("plan");
  const write = useTimeText();
  const isTrial = plan.features.includes("augment_plan");
  return (
    <>
      {plan.trial_offer ? (
        <Alert title={t("offerTitle")} variant="light">
          {t("offerText", { date: write(plan.trial_offer.ends_at, "full") })}
        </Alert>
      ) : null}
      <CurrentPlanPanel plan={plan} />
      {plan.plan_type === "ENTERPRISE" ? (
        <EnterprisePanel plan={plan} contact={contact} />
      ) : (
        <Stack gap="md" component="section">
          <div>
            <Title order={2}>{t(isTrial ? "pickTitle" : "changeTitle")}</Title>
            <Text size="sm" c="dimmed" maw={640}>
              {isTrial ? null : `${t("changeText")} `}
              {t("pickText")}
            </Text>
          </div>
          <PlanPicker choices={choices} plan={plan} contact={contact} />
        </Stack>
      )}
    </>
  );
}
