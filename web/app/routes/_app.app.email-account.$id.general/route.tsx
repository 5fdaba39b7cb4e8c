import { useForm } from "@conform-to/react";
import { Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { Actor } from "@thaw/core/actor";
import { updateMailbox } from "@thaw/core/senders/mailbox/mailbox";
import {
  ConnectMailbox,
  DailyLimit,
  GapMinutes,
  UpdateMailbox,
} from "@thaw/core/senders/mailbox/mailbox.schema";
import {
  checkTrackingDomain,
  removeTrackingDomain,
  setTrackingDomain,
} from "@thaw/core/senders/tracking-domain/tracking-domain";
import * as v from "valibot";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { Count } from "../../components/count.tsx";
import { NumberField, TextareaField, TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { Facts } from "../../features/mailbox/facts.tsx";
import { useMailboxPage } from "../../features/mailbox/mailbox-page.ts";
import { TrackingPanel } from "../../features/mailbox/tracking-panel.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

/** A form leaves out what is empty: an emptied signature is a change, and whatever else is emptied is missing. */
const SaveMailbox = v.object({
  ...UpdateMailbox.entries,
  from_name: ConnectMailbox.entries.from_name,
  daily_limit: DailyLimit,
  min_gap_minutes: GapMinutes,
});
const save = Object.assign(
  (actor: Actor, input: v.InferOutput<typeof SaveMailbox>) =>
    updateMailbox(actor, { signature: "", ...input }),
  { permission: updateMailbox.permission, input: SaveMailbox, output: updateMailbox.output },
);

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const fields = { mailbox_id: idInPath(params.id, "mailbox") };
  const tracking = {
    domain: setTrackingDomain,
    check: checkTrackingDomain,
    remove: removeTrackingDomain,
  };
  return submit(request, { save, ...tracking }, { fields });
}

export default function MailboxGeneral() {
  const { canWrite } = useMailboxPage();
  return (
    <Stack gap="lg">
      {canWrite ? (
        <>
          <SenderPanel />
          <TrackingPanel />
        </>
      ) : (
        <SenderFacts />
      )}
    </Stack>
  );
}

/** For those who may look. */
function SenderFacts() {
  const { from_name, signature, daily_limit, min_gap_minutes } = useMailboxPage().mailbox;
  const t = useText("mailboxes");
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("generalTitle")}</Title>
        <Text c="dimmed">{t("readOnly")}</Text>
      </div>
      <Facts
        facts={[
          [t("name"), from_name],
          [
            t("signature"),
            <span key="signature" className="mailbox-signature">
              {signature || t("noSignature")}
            </span>,
          ],
          [t("dailyLimit"), <Count key="limit" value={daily_limit} />],
          [t("minGap"), t("gapMinutes", { minutes: min_gap_minutes })],
        ]}
      />
    </Stack>
  );
}

function SenderPanel() {
  const { mailbox } = useMailboxPage();
  const t = useText("mailboxes");
  const actionResult = useActionData<typeof action>();
  useActionResult(actionResult, "save", () => toast.done(t("savedToast")));
  const { from_name, signature, daily_limit, min_gap_minutes } = mailbox;
  const validation = useValidation(SaveMailbox);
  const [form, fields] = useForm({
    lastResult: refusalOf(actionResult, "save"),
    defaultValue: { from_name, signature, daily_limit, min_gap_minutes },
    onValidate: ({ formData }) => {
      formData.set("mailbox_id", String(mailbox.id));
      return validation({ formData });
    },
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm
      title={t("generalTitle")}
      sentence={t("generalSentence")}
      intent="save"
      form={form}
    >
      <TextField
        field={fields.from_name}
        label={t("name")}
        description={fields.from_name.errors ? null : t("nameHelp")}
      />
      <TextareaField
        field={fields.signature}
        label={t("signature")}
        description={fields.signature.errors ? null : t("signatureHelp")}
      />
      <NumberField
        field={fields.daily_limit}
        label={t("dailyLimit")}
        description={fields.daily_limit.errors ? null : t("dailyLimitHelp")}
        maw={360}
      />
      <NumberField
        field={fields.min_gap_minutes}
        label={t("minGap")}
        description={fields.min_gap_minutes.errors ? null : t("minGapHelp")}
        maw={360}
      />
    </SettingsForm>
  );
}
