import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getSendPlan } from "@thaw/core/forecast/forecast";
import type { SendPlanView } from "@thaw/core/forecast/forecast.schema";
import { explainCampaign } from "@thaw/core/why/explain-campaign";
import { useCampaignPage } from "../../campaign/campaign-page.ts";
import { PlanWords } from "../../campaign/plan-words.tsx";
import { WhyFix } from "../../campaign/why-fix.tsx";
import { useWhyWords } from "../../campaign/why-words.ts";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { AgainstPanel } from "./against-panel.tsx";
import { MailboxTable } from "./mailbox-table.tsx";
import { PlanDays } from "./plan-days.tsx";
import { PlanGaps } from "./plan-gaps.tsx";

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
