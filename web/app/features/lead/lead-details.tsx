import { useForm } from "@conform-to/react";
import { Stack, Text, Title } from "@mantine/core";
import type { useActionData } from "@remix-run/react";
import { LEAD_FIELDS, type Lead, MAX_LENGTH } from "@thaw/core/leads/lead/lead.schema";
import type { LeadEnrolment } from "@thaw/core/leads/lead/lead-enrolments";
import { SaveLead } from "@thaw/core/leads/lead/save-lead.schema";
import { refusalOf } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.lead.$id.view/route.tsx";
import { useValidation } from "../../use-validation.ts";

const TEXTS = {
  email: "email",
  first_name: "firstName",
  last_name: "lastName",
  phone_number: "phone",
  company_name: "company",
  website: "website",
  linkedin_profile: "linkedin",
  location: "location",
} as const;

type Props = {
  lead: Lead;
  canWrite: boolean;
  actionResult: ReturnType<typeof useActionData<typeof action>>;
};

/** What is known about the lead. */
export function LeadDetails({ lead, canWrite, actionResult }: Props) {
  return canWrite ? (
    <DetailsForm lead={lead} actionResult={actionResult} />
  ) : (
    <DetailsText lead={lead} />
  );
}

function DetailsForm({ lead, actionResult }: Pick<Props, "lead" | "actionResult">) {
  const t = useText("leads");
  const custom = Object.entries(lead.custom_fields).map(([name, value]) => ({ name, value }));
  const [form, fields] = useForm({
    id: "lead",
    lastResult: refusalOf(actionResult, "save"),
    defaultValue: { ...lead, custom_fields: custom },
    onValidate: useValidation(SaveLead),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm title={t("details")} sentence={t("detailsSentence")} intent="save" form={form}>
      <input type="hidden" name="lead_id" value={lead.id} />
      {LEAD_FIELDS.map((name) => (
        <TextField
          key={name}
          field={fields[name]}
          label={t(TEXTS[name])}
          maxLength={MAX_LENGTH[name]}
        />
      ))}
      {custom.length > 0 ? <Title order={3}>{t("customTitle")}</Title> : null}
      {fields.custom_fields.getFieldList().map((item, at) => {
        const parts = item.getFieldset();
        const name = custom[at]?.name ?? "";
        return (
          <div key={name}>
            <input type="hidden" name={parts.name.name} value={name} />
            <TextField field={parts.value} label={name} />
          </div>
        );
      })}
    </SettingsForm>
  );
}

function DetailsText({ lead }: Pick<Props, "lead">) {
  const t = useText("leads");
  return <ValuesPanel title={t("details")} values={lead} />;
}

/** What single campaigns know differently, for anyone who sees the whole account. */
export function OwnDetails({
  lead,
  enrolments,
}: Pick<Props, "lead"> & { enrolments: LeadEnrolment[] }) {
  const t = useText("leads");
  const names = new Map(
    enrolments.map(({ campaign_id, campaign_name }) => [campaign_id, campaign_name]),
  );
  return (lead.own_values ?? []).flatMap(({ campaign_id, ...values }) => {
    const campaign = names.get(campaign_id);
    // One that the lead has left, or that is deleted.
    if (campaign === undefined) return [];
    return <ValuesPanel key={campaign_id} title={t("detailsIn", { campaign })} values={values} />;
  });
}

type Values = Partial<Pick<Lead, (typeof LEAD_FIELDS)[number]>> & Pick<Lead, "custom_fields">;

function ValuesPanel({ title, values }: { title: string; values: Values }) {
  const t = useText("leads");
  const custom = Object.entries(values.custom_fields);
  const known = LEAD_FIELDS.flatMap((name) =>
    values[name] ? [[t(TEXTS[name]), values[name]]] : [],
  );
  const lines = [...known, ...custom];
  return (
    <Stack className="panel" p="lg" gap="xs" component="section">
      <Title order={2}>{title}</Title>
      {lines.length === 0 ? <Text size="sm">{t("addressAlone")}</Text> : null}
      {lines.map(([label = "", value]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="sm">{value}</Text>
        </div>
      ))}
    </Stack>
  );
}
