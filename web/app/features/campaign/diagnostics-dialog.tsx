import { Loader, Stack, Text, Title } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { LeadStep } from "@thaw/core/engine/forecast/forecast.schema";
import type {
  CampaignExplanation,
  LeadExplanation,
  Rule,
} from "@thaw/core/workspace/diagnostics/diagnostics.schema";
import { useEffect } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { useTimeText } from "../../components/time.tsx";
import { useLocale, useText } from "../../messages/text.tsx";
import type { loader } from "../../routes/app.campaign-why/route.ts";
import { DiagnosticsFix } from "./diagnostics-fix.tsx";
import { DiagnosticsReassign } from "./diagnostics-reassign.tsx";
import { useDiagnosticsText } from "./diagnostics-text.ts";
import { useFailureText } from "./failure-text.ts";
import "./diagnostics.css";

/** The lead that someone asks about, and whether they may change it. */
export type AskedLead = { id: number; name: string; canChange: boolean };

type Props = {
  campaignId: number;
  lead?: AskedLead;
  onClose: () => void;
};

/** What another mailbox of the campaign puts right. */
const WAITS_FOR_MAILBOX: ReadonlySet<Rule> = new Set<Rule>([
  "mailbox_missing",
  "mailbox_unavailable",
]);

/** The deciding rule in one sentence, where it is fixed, the rules as they stand, and the steps one by one. */
export default function DiagnosticsDialog({ campaignId, lead, onClose }: Props) {
  const t = useText("send-plan");
  const fetcher = useFetcher<typeof loader>();
  const { load } = fetcher;
  const leadId = lead?.id;
  useEffect(() => {
    const about = leadId === undefined ? "" : `&lead=${leadId}`;
    load(`/app/campaign-why?campaign=${campaignId}${about}`);
  }, [load, campaignId, leadId]);
  const answer = fetcher.data?.lead ?? fetcher.data?.campaign;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={lead ? t("diagnosticsOfLead", { lead: lead.name }) : t("sendingStatus")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {answer ? (
        <Stack gap="md">
          <Answer campaignId={campaignId} answer={answer} isCampaign={lead === undefined} />
          {lead?.canChange && WAITS_FOR_MAILBOX.has(answer.rule) ? (
            <DiagnosticsReassign campaignId={campaignId} leadId={lead.id} />
          ) : null}
          {"steps" in answer ? <Timeline answer={answer} /> : null}
          <Facts answer={answer} />
        </Stack>
      ) : (
        <Text c="dimmed" component="output">
          <Loader size="xs" mr="xs" />
          {t("loading")}
        </Text>
      )}
    </Dialog>
  );
}

type Any = LeadExplanation | CampaignExplanation;

function Answer(props: { campaignId: number; answer: Any; isCampaign: boolean }) {
  const { campaignId, answer, isCampaign } = props;
  const copy = useDiagnosticsText();
  return (
    <div>
      <Text fw={500}>{copy.rule(answer.rule, answer.figures, isCampaign)}</Text>
      {answer.fix ? (
        <DiagnosticsFix campaignId={campaignId} fix={answer.fix} figures={answer.figures} />
      ) : null}
    </div>
  );
}

function Facts({ answer }: { answer: Any }) {
  const t = useText("send-plan");
  const copy = useDiagnosticsText();
  if (answer.facts.length === 0) return null;
  return (
    <section>
      <Title order={3}>{t("facts")}</Title>
      <dl className="diagnostics-facts">
        {answer.facts.map((fact) => (
          <div key={fact.fact}>
            <dt>{t(`fact_${fact.fact}`)}</dt>
            <dd>{copy.fact(fact)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Timeline({ answer }: { answer: LeadExplanation }) {
  const t = useText("send-plan");
  const write = useTimeText();
  const failure = useFailureText();
  const mails = new Map(answer.mails.map((mail) => [mail.step, mail]));
  return (
    <section>
      <Title order={3}>{t("timeline")}</Title>
      <ol className="diagnostics-steps">
        {answer.steps.map((step) => {
          const mail = mails.get(step.step);
          return (
            <li key={step.step}>
              <StepState step={step} />
              {mail?.due_at && mail.sender ? (
                <Text c="dimmed" size="xs">
                  {t("mailReason", {
                    due_at: write(mail.due_at, "full"),
                    scheduled_at: write(mail.scheduled_at, "full"),
                    sender: mail.sender,
                    variant: mail.variant,
                  })}
                </Text>
              ) : null}
              {mail?.failure ? (
                <Text c="dimmed" size="xs">
                  {failure(mail.failure)}
                </Text>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function StepState({ step: { state, at, day } }: { step: LeadStep }) {
  const t = useText("send-plan");
  const locale = useLocale();
  const write = useTimeText();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <span>
      {t(`state_${state}`, {
        at: at ? write(at, "full") : "",
        day: day ? date.format(new Date(day)) : "",
      })}
    </span>
  );
}
