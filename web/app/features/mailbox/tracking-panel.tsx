import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import {
  SetTrackingDomain,
  type TrackingDomain,
} from "@thaw/core/senders/tracking-domain/tracking-domain.schema";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-account.$id.general/route.tsx";
import { useValidation } from "../../use-validation.ts";
import { DomainStatus } from "../host-watch/domain-status.tsx";
import { useMailboxPage } from "./mailbox-page.ts";

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
  const actionResult = useActionData<typeof action>();
  useActionResult(actionResult, "remove", () => toast.done(t("trackingRemoved")));
  const { tracking } = mailbox;
  const validation = useValidation(SetTrackingDomain);
  const [form, fields] = useForm({
    id: "tracking",
    defaultValue: { domain: tracking.domain ?? "" },
    lastResult: refusalOf(actionResult, "domain"),
    onValidate: ({ formData }) => {
      formData.set("mailbox_id", String(mailbox.id));
      return validation({ formData });
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
      {tracking.domain ? <DomainStatusNote tracking={tracking} domain={tracking.domain} /> : null}
    </div>
  );
}

function DomainStatusNote({ tracking, domain }: { tracking: TrackingDomain; domain: string }) {
  const t = useText("mailboxes");
  const { state, problem, checked_at: checkedAt, cname_target: target } = tracking;
  return (
    <DomainStatus
      tone={TONES[state]}
      state={t(`tracking_${state}`)}
      checkedAt={checkedAt}
      problem={problem ? t(`trackingProblem_${problem}` as TextKey<"mailboxes">) : undefined}
      record={state === "VERIFIED" ? undefined : t("trackingRecord", { domain, target })}
      copy={{
        checked: t("trackingChecked"),
        pointTo: t("trackingPointTo"),
        check: t("trackingCheck"),
        remove: t("trackingRemove"),
      }}
    />
  );
}
