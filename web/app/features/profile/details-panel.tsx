import { getSelectProps, useForm } from "@conform-to/react";
import { NativeSelect } from "@mantine/core";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { CheckboxField, TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import { ProfileForm } from "./profile-form.ts";
import type { ProfileResult } from "./profile-result.ts";

type Props = {
  profile: { name: string; designation: string; showsGuidance: boolean };
  /** Absent for those who may not change the account. */
  timezone: { chosen: string; names: readonly string[] } | null;
  actionResult: ProfileResult;
};

export function DetailsPanel({ profile, timezone, actionResult }: Props) {
  const t = useText("profile");
  useActionResult(actionResult, "save", () => toast.done(t("saved")));
  const [form, fields] = useForm({
    id: "profile",
    lastResult: refusalOf(actionResult, "save"),
    defaultValue: {
      name: profile.name,
      designation: profile.designation,
      timezone: timezone?.chosen,
      show_guidance: profile.showsGuidance ? "on" : undefined,
    },
    onValidate: useValidation(ProfileForm),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm title={t("detailsTitle")} intent="save" form={form}>
      <TextField field={fields.name} label={t("name")} autoComplete="name" maw={360} />
      <TextField
        field={fields.designation}
        label={t("designation")}
        placeholder={t("designationHint")}
        autoComplete="organization-title"
        maw={360}
      />
      {timezone ? <TimezoneField field={fields.timezone} names={timezone.names} /> : null}
      <CheckboxField field={fields.show_guidance} label={t("guidance")} />
    </SettingsForm>
  );
}

type TimezoneProps = {
  field: Parameters<typeof getSelectProps>[0];
  names: readonly string[];
};

function TimezoneField({ field, names }: TimezoneProps) {
  const t = useText("profile");
  const { key, multiple: _one, ...input } = getSelectProps(field);
  return (
    <NativeSelect
      key={key}
      {...input}
      defaultValue={String(input.defaultValue ?? "")}
      label={t("timezone")}
      description={t("timezoneText")}
      inputWrapperOrder={["label", "input", "error", "description"]}
      error={field.errors?.[0]}
      data={[...names]}
      maw={360}
    />
  );
}
