import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { Form, useActionData } from "@remix-run/react";
import { SetTrackingDomain, type TrackingDomain } from "@thaw/core/tracking/tracking-domain.schema";
import { TextField } from "../../components/fields.tsx";
import { lastResultOf, useOutcome } from "../../components/outcome.ts";
import { SettingsForm } from "../../components/settings-form.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useMailboxPage } from "../../mailbox/mailbox-page.ts";
import type { TextKey } from "../../messages/areas.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "./route.tsx";

const TONES = {
  NONE: "drafted",
  PENDING_DNS: "waiting",
  PENDING_CERT: "waiting",
  VERIFIED: "good",
} as const;

/** The host that a mailbox's tracked links go by. */
export function TrackingPanel() {
  const { mailbox } = useMailboxPage();
  const t = useText("mailboxes");
  const outcome = useActionData<typeof action>();
  useOutcome(outcome, "remove", () => toast.done(t("trackingRemoved")));
  const { tracking } = mailbox;
  const [form, fields] = useForm({
    id: "tracking",
    defaultValue: { domain: tracking.domain ?? "" },
    lastResult: lastResultOf(outcome, "domain"),
    onValidate: ({ formData }) => {
      formData.set("mailbox_id", String(mailbox.id));
      return parseWithValibot(formData, { schema: SetTrackingDomain });
    },
    shouldRevalidate: "onInput",
  });
  return (
    <div>
      <SettingsForm
        title={t("trackingTitle")}
        sentence={t("trackingSentence")}
        intent="domain"
        form={form}
        saveLabel={t("trackingSet")}
      >
        <TextField
          field={fields.domain}
          label={t("trackingDomain")}
          placeholder={t("trackingHint")}
          autoComplete="off"
          inputMode="url"
        />
      </SettingsForm>
      {tracking.domain ? <Standing tracking={tracking} domain={tracking.domain} /> : null}
    </div>
  );
}

function Standing({ tracking, domain }: { tracking: TrackingDomain; domain: string }) {
  const t = useText("mailboxes");
  const { state, problem, checked_at: checkedAt, cname_target: target } = tracking;
  return (
    <Stack className="panel" p="lg" gap="sm" mt="xs" component="section">
      <Group gap="sm">
        <StatusBadge tone={TONES[state]}>{t(`tracking_${state}`)}</StatusBadge>
        {checkedAt ? (
          <Text size="xs" c="dimmed">
            {t("trackingChecked")} <RelativeTime at={checkedAt} />
          </Text>
        ) : null}
      </Group>
      {problem ? (
        <Text size="sm" component="output">
          {t(`trackingProblem_${problem}` as TextKey<"mailboxes">)}
        </Text>
      ) : null}
      {state === "VERIFIED" ? null : (
        <div>
          <Text size="sm">{t("trackingPointTo")}</Text>
          <Code block>{t("trackingRecord", { domain, target })}</Code>
        </div>
      )}
      <Form method="post">
        <Group gap="xs">
          <Button type="submit" name="intent" value="check" variant="default">
            {t("trackingCheck")}
          </Button>
          <Button type="submit" name="intent" value="remove" variant="subtle" color="red">
            {t("trackingRemove")}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
