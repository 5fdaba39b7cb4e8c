import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getSendPlan } from "@thaw/core/engine/forecast/forecast";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { explainCampaign } from "@thaw/core/workspace/diagnostics/explain-campaign";
import { useCampaignPage } from "../../features/campaign/campaign-page.ts";
import { PlanWords } from "../../features/campaign/send-plan-text.tsx";
import { WhyFix } from "../../features/campaign/diagnostics-fix.tsx";
import { useWhyWords } from "../../features/campaign/diagnostics-text.ts";
import { AgainstPanel } from "../../features/send-plan/against-panel.tsx";
import { MailboxTable } from "../../features/send-plan/mailbox-table.tsx";
import { PlanDays } from "../../features/send-plan/plan-days.tsx";
import { PlanGaps } from "../../features/send-plan/plan-gaps.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const mailbox = new URL(request.url).searchParams.get("mailbox");
  const only = mailbox === null ? {} : { mailbox_id: idInPath(mailbox, "mailbox") };
  const [plan, why] = await Promise.all([
    getSendPlan(actor, { campaign_id, ...only }),
    explainCampaign(actor, { campaign_id }),
  ]);
  return { plan, why, isOfMailbox: mailbox !== null };
}

export default function CampaignPlanTab() {
  const { plan, why, isOfMailbox } = useLoaderData<typeof loader>();
  const { campaign } = useCampaignPage();
  const words = useWhyWords();
  const hasPlan = plan.gaps.length === 0;
  return (
    <>
      <Stack p="md" gap={4} className="panel" component="section">
        <Text fw={500}>{words.rule(why.rule, why.figures, true)}</Text>
        {why.fix ? <WhyFix campaignId={campaign.id} fix={why.fix} figures={why.figures} /> : null}
      </Stack>
      {hasPlan ? (
        <>
          <Summary plan={plan} isOfMailbox={isOfMailbox} />
          <PlanDays plan={plan} />
          <MailboxTable mailboxes={plan.mailboxes} />
        </>
      ) : (
        <PlanGaps gaps={plan.gaps} />
      )}
      {hasPlan || plan.against.length > 0 ? <AgainstPanel days={plan.against} /> : null}
    </>
  );
}

function Summary({ plan, isOfMailbox }: { plan: SendPlanView; isOfMailbox: boolean }) {
  const t = useText("send-plan");
  const { campaign } = useCampaignPage();
  const [only] = plan.mailboxes;
  return (
    <Stack gap={4} component="section">
      <Title order={2}>{t("title")}</Title>
      <PlanWords plan={plan} status={campaign.status} />
      {isOfMailbox ? (
        <Text>
          {t("ofMailbox", { mailbox: only?.email ?? t("deletedMailbox") })}{" "}
          <Anchor component={Link} to="." preventScrollReset>
            {t("allMailboxes")}
          </Anchor>
        </Text>
      ) : null}
    </Stack>
  );
}
