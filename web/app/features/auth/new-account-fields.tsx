import type { FieldMetadata } from "@conform-to/react";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { CheckboxField, TextField } from "../../components/fields.tsx";
import { useText } from "../../messages/text.tsx";
import { useRootData } from "../../state/root-data.ts";

type Fields = {
  name: FieldMetadata<string>;
  referral_code: FieldMetadata<string | undefined>;
  terms_accepted: FieldMetadata<true>;
};

/** What everyone says who opens an account; `children`: what their way of signing up does not know of them. */
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
      <CheckboxField field={fields.terms_accepted} label={<Terms />} />
    </>
  );
}

/** Names only the documents that the operator gave. */
function Terms() {
  const t = useText("auth");
  const { terms, privacy } = useRootData() ?? {};
  const copy = privacy ? (terms ? "termsBoth" : "termsPrivacy") : "termsOfService";
  if (!terms && !privacy) return t("terms");
  return t.rich(copy, { terms: linkTo(terms), privacy: linkTo(privacy) });
}

/** In a tab of its own: what was typed stays. */
const linkTo = (address: string | null | undefined) => (copy: ReactNode) => (
  <Anchor href={address ?? ""} target="_blank" rel="noopener noreferrer" underline="always" inherit>
    {copy}
  </Anchor>
);
