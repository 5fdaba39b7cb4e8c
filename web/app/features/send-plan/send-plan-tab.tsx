import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "../campaign/campaign-page.ts";
import { DiagnosticsFix } from "../campaign/diagnostics-fix.tsx";
import { useDiagnosticsText } from "../campaign/diagnostics-text.ts";
import { SendPlanText } from "../campaign/send-plan-text.tsx";
import { AgainstPanel } from "./against-panel.tsx";
import { MailboxTable } from "./mailbox-table.tsx";
import { PlanDays } from "./plan-days.tsx";
import { PlanGaps } from "./plan-gaps.tsx";
import type { loader } from "./send-plan-tab.server.ts";

export function SendPlanTab() {
  const { plan, diagnostics, isOfMailbox } = useLoaderData<typeof loader>();
  const { campaign } = useCampaignPage();
  const copy = useDiagnosticsText();
  const hasPlan = plan.gaps.length === 0;
  return (
    <>
      <Stack p="md" gap={4} className="panel" component="section">
        <Text fw={500}>{copy.rule(diagnostics.rule, diagnostics.figures, true)}</Text>
        {diagnostics.fix ? (
          <DiagnosticsFix
            campaignId={campaign.id}
            fix={diagnostics.fix}
            figures={diagnostics.figures}
          />
        ) : null}
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
      <SendPlanText plan={plan} status={campaign.status} />
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
