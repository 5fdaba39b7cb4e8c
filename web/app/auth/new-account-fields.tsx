import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { CheckboxField, TextField } from "../components/fields.tsx";
import { useText } from "../messages/text.tsx";

type Fields = {
  name: FieldMetadata<string>;
  referral_code: FieldMetadata<string | undefined>;
  terms_accepted: FieldMetadata<true>;
};

/** What everybody says who opens an account; `children`: what their way of signing up does not know of them. */
export function NewAccountFields({ fields, children }: { fields: Fields; children?: ReactNode }) {
  const t = useText("auth");
  return (
    <>
      <TextField field={fields.name} label={t("name")} autoComplete="name" />
      {children}
      <TextField
        field={fields.referral_code}
        label={t("referralCode")}
        description={fields.referral_code.errors ? null : t("referralRule")}
        autoComplete="off"
      />
      <CheckboxField field={fields.terms_accepted} label={t("terms")} />
    </>
  );
}
