import { Alert, Anchor, MultiSelect, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { CampaignSchedule } from "@thaw/core/kernel/schedule/schedule.schema";
import { useRef, useState } from "react";
import { refusedHere } from "../../answer.ts";
import { useText } from "../../messages/text.tsx";
import { useFieldText } from "../../use-validation.ts";
import type { RenderLine } from "../../validation.ts";
import { type Seen, useBuilderAutosave } from "./builder.tsx";
import type { SetupData } from "./load-step.server.ts";
import { run } from "./run.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { SenderPicker } from "./sender-picker.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { mailsPerDay, type SetupDraft, scheduleProblems } from "./setup-draft.ts";

async function save(
  campaign_id: number,
  draft: SetupDraft,
  {
    choosesSenders,
    seen,
    render,
  }: { choosesSenders: boolean; seen: Seen<number>; render: RenderLine },
) {
  const { mailboxIds, linkedinIds, schedule, settings } = draft;
  const fields = scheduleProblems(schedule, render);
  if (Object.keys(fields).length > 0) {
    return refusedHere("", fields);
  }
  const answer = await run("updateCampaign", {
    campaign_id,
    ...(seen.current === undefined ? {} : { expected_setup: seen.current }),
    ...(choosesSenders ? { mailbox_ids: mailboxIds, linkedin_account_ids: linkedinIds } : {}),
    schedule: schedule as CampaignSchedule,
    settings,
  });
  if (answer.ok) seen.current = answer.data.setup_revision;
  return answer;
}

export default function SetupStep({ data }: { data: SetupData }) {
  const t = useText("campaign-wizard");
  const render = useFieldText();
  const [draft, setDraft] = useState<SetupDraft>(data.draft);
  const seen = useRef<number | undefined>(data.revision);
  useBuilderAutosave<SetupDraft>({
    value: draft,
    save: (id, value) => save(id, value, { choosesSenders: data.choosesSenders, seen, render }),
    seen,
    startsUnsaved: !data.isSaved,
  });
  const { mailboxIds, schedule, settings } = draft;
  const problems = scheduleProblems(schedule, render);
  const senders = data.mailboxes.filter(({ id }) => mailboxIds.includes(id));
  return (
    <div className="wizard-setup">
      <Stack gap="md">
        {data.choosesSenders ? (
          <Senders
            data={data}
            chosen={mailboxIds}
            onChange={(ids) => setDraft({ ...draft, mailboxIds: ids })}
          />
        ) : (
          <Alert color="ice" variant="light" title={t("sendersOfCampaign")} />
        )}
        {data.choosesSenders && data.linkedin.length > 0 ? (
          <MultiSelect
            label={t("linkedinAccounts")}
            description={t("linkedinAccountsHelp")}
            data={data.linkedin.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.linkedinIds.map(String)}
            onChange={(ids) => setDraft({ ...draft, linkedinIds: ids.map(Number) })}
            clearable
          />
        ) : null}
        <ScheduleForm
          schedule={schedule}
          timeZones={data.timeZones}
          countries={data.countries}
          errors={problems}
          onChange={(changed) => setDraft({ ...draft, schedule: changed })}
        />
        {senders.length > 0 && Object.keys(problems).length === 0 ? (
          <Text c="dimmed">{t("capacity", { mails: mailsPerDay(schedule, senders) })}</Text>
        ) : null}
      </Stack>
      <SettingsForm
        settings={settings}
        onChange={(changed) => setDraft({ ...draft, settings: changed })}
      />
    </div>
  );
}

type SendersProps = {
  data: SetupData;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
};

function Senders({ data, chosen, onChange }: SendersProps) {
  const t = useText("campaign-wizard");
  if (data.mailboxes.length > 0) {
    return <SenderPicker mailboxes={data.mailboxes} chosen={chosen} onChange={onChange} />;
  }
  return (
    <Alert color="ice" variant="light" title={t("noMailboxes")}>
      <Anchor component={Link} to="/app/email-accounts">
        {t("connectMailbox")}
      </Anchor>
    </Alert>
  );
}
