import { Group, NativeSelect, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import { isLinkedIn, type StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { useEffect, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useBuilder, useRefusalText } from "./builder.tsx";
import type { SampleLead } from "./load-step.server.ts";
import { type Rendered, RenderedMail } from "./rendered-mail.tsx";
import { run } from "./run.ts";
import { TestMail } from "./test-mail.tsx";

const PAUSE_MS = 400;

type Props = {
  step: number;
  type: StepType;
  variant: Variant;
  attachments: readonly Attachment[];
  leads: readonly SampleLead[];
};

/** What a lead would get, rendered by the code that sends it, a moment after each change. */
export function MailPreview({ step, type, variant, attachments, leads }: Props) {
  const t = useText("campaign-wizard");
  const copy = useRefusalText();
  const { campaignId } = useBuilder();
  const [leadId, setLeadId] = useState(leads[0]?.id);
  const [mail, setMail] = useState<Rendered | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { letter, subject, body } = variant;
  useEffect(() => {
    if (campaignId === undefined) return;
    const ended = new AbortController();
    const render = async () => {
      const answer = await run(
        "previewStep",
        {
          campaign_id: campaignId,
          step,
          seq_type: type,
          variant: { letter, subject, body },
          ...(leadId === undefined ? {} : { lead_id: leadId }),
        },
        ended.signal,
      );
      if (ended.signal.aborted) return;
      setRefusal(answer.ok ? null : copy(answer));
      if (!answer.ok) return;
      setProblem(answer.data.problem ?? null);
      // A variable that is half typed is no mail yet: the last one stays.
      setMail((last) => (answer.data.error && last && !last.error ? last : answer.data));
    };
    const timer = setTimeout(() => void render(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the words of a refusal do not ask for another rendering
  }, [campaignId, step, type, letter, subject, body, leadId]);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t("preview")}</Title>
        {campaignId === undefined || isLinkedIn(type) ? null : (
          <TestMail
            campaignId={campaignId}
            step={step}
            variant={{ letter, subject, body }}
            lead={leads.find(({ id }) => id === leadId)}
            attachments={attachments}
          />
        )}
      </Group>
      {leads.length > 0 ? (
        <NativeSelect
          size="xs"
          aria-label={t("previewFor")}
          value={String(leadId)}
          onChange={(event) => setLeadId(Number(event.currentTarget.value))}
          data={leads.map(({ id, email, name }) => ({
            value: String(id),
            label: name ? `${name} · ${email}` : email,
          }))}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {t("exampleLead")}
        </Text>
      )}
      {mail ? (
        <RenderedMail
          mail={mail}
          emptySubject={isLinkedIn(type) ? undefined : t(step === 1 ? "noSubject" : "inThread")}
        />
      ) : (
        <Skeleton height={280} />
      )}
      {problem && !mail?.error ? (
        <Text component="output" size="xs" c="var(--tone-amber)">
          {t("previewWaits", { problem })}
        </Text>
      ) : null}
      {refusal ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      ) : null}
    </Stack>
  );
}
