import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { Stack } from "@mantine/core";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { Actor } from "@thaw/core/actor";
import { updateMailbox } from "@thaw/core/mailbox/mailbox";
import { UpdateMailbox } from "@thaw/core/mailbox/mailbox.schema";
import {
  checkTrackingDomain,
  removeTrackingDomain,
  setTrackingDomain,
} from "@thaw/core/mailbox/tracking-domain";
import { NumberField, TextareaField, TextField } from "../../components/fields.tsx";
import { refusalOf, useOutcome } from "../../components/outcome.ts";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useMailboxPage } from "../../mailbox/mailbox-page.ts";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { submit } from "../../submit.server.ts";
import { TrackingPanel } from "./tracking-panel.tsx";

/** A form leaves out what is empty, and an emptied signature is a change. */
const save = Object.assign(
  (actor: Actor, input: UpdateMailbox) => updateMailbox(actor, { signature: "", ...input }),
  { permission: updateMailbox.permission, input: UpdateMailbox, output: updateMailbox.output },
);

export { clientAction } from "../../keep-typed.ts";

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
      <SenderPanel />
      {canWrite ? <TrackingPanel /> : null}
    </Stack>
  );
}

function SenderPanel() {
  const { mailbox, canWrite } = useMailboxPage();
  const t = useText("mailboxes");
  const outcome = useActionData<typeof action>();
  useOutcome(outcome, "save", () => toast.done(t("savedToast")));
  const { from_name, signature, daily_limit, min_gap_minutes } = mailbox;
  const [form, fields] = useForm({
    lastResult: refusalOf(outcome, "save"),
    defaultValue: { from_name, signature, daily_limit, min_gap_minutes },
    onValidate: ({ formData }) => {
      formData.set("mailbox_id", String(mailbox.id));
      return parseWithValibot(formData, { schema: UpdateMailbox });
    },
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm
      title={t("generalTitle")}
      sentence={t(canWrite ? "generalSentence" : "readOnly")}
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
