import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { CampaignSchedule } from "@thaw/core/schedule/schedule.schema";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useBuilderAutosave } from "./builder.tsx";
import type { SetupData } from "./load-step.server.ts";
import { run } from "./run.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { SenderPicker } from "./sender-picker.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { mailsPerDay, type SetupDraft, scheduleProblems } from "./setup-draft.ts";

async function save(campaign_id: number, { mailboxIds, schedule, settings }: SetupDraft) {
  const fields = scheduleProblems(schedule);
  if (Object.keys(fields).length > 0) {
    return { ok: false as const, code: "invalid", message: "", fields };
  }
  return run("updateCampaign", {
    campaign_id,
    mailbox_ids: mailboxIds,
    schedule: schedule as CampaignSchedule,
    settings,
  });
}

export function SetupStep({ data }: { data: SetupData }) {
  const t = useText("campaign-wizard");
  const [draft, setDraft] = useState<SetupDraft>(data.draft);
  useBuilderAutosave({ value: draft, save, startsUnsaved: !data.isSaved });
  const { mailboxIds, schedule, settings } = draft;
  const problems = scheduleProblems(schedule);
  const senders = data.mailboxes.filter(({ id }) => mailboxIds.includes(id));
  return (
    <div className="wizard-setup">
      <Stack gap="md">
        {data.mailboxes.length === 0 ? (
          <Alert color="ice" variant="light" title={t("noMailboxes")}>
            <Anchor component={Link} to="/app/email-accounts">
              {t("connectMailbox")}
            </Anchor>
          </Alert>
        ) : (
          <SenderPicker
            mailboxes={data.mailboxes}
            chosen={mailboxIds}
            onChange={(ids) => setDraft({ ...draft, mailboxIds: ids })}
          />
        )}
        <ScheduleForm
          schedule={schedule}
          timeZones={data.timeZones}
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
